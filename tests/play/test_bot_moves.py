"""Bots play through the service: to the end, once for each task, and found by the sweep."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Seat
from games.play import bot_moves
from tests.helpers.tables import advice, awaited, fallback, move, table

pytestmark = pytest.mark.django_db


def test_bots_play_a_game_to_its_end_with_one_person():
    game = table(1, bots=3)
    for _ in range(500):
        bot_moves.play_bot_moves(game.pk)
        game.refresh_from_db()
        if game.state == Game.State.OVER:
            break
        seat = awaited(game)
        assert not seat.bot
        move(seat, advice(seat))
    assert game.state == Game.State.OVER
    assert set(game.log_entries.filter(kind="move").values_list("how", flat=True)) == {"bot", "form"}


def test_the_same_bell_twice_makes_no_move_twice():
    game = table(1, bots=3)
    bot_moves.play_bot_moves(game.pk)
    length = Game.objects.get(pk=game.pk).log_length
    assert bot_moves.play_bot_moves(game.pk) == 0
    assert Game.objects.get(pk=game.pk).log_length == length


def test_the_sweep_finds_a_bot_that_was_not_woken(monkeypatch):
    rung = []
    monkeypatch.setattr(bot_moves, "send_task", lambda task, game_id: rung.append((task, game_id)))
    game = table(1, bots=3)
    if awaited(game).bot == "":
        move(awaited(game), fallback(awaited(game)))
    assert bot_moves.trigger_stalled_bots() == 0
    Seat.objects.filter(game=game, decision__isnull=False).update(
        asked_at=timezone.now() - timedelta(minutes=1)
    )
    assert bot_moves.trigger_stalled_bots() == 1
    assert rung == [("games.tasks.play_bot_moves", game.pk)]
