"""What answers at one table when the time has run out: the player's own choice."""

import pytest
from django.core import mail

from accounts.models import User
from accounts.server_time import now
from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.mail.outgoing import game_outbox
from games.models import Game, GameLogEntry, GameNotice, Seat
from games.models.game import load_game_and_seats
from games.play import orders, seats
from games.play.deadlines import leave
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.play.transaction.origin import How, by_user
from games.queries import log
from games.queries.game_view import GameView
from games.queries.orders import list_recent_outcomes
from games.rules import registry
from tests.helpers.factories import UserFactory
from tests.helpers.mail.outbox import everything_now
from tests.helpers.messages.clock import CHOICE_NOT_ALLOWED
from tests.helpers.tables import TURN, awaited, play_on, position, table, written

pytestmark = pytest.mark.django_db


def choose(seat: Seat, answer: str) -> str:
    seats.choose_time_out_answer(seat.game_id, seat.name, answer, by_user(seat.user))
    seat.refresh_from_db()
    return seat.time_out


@pytest.mark.parametrize("answer", ["minimal", "bot", "orders", ""])
def test_a_player_chooses_for_this_table(answer):
    seat = awaited(table(3))
    assert choose(seat, answer) == answer


def test_the_harmless_move_can_always_be_chosen_and_nothing_that_the_table_does_not_allow():
    seat = awaited(table(3, patience=MissedDeadlinePolicy(answers=())))
    assert choose(seat, "minimal") == "minimal"
    for answer in ("bot", "orders", "magic"):
        with pytest.raises(NotPossible, match=CHOICE_NOT_ALLOWED.pattern):
            choose(seat, answer)
    seat.refresh_from_db()
    assert seat.time_out == "minimal"


def test_nobody_chooses_for_somebody_else_or_after_the_end():
    game = table(3)
    seat = awaited(game)
    with pytest.raises(NotAllowed):
        seats.choose_time_out_answer(game.pk, seat.name, "bot", by_user(UserFactory()))
    Game.objects.update(state=Game.State.ABANDONED)
    with pytest.raises(NotNow):
        choose(seat, "bot")


def test_a_choice_leaves_no_trace_in_the_journal():
    seat = awaited(table(3))
    before = Game.objects.values_list("log_length", "changed_at").get()
    choose(seat, "bot")
    assert Game.objects.values_list("log_length", "changed_at").get() == before


def test_orders_that_waited_for_the_end_answer_when_they_need_not_wait_any_more():
    game = table(3)
    seat = awaited(game)
    choose(seat, "orders")
    orders.file_order(game.pk, seat.name, "prefer assassin > thief > magician > king", by_user(seat.user))
    seat.refresh_from_db()
    assert seat.is_awaited
    choose(seat, "minimal")
    assert not seat.is_awaited
    assert GameLogEntry.objects.filter(seat=seat, how="order").exists()
    play_on(game, 1)


# --- plans that waited for the end of the time, and cannot go on


def holding() -> Seat:
    """On turn, with a plan that waits for the end of the time, and that would fail."""
    game = table()
    written(game, TURN)
    everything_now(*(one.user for one in game.seats.all()))
    game_outbox.send_due_notices(now())  # what the beginning has to tell
    seat = awaited(game)
    User.objects.filter(pk=seat.user_id).update(time_out="orders")
    orders.file_order(game.pk, seat.name, "plan build palace", by_user(seat.user))
    assert registry.get("citadels").orders.lines(position(game), seat.name) == ["build palace"]
    return seat


def disarmed(seat: Seat) -> list[str]:
    """What its owner reads of it on the page of the orders."""
    game, seats = load_game_and_seats(seat.game_id)
    own = next(one for one in seats if one.pk == seat.pk)
    return [
        line for done in list_recent_outcomes(GameView(game, seats, own, "en")) for line in done.sentences
    ]


def emails_about_orders() -> list[str]:
    """The emails that leave now, and what they are about."""
    mail.outbox.clear()
    game_outbox.send_due_notices(now())
    return [
        " ".join(one.body.split()) for one in mail.outbox if one.extra_headers["X-Citadels-Kind"] == "orders"
    ]


def test_a_plan_that_need_not_wait_and_cannot_go_on_is_disarmed_with_a_email():
    seat = holding()
    length = Game.objects.get().log_length
    choose(seat, "minimal")
    assert registry.get("citadels").orders.lines(position(seat.game), seat.name) == []
    [why] = disarmed(seat)
    assert "build palace" in why.lower()
    [email] = emails_about_orders()
    assert why in email
    assert Game.objects.get().log_length == length  # nobody else can tell


def test_so_it_is_when_the_choice_for_all_tables_changes():
    seat = holding()
    User.objects.filter(pk=seat.user_id).update(time_out="minimal")
    leave.recompute_deadlines(seat.user)
    [why] = disarmed(seat)
    assert [why in email for email in emails_about_orders()] == [True]


def test_a_second_plan_that_is_disarmed_before_anything_happens_is_told_too():
    seat = holding()
    choose(seat, "minimal")
    assert len(emails_about_orders()) == 1
    choose(seat, "orders")
    orders.file_order(seat.game_id, seat.name, "plan build cathedral", by_user(seat.user))
    choose(seat, "minimal")
    assert len(disarmed(seat)) == 2
    [email] = emails_about_orders()
    assert "build cathedral" in email.lower()


def test_nobody_else_reads_of_a_disarmed_plan():
    seat = holding()
    choose(seat, "minimal")
    [why] = disarmed(seat)
    game, seats = load_game_and_seats(seat.game_id)
    for reader in (None, *(one for one in seats if one.pk != seat.pk)):
        parts, _older = log.build_log(GameView(game, seats, reader, "en"))
        assert why not in str(parts)
    assert set(GameNotice.objects.filter(kind=GameNotice.Kind.ORDERS).values_list("user", flat=True)) == {
        seat.user_id
    }


def test_who_files_a_plan_that_stops_at_once_is_answered_and_gets_no_email():
    game = table()
    written(game, TURN)
    seat = awaited(game)
    filed = orders.file_order(game.pk, seat.name, "plan build palace", by_user(seat.user, How.LINK))
    assert filed.stop_reason
    assert disarmed(seat) == [filed.stop_reason]
    assert emails_about_orders() == []
