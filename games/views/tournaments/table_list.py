"""Tables of a tournament in lists: who sits there, the result or state, and a link for those who may watch.

Names at anonymous tables and results that are not public yet are left out here.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Game, Seat
from games.tournaments.models import Round, Stage, TableSeat, TournamentTable
from games.tournaments.pairing import round_quality
from games.tournaments.standings import exact
from games.views import access
from games.views.lobby.lists import select_own_seats
from games.views.tournaments import facts
from games.views.tournaments.context import TournamentVisit


class ListedSeat(NamedTuple):
    """One seat at a table in a list."""

    name: str
    number: int  # of the entrant; 0 while the name is hidden
    score: str
    points: str
    place: int
    kind: str


class ListedTable(NamedTuple):
    """A table in a list."""

    table: TournamentTable
    seats: list[ListedSeat]
    address: str  # empty: the visitor may not watch
    group: str  # empty: the stage has only one
    is_result_hidden: bool  # the result is not public yet

    @property
    def is_running(self) -> bool:
        return self.table.state == TournamentTable.State.STARTED

    @property
    def state(self) -> str:
        """Label of the state. A game that was stopped at the deadline waits for a ruling of the referees."""
        game = self.table.game
        if self.is_running and game is not None and game.state == Game.State.ABANDONED:
            return _("with the referees")
        return str(self.table.get_state_display())


def list_tables(
    request: HttpRequest,
    visit: TournamentVisit,
    tables: QuerySet[TournamentTable],
    *,
    at_the_desk: bool = False,
) -> list[ListedTable]:
    """Load tables with everything that a list shows, in a few queries; seats of finished tables by place.

    Hidden names and hidden results are shown only at the desk, and only to staff who do not play
    themselves.
    """
    seated = Prefetch("seats", TableSeat.objects.select_related("entrant"))
    found = list(tables.select_related("game", "round").defer("game__position").prefetch_related(seated))
    knows = at_the_desk and visit.is_staff and visit.own_entrant is None
    addresses = _build_addresses(request, found)
    return [
        ListedTable(
            table,
            _build_seats(visit, table, hidden=visit.hides_names(table) and not knows, kept=is_kept),
            addresses.get(table.pk, ""),
            visit.find_group_name(table),
            is_kept,
        )
        for table in found
        for is_kept in [visit.hides_result(table) and not knows]
    ]


def _build_seats(
    visit: TournamentVisit, table: TournamentTable, *, hidden: bool, kept: bool
) -> list[ListedSeat]:
    """List the seats: without results if `kept`, without names if `hidden`."""
    if kept:
        sittings = sorted(table.seats.all(), key=lambda one: one.seat)
        return [ListedSeat(one.entrant.name, one.entrant.number, "", "", 0, "") for one in sittings]
    sittings = sorted(table.seats.all(), key=lambda one: (one.place or 0, one.seat))
    return [_build_anonymous_seat(visit, one) if hidden else _build_seat(one) for one in sittings]


def _build_seat(one: TableSeat) -> ListedSeat:
    points = facts.format_number(exact.parse_fraction(one.points)) if one.points else ""
    return ListedSeat(one.entrant.name, one.entrant.number, one.score, points, one.place or 0, one.kind)


def _build_anonymous_seat(visit: TournamentVisit, one: TableSeat) -> ListedSeat:
    """Show only the seat number instead of a name, except to the entrant who sits there."""
    if visit.own_entrant is not None and one.entrant_id == visit.own_entrant.pk:
        return ListedSeat(one.entrant.name, one.entrant.number, "", "", 0, "")
    return ListedSeat(_("Seat %(number)d") % {"number": one.seat + 1}, 0, "", "", 0, "")


def _build_addresses(request: HttpRequest, tables: Sequence[TournamentTable]) -> dict[int, str]:
    """Map the tables that the visitor may watch to the addresses of their games."""
    games = {table.pk: table.game for table in tables if table.game is not None}
    own = _find_own_seats(request, [game.pk for game in games.values()])
    return {
        pk: reverse("table", args=[game.key])
        for pk, game in games.items()
        if access.may_see_game(request, game, own.get(game.pk))
    }


def _find_own_seats(request: HttpRequest, games: list[int]) -> dict[int, Seat]:
    found = select_own_seats(request).filter(game__in=games).prefetch_related(None)
    return {seat.game_id: seat for seat in found}


# --- rounds


class ListedRound(NamedTuple):
    """A round in a list: its tables, who sits out, and how good the pairing is."""

    round: Round
    tables: list[ListedTable]
    byes: list[str]
    quality: list[facts.QualityMeasure]


def list_rounds(
    request: HttpRequest,
    visit: TournamentVisit,
    stage: Stage,
    rounds: Sequence[Round],
    *,
    at_the_desk: bool = False,
) -> list[ListedRound]:
    by_round = defaultdict(list)
    tables = visit.tournament.tables.filter(round__in=rounds).order_by("number")
    for listed_table in list_tables(request, visit, tables, at_the_desk=at_the_desk):
        by_round[listed_table.table.round_id].append(listed_table)
    sitting_out = load_byes(stage)
    names = visit.entrant_names if sitting_out else {}
    return [
        ListedRound(
            row,
            by_round[row.pk],
            [names.get(number, "") for number in sitting_out.get(row.number, [])],
            describe_round_quality(row),
        )
        for row in rounds
    ]


def load_byes(stage: Stage) -> dict[int, list[int]]:
    """Find who sits out in which round. If a round was paired more than once, the last pairing counts."""
    entries = (
        stage.tournament.ledger_entries.filter(kind="drawn").order_by("number").values_list("data", flat=True)
    )
    drawn = (msgspec.json.decode(data) for data in entries)
    found = {
        one["round"]: [*one.get("byes", []), *one.get("sat_out", [])]
        for one in drawn
        if one["stage"] == stage.number
    }
    return {number: entrants for number, entrants in found.items() if entrants}


def describe_round_quality(row: Round) -> list[facts.QualityMeasure]:
    found = round_quality.parse_quality(row.quality)
    return facts.describe_quality(found) if found else []
