"""Find pairs of players who spare each other: a hint for referees, never a punishment.

If hostile actions are aimed at nobody in particular, each of the others at a table of n is hit with a
probability of 1/(n - 1). A pair is flagged if so few hits, or fewer, would be very unlikely.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import comb

import msgspec

from games.tournaments.standings.results import EntrantId

MIN_ACTIONS = 20  # actions needed before a pair can be flagged
RARE_CHANCE = Fraction(1, 1000)


class HostileAction(msgspec.Struct, frozen=True):
    """One player acted against another; the rules of the game define what counts."""

    by: EntrantId
    against: EntrantId
    table: tuple[EntrantId, ...]  # everybody at the table


class CollusionFlag(msgspec.Struct, frozen=True):
    """A player who seems to spare another."""

    by: EntrantId
    spared: EntrantId
    actions: int  # at tables where both sat
    hits: int
    chance: Fraction  # probability of so few hits, or fewer
    mutual: bool = False  # also the other way round, which is a strong hint


def find_sparing_pairs(actions: Iterable[HostileAction]) -> tuple[CollusionFlag, ...]:
    """Return the ordered pairs that stand out, the least likely first."""
    aimed, hits = _count_actions(actions)
    found = {}
    for pair, sizes in aimed.items():
        if sizes.total() >= MIN_ACTIONS and (chance := compute_tail_chance(hits[pair], sizes)) < RARE_CHANCE:
            found[pair] = CollusionFlag(*pair, sizes.total(), hits[pair], chance)
    both = {pair for pair in found if pair[::-1] in found}
    flagged = [msgspec.structs.replace(flag, mutual=pair in both) for pair, flag in found.items()]
    return tuple(sorted(flagged, key=lambda flag: (flag.chance, str(flag.by), str(flag.spared))))


OrderedPair = tuple[EntrantId, EntrantId]


def _count_actions(
    actions: Iterable[HostileAction],
) -> tuple[dict[OrderedPair, Counter[int]], Counter[OrderedPair]]:
    """For each ordered pair, count actions by table size, and those that hit the other."""
    aimed: dict[OrderedPair, Counter[int]] = {}
    hits: Counter[OrderedPair] = Counter()
    for action in actions:
        hits[action.by, action.against] += 1
        for other in action.table:
            if other != action.by:
                aimed.setdefault((action.by, other), Counter())[len(action.table)] += 1
    return aimed, hits


def compute_tail_chance(hits: int, sizes: Counter[int]) -> Fraction:
    """Return the probability of at most this many hits, given the number of actions per table size."""
    chances = [1] + [0] * hits  # of 0, 1, 2 … hits, as numerators over `whole`
    whole = 1
    for size, actions in sizes.items():
        here = [comb(actions, hit) * (size - 2) ** (actions - hit) for hit in range(min(hits, actions) + 1)]
        chances = [
            sum(chances[total - hit] * here[hit] for hit in range(min(total, actions) + 1))
            for total in range(hits + 1)
        ]
        whole *= (size - 1) ** actions
    return Fraction(sum(chances), whole)
