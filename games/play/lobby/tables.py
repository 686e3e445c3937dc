"""Tables before their game starts: open, join, leave, cancel, expire and start them."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import server_time, users
from games.clock.missed_deadline_policy import MissedDeadlinePolicy, forbid_orders
from games.clock.pace import PRESETS, Pace
from games.models import Game, GameLogEntry, GameNotice, Invitation, JoinLinkUse, Seat
from games.models.game import dump_pace_json, dump_patience_json
from games.play.errors import NotAllowed, NotNow, NotPossible, describe_error
from games.play.transaction import notices
from games.play.transaction.locked_game import LockedGame
from games.play.transaction.origin import How, Origin
from games.rules import registry
from games.rules.core.errors import BadOptions
from games.rules.core.orders import file_default_orders
from games.rules.core.rng import Rng, generate_seed
from games.rules.core.ruleset import Ruleset

TABLE_LIFETIME = timedelta(days=14)  # then a table that is not full expires
MAX_OPEN_TABLES = 20  # of one user
BOT_NAMES = [
    f"{name}-bot" for name in ("Ada", "Blaise", "Cecilia", "Dudley", "Evelyn", "Ferenc", "Grace", "Hypatia")
]
DEFAULT_BOT = "rule_based"
MAX_SEED_DRAWS = 500  # with eight seats, every eighth draw lets the wanted seat begin


class NewTable(msgspec.Struct, frozen=True):
    """The settings of a table to be opened."""

    name: str
    ruleset: str
    options: Mapping[str, Any]
    size: int
    pace: Pace = PRESETS["daily"]
    patience: MissedDeadlinePolicy = MissedDeadlinePolicy()
    is_open: bool = False
    starts_when_full: bool = True
    visibility: str = Game.Visibility.AFTERWARDS
    bots: int = 0
    is_tutorial: bool = False
    rematch_of_id: int | None = None  # the finished game whose players play again
    key: str = ""  # the same form sent twice opens one table


# --- opening and closing


@transaction.atomic
def open_table(user: Any, new_table: NewTable, *, now: datetime | None = None) -> Game:
    """Open a table with its creator and the wanted bots; start the game if that fills it.

    Random options are drawn now, so that everybody can see them before joining."""
    now = now or server_time.now()
    users.lock_user(user.pk)  # one table at a time, so that a double click opens one
    if new_table.key and (earlier := Game.objects.filter(creator=user, request_key=new_table.key).first()):
        return earlier
    if Game.objects.filter(creator=user, state=Game.State.OPEN).count() >= MAX_OPEN_TABLES:
        raise NotPossible(_("You already have many tables waiting. Please cancel one first."))
    game = Game.objects.create(
        name=new_table.name,
        ruleset=new_table.ruleset,
        options=resolve_options(new_table.ruleset, new_table.size, new_table.options),
        size=new_table.size,
        pace_data=dump_pace_json(new_table.pace),
        patience_data=dump_patience_json(limit_patience(new_table.ruleset, new_table.patience)),
        creator=user,
        is_open=new_table.is_open,
        starts_when_full=new_table.starts_when_full,
        visibility=new_table.visibility,
        request_key=new_table.key,
        is_tutorial=new_table.is_tutorial,
        rematch_of_id=new_table.rematch_of_id,
        has_fixed_players=new_table.is_tutorial,  # a tutorial seat is never offered to others
        created_at=now,
        expires_at=now + TABLE_LIFETIME,
    )
    seat_player(game, user, now)
    for _place in range(min(new_table.bots, new_table.size - 1)):
        seat_bot(game, now)
    start_if_full(game, user)
    return game


def resolve_options(ruleset: str, size: int, options: Mapping[str, Any]) -> str:
    """Return the options as stored JSON: complete, with all random choices drawn."""
    return msgspec.json.encode(registry.get(ruleset).setup.clean(size, options, generate_seed())).decode()


def limit_patience(ruleset: str, patience: MissedDeadlinePolicy) -> MissedDeadlinePolicy:
    """Return the policy for missed deadlines with only what this game can do."""
    return patience if registry.get(ruleset).orders.offered else forbid_orders(patience)


@transaction.atomic
def cancel_table(game_id: int, user: Any) -> Game:
    """Cancel a table on behalf of its creator, and notify the others."""
    game = Game.objects.select_for_update().get(pk=game_id)
    require_creator(game, user)
    if game.state == Game.State.CANCELLED:
        return game  # a double click
    require_open(game)
    _close_table(game, Game.State.CANCELLED, server_time.now())
    notices.notify_seated_players(game, GameNotice.Kind.CHANGES, but=user)
    return game


@transaction.atomic
def expire_table(game_id: int, now: datetime) -> bool:
    """Close a table that was not filled in time and notify the people at it; return whether it expired."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.state != Game.State.OPEN or game.expires_at is None or game.expires_at > now:
        return False
    _close_table(game, Game.State.EXPIRED, now)
    notices.notify_seated_players(game, GameNotice.Kind.EXPIRED)
    return True


def expire_due_tables(now: datetime) -> int:
    """Close every open table that has expired; return how many."""
    due = Game.objects.filter(state=Game.State.OPEN, expires_at__lte=now).values_list("pk", flat=True)
    return sum(expire_table(game_id, now) for game_id in list(due))


def _close_table(game: Game, state: str, now: datetime) -> None:
    game.state, game.ended_at = state, now
    game.save(update_fields=["state", "ended_at"])
    withdraw_open_invitations(game.invitations, now)


def withdraw_open_invitations(invitations: Any, now: datetime) -> None:
    """Withdraw those of the invitations that nobody has answered."""
    unanswered = invitations.filter(state=Invitation.State.SENT)
    unanswered.waiting().drop()
    unanswered.update(state=Invitation.State.WITHDRAWN, answered_at=now)


# --- sitting down and getting up


@transaction.atomic
def join_table(game_id: int, user: Any, *, invited: bool = False) -> Seat:
    """Take a free seat; start the game if it was the last one. Private tables admit invited people only."""
    game = lock_open_table(game_id)
    if seat := game.seats.filter(user=user).first():
        return seat  # a double click
    if not (game.is_open or invited or game.creator_id == user.pk):
        raise NotAllowed(_("This table is only for people who were invited."))
    seat = seat_player(game, user, server_time.now())
    start_if_full(game, user)
    return seat


@transaction.atomic
def leave_table(game_id: int, user: Any) -> None:
    """Leave a table before the game starts. The creator cannot leave, only cancel."""
    game = lock_open_table(game_id)
    if game.creator_id == user.pk:
        raise NotPossible(_("This is your table: you can cancel it, but not leave it."))
    game.seats.filter(user=user).delete()
    game.invitations.to_user(user).filter(state=Invitation.State.ACCEPTED).update(
        state=Invitation.State.DECLINED, answered_at=server_time.now()
    )


@transaction.atomic
def remove_seat(game_id: int, user: Any, seat_id: int) -> None:
    """Remove a player or a bot from the table, on behalf of its creator."""
    game = lock_open_table(game_id)
    require_creator(game, user)
    removed = game.seats.filter(pk=seat_id).exclude(user=user)
    for seat in removed.filter(user__isnull=False):
        _bar_from_links(game, seat.user)
    removed.delete()


def _bar_from_links(game: Game, user: Any) -> None:
    """Let no link of this table give a removed player another seat, however they came by theirs."""
    for link in game.join_links.all():
        JoinLinkUse.objects.update_or_create(
            link=link,
            user=user,
            defaults={"is_barred": True},
            create_defaults={"is_barred": True, "used_at": server_time.now()},
        )


@transaction.atomic
def add_bots(game_id: int, user: Any, upto: int) -> None:
    """Add bots until `upto` seats are taken: a total, so that a double click adds them once."""
    game = lock_open_table(game_id)
    require_creator(game, user)
    for _place in range(min(upto, game.size) - game.seats.count()):
        seat_bot(game, server_time.now())
    start_if_full(game, user)


def lock_open_table(game_id: int) -> Game:
    """Lock and return a table that is still waiting for players."""
    game = Game.objects.select_for_update().get(pk=game_id)
    require_open(game)
    return game


def require_open(game: Game) -> None:
    if game.state != Game.State.OPEN:
        raise NotNow(_("This table is no longer waiting for players."))


def describe_closed_table(game: Game) -> str:
    """Say why nobody can sit down any more at a table that is not open."""
    reasons = {
        Game.State.CANCELLED: _("The table has been cancelled."),
        Game.State.EXPIRED: _("The table did not fill up in time and has been removed."),
    }
    return reasons.get(Game.State(game.state), _("The game has begun, and all seats are taken."))


def require_creator(game: Game, user: Any) -> None:
    if game.creator_id != user.pk:
        raise NotAllowed(_("Only the host of the table can do this."))


def seat_player(game: Game, user: Any, now: datetime, alias: str = "") -> Seat:
    """Give a user the first free place, under their handle or, at an anonymous table, an alias."""
    seat = build_seat(game, _load_seat_names(game), user, now, alias)
    seat.save(force_insert=True)
    return seat


def build_seat(game: Game, taken: Mapping[int, str], user: Any, now: datetime, alias: str = "") -> Seat:
    """Build the seat of a user at the first free place, without saving it. `taken` are the names by place."""
    name = choose_seat_name(registry.get(game.ruleset), alias or user.handle, taken.values())
    place = _find_free_place(game, taken)
    return Seat(game=game, place=place, name=name, user=user, original_user=user, joined_at=now)


def seat_bot(game: Game, now: datetime, bot: str = DEFAULT_BOT, called: str = "") -> Seat:
    """Give a bot the first free place, under the name `called` or a free one of the usual bot names."""
    seat = build_bot_seat(game, _load_seat_names(game), now, bot, called)
    seat.save(force_insert=True)
    return seat


def build_bot_seat(
    game: Game, taken: Mapping[int, str], now: datetime, bot: str = DEFAULT_BOT, called: str = ""
) -> Seat:
    """Build the seat of a bot at the first free place, without saving it. `taken` are the names by place."""
    free = next(name for name in BOT_NAMES if name.lower() not in taken.values())
    if called:
        free = choose_seat_name(registry.get(game.ruleset), called, taken.values())
    return Seat(game=game, place=_find_free_place(game, taken), name=free, bot=bot, joined_at=now)


def _load_seat_names(game: Game) -> dict[int, str]:
    """Return the taken places with the names of their seats in lower case."""
    return {place: name.lower() for place, name in game.seats.values_list("place", "name")}


def _find_free_place(game: Game, taken: Collection[int]) -> int:
    if len(taken) >= game.size:
        raise NotPossible(_("The table is full."))
    return next(place for place in range(game.size) if place not in taken)


def choose_seat_name(rules: Ruleset[Any], handle: str, taken: Iterable[str] = ()) -> str:
    """Return the handle, with a number appended if it is taken or is a word of the game's notation."""
    names = {name.lower() for name in taken}
    name, number = handle, 2
    while name.lower() in names or not rules.vocabulary.may_be_seat(name):
        name, number = f"{handle}-{number}", number + 1
    return name


# --- the start


@transaction.atomic
def start_early(game_id: int, user: Any) -> Game:
    """Start the game on behalf of the creator with the players who are there, if the rules allow so many."""
    game = Game.objects.select_for_update().get(pk=game_id)
    require_creator(game, user)
    if game.has_begun:
        return game  # a double click
    require_open(game)
    if (there := game.seats.count()) < game.size:
        _shrink_table(game, there)
    start_game(game, Origin(How.FORM, "start", server_time.now(), user.pk))
    return game


def _shrink_table(game: Game, there: int) -> None:
    try:
        options = resolve_options(game.ruleset, there, msgspec.json.decode(game.options))
    except BadOptions as error:
        raise NotPossible(
            _("%(there)d of %(size)d seats are taken, and the game cannot start with that many: %(why)s")
            % {"there": there, "size": game.size, "why": describe_error(error)}
        ) from error
    game.size, game.options = there, options
    game.save(update_fields=["size", "options"])


def start_if_full(game: Game, user: Any) -> None:
    """Start the game if all seats are taken and the table starts when full."""
    if game.starts_when_full and game.seats.count() == game.size:
        start_game(game, Origin(How.FORM, "start", server_time.now(), user.pk))


def start_game(game: Game, origin: Origin) -> None:
    """Draw the seed and the seating, and deal. The seating follows from the seed, so it can be verified."""
    game.seed = generate_seed()
    seats = list(game.seats.all())
    Rng(f"{game.seed}/seats").shuffle(seats)
    _assign_places(seats)
    deal_game(game, [seat.name for seat in seats], origin)
    withdraw_open_invitations(game.invitations, origin.now)


def _assign_places(seats: list[Seat]) -> None:
    """Number the places in two steps, because no two seats may share one even for a moment."""
    for place, seat in enumerate(seats):
        seat.place = 100 + place
        seat.save(update_fields=["place"])
    for place, seat in enumerate(seats):
        seat.place = place
        seat.save(update_fields=["place"])


def find_seed_for_first_seat(game: Game, seats: list[str]) -> str:
    """Draw random seeds until one lets the first of these seats begin.

    Everything else is left to chance. If no draw fits, the last seed is used."""
    rules, options = registry.get(game.ruleset), msgspec.json.decode(game.options)
    for _draw in range(MAX_SEED_DRAWS):
        seed = generate_seed()
        position, _events = rules.new(seats, options, seed)
        if seats[0] in rules.awaits(position):
            break
    return seed


def deal_game(game: Game, seats: list[str], origin: Origin, *, informed: Iterable[int] = ()) -> None:
    """Start the game with these seats, clockwise. Users in `informed` have already had an email about it."""
    mark_as_started(game, origin.now)
    game.save(update_fields=["seed", "started_at", "state", "expires_at", "rules_version"])
    game.seats.update(bank_seconds=compute_first_bank(game))
    deal_to_seats(game, seats, origin, informed=informed)
    game.refresh_from_db()


def mark_as_started(game: Game, now: datetime) -> None:
    game.started_at, game.state, game.expires_at = now, Game.State.RUNNING, None
    game.rules_version = registry.get(game.ruleset).store.version


def compute_first_bank(game: Game) -> int:
    """Return the bank of time that everybody begins with, in seconds."""
    return int(game.pace.allowance.total_seconds())


def deal_to_seats(game: Game, seats: list[str], origin: Origin, *, informed: Iterable[int] = ()) -> None:
    """Deal to the seats of a game whose row says already that it has started."""
    rules = registry.get(game.ruleset)
    position, events = rules.new(seats, msgspec.json.decode(game.options), game.seed)
    locked_game = LockedGame(game.pk, origin)
    locked_game.informed = frozenset(informed)
    locked_game.position = position
    for seat in seats:
        file_default_orders(rules, position, seat)
    locked_game.add_log_row(GameLogEntry.Kind.START, "start", events)
    locked_game.refresh_decisions({})
    locked_game.save()
