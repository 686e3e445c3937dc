"""What a page shows of a table: names, figures and sentences out of a view."""

import re

import msgspec
import pytest

from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.setup.options import BASE_CAST
from games.rules.core.rng import Rng
from tests.helpers.citadels.random_games import any_set_up, finished, moments
from tests.helpers.messages.rules import (
    GAME_WAITS_FOR,
    INCOME_GROWS,
    NOT_SHOWN_YET,
    STANDS_ALREADY,
    YOUR_TURN_AS,
    YOUR_TURN_YOU_ARE,
)

TABLE = {
    "seats": ["Ann", "Bob", "Cleo", "Dan"],
    "crown": "Cleo",
    "called": "merchant",
    "murdered": "architect",
    "robbed": "warlord",
    "faceup": ["magician"],
    "Ann": {
        "characters": ["merchant"],
        "gold": 5,
        "hand": ["great_wall", "market"],
        "city": ["tavern", "library"],
    },
    "Bob": {"characters": ["thief"], "revealed": ["thief"], "gold": 2, "hand": ["docks"]},
    "Cleo": {"characters": ["king"], "revealed": ["king"]},
    "Dan": {"characters": ["warlord"]},
}


@pytest.fixture(scope="module")
def position():
    return CITADELS.notation.load(TABLE, {})


def page(position, seat="Ann"):
    return CITADELS.presentation.page(position, seat)


def test_the_headline_is_short_and_the_question_whole(position):
    assert page(position)["headline"] == YOUR_TURN_AS.fill(character="Merchant")
    assert page(position)["question"].startswith(YOUR_TURN_YOU_ARE.fill(character="Merchant"))
    assert page(position, "Bob")["headline"] == GAME_WAITS_FOR.fill(seats="Ann")
    assert page(position, None)["headline"] == GAME_WAITS_FOR.fill(seats="Ann")


def test_the_calls_say_what_everybody_knows(position):
    calls = {call.slug: call for call in page(position, "Bob")["calls"]}
    assert (calls["thief"].kind, calls["thief"].holder_name, calls["thief"].mine) == ("known", "You", True)
    assert (calls["merchant"].kind, calls["merchant"].holder_name) == ("now", "Ann")
    assert calls["thief"].words == "robs: Warlord"
    assert calls["magician"].kind == "out"
    assert (calls["architect"].kind, calls["architect"].words) == ("open", "murdered, to come")
    assert (calls["warlord"].kind, calls["warlord"].words) == ("open", "to be robbed, to come")
    assert calls["bishop"].kind == "silent"
    assert {slug: call.signs for slug, call in calls.items() if call.signs} == {
        "architect": ["dagger"],
        "warlord": ["purse"],
    }


def test_gold_on_the_tax_token_is_drawn_beside_its_collector():
    options = {"characters": [*BASE_CAST, "tax_collector"]}
    taxed = CITADELS.notation.load({**TABLE, "taxes": 2}, options)
    calls = {call.slug: call.signs for call in page(taxed)["calls"]}
    assert calls["tax_collector"] == ["taxes"]


def test_cities_stand_clockwise_from_the_reader(position):
    shown = page(position, "Cleo")
    assert [city.seat for city in shown["mine"]] == ["Cleo"]
    assert [city.seat for city in shown["others"]] == ["Dan", "Ann", "Bob"]
    assert [city.crown for city in shown["mine"]] == [True]
    assert [city.seat for city in page(position, None)["others"]] == ["Ann", "Bob", "Cleo", "Dan"]


def test_a_city_has_its_figures_and_its_street(position):
    (city,) = page(position)["mine"]
    assert (city.gold, city.hand, city.points, city.size) == (5, 2, 7, 2)
    assert [(card.name, card.type, card.cost) for card in city.street] == [
        ("Tavern", "trade", 1),
        ("Library", "unique", 6),
    ]
    assert city.plots == list(range(3, city.goal + 1))
    assert city.pips == [True, True, *[False] * 5]


def test_a_monument_fills_two_places_and_says_so():
    written = {"seats": ["Ann", "Bob", "Cleo", "Dan"], "Ann": {"city": ["monument"]}}
    (city,) = page(CITADELS.notation.load(written, {}))["mine"]
    assert (city.size, city.pips) == (2, [True, True, *[False] * 5])
    assert [card.note for card in city.street] == ["counts as 2"]


def test_who_is_ahead_and_how_near_the_end_is_stands_in_words(position):
    assert page(position)["race"] == [
        "You are ahead, with 7 points in your city.",
        "Nearest to the end: you, 5 districts short.",
    ]
    shown = page(position, "Bob")
    assert shown["race"][0] == "Ahead: Ann, with 7 points in the city."
    assert [city.lead_text for city in (*shown["mine"], *shown["others"])] == [
        "7 behind Ann",
        "7 behind Ann",
        "7 behind Ann",
        "leads by 7",
    ]


def test_nobody_is_ahead_before_something_is_built():
    empty = CITADELS.notation.load({**TABLE, "Ann": {"characters": ["merchant"]}}, {})
    assert page(empty)["race"] == []
    assert {city.lead_text for city in page(empty)["others"]} == {""}


def test_a_card_says_how_much_gold_is_missing(position):
    assert [(card.slug, card.missing) for card in page(position)["hand"]] == [
        ("market", 0),
        ("great_wall", 1),
    ]


def test_a_character_that_is_not_shown_is_shown_to_its_owner_alone(position):
    (city,) = page(position, "Dan")["mine"]
    assert city.role == NOT_SHOWN_YET.fill(character="Warlord")
    assert next(city for city in page(position)["others"] if city.seat == "Dan").role == "not shown"


def test_after_the_end_all_hands_are_open():
    position = finished("page", 4, {})
    over = CITADELS.copy(position)
    while not CITADELS.over(over):
        (seat,) = CITADELS.awaits(over)
        CITADELS.play(over, seat, CITADELS.fallback(over, seat))
    cities = CITADELS.presentation.page(over, None)["others"]
    assert [len(city.revealed_hand) for city in cities] == [city.hand for city in cities]
    for call in CITADELS.presentation.page(over, None)["calls"]:
        holder = next((seat for seat, player in over.players.items() if call.slug in player.characters), "")
        assert call.holder_name == holder
        assert holder or call.words in ("face up", "face down")


def test_every_page_of_every_game_can_be_written_down_and_tells_no_secret():
    for seed in range(4):
        for moment in moments(f"page {seed}", *any_set_up(f"page {seed}")):
            if moment.number % 9:
                continue
            for seat in moment.position.seats:
                world = CITADELS.deal_again(moment.position, seat, Rng(str(moment.number)))
                here, there = (msgspec.json.encode(page(one, seat)) for one in (moment.position, world))
                assert here == there


def test_the_hint_beside_a_choice_is_what_the_sentence_says(position):
    position = CITADELS.copy(position)
    gold = next(offer for offer in CITADELS.offers(position, "Ann") if offer.verb == "gold")
    assert CITADELS.presentation.hint(position, "Ann", gold).left == "7 gold"
    CITADELS.play(position, "Ann", gold)
    builds = {str(offer): offer for offer in CITADELS.offers(position, "Ann") if offer.verb == "build"}
    market = CITADELS.presentation.hint(position, "Ann", builds["build market"])
    assert market.label == "Build Market for 2."
    assert market.left == "5 gold"
    assert market.card == {"slug": "market", "type": "trade", "cost": 2, "tone": "is-trade"}
    assert (market.note, market.worth) == (INCOME_GROWS.fill(n=2), "9 points")
    assert "rank 8" in CITADELS.presentation.hint(position, "Ann", builds["build great_wall"]).note


def test_what_is_left_of_a_city_stands_beside_its_destruction():
    warlord = {
        **TABLE,
        "called": "warlord",
        "gathered": True,
        "robbed": "",
        "Bob": {"city": ["manor", "docks"]},
    }
    position = CITADELS.notation.load({**warlord, "Dan": {"characters": ["warlord"], "gold": 3}}, {})
    offers = {str(offer): offer for offer in CITADELS.offers(position, "Dan")}
    hint = CITADELS.presentation.hint(position, "Dan", offers["destroy Bob manor"])
    assert (hint.note, hint.left) == ("Bob will then have 1 of 7 districts.", "1 gold")


PROMISE = re.compile(r"(?:leaves|you will have|your turn with) (\d+)")


def test_what_is_left_beside_a_choice_is_what_the_label_promises():
    compared = 0
    for seed in range(6):
        for moment in moments(f"left {seed}", *any_set_up(f"left {seed}")):
            for offer in CITADELS.offers(moment.position, moment.seat):
                label = CITADELS.label(moment.position, moment.seat, offer)
                promised = PROMISE.search(label)
                if promised and "Magistrate may take it" not in label:
                    hint = CITADELS.presentation.hint(moment.position, moment.seat, offer)
                    assert hint.left == f"{promised[1]} gold"
                    assert hint.label
                    assert not PROMISE.search(hint.label), "said twice"
                    compared += 1
    assert compared > 500


@pytest.mark.parametrize(
    ("language", "city", "sentence"),
    [
        ("en", ["tavern"], "You are ahead, with 1 point in your city."),
        ("hu", ["tavern"], "Te vezetsz: 1 pont a városodban."),
        ("hr", ["tavern"], "Vi vodite: 1 bod u gradu."),
        ("hr", ["monastery", "tavern"], "Vi vodite: 4 boda u gradu."),
        ("hr", ["palace"], "Vi vodite: 5 bodova u gradu."),
    ],
)
def test_points_are_counted_as_the_language_counts(language, city, sentence):
    table = CITADELS.notation.load({**TABLE, "Ann": {**TABLE["Ann"], "city": city}}, {})
    assert CITADELS.presentation.page(table, "Ann", language)["race"][0] == sentence


@pytest.mark.parametrize(
    ("language", "to_others", "to_me"),
    [
        ("en", "gets 4 cards", "get 4 cards"),
        ("hu", "4 lapot kap", "4 lapot kapsz"),
        ("hr", "dobiva 4 karte", "dobivate 4 karte"),
    ],
)
def test_the_pile_is_told_to_the_reader_as_to_somebody(language, to_others, to_me):
    draft, _ = CITADELS.new(["Ann", "Bob", "Cleo", "Dan"], {}, "1" * 32)
    second = next(one.seat for one in page(draft, None)["passing"] if one.kind == "next")
    words = {
        seat: CITADELS.presentation.page(draft, seat, language)["passing"][1].words for seat in (None, second)
    }
    assert words == {None: to_others, second: to_me}


def test_a_bewitched_turn_is_the_witchs_once_its_player_has_gathered():
    cast = ["witch", *BASE_CAST[1:]]
    ann, bob = TABLE["Ann"], {"characters": ["witch"], "revealed": ["witch"]}
    table = {**TABLE, "murdered": "", "bewitched": "merchant", "Bob": bob}
    table["Ann"] = {**ann, "revealed": ["merchant"]}
    rows = []
    for gathered in (False, True):
        bewitched = CITADELS.notation.load({**table, "gathered": gathered}, {"characters": cast})
        rows += [call.words for call in page(bewitched, "Dan")["calls"] if call.slug == "merchant"]
    assert rows == ["on turn, bewitched", "on turn: Bob, bewitched"]


def test_a_card_that_stands_in_the_city_says_why_it_cannot_be_built():
    hand = {"hand": ["tavern", "palace"], "city": ["tavern"], "gold": 0}
    twins = CITADELS.notation.load({**TABLE, "Ann": {**TABLE["Ann"], **hand}}, {})
    data = {card.slug: (card.missing, card.obstacle) for card in page(twins)["hand"]}
    assert data == {"tavern": (0, STANDS_ALREADY), "palace": (5, "")}
    hand["city"] = ["tavern", "quarry"]
    doubled = CITADELS.notation.load({**TABLE, "Ann": {**TABLE["Ann"], **hand}}, {})
    assert [card.obstacle for card in page(doubled)["hand"]] == ["", ""]
