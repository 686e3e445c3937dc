"""Backups of everything that the database holds, and their restoration."""
