"""The ladder on its page: whom the reader may challenge, and which challenges wait."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from games.tournaments import laddering
from games.tournaments.models import Entrant, Sitting, Table
from games.tournaments.reckoning import Section
from games.views.tournaments.event import Event

BELOW = 12  # people below the reader who are shown


class Rung(NamedTuple):
    """Somebody whom the reader may challenge."""

    place: int
    number: int
    name: str
    is_full: bool  # has as many tables as anybody may


class Ladder(NamedTuple):
    rungs: list[Rung]
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
    busy = _busy(event)
    rungs = [
        Rung(order.index(one) + 1, one, event.names.get(one, ""), busy[one] >= stage.plan.cap)
        for one in shown
    ]
    return Ladder(rungs, stage.plan.least - 1, stage.plan.most - 1)


def _busy(event: Event) -> Counter[int]:
    open_ = [Table.State.PLANNED, Table.State.STARTED]
    found = Sitting.objects.filter(table__tournament=event.tournament, table__state__in=open_)
    return Counter(found.values_list("entrant__number", flat=True))
