"""Undo: a player may take moves back as long as nobody has learnt anything from them.

A move cannot be undone once it has drawn a random number, revealed something or passed
the turn to somebody else: otherwise a player could look first and choose afterwards.
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

from .agenda import Position
from .errors import IllegalMove
from .events import Event
from .notation import Move
from .ruleset import Ruleset
from .translation import mark

P = TypeVar("P", bound=Position)


def may_undo_move(rules: Ruleset[P], before: P, after: P, seat: str, events: Iterable[Event]) -> bool:
    """Was this move part of the seat's own unfinished turn, without revealing anything?"""
    return (
        before.rng == after.rng
        and all(map(rules.is_quiet, events))
        and set(rules.awaits(before)) == set(rules.awaits(after)) == {seat}
    )


def keep_orders(rules: Ruleset[P], position: P, undone: P) -> None:
    """Copy the orders from the undone position: filing an order is not undone with the move."""
    for player in rules.players(undone):
        rules.orders.lines(position, player)[:] = rules.orders.lines(undone, player)


class UndoHistory(Generic[P]):
    """A game in memory that keeps the earlier positions to which it may be undone."""

    def __init__(self, rules: Ruleset[P], position: P) -> None:
        self.rules = rules
        self.position = position
        self._has_moved = False
        self._before: list[tuple[str, P]] = []  # who moved, and the position before

    def play(self, seat: str, move: Move) -> list[Event]:
        """Make a move; one that cannot be undone also ends the undo of all moves before it."""
        before = self.rules.copy(self.position)
        events = self.rules.play(self.position, seat, move)
        if not may_undo_move(self.rules, before, self.position, seat, events):
            self._before.clear()
        else:
            self._before.append((seat, before))
        self._has_moved = True
        return events

    def can_undo(self, seat: str) -> bool:
        """May this seat undo its last move?"""
        return bool(self._before) and self._before[-1][0] == seat

    def undo(self, seat: str) -> P:
        """Undo the seat's last move and return the position before it."""
        if not self.can_undo(seat):
            raise self._explain_refusal()
        undone, self.position = self.position, self._before.pop()[1]
        keep_orders(self.rules, self.position, undone)
        return self.position

    def _explain_refusal(self) -> IllegalMove:
        if self._before:
            return IllegalMove(mark("Only {seat} can undo a move now."), seat=self._before[-1][0])
        if not self._has_moved:
            return IllegalMove(mark("There is nothing to undo yet."))
        return IllegalMove(
            mark("You cannot undo this: the last move revealed something new or ended a turn.")
        )
