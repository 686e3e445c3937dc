"""Whole games of the rule-based bot: how well it plays any kingdom, blind to what is hidden."""

import pytest

from games.bots.arena import Contest, run_contest
from games.bots.rule_based_bot import RuleBasedBot
from games.bots.self_play import play_to_end
from games.rules.dominion.bot.advice import ANSWER_RULES
from games.rules.dominion.bot.card_value import RATES
from games.rules.dominion.cards.card import ACTIONS
from games.rules.dominion.ruleset import DOMINION
from games.rules.dominion.setup.kingdoms import SETS
from tests.helpers.rule_based import (
    check_that_choices_hang_on_nothing_hidden,
    check_that_suggestions_can_be_filed,
)

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
BOTH_BOXES = {"boxes": ["intrigue", "base"]}
MANY_TURNS = 60  # nobody dawdles so long


def test_it_beats_three_random_bots_nearly_always():
    contest = Contest(("rule_based", "random", "random", "random"), BOTH_BOXES, "clear")
    assert run_contest(DOMINION, contest, games=24)[0].share >= 0.95


@pytest.mark.parametrize("boxes", [["base"], ["intrigue"], ["intrigue", "base"]], ids="-".join)
def test_it_beats_big_money(boxes):
    contest = Contest(("rule_based", "big_money"), {"boxes": boxes}, "clear")
    assert run_contest(DOMINION, contest, games=80)[0].share >= 0.6


def test_big_money_beats_random_bots():
    contest = Contest(("big_money", "random", "random"), BOTH_BOXES, "clear")
    assert run_contest(DOMINION, contest, games=12)[0].share >= 0.9


@pytest.mark.parametrize("name", SETS)
def test_it_finishes_games_of_every_set_with_any_number_of_seats(name):
    for seats in DOMINION.seats:
        position = start(seats, {"set": name}, f"finish {seats}")
        play_to_end(DOMINION, position, {seat: RuleBasedBot(DOMINION, seat) for seat in position.seats})
        assert max(player.turns for player in position.players.values()) < MANY_TURNS


@pytest.mark.parametrize("name", SETS)
def test_its_choice_hangs_on_nothing_hidden(name):
    check_that_choices_hang_on_nothing_hidden(DOMINION, start(3, {"set": name}, "blind"))


def test_all_that_it_suggests_can_be_filed():
    for name in SETS:
        check_that_suggestions_can_be_filed(DOMINION, start(4, {"set": name}, "orders"), most=120)


def start(seats, options, seed):
    position, _ = DOMINION.new(NAMES[:seats], options, seed)
    return position


def test_it_has_an_answer_to_every_question():
    assert set(ANSWER_RULES) == set(DOMINION.steps.asks)


def test_it_has_an_opinion_of_every_action():
    assert set(RATES) == ACTIONS
