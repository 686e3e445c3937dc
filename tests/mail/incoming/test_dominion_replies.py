"""A game of Dominion by replies: a Reaction, what is discarded, and a turn in a few lines."""

import pytest

from games.models import Game, Seat
from tests.helpers.mail.inbox import last_email, post, reply
from tests.helpers.mail.reply_game import moves
from tests.helpers.tables import list_awaited, move, position, table, written

pytestmark = pytest.mark.django_db

ATTACKED = {
    "{0}": {"hand": ["militia", "copper"], "deck": ["copper"] * 5},
    "{1}": {"hand": ["moat", "estate", "copper", "copper", "gold"], "deck": ["copper"] * 5},
    "{2}": {"hand": ["estate", "copper", "copper", "silver", "curse"], "deck": ["copper"] * 5},
}


@pytest.fixture
def game() -> Game:
    """The first seat has played a Militia; the second one holds a Moat."""
    game = table(3, ruleset="dominion", options={"set": "interaction"})
    written(game, ATTACKED, set="interaction")
    [attacker] = list_awaited(game)
    move(attacker, "play militia")
    return game


def find_seat(game: Game, place: int) -> Seat:
    return list(game.seats.select_related("user", "game"))[place]


def answer(game: Game, place: int, *lines: str) -> None:
    post(reply(find_seat(game, place), *lines))


@pytest.mark.parametrize("line", ["moat", "I reveal the Moat.", "1"])
def test_a_reaction_is_shown_by_its_name_or_its_number(game, line):
    answer(game, 1, line)
    assert moves(game) == ["reveal moat"]


def test_cards_are_discarded_by_their_names(game):
    answer(game, 2, "decline")
    answer(game, 1, "moat")
    answer(game, 2, "discard copper estate")
    assert moves(game) == ["decline", "reveal moat", "discard copper estate"]
    hand = position(game).players[find_seat(game, 2).name].hand
    assert sorted(hand) == ["copper", "curse", "silver"]


def test_a_turn_is_a_few_lines_and_one_that_cannot_be_stops_there(game):
    answer(game, 1, "moat")
    answer(game, 2, "decline", "discard curse estate")
    answer(game, 0, "treasures", "buy duchy", "end")
    assert moves(game)[-1] == "treasures"
    assert "Duchy costs 5, and you have 3." in last_email()
    answer(game, 0, "buy silver", "end")
    assert moves(game)[-2:] == ["buy silver", "end"]


def test_a_title_that_two_turns_have_plays_neither():
    """With the Festival or without, nothing is bought: which of both, only a number says."""
    game = table(3, ruleset="dominion", options={"set": "interaction"})
    written(game, {"{0}": {"hand": ["festival", "copper"], "deck": ["copper"] * 5}}, set="interaction")
    answer(game, 0, "Buy nothing")
    assert moves(game) == []
    answer(game, 0, "1")
    assert moves(game)[0] == "play festival"
