"""The links of an email: looked at as often as you like, and played once."""

import re

import pytest
from django.conf import settings
from django.test import Client

from games.mail.content.move_options import OptionList
from games.queries.game_view import GameView
from tests.helpers.messages.links import DECIDED_ALREADY, STOPPED_BECAUSE
from tests.helpers.messages.mail import PLAYED, YOUR_HAND
from tests.helpers.messages.pages import CHOOSE_FIRST
from tests.helpers.messages.rules import TAKE_GOLD
from tests.helpers.move_links import link, snapshot, text
from tests.helpers.pages import forms, sent_as_it_is
from tests.helpers.tables import advice, awaited, move, play_on, position, written

pytestmark = pytest.mark.django_db


# --- looking


def test_the_page_shows_the_move_in_words_the_table_and_one_button(game):
    seat = awaited(game)
    page = Client().get(link(seat, "gold"))
    assert page.status_code == 200
    assert re.search(TAKE_GOLD.pattern, text(page))
    assert YOUR_HAND in text(page)
    [form] = [form for form in forms(page.content) if form["fields"]]
    assert list(form["fields"]) == ["csrfmiddlewaretoken"]
    assert len(form["buttons"]) == 1
    assert "<script" not in page.content.decode()


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_looking_changes_nothing_however_often(game, method):
    """What a scanner does that opens every link of an email."""
    seat = awaited(game)
    before = snapshot()
    for line in ("gold", "cards", ""):
        for _ in range(2):
            getattr(Client(), method)(link(seat, line))
    assert snapshot() == before


def test_its_pages_are_not_kept_found_or_passed_on(game):
    seat = awaited(game)
    page = Client().get(link(seat, "gold"))
    assert page.headers["Referrer-Policy"] == "strict-origin"
    assert page.headers["Cache-Control"] == "no-store"
    assert page.headers["X-Robots-Tag"] == "noindex"


def test_it_speaks_the_language_of_the_reader_and_tells_the_time_of_the_zone(game):
    seat = awaited(game)
    seat.user.language, seat.user.time_zone = "hu", "Asia/Tokyo"
    seat.user.save()
    page = text(Client().get(link(seat, "gold")))
    assert "(Asia/Tokyo)" in page


def test_a_link_is_no_pass(game):
    """It opens one decision, and no other page of the table."""
    seat = awaited(game)
    client = Client()
    client.get(link(seat, "gold"))
    client.post(link(seat, "gold"))
    assert "sessionid" not in client.cookies
    assert client.get(f"/g/{game.key}/").status_code == 404
    assert client.get(f"/g/{game.key}/seat/").status_code == 404


# --- playing


def test_the_button_plays_the_move(game):
    seat = awaited(game)
    page = Client().post(link(seat, "gold"))
    assert page.status_code == 200
    entry = game.log_entries.order_by("number").last()
    assert (entry.text, entry.how, entry.by) == ("gold", "link", seat.user)
    assert PLAYED in text(page)


@pytest.mark.drill(21, "replayed")
def test_the_same_twice_is_one_move_and_the_same_answer(game):
    seat = awaited(game)
    address, client = link(seat, "gold"), Client()
    first, second = client.post(address), client.post(address)
    assert first.status_code == second.status_code == 200
    assert game.log_entries.filter(text="gold", decision=seat.decision).count() == 1
    assert PLAYED in text(second)
    assert PLAYED in text(client.get(address))


def test_the_same_as_was_played_at_the_table_is_answered_as_played(game):
    seat = awaited(game)
    address = link(seat, "gold")
    move(seat, "gold")
    page = Client().post(address)
    assert page.status_code == 200
    assert PLAYED in text(page)


def test_another_answer_to_the_same_decision_is_not_played(game):
    seat = awaited(game)
    gold, cards = link(seat, "gold"), link(seat, "cards")
    Client().post(gold)
    before = snapshot()
    page = Client().post(cards)
    assert page.status_code == 409
    assert DECIDED_ALREADY in text(page)
    assert snapshot() == before


def test_while_the_turn_goes_on_the_page_goes_on(game):
    seat = awaited(game)
    client = Client()
    page = client.post(link(seat, "gold"))
    form = next(form for form in forms(page.content) if "move" in form["fields"])
    sent = {**sent_as_it_is(form), "move": ["end"]}
    sent.pop("line", None)
    assert PLAYED in text(client.post(form["action"], sent))
    assert awaited(game) != seat


def test_the_page_of_an_old_link_does_not_go_on_with_a_newer_question(game):
    seat = awaited(game)
    old = link(seat, "gold")
    Client().post(old)
    move(seat, "end")
    while awaited(game) != seat:
        play_on(game, 1, advice)
    page = Client().post(old)
    assert page.status_code == 200
    assert b'name="move"' not in page.content
    assert YOUR_HAND not in text(page)


def test_the_whole_decision_is_one_link_and_takes_a_whole_turn(game):
    seat = awaited(game)
    page = Client().get(link(seat))
    assert 'value="gold"' in page.content.decode()
    page = Client().post(link(seat), {"line": "gold\nend"})
    assert PLAYED in text(page)
    assert list(game.log_entries.order_by("number").values_list("text", flat=True))[-2:] == ["gold", "end"]


def test_a_turn_that_stops_says_where(game):
    seat = awaited(game)
    page = text(Client().post(link(seat), {"line": "gold\nfly to the moon"}))
    assert PLAYED in page
    assert re.search(STOPPED_BECAUSE.pattern, page)


def test_an_offer_with_parts_is_filled_in(game):
    written(
        game,
        {
            "called": "magician",
            "begun": True,
            "gathered": True,
            "{0}": {"characters": ["magician"], "hand": ["tavern", "market", "docks", "palace"], "gold": 2},
            "{1}": {"characters": ["king"]},
            "{2}": {"characters": ["bishop"]},
        },
    )
    seat = awaited(game)
    form = next(
        form
        for form in forms(Client().get(link(seat)).content)
        if "move" in form["fields"] and any("." in name for name in form["fields"])
    )
    [name] = [name for name in form["fields"] if "." in name]
    sent = {"move": f"@{name.split('.')[0]}", name: ["tavern", "docks"]}
    assert PLAYED in text(Client().post(link(seat), sent))
    assert sorted(position(game).players[seat.name].hand) != ["docks", "market", "palace", "tavern"]


def test_nothing_chosen_and_nonsense_are_answered_in_words(game):
    seat = awaited(game)
    page = Client().post(link(seat))
    assert page.status_code == 422
    assert CHOOSE_FIRST in text(page)
    page = Client().post(link(seat), {"line": "fly"})
    assert page.status_code == 422


def test_a_form_without_its_token_is_refused(game):
    assert Client(enforce_csrf_checks=True).post(link(awaited(game), "gold")).status_code == 403


def test_a_email_leads_straight_to_the_form_of_an_option(game):
    hand = ["tavern", "market", "docks", "palace"]
    written(game, {"called": "magician", "{0}": {"characters": ["magician"], "hand": hand}})
    seat = awaited(game)
    options = OptionList(GameView(game, list(game.seats.all()), seat, "en"), seat).list_options()
    form = next(option for option in options if option.needs_form)
    page = Client().get(form.link.removeprefix(settings.BASE_URL))
    [chosen] = re.findall(r'<input[^>]*value="(@\d+)"[^>]*checked', text(page))
    assert form.link.endswith(f"?open={chosen[1:]}")
    assert Client().get(form.link.removeprefix(settings.BASE_URL) + "x").status_code == 200
