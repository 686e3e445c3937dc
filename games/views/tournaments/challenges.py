"""The ladder on its page: whom the reader may challenge, and which challenges wait."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from games.tournaments import laddering
from games.tournaments.models import Entrant, Sitting, Table
from games.tournaments.pairing import starting
from games.tournaments.reckoning import Section
from games.views.tournaments.event import Event

BELOW = 12  # people below the reader who are shown


class Rung(NamedTuple):
    """Somebody whom the reader may challenge."""

    place: int
    number: int
    name: str
    is_full: bool  # has as many tables as anybody may, or as they wish for


class Waiting(NamedTuple):
    """A challenge of the reader's that not all have answered."""

    number: int  # of the table
    names: list[str]


class Ladder(NamedTuple):
    rungs: list[Rung]
    waiting: list[Waiting]
    least: int  # opponents
    most: int


def ladder(event: Event, sections: Sequence[Section]) -> Ladder | None:
    """For somebody who is on a ladder that runs, by its standings."""
    stage, me = event.running, event.mine
    if stage is None or stage.plan.format != "ladder" or me is None or me.state != Entrant.State.ACTIVE:
        return None
    order = [int(row.entrant) for section in sections for row in section.rows]
    reach = laddering.within_reach(stage, me, order)
    above = [number for number in reach if order.index(number) < order.index(me.number)]
    shown = reach[: len(above) + BELOW]
    full = _full(event, stage.plan.cap)
    rungs = [Rung(order.index(one) + 1, one, event.names.get(one, ""), one in full) for one in shown]
    return Ladder(rungs, _waiting(event, me), stage.plan.least - 1, stage.plan.most - 1)


def _waiting(event: Event, me: Entrant) -> list[Waiting]:
    return [
        Waiting(table.number, [one.entrant.name for one in table.sittings.all() if one.entrant_id != me.pk])
        for table in laddering.unanswered(event.tournament, me)
    ]


def _full(event: Event, cap: int) -> set[int]:
    open_ = [Table.State.PLANNED, Table.State.STARTED]
    found = Sitting.objects.filter(table__tournament=event.tournament, table__state__in=open_)
    seats = list(found.values_list("entrant__number", "entrant__cap"))
    caps = {number: wish for number, wish in seats if wish is not None}
    busy = Counter(number for number, _wish in seats)
    return {number for number in busy if busy[number] >= starting.most(number, cap, caps)}
