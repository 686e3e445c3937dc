"""Cyclic schedules: one round is searched for, and the others follow from it by rotation.

Players stand on circles of equal length; a few who do not fit stay fixed. To rotate is to move everybody on
by one place of their circle. Two pairs are of one kind if rotation takes one to the other. If no two pairs at
the tables of a round are of one kind, nobody meets twice however often it is rotated. So the search looks for
tables that seat everybody once and no kind twice. Where one base round is not enough, several are searched
for together.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb
from random import Random
from typing import NamedTuple

from games.tournaments.pairing.lots import create_random
from games.tournaments.pairing.meetings import PlayerPair, RoundTables, TablePlayers

DEFAULT_PATIENCE = 400_000  # tables examined; what exists is mostly found by then


class CyclicSchedule(NamedTuple):
    """A schedule, and how many of its rounds follow from each base round."""

    rounds: tuple[RoundTables, ...]
    turn: int


def build_cyclic_schedule(
    groups: int, size: int, rounds: int, *, seed: str, patience: int = DEFAULT_PATIENCE
) -> CyclicSchedule | None:
    """Build this many rounds from as few base rounds as possible; None if the search finds none."""
    for turn in (turn for turn in range(rounds, 1, -1) if rounds % turn == 0):
        circles = PlayerCircles(groups * size, turn)
        chance = create_random(seed, "turned", groups, size, turn)
        if first := _search_first_rounds(circles, size, rounds // turn, chance, patience):
            return CyclicSchedule(tuple(_turn_rounds(circles, first)), turn)
    return None


@dataclass(frozen=True, slots=True)
class PlayerCircles:
    """Where the players stand: 0, 1, 2 … on the first circle, and so on; the last few stay fixed."""

    players: int
    turn: int  # places on a circle

    def move_player(self, player: int, by: int) -> int:
        """Return the player `by` places further on the same circle; a fixed player stays."""
        circle, place = divmod(player, self.turn)
        stands_still = circle == self.players // self.turn
        return player if stands_still else circle * self.turn + (place + by) % self.turn

    def classify_pairs(self) -> dict[PlayerPair, int]:
        """Return the kind of each pair.

        Two fixed players have none, nor have two who stand opposite each other: rotation would bring them
        together again."""
        found: dict[PlayerPair, int] = {}
        for one, other in combinations(range(self.players), 2):
            alike = {
                _sort_pair(self.move_player(one, by), self.move_player(other, by)) for by in range(self.turn)
            }
            if (one, other) not in found and len(alike) == self.turn:
                found |= dict.fromkeys(alike, len(found) // self.turn)
        return found


def _sort_pair(one: int, other: int) -> PlayerPair:
    return (one, other) if one < other else (other, one)


def _turn_rounds(circles: PlayerCircles, first: Sequence[RoundTables]) -> Iterator[RoundTables]:
    """Yield all rotations of the base rounds."""
    for tables in first:
        for by in range(circles.turn):
            yield tuple(tuple(circles.move_player(player, by) for player in table) for table in tables)


# --- the search


def _search_first_rounds(
    circles: PlayerCircles, size: int, number: int, chance: Random, patience: int
) -> list[RoundTables] | None:
    """Search for base rounds that have everybody once in each, and no kind of pair twice in all of them."""
    kinds, seats = circles.classify_pairs(), circles.players * number
    if len(set(kinds.values())) < number * circles.players // size * comb(size, 2):
        return None  # there are not enough kinds
    bits = {pair: 1 << seats + kind for pair, kind in kinds.items()}
    tables = list(islice(_list_tables(circles.players, size, bits), patience))
    choices = {
        used | sum(1 << nth * circles.players + player for player in table): (nth, table)
        for table, used in tables
        for nth in range(number)
    }
    found = _ExactCover(patience).seek(chance.sample(list(choices), len(choices)), (1 << seats) - 1)
    if found is None:
        return None
    chosen = [choices[choice] for choice in found]
    return [tuple(table for nth, table in chosen if nth == wanted) for wanted in range(number)]


def _list_tables(
    players: int, size: int, bits: dict[PlayerPair, int], table: TablePlayers = (), used: int = 0
) -> Iterator[tuple[TablePlayers, int]]:
    """Yield every table without a repeated kind of pair, with the kinds it has, as bits."""
    if len(table) == size:
        yield table, used
        return
    for player in range(table[-1] + 1 if table else 0, players):
        with_player = _add_pair_kinds(table, player, bits, used)
        if with_player is not None:
            yield from _list_tables(players, size, bits, (*table, player), with_player)


def _add_pair_kinds(table: TablePlayers, player: int, bits: dict[PlayerPair, int], used: int) -> int | None:
    """Add the kinds that one more player brings; None if one would occur twice."""
    for other in table:
        kind = bits.get((other, player))
        if kind is None or used & kind:
            return None
        used |= kind
    return used


class _ExactCover:
    """Exact cover search: find choices without common bits that together have all wanted bits."""

    def __init__(self, patience: int) -> None:
        self.patience = patience

    def seek(self, choices: Sequence[int], wanted: int) -> list[int] | None:
        """Branch on the bit with the fewest choices. None if there is no solution, or patience runs out."""
        if not wanted:
            return []
        self.patience -= len(choices)
        bit = min(_iterate_bits(wanted), key=lambda bit: len([1 for choice in choices if choice & bit]))
        for choice in choices:
            if choice & bit and self.patience > 0:
                rest = self.seek([other for other in choices if not other & choice], wanted & ~choice)
                if rest is not None:
                    return [choice, *rest]
        return None


def _iterate_bits(number: int) -> Iterator[int]:
    """Yield the set bits of a number, the lowest first."""
    while number:
        lowest = number & -number
        yield lowest
        number ^= lowest
