"""What a newcomer is told at a question, and after what has happened."""

from games.rules import registry
from games.rules.citadels.text.events import SENTENCES
from games.rules.citadels.text.tutorial import LESSON_BY_EVENT, LESSON_BY_QUESTION, LESSON_TEXTS
from games.rules.core.notation import Move

CITADELS = registry.get("citadels")
NAMES = ["Ann", "Bob", "Cat", "Dan"]


def keys(game, seat, *kinds: str) -> list[str]:
    return [one.key for one in CITADELS.tutorial.lessons(game, seat, [{"kind": kind} for kind in kinds])]


def test_the_goal_comes_first_then_the_question_then_what_has_happened():
    game, _events = CITADELS.new(NAMES, CITADELS.tutorial.first_game()[1], "lessons")
    (first,) = CITADELS.awaits(game)
    assert keys(game, first, "dealt", "round") == ["goal", "draft"]
    (other, *_) = [name for name in NAMES if name != first]
    assert keys(game, other, "robs", "murdered", "gathered") == ["murdered", "robs"]


def test_a_turn_explains_the_character_then_gathering_then_building():
    page = {"seats": NAMES, "called": "merchant", "Ann": {"characters": ["merchant"], "gold": 2}}
    game = CITADELS.notation.load(page, {})
    assert keys(game, "Ann") == ["as-merchant", "gather"]
    CITADELS.play(game, "Ann", Move("gold"))
    assert keys(game, "Ann") == ["build", "as-merchant"]
    data = {one.key: one for one in CITADELS.tutorial.lessons(game, "Ann", [])}
    assert data["as-merchant"].title == "You are the Merchant"
    assert CITADELS.vocabulary.effect(game, "merchant") in data["as-merchant"].text


def test_everything_that_is_explained_can_happen_and_has_words():
    assert set(LESSON_BY_EVENT) <= set(SENTENCES)
    assert set(LESSON_BY_QUESTION) <= set(CITADELS.steps.asks)
    assert {
        *LESSON_BY_EVENT.values(),
        *LESSON_BY_QUESTION.values(),
        "goal",
        "gather",
        "build",
        "as",
        "over",
    } == set(LESSON_TEXTS)
