"""Seats of a running game: handed over to somebody else, or played by a bot for their player."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import server_time
from games.models import Game, GameLogEntry, GameNotice, Invitation, Mute, Seat, Vote
from games.models.game import generate_key, generate_reply_key
from games.play.deadlines import seat_clock
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.play.lobby import tables
from games.play.transaction import notices, rows
from games.play.transaction.locked_game import LockedGame, SeatSelector
from games.play.transaction.origin import How, Origin, by_user, new_request_key
from games.play.transaction.rows import SeatRow
from games.rules.core.orders import file_default_orders

# words in the log; no user can have them as a handle
BOT_IN_LOG = "bot"
ANONYMOUS_IN_LOG = "somebody"  # a player of an anonymous game

USE_PROFILE_DEFAULT = ""  # as the player has chosen for all tables


def may_give_away(game: Game, seat: Seat, user: Any) -> bool:
    """May this user give the seat away?

    Its own player may, and the creator if a bot plays there; nobody may in a game that keeps its players."""
    if not game.is_live or game.has_fixed_players:
        return False
    if seat.user_id == user.pk:
        return True
    return game.creator_id == user.pk and bool(seat.bot)


@transaction.atomic
def give_to_bot(game_id: int, seat_id: int, user: Any) -> None:
    """Let a bot play for a player who leaves. They keep the seat, watch, and may return.

    An email to them has the way back. The seat is not offered to stand-ins: its player has chosen the bot."""
    game = Game.objects.select_for_update().get(pk=game_id)
    seat = game.seats.get(pk=seat_id)
    if not may_give_away(game, seat, user):
        raise NotAllowed(_("This seat is not yours to give."))
    if seat.bot:
        return  # a double click
    locked_game = LockedGame(game_id, by_user(user))
    row = locked_game.game.seats[seat.name]
    put_bot_on_seat(locked_game, row)
    notices.add_notice(locked_game, row, GameNotice.Kind.SUCCEEDED)
    locked_game.save()


def put_bot_on_seat(locked_game: LockedGame, seat: SeatRow, *, is_offered: bool = False) -> None:
    """Let a bot play this seat until its player returns, or somebody else takes it over.

    Its orders, links and open decision stay as they are; the caller saves the locked game."""
    seat.bot, seat.offered_at = tables.DEFAULT_BOT, locked_game.origin.now if is_offered else None
    entry = locked_game.add_log_row(GameLogEntry.Kind.SEAT, f"seat {seat.name} {BOT_IN_LOG}", seat=seat)
    entry.by_id = seat.user_id  # the person it is about, also if the clock did it
    seat_clock.set_deadlines(locked_game.game, seat, locked_game.origin.now)
    locked_game.changed_clocks.add(seat.pk)
    Seat.objects.filter(pk=seat.pk).update(bot=seat.bot, offered_at=seat.offered_at)


def hand_over_seat(game_id: int, seat_id: int, person: Any, offered_by: Any) -> Seat:
    """Give the seat to a new player as it is: with all that it has, and its open decision."""
    game = Game.objects.select_for_update().get(pk=game_id)
    seat = game.seats.get(pk=seat_id)
    if not game.is_live:
        raise NotNow(_("This game is no longer running."))
    if offered_by is None or not may_give_away(game, seat, offered_by):
        raise NotNow(_("This seat is no longer free: its player has come back."))
    if person.pk == seat.user_id:  # it would reset their time and misses
        raise NotPossible(_("This is already your seat."))
    require_not_seated(game, person, but=seat_id)
    change_player(
        game_id, seat_id, Origin(How.LINK, new_request_key(), server_time.now(), person.pk), user=person
    )
    seat.refresh_from_db()
    return seat


def require_not_seated(game: Game, person: Any, *, but: int) -> None:
    if game.seats.filter(user=person).exclude(pk=but).exists():
        raise NotPossible(_("Nobody can sit at a table twice."))


def change_player(
    game_id: int, seat_id: int, origin: Origin, *, user: Any = None, bot: str = "", reason: str = ""
) -> None:
    """Record who plays this seat from now on. Orders, votes, mutes and links of the former one are void."""
    locked_game = LockedGame(game_id, origin)
    row = next(row for row in locked_game.game.seats.values() if row.pk == seat_id)
    former = row.user_id
    entry = locked_game.add_log_row(
        GameLogEntry.Kind.SEAT, f"seat {row.name} {_choose_log_name(game_id, user)}", seat=row
    )
    entry.reason = reason
    locked_game.rules.orders.lines(
        locked_game.position, row.name
    ).clear()  # they belonged to the former player
    file_default_orders(locked_game.rules, locked_game.position, row.name)
    _reset_seat_row(row, user, bot, int(seat_clock.get_pace(locked_game.game).allowance.total_seconds()))
    if row.decision is not None:  # the new player is asked anew, with the full time
        locked_game.ask(row)
    locked_game.changed_clocks.add(row.pk)
    Seat.objects.filter(pk=seat_id).update(
        user=user,
        bot=bot,
        key=generate_key(),
        reply_key=generate_reply_key(),
        has_emails_off=False,
        has_revoked_links=False,
        time_out="",
        offered_at=None,
    )
    Vote.objects.filter(seat_id=seat_id).delete()
    Mute.objects.filter(seat_id=seat_id).delete()
    tables.withdraw_open_invitations(Invitation.objects.filter(seat_id=seat_id), origin.now)
    locked_game.save()
    notices.notify_of_new_player(locked_game, row, former)


@transaction.atomic
def leave_running_game(
    game_id: int, seat_id: int, user: Any, *, bot: str, reason: str = "", key: str = ""
) -> bool:
    """Let a player leave a running game of their own will and put a bot on the seat.

    In the log it is their own action. Returns False if this request was carried out before."""
    origin = by_user(user, How.FORM, key)
    locked_game = LockedGame(game_id, origin)
    if locked_game.game.repeated_number is not None:
        return False
    change_player(game_id, seat_id, origin, bot=bot, reason=reason)
    return True


def _choose_log_name(game_id: int, user: Any) -> str:
    """Return the name of the new player for the log."""
    if user is None:
        return BOT_IN_LOG
    return (
        ANONYMOUS_IN_LOG if Game.objects.filter(pk=game_id, is_anonymous=True).exists() else str(user.handle)
    )


def _reset_seat_row(row: SeatRow, user: Any, bot: str, allowance: int) -> None:
    """Reset the seat for a new player: no misses, and a bank of at least the initial allowance."""
    row.user_id, row.bot = (user.pk if user else None), bot
    row.excused_count = row.missed_count = row.misses_in_a_row = 0
    row.time_out, row.offered_at = "", None
    row.waiting_preferences = rows.load_waiting_preferences(user) if user else None
    row.bank_seconds = max(row.bank_seconds, allowance) if user else row.bank_seconds


@transaction.atomic
def choose_time_out_answer(game: int | str, seat: SeatSelector, answer: str, origin: Origin) -> None:
    """Set what answers for this seat when its time runs out.

    Orders that were held back until the deadline fire at once if the new choice no longer holds them."""
    locked_game = LockedGame(game, origin)
    seat_row = locked_game.seat(seat)
    if locked_game.game.state not in (Game.State.RUNNING, Game.State.PAUSED):
        raise NotNow(_("This game is no longer running."))
    if answer not in (USE_PROFILE_DEFAULT, "minimal", *seat_clock.get_patience(locked_game.game).answers):
        raise NotPossible(_("This table does not allow that choice."))
    seat_row.time_out = answer
    Seat.objects.filter(pk=seat_row.pk).update(time_out=answer)
    if locked_game.game.state == Game.State.RUNNING:
        locked_game.fire_orders()
    locked_game.save()
