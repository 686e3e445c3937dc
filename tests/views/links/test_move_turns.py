"""A whole turn, composed behind the link of an email."""

import re
from random import Random

import pytest
from django.test import Client

from games.models import Game, Seat
from tests.helpers.messages.links import CHOOSE_NEXT_STEP, SEND_TURN
from tests.helpers.messages.mail import PLAYED, YOUR_HAND
from tests.helpers.messages.pages import (
    AND_THEN,
    CHOOSE_FIRST,
    CHOSEN_AND_WRITTEN_DIFFER,
    DROP_LAST_LINE,
    NEXT_STEP_UNKNOWN,
    PREVIEW_HEADING,
)
from tests.helpers.messages.rules import TAKE_GOLD
from tests.helpers.move_links import link, snapshot, text
from tests.helpers.pages import decision_form, filled, sent_as_it_is, turn_form
from tests.helpers.tables import awaited, move, table, written

pytestmark = pytest.mark.django_db


KING = {
    "called": "king",
    "{0}": {"characters": ["king"], "gold": 3, "hand": ["tavern", "castle"], "city": ["manor"]},
}


@pytest.fixture
def king() -> Seat:
    """On turn, with something to build."""
    game = table(3, visibility="nobody")
    written(game, KING)
    return awaited(game)


def composed(client: Client, seat: Seat, *lines: str) -> bytes:
    """Choose these one after the other on the page of the link, without sending; what it shows then."""
    page = client.get(link(seat)).content
    for line in lines:
        form = decision_form(page)
        sent = {**sent_as_it_is(form), "move": line, "plan": "1"}
        page = client.post(form["action"], sent, follow=True).content
    return page


def played_texts(seat: Seat) -> list[str]:
    return list(seat.game.log_entries.filter(kind="move").order_by("number").values_list("text", flat=True))


def test_a_turn_is_composed_step_by_step_and_sent_at_once(king):
    client, before = Client(), snapshot()
    page = composed(client, king, "gold", "build castle")
    phrase = page.decode()
    for wanted in ("Build Castle", AND_THEN, PREVIEW_HEADING, SEND_TURN):
        assert wanted in phrase
    assert re.search(TAKE_GOLD.pattern, phrase)
    assert snapshot() == before
    form = decision_form(page)
    answer = client.post(form["action"], {**sent_as_it_is(form), "move": "end"})
    assert PLAYED in text(answer)
    assert played_texts(king) == ["gold", "build castle", "end"]
    assert "sessionid" not in client.cookies


# --- the link of a whole turn


BUILDS_CASTLE = ["gold", "build castle", "income", "end"]


def open_turn(seat: Seat, client: Client) -> dict:
    """The form behind the link of the email's second turn, to be sent as it is."""
    form = turn_form(client.get(link(seat, turn=2)).content)
    return {"path": form["action"], "data": sent_as_it_is(form)}


def test_the_link_of_a_whole_turn_opens_the_page_with_it_chosen_and_sends_it_at_once(king):
    client, before = Client(), snapshot()
    form = open_turn(king, client)
    assert form["data"]["part-build"] == ["build castle"]
    assert snapshot() == before
    assert PLAYED in text(client.post(**form))
    assert played_texts(king) == BUILDS_CASTLE


def test_the_turn_of_a_link_is_played_once_and_the_link_then_shows_what_was_played(king):
    client, address = Client(), link(king, turn=2)
    form = open_turn(king, client)
    assert client.post(**form).status_code == client.post(**form).status_code == 200
    assert played_texts(king) == BUILDS_CASTLE
    assert PLAYED in text(client.get(address))
    assert YOUR_HAND not in text(client.get(address))


def test_a_link_to_a_turn_without_the_form_behind_it_plays_nothing(king):
    assert Client().post(link(king, turn=2)).status_code == 422
    assert played_texts(king) == []


def test_the_link_of_a_turn_whose_choices_have_places_puts_them_there():
    game = table(3, ruleset="dominion", options={"set": "victory_dance"})
    written(game, {"turn": "{0}", "buys": 2, "{0}": {"hand": ["gold", "gold", "silver"]}})
    form = turn_form(Client().get(link(awaited(game), turn=1)).content)
    sent = sent_as_it_is(form)
    assert (sent["part-buys-1"], sent["part-buys-2"]) == (["buy province"], ["none"])


def test_a_number_that_no_turn_has_opens_the_form_as_it_is_preset(king):
    form = turn_form(Client().get(link(king, turn=99)).content)
    assert sent_as_it_is(form)["part-build"] == ["none"]


def test_a_link_to_a_turn_of_an_older_decision_opens_no_form(king):
    address = link(king, turn=2)
    move(king, "gold")
    page = Client().get(address)
    assert b"part-build" not in page.content
    assert played_texts(king) == ["gold"]


# --- turns composed step by step


def test_a_composed_turn_that_is_sent_twice_is_played_once(king):
    client = Client()
    form = decision_form(composed(client, king, "gold", "build castle"))
    sent = {**sent_as_it_is(form), "move": "end"}
    first, second = client.post(form["action"], sent), client.post(form["action"], sent)
    assert first.status_code == second.status_code == 200
    assert played_texts(king) == ["gold", "build castle", "end"]


def test_what_is_chosen_and_what_is_written_have_to_begin_alike(king):
    client = Client()
    form = decision_form(client.get(link(king)).content)
    turn = "gold\nbuild castle\nend"
    answer = client.post(form["action"], {**sent_as_it_is(form), "move": "cards", "line": turn})
    assert answer.status_code == 422
    assert CHOSEN_AND_WRITTEN_DIFFER in text(answer)
    assert decision_form(answer.content)["fields"]["move"].chosen == ["cards"]
    assert "build castle end</textarea>" in text(answer)
    assert played_texts(king) == []
    client.post(form["action"], {**sent_as_it_is(form), "move": "gold", "line": turn})
    assert played_texts(king) == ["gold", "build castle", "end"]


def test_a_composed_turn_may_be_sent_before_it_ends_and_the_page_goes_on(king):
    client = Client()
    form = decision_form(composed(client, king, "gold"))
    page = client.post(form["action"], sent_as_it_is(form))
    assert PLAYED in text(page)
    following = decision_form(page.content)
    assert "build castle" in following["fields"]["move"].values
    assert "then" not in following["fields"]
    page = client.post(following["action"], {"move": "build castle", "plan": "1"}, follow=True)
    assert "Build Castle" in text(page)
    assert played_texts(king) == ["gold"]


def test_what_was_just_played_is_not_filled_in_again(king):
    page = Client().post(link(king), {"line": "gold\nbuild castle"})
    assert PLAYED in text(page)
    assert "gold\nbuild castle" not in page.content.decode()


def test_several_written_lines_become_a_plan(king):
    page = text(Client().post(link(king), {"line": "gold\nbuild castle", "plan": "1"}, follow=True))
    assert page.count('name="then"') == 2
    assert AND_THEN in page


def test_the_last_line_of_a_plan_can_be_taken_away(king):
    page = composed(Client(), king, "gold", "build castle").decode()
    [shorter] = re.findall(rf'href="(/t/[^"]+)">{DROP_LAST_LINE}', page)
    assert shorter.endswith("?then=gold")
    assert b"build castle" in Client().get(shorter).content


def test_a_plan_that_cannot_be_says_so_and_keeps_what_was_planned(king):
    page = Client().post(link(king), {"then": "gold", "move": "build palace", "plan": "1"})
    assert page.status_code == 422
    assert 'name="then" value="gold"' in page.content.decode()
    page = Client().post(link(king), {"then": "gold", "plan": "1"})
    assert CHOOSE_FIRST in text(page)


def test_a_turn_whose_first_line_is_refused_keeps_its_plan_on_the_page(king):
    page = Client().post(link(king), {"then": ["gold"], "move": "@99"})
    assert page.status_code == 422
    assert 'name="then" value="gold"' in page.content.decode()
    assert played_texts(king) == []


def test_behind_cards_nobody_has_seen_a_turn_is_written_blind(king):
    page = text(Client().get(f"{link(king)}?then=cards"))
    assert NEXT_STEP_UNKNOWN in page
    assert "<textarea" in page


def test_the_link_of_one_move_leads_on_to_the_rest_of_the_turn(king):
    page = Client().get(link(king, "gold")).content.decode()
    [go_on] = re.findall(rf'href="(/t/[^"]+)">{CHOOSE_NEXT_STEP}', page)
    assert "build castle" in Client().get(go_on).content.decode()


def test_a_plan_for_a_question_that_is_not_open_any_more_shows_nothing_hidden(king):
    address = link(king)
    move(king, "gold", "end")
    for page in (Client().get(f"{address}?then=gold"), Client().post(address, {"move": "gold", "plan": "1"})):
        assert AND_THEN not in text(page)
        assert YOUR_HAND not in text(page)


def test_only_a_turn_is_composed(game):
    """Who is asked something out of turn has one thing to say."""
    draft = table(3)
    assert b'name="plan"' not in Client().get(link(awaited(draft))).content


def test_a_whole_turn_by_the_form_of_the_link(game):
    """Whatever the form offers is understood by the page that takes it."""
    dice = Random(5)
    for _ in range(25):
        game.refresh_from_db()
        if game.state != Game.State.RUNNING:
            break
        seat = awaited(game)
        form = decision_form(Client().get(link(seat)).content)
        assert Client().post(form["action"], filled(form, dice)).status_code in (200, 422)
