"""What a sensible player does: the rule-based bot in written positions."""

import pytest

from games.rules.tournay.ruleset import TOURNAY
from tests.helpers.rule_based import choose_whatever_the_dice, suggest

READY = {"yellow": 2, "white": 2, "red": 2}
OTHERS = {"deniers": 2, "plaza": READY}
FULL = {"b2": "market", "c2": "hospital", "d2": "fort", "b3": "guild", "c3": "chapel", "d3": "gatehouse"} | {
    "b4": "market",
    "c4": "hospital",
    "d4": "arsenal",
}


def table(bob=OTHERS, step="place", **own):
    """Ann is on turn, in the middle of a game of three."""
    given = {
        key: own.pop(key) for key in ("queue", "criers", "pending", "last_round", "decks", "up") if key in own
    }
    ann = {"deniers": 6, "plaza": READY, **own}
    written = {"seats": ["Ann", "Bob", "Cleo"], "round": 8, "step": step, **given}
    return TOURNAY.notation.load({**written, "Ann": ann, "Bob": bob, "Cleo": OTHERS}, {})


def answer(position, seat="Ann"):
    return choose_whatever_the_dice(TOURNAY, position, seat)


# --- placing


def test_it_places_a_first_building_that_brings_money():
    assert answer(table(hand=["market", "monk"], deniers=3)) == "place market c3"


def test_it_places_a_character_in_line_with_what_it_works_on():
    district = {"c3": "market", "c4": "chapel", "d4": "great_market"}
    assert answer(table(hand=["alderman"], district=district)) == "place alderman d3"


def test_it_places_a_building_in_line_with_its_character():
    district = {"c3": "alderman", "c4": "chapel", "c5": "monk"}
    move = answer(table(hand=["great_market"], district=district))
    assert move in ("place great_market b3", "place great_market d3", "place great_market c2")


def test_it_pays_with_the_citizen_whose_building_is_free_then():
    district = {"c3": "market with yellow", "d3": "guild"}
    plaza = {"yellow": 1, "white": 2, "red": 2}
    move = answer(table(hand=["cloth_hall"], plaza=plaza, district=district))
    assert move.startswith("place cloth_hall")
    assert move.endswith("give c3")


def test_it_pays_with_the_card_that_it_needs_least():
    district = {"c3": "market", "d3": "guild", "c4": "counting_house"}
    move = answer(table(hand=["city_hall", "abbess"], deniers=2, district=district, last_round=True))
    assert move.endswith("discard abbess from hand")


def test_it_does_not_cover_a_prestige_building_with_anything():
    district = FULL | {"b2": "city_hall", "b3": "mint", "b4": "tour_des_six"}
    assert not answer(table(hand=["merchant"], district=district)).startswith("place")


# --- acting


def test_it_activates_the_building_that_brings_most():
    district = {"c3": "market", "d3": "great_market", "c4": "chapel"}
    busy = {"yellow": 1, "white": 0, "red": 0}
    assert (
        answer(table(plaza=busy, deniers=0, district=district, hand=["city_hall"]))
        == "activate great_market d3"
    )


def test_it_gathers_when_everybody_is_spent():
    assert answer(table(plaza={}, aside=READY, deniers=1)) == "gather"


def test_it_uses_the_citizen_of_whoever_has_fewest_points():
    rich = {"deniers": 2, "plaza": READY, "district": FULL}
    district = {"c3": "great_market", "d3": "chapel"}
    position = table(bob=rich, plaza={}, deniers=2, district=district, hand=["cathedral"])
    assert answer(position) == "activate great_market c3 using Cleo"


def test_in_the_last_round_it_takes_points_rather_than_money():
    district = {"c3": "market", "d3": "chapel"}
    move = answer(
        table(district=district, deniers=0, last_round=True, queue=["famine 0", "schism 0", "siege 0"])
    )
    assert move.startswith("fight")


# --- answers


def test_it_keeps_the_title_that_counts_what_it_has():
    district = {"c3": "market", "d3": "guild", "c4": "counting_house", "d4": "port"}
    pending = ["keep yellow3 cloth_hall mint", "end"]
    decks = {"yellow3": ["belfry"]}
    assert answer(table(step="act", district=district, pending=pending, decks=decks)) == "keep cloth_hall"


def suffer(event, coins, **own):
    """Ann is asked about this event, which a town crier has brought."""
    pending = [f"event {event} on Ann", "end"]
    others = [name for name in ("famine", "schism", "siege") if name != event][:2]
    queue = [f"{event} {coins}", *(f"{name} 0" for name in others)]
    return answer(table(step="act", pending=pending, queue=queue, **own))


def test_it_lays_a_rampart_where_an_event_would_hurt_and_keeps_it_otherwise():
    assert suffer("storm", 1, hand=["fire"], district={"c3": "chapel"}) == "rampart fire storm"
    assert suffer("storm", 1, hand=["fire"], district={"c3": "market"}) == "endure storm"


def test_it_has_the_cards_damaged_that_it_misses_least():
    district = {"c3": "monk", "c4": "great_hospital", "d3": "chapel"}
    assert "c4" not in suffer("storm", 2, district=district)


def test_it_lays_citizens_down_of_whom_it_has_most():
    assert suffer("crusade", 1, plaza={"yellow": 1, "white": 1, "red": 2}) == "lay red"


def test_it_puts_back_the_card_that_is_worth_least():
    hand = ["city_hall", "great_market", "cloth_hall", "architect", "trebuchet"]
    assert answer(table(step="act", hand=hand, pending=["end"])) == "drop trebuchet"


# --- orders


@pytest.mark.parametrize("district", [{}, {"c3": "market", "d3": "great_hospital"}])
def test_it_files_orders_for_whatever_is_asked_out_of_turn(district):
    orders = suggest(TOURNAY, table(district=district), "Ann")
    kinds = {TOURNAY.orders.kind(line) for line in orders}
    assert kinds == {"event", "lay", "damage"} - (set() if district else {"damage"})
