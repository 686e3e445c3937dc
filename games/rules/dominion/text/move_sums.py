"""What is left of the turn after a move: actions, buys and coins, as far as the move alone decides it."""

from collections.abc import Callable
from typing import NamedTuple

from ...core.agenda import list_questions
from ...core.notation import Move
from ...core.translation import Translator
from ..actions import compute_cost
from ..cards.basic import compute_coins
from ..cards.card import ACTION, CARDS, TREASURE, TREASURES
from ..cards.intrigue import CONSPIRATORS
from ..position import DominionGame

MONEYLENDER_COINS, BARON_COINS = 3, 4


class TurnNumbers(NamedTuple):
    """What a turn has left; what a card yet to be drawn or chosen adds is not counted."""

    actions: int
    buys: int
    coins: int


def format_coins(numbers: TurnNumbers, speak: Translator) -> str:
    return speak.count("{n} coin", "{n} coins", numbers.coins)


def format_actions_and_buys(numbers: TurnNumbers, speak: Translator) -> str:
    buys = speak.count("{n} buy", "{n} buys", numbers.buys)
    if not numbers.actions:
        return buys
    return f"{speak.count('{n} action', '{n} actions', numbers.actions)}, {buys}"


def compute_numbers_after(game: DominionGame, seat: str, move: Move) -> TurnNumbers | None:
    """The numbers of the turn after this move; None if the move does not change them."""
    asked = list_questions(game, seat)
    if not asked or game.turn != seat or "none" in move.args:
        return None
    compute = AFTER_MOVE.get(move.verb) if asked[0].name == "main" else AFTER_ANSWER.get(asked[0].name)
    return compute(game, seat, move) if compute else None


def _add(game: DominionGame, *, actions: int = 0, buys: int = 0, coins: int = 0) -> TurnNumbers:
    return TurnNumbers(game.actions + actions, game.buys + buys, game.coins + coins)


# --- the moves of a turn


def _after_action(game: DominionGame, seat: str, move: Move) -> TurnNumbers:
    return _play_actions(game, seat, move.args[0], times=1, cost=1)


def _play_actions(game: DominionGame, seat: str, card: str, *, times: int, cost: int) -> TurnNumbers:
    facts = CARDS[card]
    actions, coins = facts.actions * times, facts.coins * times
    if card == "moneylender":
        coins += MONEYLENDER_COINS * min(times, game.players[seat].hand.count("copper"))
    if card == "conspirator":
        actions += sum(game.played + number >= CONSPIRATORS for number in range(1, times + 1))
    return _add(game, actions=actions - cost, buys=facts.buys * times, coins=coins)


def _after_treasures(game: DominionGame, seat: str, move: Move) -> TurnNumbers:
    hand = game.players[seat].hand
    played = list(move.args) or [card for card in hand if card in TREASURES]
    return TurnNumbers(0, game.buys, game.coins + compute_coins(game, played))


def _after_buy(game: DominionGame, seat: str, move: Move) -> TurnNumbers:
    return TurnNumbers(0, game.buys - 1, game.coins - compute_cost(game, move.args[0]))


# --- the answers to cards


def _after_choice(game: DominionGame, seat: str, move: Move) -> TurnNumbers | None:
    """Steward, Nobles and Minion: two coins, or two actions; a choice of cards changes no number."""
    if move.verb != "choose":
        return None
    return _add(game, actions=2 * ("actions" in move.args), coins=2 * ("coins" in move.args))


def _after_pawn(game: DominionGame, seat: str, move: Move) -> TurnNumbers:
    chosen = move.args
    return _add(game, actions="action" in chosen, buys="buy" in chosen, coins="coin" in chosen)


def _after_ironworks(game: DominionGame, seat: str, move: Move) -> TurnNumbers:
    types = CARDS[move.args[0]].types
    return _add(game, actions=ACTION in types, coins=TREASURE in types)


Computation = Callable[[DominionGame, str, Move], TurnNumbers | None]

AFTER_MOVE: dict[str, Computation] = {  # verb of a turn → what is left
    "play": _after_action,
    "treasures": _after_treasures,
    "buy": _after_buy,
}
AFTER_ANSWER: dict[str, Computation] = {  # question of a card → what is left
    "baron": lambda game, seat, move: _add(game, coins=BARON_COINS),
    "ironworks": _after_ironworks,
    "mining_village": lambda game, seat, move: _add(game, coins=2),
    "minion": _after_choice,
    "nobles": _after_choice,
    "pawn": _after_pawn,
    "secret_chamber": lambda game, seat, move: _add(game, coins=len(move.args)),
    "steward": _after_choice,
    "throne_room": lambda game, seat, move: _play_actions(game, seat, move.args[0], times=2, cost=0),
}
