"""Everything that the form offers makes a game, and is described in words."""

import pytest

from games.rules.citadels.ruleset import CITADELS
from games.rules.core.setup_options import EACH, ONE
from games.rules.core.translation import LANGUAGES
from tests.helpers.messages.rules import BALL_ROOM_THANKS, THANKS_MUST_BE_SAID

EVERY = [(seats, edition) for seats in CITADELS.seats for edition in ("2016", "classic")]


def answered(seats, edition, preset="own", **instead):
    """The options as somebody sends the form who changes only this."""
    answers = {"edition": edition, "preset": preset}
    asked = []
    for option in CITADELS.setup.options(seats):
        if option.applies(answers):
            asked.append(option)
            answers.setdefault(option.name, option.default)
    answers |= instead
    return {option.name: option.to_setting(answers[option.name]) for option in asked}


@pytest.mark.parametrize(("seats", "edition"), EVERY)
def test_every_set_that_is_offered_makes_a_game(seats, edition):
    for option in CITADELS.setup.options(seats):
        if option.name == "preset" and option.applies({"edition": edition}):
            for choice in option.choices:
                settled = CITADELS.setup.clean(seats, answered(seats, edition, choice.value), "seed")
                assert CITADELS.setup.describe(settled, seats).parts


@pytest.mark.parametrize(("seats", "edition"), EVERY)
def test_every_character_that_is_offered_may_be_chosen(seats, edition):
    [option] = [
        one
        for one in CITADELS.setup.options(seats)
        if one.kind == EACH and one.applies({"edition": edition, "preset": "own"})
    ]
    groups = {choice.group for choice in option.choices}
    for choice in option.choices:
        others = [one for one in option.default if rank_of(option, one) != choice.group]
        cast = [*others, choice.value]
        assert len({rank_of(option, one) for one in cast}) == len(groups)
        CITADELS.setup.clean(seats, answered(seats, edition, characters=cast), "seed")


def rank_of(option, value):
    return next((choice.group for choice in option.choices if choice.value == value), "Rank 9")


def test_every_choice_says_what_it_does():
    for option in CITADELS.setup.options(5):
        assert option.kind != ONE or option.default in [choice.value for choice in option.choices]
        assert all(choice.label for choice in option.choices)
        assert all(choice.effect for choice in option.choices if choice.value)


def test_a_written_set_is_called_by_its_name():
    settled = CITADELS.setup.clean(4, {"preset": "vicious_nobles"}, "seed")
    described = CITADELS.setup.describe(settled, 4)
    assert described.summary == "2016 Edition, Vicious Nobles, 8 characters, cities of 7 districts"
    assert ("Set", "Vicious Nobles") in described.facts


def test_a_set_of_ones_own_has_no_name():
    own = answered(4, "2016", characters=["witch", *answered(4, "2016")["characters"][1:], ""])
    assert "First Game" not in CITADELS.setup.describe(CITADELS.setup.clean(4, own, "seed"), 4).summary


def test_cards_stand_by_rank_and_by_name_with_what_they_do():
    described = CITADELS.setup.describe(CITADELS.setup.clean(8, {"preset": "random"}, "seed"), 8)
    cast, districts = described.parts
    assert [card.sign for card in cast.cards] == [str(rank) for rank in range(1, 10)]
    assert [card.name for card in districts.cards] == sorted(card.name for card in districts.cards)
    assert all(card.effect for part in described.parts for card in part.cards)


def test_the_classic_edition_tells_of_the_ball_room_if_it_is_there():
    districts = [*dict.fromkeys(answered(4, "classic")["districts"]), "ball_room"]
    own = answered(4, "classic", districts=districts)
    assert (BALL_ROOM_THANKS, THANKS_MUST_BE_SAID) in CITADELS.setup.describe(
        CITADELS.setup.clean(4, own, "seed"), 4
    ).facts
    base = CITADELS.setup.describe(CITADELS.setup.clean(4, {"edition": "classic"}, "seed"), 4)
    assert "Ball Room" not in str(base.facts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_and_effects_are_in_the_readers_language(language):
    [option] = [one for one in CITADELS.setup.options(4, language) if one.name == "edition"]
    assert option.choices[0].label == CITADELS.lexicon.name("2016", language)
    described = CITADELS.setup.describe(CITADELS.setup.clean(4, {}, "seed"), 4, language)
    assert described.parts[0].cards[0].name == CITADELS.lexicon.name("assassin", language, "2016")
