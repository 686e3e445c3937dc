"""A whole turn with several offers to be filled in: the game proposes how, and each has fields of its own."""

import pytest
from django.test import Client

from games.models import Seat
from tests.helpers.pages import client_of, sent_as_it_is, turn_form, url
from tests.helpers.tables import awaited, table, written

pytestmark = pytest.mark.django_db

READY = {"yellow": 2, "white": 2, "red": 2}
OWN = {
    "deniers": 9,
    "plaza": READY,
    "hand": ["market", "cloth_hall"],
    "district": {"c3": "hospital with white"},
}


@pytest.fixture
def seat() -> Seat:
    """Somebody on turn in a game of Tournay, with two cards that may lie in several places."""
    game = table(3, ruleset="tournay")
    others = {"deniers": 2, "plaza": READY}
    written(game, {"{0}": OWN, "{1}": others, "{2}": others})
    return awaited(game)


@pytest.fixture
def client(seat) -> Client:
    return client_of(seat.user)


def open_form(client: Client, seat: Seat):
    return turn_form(client.get(url(seat.game)).content)


def send(client: Client, seat: Seat, **parts: object):
    sent = {
        **sent_as_it_is(open_form(client, seat)),
        **{f"part-{key}": value for key, value in parts.items()},
    }
    return client.post(url(seat.game, "move"), sent)


def played(seat: Seat) -> list[str]:
    return list(seat.game.log_entries.filter(kind="move").order_by("number").values_list("text", flat=True))


def test_the_form_is_filled_in_as_the_game_proposes(client, seat):
    fields = open_form(client, seat)["fields"]
    cells = ("part-place.market.cell", "part-place.cloth_hall.cell")
    assert all(len(fields[name].chosen) == 1 for name in cells)
    assert fields["part-place.cloth_hall.give"].chosen
    assert send(client, seat).status_code == 303
    assert len(played(seat)) == 2


def test_only_the_fields_of_what_was_chosen_count(client, seat):
    places = {"place.market.cell": "c4", "place.cloth_hall.cell": "d3", "place.cloth_hall.give": "plaza"}
    assert send(client, seat, place="market", act="gather", **places).status_code == 303
    assert played(seat) == ["place market c4", "gather"]


def test_what_does_not_go_together_comes_back_as_it_was_filled_in(client, seat):
    act = {"act": "tax yellow 2", "place.cloth_hall.cell": "d3", "place.cloth_hall.give": "plaza"}
    answer = send(client, seat, place="cloth_hall", **act)
    assert answer.status_code == 422
    fields = turn_form(answer.content)["fields"]
    assert fields["part-place"].chosen == ["cloth_hall"]
    assert fields["part-place.cloth_hall.give"].chosen == ["plaza"]
    assert played(seat) == []


def test_a_borrowed_citizen_is_named_in_the_same_form(client, seat):
    lender = seat.game.seats.exclude(pk=seat.pk).last().name
    borrowed = {"act.draw.deck": "yellow 2 two", "act.draw.using": [lender]}
    assert send(client, seat, place="none", act="draw", **borrowed).status_code == 303
    assert played(seat) == [f"draw yellow 2 two using {lender}"]
