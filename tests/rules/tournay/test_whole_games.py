"""Random games from beginning to end: nothing is lost, all of them end, moves may be taken back."""

from collections import Counter

import pytest

from games.bots.fuzz import build_setup, fuzz_game
from games.rules.core.agenda import Step
from games.rules.core.notation import Move, list_moves
from games.rules.core.rng import Rng
from games.rules.core.undo import UndoHistory
from games.rules.tournay.numbers import ROUNDS
from games.rules.tournay.ruleset import TOURNAY
from games.rules.tournay.turn_offers import list_turn_offers_for
from tests.helpers.random_games import NAMES, play_moments


@pytest.mark.parametrize("number", range(12))
def test_the_fuzzer_finds_nothing(number):
    assert fuzz_game(TOURNAY, build_setup(TOURNAY, "whole", number))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_every_position_of_a_game_is_sound_and_its_rounds_are_counted(seats, mode):
    rounds = []
    for moment in play_moments(TOURNAY, f"sound {mode}", seats, {"mode": mode}):
        TOURNAY.audit(moment.position)
        rounds.append(moment.position.round)
    assert rounds == sorted(rounds)
    assert rounds[-1] <= ROUNDS


def test_the_decks_of_ten_hold_a_town_crier_each():
    position, events = TOURNAY.new(NAMES[:4], {}, "deal")
    assert {len(cards) for cards in position.decks.values()} == {10}
    assert all(cards.count("town_crier") == 1 for cards in position.decks.values())
    assert [queued.coins for queued in position.queue] == [0, 0, 0]
    assert len(position.event_deck) == 12
    assert [event.kind for event in events] == ["dealt", *["event_turned_up"] * 3, "turn_begun"]
    assert position.agenda == [[Step("turn", position.start)]]


def test_anybody_may_begin():
    assert {TOURNAY.new(NAMES[:4], {}, str(seed))[0].start for seed in range(40)} == {*NAMES[:4]}


def test_every_card_is_on_top_of_its_deck_equally_often():
    tops = Counter(TOURNAY.new(NAMES[:2], {}, str(seed))[0].decks["red1"][0] for seed in range(400))
    assert len(tops) == 9  # eight titles and the crier
    assert all(20 <= count <= 60 for card, count in tops.items() if card != "fort")
    assert 55 <= tops["fort"] <= 110  # there are two


def test_a_move_of_a_turn_is_looked_for_among_all_that_could_be_it():
    """What is offered for one move is neither more nor less than what the whole turn offers."""
    for moment in play_moments(TOURNAY, "narrowed", 4, {"mode": "advanced"}):
        position, seat, move = moment.position, moment.seat, moment.move
        if position.agenda[-1][0].name == "turn":
            whole = {one for one in list_moves(TOURNAY.offers(position, seat)) if is_like(one, move)}
            narrowed = list_moves(list_turn_offers_for(position, seat, move))
            assert {one for one in narrowed if is_like(one, move)} == whole


def is_like(one: Move, other: Move) -> bool:
    return one.verb == other.verb and ("using" in one.args) == ("using" in other.args)


# --- the minimal move


def fallback(seat: str, *lines: str, **fields) -> str:
    position = TOURNAY.notation.load({"seats": ["Ann", "Bob"], **fields}, {})
    for line in lines:
        TOURNAY.play(position, "Ann", TOURNAY.read(position, "Ann", line))
    return str(TOURNAY.fallback(position, seat))


CRIER = {"decks": {"white1": ["town_crier", "monk", "chapel"]}, "Ann": {"plaza": {"white": 1}}}


def test_who_has_run_out_of_time_gathers_skips_or_endures():
    assert fallback("Ann", Ann={"hand": ["market"], "deniers": 6}) == "gather"
    port = {"plaza": {"yellow": 1}, "district": {"c3": "port"}}
    two = {"district": {"c3": "market", "d3": "guild"}}
    assert fallback("Ann", "activate port c3", Ann=port, Bob=two) == "skip"
    assert fallback("Ann", step="last_card", Ann={"hand": ["market"], "deniers": 6}) == "skip"
    storm = {"hand": ["storm"], "deniers": 5}
    asked = {**CRIER, "queue": ["famine 0", "fair 3", "tournament 3"], "Bob": storm}
    assert fallback("Bob", "draw white 1 two", **asked) == "endure famine"


def test_what_is_kept_dropped_or_damaged_is_left_to_chance_and_never_a_rampart():
    kept = {fallback("Ann", "draw red 1 two", seed=seed) for seed in range(12)}
    assert len(kept) > 4
    hurt = {"hand": ["storm"], "district": {"c3": "market", "d3": "guild", "c4": "port"}}
    asked = {**CRIER, "queue": ["fire 0", "pilgrimage 3", "tournament 3"], "Bob": hurt}
    chosen = {fallback("Bob", "draw white 1 two", **asked, seed=seed) for seed in range(30)}
    assert chosen == {"damage c3", "damage d3", "damage c4"}


# --- undo


def history_after(line: str, **ann) -> UndoHistory:
    position = TOURNAY.notation.load({"seats": ["Ann", "Bob"], "Ann": ann, "Bob": {"district": BOBS}}, {})
    history = UndoHistory(TOURNAY, position)
    history.play("Ann", TOURNAY.read(position, "Ann", line))
    return history


BOBS = {"c3": "market", "d3": "guild"}


def test_what_shows_a_card_or_ends_the_turn_cannot_be_taken_back():
    assert not history_after("place market c3", hand=["market"], deniers=3).can_undo("Ann")
    assert not history_after("gather").can_undo("Ann")
    assert not history_after("draw red 1 two", plaza={"red": 1}).can_undo("Ann")


def test_a_building_whose_effect_asks_may_be_left_again():
    history = history_after("activate port c3", plaza={"yellow": 1}, district={"c3": "port"})
    assert history.can_undo("Ann")
    before = history.undo("Ann")
    assert before.players["Ann"].plaza["yellow"] == 1
    assert not before.players["Ann"].district["c3"].citizen


# --- what is stored


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_position_is_small(seats):
    sizes = [len(TOURNAY.dump(moment.position)) for moment in play_moments(TOURNAY, "small", seats, {})]
    assert sizes[len(sizes) // 2] <= 3500


def test_dealing_again_leaves_a_game_that_can_be_finished():
    for moment in play_moments(TOURNAY, "finish", 3, {}):
        if moment.number % 40 == 0:
            world = TOURNAY.deal_again(moment.position, moment.seat, Rng(str(moment.number)))
            rng = Rng("on")
            while not TOURNAY.over(world):
                seat = TOURNAY.awaits(world)[0]
                TOURNAY.play(world, seat, rng.choice(TOURNAY.offers(world, seat)).sample(rng.below))
            TOURNAY.audit(world)
