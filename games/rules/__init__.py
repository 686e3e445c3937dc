"""The rules of every game on the site, in pure Python: no Django, no clock, no network."""
