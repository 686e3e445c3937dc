"""The tutorial: a first game against bots, with explanations as it goes.

The seat stores which lessons were read, so that they are not shown again. A tutorial game counts for no
statistics, rating or reliability, sends no emails, and its seats cannot be handed over.

People who are not signed in play as visitors: guests without an address, who are deleted after a while.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import users
from accounts.models import User
from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import PRESETS
from games.models import Game, GameLogEntry, Seat
from games.play.errors import NotPossible
from games.play.lobby import tables
from games.rules import registry

TUTORIAL_OFF = "*"
MAX_KEY_LENGTH, MAX_KEYS = 40, 60
VISITOR_LIFETIME = timedelta(days=30)
VISITORS_PER_SWEEP = 100  # visitors deleted by one task


# --- the game


@transaction.atomic
def start_tutorial(user: Any, ruleset: str, *, name: str = "", lessons_read: str = "") -> Seat:
    """Return the user's seat in a tutorial game: the one that is running already, or a new one."""
    users.lock_user(user.pk)  # so that a double click starts one game
    running = Seat.objects.filter(user=user, game__is_tutorial=True, game__ruleset=ruleset, bot="")
    if earlier := running.filter(game__state=Game.State.RUNNING).select_related("game").first():
        return earlier
    tutorial = registry.get(ruleset).tutorial
    if tutorial is None:
        raise NotPossible(_("This game has no first game with explanations yet."))
    seats, options = tutorial.first_game()
    new_table = tables.NewTable(
        name or _name_first_game(user),
        ruleset,
        options,
        seats,
        pace=PRESETS["correspondence"],
        patience=MissedDeadlinePolicy(stand_ins=False),
        visibility=Game.Visibility.NOBODY,
        bots=seats - 1,
        is_tutorial=True,
    )
    game = tables.open_table(user, new_table)
    game.seats.filter(user=user).update(has_emails_off=True, lessons_read=lessons_read)
    return Seat.objects.select_related("game").get(game=game, user=user)


def _name_first_game(user: Any) -> str:
    return _("First game") if user.is_visitor else _("The first game of %(name)s") % {"name": user.name}


def start_another_game(seat: Seat) -> Seat:
    """Start another game against bots after a tutorial; lessons that were read are not shown again."""
    name = _("A game against bots")
    return start_tutorial(seat.user, seat.game.ruleset, name=name, lessons_read=seat.lessons_read)


# --- what is explained


@transaction.atomic
def record_lessons_read(seat_id: int, keys: Iterable[str]) -> None:
    """Store that these lessons were read. Invalid keys are ignored."""
    seat = Seat.objects.select_for_update(of=("self",)).filter(pk=seat_id, game__is_tutorial=True).first()
    if seat is None:
        return
    known = seat.lessons_read.split()
    new = [key for key in dict.fromkeys(keys) if key not in known and _is_lesson_key(key)]
    if len(known) + len(new) <= MAX_KEYS:
        seat.lessons_read = " ".join([*known, *new])
        seat.save(update_fields=["lessons_read"])


def _is_lesson_key(key: str) -> bool:
    return key == TUTORIAL_OFF or (
        len(key) <= MAX_KEY_LENGTH and key.replace("-", "").replace("_", "").isalnum()
    )


# --- visitors


def delete_old_visitors(now: datetime) -> int:
    """Delete visitors whose time is over, together with their games; return how many."""
    old = User.objects.list_visitors().filter(date_joined__lt=now - VISITOR_LIFETIME).order_by("pk")
    return sum(
        _delete_visitor(user_id) for user_id in list(old.values_list("pk", flat=True)[:VISITORS_PER_SWEEP])
    )


@transaction.atomic
def _delete_visitor(user_id: int) -> bool:
    for game in Game.objects.select_for_update().filter(is_tutorial=True, creator=user_id):
        GameLogEntry.objects.filter(game=game).delete()
        game.delete()
    return bool(User.objects.list_visitors().filter(pk=user_id).delete()[0])
