"""Entrants: registration, eligibility, waiting list, preferences, and what they are asked."""
