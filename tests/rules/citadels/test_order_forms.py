"""Orders as forms: what they offer can be filed, says what it does, and tells nothing hidden."""

from itertools import islice

import pytest

from games.rules.citadels.districts.cards import BASE_PURPLE, UNIQUES_2016
from games.rules.citadels.orders import ORDERS
from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.setup.options import PRESETS
from games.rules.core import orders
from games.rules.core.errors import NotUnderstood
from games.rules.core.order_forms import ONE, PLAN, RANKED, SHAPES, OrderChoice, OrderForm
from games.rules.core.orders import BadOrderLine, OrdersChange
from games.rules.core.rng import Rng
from tests.helpers.citadels.random_games import any_set_up, moments
from tests.helpers.messages.rules import PLAN_BUILDS_BEFORE_GATHERING

SEATS = ["Ann", "Bob", "Cleo", "Dan"]
SEEDS = range(15)
EIGHT = list(PRESETS["first_game"].characters)
WITH_THEATER = ["theater", *(one for one in UNIQUES_2016 if one != "theater")][:14]
POLITE = [*dict.fromkeys(BASE_PURPLE), "ball_room"]


@pytest.fixture
def table():
    return CITADELS.new(SEATS, {}, "orders")[0]


def forms(position, seat="Ann", language="en") -> tuple[OrderForm, ...]:
    return CITADELS.orders.forms(position, seat, language)


def lines_of(form: OrderForm) -> list[str]:
    """Every line that somebody can make of this form, with and without a number."""
    if form.shape == RANKED:
        words = [choice.line for choice in form.choices]
        return [form.ranked_line(words), form.ranked_line(words[:1]), form.ranked_line(reversed(words))]
    return [line for one in form.choices for line in dict.fromkeys([one.line, one.with_number("3")])]


def sampled(seed):
    """Some moments of a game of any set-up, each seen by everybody."""
    for moment in islice(moments(f"forms {seed}", *any_set_up(f"forms {seed}")), 0, 90, 6):
        for seat in moment.position.seats:
            yield moment.position, seat


@pytest.mark.parametrize("seed", SEEDS)
def test_each_line_that_a_form_makes_is_filed_as_it_is(seed):
    for position, seat in sampled(seed):
        trial = CITADELS.copy(position)
        for form in forms(position, seat):
            for line in lines_of(form):
                trial.players[seat].orders = []
                start = "plan " if form.shape == PLAN else ""
                filed = orders.file_order(CITADELS, trial, seat, start + line)
                assert filed.lower() == f"{start}{line}".lower()  # a plan is kept in small emails
                assert CITADELS.orders.kind(line) == form.kind


@pytest.mark.parametrize("seed", SEEDS)
def test_each_line_says_in_a_sentence_what_it_does(seed):
    for position, seat in sampled(seed):
        for form in forms(position, seat):
            assert form.shape in SHAPES
            assert form.label
            labels = [choice.label for choice in form.choices]
            assert len(set(labels)) == len(labels) > 0
            for line in lines_of(form):
                text = CITADELS.orders.describe(position, seat, line)
                assert text[:1].isupper()
                assert text.endswith(".")
                assert "_" not in text
                assert "{" not in text


@pytest.mark.parametrize("seed", SEEDS)
def test_each_move_of_a_game_can_be_planned_and_reads_as_a_sentence(seed):
    for moment in islice(moments(f"moves {seed}", *any_set_up(f"moves {seed}")), 60):
        line = orders.parse_plan_line(CITADELS, moment.position, str(moment.move))
        text = CITADELS.orders.describe(moment.position, moment.seat, line)
        assert text[:1].isupper()
        assert text.endswith(".")
        assert "_" not in text


def asked_at(options) -> set[OrderChoice]:
    position = CITADELS.new(SEATS, options, "x")[0]
    return {choice for form in forms(position) if form.shape == ONE for choice in form.choices}


def test_every_order_that_there_is_stands_in_some_form():
    imperial = ["emperor" if one == "king" else one for one in EIGHT]
    sneaky = ["magistrate", "blackmailer", *EIGHT[2:]]
    found = asked_at({"characters": sneaky, "districts": WITH_THEATER})
    found |= asked_at({"edition": "classic", "characters": imperial, "districts": POLITE})
    assert {choice.line for choice in found} == set(ORDERS)
    assert {choice.word for choice in found if choice.line == "always bribe"} == {"upto"}
    assert all(choice.word == ORDERS[choice.line].number_word for choice in found)
    assert all(bool(choice.asks) == bool(choice.word) for choice in found)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_form_offers_tells_nothing_that_is_hidden(seed):
    for number, (position, seat) in enumerate(islice(sampled(seed), 12)):
        other = CITADELS.deal_again(position, seat, Rng(f"{seed} {number}"))
        assert forms(other, seat) == forms(position, seat)


def test_only_what_can_come_up_is_asked(table):
    kinds = {form.kind for form in forms(table)}
    assert kinds == {"prefer", "gather", "end", "forced", ""}
    set_up = {"edition": "classic", "preset": "random", "rank9": False}
    other = CITADELS.new(SEATS, set_up, "a")[0]
    assert {"bribe", "confiscate"}.isdisjoint({form.kind for form in forms(other)})


def test_the_list_names_the_cast_by_rank(table):
    ranked = next(form for form in forms(table) if form.shape == RANKED)
    assert [choice.line for choice in ranked.choices] == list(table.cast)
    assert [choice.sign for choice in ranked.choices] == [str(rank) for rank in range(1, 9)]
    assert ranked.ranking("prefer king thief") == ["king", "thief"]


def test_what_may_be_built_is_the_own_hand(table):
    planned = [form for form in forms(table) if form.shape == PLAN]
    built = {one.line for form in planned for one in form.choices if one.line.startswith("build ")}
    assert built == {f"build {card}" for card in table.players["Ann"].hand}


def test_a_character_brings_its_powers_until_it_has_had_its_turn():
    written = {"seats": SEATS, "called": "thief", "Bob": {"characters": ["thief"]}}
    position = CITADELS.notation.load({**written, "Ann": {"characters": ["warlord"]}}, {})
    position.players["Bob"].city = ["tavern"]
    by_label = {form.label: [one.line for one in form.choices] for form in forms(position)}
    assert "destroy Bob tavern" in by_label["As the Warlord"]
    position.players["Ann"].revealed = ["warlord"]
    assert "As the Warlord" not in {form.label for form in forms(position)}


def test_a_number_is_part_of_its_choice():
    choice = OrderChoice("always bribe", "Pay", word="upto", asks="at most")
    assert choice.with_number("3") == "always bribe upto 3"
    assert choice.with_number("") == "always bribe"
    assert choice.number_in("always bribe upto 3") == "3"
    assert choice.number_in("always bribe") == ""
    assert choice.number_in("always refuse") is None
    assert OrderChoice("always end", "End").with_number("3") == "always end"


def test_alternatives_are_one_sentence(table):
    text = CITADELS.orders.describe(table, "Ann", "build palace or build market or end")
    assert text == "Build Palace, or else build Market, or else end your turn."


def test_a_plan_in_another_language_is_told_like_any_other(table):
    assert CITADELS.orders.describe(table, "Ann", "épít piac") == "Build Market."
    assert CITADELS.orders.describe(table, "Ann", "build piac", "hu") == "A Piac megépítése."


def test_a_line_that_nobody_understands_stands_as_it_is(table):
    assert CITADELS.orders.describe(table, "Ann", "abrakadabra") == "abrakadabra"


def test_an_order_with_a_number_says_it(table):
    text = CITADELS.orders.describe(table, "Ann", "always bribe upto 3")
    assert text == "If you are threatened, you pay a bribe of at most 3 gold, and refuse anything higher."


# --- several changes at once


def changed(table, **wanted) -> list[str]:
    orders.change_orders(CITADELS, table, "Ann", OrdersChange(**wanted))
    return table.players["Ann"].orders


def test_several_orders_are_filed_together(table):
    assert changed(table, standing_orders=("Always GOLD", "prefer king"), plan=("gold", "plan end")) == [
        "always gold",
        "prefer king",
        "gold",
        "end",
    ]


def test_a_plan_takes_the_place_of_the_one_before(table):
    changed(table, standing_orders=("always gold",), plan=("gold", "end"))
    assert changed(table, plan=("cards",)) == ["always gold", "cards"]
    assert changed(table, plan=()) == ["always gold"]


def test_what_is_gone_already_may_be_taken_back_again(table):
    changed(table, standing_orders=("always gold", "always end"))
    assert changed(table, lines_to_remove=("always gold",)) == ["always end"]
    assert changed(table, lines_to_remove=("always gold",)) == ["always end"]


def test_if_one_line_is_no_order_nothing_is_changed_and_the_line_is_named(table):
    changed(table, standing_orders=("always gold",), plan=("gold",))
    for wanted in (
        {"lines_to_remove": ("always gold",), "standing_orders": ("always end", "always sunshine")},
        {"lines_to_remove": ("always gold",), "plan": ("end", "always sunshine")},
    ):
        with pytest.raises(BadOrderLine) as refused:
            changed(table, **wanted)
        assert refused.value.line == "always sunshine"
        assert table.players["Ann"].orders == ["always gold", "gold"]


def test_nobody_can_plan_without_end(table):
    with pytest.raises(NotUnderstood, match="cancel some"):
        changed(table, plan=("end",) * 100)
    assert table.players["Ann"].orders == []


# --- a plan that is sure to stop


def doubt(position, *lines: str, seat: str = "Ann") -> str:
    return CITADELS.orders.plan_doubt(position, seat, lines)


def test_nothing_is_built_before_one_has_gathered(table):
    assert doubt(table, "build market") == PLAN_BUILDS_BEFORE_GATHERING
    assert doubt(table, "income", "build market", "gold")
    assert doubt(table, "gold", "build market") == ""
    assert doubt(table, "cards", "build market or build tavern") == ""
    assert doubt(table, "income", "end") == ""
    assert doubt(table) == ""


def test_an_order_that_gathers_is_enough(table):
    orders.file_order(CITADELS, table, "Ann", "always cards")
    assert doubt(table, "build market") == ""
    assert doubt(table, "build market", seat="Bob")


def test_in_ones_turn_it_counts_what_was_gathered_already():
    page = {"seats": SEATS, "called": "king", "Ann": {"characters": ["king"], "hand": ["market"], "gold": 3}}
    before = CITADELS.notation.load(page, {})
    after = CITADELS.notation.load(page | {"gathered": True}, {})
    assert doubt(before, "build market")
    assert doubt(after, "build market") == ""
    assert doubt(after, "build market", seat="Bob")


def test_a_plan_of_which_there_is_no_doubt_is_not_stopped_by_gathering():
    """What the warning says is what the rules do."""
    page = {"seats": SEATS, "called": "king", "Ann": {"characters": ["king"], "hand": ["market"], "gold": 3}}
    for lines, stops in ((["build market"], True), (["gold", "build market"], False)):
        position = CITADELS.notation.load(page, {})
        assert bool(doubt(position, *lines)) is stops
        orders.change_orders(CITADELS, position, "Ann", OrdersChange(plan=tuple(lines)))
        fired = orders.fire(CITADELS, position)
        assert any(one.move is None for one in fired) is stops
