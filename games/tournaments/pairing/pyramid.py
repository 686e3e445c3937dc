"""A league over seasons: one group on top, two below, then four, then eight; people move up and down.

The winner of a group goes up, the last two go down: each tier has twice as many groups as the one above, so
as many come as go. Where they do not, since people leave, return or are new, tiers are filled from the top.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Literal

from games.tournaments.pairing.apart import Apart
from games.tournaments.pairing.lots import drawn, lot
from games.tournaments.pairing.seeding import parted
from games.tournaments.pairing.tables import P

Move = Literal["promoted", "relegated", "stays", "returns", "new"]
Rank = tuple[int, Fraction, str]  # the best first: place, points a game, lot
MOVES: tuple[Move, ...] = ("promoted", "relegated", "stays", "returns", "new")  # the order of the deal

SIZE = 7
LARGER = 6  # groups at most that have one more
AWAY = 2  # seasons after which somebody still has their tier
DOWN = 2  # of each group


@dataclass(frozen=True, slots=True)
class Record(Generic[P]):
    """How somebody ended last season. Tier 0 is the top."""

    player: P
    tier: int
    group: int
    place: int  # in the group, from 1
    per_game: Fraction = Fraction()  # points


@dataclass(frozen=True, slots=True)
class Absence(Generic[P]):
    """Somebody who comes back."""

    player: P
    tier: int  # where they last played
    seasons: int  # missed since then


@dataclass(frozen=True, slots=True)
class Season(Generic[P]):
    """The groups of each tier, how everybody came there, and for whom there is no place yet."""

    tiers: tuple[tuple[tuple[P, ...], ...], ...]
    moves: Mapping[P, Move]
    waiting: tuple[P, ...] = ()


def shape(players: int, size: int = SIZE) -> tuple[tuple[int, ...], ...]:
    """The sizes of the groups, tier by tier. The lowest groups take one more each, as far as that goes."""
    groups, more = divmod(players, size)
    sizes = [size] * groups
    for lowest in range(1, min(more, groups, LARGER) + 1):
        sizes[-lowest] += 1
    tiers: list[tuple[int, ...]] = []
    while sizes:
        wide = 2 ** len(tiers)
        tiers.append(tuple(sorted(sizes[:wide], reverse=True)))
        del sizes[:wide]
    return tuple(tiers)


def next_season(
    records: Iterable[Record[P]],
    *,
    leaving: Collection[P] = (),
    returning: Iterable[Absence[P]] = (),
    newcomers: Sequence[P] = (),
    size: int = SIZE,
    apart: Apart[P] | None = None,
    seed: str = "",
) -> Season[P]:
    """Everybody moves, then tiers are filled from the top; of newcomers the last ones may have to wait.

    In the first season all are new, the best seeds on top."""
    records, returning = list(records), list(returning)
    places = _wishes(records, seed)
    places |= {one.player: _returning(one, seed) for one in returning if one.seasons <= AWAY}
    places = {player: place for player, place in places.items() if player not in leaving}
    new = [*(one.player for one in returning if one.seasons > AWAY), *newcomers]
    sizes = shape(len(places) + len(new), size)
    people, waiting = _filled(places, new, [sum(groups) for groups in sizes])
    moves = {player: move for tier in people for player, move in tier.items()}
    return Season(_groups(people, sizes, apart or {}, seed), moves, waiting)


# --- up and down


@dataclass(frozen=True, slots=True)
class _Place:
    """Where somebody belongs after the season, and how good they were where they come from."""

    tier: int
    move: Move
    origin: int | None  # the tier of last season
    rank: Rank


def _wishes(records: Sequence[Record[P]], seed: str) -> dict[P, _Place]:
    """What everybody has earned, leavers too: whoever takes their place is found afterwards."""
    last = max((one.tier for one in records), default=0)
    down = {one for tier in range(last) for one in _relegated(records, tier, seed)}
    found = {}
    for one in records:
        up = one.place == 1 and one.tier > 0
        move: Move = "promoted" if up else "relegated" if one.player in down else "stays"
        found[one.player] = _Place(one.tier - up + (one.player in down), move, one.tier, _rank(one, seed))
    return found


def _returning(one: Absence[P], seed: str) -> _Place:
    return _Place(one.tier, "returns", None, (0, Fraction(), lot(seed, one.player)))


def _rank(one: Record[P], seed: str) -> Rank:
    return one.place, -one.per_game, lot(seed, one.player)


def _relegated(records: Sequence[Record[P]], tier: int, seed: str) -> list[P]:
    """Of the last two of each group as many as come up from below, the last ones before the last but one."""
    below = len({one.group for one in records if one.tier == tier + 1})
    sizes = Counter(one.group for one in records if one.tier == tier)
    weak = [one for one in records if one.tier == tier and one.place > sizes[one.group] - DOWN]
    weak.sort(key=lambda one: (sizes[one.group] - one.place, one.per_game, lot(seed, one.player)))
    return [one.player for one in weak[:below]]


# --- tiers from the top


def _filled(
    places: Mapping[P, _Place], new: Sequence[P], rooms: Sequence[int]
) -> tuple[list[dict[P, Move]], tuple[P, ...]]:
    """Who plays in each tier, and how they came there; and for whom there is no room."""
    left, fresh, tiers = dict(places), list(new), list[dict[P, Move]]()
    for tier, room in enumerate(rooms):
        here = sorted(
            (player for player in left if left[player].tier <= tier), key=lambda one: _claim(left[one])
        )[:room]
        others = sorted(left.keys() - set(here), key=lambda one: _vacancy(left[one], tier))
        here += others[: room - len(here)]
        found = {player: _move(left.pop(player), tier) for player in here}
        missing = room - len(found)
        tiers.append(found | dict.fromkeys(fresh[:missing], "new"))
        del fresh[:missing]
    return tiers, (*sorted(left, key=lambda one: _claim(left[one])), *fresh)


def _claim(place: _Place) -> tuple[int, int, Rank]:
    """Where there are too many, the last of those who stay go; whoever has come down does not go again."""
    return place.tier, MOVES.index("stays") if place.move == "stays" else 0, place.rank


def _vacancy(place: _Place, tier: int) -> tuple[int, int, Rank]:
    """Where there are too few: the best second from below, then who would go down, then others below."""
    if place.origin == tier + 1 and place.rank[0] == 2:
        return 0, 0, place.rank
    return (1 if place.origin == tier else 2), place.tier, place.rank


def _move(place: _Place, tier: int) -> Move:
    if place.origin is None:
        return "returns"
    return "promoted" if tier < place.origin else "relegated" if tier > place.origin else "stays"


# --- groups


def _groups(
    tiers: Sequence[Mapping[P, Move]], sizes: Sequence[Sequence[int]], apart: Apart[P], seed: str
) -> tuple[tuple[tuple[P, ...], ...], ...]:
    """One after the other to each group in turn: those who came up, who came down, who stayed, and so on."""
    found = []
    for tier, (people, groups) in enumerate(zip(tiers, sizes, strict=True)):
        by_lot = drawn(people, f"{seed}|tier {tier + 1}")
        order = sorted(by_lot, key=lambda player: MOVES.index(people[player]))
        dealt = [order[group :: len(groups)] for group in range(len(groups))]
        found.append(tuple(map(tuple, parted(dealt, order, apart, seed))))
    return tuple(found)
