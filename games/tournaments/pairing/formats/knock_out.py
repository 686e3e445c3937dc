"""Knock-out with tables of several players: the best of each table advance.

The best of the others, the wild cards, fill up the tables of the next stage.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Generic

from games.tournaments.pairing.avoidances import AvoidanceMap, build_avoidances, find_unwanted_pairs
from games.tournaments.pairing.first_round import build_first_tables
from games.tournaments.pairing.lots import compute_lot
from games.tournaments.pairing.meetings import P
from games.tournaments.pairing.table_sizes import TableShape, TableSizes


@dataclass(frozen=True, slots=True)
class PlayerFinish(Generic[P]):
    """How one player finished at their table, as computed for the standings."""

    player: P
    table: int
    place: int  # equal if the game's own tie-break did not separate them: 1, 2, 2, 4
    relative: Fraction = Fraction()  # score divided by the winner's score
    share: Fraction = Fraction()  # part of all scores at the table, times its size
    active: bool = True  # may advance


@dataclass(frozen=True, slots=True)
class AdvancingPlayers(Generic[P]):
    """The players who advance, the best first."""

    qualified: tuple[P, ...]  # by their place at the table
    wild_cards: tuple[P, ...] = ()

    @property
    def ranking(self) -> tuple[P, ...]:
        """Everybody who advances: first the qualified, then the wild cards."""
        return self.qualified + self.wild_cards


def rank_finishes(finishes: Iterable[PlayerFinish[P]], seed: str) -> list[PlayerFinish[P]]:
    """Rank all players of a stage by place, then score relative to the winner, then share, then lot."""
    return sorted(
        finishes, key=lambda one: (one.place, -one.relative, -one.share, compute_lot(seed, one.player))
    )


def select_advancing(
    finishes: Iterable[PlayerFinish[P]], each: int, shape: TableShape, seed: str, *, wanted: int = 0
) -> AdvancingPlayers[P]:
    """Select `each` players of every table, and all who share the last of these places; then wild cards.

    The next stage has `wanted` players; 0 means as few as fill whole tables. Anybody who may not advance is
    replaced by the next player in the ranking."""
    order = rank_finishes(finishes, seed)
    safe = [one for one in order if one.active and one.place <= each]
    others = [one for one in order if one.active and one.place > each]
    tables = len({one.table for one in order})
    field = wanted or compute_field_size(max(each * tables, len(safe)), len(order), shape)
    more = max(0, field - len(safe))
    return AdvancingPlayers(tuple(one.player for one in safe), tuple(one.player for one in others[:more]))


def compute_field_size(qualified: int, players: int, shape: TableShape) -> int:
    """Round up to full tables; keep the number as it is if nobody would be eliminated otherwise."""
    full = -(-qualified // shape.size) * shape.size
    return full if full < players else qualified


def build_next_tables(
    going_on: AdvancingPlayers[P],
    before: Iterable[PlayerFinish[P]],
    shape: TableShape,
    seed: str,
    *,
    apart: AvoidanceMap[P] | None = None,
) -> list[list[P]]:
    """Deal the ranking to tables in a snake, separating players who come from the same table if possible.

    If some must sit out, the best do, and they advance without playing."""
    sizes, apart = shape.split(len(going_on.ranking)), apart or {}
    playing = going_on.ranking[sizes.byes :]
    blocks = ((one, other) for one, others in apart.items() for other in others)
    strangers = build_avoidances(blocks, _group_by_table(before))
    tables = build_first_tables(playing, sizes.tables, apart=strangers, seed=seed)
    if find_unwanted_pairs(tables, apart):  # meeting again is better than a pair that should be kept apart
        others = build_first_tables(playing, sizes.tables, apart=apart, seed=seed)
        tables = min(tables, others, key=lambda found: len(find_unwanted_pairs(found, apart)))
    return tables


def _group_by_table(finishes: Iterable[PlayerFinish[P]]) -> Iterator[list[P]]:
    order = sorted(finishes, key=lambda one: one.table)
    return ([one.player for one in table] for _, table in groupby(order, key=lambda one: one.table))


def list_stage_sizes(players: int, each: int, shape: TableShape) -> tuple[TableSizes, ...]:
    """Return the table sizes of each stage down to the final, assuming that nobody shares a place."""
    stages = [shape.split(players)]
    while len(stages[-1].tables) > 1:
        fewer = compute_field_size(each * len(stages[-1].tables), players, shape)
        if fewer >= players:
            raise ValueError("so many of each table go on that nobody is knocked out")
        players = fewer
        stages.append(shape.split(players))
    return tuple(stages)
