"""Final report on the home page of a finished tournament: its size, the first places, the most punctual."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import islice
from math import ceil
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from games.tournaments.models import Stage, TableSeat, Tournament
from games.tournaments.models.table import COUNTED_STATES
from games.tournaments.standings.from_state import GroupStandings
from games.views.tournaments import standings_table
from games.views.tournaments.context import TournamentVisit

TOP_PLACES = 6  # places shown with the reason for each
MOST_PUNCTUAL_NAMED = 3  # punctual players shown by name
ONE_DAY = timedelta(days=1)


class TopPlace(NamedTuple):
    """One of the first places, with the reason for it."""

    place: int
    number: int
    name: str
    points: str  # of the last stage only; points of an earlier stage would not explain the place
    reason: str
    state: str
    is_mine: bool


class FinalReport(NamedTuple):
    """The figures of a finished tournament."""

    entrants: int
    tables: int
    seats_played: int  # seats played by the entrants themselves
    days: int
    first_column: str  # what the points of the last stage are
    top_places: list[TopPlace]
    punctual: list[tuple[int, str]]
    more_punctual: int  # punctual players who are not named


def build_final_report(visit: TournamentVisit, sections: Sequence[GroupStandings]) -> FinalReport | None:
    """Build the report from the standings of the last stage; None unless the tournament is finished."""
    found = visit.tournament
    if found.state != Tournament.State.FINISHED:
        return None
    people = list(
        found.entrants.order_by("place", "number").values_list("number", "name", "place", "is_punctual")
    )
    visit.entrant_names = {number: name for number, name, _place, _is in people}  # saves another query
    places = {number: place for number, _name, place, _is in people if place is not None}
    punctual = sorted((name.lower(), number) for number, name, _place, is_punctual in people if is_punctual)
    if not places:
        return None
    return FinalReport(
        entrants=len(places),
        **_count_played(found),
        days=_count_days(found),
        first_column=standings_table.format_first_column(visit.begun_stages[-1]),
        top_places=_list_top_places(visit, sections, dict(islice(places.items(), TOP_PLACES))),
        punctual=[(number, visit.entrant_names[number]) for _name, number in punctual[:MOST_PUNCTUAL_NAMED]],
        more_punctual=len(punctual[MOST_PUNCTUAL_NAMED:]),
    )


def _count_played(tournament: Tournament) -> dict[str, int]:
    """Count the tables with a result, and the seats there that entrants played themselves to the end."""
    themselves = Q(seats__kind=TableSeat.Kind.SELF, seats__entrant__bot="")
    return tournament.tables.filter(state__in=COUNTED_STATES).aggregate(
        tables=Count("pk", distinct=True), seats_played=Count("seats", filter=themselves)
    )


def _count_days(tournament: Tournament) -> int:
    """Count the days from the start to the end, rounded up."""
    begun, ended = tournament.frozen_at, tournament.ended_at
    return max(1, ceil((ended - begun) / ONE_DAY)) if begun and ended else 0


# --- the first places


def _list_top_places(
    visit: TournamentVisit, sections: Sequence[GroupStandings], places: Mapping[int, int]
) -> list[TopPlace]:
    """Find the reason for each place in the last stage that this entrant played.

    Earlier stages are loaded only if somebody is missing from the later ones.
    """
    found: dict[int, TopPlace] = {}
    is_last = True
    for stage in reversed(visit.begun_stages):
        if len(found) == len(places):
            break
        known = sections if stage is visit.latest_stage else standings_table.load_sections(stage)
        for title, line in _iterate_standings_lines(visit, stage, known, places.keys() - found.keys()):
            why = (line.reason if is_last and not title else "") or _format_rank(
                visit.format_stage_name(stage), title, line.rank
            )
            points = line.points if is_last and stage.settings.format != "ladder" else ""
            found[line.number] = _build_top_place(places[line.number], line, points, why)
        is_last = is_last and not known  # a skipped stage has no standings
    return [found[number] for number in places if number in found]


def _build_top_place(place: int, line: standings_table.StandingsLine, points: str, why: str) -> TopPlace:
    return TopPlace(place, line.number, line.name, points, why, line.state, line.is_mine)


def _iterate_standings_lines(
    visit: TournamentVisit, stage: Stage, sections: Sequence[GroupStandings], wanted: set[int]
) -> Iterator[tuple[str, standings_table.StandingsLine]]:
    """Build only those lines of the standings that concern the wanted entrants, with their group's title."""
    pieces = [
        standings_table.SectionSlice(section, place, place + 1)
        for section in sections
        for place, row in enumerate(section.rows)
        if row.entrant in wanted
    ]
    for sheet in standings_table.build_standings_tables(visit, stage, sections, pieces):
        yield from ((sheet.title, line) for line in sheet.lines)


def _format_rank(stage: str, group: str, rank: int) -> str:
    context = {"stage": stage, "group": group, "rank": rank}
    if group:
        return _("%(stage)s, %(group)s: place %(rank)d") % context
    return _("%(stage)s: place %(rank)d") % context
