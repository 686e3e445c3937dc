"""The final report of a tournament: final places, and who never missed a deadline. Pure."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.tournaments.ledger.state import TournamentState
from games.tournaments.standings import from_state


class PlayedSeat(NamedTuple):
    """An entrant's seat at one table."""

    entrant: int
    is_punctual: bool  # played to the end by the entrant without missing a deadline, excused or not


def compute_final_places(state: TournamentState) -> dict[int, int]:
    """Compute the final place of everybody, by number. Entrants level in the standings share a place."""
    ranks = _compute_ranks(state)
    found: dict[int, int] = {}
    before = 0
    for position, entrant in enumerate(from_state.compute_final_order(state), 1):
        is_level = ranks[entrant] == ranks.get(before)
        found[entrant] = found[before] if is_level else position
        before = entrant
    return found


def _compute_ranks(state: TournamentState) -> dict[int, tuple[int, int, int]]:
    """Map entrants to their last stage, their group there, and their rank in it."""
    return {
        int(row.entrant): (number, section.group, row.rank)
        for number in sorted(state.stages)
        for section in from_state.compute_standings(state, number)
        for row in section.rows
    }


def find_punctual_entrants(state: TournamentState, seats: Iterable[PlayedSeat]) -> set[int]:
    """Find entrants who played all their tables to the end themselves and always answered in time."""
    kept: set[int] = set()
    late = set(_find_leavers(state))
    for seat in seats:
        (kept if seat.is_punctual else late).add(seat.entrant)
    return {number for number in kept - late if not state.entrants[number].is_out}


def _find_leavers(state: TournamentState) -> Iterator[int]:
    """Yield entrants who left a table or lost it by a ruling."""
    for table in state.tables.values():
        if table.verdict is not None:
            yield from (line.entrant for line in table.verdict.lines if line.left)
