"""A table before its game: opened, filled, left, cancelled, started."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import people
from games.clock.pace import PRESETS, Pace
from games.clock.patience import Patience
from games.models import Game, Invitation, Move, Notice, Seat
from games.models.game import written_pace, written_patience
from games.play import times
from games.play.errors import NotNow, NotPossible, NotYours, reason_of
from games.play.origin import How, Origin
from games.play.table import Table
from games.play.wake import SEND_NOTICES, wake
from games.rules import registry
from games.rules.core.errors import BadOptions
from games.rules.core.rng import Rng, fresh_seed
from games.rules.core.ruleset import Ruleset

TABLE_WAITS = timedelta(days=14)  # then a table that nobody filled expires
MOST_OPEN_TABLES = 20  # that one person may have waiting
BOT_NAMES = [
    f"{name}-bot" for name in ("Ada", "Blaise", "Cecilia", "Dudley", "Evelyn", "Ferenc", "Grace", "Hypatia")
]
BOT = "thumb"
MOST_DRAWS = 500  # of eight seats one begins by chance every eighth time


class Wish(msgspec.Struct, frozen=True):
    """A table as its creator wants it."""

    name: str
    ruleset: str
    options: Mapping[str, Any]
    size: int
    pace: Pace = PRESETS["daily"]
    patience: Patience = Patience()
    is_open: bool = False
    starts_when_full: bool = True
    watching: str = Game.Watching.AFTERWARDS
    bots: int = 0
    is_lesson: bool = False
    key: str = ""  # the same wish sent twice is one table


# --- opening and closing


@transaction.atomic
def open_table(user: Any, wish: Wish, *, now: datetime | None = None) -> Game:
    """A new table with its creator at it.

    What is random is drawn now, so that all can see it before they join."""
    now = now or timezone.now()
    people.locked(user.pk)  # one table at a time: a double click
    if wish.key and (earlier := Game.objects.filter(creator=user, wish=wish.key).first()):
        return earlier
    if Game.objects.filter(creator=user, state=Game.State.OPEN).count() >= MOST_OPEN_TABLES:
        raise NotPossible(_("You have many tables waiting already. Please cancel one first."))
    game = Game.objects.create(
        name=wish.name,
        ruleset=wish.ruleset,
        options=settled(wish.ruleset, wish.size, wish.options),
        size=wish.size,
        pace_data=written_pace(wish.pace),
        patience_data=written_patience(wish.patience),
        creator=user,
        is_open=wish.is_open,
        starts_when_full=wish.starts_when_full,
        watching=wish.watching,
        wish=wish.key,
        is_lesson=wish.is_lesson,
        keeps_players=wish.is_lesson,  # nobody else is to be written to
        created_at=now,
        expires_at=now + TABLE_WAITS,
    )
    sit_down(game, user, now)
    for _place in range(min(wish.bots, wish.size - 1)):
        seat_bot(game, now)
    start_if_full(game, user)
    return game


def settled(ruleset: str, size: int, options: Mapping[str, Any]) -> str:
    """Options as they are stored: written out, and nothing left to chance."""
    return msgspec.json.encode(registry.get(ruleset).clean(size, options, fresh_seed())).decode()


@transaction.atomic
def cancel(game_id: int, user: Any) -> Game:
    """The creator gives the table up."""
    game = Game.objects.select_for_update().get(pk=game_id)
    only_creator(game, user)
    if game.state == Game.State.CANCELLED:
        return game  # a double click
    must_wait(game)
    _close(game, Game.State.CANCELLED, timezone.now())
    _tell(game, Notice.Kind.CHANGES, but=user)
    return game


@transaction.atomic
def expire(game_id: int, now: datetime) -> bool:
    """A table that nobody has filled in time is cleared away, and its creator is told."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.state != Game.State.OPEN or game.expires_at is None or game.expires_at > now:
        return False
    _close(game, Game.State.EXPIRED, now)
    _tell(game, Notice.Kind.EXPIRED)
    return True


def expire_due(now: datetime) -> int:
    """Clear away every table whose time is over; return how many."""
    due = Game.objects.filter(state=Game.State.OPEN, expires_at__lte=now).values_list("pk", flat=True)
    return sum(expire(game_id, now) for game_id in list(due))


def _close(game: Game, state: str, now: datetime) -> None:
    game.state, game.ended_at = state, now
    game.save(update_fields=["state", "ended_at"])
    withdraw_open(game.invitations, now)


def withdraw_open(invitations: Any, now: datetime) -> None:
    """Those of them that nobody has answered are not good any more."""
    unanswered = invitations.filter(state=Invitation.State.SENT)
    unanswered.update(state=Invitation.State.WITHDRAWN, answered_at=now)


def _tell(game: Game, kind: str, but: Any = None) -> None:
    """A notice to every person at the table who has not done it himself."""
    now = timezone.now()
    last = game.notices.filter(kind=kind).aggregate(last=Max("number"))["last"] or 0
    Notice.objects.bulk_create(
        Notice(game=game, user=seat.user, seat=seat, kind=kind, number=last + 1, created_at=now)
        for seat in game.seats.select_related("user")
        if seat.user and seat.user != but
    )
    wake(SEND_NOTICES)


# --- sitting down and getting up


@transaction.atomic
def join(game_id: int, user: Any, *, invited: bool = False) -> Seat:
    """Take a free seat. A table that is not open to all takes only those who were invited."""
    game = locked(game_id)
    if seat := game.seats.filter(user=user).first():
        return seat  # a double click
    if not (game.is_open or invited or game.creator_id == user.pk):
        raise NotYours(_("This table takes only those who were invited."))
    seat = sit_down(game, user, timezone.now())
    start_if_full(game, user)
    return seat


@transaction.atomic
def leave(game_id: int, user: Any) -> None:
    """Get up before the game begins. The creator cannot leave the table, only cancel it."""
    game = locked(game_id)
    if game.creator_id == user.pk:
        raise NotPossible(_("It is your table: you can cancel it, but not leave it."))
    game.seats.filter(user=user).delete()
    game.invitations.filter(address=user.email, state=Invitation.State.ACCEPTED).update(
        state=Invitation.State.DECLINED, answered_at=timezone.now()
    )


@transaction.atomic
def remove(game_id: int, user: Any, seat_id: int) -> None:
    """The creator asks somebody to leave, or takes a bot away."""
    game = locked(game_id)
    only_creator(game, user)
    game.seats.filter(pk=seat_id).exclude(user=user).delete()


@transaction.atomic
def add_bots(game_id: int, user: Any, upto: int) -> None:
    """Seat bots until so many seats are taken: a total, so that a double click seats them once."""
    game = locked(game_id)
    only_creator(game, user)
    for _place in range(min(upto, game.size) - game.seats.count()):
        seat_bot(game, timezone.now())
    start_if_full(game, user)


def locked(game_id: int) -> Game:
    """The table, as long as it waits for players; nobody else changes it meanwhile."""
    game = Game.objects.select_for_update().get(pk=game_id)
    must_wait(game)
    return game


def must_wait(game: Game) -> None:
    if game.state != Game.State.OPEN:
        raise NotNow(_("This table is not waiting for players any more."))


def only_creator(game: Game, user: Any) -> None:
    if game.creator_id != user.pk:
        raise NotYours(_("Only the creator of the table may do this."))


def sit_down(game: Game, user: Any, now: datetime, alias: str = "") -> Seat:
    """Take the first free place, under the own handle or, at a table without names, an alias."""
    name = seat_name(registry.get(game.ruleset), alias or user.handle, _names(game))
    return game.seats.create(place=_free_place(game), name=name, user=user, namesake=user, joined_at=now)


def seat_bot(game: Game, now: datetime, bot: str = BOT, called: str = "") -> Seat:
    """Under the name that it has elsewhere, or one of those that bots have at tables."""
    taken = _names(game)
    free = next(name for name in BOT_NAMES if name.lower() not in taken)
    if called:
        free = seat_name(registry.get(game.ruleset), called, taken)
    return game.seats.create(place=_free_place(game), name=free, bot=bot, joined_at=now)


def _names(game: Game) -> set[str]:
    return {name.lower() for name in game.seats.values_list("name", flat=True)}


def _free_place(game: Game) -> int:
    taken = set(game.seats.values_list("place", flat=True))
    if len(taken) >= game.size:
        raise NotPossible(_("The table is full."))
    return next(place for place in range(game.size) if place not in taken)


def seat_name(rules: Ruleset[Any], handle: str, taken: Iterable[str] = ()) -> str:
    """The handle, unless the game has a word that reads the same: then with a number behind it."""
    names = {name.lower() for name in taken}
    name, number = handle, 2
    while name.lower() in names or not rules.may_be_seat(name):
        name, number = f"{handle}-{number}", number + 1
    return name


# --- the start


@transaction.atomic
def start(game_id: int, user: Any) -> Game:
    """The creator's word: the game begins with those who are there, if the rules can do with them."""
    game = Game.objects.select_for_update().get(pk=game_id)
    only_creator(game, user)
    if game.has_begun:
        return game  # a double click
    must_wait(game)
    if (there := game.seats.count()) < game.size:
        _shrink(game, there)
    begin(game, Origin(How.FORM, "start", times.now(), user.pk))
    return game


def _shrink(game: Game, there: int) -> None:
    try:
        options = settled(game.ruleset, there, msgspec.json.decode(game.options))
    except BadOptions as error:
        raise NotPossible(
            _("%(there)d of %(size)d seats are taken, and the game cannot begin with so many: %(why)s")
            % {"there": there, "size": game.size, "why": reason_of(error)}
        ) from error
    game.size, game.options = there, options
    game.save(update_fields=["size", "options"])


def start_if_full(game: Game, user: Any) -> None:
    """Begin, if this person has taken or filled the last seat."""
    if game.starts_when_full and game.seats.count() == game.size:
        begin(game, Origin(How.FORM, "start", times.now(), user.pk))


def begin(game: Game, origin: Origin) -> None:
    """Deal. Who sits where is drawn by the seed too, so that it can be checked like all the rest."""
    game.seed = fresh_seed()
    seats = list(game.seats.all())
    Rng(f"{game.seed}/seats").shuffle(seats)
    _arrange(seats)
    deal(game, [seat.name for seat in seats], origin)
    withdraw_open(game.invitations, origin.now)


def _arrange(seats: list[Seat]) -> None:
    """Two steps, because no two seats may have one place even for a moment."""
    for place, seat in enumerate(seats):
        seat.place = 100 + place
        seat.save(update_fields=["place"])
    for place, seat in enumerate(seats):
        seat.place = place
        seat.save(update_fields=["place"])


def seed_for_the_first(game: Game, seats: list[str]) -> str:
    """A seed by which the first of these seats begins. All the rest is left to chance: seeds are drawn until
    one is found, and a game in which somebody else always begins is dealt as it is."""
    rules, options = registry.get(game.ruleset), msgspec.json.decode(game.options)
    for _draw in range(MOST_DRAWS):
        seed = fresh_seed()
        position, _events = rules.new(seats, options, seed)
        if seats[0] in rules.awaits(position):
            break
    return seed


def deal(game: Game, seats: list[str], origin: Origin, *, informed: Iterable[int] = ()) -> None:
    """Begin the game with these seats, clockwise. The informed have had a letter of it."""
    rules = registry.get(game.ruleset)
    position, events = rules.new(seats, msgspec.json.decode(game.options), game.seed)
    game.started_at, game.state, game.expires_at = origin.now, Game.State.RUNNING, None
    game.save(update_fields=["seed", "started_at", "state", "expires_at"])
    bank = int(game.pace.allowance.total_seconds())
    game.seats.update(bank=bank)
    table = Table(game.pk, origin)
    table.informed = frozenset(informed)
    table.position = position
    table.enter(Move.Kind.START, "start", events)
    table.ask_anew({})
    table.save()
    game.refresh_from_db()
