"""The gazette of a game: who reads it after each round, and how one begins and ends to."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.letters import NONE, wish
from accounts.models import User
from games.models import Game, Notice, Seat, Subscription
from games.play.errors import NotPossible
from games.play.store import Reader, SeatRow


def may_be_followed(game: Game) -> bool:
    """May somebody who does not play read how this game goes?"""
    return game.watching == Game.Watching.ALWAYS


def follows(game: Game, seat: Seat | None, user: Any) -> bool | None:
    """Does this visitor get the gazette? None for somebody who cannot: a stranger, a player."""
    if seat is not None or not user.is_authenticated or not (game.is_live and may_be_followed(game)):
        return None
    return Subscription.objects.filter(game=game, user=user).exists()


def subscribe(game: Game, seat: Seat | None, user: Any) -> None:
    """From the next round on; a second click changes nothing."""
    if follows(game, seat, user) is None:
        raise NotPossible(_("The gazette of this table cannot be had."))
    Subscription.objects.get_or_create(game=game, user=user, defaults={"at": timezone.now()})


def unsubscribe(game: Game, user: Any) -> None:
    Subscription.objects.filter(game=game, user=user).delete()


def is_for(notice: Notice, game: Game) -> bool:
    """Does its reader, who has no seat, still want it, and may still read it?"""
    return may_be_followed(game) and Subscription.objects.filter(game=game, user=notice.user_id).exists()


# --- a round is over


class Follower(NamedTuple):
    """A reader of the gazette who has no seat."""

    user_id: int
    pk: None = None


def readers(game_id: int, players: Sequence[SeatRow]) -> Iterator[Reader]:
    """Of these players and of those who follow the game, all who want to read of the round."""
    seats = {seat.user_id: seat for seat in players}
    for user_id, mail in dict(_wishes(game_id, seats)).items():
        if wish(mail, "gazette") != NONE:
            yield seats.get(user_id) or Follower(user_id)


def _wishes(game_id: int, players: Any) -> QuerySet[User, tuple[int, dict[str, str]]]:
    """The wishes of all of them out of one statement: the game is locked meanwhile."""
    followed = {"subscriptions__game": game_id, "subscriptions__game__watching": Game.Watching.ALWAYS}
    playing, following = User.objects.filter(pk__in=players), User.objects.filter(**followed)
    return playing.values_list("pk", "mail").union(following.values_list("pk", "mail"), all=True)
