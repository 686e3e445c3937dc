"""Knock-out pods: the best of each table go on, and the best of the others fill up the next tables."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Generic

from games.tournaments.pairing.apart import Apart, kept_apart, together
from games.tournaments.pairing.lots import lot
from games.tournaments.pairing.seeding import first_tables
from games.tournaments.pairing.sizes import Shape, Sizes
from games.tournaments.pairing.tables import P


@dataclass(frozen=True, slots=True)
class Finish(Generic[P]):
    """How somebody ended at their table, as the standings reckon it."""

    player: P
    table: int
    place: int  # equal places are what the tie-break of the game itself has left over: 1, 2, 2, 4
    relative: Fraction = Fraction()  # score by the score of the winner
    share: Fraction = Fraction()  # part of all scores, times the size of the table
    active: bool = True  # may go on


@dataclass(frozen=True, slots=True)
class Through(Generic[P]):
    """Who goes on, the best first."""

    qualified: tuple[P, ...]  # by their place at the table
    wild_cards: tuple[P, ...] = ()

    @property
    def ranking(self) -> tuple[P, ...]:
        return self.qualified + self.wild_cards


def ranked(finishes: Iterable[Finish[P]], seed: str) -> list[Finish[P]]:
    """Of a whole stage: by place, then by score against the winner's, then by share, then by lot."""
    return sorted(finishes, key=lambda one: (one.place, -one.relative, -one.share, lot(seed, one.player)))


def through(
    finishes: Iterable[Finish[P]], each: int, shape: Shape, seed: str, *, wanted: int = 0
) -> Through[P]:
    """`each` of every table, and with them all who share the last of these places; then wild cards.

    The next stage has `wanted` people; 0 means as few as fill whole tables. Whoever may not go on leaves the
    place to the next in the ranking."""
    order = ranked(finishes, seed)
    safe = [one for one in order if one.active and one.place <= each]
    others = [one for one in order if one.active and one.place > each]
    tables = len({one.table for one in order})
    field = wanted or next_field(max(each * tables, len(safe)), len(order), shape)
    more = max(0, field - len(safe))
    return Through(tuple(one.player for one in safe), tuple(one.player for one in others[:more]))


def next_field(qualified: int, players: int, shape: Shape) -> int:
    """The smallest number of full tables for these; just these, if that would send nobody home."""
    full = -(-qualified // shape.size) * shape.size
    return full if full < players else qualified


def next_tables(
    going_on: Through[P],
    before: Iterable[Finish[P]],
    shape: Shape,
    seed: str,
    *,
    apart: Apart[P] | None = None,
) -> list[list[P]]:
    """A snake through the ranking. Those who come from one table do not meet again at once, if that can be.

    Where some must sit out, it is the best, and they are through."""
    sizes, apart = shape.split(len(going_on.ranking)), apart or {}
    playing = going_on.ranking[sizes.byes :]
    blocks = ((one, other) for one, others in apart.items() for other in others)
    strangers = kept_apart(blocks, _by_table(before))
    tables = first_tables(playing, sizes.tables, apart=strangers, seed=seed)
    if together(tables, apart):  # rather old companions than these
        others = first_tables(playing, sizes.tables, apart=apart, seed=seed)
        tables = min(tables, others, key=lambda found: len(together(found, apart)))
    return tables


def _by_table(finishes: Iterable[Finish[P]]) -> Iterator[list[P]]:
    order = sorted(finishes, key=lambda one: one.table)
    return ([one.player for one in table] for _, table in groupby(order, key=lambda one: one.table))


def path(players: int, each: int, shape: Shape) -> tuple[Sizes, ...]:
    """The tables of each stage down to the final, if nobody shares a place."""
    stages = [shape.split(players)]
    while len(stages[-1].tables) > 1:
        fewer = next_field(each * len(stages[-1].tables), players, shape)
        if fewer >= players:
            raise ValueError("so many of each table go on that nobody is knocked out")
        players = fewer
        stages.append(shape.split(players))
    return tuple(stages)
