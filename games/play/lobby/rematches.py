"""Rematches: the players of a finished game play again, at a new table with the same settings.

A finished game has one rematch at a time. Whoever asks first opens its table and is the host; bots sit down
at once, the other people are invited by email, and whoever else asks joins the table that is there. A table
that was cancelled or has expired does not count: then the next one who asks opens another.
"""

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import users
from games.models import Game, Invitation, Seat
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.play.lobby import invitations, tables, tutorial

GIVEN_UP = [Game.State.CANCELLED, Game.State.EXPIRED]  # such a table leaves room for another rematch
NAME_LENGTH = 60
NUMBERED_NAME = re.compile(r"(?P<name>.*) \((?P<number>[2-9]|[1-9]\d{1,3})\)", re.DOTALL)


def can_be_played_again(game: Game) -> bool:
    """Is the game finished, and did its players find each other themselves?"""
    return game.is_closed and not game.is_arranged


def find_rematch(game: Game) -> Game | None:
    """Return the table at which the players of this game play again, if there is one."""
    found = Game.objects.filter(rematch_of=game).exclude(state__in=GIVEN_UP)
    return found.select_related("creator").defer("position").first()


@transaction.atomic
def play_again(game_id: int, user: Any) -> Seat:
    """Take a seat in the rematch of a finished game: open its table, or join the one that is there."""
    users.lock_user(user.pk)  # lock order: users before games
    game = Game.objects.select_for_update().get(pk=game_id)  # so that two who ask at once open one table
    seats = list(game.seats.select_related("user"))
    own = next((seat for seat in seats if seat.user_id == user.pk), None)
    if own is None:
        raise NotAllowed(_("Only those who played here can ask for another game."))
    _require_repeatable(game)
    if game.is_tutorial:
        own.game = game
        return tutorial.start_another_game(own)
    rematch = find_rematch(game)
    return _open_rematch(game, seats, user) if rematch is None else _join_rematch(rematch, user)


def _require_repeatable(game: Game) -> None:
    if not game.is_closed:
        raise NotNow(_("This game is not over yet."))
    if game.is_arranged:
        raise NotPossible(_("This game belongs to a tournament, which decides who plays whom."))


def _open_rematch(game: Game, seats: Sequence[Seat], user: Any) -> Seat:
    """Open the table with its bots, and invite everybody else whose account is not closed."""
    bots = sum(seat.user_id is None for seat in seats)
    new_table = tables.NewTable(
        name=number_name(game.name),
        ruleset=game.ruleset,
        options=msgspec.json.decode(game.options),
        size=game.size,
        pace=game.pace,
        patience=game.patience,
        starts_when_full=game.starts_when_full or bots == game.size - 1,
        visibility=game.visibility,
        bots=bots,
        rematch_of_id=game.pk,
    )
    rematch = tables.open_table(user, new_table)
    others = [seat.user for seat in seats if seat.user and seat.user != user and seat.user.is_active]
    if others:
        invitations.invite_users(rematch.pk, user, others)
    return _get_seat(rematch, user)


def _join_rematch(rematch: Game, user: Any) -> Seat:
    if rematch.seats.filter(user=user).exists():
        return _get_seat(rematch, user)
    if rematch.state != Game.State.OPEN:
        raise NotNow(_("The new game has begun without you."))
    invitation = rematch.invitations.to_user(user).order_by("-pk").first()
    if invitation is None or invitation.state in (Invitation.State.WITHDRAWN, Invitation.State.ACCEPTED):
        raise NotAllowed(_("The host of the new table has given your seat to somebody else."))
    invitations.accept_after_all(invitation.pk, user)
    return _get_seat(rematch, user)


def _get_seat(game: Game, user: Any) -> Seat:
    return Seat.objects.select_related("game", "user").get(game=game, user=user)


def number_name(name: str) -> str:
    """Return the name of the next game: “Our table” is followed by “Our table (2)”, then “Our table (3)”."""
    found = NUMBERED_NAME.fullmatch(name)
    base, number = (found["name"], int(found["number"]) + 1) if found else (name, 2)
    ending = f" ({number})"
    return base[: NAME_LENGTH - len(ending)].rstrip() + ending
