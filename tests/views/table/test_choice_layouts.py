"""Decisions with many parts: one table of marks, cards, and lists that say a thing once."""

import re

import pytest
from django.http import QueryDict

from games.rules.citadels.districts.cards import TYPES
from games.rules.citadels.ruleset import CITADELS
from games.rules.core.choices import FieldHint, FieldLayout, PlanSpot
from games.rules.core.errors import IllegalMove
from games.rules.core.notation import CardSlot, DealOffer, PickOffer
from games.views.table.form_fields import FieldBuilder
from games.views.table.move_form import MoveForm
from games.views.table.move_rows import MoveGroup
from tests.helpers.citadels.positions import SEATS, at_eight, loaded
from tests.helpers.citadels.questions import TURN, turn
from tests.helpers.messages.table import CHOSEN_TWICE
from tests.helpers.pages import client_of, decision_form, url
from tests.helpers.rulesets.market_day import MARKET_DAY
from tests.helpers.tables import awaited, play_on, position, table, written

MAGISTRATE = turn("magistrate", "2016")
CARDS = ["palace", "temple", "docks", "market", "fortress", "castle", "prison"]
STUDY = {
    **TURN,
    "{0}": {"characters": ["merchant"], "gold": 4, "city": ["temple"]},
    "pending": {"kind": "keep", "seat": "{0}", "cards": CARDS, "count": 1},
}


def list_groups(game, seat="Ann") -> list[MoveGroup]:
    return MoveForm(CITADELS, game, seat, "en").build_groups()


def find_list(game, verb) -> MoveGroup:
    """The group of all moves with this verb."""
    (group,) = [one for one in list_groups(game) if one.is_list and one.rows[0].value.startswith(verb)]
    return group


@pytest.fixture
def opened(db):
    """Returns a function that puts a position on a new table: a client of whoever is asked, and the game."""

    def at(page):
        game = table(4)
        written(game, page, edition="2016")
        return client_of(awaited(game).user), game

    return at


# --- marks


def test_warrants_are_one_table_with_a_column_for_each_kind():
    (row,) = [row for group in list_groups(loaded(MAGISTRATE)) for row in group.rows if row.fields]
    signed, blank = row.marks.columns
    assert (signed.count, blank.count) == (1, 2)
    for line in row.marks.lines:
        assert [mark.kind for mark in line.marks] == ["radio", "checkbox"]
        assert line.card["rank"] > 1


def test_a_row_of_marks_has_two_inputs_each_with_its_own_words(opened):
    client, game = opened(MAGISTRATE)
    html = client.get(url(game)).content.decode()
    fields = decision_form(html.encode())["fields"]
    signed, blank = (field for name, field in fields.items() if name.endswith((".signed", ".blank")))
    assert signed.values == blank.values
    for word in ("signed", "blank"):
        assert f'<span class="hidden">King: {word}</span>' in html


def test_both_marks_on_one_character_are_answered_with_the_form_as_filled_in(opened):
    client, game = opened(MAGISTRATE)
    form = decision_form(client.get(url(game)).content)
    (chosen,) = [value for value in form["fields"]["move"].values if value.startswith("@")]
    signed, blank = f"{chosen[1:]}.signed", f"{chosen[1:]}.blank"
    sent = {"decision": form["fields"]["decision"].chosen, "key": "one", "move": chosen, signed: "king"}
    answer = client.post(form["action"], {**sent, blank: ["king", "thief"]})
    assert answer.status_code == 422
    assert CHOSEN_TWICE.fill(name="King", one="Signed", other="Blank") in answer.content.decode()
    again = decision_form(answer.content)["fields"]
    assert (again["move"].chosen, again[signed].chosen) == ([chosen], ["king"])
    assert sorted(again[blank].chosen) == ["king", "thief"]
    assert client.post(form["action"], {**sent, blank: ["bishop", "thief"]}).status_code == 303
    assert position(game).warrants == {"king": True, "bishop": False, "thief": False}


@pytest.mark.django_db
def test_the_draft_of_two_is_a_table_with_nothing_else_to_choose():
    game = table(2)
    play_on(game, 1)
    seat = awaited(game)
    client = client_of(seat.user)
    fields = decision_form(client.get(url(game)).content)["fields"]
    assert (fields["move"].kind, fields["move"].chosen) == ("hidden", ["@0"])
    kept, away = fields["0.keeps"].values[:2]
    sent = {"decision": fields["decision"].chosen, "key": "one", "move": "@0", "0.keeps": kept}
    assert client.post(url(game, "move"), {**sent, "0.discards": kept}).status_code == 422
    assert client.post(url(game, "move"), {**sent, "0.discards": away}).status_code == 303
    assert position(game).players[seat.name].characters == [kept]


def lay_out(*offers, layout=FieldLayout()) -> MoveForm:  # noqa: B008
    """The form of another game for these offers."""
    market, _ = MARKET_DAY.new(["Ann", "Bob", "Cleo"], {}, "some seed")
    form = MoveForm(MARKET_DAY, market, "Ann", "en")
    form.offers = list(offers)
    form._find_layout = lambda offer: layout
    return form


def test_a_card_goes_to_as_many_seats_as_there_are_of_it():
    form = lay_out(DealOffer("give", ("plum", "pear", "pear"), ("Bob", "Cleo")))
    with pytest.raises(IllegalMove, match=CHOSEN_TWICE.fill(name="Plum", one="Bob", other="Cleo")):
        form.read_line(QueryDict("move=@0&0.Bob=plum&0.Cleo=plum"))
    assert form.read_line(QueryDict("move=@0&0.Bob=pear&0.Cleo=pear")) == "give Bob pear Cleo pear"


@pytest.mark.parametrize(("pool", "is_table"), [(("plum", "pear"), True), (("plum", "plum", "pear"), False)])
def test_two_equal_choices_are_no_rows_of_a_table(pool, is_table):
    """A mark could not say which of them is meant."""
    layout = FieldLayout(has_marks=True, fields={"one": FieldHint("One"), "two": FieldHint("Two")})
    slots = CardSlot(1, 1, "one"), CardSlot(1, 2, "two")
    (group,) = lay_out(PickOffer("lay", pool, slots), layout=layout).build_groups()
    assert bool(group.rows[0].marks) == is_table


# --- a plan


def build_planned_field(*spots: PlanSpot):
    """The field of an offer of one of two values, drawn on a plan."""
    offer = PickOffer("damage", ("b2", "d3"), (CardSlot(1, 1),))
    layout = FieldLayout(fields={"cards": FieldHint("Where", plan=spots)})
    [field] = FieldBuilder(layout, "0", None, str).build_fields(offer.form(str).fields)
    return field


def test_choices_of_a_plan_lie_in_their_rows_and_columns():
    spots = [PlanSpot((1, 2), "b2", "b2"), PlanSpot((3, 3), "d3", "d3"), PlanSpot((2, 2), "c2", "c2", "Fort")]
    field = build_planned_field(*spots)
    drawn = [[cell and (cell.spot.title, cell.choice is not None) for cell in row] for row in field.plan]
    assert drawn == [[("b2", True), ("c2", False), None], [None, None, ("d3", True)]]
    assert not field.unplaced


def test_a_choice_without_a_spot_is_listed_below_the_plan():
    field = build_planned_field(PlanSpot((0, 0), "b2", "b2"))
    assert [choice.value for choice in field.unplaced] == ["d3"]


def test_a_field_without_a_plan_lists_all_its_choices():
    assert [choice.value for choice in build_planned_field().unplaced] == ["b2", "d3"]


def test_a_form_among_other_choices_keeps_its_row_when_it_is_chosen():
    groups = MoveForm(CITADELS, loaded(turn("magician", "2016")), "Ann", "en").build_groups(
        QueryDict("move=@5&5.cards=tavern")
    )
    assert [row.value for group in groups for row in group.rows if row.is_chosen] == ["@5"]
    assert not any(group.form_row for group in groups)


# --- lists


def test_rows_of_a_kind_say_only_what_differs_below_one_heading():
    group = find_list(at_eight("wizard"), "look")
    assert sorted(row.entry.label for row in group.rows) == SEATS[1:]
    assert not any(group.title in (row.entry.label + row.entry.note) for row in group.rows)


def test_the_largest_hand_comes_first():
    game = at_eight("wizard")
    hands = [len(game.players[row.entry.label].hand) for row in find_list(game, "look").rows]
    assert hands == sorted(hands, reverse=True)


def test_what_would_be_said_in_every_row_stands_in_the_heading(opened):
    group = find_list(at_eight("assassin"), "murder")
    assert group.shared_note
    assert {row.entry.note for row in group.rows} == {group.shared_note}
    client, game = opened(turn("assassin", "2016"))
    (shared,) = {
        one.shared_note for one in list_groups(position(game), awaited(game).name) if one.shared_note
    }
    form = re.search(
        r'<form class="decision-form".+?</form>', client.get(url(game)).content.decode(), re.DOTALL
    )
    assert form[0].count(shared) == 1


def test_moves_that_differ_in_two_things_are_one_table():
    group = find_list(at_eight("spy"), "spy")
    assert len(group.marks.lines) == 7
    assert not group.is_foldable
    for line in group.marks.lines:
        assert [mark.value for mark in line.marks] == [f"spy {line.name} {kind}" for kind in TYPES]


def test_a_column_that_does_not_apply_to_a_row_is_empty_there():
    game = loaded({**turn("emperor", "2016"), "crown": "{0}"})
    game.players["Bob"].gold = 0
    (line,) = [line for line in find_list(game, "crown").marks.lines if line.name == "Bob"]
    assert [mark and mark.value for mark in line.marks] == [None, "crown Bob"]


def test_what_ends_a_turn_stays_last_and_a_kind_of_one_keeps_its_sentence():
    game = loaded({**turn("merchant", "2016"), "gathered": True})
    assert find_list(game, "build").rows
    assert list_groups(game)[-1].rows[-1].value == "end"
    game.players["Ann"].hand = ["tavern"]
    (plain,) = list_groups(game)
    assert not plain.is_list
    assert "build tavern" in [row.value for row in plain.rows]


def test_cards_to_keep_are_drawn_as_cards_the_cheapest_first(opened):
    client, game = opened(STUDY)
    html = client.get(url(game)).content.decode()
    assert re.findall(r'<label class="pick is-(\w+).+?value="keep (\w+)".+?<b>(\d)</b>', html, re.DOTALL)[
        :3
    ] == [
        ("religious", "temple", "1"),
        ("trade", "market", "2"),
        ("military", "prison", "2"),
    ]
    assert set(decision_form(html.encode())["fields"]["move"].values) == {f"keep {card}" for card in CARDS}


def test_a_card_that_could_not_be_built_is_marked_and_may_be_kept(opened):
    client, game = opened(STUDY)
    html = client.get(url(game)).content.decode()
    assert re.findall(r'<label class="pick is-\w+ is-idle" for="choice-keep-(\w+)"', html) == ["temple"]
    form = decision_form(html.encode())
    sent = {"decision": form["fields"]["decision"].chosen, "key": "one", "move": "keep temple"}
    assert client.post(form["action"], sent).status_code == 303
