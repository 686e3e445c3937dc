"""What a page shows of a table: names, figures and sentences out of a view."""

import re

import msgspec
import pytest

from games.rules.citadels.ruleset import CITADELS
from games.rules.core.rng import Rng

from .games import any_set_up, finished, moments

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
    return CITADELS.from_notation(TABLE, {})


def page(position, seat="Ann"):
    return CITADELS.page(position, seat)


def test_the_headline_is_short_and_the_question_whole(position):
    assert page(position)["headline"] == "Your turn as the Merchant."
    assert page(position)["question"].startswith("Your turn: you are the Merchant.")
    assert page(position, "Bob")["headline"] == "The game waits for Ann."
    assert page(position, None)["headline"] == "The game waits for Ann."


def test_the_calls_say_what_everybody_knows(position):
    calls = {call.slug: call for call in page(position, "Bob")["calls"]}
    assert (calls["thief"].kind, calls["thief"].who, calls["thief"].mine) == ("known", "You", True)
    assert (calls["merchant"].kind, calls["merchant"].who) == ("now", "Ann")
    assert calls["magician"].kind == "out"
    assert (calls["architect"].kind, calls["architect"].words) == ("open", "murdered")
    assert (calls["warlord"].kind, calls["warlord"].words) == ("open", "to be robbed")
    assert calls["bishop"].kind == "silent"


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


def test_a_card_says_how_much_gold_is_missing(position):
    assert [(card.slug, card.missing) for card in page(position)["hand"]] == [
        ("market", 0),
        ("great_wall", 1),
    ]


def test_a_character_that_is_not_shown_is_shown_to_its_owner_alone(position):
    (city,) = page(position, "Dan")["mine"]
    assert city.role == "Warlord, not shown yet"
    assert next(city for city in page(position)["others"] if city.seat == "Dan").role == "not shown"


def test_after_the_end_all_hands_are_open():
    position = finished("page", 4, {})
    over = CITADELS.copy(position)
    while not CITADELS.over(over):
        (seat,) = CITADELS.awaits(over)
        CITADELS.play(over, seat, CITADELS.fallback(over, seat))
    cities = CITADELS.page(over, None)["others"]
    assert [len(city.held) for city in cities] == [city.hand for city in cities]


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
    assert CITADELS.hint(position, "Ann", gold).left == "7 gold"
    CITADELS.play(position, "Ann", gold)
    builds = {str(offer): offer for offer in CITADELS.offers(position, "Ann") if offer.verb == "build"}
    market = CITADELS.hint(position, "Ann", builds["build market"])
    assert (market.left, market.card) == ("5 gold", {"slug": "market", "type": "trade", "cost": 2})
    assert "rank 8" in CITADELS.hint(position, "Ann", builds["build great_wall"]).note


PROMISE = re.compile(r"(?:leaves|you will have|your turn with) (\d+)")


def test_what_is_left_beside_a_choice_is_what_the_label_promises():
    compared = 0
    for seed in range(6):
        for moment in moments(f"left {seed}", *any_set_up(f"left {seed}")):
            for offer in CITADELS.offers(moment.position, moment.seat):
                promised = PROMISE.search(CITADELS.label(moment.position, moment.seat, offer))
                if promised:
                    hint = CITADELS.hint(moment.position, moment.seat, offer)
                    assert hint.left == f"{promised[1]} gold"
                    compared += 1
    assert compared > 500
