"""Which events show nothing that was hidden, so that a move may be taken back (decision 2).

A move may be taken back in one's own unfinished turn if no chance was used, nobody else was asked, and
neither the mover nor anybody else has seen a card or a face that was hidden. What was merely decided is
not hidden: gold that is paid, a crown that is handed over, a victim that is named, a city that is full.

Not here, and why: `built` shows a card of the hand; `gained`, `drew`, `spied`, `looked`, `swapped`,
`foresaw`, `gave` and `borrowed` show cards; `uncovered` shows what lies under a Museum; `silent`,
`revealed`, `heir`, `threat_shown` and `confiscated` turn something up, or are another seat's answer.
"""

from ..core.events import Event

QUIET = frozenset(
    [
        "gathered",
        "earned",
        "taxed",
        "tithed",
        "bribed",
        "crowned",
        "thanked",
        "murdered",
        "robs",
        "warranted",  # the faces are the mover's own
        "threatened",
        "destroyed",
        "armory",
        "bell_fell",
        "announced",
        "declined",
        "exchanged",
        "seized",
        "completed",
        "beautified",
        "kept",  # seen when it was drawn
        "took",  # seen when the Wizard looked
        "laboratory",
        "museum",
    ]
)


def is_quiet(event: Event) -> bool:
    """A tribute is quiet if it is gold; a card is seen by the one who gets it."""
    return event.kind in QUIET or (event.kind == "tribute" and not event.secret)
