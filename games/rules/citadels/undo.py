"""Quiet events: they reveal nothing hidden, so the move that caused them can be undone (decision 2).

A player may undo a move in their own unfinished turn if it used no randomness, nobody else was asked, and
nobody has seen a card or marker that was hidden. A mere decision reveals nothing: gold paid, a crown passed
on, a victim named, a city completed.

Left out, and why: `built` shows a card of the hand; `gained`, `drew`, `spied`, `looked`, `swapped`,
`foresaw`, `gave` and `borrowed` show cards; `uncovered` shows what lies under a Museum; `silent`,
`revealed`, `heir`, `threat_shown` and `confiscated` reveal something or are another seat's answer.
"""

from ..core.events import Event

QUIET_EVENTS = frozenset(
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
        "warranted",  # the player who lays them knows which is signed
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
    """Does this event reveal nothing hidden? A tribute is quiet only in gold: a card is seen by its taker."""
    return event.kind in QUIET_EVENTS or (event.kind == "tribute" and not event.secret)
