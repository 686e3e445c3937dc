"""Forecasts: how long a game will take, and when a player's next turn will probably come.

They are based on counts of consecutive decisions; one that several players make at the same time counts once.
Answer times are assumed to be independent, apart from the difference between slow and fast tables, so a game
whose players are all slow on the same days takes longer than forecast.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import hypot, sqrt
from statistics import NormalDist, fmean, median, pstdev, quantiles

from games.clock.pace import Pace, compute_longest_wait
from games.clock.spans import ONE_DAY, to_utc

BISECTION_STEPS = 40  # of an interval of days, which makes it far shorter than a second
MIN_DEVIATION = 1 / 86_400  # a second, in days: a normal distribution needs some deviation


@dataclass(frozen=True, slots=True)
class LengthQuantiles:
    """The length of a game, in days."""

    median: float
    ninetieth_percentile: float  # nine games out of ten are over by then


@dataclass(frozen=True, slots=True)
class Quartiles:
    """Of answer times: a quarter took up to `first`, half up to `second`, a quarter more than `third`."""

    first: timedelta
    second: timedelta
    third: timedelta


@dataclass(frozen=True, slots=True)
class ForecastInterval:
    """When a turn is expected: between `early` and `late` in half of all cases."""

    early: datetime
    around: datetime
    late: datetime


def forecast_length(
    decisions: Sequence[int], answers: Sequence[timedelta], *, between: float = 0.0
) -> LengthQuantiles | None:
    """Forecast the length from the decisions in whole games and from answer times; None without any.

    `between` is the standard deviation between tables as a share of the mean: slow people stay slow."""
    if not decisions or not answers:
        return None
    days = [answer / ONE_DAY for answer in answers]
    mean, spread = fmean(days), pstdev(days)
    games = {
        NormalDist(
            count * mean, max(hypot(spread * sqrt(count), between * count * mean), MIN_DEVIATION)
        ): games
        for count, games in Counter(decisions).items()
    }
    return LengthQuantiles(_find_quantile(games, 0.5), _find_quantile(games, 0.9))


def _find_quantile(games: dict[NormalDist, int], share: float) -> float:
    """The day by which this share of the games is over, by bisection between the kinds of games."""
    ends = [kind.inv_cdf(share) for kind in games]
    low, high, all_games = min(ends), max(ends), sum(games.values())
    for _ in range(BISECTION_STEPS):
        middle = (low + high) / 2
        over = sum(kind.cdf(middle) * number for kind, number in games.items())
        low, high = (middle, high) if over < share * all_games else (low, middle)
    return max(high, 0.0)


def compute_longest_length(decisions: Sequence[int], pace: Pace, *, seats: int) -> float:
    """Days that the longest game takes if everybody uses all their time, without quiet hours and stops."""
    each = compute_longest_wait(pace) + pace.increment + pace.grace
    return (max(decisions, default=0) * each + seats * pace.allowance) / ONE_DAY


def compute_typical_length(decisions: Sequence[int], pace: Pace, *, share: float) -> float:
    """Days that a median game takes if people use this share of the time for a decision, and no bank."""
    count = median(decisions) if decisions else 0
    return count * share * (compute_longest_wait(pace) / ONE_DAY)


def compute_share_left(decisions: Sequence[int], made: int) -> float | None:
    """The expected share of a game that is left after `made` decisions; None without counts.

    A game longer than all that were counted is expected to have one more decision."""
    if not decisions:
        return None
    left = fmean([count - made for count in decisions if count > made] or [1])
    return left / (made + left)


def compute_quartiles(answers: Sequence[timedelta]) -> Quartiles | None:
    """The quartiles of answer times; None without any."""
    if not answers:
        return None
    seconds = [answer.total_seconds() for answer in answers]
    cuts = quantiles(seconds * 2 if len(seconds) == 1 else seconds, n=4, method="inclusive")
    return Quartiles(*(timedelta(seconds=cut) for cut in cuts))


def forecast_turn(at: datetime, before: int, answers: Quartiles) -> ForecastInterval:
    """Forecast when a player's turn comes, if `before` decisions come first.

    The mean of the quartiles approximates the mean answer time, and their distance from it the spread, which
    grows with the square root of the number. One decision gives exactly the outer quartiles."""
    mean = (answers.first + answers.second + answers.third) / 3
    around = to_utc(at) + before * mean
    return ForecastInterval(
        around - sqrt(before) * (mean - answers.first),
        around,
        around + sqrt(before) * (answers.third - mean),
    )


def count_sittings(answers: Iterable[tuple[int | None, int | None]]) -> int:
    """Count how often a game would wait if all were people without orders, from pairs of seat and decision.

    Consecutive decisions of one seat count once, and so does a decision that several seats make at once."""
    count, present, asked = 0, None, None
    for seat, decision in answers:
        if seat != present and decision != asked:
            count, asked = count + 1, decision
        present = seat
    return count
