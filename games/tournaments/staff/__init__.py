"""Organizers and referees: roles, permissions, conflicts of interest, bans, the live board."""
