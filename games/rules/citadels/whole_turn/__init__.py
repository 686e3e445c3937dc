"""The form of a whole turn: what may be chosen in it, and the order in which the choices are played."""
