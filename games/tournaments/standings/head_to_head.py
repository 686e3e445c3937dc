"""Head-to-head results: who finished ahead of whom at the tables where they met."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet
from fractions import Fraction

from games.tournaments.standings.results import EntrantId, SeatOutcome
from games.tournaments.standings.statistics import TableOutcomes


class HeadToHead:
    """All tables, indexed by entrant."""

    def __init__(self, results: Iterable[TableOutcomes]) -> None:
        self.results: dict[EntrantId, list[TableOutcomes]] = defaultdict(list)
        for result in results:
            for outcome in result:
                self.results[outcome.entrant].append(result)

    def compare_group(self, group: Collection[EntrantId]) -> dict[EntrantId, Fraction] | None:
        """Return how often each finished ahead of others in the group; None unless all have met.

        A shared place counts as half."""
        members = frozenset(group)
        if not all(self._has_met(entrant, members) for entrant in group):
            return None
        return {entrant: self._compute_share(entrant, members) for entrant in group}

    def _has_met(self, entrant: EntrantId, members: AbstractSet[EntrantId]) -> bool:
        return members <= {outcome.entrant for result in self.results[entrant] for outcome in result}

    def _compute_share(self, entrant: EntrantId, members: AbstractSet[EntrantId]) -> Fraction:
        halves = [_count_halves(*pair) for pair in self._pairs(entrant, members)]
        return Fraction(sum(halves), 2 * len(halves))

    def _pairs(
        self, entrant: EntrantId, members: AbstractSet[EntrantId]
    ) -> Iterator[tuple[SeatOutcome, SeatOutcome]]:
        for result in self.results[entrant]:
            mine = next(outcome for outcome in result if outcome.entrant == entrant)
            for other in result:
                if other.entrant != entrant and other.entrant in members:
                    yield mine, other


def _count_halves(mine: SeatOutcome, other: SeatOutcome) -> int:
    """Return 2 for finishing ahead, 1 for the same place, else 0; also 0 if one did not finish in person."""
    if not mine.is_own or mine.place > other.place:
        return 0
    return 1 if mine.place == other.place else 2
