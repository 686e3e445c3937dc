"""Django's PostgreSQL backend with a cheaper check that a kept connection is still alive."""
