"""Deadlines of tables, rounds and tournaments, and how they are postponed."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Max, QuerySet
from django.utils.translation import gettext as _

from games.play.errors import NotNow
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import Entrant, Qualifier, Round, Stage, Tournament, TournamentTable

DONE_STATES = (TournamentTable.State.FINISHED, TournamentTable.State.ADJUDICATED, TournamentTable.State.VOID)


def find_deadline(table: TournamentTable) -> datetime | None:
    """Return the deadline of a table: its own, or else that of its round or its stage."""
    if table.deadline or table.round is None:
        return table.deadline
    return table.round.deadline or table.round.stage.deadline


@dataclass(frozen=True, slots=True)
class Scope:
    """What a pause or an extension applies to: a table, a round, or the whole tournament."""

    transaction: TournamentTransaction
    row: Tournament | Round | TournamentTable

    @property
    def ledger_data(self) -> dict[str, int]:
        """The scope as fields of a ledger entry."""
        if isinstance(self.row, TournamentTable):
            return {"table": self.row.number}
        if isinstance(self.row, Round):
            return {"stage": self.row.stage.number, "round": self.row.number}
        return {}

    @property
    def tables(self) -> QuerySet[TournamentTable]:
        if isinstance(self.row, TournamentTable):
            return TournamentTable.objects.filter(pk=self.row.pk)
        return self.row.tables.all()

    @property
    def enclosing_rows(self) -> list[Tournament | Round]:
        """The round and the tournament that contain it."""
        if isinstance(self.row, TournamentTable) and self.row.round is not None:
            return [self.row.round, self.transaction.tournament]
        return [] if isinstance(self.row, Tournament) else [self.transaction.tournament]

    def entrants(self) -> list[Entrant]:
        """List the entrants concerned: those at unfinished tables, or everybody who is in the tournament."""
        if isinstance(self.row, Tournament):
            return [one for one in self.transaction.entrants() if one.is_in]
        seated = self.transaction.tournament.entrants.filter(
            table_seats__table__in=self.tables.exclude(state__in=DONE_STATES)
        )
        return list(seated.distinct())


def find_scope(transaction: TournamentTransaction, table_number: int | None, round_id: int | None) -> Scope:
    """Find the scope named by a request; an unpublished round or a finished table is refused."""
    if table_number is not None:
        table = (
            transaction.tournament.tables.select_related("round__stage").filter(number=table_number).first()
        )
        if table is None or table.is_done:
            raise NotNow(_("This table is no longer being played."))
        return Scope(transaction, table)
    if round_id is not None:
        found = Round.objects.select_related("stage").filter(
            stage__tournament=transaction.tournament, pk=round_id
        )
        if (row := found.first()) is None or row.state != Round.State.PUBLISHED:
            raise NotNow(_("This round is not being played."))
        return Scope(transaction, row)
    return Scope(transaction, transaction.tournament)


# --- Postponement


def postpone_deadlines(scope: Scope, time: timedelta) -> list[datetime]:
    """Postpone every deadline in the scope by `time`; return the latest new deadline of each kind."""
    if isinstance(scope.row, TournamentTable):
        return _postpone_table(scope.row, time)
    played = scope.tables.exclude(state__in=DONE_STATES)
    played.update(reported_late_at=None)
    latest = _postpone_column(played, "deadline", time)
    if isinstance(scope.row, Round):
        return latest + _postpone_column(Round.objects.filter(pk=scope.row.pk), "deadline", time)
    return latest + _postpone_tournament(scope.row, time)


def _postpone_table(table: TournamentTable, time: timedelta) -> list[datetime]:
    """Give a table its own, later deadline."""
    before = find_deadline(table)
    if before is None:
        return []
    table.deadline, table.reported_late_at = before + time, None
    table.save(update_fields=["deadline", "reported_late_at"])
    return [table.deadline]


def _postpone_tournament(tournament: Tournament, time: timedelta) -> list[datetime]:
    """Postpone rounds, stages, and the deadlines for answering offers."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.CLOSED)
    asked = Qualifier.objects.filter(stage__tournament=tournament, state=Qualifier.State.OFFERED)
    return [
        *_postpone_column(tournament.stages.filter(state=Stage.State.RUNNING), "deadline", time),
        *_postpone_column(rounds, "deadline", time),
        *_postpone_column(asked, "answer_until", time),
        *_postpone_column(tournament.entrants.filter(state=Entrant.State.OFFERED), "offered_until", time),
    ]


def _postpone_column(rows: QuerySet[Any], field: str, time: timedelta) -> list[datetime]:
    """Postpone a column where it is set; return the latest value, if any."""
    rows.filter(**{f"{field}__isnull": False}).update(**{field: F(field) + time})
    latest = rows.aggregate(latest=Max(field))["latest"]
    return [latest] if latest is not None else []
