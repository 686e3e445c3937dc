"""The form of a whole turn: what may be chosen in it, what comes of it, and how far it is sure."""
