"""Taking back one's own moves, as long as nobody has learnt anything from them.

What chance has decided, what an event has shown and what is somebody else's turn
by now stays as it is: otherwise a player could look first and choose afterwards.
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

from .agenda import Position
from .errors import IllegalMove
from .events import Event
from .notation import Move
from .ruleset import Ruleset
from .speech import mark

P = TypeVar("P", bound=Position)


def may_be_undone(rules: Ruleset[P], before: P, after: P, seat: str, events: Iterable[Event]) -> bool:
    """Was this move a step of one's own unfinished turn that showed nothing?"""
    return (
        before.rng == after.rng
        and all(map(rules.is_quiet, events))
        and set(rules.awaits(before)) == set(rules.awaits(after)) == {seat}
    )


def keep_orders(rules: Ruleset[P], position: P, undone: P) -> None:
    """An order that was given since is not taken back with a move."""
    for player in rules.players(undone):
        rules.orders(position, player)[:] = rules.orders(undone, player)


class History(Generic[P]):
    """A game that remembers as far back as it may be taken back."""

    def __init__(self, rules: Ruleset[P], position: P) -> None:
        self.rules = rules
        self.position = position
        self._moved = False
        self._before: list[tuple[str, P]] = []  # who moved, and what stood before

    def play(self, seat: str, move: Move) -> list[Event]:
        """Make a move; what cannot be taken back closes the way to all that was before it."""
        before = self.rules.copy(self.position)
        events = self.rules.play(self.position, seat, move)
        if not may_be_undone(self.rules, before, self.position, seat, events):
            self._before.clear()
        else:
            self._before.append((seat, before))
        self._moved = True
        return events

    def can_undo(self, seat: str) -> bool:
        """May this seat take its last move back?"""
        return bool(self._before) and self._before[-1][0] == seat

    def undo(self, seat: str) -> P:
        """Take the seat's last move back and return the position before it."""
        if not self.can_undo(seat):
            raise self._why_not()
        undone, self.position = self.position, self._before.pop()[1]
        keep_orders(self.rules, self.position, undone)
        return self.position

    def _why_not(self) -> IllegalMove:
        if self._before:
            return IllegalMove(mark("Only {seat} may take a move back now."), seat=self._before[-1][0])
        if not self._moved:
            return IllegalMove(mark("There is nothing to take back yet."))
        return IllegalMove(
            mark(
                "There is nothing that you may take back: the last move showed something new or ended a turn."
            )
        )
