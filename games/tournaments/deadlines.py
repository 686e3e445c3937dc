"""Deadlines of tables, rounds and events, and what moves when one of them gets more time."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Max, QuerySet
from django.utils.translation import gettext as _

from games.play.errors import NotNow
from games.tournaments.book import Book
from games.tournaments.models import Entrant, Qualifier, Round, Stage, Table, Tournament

DONE = (Table.State.FINISHED, Table.State.ADJUDICATED, Table.State.VOID)


def deadline_of(table: Table) -> datetime | None:
    """Its own, if it has one; else that of its round, or of its stage."""
    if table.deadline or table.round is None:
        return table.deadline
    return table.round.deadline or table.round.stage.deadline


@dataclass(frozen=True, slots=True)
class Scope:
    """What is paused or gets more time: a table, a round, or everything."""

    book: Book
    row: Tournament | Round | Table

    @property
    def about(self) -> dict[str, int]:
        """In the words of the ledger."""
        if isinstance(self.row, Table):
            return {"table": self.row.number}
        if isinstance(self.row, Round):
            return {"stage": self.row.stage.number, "round": self.row.number}
        return {}

    @property
    def tables(self) -> QuerySet[Table]:
        if isinstance(self.row, Table):
            return Table.objects.filter(pk=self.row.pk)
        return self.row.tables.all()

    @property
    def around(self) -> list[Tournament | Round]:
        """What it is a part of."""
        if isinstance(self.row, Table) and self.row.round is not None:
            return [self.row.round, self.book.tournament]
        return [] if isinstance(self.row, Tournament) else [self.book.tournament]

    def entrants(self) -> list[Entrant]:
        """Whom it concerns: of the whole event everybody who is in it."""
        if isinstance(self.row, Tournament):
            return [one for one in self.book.entrants() if one.is_in]
        seated = self.book.tournament.entrants.filter(sittings__table__in=self.tables.exclude(state__in=DONE))
        return list(seated.distinct())


def scope_of(book: Book, table_number: int | None, round_id: int | None) -> Scope:
    if table_number is not None:
        table = book.tournament.tables.select_related("round__stage").filter(number=table_number).first()
        if table is None or table.is_done:
            raise NotNow(_("This table is not being played any more."))
        return Scope(book, table)
    if round_id is not None:
        found = Round.objects.select_related("stage").filter(stage__tournament=book.tournament, pk=round_id)
        if (row := found.first()) is None or row.state != Round.State.PUBLISHED:
            raise NotNow(_("This round is not being played."))
        return Scope(book, row)
    return Scope(book, book.tournament)


# --- later


def move(scope: Scope, time: timedelta) -> list[datetime]:
    """Every deadline below, later by so much; the latest of each kind."""
    if isinstance(scope.row, Table):
        return _move_table(scope.row, time)
    played = scope.tables.exclude(state__in=DONE)
    played.update(digested_at=None)
    latest = _later(played, "deadline", time)
    if isinstance(scope.row, Round):
        return latest + _later(Round.objects.filter(pk=scope.row.pk), "deadline", time)
    return latest + _move_event(scope.row, time)


def _move_table(table: Table, time: timedelta) -> list[datetime]:
    """From now on it has a deadline of its own."""
    before = deadline_of(table)
    if before is None:
        return []
    table.deadline, table.digested_at = before + time, None
    table.save(update_fields=["deadline", "digested_at"])
    return [table.deadline]


def _move_event(tournament: Tournament, time: timedelta) -> list[datetime]:
    """Rounds and stages, and what people have still to answer."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.CLOSED)
    asked = Qualifier.objects.filter(stage__tournament=tournament, state=Qualifier.State.OFFERED)
    return [
        *_later(tournament.stages.filter(state=Stage.State.RUNNING), "deadline", time),
        *_later(rounds, "deadline", time),
        *_later(asked, "until", time),
        *_later(tournament.entrants.filter(state=Entrant.State.OFFERED), "offered_until", time),
    ]


def _later(rows: QuerySet[Any], field: str, time: timedelta) -> list[datetime]:
    """Those that have any."""
    rows.filter(**{f"{field}__isnull": False}).update(**{field: F(field) + time})
    latest = rows.aggregate(latest=Max(field))["latest"]
    return [latest] if latest is not None else []
