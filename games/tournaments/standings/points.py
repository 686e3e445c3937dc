"""What a place, or a score, is worth.

Players who share places share the sum of their points. If the mean is the same for every table size, nobody
gains by sitting at a short table; the mean of the TEN system is 5.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Literal, get_args

import msgspec

from games.rules.core.translation import mark
from games.tournaments.standings.exact import format_short, sum_fractions
from games.tournaments.standings.messages import InvalidTournamentData, TranslatableMessage

PointSystem = Literal["TEN", "LIN", "WIN", "SHARE", "SOS", "RELW", "CUSTOM"]
POINT_SYSTEMS: tuple[PointSystem, ...] = get_args(PointSystem)
SCORE_SYSTEMS: frozenset[PointSystem] = frozenset({"SHARE", "SOS", "RELW"})

HUNDRED = Fraction(100)
ZERO = Fraction(0)
PointVector = tuple[Fraction, ...]

TEN: dict[int, tuple[int, ...]] = {
    2: (9, 1),
    3: (10, 4, 1),
    4: (10, 6, 3, 1),
    5: (10, 7, 4, 3, 1),
    6: (10, 7, 6, 4, 2, 1),
    7: (10, 8, 6, 5, 3, 2, 1),
    8: (10, 8, 7, 5, 4, 3, 2, 1),
}


class PointScheme(msgspec.Struct, frozen=True, cache_hash=True):
    """A point system. CUSTOM has vectors defined by the organizer, one for each table size."""

    system: PointSystem = "TEN"
    vectors: tuple[PointVector, ...] = ()

    def __post_init__(self) -> None:
        if self.system not in POINT_SYSTEMS:
            raise InvalidTournamentData(
                mark("There are no points called “{name}”. There are {systems}."),
                name=self.system,
                systems=", ".join(POINT_SYSTEMS),
            )
        if (self.system == "CUSTOM") != bool(self.vectors):
            raise InvalidTournamentData(
                mark(
                    "A list of points for each table size is needed for your own points, and only for those."
                )
            )
        sizes = [len(vector) for vector in self.vectors]
        if len(set(sizes)) < len(sizes) or any(size < 2 for size in sizes):
            raise InvalidTournamentData(
                mark("Give one list of points for each table size, from two players on.")
            )


def build_custom_scheme(*vectors: Sequence[int | Fraction]) -> PointScheme:
    """Build the organizer's own scheme: one list per table size, the winner's points first."""
    return PointScheme("CUSTOM", tuple(tuple(map(Fraction, vector)) for vector in vectors))


@lru_cache
def list_place_points(scheme: PointScheme, size: int) -> PointVector:
    """Return the points of each place at a table of this size."""
    places = range(1, size + 1)
    if scheme.system == "LIN" and size > 1:
        return tuple(Fraction(size - place, size - 1) for place in places)
    if scheme.system == "WIN":
        return tuple(Fraction(place == 1) for place in places)
    known: dict[int, PointVector] = {len(points): points for points in scheme.vectors}
    if scheme.system == "TEN":
        known = {count: tuple(map(Fraction, points)) for count, points in TEN.items()}
    if size not in known:
        raise InvalidTournamentData(
            mark("There are no {system} points for a table of {size}."), system=scheme.system, size=size
        )
    return known[size]


@lru_cache(maxsize=4096)
def share_points(scheme: PointScheme, size: int, first: int, count: int) -> Fraction:
    """Return what each player gets if `count` of them share the places from `first` on."""
    return sum_fractions(list_place_points(scheme, size)[first - 1 : first - 1 + count], count)


def compute_proportions(scores: Sequence[Fraction | int]) -> list[int]:
    """Return integers in the proportion of the scores.

    Negative scores count as zero; if nobody has a positive score, all are equal."""
    unit = lcm(*(score.denominator for score in scores))
    parts = [max((score * unit).numerator, 0) for score in scores]
    return parts if any(parts) else [1] * len(parts)


def compute_score_points(scheme: PointScheme, scores: Sequence[Fraction | int]) -> PointVector:
    """Compute the points of each score for the systems SHARE, SOS and RELW."""
    parts = compute_proportions(scores)
    if scheme.system == "SOS":
        parts = [part**2 for part in parts]
    whole = max(parts) if scheme.system == "RELW" else sum(parts)
    return tuple(Fraction(100 * part, whole) for part in parts)


def compute_neutral_points(scheme: PointScheme, size: int) -> Fraction:
    """Return the expected points at a table of this size, for byes and for opponents without results.

    RELW has no fixed sum, so half of the winner's points is used."""
    if scheme.system == "RELW":
        return HUNDRED / 2
    if scheme.system in SCORE_SYSTEMS:
        return HUNDRED / size
    return share_points(scheme, size, 1, size)


# --- warnings for organizers


def list_scheme_warnings(scheme: PointScheme, sizes: Collection[int]) -> tuple[TranslatableMessage, ...]:
    """List what is odd about a scheme, given the table sizes in play."""
    if scheme.system in SCORE_SYSTEMS or not sizes:
        return ()
    return (
        *_find_uneven_means(scheme, sorted(set(sizes))),
        *_find_inverted_places(scheme, sorted(set(sizes))),
    )


def _find_uneven_means(scheme: PointScheme, sizes: Sequence[int]) -> tuple[TranslatableMessage, ...]:
    means = {size: compute_neutral_points(scheme, size) for size in sizes}
    if len(set(means.values())) == 1:
        return ()
    low, high = min(means, key=means.__getitem__), max(means, key=means.__getitem__)
    message = mark(
        "Tables of {high} are worth more than tables of {low}: on average {more} points against {less}."
    )
    words = {
        "high": str(high),
        "low": str(low),
        "more": format_short(means[high]),
        "less": format_short(means[low]),
    }
    return (TranslatableMessage(message, words),)


def _find_inverted_places(scheme: PointScheme, sizes: Sequence[int]) -> tuple[TranslatableMessage, ...]:
    message = mark("At a table of {size}, place {worse} earns more than place {better}.")
    found = []
    for size in sizes:
        points = list_place_points(scheme, size)
        for place in range(1, size):
            if points[place] > points[place - 1]:
                words = {"size": str(size), "worse": str(place + 1), "better": str(place)}
                found.append(TranslatableMessage(message, words))
    return tuple(found)
