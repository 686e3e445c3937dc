"""Absent players: a bot replaces them, somebody else may take over the seat, and they may return.

A seat with a bot keeps its user until it is handed to somebody else, so the player can come back at any time.
"""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from accounts import bounces
from accounts.models import User
from games.models import Game, GameLogEntry, GameNotice, Seat, StandInCandidate
from games.play.deadlines import seat_clock
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.play.seats import change_player, put_bot_on_seat, require_not_seated
from games.play.transaction import notices
from games.play.transaction.locked_game import LockedGame, SeatSelector
from games.play.transaction.origin import How, Origin, by_server
from games.play.transaction.rows import SeatRow

MAX_VOLUNTEERS = 20  # people notified about one free seat
MAX_OFFERED_SEATS = 100  # free seats in the list


def replace_with_bot(locked_game: LockedGame, seat: SeatRow) -> None:
    """Let a bot play this seat until its player comes back or somebody else takes it over.

    Saves the locked game. If the table allows stand-ins, the seat is offered to volunteers."""
    is_free = seat_clock.get_patience(locked_game.game).stand_ins
    put_bot_on_seat(locked_game, seat, is_offered=is_free)
    if seat.user_id:
        notices.add_notice(locked_game, seat, GameNotice.Kind.MISSED)
    locked_game.save()
    if is_free:
        notices.notify_of_free_seats(locked_game, [seat], find_volunteers(locked_game.game.id))


@transaction.atomic
def offer_to_stand_ins(game_id: int, seat_id: int) -> None:
    """Offer a seat whose player is gone for good to volunteers, if the table allows stand-ins."""
    locked_game = LockedGame(game_id, by_server(How.REFEREE))
    seat = next(row for row in locked_game.game.seats.values() if row.pk == seat_id)
    if seat_clock.get_patience(locked_game.game).stand_ins:
        Seat.objects.filter(pk=seat_id).update(offered_at=locked_game.origin.now)
        notices.notify_of_free_seats(locked_game, [seat], find_volunteers(game_id))


@transaction.atomic
def add_candidates(game_id: int, user_ids: Iterable[int]) -> int:
    """Let these people take free seats of the game as well, and notify them of the seats that are free now.

    Returns how many of them were not on the list before."""
    named = set(StandInCandidate.objects.filter(game=game_id).values_list("user_id", flat=True))
    new = set(user_ids) - named
    if not new:
        return 0  # called every few seconds: do not lock the game for nothing
    locked_game = LockedGame(game_id, by_server(How.REFEREE))
    StandInCandidate.objects.bulk_create(
        StandInCandidate(game_id=game_id, user_id=user_id, is_welcome=True) for user_id in sorted(new)
    )
    free = set(Seat.objects.filter(game=game_id, offered_at__isnull=False).values_list("pk", flat=True))
    seats = [row for row in locked_game.game.seats.values() if row.pk in free]
    volunteers = [user for user in find_volunteers(game_id) if user.pk in new]
    notices.notify_of_free_seats(locked_game, seats, volunteers)
    return len(new)


def find_volunteers(game_id: int) -> list[User]:
    """Pick some reachable people who may stand in: volunteers or named candidates without a seat here."""
    named = StandInCandidate.objects.filter(game=game_id, user=OuterRef("pk"))
    found = User.objects.filter(is_active=True, is_guest=False, unreachable_since__isnull=True)
    if Game.objects.filter(pk=game_id, only_candidates=True).exists():
        found = found.filter(Exists(named.filter(is_welcome=True)))
    else:
        found = found.filter(~Exists(named.filter(is_welcome=False)), is_stand_in=True)
    return list(found.exclude(seats__game=game_id).order_by("?")[:MAX_VOLUNTEERS])


def return_to_seat(game: int | str, seat: SeatSelector, origin: Origin) -> bool:
    """Give the seat back to its own player; return whether a bot was playing it.

    A player who returns counts as reachable again, otherwise the clock would replace them at once."""
    user = User.objects.filter(pk=origin.user_id or 0, unreachable_since__isnull=False).first()
    if user is not None:
        bounces.mark_reachable(user)
    return _return_to_seat(game, seat, origin)


@transaction.atomic
def _return_to_seat(game: int | str, seat: SeatSelector, origin: Origin) -> bool:
    locked_game = LockedGame(game, origin)
    seat_row = locked_game.seat(seat)
    if not seat_row.bot:
        return False  # a double click
    if locked_game.game.state not in (Game.State.RUNNING, Game.State.PAUSED):
        raise NotNow(_("This game is no longer running."))
    end_absence(locked_game, seat_row)
    if seat_row.decision is not None:
        locked_game.ask(seat_row)
    locked_game.save()
    return True


def end_absence(locked_game: LockedGame, seat: SeatRow) -> None:
    """Remove the bot from the seat of a player who is back, perhaps by moving before the bot did."""
    seat.bot, seat.offered_at, seat.misses_in_a_row = "", None, 0
    locked_game.add_log_row(GameLogEntry.Kind.SEAT, f"seat {seat.name} {seat.name}", seat=seat)
    locked_game.changed_clocks.add(seat.pk)
    Seat.objects.filter(pk=seat.pk).update(bot="", offered_at=None)


# --- standing in


def list_offered_seats(user: Any) -> list[Seat]:
    """List the free seats of running games that this person may see and does not play in.

    Seats of a table that was not open to everybody are shown only to volunteers and to candidates named by
    the organizer of the game."""
    found = Seat.objects.filter(offered_at__isnull=False, game__state=Game.State.RUNNING)
    found = found.filter(_build_visibility_filter(user))
    if user.is_authenticated:
        found = found.exclude(game__seats__user=user)
    found = found.select_related("game", "user").defer("game__position")
    return list(found.order_by("offered_at")[:MAX_OFFERED_SEATS])


def _build_visibility_filter(user: Any) -> Q:
    """Build the filter for seats that this person may know to be free."""
    named = StandInCandidate.objects.filter(game=OuterRef("game"), user=user.pk or 0)
    is_shown = Q() if _is_volunteer(user) else Q(game__is_open=True)
    is_for_all = Q(~Exists(named.filter(is_welcome=False)), game__only_candidates=False)
    return Q(is_shown & is_for_all) | Q(Exists(named.filter(is_welcome=True)))


def may_see_offer(seat: Seat, user: Any) -> bool:
    """May this person see the position of a free seat? Yes, if they could take it after signing in."""
    return Seat.objects.filter(_build_visibility_filter(user), pk=seat.pk).exists()


def _is_volunteer(user: Any) -> bool:
    return bool(user.is_authenticated and user.is_stand_in)


def is_offered(seat: Seat) -> bool:
    """Can somebody take over this seat now?"""
    return seat.offered_at is not None and seat.game.is_live and seat.game.patience.stand_ins


@transaction.atomic
def take_over_seat(game_id: int, seat_id: int, user: Any, origin: Origin) -> Seat:
    """Take over the seat of an absent player."""
    game = Game.objects.select_for_update().get(pk=game_id)
    seat = game.seats.get(pk=seat_id)
    if seat.user_id == user.pk and not seat.bot:
        return seat  # a double click
    if not is_offered(seat):
        raise NotNow(_("This seat has already been taken."))
    if not user.is_active or user.is_guest:
        raise NotAllowed(_("Please sign up first: only people with an account can substitute."))
    if not user.is_reachable:
        raise NotPossible(_("Our emails to you bounce at the moment: please update your address first."))
    if not _may_take_seat(seat, user):
        raise NotAllowed(_("This seat is for somebody else."))
    require_not_seated(game, user, but=seat_id)
    change_player(game_id, seat_id, origin, user=user)
    seat.refresh_from_db()
    return seat


def _may_take_seat(seat: Seat, user: Any) -> bool:
    """Anybody may take a free seat unless the organizer has excluded them or admits only named candidates."""
    named = StandInCandidate.objects.filter(game=seat.game_id, user=user)
    is_welcome = named.values_list("is_welcome", flat=True).first()
    return is_welcome is True if seat.game.only_candidates else is_welcome is not False
