"""Tables in lists: who sits there, how it ended or stands, and the way to it for whoever may look."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Game, Seat
from games.tournaments import judging
from games.tournaments.models import Round, Sitting, Stage, Table
from games.tournaments.standings import exact
from games.views import visitor
from games.views.lobby import own_seats
from games.views.tournaments import told
from games.views.tournaments.event import Event


class Seated(NamedTuple):
    """One seat at a table in a list."""

    name: str
    number: int  # 0: nobody may know yet who it is
    score: str
    points: str
    place: int
    kind: str


class Bout(NamedTuple):
    """A table in a list."""

    table: Table
    seats: list[Seated]
    address: str  # empty: the visitor may not look
    group: str  # empty: there is only one
    is_kept: bool  # how it has ended is not told yet

    @property
    def is_running(self) -> bool:
        return self.table.state == Table.State.STARTED

    @property
    def state(self) -> str:
        """In a word. A game that was stopped at the deadline waits for what the referees say."""
        game = self.table.game
        if self.is_running and game is not None and game.state == Game.State.ABANDONED:
            return _("with the referees")
        return str(self.table.get_state_display())


def bouts(
    request: HttpRequest, event: Event, tables: QuerySet[Table], *, at_the_desk: bool = False
) -> list[Bout]:
    """With all that a list shows, in a few statements; the best first where it is over.

    Who sits at an anonymous table, and how one has ended that is not told yet, only those at the desk know
    who do not play themselves."""
    seated = Prefetch("sittings", Sitting.objects.select_related("entrant"))
    found = list(tables.select_related("game", "round").defer("game__position").prefetch_related(seated))
    knows = at_the_desk and event.is_staff and event.mine is None
    addresses = _addresses(request, found)
    return [
        Bout(
            table,
            _seats(event, table, hidden=event.hides(table) and not knows, kept=is_kept),
            addresses.get(table.pk, ""),
            event.group_of(table),
            is_kept,
        )
        for table in found
        for is_kept in [event.keeps(table) and not knows]
    ]


def _seats(event: Event, table: Table, *, hidden: bool, kept: bool) -> list[Seated]:
    if kept:
        sittings = sorted(table.sittings.all(), key=lambda one: one.seat)
        return [Seated(one.entrant.name, one.entrant.number, "", "", 0, "") for one in sittings]
    sittings = sorted(table.sittings.all(), key=lambda one: (one.place or 0, one.seat))
    return [_alias(event, one) if hidden else _seated(one) for one in sittings]


def _seated(one: Sitting) -> Seated:
    points = told.figure(exact.read(one.points)) if one.points else ""
    return Seated(one.entrant.name, one.entrant.number, one.score, points, one.place or 0, one.kind)


def _alias(event: Event, one: Sitting) -> Seated:
    """Everybody knows which seat is their own."""
    if event.mine is not None and one.entrant_id == event.mine.pk:
        return Seated(one.entrant.name, one.entrant.number, "", "", 0, "")
    return Seated(_("Seat %(number)d") % {"number": one.seat + 1}, 0, "", "", 0, "")


def _addresses(request: HttpRequest, tables: Sequence[Table]) -> dict[int, str]:
    """By table, where the visitor may look."""
    games = {table.pk: table.game for table in tables if table.game is not None}
    own = _own(request, [game.pk for game in games.values()])
    return {
        pk: reverse("table", args=[game.key])
        for pk, game in games.items()
        if visitor.may_see(request, game, own.get(game.pk))
    }


def _own(request: HttpRequest, games: list[int]) -> dict[int, Seat]:
    found = own_seats(request).filter(game__in=games).prefetch_related(None)
    return {seat.game_id: seat for seat in found}


# --- rounds


class Shown(NamedTuple):
    """A round with its tables and its quality."""

    round: Round
    bouts: list[Bout]
    byes: list[str]
    quality: list[told.Measure]


def shown_rounds(
    request: HttpRequest, event: Event, stage: Stage, rounds: Sequence[Round], *, at_the_desk: bool = False
) -> list[Shown]:
    by_round = defaultdict(list)
    tables = event.tournament.tables.filter(round__in=rounds).order_by("number")
    for bout in bouts(request, event, tables, at_the_desk=at_the_desk):
        by_round[bout.table.round_id].append(bout)
    sitting_out = byes(stage)
    names = event.names if sitting_out else {}
    return [
        Shown(
            row,
            by_round[row.pk],
            [names.get(number, "") for number in sitting_out.get(row.number, [])],
            measures(row),
        )
        for row in rounds
    ]


def byes(stage: Stage) -> dict[int, list[int]]:
    """Who sits out in which round; of a round that was drawn again, by the last draw."""
    entries = stage.tournament.entries.filter(kind="drawn").order_by("number").values_list("data", flat=True)
    drawn = (msgspec.json.decode(data) for data in entries)
    found = {one["round"]: one.get("byes", []) for one in drawn if one["stage"] == stage.number}
    return {number: entrants for number, entrants in found.items() if entrants}


def measures(row: Round) -> list[told.Measure]:
    found = judging.decoded(row.quality)
    return told.quality(found) if found else []
