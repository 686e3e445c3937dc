"""The form for a decision is made from the offers, whatever they are."""

from random import Random

import pytest
from django.http import QueryDict

from games.play.errors import NotPossible
from games.rules import registry
from games.rules.core.capabilities.presentation import OfferHint
from games.rules.core.choices import FieldLayout
from games.rules.core.errors import IllegalMove
from games.rules.core.notation import DealOffer, Move, SplitOffer, offer_cards
from games.views.table.move_form import MoveForm
from tests.helpers.citadels.random_games import any_set_up, moments
from tests.helpers.messages.rules import PUT_UNDER_DECK
from tests.helpers.messages.table import TOO_FEW_CHOSEN
from tests.helpers.pages import client_of, decision_form, forms, play_by_forms, sent_as_it_is, url
from tests.helpers.rulesets.pebbles import PEBBLES
from tests.helpers.tables import awaited, table, written

CITADELS = registry.get("citadels")
SET_UPS = [
    (2, {}),
    (3, {"preset": "vicious_nobles"}),
    (4, {"preset": "devious_dignitaries"}),
    (5, {"preset": "illustrious_emissaries"}),
    (4, {"edition": "classic", "preset": "random"}),
]


@pytest.mark.one_database
@pytest.mark.django_db
@pytest.mark.parametrize("set_up", SET_UPS, ids=str)
@pytest.mark.parametrize("each_kind_once", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_a_whole_game_is_played_by_forms(set_up, each_kind_once):
    people, options = set_up
    game = table(people, options=options)
    clients = {seat.user_id: client_of(seat.user) for seat in game.seats.select_related("user")}
    taken = play_by_forms(game, clients, Random(f"forms {set_up}"), each_kind_once=each_kind_once)
    assert game.state == "over"
    assert len(taken) > 20
    assert taken.count(True) > taken.count(
        False
    )  # what was filled in at random was legal more often than not


class PlainPresentation(type(CITADELS.presentation)):
    def hint(self, position, seat, offer, language="en"):
        return OfferHint()

    def layout(self, position, seat, offer, language="en"):
        return FieldLayout()


class Plain(type(CITADELS)):
    """Citadels that says of every offer just what it is."""

    def __init__(self):
        super().__init__()
        self.presentation = PlainPresentation(self)

    def label(self, position, seat, offer, language="en"):
        return str(next(offer.moves()))


class Offering:
    """A desk on which other offers lie, to see how they are shown and read."""

    def __init__(self, *offers):
        position, _ = CITADELS.new(["Ann", "Bob", "Cleo"], {}, "desk")
        self.desk = MoveForm(Plain(), position, "Ann", "en")
        self.desk.offers = list(offers)

    def rows(self, query=""):
        chosen = QueryDict(query) if query else None
        return [row for group in self.desk.build_groups(chosen) for row in _all_rows(group)]


def _all_rows(group):
    return [*group.rows, *(row for inner in group.groups for row in _all_rows(inner))]


def test_an_offer_with_few_ways_is_listed_move_by_move():
    rows = Offering(offer_cards("keep", ("tavern", "market"), 1, 1)).rows()
    assert [row.value for row in rows] == ["keep market", "keep tavern"]
    assert not any(row.fields for row in rows)


def test_a_pick_with_many_ways_has_boxes_to_tick():
    (row,) = Offering(offer_cards("redraw", ("tavern", "tavern", "market", "docks"), 1, 4)).rows()
    (entry,) = row.fields
    assert (entry.kind, entry.count_hint.startswith("Choose 1 to 4.")) == ("checkbox", True)
    assert [choice.value for choice in entry.choices] == ["tavern", "tavern", "market", "docks"]


def test_a_deal_has_a_list_for_each_seat_and_is_read_back():
    deal = DealOffer("give", ("tavern", "market", "docks", "castle"), ("Bob", "Cleo", "Dan"))
    offering = Offering(Move("end"), deal)
    assert [entry.kind for entry in offering.rows()[1].fields] == ["select"] * 3
    line = offering.desk.read_line(QueryDict("move=@1&1.Bob=tavern&1.Cleo=docks&1.Dan=market"))
    assert line == "give Bob tavern Cleo docks Dan market"


def test_a_split_is_read_back():
    offering = Offering(SplitOffer("income", 9, ("gold", "cards"), (0, 0)))
    assert offering.desk.read_line(QueryDict("move=@0&0.gold=4&0.cards=5")) == "income 4 5"


def test_the_same_field_of_two_offers_is_not_mixed_up():
    pool = ("tavern", "market", "docks", "castle")
    offering = Offering(offer_cards("redraw", pool, 1, 4), offer_cards("lay", pool, 1, 4))
    query = QueryDict("move=@1&0.cards=tavern&1.cards=docks&1.cards=castle")
    assert offering.desk.read_line(query) == "lay docks castle"


def test_too_few_or_too_many_are_refused_in_words():
    offering = Offering(offer_cards("keep", ("tavern", "market", "docks", "castle"), 2, 2))
    with pytest.raises(IllegalMove, match=TOO_FEW_CHOSEN.fill(field="Cards", wanted=".+", count=1)):
        offering.desk.read_line(QueryDict("move=@0&0.cards=tavern"))


@pytest.mark.parametrize("chosen", ["@7", "@", "@x", "@99999999999", "@-1"])
def test_an_offer_that_is_not_there_is_refused(chosen):
    with pytest.raises(NotPossible):
        Offering(Move("end")).desk.read_line(QueryDict(f"move={chosen}"))


def test_the_only_thing_is_chosen_by_the_page_and_what_is_written_goes_before_it():
    offering = Offering(Move("end"))
    assert [row.is_chosen for row in offering.rows()] == [True]
    assert offering.desk.read_line(QueryDict("move=end&line=build+market")) == "build market"
    assert not any(row.is_chosen for row in Offering(Move("gold"), Move("end")).rows())


def test_what_was_filled_in_is_there_again():
    offering = Offering(offer_cards("redraw", ("tavern", "tavern", "market", "docks"), 1, 4), Move("end"))
    row = offering.rows("move=@0&0.cards=tavern&0.cards=docks")[0]
    assert row.is_chosen
    assert [choice.is_chosen for choice in row.fields[0].choices] == [True, False, False, True]


def test_every_row_of_many_games_has_an_id_of_its_own_and_a_sentence():
    for seed in range(4):
        for moment in moments(f"rows {seed}", *any_set_up(f"rows {seed}")):
            if moment.number % 7:
                continue
            groups = MoveForm(CITADELS, moment.position, moment.seat, "en").build_groups()
            rows = [row for group in groups for row in _all_rows(group)]
            assert len({row.id for row in rows}) == len(rows)
            assert all(row.label.endswith((".", "!")) for row in rows)


def test_many_ways_are_folded_by_their_first_words():
    offers = [Move("exchange", (seat, a, b)) for seat in ("Bob", "Cleo") for a in "abc" for b in "defg"]
    groups = Offering(*offers, Move("end")).desk.build_groups()
    folded, single = groups
    assert [row.value for row in single.rows] == ["end"]
    assert folded.is_folded
    assert [inner.title for inner in folded.groups] == ["Bob", "Cleo"]


def test_groups_keep_the_order_of_the_offers():
    builds = [Move("build", (card,)) for card in "abcdefghi"]
    offers = [Move("gold"), Move("cards"), builds[0], Move("take", ("a",)), *builds[1:], Move("end")]
    groups = Offering(*offers).desk.build_groups()
    assert [group.count for group in groups] == [2, 9, 2]
    assert [row.value for row in groups[0].rows] == ["gold", "cards"]
    assert [row.value for row in groups[2].rows] == ["take a", "end"]


def test_a_game_without_hints_and_templates_has_a_form_too():
    position, _ = PEBBLES.new(["Ann", "Bob"], {"bag": 3}, "some seed")
    groups = MoveForm(PEBBLES, position, "Ann", "en").build_groups()
    assert "end" in [row.value for group in groups for row in group.rows]


@pytest.mark.django_db
def test_fields_are_filled_in_looked_at_and_sent():
    game = table(4)
    written(game, {"called": "magician", "{0}": {"characters": ["magician"], "hand": HAND}})
    seat = awaited(game)
    client = client_of(seat.user)
    form = decision_form(client.get(url(game)).content)
    (chosen,) = [value for value in form["fields"]["move"].values if value.startswith("@")]
    sent = {
        "decision": form["fields"]["decision"].chosen,
        "key": "one",
        "move": chosen,
        f"{chosen[1:]}.cards": ["tavern", "docks"],
    }
    looked = client.post(form["action"], {**sent, "look": "1"})
    assert PUT_UNDER_DECK.fill(cards="Tavern and Docks") in looked.content.decode()
    assert not game.log_entries.filter(kind="move").exists()
    confirm = next(form for form in forms(looked.content) if "line" in form["fields"])
    assert client.post(confirm["action"], sent_as_it_is(confirm)).status_code == 303
    assert game.log_entries.get(kind="move").text == "redraw tavern docks"


HAND = ["tavern", "market", "docks", "castle"]


def test_what_a_character_does_stands_beside_it_in_a_field():
    """Two players keep one and put one away."""
    position, _ = CITADELS.new(["Ann", "Bob"], {}, "1" * 32)
    first, second = sorted(["Ann", "Bob"], key=lambda seat: seat not in CITADELS.awaits(position))
    CITADELS.play(position, first, next(CITADELS.offers(position, first)[0].moves()))
    (group,) = MoveForm(CITADELS, position, second, "en").build_groups()
    for entry in group.rows[0].fields:
        assert entry.has_notes
        assert all(choice.effect for choice in entry.choices)
