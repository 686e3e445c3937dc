"""Names, effects and typed words of Tournay in every language."""

from collections import defaultdict

import pytest

from games.rules.core import orders
from games.rules.core.lexicon import ANY_LANGUAGE, normalize_text
from games.rules.core.translation import LANGUAGES
from games.rules.tournay.cards.card import OWN_SET
from games.rules.tournay.numbers import COLOURS, DECKS
from games.rules.tournay.position import CELLS, TOWN_CRIER
from games.rules.tournay.ruleset import TOURNAY
from games.rules.tournay.text.events import SENTENCES
from tests.helpers.random_games import NAMES, play_moments

LEXICON = TOURNAY.lexicon
TRANSLATIONS = [language for language in LANGUAGES if language != "en"]
CARDS = (*OWN_SET.cards, *OWN_SET.events, TOWN_CRIER)
# “discard” is what one does with a card that pays for another, and with what is too much in the hand
TYPED_ALIKE = {"discard", "drop"}
SHEET = {  # names of the Hungarian reference sheet
    "belfry": "Harangtorony",
    "city_hall": "Városháza",
    "cloth_hall": "Takácscéh",
    "mint": "Pénzverde",
    "cathedral": "Katedrális",
    "tour_henry_viii": "VIII. Henrik tornya",
    "tour_saint_georges": "Szent György-torony",
    "fort": "Erőd",
    "knight": "Lovag",
    "crusade": "Keresztes hadjárat",
    "norman_attack": "Normann támadás",
    "town_crier": "Kikiáltó",
}


def test_the_texts_are_translated_word_for_word():
    words = {one: {key: set(part) for key, part in LEXICON.texts(one).items()} for one in LANGUAGES}
    assert words["en"] == words["hu"] == words["hr"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_of_its_own_and_an_effect(language):
    names = [normalize_text(LEXICON.name(card, language)) for card in CARDS]
    assert len(set(names)) == 48 + 16 + 15 + 1
    assert all(LEXICON.effect(card, language) for card in CARDS)


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_cards_and_citizens_have_their_accusative(language):
    named = (*CARDS, *(f"{colour}_citizen" for colour in COLOURS))
    assert all("accusative" in LEXICON.inflected_name(one, language).forms for one in named)


@pytest.mark.parametrize("language", LANGUAGES)
def test_decks_cells_and_colours_have_names(language):
    for word in (*DECKS, *CELLS, *COLOURS, "basic", "advanced", "own", "tournay"):
        assert LEXICON.name(word, language)
    assert len({LEXICON.texts(language)["letters"][colour] for colour in COLOURS}) == 3


@pytest.mark.parametrize(("slug", "name"), SHEET.items())
def test_hungarian_names_are_those_of_the_reference_sheet(slug, name):
    assert LEXICON.name(slug, "hu") == name


@pytest.mark.parametrize("language", [*LANGUAGES, ANY_LANGUAGE])
def test_no_two_words_of_the_game_are_typed_alike(language):
    typed = defaultdict(set)
    for word in LEXICON.words():
        for spelling in LEXICON.spellings(word, language):
            typed[spelling.replace(" ", "")].add(word)
    assert {text: words for text, words in typed.items() if len(words - TYPED_ALIKE) > 1} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_in_effects_agree_with_the_data(language):
    for slug, card in OWN_SET.cards.items():
        told = {
            int(word) for word in normalize_text(LEXICON.effect(slug, language)).split() if word.isdigit()
        }
        line = card.on_activate or card.on_place
        effect = card.effect or (line and line.effect)
        if effect and effect.kind in ("income", "recruit", "events"):
            assert told == {effect.number}, slug
        if card.level == 3:
            assert set(card.rates) - {0} <= told, slug


TABLE = {
    "seats": ["Ann", "Bob"],
    "turn": "Ann",
    "queue": ["famine 0", "schism 1", "siege 0"],
    "Ann": {
        "deniers": 9,
        "plaza": {"yellow": 2, "white": 2, "red": 2},
        "hand": ["market", "city_hall", "cloth_hall", "fort"],
        "district": {"c3": "hospital", "c4": "port"},
    },
    "Bob": {"deniers": 1, "plaza": {"yellow": 2, "white": 2, "red": 2}, "district": {"c3": "fort"}},
}


@pytest.mark.parametrize(
    ("language", "line", "move"),
    [
        ("en", "place market d3", "place market d3"),
        ("en", "draw red II two", "draw red 2 two"),
        ("en", "draw red 2 two", "draw red 2 two"),
        ("en", "fight Famine with 2", "fight famine with 2"),
        ("en", "place city hall d3 discard fort from hand", "place city_hall d3 discard fort from hand"),
        ("en", "place cloth hall d3 giving plaza", "place cloth_hall d3 give plaza"),
        ("en", "collect tax yellow 2", "tax yellow 2"),
        ("hu", "lerakom a Piacot d3-ra", "place market d3"),
        ("hu", "építem a Piacot d3", "place market d3"),
        ("hu", "húzok sárga 2 kettőt", "draw yellow 2 two"),
        ("hu", "húzok piros II kettő", "draw red 2 two"),
        ("hu", "legyőzöm az Éhínséget ennyivel 2", "fight famine with 2"),
        (
            "hu",
            "lerakom a Városházát d3 eldobva Erőd innen kézből",
            "place city_hall d3 discard fort from hand",
        ),
        ("hu", "lerakom a Takácscéhet d3 visszaadva főtérről", "place cloth_hall d3 give plaza"),
        ("hu", "aktiválom az Ispotályt c3", "activate hospital c3"),
        ("hu", "összegyűjtök", "gather"),
        ("hu", "adót szedek vörös 2", "tax red 2"),
        ("hr", "postavljam Tržnicu d3", "place market d3"),
        ("hr", "gradim Tržnicu d3", "place market d3"),
        ("hr", "izvlačim žutu 2 dvije", "draw yellow 2 two"),
        ("hr", "svladavam Glad uz 2", "fight famine with 2"),
        (
            "hr",
            "postavljam Gradsku vijećnicu d3 odbacujem Utvrdu iz ruke",
            "place city_hall d3 discard fort from hand",
        ),
        ("hr", "postavljam Suknarsku dvoranu d3 dajem s trga", "place cloth_hall d3 give plaza"),
        ("hr", "aktiviram Bolnicu c3", "activate hospital c3"),
        ("hr", "okupljam stanovnike", "gather"),
        ("hr", "ubirem porez crveni 2", "tax red 2"),
    ],
)
def test_typed_moves_are_understood_in_every_language(language, line, move):
    position = TOURNAY.notation.load(TABLE, {})
    assert str(TOURNAY.read(position, "Ann", line, language)) == move


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("plan draw yellow I two or gather", [["draw", "yellow", "1", "two"], ["gather"]]),
        ("terv húzok sárga II kettő vagy összegyűjtök", [["draw", "yellow", "2", "two"], ["gather"]]),
        ("plan izvlačim žuti III dvije ili okupljam", [["draw", "yellow", "3", "two"], ["gather"]]),
    ],
)
def test_a_plan_names_a_deck_by_colour_and_level(line, moves):
    position = TOURNAY.notation.load(TABLE, {})
    kept = orders.parse_plan_line(TOURNAY, position, line)
    assert orders.parse_alternatives(TOURNAY, position, kept) == moves


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_a_move_written_in_a_language_is_read_back_in_it(language, mode):
    for moment in play_moments(TOURNAY, f"back {mode}", 3, {"mode": mode}):
        line = LEXICON.translate_line(str(moment.move), language)
        assert TOURNAY.read(moment.position, moment.seat, line, language) == moment.move


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_labels_and_sentences_can_be_read_by_everybody(language):
    told = set()
    for moment in play_moments(TOURNAY, "read", 4, {}):
        position = moment.position
        if moment.number % 20 == 0:
            for seat in (*position.seats, None):
                assert TOURNAY.table_text(position, seat, language)[0]
            for offer in TOURNAY.offers(position, moment.seat):
                assert TOURNAY.label(position, moment.seat, offer, language)
        for event in TOURNAY.play(TOURNAY.copy(position), moment.seat, moment.move):
            told.add(event.kind)
            texts = [TOURNAY.phrase(position, event.seen_by(seat), seat, language) for seat in NAMES[:4]]
            assert all(texts)
            assert not any(sign in text for text in texts for sign in ("{", "_", "a(z)"))
    assert {"placed", "activated", "kept", "crier", "fought", "gathered", "over"} <= told <= set(SENTENCES)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("mindig városfal kárnál", "always rampart hurt"),
        ("inkább lefektetek vöröset, sárgát, fehéret", "prefer lay red yellow white"),
        ("inkább megsérül c3 d3", "prefer damage c3 d3"),
        ("mindig kihagyok", "always skip"),
        ("uvijek bedem pri šteti", "always rampart hurt"),
        ("radije polažem crvenog, žutog, bijelog", "prefer lay red yellow white"),
        ("radije oštećujem c3 d3", "prefer damage c3 d3"),
        ("uvijek trpim", "always endure"),
    ],
)
def test_orders_are_understood_in_every_language(line, order):
    position = TOURNAY.notation.load(TABLE, {})
    assert TOURNAY.orders.parse(position, "Ann", line) == order
