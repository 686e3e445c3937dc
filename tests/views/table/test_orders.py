"""The page of a seat's orders: filed, shown in words, withdrawn."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, GameLogEntry, Seat
from games.play import orders
from games.play.transaction.origin import How, by_user
from games.rules.core.orders import OrdersChange
from tests.helpers.messages.orders import (
    BOTH_HAVE_NUMBER,
    NO_NUMBER,
    NO_ORDER_STANDS,
    ORDER_ANSWERED_AT_ONCE,
    ORDERS_WAIT,
    PLAN_WRITTEN_DOWN,
    WHAT_ORDERS_DID,
    WITHDRAW,
)
from tests.helpers.messages.rules import (
    NO_SUCH_ORDER,
    NOT_AN_ORDER,
    PLAN_STOPS_AT,
)
from tests.helpers.messages.table import THIS_WAITS_FOR_YOU
from tests.helpers.order_pages import KING, RULES, SNEAKY, form_with, look, orders_of, post, read, text
from tests.helpers.pages import client_of, sent_as_it_is, url
from tests.helpers.tables import awaited, position, table, written

pytestmark = pytest.mark.django_db


# --- what stands


def test_no_order_stands_at_first(client, game):
    page = read(look(client, game))
    assert NO_ORDER_STANDS in page
    assert WITHDRAW not in page


def test_the_page_says_by_name_who_plays(client, game, seat):
    User.objects.filter(pk=seat.user_id).update(display_name="李雷")
    assert f"李雷 ({seat.name})" in read(look(client, game))


def test_orders_that_wait_for_the_end_of_the_time_say_so(client, game, seat):
    Seat.objects.filter(pk=seat.pk).update(time_out="orders")
    assert ORDERS_WAIT in read(look(client, game))


def test_what_stands_is_told_in_words_with_the_line_beside_it(client, game, seat):
    wanted = OrdersChange(
        standing_orders=("always gold", "prefer king thief"), plan=("gold", "build palace or end")
    )
    orders.change_orders(game.pk, seat.name, wanted, by_user(seat.user))
    page = read(look(client, game))
    for line in ("always gold", "prefer king thief", "build palace or end"):
        assert f"{RULES.orders.describe(position(game), seat.name, line)} {line}" in page
    assert NO_ORDER_STANDS not in page


@pytest.mark.parametrize(
    ("language", "lines", "examples"),
    [
        ("hu", ["inkább Királyt Tolvajt", "arany", "építek Palotát vagy vége"], ["mindig arany", "vége"]),
        ("hr", ["radije Kralja Lopova", "zlato", "gradi Palaču ili kraj"], ["uvijek zlato", "kraj"]),
    ],
)
def test_lines_are_shown_in_the_words_of_the_reader(client, game, seat, language, lines, examples):
    User.objects.filter(pk=seat.user_id).update(language=language)
    wanted = OrdersChange(standing_orders=("prefer king thief",), plan=("gold", "build palace or end"))
    orders.change_orders(game.pk, seat.name, wanted, by_user(seat.user))
    page = look(client, game).content.decode()
    for line in (*lines, *examples):
        assert f"<code>{line}</code>" in page
    for line in ("prefer king thief", "gold", "end", "always gold", "plan gold"):
        assert f"<code>{line}</code>" not in page


def test_an_order_is_withdrawn_by_its_button_and_twice_is_once(client, game, seat):
    orders.change_orders(
        game.pk, seat.name, OrdersChange(standing_orders=("always gold", "always end")), by_user(seat.user)
    )
    for _ in range(2):
        response = post(client, game, "withdraw", what="always gold")
        assert (response.status_code, response.headers["Location"]) == (303, f"{url(game, 'orders')}#main")
        assert orders_of(seat) == ["always end"]


def test_the_plan_and_all_orders_are_withdrawn_at_once(client, game, seat):
    wanted = OrdersChange(standing_orders=("always gold", "always end"), plan=("gold", "end"))
    orders.change_orders(game.pk, seat.name, wanted, by_user(seat.user))
    post(client, game, "withdraw", what="plan")
    assert orders_of(seat) == ["always gold", "always end"]
    assert post(client, game, "all").status_code == 303
    assert orders_of(seat) == []


def test_what_an_order_did_and_why_a_plan_stopped_is_told(game):
    written(game, KING)
    seat = awaited(game)
    client = client_of(seat.user)
    response = client.post(url(game, "orders"), {"do": "plan", "line": ["gold", "build palace"], "key": "k"})
    page = read(client.get(response.headers["Location"]))
    assert ORDER_ANSWERED_AT_ONCE.fill(moves="gold") in page
    assert WHAT_ORDERS_DID in page
    stops = re.findall(PLAN_STOPS_AT.fill(line="build palace", reason=".+?"), page)
    assert len(stops) == 2  # the message, and the list
    assert THIS_WAITS_FOR_YOU in page


# --- answers for good


def standing(response, **chosen) -> dict[str, list[str]]:
    sent = sent_as_it_is(form_with(response, "order-gather"))
    return {**sent, "do": ["standing"], **{name.replace("_", "-"): [value] for name, value in chosen.items()}}


def test_answers_are_filed_from_the_form(client, game, seat):
    sent = standing(look(client, game), order_gather="always gold", order_end="always end")
    assert client.post(url(game, "orders"), sent).status_code == 303
    assert orders_of(seat) == ["always gold", "always end"]
    again = standing(look(client, game))
    assert (again["order-gather"], again["was-gather"]) == (["always gold"], ["always gold"])


def test_a_form_sent_twice_is_harmless(client, game, seat):
    sent = standing(look(client, game), order_gather="always gold")
    for _ in range(2):
        assert client.post(url(game, "orders"), sent).status_code == 303
    assert orders_of(seat) == ["always gold"]


def test_ask_me_withdraws_the_order(client, game, seat):
    orders.file_order(game.pk, seat.name, "always gold", by_user(seat.user))
    client.post(url(game, "orders"), standing(look(client, game), order_gather=""))
    assert orders_of(seat) == []


def test_what_a_form_has_left_alone_stays_as_it_is_by_now(client, game, seat):
    """Another page, or a reply, has changed it meanwhile."""
    orders.file_order(game.pk, seat.name, "always gold", by_user(seat.user))
    sent = standing(look(client, game), order_end="always end")
    orders.file_order(game.pk, seat.name, "cancel gold", by_user(seat.user))
    client.post(url(game, "orders"), sent)
    assert orders_of(seat) == ["always end"]


def sneaky() -> tuple[Game, Seat, Client]:
    game = table(4, options=SNEAKY)
    seat = game.seats.filter(decision__isnull=True).select_related("user", "game").first()
    return game, seat, client_of(seat.user)


def test_a_number_goes_with_its_answer():
    game, seat, client = sneaky()
    sent = standing(look(client, game), order_bribe="always bribe") | {"order-bribe-0": ["3"]}
    client.post(url(game, "orders"), sent)
    assert orders_of(seat) == ["always bribe upto 3"]
    fields = form_with(look(client, game), "order-bribe")["fields"]
    assert fields["order-bribe-0"].values == ["3"]
    assert fields["order-bribe"].chosen == ["always bribe"]


def test_a_wrong_number_is_told_beside_its_question_and_kept():
    game, seat, client = sneaky()
    sent = standing(look(client, game), order_bribe="always bribe", order_gather="always gold")
    response = client.post(url(game, "orders"), sent | {"order-bribe-0": ["a few"]})
    assert response.status_code == 422
    refusal = NOT_AN_ORDER.fill(line="always bribe upto a few", orders=".+")
    assert re.search(f'id="order-bribe-error" role="alert">{refusal}', text(response))
    fields = form_with(response, "order-bribe")["fields"]
    assert fields["order-bribe-0"].values == ["a few"]
    assert fields["order-gather"].chosen == ["always gold"]
    assert orders_of(seat) == []


def test_an_order_may_be_written_in_any_of_our_languages(client, game, seat):
    assert post(client, game, "write", order="mindig arany").status_code == 303
    assert orders_of(seat) == ["always gold"]


@pytest.mark.parametrize(
    "line", ["always sunshine", "", "plan", "plan sunshine", "cancel gold", "<b>", "x" * 999]
)
def test_what_is_no_order_is_told_beside_the_field_and_kept(client, game, seat, line):
    response = post(client, game, "write", order=line)
    assert response.status_code == 422
    assert 'id="order-error" role="alert"' in text(response)
    assert form_with(response, "order")["fields"]["order"].values == [line]
    assert orders_of(seat) == []


@pytest.mark.parametrize("line", ["plan build market", "Plan: build market", "terv build market"])
def test_a_line_of_a_plan_may_be_written_there_too_and_comes_behind_the_others(client, game, seat, line):
    orders.change_orders(
        game.pk, seat.name, OrdersChange(("always end",), plan=("gold",)), by_user(seat.user)
    )
    form = sent_as_it_is(form_with(look(client, game), "order"))
    for _ in range(2):  # a double click
        assert post(client, game, "write", **form | {"order": line}).status_code == 303
        assert orders_of(seat) == ["gold", "build market"]
    assert PLAN_WRITTEN_DOWN in read(look(client, game))


def test_a_whole_turn_may_be_written_there_in_one_line(client, game, seat):
    assert post(client, game, "write", order="plan gold, build market, end").status_code == 303
    assert orders_of(seat) == ["gold", "build market", "end"]


def test_an_order_is_cancelled_there_as_in_a_email(client, game, seat):
    wanted = OrdersChange(standing_orders=("always gold", "always end"), plan=("gold", "end"))
    orders.change_orders(game.pk, seat.name, wanted, by_user(seat.user))
    assert post(client, game, "write", order="cancel gold").status_code == 303
    assert orders_of(seat) == ["always end", "gold", "end"]
    assert post(client, game, "write", order="cancel plan").status_code == 303
    assert orders_of(seat) == ["always end"]
    response = post(client, game, "write", order="cancel thief")
    assert response.status_code == 422
    assert NO_SUCH_ORDER.fill(what="thief") in read(response)
    assert 'value="cancel thief"' in text(response)


# --- the list


def test_a_list_is_filed_by_numbers(client, game, seat):
    numbers = {"rank-prefer-king": "2", "rank-prefer-thief": "1", "rank-prefer-bishop": "7"}
    assert post(client, game, "rank-prefer", **numbers).status_code == 303
    assert orders_of(seat) == ["prefer thief king bishop"]
    fields = form_with(look(client, game), "rank-prefer-king")["fields"]
    assert [fields[f"rank-prefer-{one}"].values for one in ("thief", "king", "bishop", "warlord")] == [
        ["1"],
        ["2"],
        ["3"],
        [""],
    ]


def test_an_empty_list_is_withdrawn(client, game, seat):
    post(client, game, "rank-prefer", **{"rank-prefer-king": "1"})
    post(client, game, "rank-prefer", **{"was-prefer": "prefer king"})
    assert orders_of(seat) == []
    assert post(client, game, "rank-prefer").status_code == 303


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        ("1", BOTH_HAVE_NUMBER.fill(one="King", other="Bishop", number=1)),
        ("first", NO_NUMBER.fill(label="Bishop", text="first")),
        ("-1", NO_NUMBER.fill(label="Bishop", text="-1")),
        ("²", NO_NUMBER.fill(label="Bishop", text="²")),
    ],
)
def test_a_list_that_cannot_be_read_is_told_and_kept(client, game, seat, number, sentence):
    sent = {"rank-prefer-king": "1", "rank-prefer-bishop": number}
    response = post(client, game, "rank-prefer", **sent)
    assert response.status_code == 422
    assert sentence in text(response)
    fields = form_with(response, "rank-prefer-king")["fields"]
    assert (fields["rank-prefer-king"].values, fields["rank-prefer-bishop"].values) == (["1"], [number])
    assert orders_of(seat) == []


def test_a_list_answers_at_once_whoever_is_asked(game):
    asked = awaited(game)
    client = client_of(asked.user)
    numbers = {f"rank-prefer-{one}": str(place) for place, one in enumerate(position(game).cast, 1)}
    response = post(client, game, "rank-prefer", **numbers)
    entry = GameLogEntry.objects.get(kind=GameLogEntry.Kind.MOVE)
    assert (entry.how, entry.by, entry.text.split()[0]) == (How.ORDER, asked.user, "pick")
    assert ORDER_ANSWERED_AT_ONCE.fill(moves=entry.text) in read(client.get(response.headers["Location"]))
