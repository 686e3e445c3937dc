"""What tournaments answer as an app that arranges games: see `games/play/organizers.py`."""

from datetime import datetime
from typing import Any

from games.models import Game
from games.play.organizers import BadgeLink, PlayerRating, TournamentLink
from games.play.transaction.task_trigger import trigger_after_commit
from games.rules import registry
from games.tournaments.entries import questions
from games.tournaments.ledger.transaction import RUN_DIRECTOR_TASK
from games.tournaments.models import Rating, Tournament, TournamentTable
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


def trigger_director(game_id: int) -> None:
    """Let the director collect the result of a game as soon as its end is committed.

    Not debounced: of two tables that end in the same second, the second may be the last of its round."""
    tournaments = TournamentTable.objects.filter(game=game_id).values_list("tournament", flat=True)
    for tournament_id in tournaments:
        trigger_after_commit(RUN_DIRECTOR_TASK, tournament_id)


def _build_link(tournament: Tournament) -> TournamentLink:
    return TournamentLink(tournament.slug, tournament.title)
