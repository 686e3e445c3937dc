"""Seats of a running game: given on to somebody else, or to a bot."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, Invitation, Move, Mute, Notice, Seat, Vote
from games.models.game import new_key, new_post_key
from games.play import clocks, lobby, store, times
from games.play.errors import NotNow, NotPossible, NotYours
from games.play.origin import How, Origin, fresh_key, from_person
from games.play.store import SeatRow
from games.play.table import Table
from games.play.wake import SEND_NOTICES, wake

# in the journal; nobody can have them as a handle
A_BOT = "bot"
SOMEBODY = "somebody"  # whose name is not to be known


def may_offer(game: Game, seat: Seat, user: Any) -> bool:
    """Its own player may give it up at any time; the creator may, where a bot plays. Unless it was arranged
    that all stay."""
    if not game.is_live or game.keeps_players:
        return False
    if seat.user_id == user.pk:
        return True
    return game.creator_id == user.pk and bool(seat.bot)


@transaction.atomic
def give_to_bot(game_id: int, seat_id: int, user: Any) -> None:
    """A bot plays on from here; its seat may still be given to somebody."""
    game = Game.objects.select_for_update().get(pk=game_id)
    seat = game.seats.get(pk=seat_id)
    if not may_offer(game, seat, user):
        raise NotYours(_("This seat is not yours to give."))
    if not seat.bot:
        change_player(game_id, seat_id, Origin(How.FORM, fresh_key(), times.now(), user.pk), bot=lobby.BOT)


def hand_over(game_id: int, seat_id: int, person: Any, offered_by: Any) -> Seat:
    """Somebody takes the seat over as it stands: hand, gold and open question."""
    game = Game.objects.select_for_update().get(pk=game_id)
    seat = game.seats.get(pk=seat_id)
    if not game.is_live:
        raise NotNow(_("This game is not running any more."))
    if offered_by is None or not may_offer(game, seat, offered_by):
        raise NotNow(_("The seat is not free any more: its player has come back."))
    if person.pk == seat.user_id:  # all the time again, and no misses: not by giving it to oneself
        raise NotPossible(_("It is your own seat."))
    must_not_sit_there(game, person, but=seat_id)
    change_player(game_id, seat_id, Origin(How.LINK, fresh_key(), times.now(), person.pk), user=person)
    seat.refresh_from_db()
    return seat


def must_not_sit_there(game: Game, person: Any, *, but: int) -> None:
    if game.seats.filter(user=person).exclude(pk=but).exists():
        raise NotPossible(_("Nobody sits at a table twice."))


def change_player(
    game_id: int, seat_id: int, origin: Origin, *, user: Any = None, bot: str = "", reason: str = ""
) -> None:
    """Write down who plays this seat from now on. What the one before has said or holds counts no more."""
    table = Table(game_id, origin)
    row = next(row for row in table.game.seats.values() if row.pk == seat_id)
    former = row.user_id
    entry = table.enter(Move.Kind.SEAT, f"seat {row.name} {_called(game_id, user)}", seat=row)
    entry.reason = reason
    table.rules.orders(table.position, row.name).clear()  # they were the wishes of the one before
    _seat_somebody(row, user, bot, int(clocks.pace_of(table.game).allowance.total_seconds()))
    if row.decision is not None:  # the newcomer gets the question anew, with all the time for it
        table.ask(row)
    table.touched.add(row.pk)
    Seat.objects.filter(pk=seat_id).update(
        user=user,
        bot=bot,
        key=new_key(),
        post_key=new_post_key(),
        is_silent=False,
        is_guarded=False,
        time_out="",
        offered_at=None,
    )
    Vote.objects.filter(seat_id=seat_id).delete()
    Mute.objects.filter(seat_id=seat_id).delete()
    lobby.withdraw_open(Invitation.objects.filter(seat_id=seat_id), origin.now)
    table.save()
    _tell(table, row, Notice.Kind.SUCCEEDED, former)
    _tell(table, row, Notice.Kind.STARTED, row.user_id)


@transaction.atomic
def go_away(game_id: int, seat_id: int, user: Any, *, bot: str, reason: str = "", key: str = "") -> bool:
    """Somebody leaves a game that goes on, by their own will: in the journal it is their doing. Was it done
    now, and not before?"""
    origin = from_person(user, How.FORM, key)
    table = Table(game_id, origin)
    if table.game.earlier is not None:
        return False
    change_player(game_id, seat_id, origin, bot=bot, reason=reason)
    return True


def _called(game_id: int, user: Any) -> str:
    """Whoever plays from now on, in the journal."""
    if user is None:
        return A_BOT
    return SOMEBODY if Game.objects.filter(pk=game_id, is_anonymous=True).exists() else str(user.handle)


def _seat_somebody(row: SeatRow, user: Any, bot: str, allowance: int) -> None:
    """Whoever comes starts without the misses of the one before, and with what all began with."""
    row.user_id, row.bot = (user.pk if user else None), bot
    row.excused = row.missed = row.in_a_row = 0
    row.time_out, row.offered_at = "", None
    row.habits = store.habits_of(user) if user else None
    row.bank = max(row.bank, allowance) if user else row.bank


def _tell(table: Table, row: SeatRow, kind: str, user_id: int | None) -> None:
    """Whoever leaves the seat reads who plays on; for whoever comes the game begins here."""
    if user_id is not None:
        Notice.objects.create(
            game_id=table.game.id,
            user_id=user_id,
            seat_id=row.pk,
            kind=kind,
            number=table.game.length,
            created_at=table.origin.now,
        )
        wake(SEND_NOTICES)
