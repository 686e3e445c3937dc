"""The options of a new game, and refusals with a sentence that helps."""

import pytest

from games.rules.core.errors import BadOptions
from games.rules.core.translation import LANGUAGES
from games.rules.tournay.ruleset import TOURNAY
from tests.helpers.random_games import NAMES


def test_without_options_it_is_the_basic_game_with_our_own_cards():
    assert TOURNAY.setup.clean(3, {}, "seed") == {"mode": "basic", "cards": "own"}


def test_cleaned_options_are_clean():
    cleaned = TOURNAY.setup.clean(4, {"mode": "advanced"}, "seed")
    assert TOURNAY.setup.clean(4, cleaned, "other seed") == cleaned


BAD = [
    ({"mode": "expert"}, "“expert” is nothing that “mode” can be. It can be: basic, advanced."),
    ({"cards": "published"}, "“published” is nothing that “cards” can be. It can be: own."),
    ({"cards": ["own"]}, "“['own']” is nothing that “cards” can be."),
    ({"weather": "rain"}, "This game has no option “weather”."),
]


@pytest.mark.parametrize(("options", "sentence"), BAD)
def test_what_cannot_be_played_is_refused_with_a_reason(options, sentence):
    with pytest.raises(BadOptions) as refused:
        TOURNAY.setup.clean(4, options, "seed")
    assert str(refused.value).startswith(sentence)
    for language in LANGUAGES:
        assert refused.value.message_in(language)


@pytest.mark.parametrize("seats", [1, 5])
def test_the_number_of_seats_is_checked(seats):
    with pytest.raises(BadOptions, match="for 2 to 4 players"):
        TOURNAY.setup.clean(seats, {}, "seed")
    with pytest.raises(BadOptions, match="for 2 to 4 players"):
        TOURNAY.new([f"Zed-{number}" for number in range(seats)], {}, "seed")


@pytest.mark.parametrize(
    "handle", ["market", "Fort", "c3", "piac", "queue", "plaza", "Ann Bob", "famine", ""]
)
def test_nobody_is_called_like_a_word_of_the_game(handle):
    with pytest.raises(BadOptions):
        TOURNAY.new(["Ann", handle], {}, "seed")


def test_the_modes_differ_in_citizens_and_money():
    basic, _ = TOURNAY.new(NAMES[:2], {}, "seed")
    advanced, _ = TOURNAY.new(NAMES[:2], {"mode": "advanced"}, "seed")
    for position, deniers, citizens in ((basic, 6, 2), (advanced, 9, 1)):
        player = position.players["Ann"]
        assert (player.deniers, set(player.plaza.values())) == (deniers, {citizens})
        assert set(position.supply.values()) == {3}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_makes_options_that_are_accepted(language):
    options = TOURNAY.setup.options(4, language)
    assert [option.name for option in options] == ["mode", "cards"]
    for option in options:
        for choice in option.choices:
            assert choice.label
            assert choice.effect
            assert TOURNAY.setup.clean(4, {option.name: choice.value}, "seed")[option.name] == choice.value


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_every_set_up_is_described_in_words_and_says_which_cards_are_ours(language, mode):
    described = TOURNAY.setup.describe(TOURNAY.setup.clean(3, {"mode": mode}, "seed"), 3, language)
    assert described.game == "Tournay"
    assert described.summary == TOURNAY.lexicon.name(mode, language)
    assert len(described.parts) == 10
    assert all(card.name and card.effect for part in described.parts for card in part.cards)
    own = next(option for option in TOURNAY.setup.options(3, language) if option.name == "cards")
    assert own.choices[0].effect in [text for _title, text in described.facts]
