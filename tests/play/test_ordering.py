"""Orders are filed through the door: seen by nobody else, and gone with the one who filed them."""

import pytest

from games.models import Game, Move
from games.play import lobby, ordering, seats
from games.play.errors import NotNow
from games.play.origin import How, Origin, fresh_key, from_person
from games.rules import registry
from games.rules.core.errors import NotUnderstood
from tests.play.tables import awaited, move, position, table

pytestmark = pytest.mark.django_db

RULES = registry.get("citadels")


@pytest.fixture
def game() -> Game:
    return table(3)


def file(seat, text):
    return ordering.file(seat.game_id, seat.name, text, from_person(seat.user, How.FORM))


def waiting(game):
    return game.seats.select_related("user", "game").filter(decision__isnull=True).first()


def test_an_order_lies_in_the_position_and_not_in_the_journal(game):
    seat = waiting(game)
    entries = Move.objects.count()
    assert file(seat, "prefer king bishop").line == "prefer king bishop"
    assert RULES.orders(position(game), seat.name) == ["prefer king bishop"]
    assert Move.objects.count() == entries


def test_an_order_answers_what_is_asked_just_now(game):
    seat = awaited(game)
    first, *_ = RULES.offers(position(game), seat.name)
    card = str(next(first.moves())).split()[1]
    filed = file(seat, f"prefer {card}")
    assert filed.moves == (f"pick {card}",)
    entry = Move.objects.get(kind=Move.Kind.MOVE)
    assert (entry.how, entry.by) == (How.ORDER, seat.user)


def test_what_is_no_order_is_refused_and_changes_nothing(game):
    seat = waiting(game)
    before = Game.objects.get(pk=game.pk).position
    with pytest.raises(NotUnderstood):
        file(seat, "always sunshine")
    assert Game.objects.get(pk=game.pk).position == before


def test_no_orders_for_a_game_that_is_not_running(game):
    seat = waiting(game)
    Game.objects.filter(pk=game.pk).update(state=Game.State.ABANDONED)
    with pytest.raises(NotNow):
        file(seat, "prefer king")


def test_who_takes_a_seat_over_does_not_inherit_its_orders(game):
    seat = waiting(game)
    file(seat, "prefer king bishop")
    origin = Origin(How.FORM, fresh_key(), game.started_at, seat.user_id)
    seats.change_player(game.pk, seat.pk, origin, bot=lobby.BOT)
    assert RULES.orders(position(game), seat.name) == []


def test_a_filed_order_fires_when_its_question_comes(game):
    first = awaited(game)
    others = [seat for seat in game.seats.select_related("user", "game") if seat.pk != first.pk]
    everything = " ".join(position(game).cast)
    for seat in others:
        file(seat, f"prefer {everything}")
    pick, *_ = RULES.offers(position(game), first.name)
    move(first, str(next(pick.moves())))
    fired = Move.objects.filter(how=How.ORDER)
    assert {entry.seat.name for entry in fired} <= {seat.name for seat in others}
    assert fired.exists()
