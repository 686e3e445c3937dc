"""What is told of an event when it is over: who came where, and who never kept a table waiting. Pure."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.tournaments import reckoning
from games.tournaments.ledger import Story


class Seated(NamedTuple):
    """An entrant at one table."""

    entrant: int
    is_kept: bool  # played to the end by themselves, without a missed deadline, excused or not


def places(story: Story) -> dict[int, int]:
    """The place of everybody who was in it, by number. Whom the standings do not part share one."""
    ranks = _ranks(story)
    found: dict[int, int] = {}
    before = 0
    for position, entrant in enumerate(reckoning.final_order(story), 1):
        is_level = ranks[entrant] == ranks.get(before)
        found[entrant] = found[before] if is_level else position
        before = entrant
    return found


def _ranks(story: Story) -> dict[int, tuple[int, int, int]]:
    """The stage that was the last for somebody, the group there, and the rank in it."""
    return {
        int(row.entrant): (number, section.group, row.rank)
        for number in sorted(story.stages)
        for section in reckoning.sections(story, number)
        for row in section.rows
    }


def punctual(story: Story, seats: Iterable[Seated]) -> set[int]:
    """Who has played all of their tables to the end by themselves, and answered in time at each of them."""
    kept: set[int] = set()
    late = set(_leavers(story))
    for seat in seats:
        (kept if seat.is_kept else late).add(seat.entrant)
    return {number for number in kept - late if not story.people[number].is_out}


def _leavers(story: Story) -> Iterator[int]:
    """Who has left a table, or has lost it by a ruling."""
    for table in story.tables.values():
        if table.verdict is not None:
            yield from (line.entrant for line in table.verdict.lines if line.left)
