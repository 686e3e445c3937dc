"""What a newcomer to Tournay is told at a question, and after what has happened."""

import pytest

from games.rules.core.notation import Move
from games.rules.core.translation import LANGUAGES
from games.rules.tournay.ruleset import TOURNAY
from games.rules.tournay.text.events import SENTENCES
from games.rules.tournay.text.tutorial import LESSON_BY_EVENT, LESSON_BY_QUESTION, LESSON_TEXTS
from tests.helpers.random_games import play_moments

SEATS = ["Ann", "Bob"]
TURN_LESSONS = {
    *("goal", "draw", "place", "action", "activate", "gather", "borrow"),
    *("prestige", "held", "titles", "near"),
}
READY = {"yellow": 2, "white": 2, "red": 2}


def keys(game, seat: str = "Ann", *kinds: str) -> list[str]:
    return [one.key for one in TOURNAY.tutorial.lessons(game, seat, [{"kind": kind} for kind in kinds])]


def load(**fields):
    return TOURNAY.notation.load({"seats": SEATS, **fields}, {})


def test_the_first_game_is_one_that_the_rules_accept():
    seats, options = TOURNAY.tutorial.first_game()
    assert seats == 2
    assert TOURNAY.setup.clean(seats, options, "seed")["mode"] == "basic"


def test_the_goal_comes_first_then_how_to_get_a_card():
    game, _events = TOURNAY.new(SEATS, TOURNAY.tutorial.first_game()[1], "lessons")
    assert keys(game, game.turn, "dealt", "turn_begun") == ["goal", "draw"]


def test_a_card_in_hand_is_explained_and_how_to_place_it():
    game = load(Ann={"plaza": READY, "deniers": 3, "hand": ["market"]})
    assert keys(game) == ["place", "held-market"]
    lesson = TOURNAY.tutorial.lessons(game, "Ann", [])[1]
    assert TOURNAY.lexicon.name("market") in lesson.title
    assert TOURNAY.lexicon.effect("market") in lesson.text
    TOURNAY.play(game, "Ann", Move("place", ("market", "c3")))
    assert keys(game) == ["action", "activate"]


def test_a_prestige_building_in_hand_is_explained():
    game = load(Ann={"plaza": READY, "hand": ["belfry"]})
    assert keys(game) == ["place", "prestige", "held-belfry"]


def test_with_few_citizens_to_gather_and_to_borrow_is_explained():
    few = {"plaza": {"red": 1}}
    assert keys(load(Ann={**few, "deniers": 2})) == ["draw", "gather", "borrow"]
    assert "borrow" not in keys(load(Ann={**few, "deniers": 1}))


def test_prestige_in_sight_and_the_end_are_announced():
    cards = ("market", "guild", "port", "merchant", "toll_house", "land_office")
    filled = dict(zip(("b2", "b3", "b4", "c2", "c3", "c4"), cards, strict=True))
    assert keys(load(Ann={"plaza": READY}, Bob={"district": {"c3": "belfry"}}))[-1] == "titles"
    assert keys(load(Ann={"plaza": READY}, Bob={"district": filled}))[-1] == "near"


def test_a_question_about_two_cards_is_explained_instead_of_the_turn():
    game = load(decks={"red1": ["fort", "knight", "arsenal"]}, Ann={"plaza": READY})
    TOURNAY.play(game, "Ann", Move("draw", ("red", "1", "two")))
    assert keys(game) == ["keep"]


def test_a_building_that_asks_is_explained():
    game = load(queue=["famine 1", "schism 1", "siege 0"], Ann={"plaza": READY, "district": {"c3": "fort"}})
    TOURNAY.play(game, "Ann", Move("activate", ("fort", "c3")))
    assert keys(game) == ["choice"]


def test_an_event_is_explained_to_whom_it_strikes():
    game = load(
        queue=["famine 0", "schism 0", "siege 0"],
        decks={"red1": ["town_crier", "fort", "knight"]},
        Ann={"plaza": READY},
        Bob={"plaza": READY, "deniers": 3, "hand": ["fire"]},
    )
    told = {event.kind for event in TOURNAY.play(game, "Ann", Move("draw", ("red", "1", "two")))}
    assert keys(game, "Bob", *told) == ["suffer", "crier"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_of_a_whole_game_has_words(language):
    options = TOURNAY.tutorial.first_game()[1]
    for moment in play_moments(TOURNAY, "lessons", 2, options):
        for lesson in TOURNAY.tutorial.lessons(moment.position, moment.seat, [], language):
            assert lesson.title
            assert lesson.text
            assert "{" not in lesson.title + lesson.text


def test_everything_that_is_explained_can_happen_and_has_words():
    assert set(LESSON_BY_EVENT) <= set(SENTENCES)
    assert set(LESSON_BY_QUESTION) <= set(TOURNAY.steps.asks)
    explained = {*LESSON_BY_EVENT.values(), *LESSON_BY_QUESTION.values(), *TURN_LESSONS, "over"}
    assert explained == set(LESSON_TEXTS)
