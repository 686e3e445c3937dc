"""A first game: against bots, through the same door as every other, explained as it goes.

What was explained stands on the seat and is not explained again. Such a game is nobody's result: it counts
for no statistics, no rating and no reliability. It sends no letters, and its seats are not given on.

Whoever is not signed in plays as a visitor: a guest without an address, who is forgotten after a while.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts import people
from accounts.models import User
from games.clock.pace import PRESETS
from games.clock.patience import Patience
from games.models import Game, Move, Seat
from games.play import lobby
from games.play.errors import NotPossible
from games.play.views_of import Sight
from games.rules import registry
from games.rules.core.events import read_events
from games.rules.core.ruleset import Lesson

MOST = 2  # at once: the rest can wait for the next decision
LATELY = 40  # entries of the journal
NO_MORE = "*"
LONGEST_KEY, MOST_KEYS = 40, 60
FORGOTTEN_AFTER = timedelta(days=30)
AT_ONCE = 100  # visitors


# --- the game


@transaction.atomic
def begin(user: Any, ruleset: str) -> Seat:
    """The seat of this person in a first game: the one that runs already, or a new one."""
    people.locked(user.pk)  # a double click
    running = Seat.objects.filter(user=user, game__is_lesson=True, game__ruleset=ruleset, bot="")
    if earlier := running.filter(game__state=Game.State.RUNNING).select_related("game").first():
        return earlier
    first = registry.get(ruleset).first_game()
    if first is None:
        raise NotPossible(_("This game has no first game with explanations yet."))
    seats, options = first
    wish = lobby.Wish(
        _("A first game") if user.is_visitor else _("The first game of %(name)s") % {"name": user.handle},
        ruleset,
        options,
        seats,
        pace=PRESETS["correspondence"],
        patience=Patience(stand_ins=False),
        watching=Game.Watching.NOBODY,
        bots=seats - 1,
        is_lesson=True,
    )
    game = lobby.open_table(user, wish)
    game.seats.filter(user=user).update(is_silent=True)
    return Seat.objects.select_related("game").get(game=game, user=user)


# --- what is explained


def shown(sight: Sight) -> list[Lesson]:
    """What this reader is told now, and has not read before; after the end one thing, what the score is."""
    seat = sight.seat
    if seat is None or not sight.game.is_lesson or NO_MORE in seat.learnt.split():
        return []
    found = sight.rules.lessons(sight.position, seat.name, _seen(sight, seat.name), sight.language)
    return [one for one in found if one.key not in seat.learnt.split()][: MOST if sight.game.is_live else 1]


def _seen(sight: Sight, name: str) -> list[dict[str, Any]]:
    moves = Move.objects.filter(game=sight.game, taken_back=False).order_by("-number")
    entries = [read_events(text) for text in moves.values_list("events", flat=True)[:LATELY]]
    return [seen for events in reversed(entries) for event in events if (seen := event.seen_by(name))]


@transaction.atomic
def learn(seat_id: int, keys: Iterable[str]) -> None:
    """These were read. Whatever else somebody writes into the form is left out."""
    seat = Seat.objects.select_for_update(of=("self",)).filter(pk=seat_id, game__is_lesson=True).first()
    if seat is None:
        return
    known = seat.learnt.split()
    new = [key for key in dict.fromkeys(keys) if key not in known and _is_key(key)]
    if len(known) + len(new) <= MOST_KEYS:
        seat.learnt = " ".join([*known, *new])
        seat.save(update_fields=["learnt"])


def _is_key(key: str) -> bool:
    return key == NO_MORE or (len(key) <= LONGEST_KEY and key.replace("-", "").replace("_", "").isalnum())


# --- visitors


def forget_visitors(now: datetime) -> int:
    """Those who have tried a game and not come back, with their games; return how many."""
    old = User.objects.visitors().filter(date_joined__lt=now - FORGOTTEN_AFTER).order_by("pk")
    return sum(_forget(user_id) for user_id in list(old.values_list("pk", flat=True)[:AT_ONCE]))


@transaction.atomic
def _forget(user_id: int) -> bool:
    for game in Game.objects.select_for_update().filter(is_lesson=True, creator=user_id):
        Move.objects.filter(game=game).delete()
        game.delete()
    return bool(User.objects.visitors().filter(pk=user_id).delete()[0])
