"""Compute the statistics of each entrant from all tables at once.

A game that the entrant did not finish in person counts among their games, for nothing, so that nobody
improves a mean by leaving. It is left out of the average that weighs them as an opponent, because the others
played against somebody else.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import lcm
from operator import attrgetter

import msgspec

from games.tournaments.standings.exact import scale_to_integers, sum_fractions, sum_ratios
from games.tournaments.standings.points import ZERO
from games.tournaments.standings.results import EntrantId, SeatOutcome
from games.tournaments.standings.scoring_terms import ScoringTerms

TableOutcomes = Sequence[SeatOutcome]  # of all seats of one table
_get_place = attrgetter("place")


class EntrantStatistics(msgspec.Struct, frozen=True):
    """The numbers that tie-breaks compare, except the lot and head-to-head results."""

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
    average: Fraction  # of the games that the entrant finished in person
    games: int
    byes: int


class EntrantTally(msgspec.Struct):
    """Everything collected for one entrant."""

    results: list[tuple[SeatOutcome, int]] = []  # with the size of the table
    byes: list[Fraction] = []
    opponent_weight: Fraction | int = 0  # strength of all opponents, in the common unit
    beaten_weight: Fraction | int = 0  # strength of those who finished behind, in half units

    def list_own_points(self) -> list[Fraction]:
        """List the points of the games that the entrant finished in person."""
        return [outcome.points for outcome, _ in self.results if outcome.is_own]


def compute_statistics(
    entrants: Iterable[EntrantId],
    results: Sequence[TableOutcomes],
    byes: Iterable[tuple[EntrantId, Fraction]],
    terms: ScoringTerms,
) -> dict[EntrantId, EntrantStatistics]:
    """Compute the statistics of all entrants."""
    tallies = {entrant: EntrantTally() for entrant in entrants}
    for result in results:
        for outcome in result:
            tallies[outcome.entrant].results.append((outcome, len(result)))
    for entrant, points in byes:
        tallies[entrant].byes.append(points)
    averages = {
        entrant: compute_mean(tally.list_own_points(), terms.neutral) for entrant, tally in tallies.items()
    }
    unit = _weigh_opponents(tallies, results, averages)
    return {
        entrant: _compute_entrant_statistics(tally, averages[entrant], unit, terms)
        for entrant, tally in tallies.items()
    }


def compute_mean(values: Sequence[Fraction | int], otherwise: Fraction = ZERO) -> Fraction:
    """Return the mean, or `otherwise` if there are no values."""
    return sum_fractions(values, len(values)) if values else otherwise


def _weigh_opponents(
    tallies: Mapping[EntrantId, EntrantTally],
    results: Sequence[TableOutcomes],
    averages: Mapping[EntrantId, Fraction],
) -> int:
    """Add up the strength of everybody's opponents; return the unit in which it is counted."""
    weights, unit = scale_to_integers(averages)
    spread = lcm(*{len(result) - 1 for result in results})
    for result in results:
        _weigh_table(tallies, result, weights, spread // (len(result) - 1))
    return unit * spread


def _weigh_table(
    tallies: Mapping[EntrantId, EntrantTally],
    result: TableOutcomes,
    weights: Mapping[EntrantId, Fraction | int],
    factor: int,
) -> None:
    """Add the strength of all opponents at a table, and of those behind; equal places count half."""
    present = sum(weights[outcome.entrant] for outcome in result)
    behind = 2 * present
    for _, level in groupby(sorted(result, key=_get_place), key=_get_place):
        group = list(level)
        here = sum(weights[outcome.entrant] for outcome in group)
        behind -= 2 * here
        for outcome in group:
            tally, weight = tallies[outcome.entrant], weights[outcome.entrant]
            tally.opponent_weight += (present - weight) * factor
            if outcome.is_own:
                tally.beaten_weight += (behind + here - weight) * factor


def _compute_entrant_statistics(
    tally: EntrantTally, average: Fraction, unit: int, terms: ScoringTerms
) -> EntrantStatistics:
    """Turn the tally of one entrant into statistics."""
    outcomes = [outcome for outcome, _ in tally.results]
    sizes = {size for _, size in tally.results}
    shares = {
        size: sum_ratios((o.score, o.table_total) for o, at in tally.results if at == size) for size in sizes
    }
    games = len(outcomes)
    return EntrantStatistics(
        points=_sum_points(tally, terms.best),
        wins=_count_places(1, outcomes),
        seconds=_count_places(2, outcomes),
        thirds=_count_places(3, outcomes),
        opp=Fraction(tally.opponent_weight, unit * games) if games else terms.neutral,
        sb=Fraction(tally.beaten_weight, 2 * unit * games) if games else ZERO,
        relw=sum_ratios(((outcome.score, outcome.best) for outcome in outcomes), games or 1),
        share=sum_fractions(shares.values(), games or 1),
        share_n=sum_fractions((size * share for size, share in shares.items()), games or 1),
        place=compute_mean([outcome.place for outcome in outcomes]),
        average=average,
        games=games,
        byes=len(tally.byes),
    )


def _sum_points(tally: EntrantTally, best: int) -> Fraction:
    """Sum the points of games and byes; only the best results if `best` is set."""
    points = [outcome.points for outcome, _ in tally.results] + tally.byes
    return sum_fractions(sorted(points, reverse=True)[:best] if best else points)


def _count_places(place: int, outcomes: Sequence[SeatOutcome]) -> Fraction:
    """Count how often this place was reached; players who share it get a fraction each."""
    levels = [
        outcome.tie_size
        for outcome in outcomes
        if outcome.is_own and outcome.place <= place < outcome.place + outcome.tie_size
    ]
    return sum_fractions(Fraction(levels.count(level), level) for level in set(levels))
