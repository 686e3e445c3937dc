"""Names, effects, sentences and labels of Dominion in every language, and what players type."""

import pytest

from games.rules.core.errors import IllegalMove, RulesError
from games.rules.core.lexicon import normalize_text
from games.rules.core.translation import LANGUAGES
from games.rules.dominion.cards.card import CARDS
from games.rules.dominion.ruleset import DOMINION
from games.rules.dominion.text.events import SENTENCES
from games.rules.dominion.text.question import QUESTION_SENTENCES
from tests.helpers.random_games import NAMES, play_moments

LEXICON = DOMINION.lexicon
TRANSLATIONS = [language for language in LANGUAGES if language != "en"]


def test_the_texts_are_translated_word_for_word():
    words = {one: {key: set(part) for key, part in LEXICON.texts(one).items()} for one in LANGUAGES}
    assert words["en"] == words["hu"] == words["hr"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_of_its_own_and_an_effect(language):
    names = [normalize_text(LEXICON.name(card, language)) for card in CARDS]
    assert len(set(names)) == 57
    assert all(LEXICON.effect(card, language) for card in CARDS)


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_every_card_has_its_accusative(language):
    assert all("accusative" in LEXICON.inflected_name(card, language).forms for card in CARDS)


@pytest.mark.parametrize(
    ("slug", "name"),
    [("copper", "Rézpénz"), ("duke", "Herceg"), ("duchy", "Hercegség"), ("minion", "Udvaronc")],
)
def test_hungarian_names_are_those_of_the_rule_page(slug, name):
    assert LEXICON.name(slug, "hu") == name


def test_every_question_and_every_event_has_a_sentence():
    assert set(DOMINION.steps.asks) - {"main"} <= set(QUESTION_SENTENCES)
    told = set()
    for seed in range(6):
        _, events = DOMINION.new(NAMES[:4], {"boxes": ["intrigue", "base"]}, str(seed))
        told |= {event.kind for event in events}
        for moment in play_moments(DOMINION, str(seed), 4, {"boxes": ["intrigue", "base"]}):
            told |= {event.kind for event in DOMINION.play(DOMINION.copy(moment.position), *moment[1:3])}
    assert told - {kind.partition(" ")[0] for kind in SENTENCES} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_labels_and_sentences_can_be_read_by_everybody(language):
    for moment in play_moments(DOMINION, "read", 4, {"set": "deconstruction"}):
        position = moment.position
        if moment.number % 10 == 0:
            for seat in (*position.seats, None):
                assert DOMINION.table_text(position, seat, language)[0]
            for offer in DOMINION.offers(position, moment.seat):
                assert DOMINION.label(position, moment.seat, offer, language)
        for event in DOMINION.play(DOMINION.copy(position), moment.seat, moment.move):
            assert all(DOMINION.phrase(position, event.seen_by(seat), seat, language) for seat in NAMES[:4])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_written_in_a_language_is_read_back_in_it(language):
    for moment in play_moments(DOMINION, "back", 3, {"set": "underlings"}):
        line = LEXICON.translate_line(str(moment.move), language)
        assert DOMINION.read(moment.position, moment.seat, line, language) == moment.move


TABLE = {
    "seats": ["Ann", "Bob"],
    "coins": 5,
    "Ann": {"hand": ["village", "copper", "silver", "duke"]},
}


@pytest.mark.parametrize(
    ("language", "line", "move"),
    [
        ("en", "play vill", "play village"),
        ("en", "buy Duke", "buy duke"),
        ("hu", "kijátszom a Falut", "play village"),
        ("hu", "Herceget veszek", "buy duke"),
        ("hu", "veszek Hercegséget", "buy duchy"),
        ("hu", "veszek Rezet", "buy copper"),
        ("hu", "kincsek", "treasures"),
        ("hr", "igram Selo", "play village"),
        ("hr", "kupujem Vojvodu", "buy duke"),
        ("hr", "blago", "treasures"),
    ],
)
def test_typed_moves_are_understood_in_every_language(language, line, move):
    position = DOMINION.notation.load(TABLE, {"kingdom": ["duke", "coppersmith"]})
    assert str(DOMINION.read(position, "Ann", line, language)) == move


def test_the_name_of_a_card_never_buys_another():
    position = DOMINION.notation.load(
        TABLE | {"supply": {"copper": 0, "duke": 0}}, {"kingdom": ["coppersmith"]}
    )
    for language, line in (("en", "buy copper"), ("hu", "veszek Réz"), ("hu", "veszek Herceg")):
        with pytest.raises(RulesError):
            DOMINION.read(position, "Ann", line, language)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("buy province", "Province costs 8: play your Treasures first"),
        ("buy witch", "Witch is not in this game."),
        ("play smithy", "You do not hold Smithy."),
        ("play copper", "To play Treasures, write “treasures”."),
        ("play duke", "Duke is not an Action."),
        ("treasures gold", "You do not hold Gold."),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(line, reason):
    position = DOMINION.notation.load(TABLE, {"kingdom": ["duke"]})
    before = DOMINION.dump(position)
    with pytest.raises(IllegalMove) as refused:
        DOMINION.read(position, "Ann", line)
    assert str(refused.value).startswith(reason)
    assert "You may:" in str(refused.value)
    assert DOMINION.dump(position) == before


@pytest.mark.parametrize(
    ("language", "line", "reason"),
    [
        ("en", "buy gold", "“treasures, buy gold”"),
        ("hu", "veszek Arany", "„kincsek, veszek Aranypénzt”"),
        ("hr", "kupujem Zlatnik", "„blago, kupujem Zlatnik”"),
        ("en", "buy province", "with all your Treasures you have 7"),
    ],
)
def test_who_names_only_what_to_buy_hears_of_the_treasures_in_hand(language, line, reason):
    position = DOMINION.notation.load(TABLE | {"Ann": {"hand": ["gold", "silver", "silver"]}, "coins": 0}, {})
    with pytest.raises(IllegalMove) as refused:
        DOMINION.read(position, "Ann", line, language)
    assert reason in str(refused.value)


def test_treasures_are_offered_in_one_order_and_may_be_named_in_any():
    position = DOMINION.notation.load(TABLE | {"Ann": {"hand": ["copper", "silver"]}}, {})
    offered = [str(move) for offer in DOMINION.offers(position, "Ann") for move in offer.moves()]
    assert "treasures copper silver" in offered
    assert "treasures silver copper" not in offered
    assert str(DOMINION.read(position, "Ann", "treasures silver copper")) == "treasures silver copper"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("moat", "You do not hold Moat."),
        ("reveal moat", "You do not hold Moat."),
        ("discard copper copper", "First answer the Attack"),
    ],
)
def test_a_refusal_in_a_window_says_what_comes_first(line, reason):
    attacked = {
        "seats": ["Ann", "Bob"],
        "Ann": {"hand": ["militia"]},
        "Bob": {"hand": ["copper"] * 5},
    }
    position = DOMINION.notation.load(attacked, {"set": "first_game"})
    DOMINION.play(position, "Ann", DOMINION.read(position, "Ann", "play militia"))
    with pytest.raises(RulesError) as refused:
        DOMINION.read(position, "Bob", line)
    assert str(refused.value).startswith(reason)


def test_after_a_buy_the_reasons_are_others():
    position = DOMINION.notation.load(TABLE, {"kingdom": ["duke"]})
    DOMINION.play(position, "Ann", DOMINION.read(position, "Ann", "buy silver"))
    for line, reason in (
        ("buy copper", "You have no buys left."),
        ("treasures", "Treasures have to be played before the first buy of a turn."),
        ("play village", "Your action phase is over"),
    ):
        with pytest.raises(RulesError, match=reason):
            DOMINION.read(position, "Ann", line)


def test_the_result_is_told_line_by_line():
    written = {
        "seats": ["Ann", "Bob"],
        "phase": "over",
        "Ann": {"turns": 9, "deck": ["duke", "duchy", "duchy"]},
        "Bob": {"turns": 8, "deck": ["province", "estate", "estate"]},
    }
    position = DOMINION.notation.load(written, {})
    text = DOMINION.presentation.score_text(position)
    assert text[:2] == ["Bob wins with 8 points.", "Tied on points, but Bob had fewer turns."]
    assert "Ann: 8 points" in text
    assert "     2  Duke (1 card)" in text


@pytest.mark.parametrize(
    ("piles", "told"),
    [
        ({"province": 0}, "Province"),
        ({"estate": 0, "curse": 0, "moat": 0}, "Estate, Curse and Moat"),
    ],
)
def test_the_end_of_a_game_says_which_piles_are_empty(piles, told):
    position = DOMINION.notation.load(
        {"seats": ["Ann", "Bob"], "phase": "buy", "supply": piles}, {"kingdom": ["moat", "militia"]}
    )
    *_, over = DOMINION.play(position, "Ann", DOMINION.read(position, "Ann", "end"))
    assert over.kind == "over"
    assert told in DOMINION.phrase(position, over.seen_by("Bob"), "Bob", "en")


def test_the_end_of_an_older_game_is_told_without_its_piles():
    position, _events = DOMINION.new(NAMES[:2], {}, "old")
    assert DOMINION.phrase(position, {"kind": "over", "seat": NAMES[0]}, None, "en")


@pytest.mark.parametrize(("held", "label"), [(5, "Discard 2 cards"), (4, "Discard 1 card")])
def test_an_offer_for_a_fixed_number_of_cards_says_the_number(held, label):
    written = {"seats": ["Ann", "Bob"], "Ann": {"hand": ["militia"]}, "Bob": {"hand": ["copper"] * held}}
    position = DOMINION.notation.load(written, {"kingdom": ["militia"]})
    DOMINION.play(position, "Ann", DOMINION.read(position, "Ann", "play militia"))
    [offer] = DOMINION.offers(position, "Bob")
    assert DOMINION.label(position, "Bob", offer) == label


def test_a_wish_offers_the_cards_of_this_game_first():
    written = {"seats": ["Ann", "Bob"], "Ann": {"hand": ["wishing_well"], "deck": ["copper", "gold"]}}
    position = DOMINION.notation.load(written, {"kingdom": ["wishing_well", "tribute"]})
    DOMINION.play(position, "Ann", DOMINION.read(position, "Ann", "play wishing well"))
    [offer] = DOMINION.offers(position, "Ann")
    named = [value for value, _label in offer.form(str).fields[0].choices]
    assert set(named[: len(position.supply)]) == set(position.supply)
    assert set(named) == set(CARDS)
