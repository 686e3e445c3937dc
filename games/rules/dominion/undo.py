"""Quiet events: they reveal nothing hidden, so the move that caused them can be undone (rule page, M6).

Buying is such a move. Playing a card shows a card of the hand, Treasures included, and what is drawn,
revealed, passed or put back shows more. Trashing and discarding show cards of the hand.
"""

QUIET_EVENTS = frozenset({"bought", "chose", "gained"})
