"""What a place, or a score, is worth.

Players who share places share the sum of their points. Where the mean is the same for every size of table,
nobody gains by sitting at a short one; that of TEN is 5.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Literal, get_args

import msgspec

from games.rules.core.speech import mark
from games.tournaments.standings.exact import short, total
from games.tournaments.standings.words import Sentence, Unfit

System = Literal["TEN", "LIN", "WIN", "SHARE", "SOS", "RELW", "CUSTOM"]
SYSTEMS: tuple[System, ...] = get_args(System)
BY_SCORE: frozenset[System] = frozenset({"SHARE", "SOS", "RELW"})

HUNDRED = Fraction(100)
NOTHING = Fraction(0)
Vector = tuple[Fraction, ...]

TEN: dict[int, tuple[int, ...]] = {
    2: (9, 1),
    3: (10, 4, 1),
    4: (10, 6, 3, 1),
    5: (10, 7, 4, 3, 1),
    6: (10, 7, 6, 4, 2, 1),
    7: (10, 8, 6, 5, 3, 2, 1),
    8: (10, 8, 7, 5, 4, 3, 2, 1),
}


class Scheme(msgspec.Struct, frozen=True, cache_hash=True):
    """A way of giving points. The organizer's own vectors are for CUSTOM, one for each size."""

    system: System = "TEN"
    vectors: tuple[Vector, ...] = ()

    def __post_init__(self) -> None:
        if self.system not in SYSTEMS:
            raise Unfit(
                mark("There are no points called “{name}”. There are {systems}."),
                name=self.system,
                systems=", ".join(SYSTEMS),
            )
        if (self.system == "CUSTOM") != bool(self.vectors):
            raise Unfit(mark("Points of your own, and only they, need a list of points for each table size."))
        sizes = [len(vector) for vector in self.vectors]
        if len(set(sizes)) < len(sizes) or any(size < 2 for size in sizes):
            raise Unfit(mark("Give one list of points for each table size, from two players on."))


def custom(*vectors: Sequence[int | Fraction]) -> Scheme:
    """The organizer's own points: a list for each size, the winner's first."""
    return Scheme("CUSTOM", tuple(tuple(map(Fraction, vector)) for vector in vectors))


@lru_cache
def vector(scheme: Scheme, size: int) -> Vector:
    """The points of each place at a table of this size."""
    places = range(1, size + 1)
    if scheme.system == "LIN" and size > 1:
        return tuple(Fraction(size - place, size - 1) for place in places)
    if scheme.system == "WIN":
        return tuple(Fraction(place == 1) for place in places)
    known: dict[int, Vector] = {len(points): points for points in scheme.vectors}
    if scheme.system == "TEN":
        known = {count: tuple(map(Fraction, points)) for count, points in TEN.items()}
    if size not in known:
        raise Unfit(
            mark("There are no {system} points for a table of {size}."), system=scheme.system, size=size
        )
    return known[size]


@lru_cache(maxsize=4096)
def shared(scheme: Scheme, size: int, first: int, count: int) -> Fraction:
    """What each of so many gets who share the places from `first` on."""
    return total(vector(scheme, size)[first - 1 : first - 1 + count], count)


def proportions(scores: Sequence[Fraction | int]) -> list[int]:
    """Whole numbers in the proportion of the scores. Below nothing is nothing, and where nobody has anything
    all have the same."""
    unit = lcm(*(score.denominator for score in scores))
    parts = [max((score * unit).numerator, 0) for score in scores]
    return parts if any(parts) else [1] * len(parts)


def of_scores(scheme: Scheme, scores: Sequence[Fraction | int]) -> Vector:
    """SHARE, SOS and RELW: what each score is worth beside the others."""
    parts = proportions(scores)
    if scheme.system == "SOS":
        parts = [part**2 for part in parts]
    whole = max(parts) if scheme.system == "RELW" else sum(parts)
    return tuple(Fraction(100 * part, whole) for part in parts)


def neutral(scheme: Scheme, size: int) -> Fraction:
    """What one can expect at a table of this size: for a bye, and for whom nothing is known of.

    RELW has no fixed sum; half of what the winner gets is in the middle."""
    if scheme.system == "RELW":
        return HUNDRED / 2
    if scheme.system in BY_SCORE:
        return HUNDRED / size
    return shared(scheme, size, 1, size)


# --- what an organizer should look at


def doubts(scheme: Scheme, sizes: Collection[int]) -> tuple[Sentence, ...]:
    """What is odd about these points, if tables of these sizes are played."""
    if scheme.system in BY_SCORE or not sizes:
        return ()
    return (*_uneven(scheme, sorted(set(sizes))), *_upside_down(scheme, sorted(set(sizes))))


def _uneven(scheme: Scheme, sizes: Sequence[int]) -> tuple[Sentence, ...]:
    means = {size: neutral(scheme, size) for size in sizes}
    if len(set(means.values())) == 1:
        return ()
    low, high = min(means, key=means.__getitem__), max(means, key=means.__getitem__)
    message = mark(
        "Tables of {high} are worth more than tables of {low}: on average {more} points against {less}."
    )
    words = {"high": str(high), "low": str(low), "more": short(means[high]), "less": short(means[low])}
    return (Sentence(message, words),)


def _upside_down(scheme: Scheme, sizes: Sequence[int]) -> tuple[Sentence, ...]:
    message = mark("At a table of {size} place {worse} earns more than place {better}.")
    found = []
    for size in sizes:
        points = vector(scheme, size)
        for place in range(1, size):
            if points[place] > points[place - 1]:
                words = {"size": str(size), "worse": str(place + 1), "better": str(place)}
                found.append(Sentence(message, words))
    return tuple(found)
