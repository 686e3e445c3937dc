"""What answers at one table when the time has run out: the player's own choice."""

import pytest

from games.clock.patience import Patience
from games.models import Game, Move, Seat
from games.play import choosing, ordering
from games.play.errors import NotNow, NotPossible, NotYours
from games.play.origin import from_person
from tests.accounts.factories import UserFactory
from tests.play.tables import awaited, play_on, table

pytestmark = pytest.mark.django_db


def choose(seat: Seat, answer: str) -> str:
    choosing.choose_time_out(seat.game_id, seat.name, answer, from_person(seat.user))
    seat.refresh_from_db()
    return seat.time_out


@pytest.mark.parametrize("answer", ["minimal", "bot", "orders", ""])
def test_a_player_chooses_for_this_table(answer):
    seat = awaited(table(3))
    assert choose(seat, answer) == answer


def test_the_harmless_move_can_always_be_chosen_and_nothing_that_the_table_does_not_allow():
    seat = awaited(table(3, patience=Patience(answers=())))
    assert choose(seat, "minimal") == "minimal"
    for answer in ("bot", "orders", "magic"):
        with pytest.raises(NotPossible, match="does not allow"):
            choose(seat, answer)
    seat.refresh_from_db()
    assert seat.time_out == "minimal"


def test_nobody_chooses_for_somebody_else_or_after_the_end():
    game = table(3)
    seat = awaited(game)
    with pytest.raises(NotYours):
        choosing.choose_time_out(game.pk, seat.name, "bot", from_person(UserFactory()))
    Game.objects.update(state=Game.State.ABANDONED)
    with pytest.raises(NotNow):
        choose(seat, "bot")


def test_a_choice_leaves_no_trace_in_the_journal():
    seat = awaited(table(3))
    before = Game.objects.values_list("length", "changed_at").get()
    choose(seat, "bot")
    assert Game.objects.values_list("length", "changed_at").get() == before


def test_orders_that_waited_for_the_end_answer_when_they_need_not_wait_any_more():
    game = table(3)
    seat = awaited(game)
    choose(seat, "orders")
    ordering.file(game.pk, seat.name, "prefer assassin > thief > magician > king", from_person(seat.user))
    seat.refresh_from_db()
    assert seat.is_awaited
    choose(seat, "minimal")
    assert not seat.is_awaited
    assert Move.objects.filter(seat=seat, how="order").exists()
    play_on(game, 1)
