"""Whole games of the rule-based bot: how well it plays any kingdom, blind to what is hidden."""

import pytest

from games.bots.arena import Contest, run_contest
from games.bots.rule_based_bot import RuleBasedBot
from games.bots.self_play import pick_awaited_seat, play_to_end
from games.rules.core import orders
from games.rules.core.rng import Rng
from games.rules.dominion.bot.advice import ANSWER_RULES
from games.rules.dominion.bot.card_value import RATES
from games.rules.dominion.cards.card import ACTIONS
from games.rules.dominion.ruleset import DOMINION
from games.rules.dominion.setup.kingdoms import SETS

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
    """Dealt again, all that the seat cannot know is another, and the choices and orders are the same."""
    position, number = start(3, {"set": name}, "blind"), 0
    while not DOMINION.over(position):
        seat = pick_awaited_seat(DOMINION, position)
        move = choice(position, seat)
        if number % 3 == 0:
            world = DOMINION.deal_again(position, seat, Rng(f"{number}"))
            assert choice(world, seat) == move
            assert suggested(world, seat) == suggested(position, seat)
        DOMINION.play(position, seat, move)
        number += 1


def test_all_that_it_suggests_can_be_filed():
    for name in SETS:
        position, number = start(4, {"set": name}, "orders"), 0
        while not DOMINION.over(position) and number < 120:
            seat = pick_awaited_seat(DOMINION, position)
            for line in suggested(position, seat) if number % 8 == 0 else ():
                orders.file_order(DOMINION, position, seat, line)
            DOMINION.orders.lines(position, seat).clear()
            DOMINION.play(position, seat, choice(position, seat))
            number += 1


def start(seats, options, seed):
    position, _ = DOMINION.new(NAMES[:seats], options, seed)
    return position


def choice(position, seat):
    view = DOMINION.view(position, seat)
    return RuleBasedBot(DOMINION, seat).choose(view, DOMINION.offers(position, seat))


def suggested(position, seat):
    return DOMINION.advice.suggest_orders(DOMINION.view(position, seat), Rng("dice").below)


def test_it_has_an_answer_to_every_question():
    assert set(ANSWER_RULES) == set(DOMINION.steps.asks)


def test_it_has_an_opinion_of_every_action():
    assert set(RATES) == ACTIONS
