"""Emails of Dominion are complete as text and as HTML, and replies to them are understood."""

import pytest
from django.test import Client

from games.models import Game, Seat
from games.rules.dominion.ruleset import DOMINION
from tests.helpers.dominion.questions import BOTH_REACTIONS, ask, list_questions, react_to
from tests.helpers.mail.emails import MOST_BYTES, bare, email_to, flat, html_of, links, words_of
from tests.helpers.mail.inbox import post, reply
from tests.helpers.mail.reply_game import moves
from tests.helpers.messages import dominion as messages
from tests.helpers.messages.mail import YOUR_HAND
from tests.helpers.move_links import link, text
from tests.helpers.tables import list_awaited, position, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return table(4, ruleset="dominion", options={"set": "victory_dance"})


def attacked(game: Game, attack: str = "torturer") -> Seat:
    ask(game, react_to(attack))
    return list_awaited(game)[0]


def test_whoever_may_react_reads_the_attack_what_it_does_and_the_options(game):
    email = email_to(attacked(game))
    for part in (flat(email.body), words_of(html_of(email))):
        assert messages.ASKED_TO_REACT.is_in(part, attack="Torturer")
        assert messages.TORTURER_ON_YOU in part
        assert messages.MOAT_PROTECTS.fill(attack="Torturer") in part
        assert all(DOMINION.lexicon.name(card) in part for card in BOTH_REACTIONS)
    assert len({link for link in links(email.body) if "?" not in link}) >= 3


def test_hand_and_options_come_before_the_table(game):
    ask(game, next(list_questions()))
    email = email_to(list_awaited(game)[0])
    html = words_of(html_of(email))
    order = [html.index(word) for word in (YOUR_HAND, "play bridge", "Province")]
    assert order == sorted(order)


def test_every_question_is_written_in_every_language(game):
    for place, asked in enumerate(list_questions()):
        ask(game, asked)
        seat = list_awaited(game)[0]
        seat.user.language = ("hu", "hr")[place % 2]
        seat.user.save()
        assert len(bare(email_to(seat))) < MOST_BYTES, asked.step


def test_no_email_names_the_cards_of_another_hand(game):
    ask(game, react_to("militia"))
    other = game.seats.all()[2]
    email = email_to(other)
    for part in (email.body.partition("SO FAR")[0], html_of(email).partition("<h2")[0]):
        assert "Gold" not in part
        assert "Secret Chamber" not in part


@pytest.mark.parametrize("typed", ["moat", "reveal moat", "1"])
def test_a_reaction_is_shown_by_a_reply(game, typed):
    post(reply(attacked(game), typed))
    assert moves(game) == ["reveal moat"]


@pytest.mark.parametrize("typed", ["discard copper estate", "Discard Copper, Estate."])
def test_cards_are_discarded_by_a_reply(game, typed):
    [militia] = [one for one in list_questions() if one.step == "militia"]
    ask(game, militia)
    post(reply(list_awaited(game)[0], typed))
    assert moves(game) == ["discard copper estate"]


def test_a_reaction_is_shown_by_a_link(game):
    seat = attacked(game)
    client, address = Client(), link(seat, "reveal moat")
    page = client.get(address)
    assert page.status_code == 200
    assert messages.SHOW_CARD.fill(card="Moat") in text(page)
    assert client.post(address).status_code == 200
    assert "moat" in position(game).players[seat.name].shown


def test_a_whole_turn_is_one_reply(game):
    ask(game, next(list_questions()))
    post(reply(list_awaited(game)[0], "play bridge", "treasures", "buy gold", "end"))
    assert moves(game) == ["play bridge", "treasures", "buy gold", "end"]
