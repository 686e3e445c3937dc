"""The referee takes moves back, extends, pauses, replaces and aborts."""

from datetime import timedelta

import msgspec
import pytest

from games.models import Game, GameLogEntry
from games.play import referee
from games.play.errors import NotNow, NotPossible
from games.rules import registry
from tests.helpers.factories import UserFactory
from tests.helpers.tables import advice, awaited, move, play_on, position, table

pytestmark = pytest.mark.django_db


def test_the_referee_takes_moves_back_and_it_is_written_down():
    game = table(4)
    play_on(game, 6)
    before = Game.objects.get(pk=game.pk)
    wanted = game.log_entries.get(number=4)
    staff = UserFactory(is_staff=True)
    referee.take_back_moves(game.pk, wanted.number, staff)
    game.refresh_from_db()
    assert list(game.log_entries.filter(taken_back=True).values_list("number", flat=True)) == [4, 5, 6, 7]
    assert game.log_length == before.log_length + 1
    assert awaited(game) == wanted.seat
    entry = game.log_entries.last()
    assert (entry.kind, entry.how, entry.by) == (GameLogEntry.Kind.UNDO, "referee", staff)
    move(awaited(game), wanted.text)
    rules = registry.get("citadels")
    replayed, _ = rules.new([s.name for s in game.seats.all()], msgspec.json.decode(game.options), game.seed)
    for one in game.log_entries.filter(kind="move", taken_back=False):
        rules.play(replayed, one.seat.name, rules.read(replayed, one.seat.name, one.text))
    assert rules.dump(position(game)) == rules.dump(replayed)
    with pytest.raises(NotPossible):
        referee.take_back_moves(game.pk, 5, staff)


def test_the_referee_extends_pauses_replaces_and_aborts():
    game, staff = table(4), UserFactory(is_staff=True)
    seat = awaited(game)
    referee.extend_deadlines(game.pk, 48, staff)
    assert awaited(game).due_at == seat.due_at + timedelta(hours=48)
    referee.decide_matter(game.pk, "pause", staff)
    referee.decide_matter(game.pk, "resume", staff)
    person = UserFactory()
    referee.replace_player(game.pk, seat.pk, staff, person=person)
    assert awaited(game).user == person
    referee.decide_matter(game.pk, "abandon", staff)
    kinds = list(game.log_entries.order_by("number").values_list("kind", "how"))
    assert kinds[1:] == [(kind, "referee") for kind in ("extend", "pause", "resume", "seat", "abandon")]


def test_the_referee_cannot_seat_somebody_twice_nor_rule_in_a_game_that_is_over():
    game, staff = table(2), UserFactory(is_staff=True)
    ann, bob = game.seats.all()
    with pytest.raises(NotPossible):
        referee.replace_player(game.pk, ann.pk, staff, person=bob.user)
    referee.decide_matter(game.pk, "abandon", staff)
    with pytest.raises(NotNow):
        referee.replace_player(game.pk, ann.pk, staff, bot="rule_based")


def test_a_game_that_is_taken_back_from_its_end_has_not_ended():
    game, staff = table(2), UserFactory(is_staff=True)
    play_on(game, 2000, advice)
    last = game.log_entries.filter(kind="move").last()
    referee.take_back_moves(game.pk, last.number, staff)
    game.refresh_from_db()
    assert (game.state, game.ended_at) == (Game.State.RUNNING, None)


def test_a_pause_stays_a_pause_when_moves_are_taken_back():
    game, staff = table(3), UserFactory(is_staff=True)
    play_on(game, 4)
    referee.decide_matter(game.pk, "pause", staff)
    referee.take_back_moves(game.pk, 3, staff)
    game.refresh_from_db()
    assert game.state == Game.State.PAUSED
    assert awaited(game).deadline is None
