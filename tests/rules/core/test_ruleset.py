"""Another game than Citadels fits into the core as it is: Market Day, in market_day.py."""

import subprocess
import sys
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core import scenarios
from games.rules.core.errors import BadPosition, IllegalMove, NotUnderstood, RulesError
from games.rules.core.notation import Move
from games.rules.core.rng import Rng
from tests.helpers.messages.moves import (
    GAME_WAITS_FOR_OTHERS,
    MAY_NOT_PLAY,
    NOBODY_CALLED,
    NOT_UNDERSTOOD_AFTER,
)
from tests.helpers.messages.rules import GAME_IS_OVER
from tests.helpers.rulesets.market_day import MARKET_DAY, Market

SEATS = ("Ann", "Bob", "Cleo", "Dan")


def begun(count: int = 3, seed: str = "a fair day") -> Market:
    return MARKET_DAY.new(SEATS[:count], {}, seed)[0]


def some_decision(market: Market, dice: Random) -> tuple[str, Move]:
    seat = dice.choice(MARKET_DAY.awaits(market))
    return seat, dice.choice(MARKET_DAY.offers(market, seat)).sample(dice.randrange)


def some_way_in(decisions: int, seed: int) -> Market:
    market, dice = begun(seed=str(seed)), Random(seed)
    for _ in range(decisions):
        MARKET_DAY.play(market, *some_decision(market, dice))
    return market


@given(st.integers(0, 10**6))
def test_random_games_come_to_an_end_and_survive_storing_at_every_step(seed):
    rng, dice = Rng(str(seed)), Random(seed)
    count, options = MARKET_DAY.setup.sample(rng)
    market, _ = MARKET_DAY.new(SEATS[:count], options, str(seed))
    while not MARKET_DAY.over(market):
        MARKET_DAY.audit(market)
        seat, move = some_decision(market, dice)
        assert MARKET_DAY.read(market, seat, str(move)) == move
        twin, stored = MARKET_DAY.copy(market), MARKET_DAY.load(MARKET_DAY.dump(market))
        events = MARKET_DAY.play(market, seat, move)
        assert events == MARKET_DAY.play(twin, seat, move) == MARKET_DAY.play(stored, seat, move)
        assert market == twin == stored
    assert MARKET_DAY.awaits(market) == []
    assert MARKET_DAY.winners(market)


@given(st.integers(0, 10**6), st.integers(0, 12))
def test_every_listed_move_is_played_without_a_word_and_any_other_leaves_all_untouched(seed, decisions):
    market = some_way_in(decisions, seed)
    before = MARKET_DAY.dump(market)
    for seat in SEATS[:3]:
        for offer in MARKET_DAY.offers(market, seat):
            for move in offer.moves():
                MARKET_DAY.play(MARKET_DAY.copy(market), seat, move)
        for wrong in (Move("show", ("kiwi",)), Move("share", ("3", "3")), Move("stack"), Move("fly")):
            with pytest.raises(IllegalMove):
                MARKET_DAY.play(market, seat, wrong)
    assert MARKET_DAY.dump(market) == before


def test_seats_asked_together_may_answer_in_any_order_and_it_comes_to_the_same():
    ends = []
    for order in permutations(SEATS[:3]):
        market = begun()
        for seat in order:
            MARKET_DAY.play(market, seat, next(MARKET_DAY.offers(market, seat)[0].moves()))
        ends.append(market)
    assert all(end == ends[0] for end in ends)


def test_nobody_sees_what_another_seat_has_laid_before_all_have():
    market = begun()
    events = MARKET_DAY.play(market, "Ann", next(MARKET_DAY.offers(market, "Ann")[0].moves()))
    fruit = market.stalls["Ann"].laid
    assert [event.seen_by("Ann") for event in events] == [{"kind": "laid", "seat": "Ann", "fruit": fruit}]
    assert [event.seen_by("Bob") for event in events] == [{"kind": "laid", "seat": "Ann"}]
    assert [event.seen_by(None) for event in events] == [{"kind": "laid", "seat": "Ann"}]
    assert MARKET_DAY.phrase(market, events[0].seen_by("Bob"), "Bob", "hu") == "Ann lays down a fruit."
    assert fruit not in str(MARKET_DAY.view(market, None))


@given(st.integers(0, 10**6), st.integers(0, 12), st.sampled_from(SEATS[:3]))
def test_what_a_seat_cannot_know_may_be_dealt_again_without_its_noticing(seed, decisions, seat):
    market = some_way_in(decisions, seed)
    other = MARKET_DAY.deal_again(market, seat, Rng("another world"))
    MARKET_DAY.audit(other)
    assert MARKET_DAY.view(other, seat) == MARKET_DAY.view(market, seat)
    assert MARKET_DAY.table_text(other, seat) == MARKET_DAY.table_text(market, seat)


def test_the_same_seed_deals_the_same_game():
    assert begun(seed="one") == begun(seed="one")
    assert begun(seed="one").stalls != begun(seed="two").stalls


def test_moves_are_read_in_any_language_though_the_game_has_only_english_texts():
    market = MARKET_DAY.notation.load(LOADED, {})
    assert MARKET_DAY.read(market, "Ann", "Lay PITAYA", "hr") == Move("show", ("dragon_fruit",))
    assert MARKET_DAY.read(market, "Bob", "show dragon", "hu") == Move("show", ("dragon_fruit",))


LOADED = {"stalls": {"Ann": {"hand": ["apple", "dragon_fruit"]}, "Bob": {"hand": ["pear", "dragon_fruit"]}}}


@pytest.mark.parametrize(
    ("seat", "line", "kind", "sentence", "moves"),
    [
        ("Zoe", "show apple", IllegalMove, NOBODY_CALLED.fill(seat="Zoe"), ""),
        ("Ann", "show plum", IllegalMove, MAY_NOT_PLAY.fill(move="show plum"), "show apple"),
        (
            "Ann",
            "show kiwi",
            NotUnderstood,
            NOT_UNDERSTOOD_AFTER.fill(unknown="kiwi", so_far="show"),
            "show apple",
        ),
    ],
)
def test_a_refused_line_gets_a_sentence_that_helps(seat, line, kind, sentence, moves):
    market = MARKET_DAY.notation.load(LOADED, {})
    before = MARKET_DAY.dump(market)
    with pytest.raises(kind) as refusal:
        MARKET_DAY.read(market, seat, line)
    assert str(refusal.value).startswith(sentence)
    assert moves in str(refusal.value)
    assert MARKET_DAY.dump(market) == before


def test_a_seat_that_has_answered_is_told_for_whom_the_game_waits():
    market = MARKET_DAY.notation.load(LOADED, {})
    MARKET_DAY.play(market, "Ann", Move("show", ("apple",)))
    with pytest.raises(IllegalMove, match=GAME_WAITS_FOR_OTHERS.fill(seats="Bob")):
        MARKET_DAY.read(market, "Ann", "show apple")


def test_older_positions_are_brought_up_step_by_step():
    stalls = {"Ann": {"hand": ["apple"]}, "Bob": {}}
    old = {"version": 1, "rng": {"seed": "s"}, "seats": ["Ann", "Bob"], "stalls": stalls, "charity": 5}
    market = MARKET_DAY.load(str({**old, "coins": {"Bob": 4}}).replace("'", '"'))
    assert (market.version, market.box, market.stalls["Bob"].coins) == (3, 5, 4)


def test_a_written_position_with_an_unknown_field_is_refused():
    with pytest.raises(BadPosition, match="unknown field `kiosk`"):
        MARKET_DAY.notation.load({**LOADED, "kiosk": 1}, {})


PLAYED = {
    "name": "the-rarer-fruit-leads",
    "game": "market_day",
    "position": LOADED,
    "play": [{"Bob": "show pear"}, {"Ann": "show dragon_fruit"}],
    "refused": [{"Bob": "share 3 0"}, {"Ann": "share 0 3"}, {"Ann": "share 3"}],
    "then": {
        "awaits": ["Ann"],
        "offers": {"Ann": ["share 2 1"]},
        "hides": {"Bob": ["share 2 1"]},
        "Ann.hand": ["apple"],
        "table": ["pear", "dragon_fruit"],
    },
}


def test_scenarios_of_the_game_run_like_those_of_any_other():
    scenarios.check_scenario(scenarios.Scenario(**PLAYED), MARKET_DAY)
    wrong = {**PLAYED, "then": {"awaits": ["Bob"]}}
    with pytest.raises(scenarios.ScenarioFailure, match="awaits"):
        scenarios.check_scenario(scenarios.Scenario(**wrong), MARKET_DAY)


def test_a_clock_can_play_the_whole_game_alone():
    market = begun(4)
    while not MARKET_DAY.over(market):
        seat = MARKET_DAY.awaits(market)[0]
        MARKET_DAY.play(market, seat, MARKET_DAY.fallback(market, seat))
    with pytest.raises(RulesError, match=GAME_IS_OVER):
        MARKET_DAY.read(market, "Ann", "rest")


def test_a_game_can_be_played_without_django(root):
    play = "import sys, tests.helpers.rulesets.market_day as toy; toy.MARKET_DAY.new(['Ann', 'Bob'], {}, 's')"
    code = f"{play}; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=root).returncode == 0


def test_a_game_that_says_nothing_of_places_is_ranked_by_its_points():
    market = begun(seed="places")
    for seat, coins in zip(market.seats, (3, 7, 3), strict=False):
        market.stalls[seat].coins = coins
    first, second, *third = market.seats
    assert MARKET_DAY.ranking(market) == [[second], [first, *third]]
