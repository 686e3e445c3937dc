"""Time arithmetic on given instants. Nothing in this room asks what time it is, and nothing knows a rule."""
