"""What a newcomer to Dominion is told at a question, and after what has happened."""

import pytest

from games.rules.core.notation import Move
from games.rules.core.translation import LANGUAGES
from games.rules.dominion.ruleset import DOMINION
from games.rules.dominion.setup.kingdoms import SETS
from games.rules.dominion.text.events import SENTENCES
from games.rules.dominion.text.tutorial import LESSON_BY_EVENT, LESSON_BY_QUESTION, LESSON_TEXTS
from tests.helpers.random_games import play_moments

SEATS = ["Ann", "Bob", "Cleo"]
TURN_LESSONS = {
    "goal",
    "treasures",
    "buy",
    "end",
    "action",
    "held",
    "shuffled",
    "costs",
    "points",
    "near",
    "empty",
}


def keys(game, seat: str = "Ann", *kinds: str) -> list[str]:
    return [one.key for one in DOMINION.tutorial.lessons(game, seat, [{"kind": kind} for kind in kinds])]


def load(**fields):
    return DOMINION.notation.load({"seats": SEATS, **fields}, {"kingdom": SETS["victory_dance"].split()})


def test_the_first_game_is_one_that_the_rules_accept():
    seats, options = DOMINION.tutorial.first_game()
    kingdom = DOMINION.setup.clean(seats, options, "seed")["kingdom"]
    assert kingdom == sorted(SETS["victory_dance"].split())


def test_the_goal_comes_first_then_what_can_be_done_in_the_turn():
    game, _events = DOMINION.new(SEATS, DOMINION.tutorial.first_game()[1], "lessons")
    first = game.turn
    assert keys(game, first, "dealt", "turn_begun") == ["goal", "buy", "treasures", "end"]
    DOMINION.play(game, first, Move("treasures"))
    assert keys(game, first) == ["buy", "end"]
    DOMINION.play(game, first, Move("buy", ("copper",)))
    assert keys(game, first)[0] == "end"


def test_an_action_in_hand_is_explained_with_its_card():
    game = load(Ann={"hand": ["pawn", "copper"], "turns": 1})
    assert keys(game)[:2] == ["action", "held-pawn"]
    lesson = DOMINION.tutorial.lessons(game, "Ann", [])[1]
    assert DOMINION.lexicon.name("pawn") in lesson.title
    assert DOMINION.lexicon.effect("pawn") in lesson.text


def test_the_end_is_announced_when_provinces_or_piles_run_out():
    assert "points" not in keys(load(Ann={"hand": ["copper"]}))
    assert "points" in keys(load(supply={"province": 11}, Ann={"hand": ["copper"]}))
    assert "near" in keys(load(supply={"province": 4}, Ann={"hand": ["copper"]}))
    assert "empty" in keys(load(supply={"pawn": 0}, Ann={"hand": ["copper"]}))


def test_a_card_that_asks_is_explained_instead_of_the_turn():
    game = load(Ann={"hand": ["pawn", "copper"]})
    DOMINION.play(game, "Ann", Move("play", ("pawn",)))
    assert keys(game) == ["choices"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_of_a_whole_game_has_words(language):
    options = DOMINION.tutorial.first_game()[1]
    for moment in play_moments(DOMINION, "lessons", 2, options):
        for lesson in DOMINION.tutorial.lessons(moment.position, moment.seat, [], language):
            assert lesson.title
            assert lesson.text
            assert "{" not in lesson.title + lesson.text


def test_everything_that_is_explained_can_happen_and_has_words():
    assert set(LESSON_BY_EVENT) <= set(SENTENCES)
    assert set(LESSON_BY_QUESTION) <= set(DOMINION.steps.asks)
    explained = {*LESSON_BY_EVENT.values(), *LESSON_BY_QUESTION.values(), *TURN_LESSONS, "over"}
    assert explained == set(LESSON_TEXTS)
