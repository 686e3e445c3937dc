"""Preparing a tournament: drafts, validation, duration, opening and starting."""
