"""The cards are data, and the data is what the rule page says."""

from collections import Counter

import pytest

from games.rules.tournay import numbers
from games.rules.tournay.cards.card import BUILDING, CARD_SETS, CHARACTER, PRESTIGE
from games.rules.tournay.cards.effects import OTHER, parse_effect
from games.rules.tournay.scoring import COUNTERS

OWN = CARD_SETS["own"]
CARDS = OWN.cards.values()


def test_each_of_the_nine_decks_has_nine_cards_and_a_crier():
    assert list(OWN.decks) == list(numbers.DECKS)
    for deck, cards in OWN.decks.items():
        assert len(cards) == 10
        assert cards[-1] == "town_crier"
        assert all(OWN.cards[card].deck == deck for card in cards[:-1])


def test_there_are_81_cards_besides_the_criers_and_fifteen_events():
    assert sum(card.copies for card in CARDS) == 81
    assert sum(card.copies for card in CARDS if card.kind == PRESTIGE) == 27
    assert Counter(event.family for event in OWN.events.values()) == {
        "departure": 4,
        "favour": 3,
        "damage": 4,
        "levy": 4,
    }


def test_a_card_costs_and_counts_what_its_level_says():
    for card in CARDS:
        assert card.points == card.level
        if card.level < 3:
            assert (card.payment, card.cost) == ("deniers", {1: 1, 2: 3}[card.level])
        else:
            assert (card.payment, card.cost) in {("deniers", 5), ("deniers", 20), ("card", 0), ("citizen", 0)}


def test_a_building_has_an_effect_a_character_a_line_and_a_prestige_building_what_it_counts():
    for card in CARDS:
        lines = [bool(card.twice), card.on_activate is not None, card.on_place is not None]
        assert (card.effect is not None) == (card.kind == BUILDING)
        assert sum(lines) == (card.kind == CHARACTER)
        assert (card.per in COUNTERS) == (card.kind == PRESTIGE)


def test_every_colour_has_an_income_at_level_one_and_characters_of_type_one_and_two():
    for colour in numbers.COLOURS:
        own = [card for card in CARDS if card.colour == colour]
        assert any(card.level == 1 and card.effect and card.effect.kind == "income" for card in own)
        assert any(card.twice == colour for card in own)
        assert any(card.on_activate for card in own)


def test_every_card_says_where_it_comes_from():
    assert {card.source for card in CARDS} <= {*numbers.MARKS}
    assert Counter(card.source for card in CARDS if card.level < 3)["own"] > 30
    assert {name for name, event in OWN.events.items() if event.source == "seed"} == {
        "crusade",
        "norman_attack",
    }


def test_every_doubtful_number_has_a_mark():
    assert all(one.mark in numbers.MARKS and one.paragraph for one in numbers.DOUBTFUL.values())
    for name in ("TAX", "RECRUIT", "ROUNDS"):
        assert name in numbers.DOUBTFUL
        assert hasattr(numbers, name)


NO_EFFECTS = (
    *("", "income", "income x", "income 0", "income -1", "recruit blue 1", "draw any", "draw red 4"),
    *("draw_two any 1", "fight", "fight bare keep_coins", "other", "other red free", "mass 1", "dance 3"),
)


@pytest.mark.parametrize("text", NO_EFFECTS)
def test_what_is_no_effect_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        parse_effect(text)


def test_an_effect_is_read_as_it_is_written():
    for card in CARDS:
        for effect in (card.effect, *(line.effect for line in (card.on_activate, card.on_place) if line)):
            if effect:
                assert parse_effect(effect.text) == effect
    assert parse_effect("other red occupied").kind == OTHER
