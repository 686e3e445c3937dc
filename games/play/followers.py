"""Followers of a game: people without a seat who get its gazette by email after each round."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts import server_time
from accounts.models import User
from accounts.preferences.mail_preferences import NONE, mail_preference
from games.models import Game, GameNotice, Seat, Subscription
from games.play.errors import NotPossible
from games.play.transaction.rows import NoticeRecipient, SeatRow


def may_be_followed(game: Game) -> bool:
    """May people who do not play follow this game?"""
    return game.visibility == Game.Visibility.ALWAYS


def is_following(game: Game, seat: Seat | None, user: Any) -> bool | None:
    """Does this visitor get the gazette? None if they cannot: players and people who are not signed in."""
    if seat is not None or not user.is_authenticated or not (game.is_live and may_be_followed(game)):
        return None
    return Subscription.objects.filter(game=game, user=user).exists()


def subscribe(game: Game, seat: Seat | None, user: Any) -> None:
    """Subscribe a user to the gazette from the next round on. A second call changes nothing."""
    if is_following(game, seat, user) is None:
        raise NotPossible(_("This table has no gazette to follow."))
    Subscription.objects.get_or_create(game=game, user=user, defaults={"at": server_time.now()})


def unsubscribe(game: Game, user: Any) -> None:
    Subscription.objects.filter(game=game, user=user).delete()


def may_receive_gazette(notice: GameNotice, game: Game) -> bool:
    """Does the recipient of this notice, who has no seat, still follow the game, and may they?"""
    return may_be_followed(game) and Subscription.objects.filter(game=game, user=notice.user_id).exists()


# --- at the end of a round


class GazetteFollower(NamedTuple):
    """A recipient of the gazette who has no seat."""

    user_id: int
    pk: None = None


def find_gazette_readers(game_id: int, players: Sequence[SeatRow]) -> Iterator[NoticeRecipient]:
    """Yield those of the players and followers who want the gazette."""
    seats = {seat.user_id: seat for seat in players}
    for user_id, mail in dict(_load_mail_preferences(game_id, seats)).items():
        if mail_preference(mail, "gazette") != NONE:
            yield seats.get(user_id) or GazetteFollower(user_id)


def _load_mail_preferences(game_id: int, players: Any) -> QuerySet[User, tuple[int, dict[str, str]]]:
    """Load the mail preferences of players and followers in one query, since the game is locked meanwhile."""
    followed = {"subscriptions__game": game_id, "subscriptions__game__visibility": Game.Visibility.ALWAYS}
    playing, following = User.objects.filter(pk__in=players), User.objects.filter(**followed)
    return playing.values_list("pk", "mail_preferences").union(
        following.values_list("pk", "mail_preferences"), all=True
    )
