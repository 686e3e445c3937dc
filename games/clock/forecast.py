"""How long a game will take, and when somebody will probably be called.

Counted are decisions that come one after the other: one that several make at the same time counts once.
People are taken to answer independently of each other, but for what is said of the difference between tables;
one where all are slow on the same days is slower than this says.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import hypot, sqrt
from statistics import NormalDist, fmean, median, pstdev, quantiles

from games.clock.pace import Pace, longest_wait
from games.clock.spans import A_DAY, utc

HALVINGS = 40  # of the days between two bounds: far below a second
NARROWEST = 1 / 86_400  # a second in days: where all answer alike, a game still has a spread to reckon with


@dataclass(frozen=True, slots=True)
class Length:
    """Of a game, in days."""

    median: float
    ninetieth: float  # nine games of ten are over by then


@dataclass(frozen=True, slots=True)
class Quartiles:
    """A quarter of the answers took up to `first`, half up to `second`, a quarter more than `third`."""

    first: timedelta
    second: timedelta
    third: timedelta


@dataclass(frozen=True, slots=True)
class Called:
    """Half of the time the call comes between `early` and `late`."""

    early: datetime
    around: datetime
    late: datetime


def length(decisions: Sequence[int], answers: Sequence[timedelta], *, between: float = 0.0) -> Length | None:
    """From the decisions of whole games and the times that answers took; nothing, if there are none yet.

    `between` is by what part of the mean tables differ from each other: slow people are slow all game."""
    if not decisions or not answers:
        return None
    days = [answer / A_DAY for answer in answers]
    mean, spread = fmean(days), pstdev(days)
    games = {
        NormalDist(count * mean, max(hypot(spread * sqrt(count), between * count * mean), NARROWEST)): games
        for count, games in Counter(decisions).items()
    }
    return Length(_quantile(games, 0.5), _quantile(games, 0.9))


def _quantile(games: dict[NormalDist, int], share: float) -> float:
    """By when this share of the games is over: sought between the shortest and the longest kind of game."""
    ends = [kind.inv_cdf(share) for kind in games]
    low, high, all_games = min(ends), max(ends), sum(games.values())
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        over = sum(kind.cdf(middle) * number for kind, number in games.items())
        low, high = (middle, high) if over < share * all_games else (low, middle)
    return max(high, 0.0)


def worst(decisions: Sequence[int], pace: Pace, *, seats: int) -> float:
    """Days of the longest game if everybody uses up all their time: without nights, leave and outages."""
    each = longest_wait(pace) + pace.increment + pace.grace
    return (max(decisions, default=0) * each + seats * pace.allowance) / A_DAY


def typical(decisions: Sequence[int], pace: Pace, *, share: float) -> float:
    """Days of a middling game in which people use this share of the time for a decision, and no bank."""
    count = median(decisions) if decisions else 0
    return count * share * (longest_wait(pace) / A_DAY)


def share_left(decisions: Sequence[int], made: int) -> float | None:
    """What part of a game is probably still to come after so many; nothing, if no such game was counted.

    One that is longer than all of them goes on for one more at least."""
    if not decisions:
        return None
    left = fmean([count - made for count in decisions if count > made] or [1])
    return left / (made + left)


def quartiles(answers: Sequence[timedelta]) -> Quartiles | None:
    """Of the times that answers took; nothing, if there are none yet."""
    if not answers:
        return None
    seconds = [answer.total_seconds() for answer in answers]
    cuts = quantiles(seconds * 2 if len(seconds) == 1 else seconds, n=4, method="inclusive")
    return Quartiles(*(timedelta(seconds=cut) for cut in cuts))


def called_around(at: datetime, before: int, answers: Quartiles) -> Called:
    """When somebody is called, if so many decisions come before.

    The quartiles stand for all answers: their mean for the mean, and the distance to the outer ones for the
    spread, which grows with the root of the number. For one decision that gives the outer quartiles again."""
    mean = (answers.first + answers.second + answers.third) / 3
    around = utc(at) + before * mean
    return Called(
        around - sqrt(before) * (mean - answers.first),
        around,
        around + sqrt(before) * (answers.third - mean),
    )
