"""A plan on the page of the orders: composed step by step, filed at once."""

import pytest

from tests.helpers.messages.orders import MOVED_SINCE_PLAN, NOTHING_FILED_YET, PLAN_WRITTEN_DOWN
from tests.helpers.messages.pages import CHOOSE_FIRST
from tests.helpers.messages.rules import PLAN_BUILDS_BEFORE_GATHERING, UNKNOWN_WORD
from tests.helpers.order_pages import KING, form_with, look, orders_of, post, read, text
from tests.helpers.pages import client_of, url
from tests.helpers.tables import awaited, move, position, written

pytestmark = pytest.mark.django_db


def test_a_plan_that_builds_before_it_gathers_is_warned_about_while_it_is_composed(client, game):
    assert PLAN_BUILDS_BEFORE_GATHERING in read(post(client, game, "add", step="build market"))
    assert PLAN_BUILDS_BEFORE_GATHERING not in read(
        post(client, game, "add", line=["gold"], step="build market")
    )


def test_it_is_filed_all_the_same_with_a_word_of_warning(client, game, seat):
    response = client.post(
        url(game, "orders"), {"do": "plan", "key": "k", "line": ["build market"]}, follow=True
    )
    assert orders_of(seat) == ["build market"]
    assert PLAN_WRITTEN_DOWN in read(response)
    assert PLAN_BUILDS_BEFORE_GATHERING in read(response)


def lines(response) -> list[str]:
    return [one.line for one in response.context["sheet"].composed_lines]


def test_a_plan_is_composed_step_by_step_and_nothing_is_stored_meanwhile(client, game, seat):
    card = position(game).players[seat.name].hand[0]
    first = post(client, game, "add", step="gold")
    second = post(client, game, "add", line=lines(first), step=f"build {card}", **{"or": "end"})
    assert lines(second) == ["gold", f"build {card} or end"]
    third = post(client, game, "add", line=lines(second), free="Vége")
    assert third.status_code == 200
    assert lines(third) == ["gold", f"build {card} or end", "vége"]
    assert NOTHING_FILED_YET in read(third)
    assert orders_of(seat) == []


def test_lines_are_moved_and_left_out(client, game):
    plan = ["gold", "build market", "end"]
    assert lines(post(client, game, "up-2", line=plan)) == ["gold", "end", "build market"]
    assert lines(post(client, game, "down-0", line=plan)) == ["build market", "gold", "end"]
    assert lines(post(client, game, "drop-1", line=plan)) == ["gold", "end"]
    for nothing in ("up-0", "down-2", "up-9", "drop-", "drop-x", "up-²"):
        assert lines(post(client, game, nothing, line=plan)) == plan


def test_a_plan_is_filed_at_once_and_takes_the_place_of_the_one_before(client, game, seat):
    post(client, game, "plan", line=["gold", "end"])
    assert orders_of(seat) == ["gold", "end"]
    assert lines(look(client, game)) == ["gold", "end"]
    for _ in range(2):
        assert post(client, game, "plan", line=["cards"], free="plan end").status_code == 303
        assert orders_of(seat) == ["cards", "end"]
    post(client, game, "plan")
    assert orders_of(seat) == []


@pytest.mark.parametrize("do", ["add", "plan"])
def test_a_bad_step_is_told_beside_the_field_and_all_is_kept(client, game, seat, do):
    response = post(client, game, do, line=["gold"], free="build nonsense")
    assert response.status_code == 422
    refusal = UNKNOWN_WORD.fill(line="build nonsense")
    assert f'id="plan-error" role="alert">{refusal}' in text(response)
    assert lines(response) == ["gold"]
    assert form_with(response, "free")["fields"]["free"].values == ["build nonsense"]
    assert orders_of(seat) == []


def test_nothing_chosen_is_told(client, game):
    response = post(client, game, "add")
    assert response.status_code == 422
    assert CHOOSE_FIRST in read(response)


def test_a_plan_of_somebody_who_has_moved_since_is_asked_about_again(game):
    written(game, KING)
    seat = awaited(game)
    client = client_of(seat.user)
    seen = form_with(look(client, game), "seen")["fields"]["seen"].values[0]
    move(seat, "gold")
    response = post(client, game, "plan", line=["gold", "end"], seen=seen)
    assert response.status_code == 409
    assert MOVED_SINCE_PLAN in read(response)
    assert lines(response) == ["gold", "end"]
    assert orders_of(seat) == []


def test_a_turn_that_was_sent_twice_is_played_once(game):
    written(game, KING)
    client = client_of(awaited(game).user)
    for _ in range(2):
        assert post(client, game, "plan", line=["gold", "build market", "end"], seen="0").status_code == 303
    texts = game.log_entries.filter(kind="move").values_list("text", "how")
    assert list(texts) == [("gold", "order"), ("build market", "order"), ("end", "order")]


@pytest.mark.parametrize("do", ["", "x", "rank-nothing", "standing-", "withdraw", "rank-", "plan-9"])
def test_odd_buttons_get_an_answer_in_words(client, game, seat, do):
    response = post(client, game, do, what="\x00", line="\x00")
    assert response.status_code in (303, 409, 422)
    assert orders_of(seat) == []


def test_markup_in_a_line_is_never_markup(client, game):
    response = post(client, game, "add", line=["<script>x</script>"], free="<b>bold</b>")
    assert "<script>x" not in text(response)
    assert "<b>bold" not in text(response)
