"""Registry of apps that arrange games, such as tournaments.

The play service and the pages of games and players do not know who arranges games. An app registers itself
when it is ready and answers with plain data: who runs a game without playing in it, who may review it, what
it asks a user, and what a profile shows of it. It is also told when a game ends.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, NamedTuple

from games.models import Game


class TournamentLink(NamedTuple):
    """A tournament as other pages link to it."""

    slug: str
    title: str


class BadgeLink(NamedTuple):
    """A badge that a player has won, with the tournament it links to."""

    slug: str
    label: str


class PlayerRating(NamedTuple):
    """The strength of a player at one game."""

    ruleset: str
    mu: float
    sigma: float  # how uncertain it is
    games: int


class OrganizerApp(NamedTuple):
    """The hooks of one app that arranges games."""

    list_organizers: Callable[[int], Iterable[int]]  # user ids, by the id of a game; they may grant more time
    find_tournament_link: Callable[[Game], TournamentLink | None]
    may_review_game: Callable[[Any, Game], bool]  # may this user see a finished game before the public can?
    list_tournaments_awaiting_answer: Callable[[Any, datetime], list[TournamentLink]]
    list_badges: Callable[[Any], list[BadgeLink]]
    list_ratings: Callable[[Any], list[PlayerRating]]
    handle_game_end: Callable[[int], None]  # by the id of a game, in the transaction that ends it


_apps: list[OrganizerApp] = []


def register(app: OrganizerApp) -> None:
    """Register an app that arranges games."""
    _apps.append(app)


def find_organizers(game_id: int) -> list[int]:
    """Return the user ids of all organizers of a game."""
    return list(dict.fromkeys(user_id for app in _apps for user_id in app.list_organizers(game_id)))


def find_tournament_link(game: Game) -> TournamentLink | None:
    """Find the tournament this game belongs to."""
    return next(filter(None, (app.find_tournament_link(game) for app in _apps)), None)


def may_review_game(user: Any, game: Game) -> bool:
    """May this user review a finished game as a referee, before the public can?"""
    return any(app.may_review_game(user, game) for app in _apps)


def list_tournaments_awaiting_answer(user: Any, now: datetime) -> list[TournamentLink]:
    """List the tournaments that ask this user something."""
    return [link for app in _apps for link in app.list_tournaments_awaiting_answer(user, now)]


def list_badges(user: Any) -> list[BadgeLink]:
    """List the badges that this user has won, newest first."""
    return [badge for app in _apps for badge in app.list_badges(user)]


def list_ratings(user: Any) -> list[PlayerRating]:
    """List the ratings of this user, by game."""
    return [rating for app in _apps for rating in app.list_ratings(user)]


def handle_game_end(game_id: int) -> None:
    """Tell the apps that a game ends with this transaction."""
    for app in _apps:
        app.handle_game_end(game_id)
