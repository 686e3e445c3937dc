"""A turn of several moves: what would come of it, and how it is composed in one form."""
