"""The rules of every game we play, in pure Python: no Django, no clock, no network."""
