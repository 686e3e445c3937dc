"""Emails from the staff: announcements, and nudges to players whom a table waits for."""

from datetime import datetime, timedelta
from typing import Any

from django.db.transaction import atomic
from django.utils.translation import gettext as _

from games.models import Game, Seat
from games.play.errors import NotNow, NotPossible
from games.play.transaction.origin import DOUBLE_CLICK_WINDOW
from games.tournaments.ledger import lookups
from games.tournaments.ledger.transaction import (
    TournamentTransaction,
    find_recent_entry,
    open_transaction,
)
from games.tournaments.models import Entrant, TableSeat, Tournament, TournamentNotice, TournamentTable
from games.tournaments.staff.permissions import ANNOUNCER_ROLES, REFEREE_ROLES
from games.tournaments.text import require_text

LONGEST_SUBJECT = 120
LONGEST_TEXT = 4000
MOST_ANNOUNCEMENTS_A_DAY = 12  # announcements per tournament
MOST_TO_MANY = 4  # of these, announcements to more than one table
ONE_DAY = timedelta(days=1)
NUDGE_INTERVAL = timedelta(hours=12)

State = Entrant.State
QUEUED_STATES = (State.PENDING, State.WAITING, State.OFFERED)
TABLE_PREFIX = "table:"
MOST_DIGITS = 10


# --- Announcements


@atomic
def send_announcement(
    tournament_id: int,
    user: Any,
    *,
    subject: str,
    text: str,
    to: str = "all",
    now: datetime | None = None,
) -> int:
    """Announce something to all, the running stage, a table or the waiting list; return how many get it."""
    transaction = open_transaction(tournament_id, user, ANNOUNCER_ROLES, now)
    if transaction.tournament.state in (Tournament.State.DRAFT, Tournament.State.CANCELLED):
        raise NotNow(_("There is nobody to write to yet, or nobody left."))
    about = {"to": to, "subject": _clean_subject(subject), "text": require_text(text, LONGEST_TEXT)}
    people, others = _find_recipients(transaction, to)
    if find_recent_entry(transaction, "announced", **about) is None:
        _limit_announcements(transaction, to)
        entry = transaction.append_entry("announced", **about)
        transaction.notify(TournamentNotice.Kind.NEWS, people, entry)
        transaction.notify_users(TournamentNotice.Kind.NEWS, others, entry)
    return len(people) + len(others)


def _clean_subject(subject: str) -> str:
    return require_text(" ".join(subject.split()), LONGEST_SUBJECT)


def _find_recipients(transaction: TournamentTransaction, to: str) -> tuple[list[Entrant], list[int]]:
    """Find the recipients: entrants, and ids of users who stand in at the table."""
    everybody = [one for one in transaction.entrants() if not one.is_out and one.user_id]
    if to == "all":
        return everybody, []
    if to == "waiting":
        return [one for one in everybody if one.state in QUEUED_STATES], []
    if to == "stage":
        field = _load_stage_field(transaction)
        return [one for one in everybody if one.number in field], []
    if to.startswith(TABLE_PREFIX):
        return _find_table_recipients(_get_named_table(transaction, to.removeprefix(TABLE_PREFIX)))
    raise NotPossible(_("Please choose whom to write to."))


def _load_stage_field(transaction: TournamentTransaction) -> set[int]:
    if transaction.running_stage is None:
        raise NotNow(_("No stage is running."))
    return set(transaction.state.stages[transaction.running_stage.number].field)


def _get_named_table(transaction: TournamentTransaction, number: str) -> TournamentTable:
    return lookups.get_table(
        transaction, int(number) if number.isdecimal() and len(number) < MOST_DIGITS else 0
    )


def _find_table_recipients(table: TournamentTable) -> tuple[list[Entrant], list[int]]:
    """Find the entrants at a table and the users who took over a seat there."""
    sittings = list(table.seats.select_related("entrant"))
    seated = [
        sitting.entrant for sitting in sittings if not sitting.entrant.is_out and sitting.entrant.user_id
    ]
    known = {entrant.user_id for entrant in seated}
    playing = Seat.objects.filter(game=table.game_id, user__isnull=False, bot="").exclude(user__in=known)
    return seated, list(playing.values_list("user_id", flat=True)) if table.game_id else []


def _limit_announcements(transaction: TournamentTransaction, to: str) -> None:
    """Limit announcements per day, and those to many people more strictly."""
    lately = transaction.tournament.ledger_entries.filter(kind="announced", at__gt=transaction.now - ONE_DAY)
    to_many = lately.exclude(data__startswith=f'{{"to":"{TABLE_PREFIX}')
    is_many = not to.startswith(TABLE_PREFIX)
    if lately.count() >= MOST_ANNOUNCEMENTS_A_DAY or (is_many and to_many.count() >= MOST_TO_MANY):
        raise NotNow(_("That is a lot of emails for one day. Please continue tomorrow."))


# --- Nudges


@atomic
def nudge_awaited_players(
    tournament_id: int, user: Any, table_number: int, *, now: datetime | None = None
) -> list[str]:
    """Send a reminder to those a table waits for, at most twice a day; return their names."""
    transaction = open_transaction(tournament_id, user, ANNOUNCER_ROLES | REFEREE_ROLES, now)
    table = lookups.get_table(transaction, table_number)
    awaited = _list_awaited_players(table)
    if table.nudged_at is not None and transaction.now - table.nudged_at < DOUBLE_CLICK_WINDOW:
        return [name for name, _user in awaited]  # a double click
    if table.nudged_at is not None and transaction.now - table.nudged_at < NUDGE_INTERVAL:
        raise NotNow(_("They were emailed less than half a day ago."))
    if not awaited:
        raise NotNow(_("This table is not waiting for anybody."))
    table.nudged_at = transaction.now
    table.save(update_fields=["nudged_at"])
    _notify_awaited_players(transaction, table, [user_id for _name, user_id in awaited])
    return [name for name, _user in awaited]


def _list_awaited_players(table: TournamentTable) -> list[tuple[str, int]]:
    """List names and user ids of awaited players; empty while the game is not running."""
    if table.game is None or table.game.state != Game.State.RUNNING:
        return []
    asked = Seat.objects.filter(game=table.game, decision__isnull=False, user__isnull=False, bot="")
    return [(seat.name, seat.user_id) for seat in asked if seat.user_id is not None]


def _notify_awaited_players(
    transaction: TournamentTransaction, table: TournamentTable, users: list[int]
) -> None:
    entry = transaction.append_entry("nudged", table=table.number)
    sittings = TableSeat.objects.filter(table=table, entrant__user__in=users).select_related("entrant")
    entrants = [sitting.entrant for sitting in sittings]
    transaction.notify(TournamentNotice.Kind.NUDGE, entrants, entry, table=table.number)
    others = set(users) - {entrant.user_id for entrant in entrants}
    transaction.notify_users(TournamentNotice.Kind.NUDGE, sorted(others), entry, table=table.number)
