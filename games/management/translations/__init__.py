"""Extraction and compilation of the message catalogues."""
