"""The record turn by turn: what is old is folded, and a few words tell what is in it."""

import pytest

from games.play import moves
from games.play.transaction.origin import by_user
from games.queries import log
from games.queries.game_view import GameView
from tests.helpers.messages import rules
from tests.helpers.tables import move, play_on, table, written

pytestmark = pytest.mark.django_db

ASSASSIN = {
    "called": "assassin",
    "faceup": ["magician"],
    "{0}": {"characters": ["assassin"], "gold": 4, "hand": ["market"]},
    "{1}": {"characters": ["thief"], "gold": 2},
    "{2}": {"characters": ["king"]},
    "{3}": {"characters": ["warlord"]},
}


@pytest.fixture
def game():
    found = table()
    written(found, ASSASSIN)
    return found


def parts(game, place: int | None = None):
    seats = list(game.seats.select_related("user"))
    game.refresh_from_db()
    return log.build_log(GameView(game, seats, None if place is None else seats[place], "en"))[0]


def test_every_call_is_a_turn_with_its_gist(game):
    seats = list(game.seats.select_related("user"))
    move(seats[0], "murder bishop", "gold", "build market", "end")
    move(seats[1], "rob king", "gold", "end")
    part, _deal = parts(game)
    king, silent, thief, *_before = part.turns
    assert (king.title, king.summary) == (f"King: {seats[2].name}", f"crown: {seats[2].name}")
    assert (silent.title, silent.is_short) == ("Magician", True)
    assert (thief.title, thief.summary) == (f"Thief: {seats[1].name}", "robs: King")
    assert [result.sentences[0] for result in thief.entries] == [
        rules.CALLED.fill(character="Thief", seat=seats[1].name)
    ]
    assert parts(game, 1)[0].turns[2].title == "Thief: You"


def test_what_was_taken_back_is_no_gist(game):
    seats = list(game.seats.select_related("user"))
    move(seats[0], "murder bishop")
    assert "murdered: Bishop" in parts(game)[0].turns[0].summary
    moves.undo_last_move(game.pk, seats[0].name, by_user(seats[0].user))
    assert "murdered: Bishop" not in parts(game)[0].turns[0].summary


def test_all_that_is_told_is_told_in_some_turn(game):
    play_on(game, 40)
    for part in parts(game):
        flat = [sentence for outcome in reversed(part.entries) for sentence in outcome.sentences]
        folded = [one for turn in reversed(part.turns) for result in turn.entries for one in result.sentences]
        assert flat == folded
        keys = [turn.key for turn in part.turns]
        assert len(keys) == len(set(keys))
