"""A first game: a real one, explained as it goes, and nobody's result."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.mail.outgoing import game_outbox
from games.models import Game, GameLogEntry, GameNotice, PlayerResult, Seat
from games.models.game import load_game_and_seats
from games.play import bot_moves
from games.play.lobby import tutorial
from games.play.lobby.tutorial import TUTORIAL_OFF
from games.queries.game_view import GameView
from games.queries.tutorial import MAX_LESSONS_SHOWN, list_lessons
from games.statistics import reliability
from games.tasks import count_games, delete_old_visitors
from games.tournaments.models import Rating
from games.tournaments.results import player_ratings
from tests.helpers.factories import UserFactory
from tests.helpers.messages import play
from tests.helpers.tables import advice, move
from tests.helpers.tournaments.finished_games import finish

pytestmark = pytest.mark.django_db


def begun(user=None) -> Seat:
    """A first game up to the first question of its player."""
    seat = tutorial.start_tutorial(user or UserFactory(handle="Ann"), "citadels")
    bot_moves.play_bot_moves(seat.game_id)
    seat.refresh_from_db()
    return seat


def keys(seat: Seat) -> list[str]:
    game, seats = load_game_and_seats(seat.game_id)
    own = next(one for one in seats if one.pk == seat.pk)
    return [one.key for one in list_lessons(GameView(game, seats, own, "en"))]


def decide(seat: Seat) -> None:
    """Read what is explained, decide, and let the bots answer."""
    tutorial.record_lessons_read(seat.pk, keys(seat))
    move(seat, advice(seat))
    bot_moves.play_bot_moves(seat.game_id)
    seat.refresh_from_db()


def test_the_game_is_named_after_the_player_in_any_script():
    seat = tutorial.start_tutorial(UserFactory(display_name="李雷"), "citadels")
    assert seat.game.name == play.FIRST_GAME_OF.fill(name="李雷")


def test_each_thing_is_explained_once_from_the_draft_to_the_score():
    seat = begun()
    assert seat.game.name == play.FIRST_GAME_OF.fill(name="Ann")
    assert keys(seat) == ["goal", "draft"]
    texts: list[str] = []
    for _ in range(300):
        now = keys(seat)
        assert len(now) <= MAX_LESSONS_SHOWN
        assert not set(now) & set(texts)
        texts += now
        if seat.decision is None:
            break
        decide(seat)
    assert Game.objects.get().state == Game.State.OVER
    assert {"draft", "goal", "call", "gather", "build", "crown", "completed", "over"} <= set(texts)
    assert [key for key in texts if key.startswith("as-")]


def test_whoever_wants_no_more_is_told_no_more():
    seat = begun()
    tutorial.record_lessons_read(seat.pk, ["draft", "draft", "a b", "<script>", "x" * 200, TUTORIAL_OFF])
    seat.refresh_from_db()
    assert seat.lessons_read == f"draft {TUTORIAL_OFF}"
    assert not keys(seat)


def test_what_is_sent_again_and_again_fills_no_row():
    seat = begun()
    tutorial.record_lessons_read(seat.pk, [f"key{number}" for number in range(1000)])
    seat.refresh_from_db()
    assert seat.lessons_read == ""


def test_only_first_games_explain():
    seat = begun()
    Game.objects.update(is_tutorial=False)
    assert not keys(seat)
    tutorial.record_lessons_read(seat.pk, ["draft"])
    seat.refresh_from_db()
    assert seat.lessons_read == ""


def test_there_is_one_at_a_time():
    seat = begun()
    assert tutorial.start_tutorial(seat.user, "citadels") == seat
    Game.objects.update(state=Game.State.ABANDONED)
    assert tutorial.start_tutorial(seat.user, "citadels") != seat


def test_it_sends_no_emails_and_counts_for_nothing():
    seat = begun()
    decide(seat)
    finish(seat.game)
    assert GameNotice.objects.exists()
    game_outbox.send_due_notices()
    assert not mail.outbox
    assert not count_games()
    assert not player_ratings.rate_due_games()
    assert not PlayerResult.objects.exists()
    assert not Rating.objects.exists()
    figures = reliability.compute_reliability(seat.user)
    assert (figures.finished, figures.answered, figures.running) == (0, 0, 0)


def test_a_visitor_is_forgotten_with_the_game_and_nobody_else_is():
    ann, visitor = begun(), begun(User.objects.get_or_create_visitor(language="hu"))
    assert visitor.game.name == play.FIRST_GAME
    decide(visitor)
    assert not delete_old_visitors()
    User.objects.update(date_joined=timezone.now() - timedelta(days=31))
    assert delete_old_visitors() == 1
    assert list(Game.objects.all()) == [ann.game]
    assert not GameLogEntry.objects.exclude(game=ann.game).exists()
    assert list(User.objects.all()) == [ann.user]
