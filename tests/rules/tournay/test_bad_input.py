"""What cannot be played gets a sentence that says what is in the way, in every language; nothing changes."""

import pytest

from games.rules.core.errors import RulesError
from games.rules.core.translation import LANGUAGES
from games.rules.tournay.ruleset import TOURNAY

PLAZA = {"yellow": 1, "white": 1, "red": 2}
ANN = {
    "deniers": 2,
    "plaza": PLAZA,
    "hand": ["market", "great_market", "city_hall", "famine"],
    "district": {
        "c3": "fort with red", "d3": "hospital damaged", "c4": "monk", "c2": "great_market over guild",
        "d4": "mint",
    },
}  # fmt: skip
TABLE = {
    "seats": ["Ann", "Bob"],
    "queue": ["flood 3", "fair 0", "siege 0"],
    "decks": {"red1": [], "red2": ["captain"], "white1": ["chapel", "library"]},
    "up": ["red2"],
    "Ann": ANN,
    "Bob": {"deniers": 0, "plaza": {"yellow": 1}, "district": {"c3": "market"}},
}


def refuse(position, seat: str, line: str, language: str = "en") -> str:
    """The sentence with which a line is refused."""
    before = TOURNAY.dump(position)
    with pytest.raises(RulesError) as refused:
        TOURNAY.read(position, seat, line, language)
    assert TOURNAY.dump(position) == before
    return str(refused.value)


IN_TURN = [
    ("place hospital e3", "You do not hold Hospital."),
    ("place famine c5", "Famine is an event card"),
    ("place great market e3", "Great Market costs 3 deniers, and you have 2."),
    ("place market", "Say where it goes, such as “place market"),
    ("place market e3 discard city_hall from hand", "Market costs only money"),
    ("place market c3", "damage on it cannot be covered"),
    ("place market d4 give plaza", "Market costs only money"),
    ("place market c4", "only be covered by one of its own colour"),
    ("place market a1", "at most three spaces wide"),
    ("place city_hall e3", "Say where it goes and how you pay"),
    ("place city_hall e3 discard famine from hand", "cannot be paid for with"),
    ("draw red 1 two", "There is no card left"),
    ("draw red 2 two", "The open card is the last one there"),
    ("draw white 1 top", "No card lies open there"),
    ("draw yellow 2 two", "This takes 2 ready citizens (yellow citizen), and you have 1."),
    ("draw yellow 3 two using Bob", "borrow more of them"),
    ("draw yellow 1 two using Bob Bob", "Bob has no such citizen ready"),
    ("draw yellow 1 two using Ann", "Name those of the others"),
    ("activate fort c3", "is at work already"),
    ("activate hospital d3", "is damaged"),
    ("activate monk c4", "is no building that can be activated"),
    ("activate guild c2", "Guild is covered."),
    ("activate market c3", "Market does not lie in your district."),
    ("activate fort c4", "Fort lies on: c3."),
    ("fight famine with 2", "Famine is not in the queue."),
    ("fight flood with 1", "With one citizen that costs 4 deniers, and you have 2."),
    ("fight flood", "Say how many citizens fight"),
    ("tax red 1", "Tax comes from every 2 citizens"),
    ("tax yellow 2", "You have not so many ready"),
    ("tax red 2 using Bob", "Only your own citizens"),
    ("recruit red", "In the basic game only buildings"),
    ("rampart famine flood", "only when an event strikes"),
]


@pytest.mark.parametrize(("line", "reason"), IN_TURN, ids=[line for line, _ in IN_TURN])
def test_what_is_in_the_way_is_said_and_what_is_possible(line, reason):
    said = refuse(TOURNAY.notation.load(TABLE, {}), "Ann", line)
    assert reason in said
    assert "You may:" in said


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("recruit white", "The supply has none left"),
        ("recruit red", "One of yours must be ready"),
        ("recruit yellow", "That costs 4 deniers, and you have 3."),
        ("recruit yellow using Bob", "Only one of your own citizens"),
    ],
)
def test_why_nobody_is_recruited(line, reason):
    written = {"seats": ["Ann", "Bob"], "supply": {"white": 0}, "Ann": {"deniers": 3, "plaza": {"yellow": 1}}}
    assert reason in refuse(TOURNAY.notation.load(written, {"mode": "advanced"}), "Ann", line)


@pytest.mark.parametrize(
    ("district", "cell", "reason"),
    [
        ({}, "c4", "The first card of a district goes on c3."),
        ({"c3": "market"}, "d4", "A card goes next to another one"),
        ({"b3": "market", "c3": "guild", "d3": "port"}, "e3", "at most three spaces wide"),
    ],
)
def test_why_a_card_cannot_lie_there(district, cell, reason):
    written = {"seats": ["Ann", "Bob"], "Ann": {"deniers": 3, "hand": ["hospital"], "district": district}}
    assert reason in refuse(TOURNAY.notation.load(written, {}), "Ann", f"place hospital {cell}")


@pytest.mark.parametrize(
    ("deniers", "hand", "reason"),
    [
        (1, ["city_hall", "fort"], "City Hall costs 2 deniers and a card, and you have 1."),
        (2, ["city_hall"], "City Hall also costs a card, and you have no other."),
        (9, ["cloth_hall"], "Cloth Hall costs a yellow citizen, and you have none."),
    ],
)
def test_why_a_prestige_building_cannot_be_paid(deniers, hand, reason):
    written = {"seats": ["Ann", "Bob"], "Ann": {"deniers": deniers, "hand": hand}}
    said = refuse(TOURNAY.notation.load(written, {}), "Ann", f"place {hand[0]} c3")
    assert reason in said


def after(lines: list[str], **fields):
    position = TOURNAY.notation.load({"seats": ["Ann", "Bob"], **fields}, {})
    for line in lines:
        TOURNAY.play(position, "Ann", TOURNAY.read(position, "Ann", line))
    return position


PORT = {"plaza": {"yellow": 1}, "district": {"c3": "port"}}
TWO = {"district": {"c3": "market", "d3": "guild"}}
CRIER = {"decks": {"white1": ["town_crier", "monk", "chapel"]}, "Ann": {"plaza": {"white": 1}}}
FIRE = {**CRIER, "queue": ["fire 0", "pilgrimage 3", "tournament 3"], "Bob": {**TWO, "hand": ["storm"]}}
CRUSADE = {
    **CRIER,
    "queue": ["crusade 0", "fair 3", "pilgrimage 3"],
    "Bob": {"plaza": {"yellow": 1, "red": 2}},
}
FULL = {
    "decks": {"red1": ["arsenal"]},
    "Ann": {"plaza": {"red": 1}, "hand": ["market", "guild", "port", "monk"]},
}


@pytest.mark.parametrize(
    ("lines", "fields", "seat", "line", "reason"),
    [
        (["draw red 1 two"], {}, "Ann", "gather", "Keep exactly one of the two cards"),
        (["draw red 1 two"], FULL, "Ann", "gather", "put back exactly 1 card"),
        (["activate port c3"], {"Ann": PORT, "Bob": TWO}, "Ann", "gather", "First say which building"),
        (
            ["activate port c3"],
            {"Ann": PORT, "Bob": TWO},
            "Ann",
            "other Bob fort c3",
            "This effect cannot do that",
        ),
        (["draw white 1 two"], FIRE, "Bob", "endure fire", "lets you choose what it strikes"),
        (["draw white 1 two"], FIRE, "Bob", "damage c3 d3", "Fire damages exactly 1 of these cards: c3, d3."),
        (["draw white 1 two"], FIRE, "Bob", "rampart siege fire", "You do not hold Siege."),
        (["draw white 1 two"], FIRE, "Bob", "rampart market fire", "Only an event card"),
        (["draw white 1 two"], FIRE, "Bob", "rampart storm flood", "then the event that strikes: Fire."),
        (["draw white 1 two"], FIRE, "Bob", "gather", "First Fire wants an answer."),
        (
            ["draw white 1 two"],
            CRUSADE,
            "Bob",
            "lay white",
            "Crusade takes exactly 1 of your ready citizens.",
        ),
        ([], {"step": "last_card", "Ann": {"hand": ["market"]}}, "Ann", "gather", "place one last card"),
        ([], {"step": "act"}, "Ann", "place market c3", "only one in a turn"),
        (["gather"], {}, "Ann", "gather", "It is not your turn. Waiting for Bob"),
    ],
)
def test_the_open_question_is_named_to_who_answers_something_else(lines, fields, seat, line, reason):
    assert reason in refuse(after(lines, **fields), seat, line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_comes_in_the_language_of_the_reader(language):
    position = TOURNAY.notation.load(TABLE, {})
    for line, _ in IN_TURN:
        assert refuse(position, "Ann", TOURNAY.lexicon.translate_line(line, language), language)
