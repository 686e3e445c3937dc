"""Pause a table, a round or the whole tournament, and give more time.

A pause is a timestamp in the row of what is paused; when it ends, the deadlines below are postponed by its
duration. Games have their own locks, so they follow one by one: `TournamentTable.hold` says what should
happen to a game, and `apply_holds` does it, retrying if necessary.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db.models import Q, QuerySet
from django.db.transaction import atomic
from django.utils.translation import gettext as _

from accounts.preferences.mail_preferences import NONE
from games.models import Game
from games.play import referee, votes
from games.play.deadlines import extensions
from games.play.errors import NotNow, NotPossible
from games.tournaments.director.deadlines import DONE_STATES, Scope, find_scope, postpone_deadlines
from games.tournaments.ledger.transaction import TournamentTransaction, find_recent_entry, open_transaction
from games.tournaments.models import Entrant, Round, Tournament, TournamentNotice, TournamentTable
from games.tournaments.staff import conflicts
from games.tournaments.staff.permissions import DIRECTOR_ROLES
from games.tournaments.text import require_text

log = logging.getLogger(__name__)

MOST_HOURS = 30 * 24  # per extension
MAIL_PREFERENCE = "tournament"
FURTHEST_DEADLINE = timedelta(days=366)  # latest deadline from now

State = Tournament.State
Hold = TournamentTable.Hold


# --- Pauses


@atomic
def pause(
    tournament_id: int,
    user: Any,
    *,
    table_number: int | None = None,
    round_id: int | None = None,
    reason: str,
    now: datetime | None = None,
) -> None:
    """Pause a table, a round or the whole tournament until somebody resumes it."""
    transaction = open_transaction(tournament_id, user, DIRECTOR_ROLES, now)
    transaction.require_state(State.RUNNING, State.PAUSED)
    scope = find_scope(transaction, table_number, round_id)
    text = require_text(reason)
    if scope.row.paused_at is not None:
        return  # a double click
    _require_not_own_table(scope)
    _set_paused_at(scope, transaction.now)
    scope.tables.exclude(state__in=DONE_STATES).update(hold=Hold.HELD)
    entry = transaction.append_entry("paused", **scope.ledger_data, reason=text)
    transaction.notify(TournamentNotice.Kind.NEWS, scope.entrants(), entry)


def _require_not_own_table(scope: Scope) -> None:
    """Refuse time changes at one's own table; those for a round or the tournament affect all alike."""
    if isinstance(scope.row, TournamentTable):
        conflicts.require_impartial(scope.transaction.by, tables=[scope.row])


def _set_paused_at(scope: Scope, paused_at: datetime | None) -> None:
    scope.row.paused_at = paused_at
    if isinstance(scope.row, Tournament):
        scope.transaction.update_tournament(
            state=State.PAUSED if paused_at else State.RUNNING, paused_at=paused_at
        )
    else:
        scope.row.save(update_fields=["paused_at"])


@atomic
def resume(
    tournament_id: int,
    user: Any,
    *,
    table_number: int | None = None,
    round_id: int | None = None,
    now: datetime | None = None,
) -> None:
    """Resume play. Every deadline is postponed by the duration of the pause, so nobody loses time."""
    transaction = open_transaction(tournament_id, user, DIRECTOR_ROLES, now)
    transaction.require_state(State.RUNNING, State.PAUSED)
    scope = find_scope(transaction, table_number, round_id)
    if (since := scope.row.paused_at) is None:
        return  # a double click
    until = min((one.paused_at for one in scope.enclosing_rows if one.paused_at), default=transaction.now)
    _set_paused_at(scope, None)
    if until > since:  # time within a surrounding pause is counted when that one ends
        postpone_deadlines(scope, until - since)
        _adjust_inner_pauses(scope, since, until)
    _release_games(scope)
    entry = transaction.append_entry("resumed", **scope.ledger_data)
    transaction.notify(TournamentNotice.Kind.NEWS, scope.entrants(), entry)


def _adjust_inner_pauses(scope: Scope, since: datetime, until: datetime) -> None:
    """Move the start of pauses inside this scope, so that no time is counted twice."""
    for one in _list_inner_pauses(scope, until):
        one.paused_at = until - max(since - one.paused_at, timedelta(0))
        one.save(update_fields=["paused_at"])


def _list_inner_pauses(scope: Scope, until: datetime) -> list[Any]:
    """List rounds and tables in the scope whose own pause began before this one ended."""
    if isinstance(scope.row, TournamentTable):
        return []
    tables = list(scope.tables.filter(paused_at__lt=until))
    if isinstance(scope.row, Round):
        return tables
    return [*tables, *Round.objects.filter(stage__tournament=scope.row, paused_at__lt=until)]


def _release_games(scope: Scope) -> None:
    """Release all games of the scope that no other pause holds."""
    if scope.transaction.tournament.paused_at is None:
        held = scope.tables.filter(hold=Hold.HELD, paused_at=None, round__paused_at=None)
        held.update(hold=Hold.RELEASE)


def release_all_games(transaction: TournamentTransaction) -> None:
    """End all pauses of a tournament that is over and release its games."""
    transaction.update_tournament(paused_at=None)
    Round.objects.filter(stage__tournament=transaction.tournament).update(paused_at=None)
    transaction.tournament.tables.update(paused_at=None)
    transaction.tournament.tables.filter(hold=Hold.HELD).update(hold=Hold.RELEASE)


# --- More time


@atomic
def extend_deadlines(
    tournament_id: int,
    user: Any,
    hours: int,
    *,
    table_number: int | None = None,
    round_id: int | None = None,
    reason: str,
    now: datetime | None = None,
) -> None:
    """Postpone the deadlines of a table, a round or the whole tournament by some hours.

    At a single table awaited players also get time on their clocks, up to what a player could grant.
    """
    transaction = open_transaction(tournament_id, user, DIRECTOR_ROLES, now)
    transaction.require_state(State.RUNNING, State.PAUSED)
    scope = find_scope(transaction, table_number, round_id)
    if not 1 <= hours <= MOST_HOURS:
        raise NotPossible(_("Please enter between 1 and %(most)d hours.") % {"most": MOST_HOURS})
    about = {**scope.ledger_data, "hours": hours, "reason": require_text(reason)}
    if find_recent_entry(transaction, "extended", **about):
        return  # a double click
    _require_not_own_table(scope)
    deadlines = postpone_deadlines(scope, timedelta(hours=hours))
    if not deadlines:
        raise NotNow(_("Nothing here has a deadline."))
    if max(deadlines) > transaction.now + FURTHEST_DEADLINE:
        raise NotPossible(_("That would be more than a year from now."))
    entry = transaction.append_entry("extended", **about)
    transaction.notify(
        TournamentNotice.Kind.NEWS, scope.entrants(), entry, **_extend_clocks(scope, hours, reason, entry)
    )


def _extend_clocks(scope: Scope, hours: int, reason: str, entry: int) -> dict[str, Any]:
    """Give the awaited players of a running game more time; return the hours granted for the notice."""
    game = scope.row.game if isinstance(scope.row, TournamentTable) else None
    if game is None or game.state != Game.State.RUNNING:
        return {}
    given = min(hours, extensions.compute_max_hours(game.pace))
    referee.extend_deadlines(
        game.pk, given, scope.transaction.by, reason=reason, key=f"extended/{game.pk}/{entry}"
    )
    return {"clock": given}


# --- Apply holds to games


def apply_all_holds() -> int:
    """Apply pending holds in all tournaments, also finished ones; return how many games changed."""
    return sum(
        apply_holds(pk) for pk in sorted(set(_find_pending_holds().values_list("tournament_id", flat=True)))
    )


def apply_holds(tournament_id: int) -> int:
    """Pause and resume games until each matches its table; return how many changed."""
    found = _find_pending_holds().filter(tournament=tournament_id).order_by("game_id")
    return sum(_apply_hold_safely(tournament_id, pk) for pk in list(found.values_list("pk", flat=True)))


def _find_pending_holds() -> QuerySet[TournamentTable]:
    """Find tables whose game does not match their hold yet, or no longer does."""
    to_pause = Q(hold=Hold.HELD, game__state=Game.State.RUNNING)
    return TournamentTable.objects.exclude(hold=Hold.NONE).filter(to_pause | Q(hold=Hold.RELEASE))


def _apply_hold_safely(tournament_id: int, table_id: int) -> bool:
    """Apply one hold, logging errors: a broken game must not stop the others, and is retried later."""
    try:
        return _apply_hold(tournament_id, table_id)
    except Exception:
        log.exception("the game of table %d does not follow a pause", table_id)
        return False


@atomic
def _apply_hold(tournament_id: int, table_id: int) -> bool:
    """Apply the hold of one table under the lock of the tournament."""
    transaction = TournamentTransaction(tournament_id)
    table = TournamentTable.objects.select_related("game").get(pk=table_id)
    wanted, state = HOLD_EFFECTS[Hold(table.hold)]
    changed = bool(wanted) and _may_change_game(table, state) and _change_game(transaction, table, wanted)
    if table.hold == Hold.RELEASE:
        table.hold, changed = Hold.NONE, True
        table.save(update_fields=["hold"])
    return changed


HOLD_EFFECTS = {
    Hold.NONE: ("", ""),
    Hold.HELD: (votes.Matter.PAUSE, Game.State.RUNNING),
    Hold.RELEASE: (votes.Matter.RESUME, Game.State.PAUSED),
}


def _may_change_game(table: TournamentTable, state: str) -> bool:
    """Tell whether the game may be changed; a pause the players voted for is left alone."""
    return table.game is not None and table.game.state == state and table.game.paused_until is None


def _change_game(transaction: TournamentTransaction, table: TournamentTable, wanted: str) -> bool:
    """Pause or resume the game.

    The request key contains the log length, so a pause that players ended can be renewed.
    """
    assert table.game is not None  # noqa: S101 (it is ours)
    key = f"hold/{table.pk}/{wanted}/{table.game.log_length}"
    why = _find_pause_reason(transaction, wanted)
    return referee.decide_matter(
        table.game.pk, wanted, None, reason=why, key=key, informed=_list_notified_users(table)
    )


def _list_notified_users(table: TournamentTable) -> list[int]:
    """List users whom the tournament notifies anyway and who need no email from each table.

    Stand-ins, and entrants without tournament emails, are not among them.
    """
    seated = Entrant.objects.filter(table_seats__table=table, user__isnull=False, is_unsubscribed=False)
    people = [one.user for one in seated.select_related("user") if one.user]
    return [user.pk for user in people if user.get_mail_preference(MAIL_PREFERENCE) != NONE]


def _find_pause_reason(transaction: TournamentTransaction, wanted: str) -> str:
    """Return the organizer's reason for the pause, in the organizer's own words."""
    if wanted != votes.Matter.PAUSE:
        return ""
    paused = transaction.tournament.ledger_entries.filter(kind="paused").order_by("number").last()
    return str(msgspec.json.decode(paused.data)["reason"]) if paused else ""
