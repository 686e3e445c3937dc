"""A league over seasons: one group in the top tier, two below it, then four, then eight.

The winner of a group is promoted, the last two are relegated. Each tier has twice as many groups as the one
above, so promotions and relegations balance. Where they do not, because players leave, return or are new,
tiers are filled from the top.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Literal

from games.tournaments.pairing.avoidances import AvoidanceMap
from games.tournaments.pairing.first_round import deal_rows, separate_players
from games.tournaments.pairing.group_sizes import split_into_groups
from games.tournaments.pairing.lots import compute_lot, order_by_lot
from games.tournaments.pairing.meetings import P
from games.tournaments.pairing.table_sizes import TableShape

TierMove = Literal["promoted", "relegated", "stays", "returns", "new"]
RankKey = tuple[int, Fraction, str]  # place, points per game, lot; the smallest is the best
TIER_MOVES: tuple[TierMove, ...] = ("promoted", "relegated", "stays", "returns", "new")  # order of dealing

GROUP_SIZE = 7
MAX_SEASONS_AWAY = 2  # seasons somebody may miss and keep their tier
RELEGATED_PER_GROUP = 2  # relegated players of each group
DEFAULT_SHAPE = TableShape()


@dataclass(frozen=True, slots=True)
class SeasonRecord(Generic[P]):
    """How a player finished last season. Tier 0 is the top."""

    player: P
    tier: int
    group: int
    place: int  # in the group, from 1
    per_game: Fraction = Fraction()  # points


@dataclass(frozen=True, slots=True)
class ReturningPlayer(Generic[P]):
    """A player who comes back after missing seasons."""

    player: P
    tier: int  # where they last played
    seasons: int  # missed since then


@dataclass(frozen=True, slots=True)
class Season(Generic[P]):
    """The groups of each tier, and how each player got there."""

    tiers: tuple[tuple[tuple[P, ...], ...], ...]
    moves: Mapping[P, TierMove]


def compute_tier_sizes(
    players: int, size: int = GROUP_SIZE, shape: TableShape = DEFAULT_SHAPE
) -> tuple[tuple[int, ...], ...]:
    """Return the group sizes, tier by tier: everybody is in a group, and the odd ones are the lowest."""
    sizes = sorted(split_into_groups(players, size, shape), key=lambda group: (abs(group - size), -group))
    tiers: list[tuple[int, ...]] = []
    while sizes:
        wide = 2 ** len(tiers)
        tiers.append(tuple(sorted(sizes[:wide], reverse=True)))
        del sizes[:wide]
    return tuple(tiers)


def build_next_season(
    records: Iterable[SeasonRecord[P]],
    *,
    leaving: Collection[P] = (),
    returning: Iterable[ReturningPlayer[P]] = (),
    newcomers: Sequence[P] = (),
    size: int = GROUP_SIZE,
    shape: TableShape = DEFAULT_SHAPE,
    apart: AvoidanceMap[P] | None = None,
    seed: str = "",
) -> Season[P]:
    """Promote and relegate everybody, then fill tiers from the top, with newcomers at the bottom.

    In the first season everybody is new, and the best seeds start at the top."""
    records, returning = list(records), list(returning)
    places = _compute_earned_places(records, seed)
    places |= {
        one.player: _place_returning_player(one, seed) for one in returning if one.seasons <= MAX_SEASONS_AWAY
    }
    places = {player: place for player, place in places.items() if player not in leaving}
    new = [*(one.player for one in returning if one.seasons > MAX_SEASONS_AWAY), *newcomers]
    sizes = compute_tier_sizes(len(places) + len(new), size, shape)
    people = _fill_tiers(places, new, [sum(groups) for groups in sizes])
    moves = {player: move for tier in people for player, move in tier.items()}
    return Season(_deal_groups(people, sizes, apart or {}, seed), moves)


# --- promotion and relegation


@dataclass(frozen=True, slots=True)
class _TierPlace:
    """Where a player belongs after the season, and how well they did in the tier they come from."""

    tier: int
    move: TierMove
    origin: int | None  # the tier of last season
    rank: RankKey


def _compute_earned_places(records: Sequence[SeasonRecord[P]], seed: str) -> dict[P, _TierPlace]:
    """Compute the tier everybody has earned, leavers included; their places are filled afterwards."""
    last = max((one.tier for one in records), default=0)
    down = {one for tier in range(last) for one in _list_relegated(records, tier, seed)}
    found = {}
    for one in records:
        up = one.place == 1 and one.tier > 0
        move: TierMove = "promoted" if up else "relegated" if one.player in down else "stays"
        found[one.player] = _TierPlace(
            one.tier - up + (one.player in down), move, one.tier, _rank_key(one, seed)
        )
    return found


def _place_returning_player(one: ReturningPlayer[P], seed: str) -> _TierPlace:
    """Put a returning player into the tier where they last played."""
    return _TierPlace(one.tier, "returns", None, (0, Fraction(), compute_lot(seed, one.player)))


def _rank_key(one: SeasonRecord[P], seed: str) -> RankKey:
    """Sort key within a tier, the best first."""
    return one.place, -one.per_game, compute_lot(seed, one.player)


def _list_relegated(records: Sequence[SeasonRecord[P]], tier: int, seed: str) -> list[P]:
    """List whom a tier relegates: as many of the last two of each group as there are groups below.

    The last of every group go before the last but one."""
    below = len({one.group for one in records if one.tier == tier + 1})
    sizes = Counter(one.group for one in records if one.tier == tier)
    weak = [one for one in records if one.tier == tier and one.place > sizes[one.group] - RELEGATED_PER_GROUP]
    weak.sort(key=lambda one: (sizes[one.group] - one.place, one.per_game, compute_lot(seed, one.player)))
    return [one.player for one in weak[:below]]


# --- filling tiers from the top


def _fill_tiers(
    places: Mapping[P, _TierPlace], new: Sequence[P], rooms: Sequence[int]
) -> list[dict[P, TierMove]]:
    """Assign players to tiers with the way each came there. There is room for exactly everybody."""
    left, fresh, tiers = dict(places), list(new), list[dict[P, TierMove]]()
    for tier, room in enumerate(rooms):
        here = sorted(
            (player for player in left if left[player].tier <= tier), key=lambda one: _claim_key(left[one])
        )[:room]
        others = sorted(left.keys() - set(here), key=lambda one: _vacancy_key(left[one], tier))
        here += others[: room - len(here)]
        found = {player: _classify_move(left.pop(player), tier) for player in here}
        missing = room - len(found)
        tiers.append(found | dict.fromkeys(fresh[:missing], "new"))
        del fresh[:missing]
    return tiers


def _claim_key(place: _TierPlace) -> tuple[int, int, RankKey]:
    """Sort key for a tier with too many players: the last of those who stay drop out first.

    Whoever has just been relegated is not relegated again."""
    return place.tier, TIER_MOVES.index("stays") if place.move == "stays" else 0, place.rank


def _vacancy_key(place: _TierPlace, tier: int) -> tuple[int, int, RankKey]:
    """Sort key for a tier with too few: runners-up from below, then its relegated players, then others."""
    if place.origin == tier + 1 and place.rank[0] == 2:
        return 0, 0, place.rank
    return (1 if place.origin == tier else 2), place.tier, place.rank


def _classify_move(place: _TierPlace, tier: int) -> TierMove:
    """Tell how a player got to this tier, compared with the tier of last season."""
    if place.origin is None:
        return "returns"
    return "promoted" if tier < place.origin else "relegated" if tier > place.origin else "stays"


# --- groups


def _deal_groups(
    tiers: Sequence[Mapping[P, TierMove]], sizes: Sequence[Sequence[int]], apart: AvoidanceMap[P], seed: str
) -> tuple[tuple[tuple[P, ...], ...], ...]:
    """Deal players to the groups of their tier in turn: promoted, relegated, staying, returning, new."""
    found = []
    for tier, (people, groups) in enumerate(zip(tiers, sizes, strict=True)):
        by_lot = order_by_lot(people, f"{seed}|tier {tier + 1}")
        order = sorted(by_lot, key=lambda player: TIER_MOVES.index(people[player]))
        dealt = deal_rows(order, groups, turning=False)
        found.append(tuple(map(tuple, separate_players(dealt, order, apart, seed))))
    return tuple(found)
