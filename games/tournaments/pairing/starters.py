"""Schedules that go round in a circle: one round is sought, the others follow from it by turning.

Players stand on circles of equal length, and a few, who did not fit, stand still. To turn is to move
everybody on by one place of their circle. Two pairs are of one kind if turning brings one to the other. If
no two pairs at the tables of a round are of one kind, nobody meets twice however far it is turned. So tables
are sought that seat everybody once and no kind twice. Where one round to turn is not enough, several are
sought together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb
from random import Random
from typing import NamedTuple

from games.tournaments.pairing.lots import dice
from games.tournaments.pairing.tables import Pair, Round, Table

PATIENCE = 400_000  # tables that are looked at: what exists is mostly found by then


class Turned(NamedTuple):
    """A schedule, and how many of its rounds follow from one."""

    rounds: tuple[Round, ...]
    turn: int


def turned(groups: int, size: int, rounds: int, *, seed: str, patience: int = PATIENCE) -> Turned | None:
    """So many rounds, made of as few as possible; none, if none are found, though there may be some."""
    for turn in (turn for turn in range(rounds, 1, -1) if rounds % turn == 0):
        circles = Circles(groups * size, turn)
        chance = dice(seed, "turned", groups, size, turn)
        if first := _first_rounds(circles, size, rounds // turn, chance, patience):
            return Turned(tuple(_all_turns(circles, first)), turn)
    return None


@dataclass(frozen=True, slots=True)
class Circles:
    """Where the players stand: 0, 1, 2 … on the first circle, and so on; the last few stand still."""

    players: int
    turn: int  # places on a circle

    def moved(self, player: int, by: int) -> int:
        circle, place = divmod(player, self.turn)
        stands_still = circle == self.players // self.turn
        return player if stands_still else circle * self.turn + (place + by) % self.turn

    def kinds(self) -> dict[Pair, int]:
        """The kind of each pair. Two who stand still have none, nor two who stand opposite each other:
        turning would bring them together again."""
        found: dict[Pair, int] = {}
        for one, other in combinations(range(self.players), 2):
            alike = {_pair(self.moved(one, by), self.moved(other, by)) for by in range(self.turn)}
            if (one, other) not in found and len(alike) == self.turn:
                found |= dict.fromkeys(alike, len(found) // self.turn)
        return found


def _pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def _all_turns(circles: Circles, first: Sequence[Round]) -> Iterator[Round]:
    for tables in first:
        for by in range(circles.turn):
            yield tuple(tuple(circles.moved(player, by) for player in table) for table in tables)


# --- the search


def _first_rounds(
    circles: Circles, size: int, number: int, chance: Random, patience: int
) -> list[Round] | None:
    """So many rounds, everybody once in each of them, and no kind of pair twice in all of them."""
    kinds, seats = circles.kinds(), circles.players * number
    if len(set(kinds.values())) < number * circles.players // size * comb(size, 2):
        return None  # there are not enough kinds
    bits = {pair: 1 << seats + kind for pair, kind in kinds.items()}
    tables = list(islice(_tables(circles.players, size, bits), patience))
    choices = {
        used | sum(1 << nth * circles.players + player for player in table): (nth, table)
        for table, used in tables
        for nth in range(number)
    }
    found = _Cover(patience).seek(chance.sample(list(choices), len(choices)), (1 << seats) - 1)
    if found is None:
        return None
    chosen = [choices[choice] for choice in found]
    return [tuple(table for nth, table in chosen if nth == wanted) for wanted in range(number)]


def _tables(
    players: int, size: int, bits: dict[Pair, int], table: Table = (), used: int = 0
) -> Iterator[tuple[Table, int]]:
    """Every table that has no kind of pair twice, and the kinds that it has, as bits."""
    if len(table) == size:
        yield table, used
        return
    for player in range(table[-1] + 1 if table else 0, players):
        with_player = _more(table, player, bits, used)
        if with_player is not None:
            yield from _tables(players, size, bits, (*table, player), with_player)


def _more(table: Table, player: int, bits: dict[Pair, int], used: int) -> int | None:
    """The kinds with one player more; none, if one would be there twice."""
    for other in table:
        kind = bits.get((other, player))
        if kind is None or used & kind:
            return None
        used |= kind
    return used


class _Cover:
    """Choices of which no two share a bit, so that together they have all bits that are wanted."""

    def __init__(self, patience: int) -> None:
        self.patience = patience

    def seek(self, choices: Sequence[int], wanted: int) -> list[int] | None:
        """Go on where there are the fewest choices left. None, if it cannot be, or patience is at an end."""
        if not wanted:
            return []
        self.patience -= len(choices)
        bit = min(_bits(wanted), key=lambda bit: len([1 for choice in choices if choice & bit]))
        for choice in choices:
            if choice & bit and self.patience > 0:
                rest = self.seek([other for other in choices if not other & choice], wanted & ~choice)
                if rest is not None:
                    return [choice, *rest]
        return None


def _bits(number: int) -> Iterator[int]:
    while number:
        lowest = number & -number
        yield lowest
        number ^= lowest
