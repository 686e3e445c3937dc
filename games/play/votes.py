"""Votes of the players: to pause, resume or abandon the game.

The others are notified of a vote that does not decide yet, and may vote for or against. Nobody has to vote,
and votes against block nothing: only enough votes in favour count. A pause by vote ends by itself; one ruled
by a referee does not.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import server_time
from games.clock.pace import ONE_WEEK, Pace, compute_longest_wait
from games.clock.spans import ONE_DAY
from games.models import Game, GameLogEntry, Seat, Vote
from games.play.deadlines import seat_clock
from games.play.errors import NotNow
from games.play.transaction import notices
from games.play.transaction.locked_game import LockedGame, SeatSelector
from games.play.transaction.origin import How, Origin, by_server
from games.play.transaction.rows import SeatRow
from games.play.transaction.sql import bump_page_version

log = logging.getLogger(__name__)

Matter = Vote.Matter
PAUSE_DECISIONS = 14  # the longest pause, in decisions at the pace of the table
MIN_PAUSE, MAX_PAUSE = ONE_WEEK, 8 * ONE_WEEK  # of pauses that end by themselves
PAUSES_PER_SWEEP = 200
NOTIFY_AGAIN_AFTER = ONE_DAY  # withdrawing and repeating a vote must not notify everybody each time
LOG_KINDS = {
    Matter.PAUSE: GameLogEntry.Kind.PAUSE,
    Matter.RESUME: GameLogEntry.Kind.RESUME,
    Matter.ABANDON: GameLogEntry.Kind.ABANDON,
}


# --- voting


@transaction.atomic
def cast_vote(game_id: int, seat: SeatSelector, matter: str, origin: Origin) -> bool:
    """Vote in favour; the last vote needed carries it out. Returns whether it is decided now."""
    locked_game, seat_row = _lock_for_vote(game_id, seat, matter, origin)
    is_news = _is_news(locked_game, matter)
    _store_vote(locked_game, seat_row, matter, is_for=True, is_news=is_news)
    if _is_carried(locked_game, matter):
        carry_out(locked_game, matter)
        return True
    if is_news:
        others = [row for row in list_voters(locked_game) if row.pk != seat_row.pk]
        notices.notify_of_vote(locked_game, others)
    bump_page_version(game_id)
    return False


@transaction.atomic
def vote_against(game_id: int, seat: SeatSelector, matter: str, origin: Origin) -> None:
    """Vote against something that somebody has proposed; everybody at the table sees it."""
    locked_game, seat_row = _lock_for_vote(game_id, seat, matter, origin)
    if not _count_in_favour(locked_game, matter):
        raise NotNow(_("Nobody is asking for this at the moment."))
    _store_vote(locked_game, seat_row, matter, is_for=False)
    bump_page_version(game_id)


@transaction.atomic
def withdraw_vote(game_id: int, seat: SeatSelector, matter: str, origin: Origin) -> None:
    """Withdraw a vote."""
    seat_row = LockedGame(game_id, origin).seat(seat)
    Vote.objects.filter(game_id=game_id, seat_id=seat_row.pk, matter=matter).update(is_for=None)
    bump_page_version(game_id)


def _lock_for_vote(
    game_id: int, seat: SeatSelector, matter: str, origin: Origin
) -> tuple[LockedGame, SeatRow]:
    locked_game = LockedGame(game_id, origin)
    seat_row = locked_game.seat(seat)
    if Game.objects.filter(pk=locked_game.game.id, has_fixed_pace=True).exists():
        raise NotNow(_("Only the organizers of this game can pause or end it."))
    require_open_matter(locked_game.game.state, matter)
    if not has_vote(seat_row):
        raise NotNow(_("A bot is playing for you at the moment. Come back first."))
    return locked_game, seat_row


def _is_news(locked_game: LockedGame, matter: str) -> bool:
    """Is nobody in favour yet, and was nobody notified of it lately?"""
    since = locked_game.origin.now - NOTIFY_AGAIN_AFTER
    recent = Vote.objects.filter(game_id=locked_game.game.id, matter=matter, at__gt=since)
    return not _count_in_favour(locked_game, matter) and not recent.exists()


def _store_vote(
    locked_game: LockedGame, seat_row: SeatRow, matter: str, *, is_for: bool, is_news: bool = False
) -> None:
    now = locked_game.origin.now
    about = {"game_id": locked_game.game.id, "seat_id": seat_row.pk, "matter": matter}
    changed = {"is_for": is_for, "at": now} if is_news else {"is_for": is_for}
    Vote.objects.update_or_create(**about, defaults=changed, create_defaults={"is_for": is_for, "at": now})


# --- counting


def count_votes_needed(people: int, matter: str) -> int:
    """Return the votes needed: more than half to pause or resume, all to abandon the game."""
    return people if matter == Matter.ABANDON else people // 2 + 1


def list_open_matters(state: str) -> list[str]:
    """List what can be voted on in this state of the game."""
    if state == Game.State.RUNNING:
        return [Matter.PAUSE, Matter.ABANDON]
    return [Matter.RESUME, Matter.ABANDON] if state == Game.State.PAUSED else []


def require_open_matter(state: str, matter: str) -> None:
    if matter not in list_open_matters(state):
        raise NotNow(_("There is nothing to vote on here at the moment."))


def list_voters(locked_game: LockedGame) -> list[SeatRow]:
    """List the seats that have a vote: those played by a person."""
    return [row for row in locked_game.game.seats.values() if has_vote(row)]


def has_vote(row: SeatRow | Seat) -> bool:
    return row.user_id is not None and not row.bot


def _count_in_favour(locked_game: LockedGame, matter: str) -> int:
    ids = [row.pk for row in list_voters(locked_game)]
    return Vote.objects.filter(
        game_id=locked_game.game.id, matter=matter, seat_id__in=ids, is_for=True
    ).count()


def _is_carried(locked_game: LockedGame, matter: str) -> bool:
    return _count_in_favour(locked_game, matter) >= count_votes_needed(len(list_voters(locked_game)), matter)


# --- carrying out


def carry_out(locked_game: LockedGame, matter: str, reason: str = "") -> None:
    """Pause, resume or abandon the game, and save it."""
    if matter == Matter.PAUSE:
        locked_game.game.state = Game.State.PAUSED
        locked_game.stop_clocks()
    elif matter == Matter.RESUME:
        locked_game.game.state = Game.State.RUNNING
        locked_game.resume_clocks()
    else:
        locked_game.game.state = Game.State.ABANDONED
        locked_game.close_decisions()
    locked_game.add_log_row(LOG_KINDS[Matter(matter)], matter).reason = reason
    if locked_game.game.state == Game.State.RUNNING:
        locked_game.fire_orders()  # some may have been filed during the pause
    locked_game.save()
    Game.objects.filter(pk=locked_game.game.id).update(paused_until=_compute_pause_end(locked_game, matter))
    Vote.objects.filter(game_id=locked_game.game.id).delete()


def _compute_pause_end(locked_game: LockedGame, matter: str) -> datetime | None:
    """Return when the pause ends by itself; None for one by a referee, who decides when to resume."""
    if matter != Matter.PAUSE or locked_game.origin.how == How.REFEREE:
        return None
    return locked_game.origin.now + compute_max_pause(seat_clock.get_pace(locked_game.game))


def compute_max_pause(pace: Pace) -> timedelta:
    """Return the longest pause at this pace: the time of some decisions, between one and eight weeks."""
    return min(max(PAUSE_DECISIONS * compute_longest_wait(pace), MIN_PAUSE), MAX_PAUSE)


def end_due_pauses() -> int:
    """Resume the games whose pause has reached its limit; return how many."""
    due = Game.objects.filter(state=Game.State.PAUSED, paused_until__lte=server_time.now()).order_by(
        "paused_until"
    )
    return sum(_try_end_pause(game_id) for game_id in due.values_list("pk", flat=True)[:PAUSES_PER_SWEEP])


def _try_end_pause(game_id: int) -> bool:
    """End one pause. An error must not block the other tables."""
    try:
        return _end_pause(game_id)
    except Exception:
        log.exception("the pause of game %d could not be ended", game_id)
        return False


@transaction.atomic
def _end_pause(game_id: int) -> bool:
    """End a pause that is due. Checked again under the lock, because somebody may have been faster."""
    locked_game = LockedGame(game_id, by_server(How.CLOCK))
    until = Game.objects.values_list("paused_until", flat=True).get(pk=game_id)
    is_due = (
        locked_game.game.state == Game.State.PAUSED and until is not None and until <= locked_game.origin.now
    )
    if is_due:
        carry_out(locked_game, Matter.RESUME)
    return is_due
