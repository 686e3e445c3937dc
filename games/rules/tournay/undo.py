"""Quiet events: they reveal nothing hidden, so the move that caused them can be undone.

Placing shows a card of the hand, drawing and fighting turn something up. Carrying out an effect, with all
that it brings in money and citizens, shows nothing that was not open.
"""

QUIET_EVENTS = frozenset(
    {"activated", "borrowed", "income", "recruited", "mass", "no_effect", "skipped", "used_other"}
)
