"""A first game: a real one, explained as it goes, and nobody's result."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import User
from games.mail import outbox
from games.models import Game, Move, Notice, Result, Seat
from games.play import bot_moves, lessons, reliability, views_of
from games.play.lessons import NO_MORE
from games.play.views_of import Sight
from games.tasks import count_games, forget_visitors
from games.tournaments import rating
from games.tournaments.models import Rating
from tests.accounts.factories import UserFactory
from tests.play.tables import advice, move
from tests.tournaments.finishing import finish

pytestmark = pytest.mark.django_db


def begun(user=None) -> Seat:
    """A first game up to the first question of its player."""
    seat = lessons.begin(user or UserFactory(handle="Ann"), "citadels")
    bot_moves.play_on(seat.game_id)
    seat.refresh_from_db()
    return seat


def keys(seat: Seat) -> list[str]:
    game, seats = views_of.seated(seat.game_id)
    own = next(one for one in seats if one.pk == seat.pk)
    return [one.key for one in lessons.shown(Sight(game, seats, own, "en"))]


def decide(seat: Seat) -> None:
    """Read what is explained, decide, and let the bots answer."""
    lessons.learn(seat.pk, keys(seat))
    move(seat, advice(seat))
    bot_moves.play_on(seat.game_id)
    seat.refresh_from_db()


def test_each_thing_is_explained_once_from_the_draft_to_the_score():
    seat = begun()
    assert seat.game.name == "The first game of Ann"
    assert keys(seat) == ["goal", "draft"]
    told: list[str] = []
    for _ in range(300):
        now = keys(seat)
        assert len(now) <= lessons.MOST
        assert not set(now) & set(told)
        told += now
        if seat.decision is None:
            break
        decide(seat)
    assert Game.objects.get().state == Game.State.OVER
    assert {"draft", "goal", "call", "gather", "build", "crown", "completed", "over"} <= set(told)
    assert [key for key in told if key.startswith("as-")]


def test_whoever_wants_no_more_is_told_no_more():
    seat = begun()
    lessons.learn(seat.pk, ["draft", "draft", "a b", "<script>", "x" * 200, NO_MORE])
    seat.refresh_from_db()
    assert seat.learnt == f"draft {NO_MORE}"
    assert not keys(seat)


def test_what_is_sent_again_and_again_fills_no_row():
    seat = begun()
    lessons.learn(seat.pk, [f"key{number}" for number in range(1000)])
    seat.refresh_from_db()
    assert seat.learnt == ""


def test_only_first_games_explain():
    seat = begun()
    Game.objects.update(is_lesson=False)
    assert not keys(seat)
    lessons.learn(seat.pk, ["draft"])
    seat.refresh_from_db()
    assert seat.learnt == ""


def test_there_is_one_at_a_time():
    seat = begun()
    assert lessons.begin(seat.user, "citadels") == seat
    Game.objects.update(state=Game.State.ABANDONED)
    assert lessons.begin(seat.user, "citadels") != seat


def test_it_sends_no_letters_and_counts_for_nothing():
    seat = begun()
    decide(seat)
    finish(seat.game)
    assert Notice.objects.exists()
    outbox.send_due()
    assert not mail.outbox
    assert not count_games()
    assert not rating.rate_due()
    assert not Result.objects.exists()
    assert not Rating.objects.exists()
    figures = reliability.of(seat.user)
    assert (figures.finished, figures.answered, figures.running) == (0, 0, 0)


def test_a_visitor_is_forgotten_with_the_game_and_nobody_else_is():
    ann, visitor = begun(), begun(User.objects.visitor(language="hu"))
    assert visitor.game.name == "A first game"
    decide(visitor)
    assert not forget_visitors()
    User.objects.update(date_joined=timezone.now() - timedelta(days=31))
    assert forget_visitors() == 1
    assert list(Game.objects.all()) == [ann.game]
    assert not Move.objects.exclude(game=ann.game).exists()
    assert list(User.objects.all()) == [ann.user]
