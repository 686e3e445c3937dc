"""The shapes of an offer: what each accepts, lists, samples, and how it shows itself as a form.

Each shape is held against a second definition of its own, which tries all lines over a few words.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.rules.core.errors import IllegalMove
from games.rules.core.notation import (
    CardSlot,
    DealOffer,
    LooseMove,
    Move,
    Offer,
    OfferField,
    OfferForm,
    PickOffer,
    SplitOffer,
    offer_cards,
)
from tests.helpers.line_counter import at_most_lines

CARDS = ("apple", "pear", "plum")
pools = st.lists(st.sampled_from(CARDS), max_size=4).map(tuple)
fixed_words = st.sampled_from(["with", "from", "apple"])  # a fixed word may be called like a card


@st.composite
def picks(draw: st.DrawFn) -> PickOffer:
    """A Pick of up to three parts, of which at most one leaves its number open."""
    parts: list[str | CardSlot] = []
    for number in range(draw(st.integers(0, 3))):
        is_open = any(isinstance(part, CardSlot) and part.least < part.most for part in parts)
        if draw(st.booleans()):
            parts.append(draw(fixed_words))
            continue
        least = draw(st.integers(0, 2))
        most = least if is_open else least + draw(st.integers(0, 3))
        parts.append(CardSlot(least, most, f"place {number}", draw(st.booleans())))
    return PickOffer("take", draw(pools), tuple(parts))


@st.composite
def deals(draw: st.DrawFn) -> DealOffer:
    seats = draw(st.lists(st.sampled_from(["Ann", "Bob", "Cleo"]), unique=True, max_size=3))
    return DealOffer("give", draw(pools), tuple(seats))


@st.composite
def splits(draw: st.DrawFn) -> SplitOffer:
    least = draw(st.lists(st.integers(0, 3), min_size=1, max_size=3))
    parts = ("gold", "cards", "wood")[: len(least)]
    return SplitOffer("income", draw(st.integers(0, 12)), parts, tuple(least))


lines = st.builds(
    Move, st.sampled_from(["end", "crown"]), st.lists(st.sampled_from(CARDS), max_size=2).map(tuple)
)
looses = st.builds(LooseMove, lines, st.sampled_from(["gold", "apple"]))
offers = st.one_of(picks(), deals(), splits(), lines, looses)


def sampled(offer: Offer, seed: int) -> Move:
    return offer.sample(Random(seed).randrange)


def all_lines(words: Sequence[str], longest: int) -> Iterator[tuple[str, ...]]:
    for length in range(longest + 1):
        yield from product(words, repeat=length)


# --- what holds for every shape


@given(offers)
def test_every_listed_move_is_accepted_and_listed_once(offer):
    listed = list(offer.moves())
    assert all(offer.accepts(move) for move in listed)
    assert len(set(listed)) == len(listed)


@given(offers, st.integers())
def test_every_sampled_move_is_accepted(offer, seed):
    assume(next(offer.moves(), None))
    assert offer.accepts(sampled(offer, seed))


@settings(derandomize=True)
@given(offers)
def test_a_move_listed_is_also_sampled_sooner_or_later(offer):
    listed = list(islice(offer.moves(), 13))
    assume(0 < len(listed) <= 12)
    found = {sampled(offer, seed) for seed in range(600)}
    assert {tuple(sorted(move.args)) for move in listed} == {tuple(sorted(move.args)) for move in found}


@given(offers)
def test_every_move_begins_with_the_verb_and_has_no_words_that_the_offer_does_not_name(offer):
    verb, *words = offer.words()
    assert verb == offer.verb
    for move in offer.moves():
        assert move.verb == verb
        assert all(word in words or word.isdigit() for word in move.args)


@given(offers, offers)
def test_an_offer_refuses_a_move_with_another_verb_or_a_word_too_many(offer, other):
    for move in islice(offer.moves(), 20):
        assert not offer.accepts(Move(f"{move.verb}s", move.args))
        assert not offer.accepts(Move(move.verb, (*move.args, "stranger")))
        assert not offer.accepts(Move(move.verb, (*move.args, "")))
        assert other.verb == offer.verb or not other.accepts(move)


@given(offers, st.text(max_size=5), st.lists(st.text(max_size=9), max_size=6))
def test_whatever_is_accepted_consists_of_the_words_of_the_offer(offer, verb, args):
    for move in (Move(verb, tuple(args)), Move(offer.verb, tuple(args))):
        if offer.accepts(move):
            assert set(move.args) <= set(offer.words()) or isinstance(offer, SplitOffer)


# --- Move and Loose


def test_a_move_is_printed_as_one_line():
    assert str(Move("build", ("great_wall", "with", "tavern"))) == "build great_wall with tavern"
    assert str(Move("end")) == "end"


def test_a_move_accepts_only_itself():
    move = Move("build", ("tavern",))
    assert list(move.moves()) == [move]
    assert move.accepts(Move("build", ("tavern",)))
    for other in (
        Move("build"),
        Move("build", ("market",)),
        Move("build", ("tavern", "tavern")),
        Move("Build"),
    ):
        assert not move.accepts(other)


def test_a_plain_move_is_a_button_without_fields():
    assert Move("build", ("great_wall",)).form(str.upper) == OfferForm("BUILD GREAT_WALL")
    assert Move("end").fill({"cards": ["tavern"]}) == Move("end")


def test_a_loose_move_may_be_said_with_its_needless_word_but_is_listed_without():
    offer = LooseMove(Move("crown", ("Bob",)), "gold")
    assert list(offer.moves()) == [Move("crown", ("Bob",))]
    assert offer.accepts(Move("crown", ("Bob",)))
    assert offer.accepts(Move("crown", ("Bob", "gold")))
    for args in ((), ("gold",), ("Bob", "card"), ("gold", "Bob"), ("Bob", "gold", "gold")):
        assert not offer.accepts(Move("crown", args))
    assert offer.form(str) == OfferForm("crown Bob")
    assert offer.accepts(offer.fill({}))


# --- Pick


def pick_takes(
    parts: Sequence[str | CardSlot], args: Sequence[str], pool: Counter[str]
) -> list[tuple[str, ...]]:
    """Every way to cut the line into the parts, with the cards of an unordered place sorted."""
    if not parts:
        return [] if args else [()]
    part, later = parts[0], parts[1:]
    if isinstance(part, str):
        fits = list(args[:1]) == [part]
        return [(part, *rest) for rest in pick_takes(later, args[1:], pool)] if fits else []
    ways = []
    for count in range(part.least, min(part.most, len(args)) + 1):
        here = Counter(args[:count])
        if here <= pool:
            cards = tuple(args[:count] if part.ordered else sorted(args[:count]))
            ways += [(*cards, *rest) for rest in pick_takes(later, args[count:], pool - here)]
    return ways


@settings(max_examples=60)
@given(picks())
def test_a_pick_lists_exactly_what_it_accepts(offer):
    taken = set()
    for args in all_lines([*CARDS, "with", "from"], 4):
        ways = pick_takes(offer.parts, args, Counter(offer.pool))
        assert offer.accepts(Move("take", args)) == bool(ways)
        assert len(ways) <= 1
        taken.update(ways)
    assert {move.args for move in offer.moves() if len(move.args) <= 4} == taken


def test_a_pick_knows_how_many_copies_there_are():
    offer = offer_cards("keep", ["tavern", "tavern", "market"], 2, 2)
    assert [str(move) for move in offer.moves()] == ["keep market tavern", "keep tavern tavern"]
    assert offer.accepts(Move("keep", ("tavern", "market")))
    assert not offer.accepts(Move("keep", ("market", "market")))


def test_the_places_of_a_pick_draw_from_one_pool():
    offer = PickOffer("pick", ("king", "thief"), (CardSlot(1, 1, "keeps"), CardSlot(1, 1, "discards")))
    assert [str(move) for move in offer.moves()] == ["pick king thief", "pick thief king"]
    assert not offer.accepts(Move("pick", ("king", "king")))


def test_an_ordered_place_lists_every_order_and_an_unordered_one_only_one():
    rows = offer_cards("stack", ["a", "b"], 2, 2, ordered=True)
    assert [str(move) for move in rows.moves()] == ["stack a b", "stack b a"]
    handfuls = offer_cards("drop", ["a", "b"], 2, 2)
    assert [str(move) for move in handfuls.moves()] == ["drop a b"]
    assert handfuls.accepts(Move("drop", ("b", "a")))


def test_a_place_that_allows_more_than_there_is_takes_what_there_is():
    offer = offer_cards("keep", ["a", "b"], 0, 9)
    assert [str(move) for move in offer.moves()] == ["keep", "keep a", "keep b", "keep a b"]
    assert all(offer.accepts(sampled(offer, seed)) for seed in range(200))
    assert offer.form(str).fields[0].most == 2


def test_an_open_place_leaves_enough_for_the_places_after_it():
    offer = PickOffer("take", ("a", "b"), (CardSlot(0, 2, "some"), CardSlot(1, 1, "one")))
    assert {str(move) for move in offer.moves()} == {"take a", "take b", "take a b", "take b a"}
    assert all(offer.accepts(sampled(offer, seed)) for seed in range(200))
    assert [(field.least, field.most) for field in offer.form(str).fields] == [(0, 1), (1, 1)]


def test_a_pool_too_small_offers_nothing():
    offer = offer_cards("keep", ["a"], 2, 3)
    assert list(offer.moves()) == []
    assert not offer.accepts(Move("keep", ("a",)))
    with pytest.raises(ValueError, match="empty range"):
        sampled(offer, 1)


def test_the_first_moves_of_a_huge_pick_come_at_once():
    pool = [f"card_{number}" for number in range(200)]
    with at_most_lines(100_000):
        huge = PickOffer(
            "take", tuple(pool), (CardSlot(50, 100, "some", ordered=True), "with", CardSlot(20, 20, "others"))
        )
        first = list(islice(huge.moves(), 3))
    assert len(set(first)) == 3
    assert all(huge.accepts(move) for move in first)


def test_listing_does_not_try_what_leaves_too_little_for_later_places():
    pool = [f"card_{number}" for number in range(40)]
    offer = PickOffer("take", tuple(pool), (CardSlot(0, 40, "some"), CardSlot(40, 40, "all")))
    with at_most_lines(100_000):
        assert [move.args for move in offer.moves()] == [tuple(sorted(pool))]


def test_a_pick_with_two_open_places_cannot_be_made():
    with pytest.raises(ValueError, match="one place"):
        PickOffer("take", ("a", "b"), (CardSlot(0, 1, "here"), CardSlot(0, 1, "there")))


def test_the_places_of_a_pick_have_different_names():
    with pytest.raises(ValueError, match="different names"):
        PickOffer("take", ("a", "b"), (CardSlot(1, 1), CardSlot(1, 1)))


def test_the_form_of_a_pick_tells_label_fields_choices_and_numbers():
    offer = PickOffer(
        "build", ("market", "tavern", "market"), ("thieves_den", "with", CardSlot(0, 2, "pays", ordered=True))
    )
    choices = (("market", "Market"), ("market", "Market"), ("tavern", "Tavern"))
    field = OfferField("pays", "Pays", choices, 0, 2, ordered=True)
    assert offer.form(str.title) == OfferForm("Build Thieves_Den With", (field,))


@given(picks(), st.randoms(use_true_random=False))
def test_a_pick_filled_in_as_its_form_says_is_accepted(offer, dice):
    assume(next(offer.moves(), None))
    left, values = list(offer.pool), {}
    dice.shuffle(left)
    form = offer.form(str)
    for field in form.fields:
        assert sorted(value for value, _ in field.choices) == sorted(offer.pool)
        count = dice.randint(field.least, field.most)
        values[field.name] = [left.pop() for _ in range(count)]
    assert offer.accepts(offer.fill(values))


@pytest.mark.parametrize(
    "values",
    [
        {"signed": [], "blank": ["king", "thief", "spy"]},
        {"signed": ["king", "thief"], "blank": ["spy"]},
        {"blank": ["king", "thief"]},
        {},
    ],
)
def test_a_wrong_number_in_one_field_does_not_slip_into_the_next(values):
    offer = PickOffer(
        "warrant", ("king", "thief", "spy"), (CardSlot(1, 1, "signed"), CardSlot(2, 2, "blank"))
    )
    with pytest.raises(IllegalMove, match=r"For “(signed|blank)” choose"):
        offer.fill(values)


@pytest.mark.parametrize("cards", [["market"], ["tavern market"], [""], ["tavern\n"], ["TAVERN"]])
def test_a_card_that_is_not_in_the_form_makes_a_move_that_is_refused(cards):
    offer = offer_cards("keep", ["tavern"], 1, 1)
    assert not offer.accepts(offer.fill({"cards": cards}))


# --- Deal


@settings(max_examples=60)
@given(deals().filter(lambda deal: len(deal.seats) <= 2))
def test_a_deal_lists_exactly_what_it_accepts(offer):
    taken = set()
    for args in all_lines([*CARDS, *offer.seats], 4):
        gifts = list(zip(args[::2], args[1::2], strict=False))
        pairs = len(args) % 2 == 0 and sorted(seat for seat, _ in gifts) == sorted(offer.seats)
        legal = pairs and Counter(card for _, card in gifts) <= Counter(offer.pool)
        assert offer.accepts(Move("give", args)) == legal
        if legal:
            taken.add(frozenset(gifts))
    listed = [frozenset(zip(move.args[::2], move.args[1::2], strict=True)) for move in offer.moves()]
    assert len(listed) == len(taken)
    assert set(listed) == taken


def test_a_deal_may_name_the_seats_in_any_order_but_each_once():
    offer = DealOffer("give", ("tavern", "market"), ("Bob", "Cleo"))
    assert offer.accepts(Move("give", ("Cleo", "tavern", "Bob", "market")))
    for args in (
        ("Bob", "tavern", "Bob", "market"),
        ("Bob", "tavern", "Cleo", "tavern"),
        ("Bob", "tavern"),
        ("tavern", "Bob", "market", "Cleo"),
        ("Bob", "tavern", "Cleo", "market", "Cleo"),
    ):
        assert not offer.accepts(Move("give", args))


def test_the_first_moves_of_a_huge_deal_of_like_cards_come_at_once():
    offer = DealOffer("give", ("tavern",) * 60 + ("market",), ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"))
    with at_most_lines(100_000):
        listed = list(offer.moves())
    assert len(listed) == 7  # the market to one of the six, or to nobody


def test_the_form_of_a_deal_has_a_field_for_every_seat():
    offer = DealOffer("give", ("tavern", "market"), ("Bob", "Cleo"))
    choices = (("tavern", "TAVERN"), ("market", "MARKET"))  # as the ruleset names them
    fields = (OfferField("Bob", "BOB", choices, 1, 1), OfferField("Cleo", "CLEO", choices, 1, 1))
    assert offer.form(str.upper) == OfferForm("GIVE", fields)


@given(deals(), st.randoms(use_true_random=False))
def test_a_deal_filled_in_as_its_form_says_is_accepted(offer, dice):
    assume(len(offer.pool) >= len(offer.seats))
    cards = dice.sample(offer.pool, len(offer.seats))
    assert offer.accepts(offer.fill({seat: [card] for seat, card in zip(offer.seats, cards, strict=True)}))


@pytest.mark.parametrize("values", [{}, {"Bob": ["tavern"]}, {"Bob": ["tavern", "market"], "Cleo": []}])
def test_a_deal_needs_one_card_for_every_seat(values):
    with pytest.raises(IllegalMove, match="choose 1, not"):
        DealOffer("give", ("tavern", "market"), ("Bob", "Cleo")).fill(values)


def test_a_card_dealt_twice_in_a_form_makes_a_move_that_is_refused():
    offer = DealOffer("give", ("tavern", "market"), ("Bob", "Cleo"))
    assert not offer.accepts(offer.fill({"Bob": ["tavern"], "Cleo": ["tavern"]}))


# --- Split


@given(splits())
def test_a_split_lists_exactly_what_it_accepts(offer):
    numbers = [str(number) for number in range(14)]
    taken = set()
    for args in product(numbers, repeat=len(offer.parts)):
        amounts = [int(arg) for arg in args]
        enough = all(amount >= least for amount, least in zip(amounts, offer.least, strict=True))
        legal = enough and sum(amounts) == offer.total
        assert offer.accepts(Move("income", args)) == legal
        if legal:
            taken.add(args)
    assert {move.args for move in offer.moves()} == taken


HOSTILE = [
    "",
    " ",
    "+1",
    "-1",
    "01",
    "00",
    "1.0",
    "1e0",
    "１",
    "９",
    "²",
    "١",
    "Ⅳ",
    "1_0",
    " 1",
    "1\n",
    "0x1",
    "9" * 10**6,
]


@pytest.mark.parametrize("word", HOSTILE)
def test_a_split_refuses_what_is_not_a_plain_number(word):
    for total in (0, 1, 4, 9):
        offer = SplitOffer("income", total, ("gold", "cards"), (0, 0))
        for other in ("0", "1", word):
            assert not offer.accepts(Move("income", (word, other)))
            assert not offer.accepts(Move("income", (other, word)))


@given(splits(), st.lists(st.text(max_size=8), max_size=4))
def test_a_split_accepts_only_numbers_that_add_up(offer, args):
    if offer.accepts(Move("income", tuple(args))):
        assert sum(map(int, args)) == offer.total


def test_a_split_of_a_large_amount_accepts_what_it_lists():
    offer = SplitOffer("income", 12_345_678, ("gold", "cards"), (0, 12_345_677))
    assert [str(move) for move in offer.moves()] == ["income 0 12345678", "income 1 12345677"]
    assert all(offer.accepts(move) for move in offer.moves())


def test_a_split_of_less_than_its_parts_need_offers_nothing():
    assert list(SplitOffer("income", 1, ("gold",), (2,)).moves()) == []
    assert list(SplitOffer("income", 3, ("gold", "cards"), (2, 2)).moves()) == []


def test_the_form_of_a_split_tells_how_much_each_part_may_have():
    fields = (
        OfferField("gold", "GOLD", (("1", "1"), ("2", "2")), 1, 1),
        OfferField("cards", "CARDS", (("0", "0"), ("1", "1")), 1, 1),
    )
    assert SplitOffer("income", 2, ("gold", "cards"), (1, 0)).form(str.upper) == OfferForm("INCOME", fields)


@given(splits())
def test_a_split_filled_in_with_its_choices_is_accepted_when_they_add_up(offer):
    form = offer.form(str)
    for chosen in product(*([value for value, _ in field.choices] for field in form.fields)):
        move = offer.fill({field.name: [value] for field, value in zip(form.fields, chosen, strict=True)})
        assert offer.accepts(move) == (sum(map(int, chosen)) == offer.total)


@pytest.mark.parametrize("values", [{}, {"gold": ["1", "2"], "cards": []}, {"gold": ["3"]}])
def test_a_split_needs_one_number_for_every_part(values):
    with pytest.raises(IllegalMove, match="choose 1, not"):
        SplitOffer("income", 3, ("gold", "cards"), (0, 0)).fill(values)
