"""What tournaments answer as an app that arranges games: see `games/play/organizers.py`."""

from datetime import datetime
from typing import Any

from games.models import Game
from games.play.organizers import BadgeLink, PlayerRating, TournamentLink
from games.rules import registry
from games.tournaments.entries import questions
from games.tournaments.models import Rating, Tournament
from games.tournaments.results import badges


def find_tournament_link(game: Game) -> TournamentLink | None:
    """Find the tournament this game belongs to."""
    if not game.arrangement_key:
        return None
    found = Tournament.objects.filter(tables__game=game).only("slug", "title").first()
    return _build_link(found) if found else None


def list_tournaments_awaiting_answer(user: Any, now: datetime) -> list[TournamentLink]:
    """List the tournaments that ask this user something."""
    return [_build_link(one) for one in questions.list_tournaments_awaiting_answer(user, now)]


def list_badges(user: Any) -> list[BadgeLink]:
    """List the badges of a user with the titles of their tournaments, newest first."""
    return [BadgeLink(one.slug, one.label_with_title) for one in badges.list_user_badges(user)]


def list_ratings(user: Any) -> list[PlayerRating]:
    """List the ratings of a user at the games that can be played here."""
    known = Rating.objects.filter(user=user, ruleset__in=registry.RULESETS).order_by("ruleset")
    return [PlayerRating(one.ruleset, one.mu, one.sigma, one.games) for one in known]


def _build_link(tournament: Tournament) -> TournamentLink:
    return TournamentLink(tournament.slug, tournament.title)
