"""The options of a new game: every way to choose a kingdom, and refusals with a sentence that helps."""

import pytest

from games.rules.core.errors import BadOptions
from games.rules.core.setup_options import group_by_dependency
from games.rules.core.translation import LANGUAGES
from games.rules.dominion.cards.card import BASE, CARDS, INTRIGUE, list_kingdom_cards
from games.rules.dominion.ruleset import DOMINION
from games.rules.dominion.setup.kingdoms import SETS
from tests.helpers.random_games import NAMES

TEN = SETS["underlings"].split()


def kingdom(**options) -> list[str]:
    return DOMINION.setup.clean(4, options, "seed")["kingdom"]


def boxes_of(cards: list[str]) -> list[str]:
    return [CARDS[card].box for card in cards]


def test_there_are_57_cards():
    assert len(CARDS) == 57
    assert len(list_kingdom_cards(INTRIGUE)) == len(list_kingdom_cards(BASE)) == 25


def test_without_options_ten_cards_of_intrigue_are_drawn():
    assert boxes_of(kingdom()) == [INTRIGUE] * 10
    assert kingdom() == kingdom(kingdom="random", boxes=["intrigue"]) == sorted(set(kingdom()))


def test_the_kingdom_depends_on_the_seed():
    drawn = {tuple(DOMINION.setup.clean(4, {}, str(seed))["kingdom"]) for seed in range(20)}
    assert len(drawn) == 20


def test_boxes_and_split_say_where_the_cards_come_from():
    assert boxes_of(kingdom(boxes=["base"])) == [BASE] * 10
    assert set(boxes_of(kingdom(boxes=["intrigue", "base"]))) == {BASE, INTRIGUE}
    assert sorted(boxes_of(kingdom(split=True))) == [BASE] * 5 + [INTRIGUE] * 5


@pytest.mark.parametrize("name", SETS)
def test_a_suggested_set_is_found_again_by_its_cards(name):
    cards = kingdom(set=name)
    assert cards == sorted(SETS[name].split())
    assert len(set(cards)) == 10
    described = DOMINION.setup.describe({"kingdom": cards}, 4)
    assert described.summary == DOMINION.lexicon.name(name)


def test_cleaned_options_are_clean():
    cleaned = DOMINION.setup.clean(3, {"split": True}, "seed")
    assert DOMINION.setup.clean(3, cleaned, "other seed") == cleaned


BAD = [
    ({"kingdom": TEN[:9]}, "A kingdom has 10 cards, not 9."),
    ({"kingdom": [*TEN, "moat"]}, "A kingdom has 10 cards, not 11."),
    ({"kingdom": [*TEN[:9], TEN[0]]}, "baron is listed twice"),
    ({"kingdom": [*TEN[:9], "florin"]}, "There is no card “florin” in these boxes."),
    ({"kingdom": [*TEN[:9], "copper"]}, "copper is in every game: choose kingdom cards."),
    ({"kingdom": "all"}, "A kingdom is a list of cards, or “random”."),
    ({"kingdom": [1] * 10}, "A kingdom is a list of cards, or “random”."),
    ({"set": "nowhere"}, "There is no set “nowhere”. The sets are: victory_dance"),
    ({"set": "underlings", "kingdom": TEN}, "Name either a set or the cards of a kingdom, not both."),
    ({"set": "underlings", "boxes": ["base"]}, "“boxes” and “split” are for a random kingdom"),
    ({"kingdom": TEN, "split": True}, "“boxes” and “split” are for a random kingdom"),
    ({"split": "yes"}, "“split” is true or false"),
    ({"split": True, "boxes": ["base"]}, "“split” takes five cards from each box: leave out “boxes”."),
    ({"boxes": ["seaside"]}, "“boxes” lists where the cards come from: intrigue, base."),
    ({"boxes": []}, "“boxes” lists where the cards come from: intrigue, base."),
    ({"weather": "rain"}, "This game has no option “weather”."),
]


@pytest.mark.parametrize(("options", "sentence"), BAD)
def test_what_cannot_be_played_is_refused_with_a_reason(options, sentence):
    with pytest.raises(BadOptions) as refused:
        DOMINION.setup.clean(4, options, "seed")
    assert str(refused.value).startswith(sentence)
    for language in LANGUAGES:
        assert refused.value.message_in(language)


@pytest.mark.parametrize("seats", [1, 7])
def test_the_number_of_seats_is_checked(seats):
    with pytest.raises(BadOptions, match="for 2 to 6 players"):
        DOMINION.setup.clean(seats, {}, "seed")
    with pytest.raises(BadOptions, match="for 2 to 6 players"):
        DOMINION.new(NAMES[:seats], {}, "seed")


@pytest.mark.parametrize("handle", ["copper", "Village", "réz", "supply", "topdeck", "Ann Bob", ""])
def test_nobody_is_called_like_a_word_of_the_game(handle):
    with pytest.raises(BadOptions):
        DOMINION.new(["Ann", handle], {}, "seed")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_makes_options_that_are_accepted(language):
    options = DOMINION.setup.options(4, language)
    first, *_ = group_by_dependency(options)
    assert [option.name for option in first] == ["set"]
    boxes = next(option for option in options if option.name == "boxes")
    for choice in first[0].choices:
        answers = {"set": choice.value}
        if choice.value == "custom":
            answers["kingdom"] = next(option for option in options if option.name == "kingdom").default
        for box in boxes.choices if boxes.applies(answers) else (None,):
            cleaned = DOMINION.setup.clean(4, answers | ({"boxes": box.value} if box else {}), "seed")
            assert len(cleaned["kingdom"]) == 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_set_up_is_described_in_words(language):
    described = DOMINION.setup.describe(DOMINION.setup.clean(6, {}, "seed"), 6, language)
    assert described.game == "Dominion"
    assert len(described.parts[0].cards) == 10
    assert all(card.name and card.effect and card.sign for card in described.parts[0].cards)
    boxes, end = [text for _title, text in described.facts]
    assert boxes == DOMINION.lexicon.name("intrigue", language)
    assert "4" in end  # four empty piles with six seats
