"""The numbers of each entrant, from all tables at once.

A game that the entrant has not finished itself counts among its games, for nothing, so that nobody improves a
mean by leaving. It does not enter the average by which opponents are weighed: there they met somebody else.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import lcm
from operator import attrgetter

import msgspec

from games.tournaments.standings.exact import ratios, scaled, total
from games.tournaments.standings.points import NOTHING
from games.tournaments.standings.results import Outcome, Who
from games.tournaments.standings.terms import Terms

Result = Sequence[Outcome]  # of one table
_place = attrgetter("place")


class Columns(msgspec.Struct, frozen=True):
    """What tie-breaks look at, all but the lot and direct encounters."""

    points: Fraction
    wins: Fraction
    seconds: Fraction
    thirds: Fraction
    opp: Fraction
    sb: Fraction
    relw: Fraction
    share: Fraction
    share_n: Fraction
    place: Fraction
    average: Fraction  # of the games finished by the entrant itself
    games: int
    byes: int


class Tally(msgspec.Struct):
    """What one entrant has gathered."""

    results: list[tuple[Outcome, int]] = []  # with the size of the table
    byes: list[Fraction] = []
    faced: Fraction | int = 0  # strength of all opponents, in parts of a unit
    beaten: Fraction | int = 0  # of those behind

    def own(self) -> list[Fraction]:
        return [outcome.points for outcome, _ in self.results if outcome.own]


def columns(
    entrants: Iterable[Who], results: Sequence[Result], byes: Iterable[tuple[Who, Fraction]], terms: Terms
) -> dict[Who, Columns]:
    """All numbers of all entrants."""
    tallies = {entrant: Tally() for entrant in entrants}
    for result in results:
        for outcome in result:
            tallies[outcome.entrant].results.append((outcome, len(result)))
    for entrant, points in byes:
        tallies[entrant].byes.append(points)
    averages = {entrant: mean(tally.own(), terms.neutral) for entrant, tally in tallies.items()}
    unit = _weigh(tallies, results, averages)
    return {entrant: _columns(tally, averages[entrant], unit, terms) for entrant, tally in tallies.items()}


def mean(values: Sequence[Fraction | int], otherwise: Fraction = NOTHING) -> Fraction:
    return total(values, len(values)) if values else otherwise


def _weigh(tallies: Mapping[Who, Tally], results: Sequence[Result], averages: Mapping[Who, Fraction]) -> int:
    """Give everybody what their opponents weigh, in parts of the unit that is returned."""
    weights, unit = scaled(averages)
    spread = lcm(*{len(result) - 1 for result in results})
    for result in results:
        _weigh_table(tallies, result, weights, spread // (len(result) - 1))
    return unit * spread


def _weigh_table(
    tallies: Mapping[Who, Tally], result: Result, weights: Mapping[Who, Fraction | int], factor: int
) -> None:
    """From the first place to the last: who is there at all, and who is behind; half of who is level."""
    present = sum(weights[outcome.entrant] for outcome in result)
    behind = 2 * present
    for _, level in groupby(sorted(result, key=_place), key=_place):
        group = list(level)
        here = sum(weights[outcome.entrant] for outcome in group)
        behind -= 2 * here
        for outcome in group:
            tally, weight = tallies[outcome.entrant], weights[outcome.entrant]
            tally.faced += (present - weight) * factor
            if outcome.own:
                tally.beaten += (behind + here - weight) * factor


def _columns(tally: Tally, average: Fraction, unit: int, terms: Terms) -> Columns:
    outcomes = [outcome for outcome, _ in tally.results]
    sizes = {size for _, size in tally.results}
    shares = {size: ratios((o.score, o.whole) for o, at in tally.results if at == size) for size in sizes}
    games = len(outcomes)
    return Columns(
        points=_points(tally, terms.best),
        wins=_times(1, outcomes),
        seconds=_times(2, outcomes),
        thirds=_times(3, outcomes),
        opp=Fraction(tally.faced, unit * games) if games else terms.neutral,
        sb=Fraction(tally.beaten, 2 * unit * games) if games else NOTHING,
        relw=ratios(((outcome.score, outcome.best) for outcome in outcomes), games or 1),
        share=total(shares.values(), games or 1),
        share_n=total((size * share for size, share in shares.items()), games or 1),
        place=mean([outcome.place for outcome in outcomes]),
        average=average,
        games=games,
        byes=len(tally.byes),
    )


def _points(tally: Tally, best: int) -> Fraction:
    points = [outcome.points for outcome, _ in tally.results] + tally.byes
    return total(sorted(points, reverse=True)[:best] if best else points)


def _times(place: int, outcomes: Sequence[Outcome]) -> Fraction:
    """How often this place was reached; of those who share it each has a part."""
    levels = [
        outcome.level
        for outcome in outcomes
        if outcome.own and outcome.place <= place < outcome.place + outcome.level
    ]
    return total(Fraction(levels.count(level), level) for level in set(levels))
