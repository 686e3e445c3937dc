"""Chance: the same on every machine, fair, and bound to the seed that was promised."""

from collections import Counter
from math import factorial

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core.rng import WORD, Rng, compute_commitment, generate_seed
from tests.helpers.line_counter import at_most_lines

KNOWN = {
    "citadels": [249, 652, 729, 557, 970],
    "": [789, 910, 100, 561, 502],  # `printf 0 | b2sum -l 64` is 842b7d9d43cddf75
    "őž": [117, 882, 17, 399, 900],
    "x" * 64: [46, 926, 411, 909, 780],
    "x" * 65: [215, 181, 80, 93, 228],
}


@pytest.mark.parametrize("seed", KNOWN)
def test_a_seed_gives_the_numbers_it_has_always_given(seed):
    rng = Rng(seed)
    assert [rng.below(1000) for _ in range(5)] == KNOWN[seed]


def test_a_seed_gives_the_order_it_has_always_given():
    cards = list("abcdefgh")
    Rng("citadels").shuffle(cards)
    assert "".join(cards) == "hgfecdab"


def test_a_commitment_is_what_it_has_always_been():
    """As `printf 'citadels-by-post seed citadels' | sha256sum` prints it."""
    known = "3342b9fbe38151dc3ae731f9ec500bcc6b417a2e6c926b80f1ca6aff4757b227"
    assert compute_commitment("citadels") == known


def test_another_seed_has_another_commitment():
    assert len({compute_commitment(seed) for seed in ("a", "b", "", "A", "a ")}) == 5


def test_a_fresh_seed_is_long_and_never_the_same():
    seeds = {generate_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(len(bytes.fromhex(seed)) == 32 for seed in seeds)


def chi_square(found: Counter, kinds: int) -> float:
    expected = found.total() / kinds
    assert len(found) == kinds
    return sum((count - expected) ** 2 / expected for count in found.values())


@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_numbers_are_fair(seed):
    rng = Rng(seed)
    assert chi_square(Counter(rng.below(6) for _ in range(12_000)), 6) < 20.5  # one in a thousand lies above


def test_every_order_of_a_shuffle_is_as_likely():
    """Over many seeds: a single one may well be odd, as “two” is in its first thousands."""
    orders: Counter[str] = Counter()
    for seed in ("one", "two", "three", *map(str, range(20))):
        rng = Rng(seed)
        for _ in range(1_000):
            cards = list("abcd")
            rng.shuffle(cards)
            orders["".join(cards)] += 1
    assert chi_square(orders, factorial(4)) < 49.7


def test_every_item_is_chosen_as_often():
    rng = Rng("seed")
    assert chi_square(Counter(rng.choice("abcde") for _ in range(10_000)), 5) < 18.5


def test_numbers_that_would_be_unfair_are_drawn_again():
    """Below 2⁶³ + 1 about every second number has to go."""
    rng = Rng("citadels")
    numbers = [rng.below(2**63 + 1) for _ in range(5)]
    assert numbers[:2] == [86128164497523249, 4179932209795798652]
    assert rng.drawn == 8


@given(st.text(max_size=200).filter(lambda seed: seed.isprintable()), st.integers(1, WORD))
def test_a_number_is_below_its_bound(seed, bound):
    assert 0 <= Rng(seed).below(bound) < bound


@pytest.mark.parametrize("bound", [0, -1, WORD + 1])
def test_there_is_no_number_below_nothing_nor_below_more_than_a_word(bound):
    rng = Rng("seed")
    with pytest.raises(ValueError, match="no fair number"), at_most_lines(1_000):
        rng.below(bound)
    assert rng.drawn == 0


def test_nothing_can_be_chosen_of_nothing():
    with pytest.raises(ValueError, match="no fair number"):
        Rng("seed").choice([])


@given(st.lists(st.integers(0, 5)), st.text("abc"))
def test_a_shuffle_neither_makes_nor_loses_cards(cards, seed):
    shuffled = cards.copy()
    Rng(seed).shuffle(shuffled)
    assert Counter(shuffled) == Counter(cards)


def test_what_was_drawn_is_counted():
    rng = Rng("seed")
    rng.shuffle(list(range(10)))
    assert rng.drawn == 9
    rng.below(1)
    rng.choice("ab")
    assert rng.drawn == 11
    rng.shuffle([])
    rng.shuffle([1])
    assert rng.drawn == 11


def test_a_stored_rng_goes_on_where_it_stopped():
    rng = Rng("seed")
    for _ in range(7):
        rng.below(10)
    stored = msgspec.json.decode(msgspec.json.encode(rng), type=Rng)
    assert [stored.below(99) for _ in range(5)] == [rng.below(99) for _ in range(5)]


def test_long_seeds_differ_though_they_begin_alike():
    numbers = {Rng("x" * 1000 + end).below(WORD) for end in ("", "a", "b", "aa")}
    assert len(numbers) == 4
