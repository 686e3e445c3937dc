"""The form of a whole turn: a card to place, then one action, and what the seat ends with."""
