"""Counts over finished games: results, totals, reliability of players, and the report pages."""
