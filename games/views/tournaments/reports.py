"""The report of an event that is over, for its home page: its size, who came first, who was punctual."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import islice
from math import ceil
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from games.tournaments.models import Sitting, Stage, Tournament
from games.tournaments.models.table import COUNTED
from games.tournaments.reckoning import Section
from games.views.tournaments import sheets
from games.views.tournaments.event import Event

FIRST = 6  # who are told with their reasons
NAMED = 3  # of the punctual
A_DAY = timedelta(days=1)


class Placed(NamedTuple):
    """One of the first."""

    place: int
    number: int
    name: str
    points: str  # of the last stage; of an earlier one they say nothing here
    why: str
    state: str
    is_mine: bool


class Report(NamedTuple):
    entrants: int
    tables: int
    starts: int  # seats that people have played themselves
    days: int
    first: list[Placed]
    punctual: list[tuple[int, str]]
    more: int  # who were punctual, too


def of(event: Event, sections: Sequence[Section]) -> Report | None:
    """Of a finished event; these are the standings of its last stage."""
    found = event.tournament
    if found.state != Tournament.State.FINISHED:
        return None
    people = list(
        found.entrants.order_by("place", "number").values_list("number", "name", "place", "is_punctual")
    )
    event.names = {number: name for number, name, _place, _is in people}  # asked for once
    places = {number: place for number, _name, place, _is in people if place is not None}
    punctual = sorted((name.lower(), number) for number, name, _place, is_punctual in people if is_punctual)
    if not places:
        return None
    return Report(
        entrants=len(places),
        **_played(found),
        days=_days(found),
        first=_first(event, sections, dict(islice(places.items(), FIRST))),
        punctual=[(number, event.names[number]) for _name, number in punctual[:NAMED]],
        more=len(punctual[NAMED:]),
    )


def _played(tournament: Tournament) -> dict[str, int]:
    """Tables that count, and the seats there that were not a bot's or a stand-in's in the end."""
    themselves = Q(sittings__kind=Sitting.Kind.SELF, sittings__entrant__bot="")
    return tournament.tables.filter(state__in=COUNTED).aggregate(
        tables=Count("pk", distinct=True), starts=Count("sittings", filter=themselves)
    )


def _days(tournament: Tournament) -> int:
    """From the first draw to the last result; a day that has begun counts."""
    begun, ended = tournament.frozen_at, tournament.ended_at
    return max(1, ceil((ended - begun) / A_DAY)) if begun and ended else 0


# --- the first


def _first(event: Event, sections: Sequence[Section], places: Mapping[int, int]) -> list[Placed]:
    """Each with the reason that the last stage gives in which they were; earlier ones are read if need be."""
    found: dict[int, Placed] = {}
    is_last = True
    for stage in reversed(event.begun):
        if len(found) == len(places):
            break
        known = sections if stage is event.latest else sheets.sections_of(stage)
        for title, line in _lines(event, stage, known, places.keys() - found.keys()):
            why = (line.why if is_last and not title else "") or _rank(event.name_of(stage), title, line.rank)
            points = line.points if is_last and stage.plan.format != "ladder" else ""
            found[line.number] = _placed(places[line.number], line, points, why)
        is_last = is_last and not known  # a stage that was left out has no standings
    return [found[number] for number in places if number in found]


def _placed(place: int, line: sheets.Line, points: str, why: str) -> Placed:
    return Placed(place, line.number, line.name, points, why, line.state, line.is_mine)


def _lines(
    event: Event, stage: Stage, sections: Sequence[Section], wanted: set[int]
) -> Iterator[tuple[str, sheets.Line]]:
    """Of the standings, only what is said of these people."""
    pieces = [
        sheets.Piece(section, place, place + 1)
        for section in sections
        for place, row in enumerate(section.rows)
        if row.entrant in wanted
    ]
    for sheet in sheets.sheets(event, stage, sections, pieces):
        yield from ((sheet.title, line) for line in sheet.lines)


def _rank(stage: str, group: str, rank: int) -> str:
    words = {"stage": stage, "group": group, "rank": rank}
    if group:
        return _("%(stage)s, %(group)s: place %(rank)d") % words
    return _("%(stage)s: place %(rank)d") % words
