"""PostgreSQL as Django speaks to it, with a quicker look whether it is still there."""
