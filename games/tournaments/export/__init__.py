"""A tournament as files (JSON, CSV, TRF), and the check of such a file."""
