"""Somebody stays away: a bot plays on for them, others may take the seat, and they may come back."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from accounts import bounces
from accounts.models import User
from games.models import Candidate, Game, Move, Notice, Seat
from games.play import clocks
from games.play.errors import NotNow, NotPossible, NotYours
from games.play.lobby import BOT
from games.play.notices import leave
from games.play.origin import How, Origin, from_house
from games.play.seats import A_BOT, change_player, must_not_sit_there
from games.play.store import SeatRow
from games.play.table import Table, Wanted

MOST_VOLUNTEERS = 20  # who are written to for one seat
MOST_OFFERED = 100  # in the list


def replace(table: Table, seat: SeatRow) -> None:
    """From now on a bot plays for this seat, until its player comes back or somebody takes it."""
    is_free = clocks.patience_of(table.game).stand_ins
    seat.bot, seat.offered_at = BOT, table.origin.now if is_free else None
    entry = table.enter(Move.Kind.SEAT, f"seat {seat.name} {A_BOT}", seat=seat)
    entry.by_id = seat.user_id  # about whom it is: the clock did it
    clocks.set_hands(table.game, seat, table.origin.now)
    table.touched.add(seat.pk)
    Seat.objects.filter(pk=seat.pk).update(bot=BOT, offered_at=seat.offered_at)
    if seat.user_id and not any(kind == Notice.Kind.MISSED for _seat, kind, _at in table.told):
        table.told.append((seat, Notice.Kind.MISSED, table.origin.now))
    table.save()
    if is_free:
        leave([_offer(table, seat, user) for user in volunteers(table.game.id)])


@transaction.atomic
def offer(game_id: int, seat_id: int) -> None:
    """Nobody comes back to this seat: the bot on it plays until somebody takes it."""
    table = Table(game_id, from_house(How.REFEREE))
    seat = next(row for row in table.game.seats.values() if row.pk == seat_id)
    if clocks.patience_of(table.game).stand_ins:
        Seat.objects.filter(pk=seat_id).update(offered_at=table.origin.now)
        leave([_offer(table, seat, user) for user in volunteers(game_id)])


@transaction.atomic
def welcome(game_id: int, user_ids: Iterable[int]) -> int:
    """These may take a free seat too; those that look for a player are offered to them. How many are new?"""
    named = set(Candidate.objects.filter(game=game_id).values_list("user_id", flat=True))
    new = set(user_ids) - named
    if not new:
        return 0  # asked every few seconds: the table is left alone
    table = Table(game_id, from_house(How.REFEREE))
    Candidate.objects.bulk_create(
        Candidate(game_id=game_id, user_id=user_id, is_welcome=True) for user_id in sorted(new)
    )
    free = set(Seat.objects.filter(game=game_id, offered_at__isnull=False).values_list("pk", flat=True))
    seats = [row for row in table.game.seats.values() if row.pk in free]
    leave([_offer(table, seat, user) for user in volunteers(game_id) if user.pk in new for seat in seats])
    return len(new)


def volunteers(game_id: int) -> list[User]:
    """People who have said that they stand in for others, or were named for it, and do not sit here."""
    named = Candidate.objects.filter(game=game_id, user=OuterRef("pk"))
    found = User.objects.filter(is_active=True, is_guest=False, unreachable_since__isnull=True)
    if Game.objects.filter(pk=game_id, only_candidates=True).exists():
        found = found.filter(Exists(named.filter(is_welcome=True)))
    else:
        found = found.filter(~Exists(named.filter(is_welcome=False)), stands_in=True)
    return list(found.exclude(seats__game=game_id).order_by("?")[:MOST_VOLUNTEERS])


def _offer(table: Table, seat: SeatRow, user: User) -> Notice:
    about: dict[str, Any] = {"game_id": table.game.id, "seat_id": seat.pk, "number": table.game.length}
    return Notice(user=user, kind=Notice.Kind.STAND_IN, created_at=table.origin.now, **about)


def come_back(game: int | str, seat: Wanted, origin: Origin) -> bool:
    """The player plays again. Was there a bot in the way?

    Whoever comes back is there: letters are tried again, otherwise the lost would be replaced at once."""
    user = User.objects.filter(pk=origin.user_id or 0, unreachable_since__isnull=False).first()
    if user is not None:
        bounces.reachable_again(user)
    return _come_back(game, seat, origin)


@transaction.atomic
def _come_back(game: int | str, seat: Wanted, origin: Origin) -> bool:
    table = Table(game, origin)
    chair = table.seat(seat)
    if not chair.bot:
        return False  # a double click
    if table.game.state not in (Game.State.RUNNING, Game.State.PAUSED):
        raise NotNow(_("This game is not running any more."))
    end(table, chair)
    if chair.decision is not None:
        table.ask(chair)
    table.save()
    return True


def end(table: Table, seat: SeatRow) -> None:
    """The player is there again, be it by moving before the bot has."""
    seat.bot, seat.offered_at, seat.in_a_row = "", None, 0
    table.enter(Move.Kind.SEAT, f"seat {seat.name} {seat.name}", seat=seat)
    table.touched.add(seat.pk)
    Seat.objects.filter(pk=seat.pk).update(bot="", offered_at=None)


# --- standing in


def offered(user: Any) -> list[Seat]:
    """Seats that look for a player, at tables where this person does not sit.

    Those of a table that was never open to all are for people who have said that they stand in, or whom
    whoever has arranged the game has named."""
    found = Seat.objects.filter(offered_at__isnull=False, game__state=Game.State.RUNNING)
    found = found.filter(_open_to(user))
    if user.is_authenticated:
        found = found.exclude(game__seats__user=user)
    return list(found.select_related("game").defer("game__position").order_by("offered_at")[:MOST_OFFERED])


def _open_to(user: Any) -> Q:
    """Of seats: this person may know that they are free."""
    named = Candidate.objects.filter(game=OuterRef("game"), user=user.pk or 0)
    is_shown = Q() if _stands_in(user) else Q(game__is_open=True)
    is_for_all = Q(~Exists(named.filter(is_welcome=False)), game__only_candidates=False)
    return Q(is_shown & is_for_all) | Q(Exists(named.filter(is_welcome=True)))


def may_look(seat: Seat, user: Any) -> bool:
    """Whoever may take it, or might after signing in, may see how it stands."""
    return Seat.objects.filter(_open_to(user), pk=seat.pk).exists()


def _stands_in(user: Any) -> bool:
    return bool(user.is_authenticated and user.stands_in)


def is_offered(seat: Seat) -> bool:
    """May somebody take it now?"""
    return seat.offered_at is not None and seat.game.is_live and seat.game.patience.stand_ins


@transaction.atomic
def stand_in(game_id: int, seat_id: int, user: Any, origin: Origin) -> Seat:
    """Take over a seat whose player has stayed away."""
    game = Game.objects.select_for_update().get(pk=game_id)
    seat = game.seats.get(pk=seat_id)
    if seat.user_id == user.pk and not seat.bot:
        return seat  # a double click
    if not is_offered(seat):
        raise NotNow(_("The seat is not free any more."))
    if not user.is_active or user.is_guest:
        raise NotYours(_("Please sign up first: whoever stands in must be known to us."))
    if not user.is_reachable:
        raise NotPossible(_("Letters do not reach you at the moment: please mend your address first."))
    if not _may_take(seat, user):
        raise NotYours(_("This seat is for somebody else."))
    must_not_sit_there(game, user, but=seat_id)
    change_player(game_id, seat_id, origin, user=user)
    seat.refresh_from_db()
    return seat


def _may_take(seat: Seat, user: Any) -> bool:
    """Whoever knows of a free seat may take it, unless it was settled who may."""
    named = Candidate.objects.filter(game=seat.game_id, user=user)
    is_welcome = named.values_list("is_welcome", flat=True).first()
    return is_welcome is True if seat.game.only_candidates else is_welcome is not False
