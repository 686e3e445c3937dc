"""Late tables: who kept them waiting, how they would end, and what happens at the deadline.

Referees are notified some hours before the deadline. At the deadline a table that is nearly finished, and
where nobody is to blame for the delay, gets one more week, once. Any other table is ended: a player who
caused half of the waiting time or more is placed last and scores nothing, the others are placed by their
current scores. If that changes who advances, two referees have to sign.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import msgspec
from django.db.models import DateTimeField, Q, QuerySet
from django.db.models.functions import Coalesce
from django.db.transaction import atomic
from django.utils.translation import gettext as _

from accounts import server_time
from games.models import Game
from games.play.errors import NotNow
from games.play.referee import end_game
from games.play.transaction.origin import DOUBLE_CLICK_WINDOW
from games.statistics import game_result
from games.tournaments.director import collect_results
from games.tournaments.director.deadlines import find_deadline
from games.tournaments.ledger import lookups
from games.tournaments.ledger.state import VerdictLine
from games.tournaments.ledger.transaction import TournamentTransaction, open_transaction
from games.tournaments.models import Entrant, Ruling, Stage, Tournament, TournamentNotice, TournamentTable
from games.tournaments.rulings import effects, rulings
from games.tournaments.staff import conflicts
from games.tournaments.staff.permissions import REFEREE_ROLES
from games.tournaments.standings import results
from games.tournaments.text import require_text

ONE_TIME_EXTENSION = timedelta(days=7)
NEARLY_FINISHED_SHARE = 0.2  # share of the game that may still be left


@dataclass(frozen=True, slots=True)
class SeatDelay:
    """One seat of a late table: how long the table waited for it, and how it stands."""

    entrant: Entrant
    waiting_time: timedelta
    share: Fraction  # of the total waiting time of the table
    is_culpable: bool
    score: int  # current score; for referees only, it may depend on hidden cards
    place: int

    @property
    def percent(self) -> int:
        return round(100 * self.share)


@dataclass(frozen=True, slots=True)
class LateTable:
    """A table that is close to its deadline or past it."""

    table: TournamentTable
    deadline: datetime
    state: str  # state of its game
    delays: tuple[SeatDelay, ...]
    remaining_share: float | None  # share of the game that is left; None if unknown

    @property
    def is_nearly_finished(self) -> bool:
        return self.remaining_share is not None and self.remaining_share <= NEARLY_FINISHED_SHARE

    @property
    def culpable(self) -> list[Entrant]:
        return [one.entrant for one in self.delays if one.is_culpable]


# --- Queries


def find_started_tables(tournament: Tournament) -> QuerySet[Any]:
    """Find the tables being played, each annotated with its effective deadline."""
    due = Coalesce("deadline", "round__deadline", "round__stage__deadline", output_field=DateTimeField())
    found = tournament.tables.filter(state=TournamentTable.State.STARTED)
    return found.annotate(due=due).select_related("game", "round__stage").order_by("due", "number")


def find_unpaused_tables(tournament: Tournament) -> QuerySet[Any]:
    """Find the tables being played that are not paused."""
    return find_started_tables(tournament).filter(hold=TournamentTable.Hold.NONE)


def find_late_tables(tournament: Tournament, now: datetime) -> QuerySet[TournamentTable]:
    """Find the tables of the running stage that are overdue or due within the grace period."""
    stage = tournament.stages.filter(state=Stage.State.RUNNING).first()
    if stage is None:
        return find_unpaused_tables(tournament).none()
    of_stage = Q(round__stage=stage) | Q(round=None)
    return find_unpaused_tables(tournament).filter(
        of_stage, due__lte=now + timedelta(hours=stage.settings.grace_hours)
    )


def list_late_tables(
    tournament: Tournament, viewer: Any = None, now: datetime | None = None, *, most: int | None = None
) -> list[LateTable]:
    """List the late tables with their figures, for referees.

    Leaves out tables at which the viewer plays and tables with a proposed ruling that waits for a signature.
    """
    now = now or server_time.now()
    waits = tournament.rulings.filter(state=Ruling.State.PROPOSED, table__isnull=False).values("table")
    tables = find_late_tables(tournament, now).exclude(pk__in=waits)
    tables = tables if viewer is None else tables.filter(~conflicts.build_involvement_filter(viewer))
    return [assess_table(one, now) for one in tables[:most]]


def assess_table(table: TournamentTable, now: datetime) -> LateTable:
    """Assess a table: the waiting time of each seat, the current scores, and how much of the game is left."""
    if table.game is None:
        return LateTable(table, find_deadline(table) or now, "", (), None)
    found = game_result.compute_game_result(table.game.pk, now=now)
    seated = {one.seat: one.entrant for one in table.seats.select_related("entrant")}
    seats = tuple(
        results.FinishedSeat(seated[line.number].number, waited=_whole_seconds(line.waiting_time))
        for line in found.seats
    )
    culpable = results.find_culpable(results.FinishedTable(table.number, seats, status="adjudicated"))
    delays = tuple(
        SeatDelay(
            entrant=(entrant := seated[line.number]),
            waiting_time=line.waiting_time,
            share=share,
            is_culpable=entrant.number in culpable,
            score=line.score,
            place=line.place,
        )
        for line, share in zip(found.seats, results.compute_delay_shares(seats), strict=True)
    )
    return LateTable(table, find_deadline(table) or now, found.state, delays, found.share_left)


def _whole_seconds(time: timedelta) -> int:
    return int(time.total_seconds())


def compute_adjudicated_lines(table: TournamentTable, now: datetime | None = None) -> tuple[VerdictLine, ...]:
    """Compute the result the table would get if it were ended now: players at fault count as having left."""
    out = {one.number for one in assess_table(table, now or server_time.now()).culpable}
    return tuple(
        msgspec.structs.replace(line, left=True) if line.entrant in out else line
        for line in collect_results.compute_lines(table)
    )


# --- Adjudication


@atomic
def adjudicate_table(
    tournament_id: int, referee: Any, table_number: int, reason: str, *, now: datetime | None = None
) -> Ruling:
    """End a late table on a referee's request and rule its result as of now."""
    transaction = open_transaction(tournament_id, referee, REFEREE_ROLES, now)
    table = lookups.get_table(transaction, table_number)
    if earlier := _find_recent_ruling(transaction, table):
        return earlier  # a double click
    lookups.lock_game(table)
    _require_undecided(table)
    _require_late(transaction, table)
    conflicts.require_impartial(referee, tables=[table])
    return _end_game_and_rule(transaction, table, require_text(reason), by=referee)


def _find_recent_ruling(transaction: TournamentTransaction, table: TournamentTable) -> Ruling | None:
    """Find a ruling on this table's result that the same referee made within the double-click window."""
    lately = table.rulings.filter(
        kind=Ruling.Kind.RESULT, by=transaction.by, at__gt=transaction.now - DOUBLE_CLICK_WINDOW
    )
    return lately.filter(state__in=[Ruling.State.PROPOSED, Ruling.State.IN_FORCE]).first()


def _require_undecided(table: TournamentTable) -> None:
    if table.state != TournamentTable.State.STARTED or _is_game_over(table):
        raise NotNow(_("This table is no longer being played."))
    if table.rulings.filter(state=Ruling.State.PROPOSED).exists():
        raise NotNow(_("A proposal about this is waiting for a signature. Please sign or refuse it first."))


def _require_late(transaction: TournamentTransaction, table: TournamentTable) -> None:
    """Refuse tables that still have time, because the game ends for good before anybody else has signed."""
    if not find_late_tables(transaction.tournament, transaction.now).filter(pk=table.pk).exists():
        raise NotNow(_("This table is not late. You can make a ruling on its result instead."))


def _end_game_and_rule(
    transaction: TournamentTransaction, table: TournamentTable, reason: str, by: Any = None
) -> Ruling:
    """End the game first, so that nobody can move meanwhile, then issue the ruling on its result."""
    wanted = Ruling(table=table, reason=reason, by=by, is_automatic=by is None)
    if table.game is None:  # the game was deleted: nothing to judge
        wanted.kind = Ruling.Kind.VOID
        return rulings.issue_ruling(transaction, wanted)
    end_game(table.game.pk, by, reason=reason, key=f"adjudicated/{table.pk}")
    table.game.refresh_from_db()
    wanted.kind, wanted.after = (
        Ruling.Kind.RESULT,
        effects.dump_lines(compute_adjudicated_lines(table, transaction.now)),
    )
    return rulings.issue_ruling(transaction, wanted)


# --- One more week


@atomic
def extend_table_once(
    tournament_id: int, referee: Any, table_number: int, *, now: datetime | None = None
) -> TournamentTable:
    """Give a table that is nearly finished its one extra week."""
    transaction = open_transaction(tournament_id, referee, REFEREE_ROLES, now)
    table = lookups.get_table(transaction, table_number)
    if table.extended_at is not None and transaction.now < (table.deadline or transaction.now):
        return table  # a double click
    conflicts.require_impartial(referee, tables=[table])
    _require_undecided(table)
    if not _may_be_extended(table, assess_table(table, transaction.now)):
        raise NotNow(
            _(
                "More time is given only once, to a table that is nearly finished and where nobody is at "
                "fault."
            )
        )
    _extend_deadline(transaction, table)
    return table


def _may_be_extended(table: TournamentTable, found: LateTable) -> bool:
    """Tell whether a table may get the extra week; an abandoned game may not, however little was left."""
    is_live = found.state in (Game.State.RUNNING, Game.State.PAUSED)
    return is_live and table.extended_at is None and found.is_nearly_finished and not found.culpable


def _extend_deadline(transaction: TournamentTransaction, table: TournamentTable) -> None:
    table.deadline = max(find_deadline(table) or transaction.now, transaction.now) + ONE_TIME_EXTENSION
    table.extended_at, table.reported_late_at = transaction.now, None
    table.save(update_fields=["deadline", "extended_at", "reported_late_at"])
    entry = transaction.append_entry("prolonged", table=table.number, until=table.deadline)
    seated = [one.entrant for one in table.seats.select_related("entrant")]
    transaction.notify(TournamentNotice.Kind.NEWS, seated, entry)


# --- Step of the director


def handle_late_tables(transaction: TournamentTransaction) -> bool:
    """Notify referees of late tables; at the deadline, extend or decide the next one.

    Return whether anything was done.
    """
    tables = list(find_late_tables(transaction.tournament, transaction.now))
    return _notify_referees(
        transaction, [*tables, *collect_results.list_abandoned_tables(transaction)]
    ) or _settle_next_overdue_table(transaction, tables)


def _notify_referees(transaction: TournamentTransaction, tables: list[TournamentTable]) -> bool:
    """Notify the referees once per deadline of a table, and once per abandoned game, all in one email."""
    fresh = {table.pk: table.number for table in tables if table.reported_late_at is None}
    if not fresh:
        return False
    TournamentTable.objects.filter(pk__in=fresh).update(reported_late_at=transaction.now)
    entry = transaction.append_entry("late", tables=sorted(fresh.values()))
    transaction.notify_staff(TournamentNotice.Kind.DIGEST, entry, tables=sorted(fresh.values()))
    return True


def _settle_next_overdue_table(transaction: TournamentTransaction, tables: list[TournamentTable]) -> bool:
    """Extend or decide the first overdue table, unless referees are already dealing with it."""
    for table in tables:
        if (
            (find_deadline(table) or transaction.now) > transaction.now
            or _is_game_over(table)
            or _is_left_to_referees(table)
        ):
            continue
        _settle_overdue_table(transaction, table)
        return True
    return False


def _is_game_over(table: TournamentTable) -> bool:
    return table.game is not None and table.game.state == Game.State.OVER


def _is_left_to_referees(table: TournamentTable) -> bool:
    """Tell whether a ruling is proposed or was refused: then referees decide, not the deadline."""
    return table.rulings.filter(state__in=[Ruling.State.PROPOSED, Ruling.State.REFUSED]).exists()


def _settle_overdue_table(transaction: TournamentTransaction, table: TournamentTable) -> None:
    lookups.lock_game(table)
    if _is_game_over(table):  # the last move was made just now: the game counts as played
        return
    found = assess_table(table, transaction.now)
    if _may_be_extended(table, found):
        _extend_deadline(transaction, table)
    else:
        _end_game_and_rule(transaction, table, _format_reason(table, found.culpable))


def _format_reason(table: TournamentTable, culpable: list[Entrant]) -> str:
    """Format the reason shown in the game log, without names if the game is anonymous."""
    if not culpable:
        return _("The deadline has passed. The scores count as they stood.")
    if table.game is not None and table.game.is_anonymous:
        return _("The deadline has passed. The table spent most of the time waiting for one player.")
    text = _(
        "The deadline has passed. The table spent most of the time waiting for %(names)s; for the "
        "others, the scores count as they stood."
    )
    return text % {"names": ", ".join(one.name for one in culpable)}
