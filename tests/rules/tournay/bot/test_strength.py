"""Whole games of the rule-based bot: how well it plays, how long its games last, and that it is blind."""

import pytest

from games.bots.arena import Contest, run_contest
from games.bots.rule_based_bot import RuleBasedBot
from games.bots.self_play import play_to_end
from games.rules.tournay.bot.advice import ANSWER_RULES
from games.rules.tournay.bot.card_value import EFFECT_VALUES
from games.rules.tournay.cards.card import OWN_SET
from games.rules.tournay.numbers import MODES, ROUNDS, SEAT_COUNTS
from games.rules.tournay.ruleset import TOURNAY
from tests.helpers.random_games import NAMES
from tests.helpers.rule_based import (
    check_that_choices_hang_on_nothing_hidden,
    check_that_suggestions_can_be_filed,
)

GAMES = 12
USUAL_ROUNDS = range(15, 39)
OPTIONS = [{"mode": mode} for mode in MODES]


def start(seats, options, seed):
    position, _ = TOURNAY.new(NAMES[:seats], options, seed)
    return position


def count_rounds(seats, options, seed):
    position = start(seats, options, seed)
    play_to_end(TOURNAY, position, {seat: RuleBasedBot(TOURNAY, seat) for seat in position.seats})
    return position.round


@pytest.mark.parametrize("options", OPTIONS, ids=MODES)
def test_it_beats_three_random_bots_nearly_always(options):
    contest = Contest(("rule_based", "random", "random", "random"), options, "clear")
    assert run_contest(TOURNAY, contest, games=24, processes=1)[0].share >= 0.9


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_most_basic_games_end_in_the_usual_time_by_the_main_condition(seats):
    rounds = [count_rounds(seats, {}, f"usual {number}") for number in range(GAMES)]
    assert sum(count in USUAL_ROUNDS for count in rounds) >= 0.75 * GAMES


@pytest.mark.parametrize("seats", SEAT_COUNTS)
def test_most_advanced_games_end_before_the_last_round_that_may_be(seats):
    rounds = [count_rounds(seats, {"mode": "advanced"}, f"longer {number}") for number in range(GAMES)]
    assert sum(count < ROUNDS for count in rounds) >= 0.75 * GAMES


@pytest.mark.parametrize("options", OPTIONS, ids=MODES)
def test_its_choice_hangs_on_nothing_hidden(options):
    for seats in SEAT_COUNTS:
        check_that_choices_hang_on_nothing_hidden(TOURNAY, start(seats, options, "blind"))


def test_all_that_it_suggests_can_be_filed():
    for seats in SEAT_COUNTS:
        check_that_suggestions_can_be_filed(TOURNAY, start(seats, {}, "orders"), most=400)


def test_it_has_an_answer_to_every_question():
    assert set(ANSWER_RULES) == set(TOURNAY.steps.asks)


def test_it_has_an_opinion_of_every_effect():
    effects = [card.effect for card in OWN_SET.cards.values()]
    assert set(EFFECT_VALUES) == {effect.kind for effect in effects if effect}
