"""Standing orders, lists and plans: how they are read, described, offered as forms, and carried out."""

import pytest

from games.rules.core import orders
from games.rules.core.errors import NotUnderstood
from games.rules.core.order_forms import ONE, PLAN, RANKED
from games.rules.core.translation import LANGUAGES
from games.rules.dominion.ruleset import DOMINION

EVERYTHING = [
    "moat",
    "secret_chamber",
    "torturer",
    "militia",
    "masquerade",
    "bureaucrat",
    "saboteur",
    "smithy",
]


def position(kingdom=("moat", "militia", "smithy"), **fields):
    written = {"seats": ["Ann", "Bob"], **fields}
    return DOMINION.notation.load(written, {"kingdom": list(kingdom)})


def filed(line: str) -> str:
    return orders.file_order(DOMINION, position(EVERYTHING), "Ann", line)


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Always reveal Moat", "always reveal moat"),
        ("always decline without secret chamber", "always decline without secret_chamber"),
        ("mindig felfedem a Várárkot", "always reveal moat"),
        ("uvijek pokazujem Opkop", "always reveal moat"),
        ("prefer discard curse, estate, copper", "prefer discard curse estate copper"),
        ("inkább eldobok Átkot Birtokot", "prefer discard curse estate"),
        ("radije odbacujem Kletvu Posjed", "prefer discard curse estate"),
        ("prefer pass curse curse estate", "prefer pass curse estate"),
        ("prefer gain duchy none", "prefer gain duchy none"),
        ("prefer gain nothing", "prefer gain none"),
        ("always choose curse", "always choose curse"),
        ("always money", "always treasures"),
        ("prefer buy province, gold, silver", "prefer buy province gold silver"),
        ("prefer buy smithy at most 2 gold end", "prefer buy smithy upto 2 gold end"),
        ("prefer buy duchy left 4 upto 3", "prefer buy duchy upto 3 left 4"),
    ],
)
def test_an_order_is_kept_in_english_words(line, order):
    assert filed(line) == order
    assert filed(order) == order


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("prefer", "Say what the list is for"),
        ("prefer discard", "Say what the list is for"),
        ("prefer estate copper", "Say what the list is for"),
        ("prefer discard none", "“none” is not a card that a list can name here."),
        ("prefer gain none copper", "“none” is not a card that a list can name here."),
        ("prefer buy smithy upto", "“upto” does not belong there."),
        ("prefer buy 3 gold", "“3” does not belong there."),
        ("prefer buy end gold", "“end” does not belong there."),
        ("always sometimes", "is not an order. Orders are: prefer discard CARD"),
    ],
)
def test_what_is_no_order_is_refused_with_an_example(line, complaint):
    with pytest.raises(NotUnderstood) as refused:
        filed(line)
    assert complaint in str(refused.value)


def test_a_list_replaces_the_list_of_its_kind_and_leaves_the_others():
    table = position(EVERYTHING)
    for line in ("prefer discard curse", "prefer pass curse", "prefer discard estate"):
        orders.file_order(DOMINION, table, "Ann", line)
    assert table.players["Ann"].orders == ["prefer pass curse", "prefer discard estate"]
    orders.file_order(DOMINION, table, "Ann", "cancel discard")
    assert table.players["Ann"].orders == ["prefer pass curse"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_on_the_forms_can_be_filed_and_is_described(language):
    table = position(EVERYTHING, Ann={"hand": ["smithy", "copper"]})
    forms = DOMINION.orders.forms(table, "Ann", language)
    assert {form.shape for form in forms} == {ONE, RANKED, PLAN}
    for form in forms:
        assert form.label
        for line in lines_of(form):
            stored = orders.file_order(DOMINION, table, "Ann", line)
            assert DOMINION.orders.describe(table, "Ann", stored.removeprefix("plan "), language)
            again = orders.file_order(
                DOMINION, table, "Ann", DOMINION.lexicon.translate_line(stored, language)
            )
            assert form.shape == PLAN or again == stored  # a plan keeps the words of its owner
            table.players["Ann"].orders.clear()


def lines_of(form) -> list[str]:
    words = [choice.line for choice in form.choices]
    if form.shape == RANKED:
        assert form.ranking(form.ranked_line(words)) == words
        return [form.ranked_line(words[:1]), form.ranked_line(words)]
    return words if form.shape == ONE else [f"plan {line}" for line in words]


def test_a_list_of_what_to_buy_keeps_its_limits_when_it_is_sorted_anew():
    line = "prefer buy gold duchy left 4 smithy upto 2 silver end"
    table = position(["smithy"], Ann={"orders": [line]})
    [listed] = [form for form in DOMINION.orders.forms(table, "Ann") if form.kind == "buy"]
    assert listed.ranking(line) == ["gold", "duchy", "smithy", "silver", "end"]
    assert {one.line: one.note for one in listed.choices if one.note} == {
        "duchy": "once 4 Provinces are left",
        "smithy": "at most 2",
    }
    sorted_anew = listed.ranked_line(["smithy", "silver", "duchy", "end"], line)
    assert sorted_anew == "prefer buy smithy upto 2 silver duchy left 4 end"
    assert orders.file_order(DOMINION, table, "Ann", sorted_anew) == sorted_anew


@pytest.mark.parametrize(
    ("line", "planned"),
    [
        ("plan play village, treasures, buy silver", ["play village", "treasures", "buy silver"]),
        ("plan buy gold or buy silver, end", ["buy gold or buy silver", "end"]),
        ("plan discard copper, estate", ["discard copper, estate"]),
        ("terv kincsek, ezüstöt veszek", ["kincsek", "ezüstöt veszek"]),
    ],
)
def test_a_plan_may_be_written_in_one_line(line, planned):
    table = position(["village"])
    stored = orders.file_order(DOMINION, table, "Ann", line)
    assert table.players["Ann"].orders == planned
    assert stored == f"plan {', '.join(planned)}"


def test_a_plan_in_one_line_is_filed_as_a_whole_or_not_at_all():
    table = position(["village"])
    with pytest.raises(NotUnderstood):
        orders.file_order(DOMINION, table, "Ann", "plan treasures, buy sivler")
    assert not table.players["Ann"].orders


def test_forms_offer_only_what_can_come_up():
    kinds = {form.kind for form in DOMINION.orders.forms(position(["village"]), "Ann")}
    assert kinds == {"treasures", "end", "forced", "buy", ""}


# --- the own turn

MONEY = ["always treasures", "prefer buy province gold silver end"]


def turn_of(hand: list[str], lines: list[str], **fields):
    table = position(Ann={"hand": hand, "orders": lines, "deck": ["estate"] * 5}, **fields)
    orders.fire(DOMINION, table)
    return table


def test_treasures_and_a_buy_list_play_a_whole_turn():
    table = turn_of(["copper"] * 3 + ["estate"], MONEY)
    assert table.turn == "Bob"
    assert table.supply["silver"] == 39


def test_the_first_that_can_be_afforded_is_bought():
    assert turn_of(["gold", "gold", "silver"], MONEY).supply["province"] == 7
    assert turn_of(["gold", "gold"], MONEY).supply["gold"] == 29


def test_with_nothing_to_buy_the_list_ends_the_turn_only_if_it_says_so():
    assert turn_of(["copper"], MONEY).turn == "Bob"
    table = turn_of(["copper"], ["always treasures", "prefer buy silver"])
    assert (table.turn, table.phase, table.coins) == ("Ann", "buy", 1)


def test_an_action_that_can_be_played_is_waited_for():
    table = turn_of(["smithy", "copper", "silver"], MONEY)
    assert (table.turn, table.phase) == ("Ann", "action")


def test_a_list_alone_does_not_play_treasures():
    table = turn_of(["gold", "gold", "silver"], ["prefer buy province"])
    assert (table.phase, table.supply["province"]) == ("action", 8)


def test_at_most_so_many_are_owned():
    lines = ["always treasures", "prefer buy smithy upto 2 silver end"]
    hand = ["silver", "silver"]
    assert turn_of(hand, lines).supply["smithy"] == 9
    table = position(Ann={"hand": hand, "deck": ["smithy", "smithy"], "orders": lines})
    orders.fire(DOMINION, table)
    assert (table.supply["smithy"], table.supply["silver"]) == (10, 39)


def test_duchies_are_bought_from_when_few_provinces_are_left():
    lines = ["always treasures", "prefer buy duchy left 4 silver end"]
    hand = ["silver", "silver", "copper"]
    assert turn_of(hand, lines, supply={"province": 5}).supply["duchy"] == 8
    assert turn_of(hand, lines, supply={"province": 4}).supply["duchy"] == 7


def test_several_buys_go_down_the_list():
    table = turn_of(["gold", "gold", "gold"], ["always treasures", "prefer buy gold silver end"], buys=2)
    assert (table.supply["gold"], table.supply["silver"]) == (29, 39)
