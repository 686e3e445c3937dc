"""What the rule-based bot of any game chooses, and what must hold for all that it chooses and suggests."""

from collections.abc import Iterator
from typing import Any

from games.bots.rule_based_bot import RuleBasedBot
from games.bots.self_play import pick_awaited_seat
from games.rules.core import orders
from games.rules.core.notation import Move
from games.rules.core.rng import Rng
from games.rules.core.ruleset import Ruleset

Rules = Ruleset[Any]


def choose(rules: Rules, position: Any, seat: str, seed: int | str = 0) -> Move:
    return RuleBasedBot(rules, seed).choose(rules.view(position, seat), rules.offers(position, seat))


def choose_whatever_the_dice(rules: Rules, position: Any, seat: str) -> str:
    """The line that the bot chooses with any dice."""
    (line,) = {str(choose(rules, position, seat, seed)) for seed in range(5)}
    return line


def suggest(rules: Rules, position: Any, seat: str) -> list[str]:
    return rules.advice.suggest_orders(rules.view(position, seat), Rng("dice").below)


def list_decisions(rules: Rules, position: Any) -> Iterator[tuple[int, str, Move]]:
    """Every decision of a game between bots, its number, the seat and its move, before it is played."""
    number = 0
    while not rules.over(position):
        seat = pick_awaited_seat(rules, position)
        move = choose(rules, position, seat, seat)
        yield number, seat, move
        rules.play(position, seat, move)
        number += 1


def check_that_choices_hang_on_nothing_hidden(rules: Rules, position: Any, step: int = 3) -> None:
    """Dealt again, all that the seat cannot know is another, and the choices and orders are the same."""
    for number, seat, move in list_decisions(rules, position):
        if number % step == 0:
            world = rules.deal_again(position, seat, Rng(f"{number}"))
            assert choose(rules, world, seat, seat) == move
            assert suggest(rules, world, seat) == suggest(rules, position, seat)


def check_that_suggestions_can_be_filed(rules: Rules, position: Any, most: int, step: int = 8) -> None:
    """Every order that is suggested in these decisions is taken when it is filed."""
    for number, seat, _move in list_decisions(rules, position):
        if number == most:
            return
        for line in suggest(rules, position, seat) if number % step == 0 else ():
            orders.file_order(rules, position, seat, line)
        rules.orders.lines(position, seat).clear()
