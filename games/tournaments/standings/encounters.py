"""Who came in before whom, where they met."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from collections.abc import Set as AbstractSet
from fractions import Fraction

from games.tournaments.standings.columns import Result
from games.tournaments.standings.results import Outcome, Who


class Encounters:
    """All tables, looked up by who was there."""

    def __init__(self, results: Iterable[Result]) -> None:
        self.results: dict[Who, list[Result]] = defaultdict(list)
        for result in results:
            for outcome in result:
                self.results[outcome.entrant].append(result)

    def among(self, group: Collection[Who]) -> dict[Who, Fraction] | None:
        """How often each came in before others of the group, level as a half; none, unless all have met."""
        members = frozenset(group)
        if not all(self._has_met(entrant, members) for entrant in group):
            return None
        return {entrant: self._part(entrant, members) for entrant in group}

    def _has_met(self, entrant: Who, members: AbstractSet[Who]) -> bool:
        return members <= {outcome.entrant for result in self.results[entrant] for outcome in result}

    def _part(self, entrant: Who, members: AbstractSet[Who]) -> Fraction:
        halves = [_halves(*pair) for pair in self._pairs(entrant, members)]
        return Fraction(sum(halves), 2 * len(halves))

    def _pairs(self, entrant: Who, members: AbstractSet[Who]) -> Iterator[tuple[Outcome, Outcome]]:
        for result in self.results[entrant]:
            mine = next(outcome for outcome in result if outcome.entrant == entrant)
            for other in result:
                if other.entrant != entrant and other.entrant in members:
                    yield mine, other


def _halves(mine: Outcome, other: Outcome) -> int:
    """Two for coming in before the other, one for the same place; nothing in a game that one has left."""
    if not mine.own or mine.place > other.place:
        return 0
    return 1 if mine.place == other.place else 2
