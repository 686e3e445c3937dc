"""A terminal client: a person plays any game against bots. It depends on the rules core only, on no game."""
