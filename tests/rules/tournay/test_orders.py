"""Standing orders, lists and plans: how they are read, described, offered as forms, and carried out."""

import pytest

from games.rules.core import orders
from games.rules.core.errors import NotUnderstood
from games.rules.core.order_forms import ONE, PLAN, RANKED
from games.rules.core.translation import LANGUAGES
from games.rules.tournay.ruleset import TOURNAY

DISTRICT = {"c3": "market", "d3": "fort", "c4": "guild"}


def position(mode="basic", **fields):
    written = {"seats": ["Ann", "Bob"], "Ann": {"deniers": 9, "hand": ["hospital"], "district": DISTRICT}}
    return TOURNAY.notation.load({**written, **fields}, {"mode": mode})


def filed(line: str) -> str:
    return orders.file_order(TOURNAY, position(), "Ann", line)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Always rampart", "always rampart"),
        ("always rampart hurting", "always rampart hurt"),
        ("always suffer", "always endure"),
        ("always pass", "always skip"),
        ("prefer lay red, yellow, white", "prefer lay red yellow white"),
        ("prefer lay down red red", "prefer lay red"),
        ("prefer damage D3 c3", "prefer damage d3 c3"),
    ],
)
def test_an_order_is_kept_in_english_words(line, order):
    assert filed(line) == order
    assert filed(order) == order


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("prefer", "Say what the list is for"),
        ("prefer lay", "Say what the list is for"),
        ("prefer lay c3", "“c3” is nothing that this list can name."),
        ("prefer damage red", "“red” is nothing that this list can name."),
        ("always sometimes", "is not an order. Orders are: prefer lay COLOUR"),
    ],
)
def test_what_is_no_order_is_refused_with_an_example(line, complaint):
    with pytest.raises(NotUnderstood) as refused:
        filed(line)
    assert complaint in str(refused.value)


def test_an_order_about_events_replaces_the_one_before_and_lists_are_of_a_kind_each():
    table = position()
    for line in (
        "always rampart",
        "prefer lay red",
        "prefer damage c3",
        "always rampart hurt",
        "always endure",
    ):
        orders.file_order(TOURNAY, table, "Ann", line)
    assert table.players["Ann"].orders == ["prefer lay red", "prefer damage c3", "always endure"]
    orders.file_order(TOURNAY, table, "Ann", "prefer damage d3 c3")
    orders.file_order(TOURNAY, table, "Ann", "cancel lay")
    assert table.players["Ann"].orders == ["always endure", "prefer damage d3 c3"]


@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_on_the_forms_can_be_filed_and_is_described(language, mode):
    table = position(mode)
    forms = TOURNAY.orders.forms(table, "Ann", language)
    assert {form.shape for form in forms} == {ONE, RANKED, PLAN}
    for form in forms:
        assert form.label
        for line in lines_of(form):
            stored = orders.file_order(TOURNAY, table, "Ann", line)
            assert TOURNAY.orders.describe(table, "Ann", stored.removeprefix("plan "), language)
            again = orders.file_order(TOURNAY, table, "Ann", TOURNAY.lexicon.translate_line(stored, language))
            assert form.shape == PLAN or again == stored  # a plan keeps the words of its owner
            table.players["Ann"].orders.clear()


def lines_of(form) -> list[str]:
    words = [choice.line for choice in form.choices]
    if form.shape == RANKED:
        assert form.ranking(form.ranked_line(words)) == words
        return [form.ranked_line(words[:1]), form.ranked_line(words)]
    return words if form.shape == ONE else [f"plan {line}" for line in words]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_the_plan_form_is_understood_when_the_turn_comes(language):
    table = position("advanced", Ann={"deniers": 20, "hand": ["hospital", "mint"], "district": DISTRICT,
                                      "plaza": {"yellow": 3, "white": 3, "red": 3}})  # fmt: skip
    form = next(form for form in TOURNAY.orders.forms(table, "Ann", language) if form.shape == PLAN)
    for choice in form.choices:
        typed = TOURNAY.lexicon.translate_line(choice.line, language)
        assert str(TOURNAY.read(table, "Ann", typed, language)) == choice.line


# --- what they answer

CRIER = {"decks": {"white1": ["town_crier", "monk", "chapel"]}, "Ann": {"plaza": {"white": 1}}}


def after_crier(events: list[str], **bob):
    table = TOURNAY.notation.load({"seats": ["Ann", "Bob"], "queue": events, **CRIER, "Bob": bob}, {})
    TOURNAY.play(table, "Ann", TOURNAY.read(table, "Ann", "draw white 1 two"))
    orders.fire(TOURNAY, table)
    return table


def test_of_several_events_each_takes_a_rampart_of_its_own():
    table = after_crier(
        ["famine 0", "fire 0", "siege 0"], deniers=1, hand=["storm", "flood"], orders=["always rampart"]
    )
    assert table.players["Bob"].ramparts == ["flood", "storm"]
    assert TOURNAY.awaits(table) == ["Ann"]


def test_with_endure_a_list_chooses_although_a_rampart_could_be_laid():
    table = after_crier(
        ["crusade 0", "fair 3", "pilgrimage 3"],
        plaza={"red": 1, "yellow": 1},
        hand=["storm"],
        orders=["prefer lay white red", "always endure"],
    )
    assert table.players["Bob"].aside == {"yellow": 0, "white": 0, "red": 1}


def test_a_list_for_citizens_says_nothing_about_cards():
    table = after_crier(
        ["fire 0", "pilgrimage 3", "tournament 3"], district=DISTRICT, orders=["prefer lay yellow white red"]
    )
    assert TOURNAY.awaits(table) == ["Bob"]


def test_a_plan_goes_on_after_a_question_about_an_event():
    """Ann's crier asks her about the famine; the plan still keeps the card afterwards."""
    table = TOURNAY.notation.load(
        {
            "seats": ["Ann", "Bob"],
            "queue": ["famine 0", "fair 3", "tournament 3"],
            "decks": {"white1": ["town_crier", "monk", "chapel"]},
            "Ann": {"deniers": 5, "plaza": {"white": 1}, "hand": ["storm"],
                    "orders": ["draw white 1 two", "keep monk"]},
        },
        {},
    )  # fmt: skip
    orders.fire(TOURNAY, table)
    assert TOURNAY.awaits(table) == ["Ann"]
    assert table.players["Ann"].orders == ["keep monk"]
    TOURNAY.play(table, "Ann", TOURNAY.read(table, "Ann", "endure famine"))
    orders.fire(TOURNAY, table)
    assert table.players["Ann"].hand == ["monk"]
    assert table.turn == "Bob"


def test_a_forced_answer_comes_at_once_only_where_everybody_sees_that_it_is_forced():
    forced = {"orders": ["always forced"]}
    placed = position(step="act", Ann={**forced, "hand": ["hospital"]}, Bob={"deniers": 0})
    orders.fire(TOURNAY, placed)
    assert placed.turn == "Bob"
    equal = TOURNAY.notation.load(
        {
            "seats": ["Ann", "Bob"],
            "decks": {"yellow1": ["market", "market"]},
            "Ann": {"plaza": {"yellow": 1}, **forced},
        },
        {},
    )
    TOURNAY.play(equal, "Ann", TOURNAY.read(equal, "Ann", "draw yellow 1 two"))
    orders.fire(TOURNAY, equal)
    assert TOURNAY.awaits(equal) == ["Ann"]
    assert str(orders.find_forced_answer(TOURNAY, equal, "Ann")) == "keep market"
