"""Who spares whom: a sign for referees to look closer, never a punishment.

At a table of n somebody's hostile actions fall on each of the others with a chance of 1/(n - 1), if they are
aimed at nobody in particular. A pair is flagged if so few, or fewer, would be a wonder.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import comb

import msgspec

from games.tournaments.standings.results import Who

FEWEST = 20  # actions, before anything is said
RARE = Fraction(1, 1000)


class Hostility(msgspec.Struct, frozen=True):
    """Somebody has turned against somebody else; what that is, the game says."""

    by: Who
    against: Who
    table: tuple[Who, ...]  # all who sat there


class Flag(msgspec.Struct, frozen=True):
    """This one spares that one."""

    by: Who
    spared: Who
    actions: int  # at tables where both sat
    hits: int
    chance: Fraction  # of so few, or fewer
    mutual: bool = False  # and the other way round: a strong sign


def flags(actions: Iterable[Hostility]) -> tuple[Flag, ...]:
    """The ordered pairs that stick out, the rarest first."""
    aimed, hits = _counted(actions)
    found = {}
    for pair, sizes in aimed.items():
        if sizes.total() >= FEWEST and (chance := at_most(hits[pair], sizes)) < RARE:
            found[pair] = Flag(*pair, sizes.total(), hits[pair], chance)
    both = {pair for pair in found if pair[::-1] in found}
    flagged = [msgspec.structs.replace(flag, mutual=pair in both) for pair, flag in found.items()]
    return tuple(sorted(flagged, key=lambda flag: (flag.chance, str(flag.by), str(flag.spared))))


Pair = tuple[Who, Who]


def _counted(actions: Iterable[Hostility]) -> tuple[dict[Pair, Counter[int]], Counter[Pair]]:
    """For each ordered pair: actions by the size of the table, and those that hit the other."""
    aimed: dict[Pair, Counter[int]] = {}
    hits: Counter[Pair] = Counter()
    for action in actions:
        hits[action.by, action.against] += 1
        for other in action.table:
            if other != action.by:
                aimed.setdefault((action.by, other), Counter())[len(action.table)] += 1
    return aimed, hits


def at_most(hits: int, sizes: Counter[int]) -> Fraction:
    """The chance of so many hits or fewer, among so many actions at tables of each size."""
    chances = [1] + [0] * hits  # of 0, 1, 2 … hits, in parts of `whole`
    whole = 1
    for size, actions in sizes.items():
        here = [comb(actions, hit) * (size - 2) ** (actions - hit) for hit in range(min(hits, actions) + 1)]
        chances = [
            sum(chances[total - hit] * here[hit] for hit in range(min(total, actions) + 1))
            for total in range(hits + 1)
        ]
        whole *= (size - 1) ** actions
    return Fraction(sum(chances), whole)
