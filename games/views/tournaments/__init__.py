"""Pages of tournaments: what everybody may read, what entrants can do, and the desk of the staff."""
