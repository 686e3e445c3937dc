"""The cards as data: one file for each set, and level III, which all sets share."""
