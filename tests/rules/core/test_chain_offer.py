"""An offer with places that depend on each other: every way to fill it agrees on what is legal."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.rules.core.chain_offer import ChainOffer, ChainPlace, Chosen
from games.rules.core.errors import IllegalMove
from games.rules.core.move_parser import parse_move
from games.rules.core.notation import Move, list_few_moves

VALUES = ("apple", "pear", "two plums", "two pears")
ROOM = {  # cell → what can pay for the card that is laid there
    "c4": ("fort from d3", "port from hand"),
    "d3": ("fort from d3",),
}


def lay_house(chosen: Chosen) -> ChainPlace | None:
    """`lay house c4 paying fort from d3`."""
    if not chosen:
        return ChainPlace("cell", tuple(ROOM))
    return ChainPlace("payment", ROOM[chosen[0][0]], keyword="paying") if len(chosen) == 1 else None


def ask_friends(chosen: Chosen) -> ChainPlace | None:
    """`call red with Bob Bob`: for red up to two friends help, for blue exactly one, of those who can."""
    if not chosen:
        return ChainPlace("colour", ("red", "blue"))
    if len(chosen) > 1:
        return None
    if chosen == (("red",),):
        return ChainPlace("with", ("Bob", "Bob", "Cleo"), 0, 2, "with")
    return ChainPlace("with", ("Cleo",), keyword="with")


HOUSE = ChainOffer("lay", ("house",), lay_house)
FRIENDS = ChainOffer("call", (), ask_friends)


@st.composite
def chains(draw: st.DrawFn) -> ChainOffer:
    """Up to two single places and a last one that takes several values; each depends on the values before."""
    seed, count = draw(st.integers(0, 10**6)), draw(st.integers(0, 2))
    has_last = draw(st.booleans())

    def next_place(chosen: Chosen) -> ChainPlace | None:
        dice = Random(f"{seed} {chosen}")
        keyword = dice.choice(["", f"by{len(chosen)}"])
        if len(chosen) < count:
            return ChainPlace(
                f"place{len(chosen)}", tuple(dice.sample(VALUES, dice.randint(1, 3))), 1, 1, keyword
            )
        if len(chosen) > count or not has_last:
            return None
        pool = tuple(dice.choice(VALUES) for _ in range(dice.randint(2, 4)))
        least = dice.randint(0, 2)
        return ChainPlace("last", pool, least, dice.randint(max(1, least), 3), keyword)

    return ChainOffer("take", draw(st.sampled_from([(), ("box",)])), next_place)


def walk(offer: ChainOffer, dice: Random) -> dict[str, list[str]]:
    """Fill in field by field, as a terminal does, at random."""
    values: dict[str, list[str]] = {}
    while field := offer.narrow(str, values):
        pool = [value for value, _ in field.choices]
        values[field.name] = dice.sample(pool, dice.randint(field.least, field.most))
    return values


@given(chains())
def test_every_listed_move_is_accepted_and_listed_once(offer):
    listed = list(offer.moves())
    assert listed
    assert all(offer.accepts(move) for move in listed)
    assert len(set(listed)) == len(listed)


@given(chains(), st.integers())
def test_a_sampled_move_is_a_listed_one_up_to_the_order_of_its_last_values(offer, seed):
    move = offer.sample(Random(seed).randrange)
    assert offer.accepts(move)
    assert sorted(move.args) in [sorted(one.args) for one in offer.moves()]


@given(chains(), st.integers())
def test_what_is_filled_in_field_by_field_is_accepted(offer, seed):
    assert offer.accepts(offer.fill(walk(offer, Random(seed))))


@given(chains(), st.integers())
def test_the_whole_form_has_every_choice_of_every_step(offer, seed):
    values = walk(offer, Random(seed))
    fields = {field.name: field for field in offer.form(str).fields}
    assert set(values) <= set(fields)
    for name, chosen in values.items():
        left = [value for value, _ in fields[name].choices]
        for value in chosen:
            left.remove(value)
        assert fields[name].least <= len(chosen) <= fields[name].most


@given(chains())
def test_every_word_of_every_move_is_named(offer):
    verb, *words = offer.words()
    assert verb == "take"
    assert all({*move.args} <= {*words} for move in offer.moves())


@given(chains(), st.integers())
def test_a_word_too_many_or_too_few_is_refused(offer, seed):
    move = offer.sample(Random(seed).randrange)
    assert not offer.accepts(Move("takes", move.args))
    assert not offer.accepts(Move("take", (*move.args, "stranger")))
    assert not offer.accepts(Move("take", ("stranger", *move.args)))


@given(chains(), st.lists(st.sampled_from([*VALUES, "box", "by0"]), max_size=4))
def test_only_listed_moves_are_accepted(offer, words):
    move = Move("take", tuple(word for value in words for word in value.split(" ")))
    assume(offer.accepts(move))
    assert sorted(move.args) in [sorted(one.args) for one in offer.moves()]


def test_later_places_depend_on_earlier_ones():
    assert [str(move) for move in HOUSE.moves()] == [
        "lay house c4 paying fort from d3",
        "lay house c4 paying port from hand",
        "lay house d3 paying fort from d3",
    ]
    assert not HOUSE.accepts(Move("lay", ("house", "d3", "paying", "port", "from", "hand")))
    assert not HOUSE.accepts(Move("lay", ("house", "c4")))


def test_the_keyword_of_a_place_is_said_only_with_values():
    assert FRIENDS.accepts(Move("call", ("red",)))
    assert not FRIENDS.accepts(Move("call", ("red", "with")))
    assert not FRIENDS.accepts(Move("call", ("blue",)))


def test_several_values_may_come_in_any_order_and_as_often_as_they_are_there():
    assert FRIENDS.accepts(Move("call", ("red", "with", "Cleo", "Bob")))
    assert FRIENDS.accepts(Move("call", ("red", "with", "Bob", "Bob")))
    assert not FRIENDS.accepts(Move("call", ("red", "with", "Cleo", "Cleo")))
    assert not FRIENDS.accepts(Move("call", ("red", "with", "Bob", "Bob", "Cleo")))


def test_it_reads_what_a_move_chooses():
    assert HOUSE.read(Move("lay", ("house", "d3", "paying", "fort", "from", "d3"))) == (
        ("d3",),
        ("fort from d3",),
    )
    assert HOUSE.read(Move("lay", ("house", "d3"))) is None


def test_values_that_do_not_go_together_are_refused_with_the_value():
    with pytest.raises(IllegalMove, match="“port from hand” does not go with the rest of your choice"):
        HOUSE.fill({"cell": ["d3"], "payment": ["port from hand"]})
    with pytest.raises(IllegalMove, match="“Bob” does not go"):
        FRIENDS.fill({"colour": ["blue"], "with": ["Bob"]})


def test_a_place_that_is_left_empty_or_overfilled_is_refused():
    with pytest.raises(IllegalMove, match="choose 1, not 0"):
        HOUSE.fill({"cell": ["d3"]})
    with pytest.raises(IllegalMove, match="choose 0 to 2, not 3"):
        FRIENDS.fill({"colour": ["red"], "with": ["Bob", "Bob", "Cleo"]})


def test_a_value_for_a_place_that_does_not_come_up_is_refused():
    with pytest.raises(IllegalMove, match="“Dan” does not go"):
        FRIENDS.fill({"colour": ["red"], "more": ["Dan"]})


def test_few_ways_are_shown_one_by_one():
    assert [str(way) for _, way in list_few_moves(HOUSE, str)] == [str(move) for move in HOUSE.moves()]


def test_nothing_is_worked_out_before_somebody_asks():
    def refuse(chosen: Chosen) -> ChainPlace | None:
        raise AssertionError("too early")

    offer = ChainOffer("lay", ("house",), refuse)
    assert not offer.accepts(Move("build", ("house",)))
    assert not offer.accepts(Move("lay", ("barn", "c3")))


@pytest.mark.parametrize(
    "text", ["lay c4 house paying port from hand", "LAY house, C4 paying port from hand"]
)
def test_a_typed_line_may_have_the_first_two_words_the_other_way_round(text):
    move = parse_move(text, [HOUSE], lambda word: frozenset({word}))
    assert str(move) == "lay house c4 paying port from hand"


@given(chains(), st.randoms(use_true_random=False))
def test_what_a_form_is_filled_in_with_to_mean_a_move_means_it(offer, dice):
    move = offer.sample(dice.randrange)
    values = offer.list_values(move)
    assert offer.read(offer.fill(values)) == offer.read(move)


def test_a_move_that_is_not_offered_fills_in_nothing():
    assert HOUSE.list_values(Move("lay", ("house", "e1"))) == {}
