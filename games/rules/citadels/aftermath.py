"""What a move leaves to the one who makes it, reckoned before it is made.

Only what the rules alone decide and this player can know: where it hangs on an answer of somebody else there
is no number. What the next call brings is not part of the move.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..core.notation import Move
from .building import magistrate_is_asked, price, understood
from .characters.income import income_of
from .characters.rank_8 import exchange_price, price_to_destroy, seizing_price
from .districts.table import CLASSIC, COST, NEW, TYPE, TYPES
from .position import Game
from .scoring import district_points
from .turn import collector, gathering, owes_collector
from .words import cost, holder, size_of, tax_due


class Outlay(NamedTuple):
    """What building takes from the own stash."""

    gold: int
    tax: int
    left: int


def outlay(game: Game, seat: str, move: Move) -> Outlay:
    plan, player = understood(move), game.players[seat]
    gold = 0 if plan.by else price(game, player, plan.card) - len(plan.pays)
    left = player.gold + len(plan.gives) - gold
    tax = tax_due(game, seat, seat, left)
    return Outlay(gold, tax, left - tax)


def may_be_confiscated(game: Game, seat: str, move: Move) -> bool:
    """Does the Magistrate decide whether this district comes to stand here?"""
    plan = understood(move)
    return not plan.by and magistrate_is_asked(game, seat, plan.card)


def bonus_on_gathering(game: Game, seat: str) -> int:
    """Classic: the Merchant's gold comes by itself; of a bewitched one the Witch gets it (R11)."""
    if game.called != "merchant" or game.edition != CLASSIC or game.called == game.murdered:
        return 0
    return int(game.called != game.bewitched or holder(game, "witch") == seat)


def _build(game: Game, seat: str, move: Move) -> int | None:
    return None if may_be_confiscated(game, seat, move) else outlay(game, seat, move).left


def _gold(game: Game, seat: str, move: Move) -> int:
    return _cards(game, seat, move) + gathering(game, seat)[0]


def _cards(game: Game, seat: str, move: Move) -> int:
    return game.players[seat].gold + bonus_on_gathering(game, seat)


def _income(game: Game, seat: str, move: Move) -> int:
    gold = int(move.args[0]) if move.args else income_of(game, seat)
    return game.players[seat].gold + (0 if game.called in ("patrician", "cardinal") else gold)


def _bonus(game: Game, seat: str, move: Move) -> int:
    gold = 0 if move.args == ("cards",) else BONUS_GOLD.get(game.called, 0)
    return game.players[seat].gold + gold


def _destroy(game: Game, seat: str, move: Move) -> int:
    owner, district = move.args
    return game.players[seat].gold - price_to_destroy(game, game.players[owner], district)


def _exchange(game: Game, seat: str, move: Move) -> int:
    rival, theirs, own = move.args
    me = game.players[seat]
    return me.gold - exchange_price(game, me, game.players[rival], theirs, own)


def _seize(game: Game, seat: str, move: Move) -> int:
    rival, district = move.args
    return game.players[seat].gold - seizing_price(game, game.players[rival], district)


def _end(game: Game, seat: str, move: Move) -> int:
    """In the order of `end_of_turn`: classic tax, Poor House, the Alchemist's refund."""
    player = game.players[seat]
    gold = player.gold
    if gold and owes_collector(game) and collector(game) not in (None, seat):
        gold -= 1
    if not gold and "poor_house" in player.city:
        gold += 1
    return gold + (game.paid if game.called == "alchemist" else 0)


def _changes_by(gold: Callable[[Game, Move], int]) -> Callable[[Game, str, Move], int]:
    return lambda game, seat, move: game.players[seat].gold + gold(game, move)


BONUS_GOLD = {"merchant": 1, "queen": 3, "navigator": 4}
LEFT: dict[str, Callable[[Game, str, Move], int | None]] = {
    "gold": _gold,
    "cards": _cards,
    "build": _build,
    "income": _income,
    "bonus": _bonus,
    "levy": _changes_by(lambda game, move: game.taxes),
    "tithe": _changes_by(lambda game, move: 1),
    "destroy": _destroy,
    "exchange": _exchange,
    "seize": _seize,
    "beautify": _changes_by(lambda game, move: -len(move.args)),
    "smithy": _changes_by(lambda game, move: -2),
    "laboratory": _changes_by(lambda game, move: 2 if game.edition == NEW else 1),
    "tribute": _changes_by(lambda game, move: -1 if move.args == ("gold",) else 0),
    "recover": _changes_by(lambda game, move: -1),
    "bribe": lambda game, seat, move: game.players[seat].gold - game.players[seat].gold // 2,
    "end": _end,
}


def gold_after(game: Game, seat: str, move: Move) -> int | None:
    """How much gold this seat has then; None if nobody can say, or if the move is not about gold."""
    return LEFT[move.verb](game, seat, move) if move.verb in LEFT else None


def points_after(game: Game, seat: str, move: Move) -> int | None:
    """What the own city is worth then, where the move is about that."""
    player = game.players[seat]
    if move.verb == "beautify":
        return district_points(game, player) + len(move.args)
    if move.verb != "build" or may_be_confiscated(game, seat, move):
        return None
    plan = understood(move)
    lost = cost(game, player, plan.by) if plan.by else 0
    return district_points(game, player) + COST[game.edition][plan.card] - lost


def city_after(game: Game, seat: str, move: Move) -> list[str]:
    """The districts of the builder when this is built."""
    plan, city = understood(move), list(game.players[seat].city)
    if plan.by:
        city.remove(plan.by.rstrip("+"))
    return [*city, plan.card]


def types_of(game: Game, seat: str, city: Sequence[str]) -> int:
    """How many types a city of this seat could show at the end, each haunted district as one more (S3).

    Classic: not one that is built in the last round (R16)."""
    player = game.players[seat]
    is_last = bool(game.first_completed) or size_of(city) >= game.goal
    fresh = "haunted_city" not in player.city or "haunted_city" in player.built_this_round
    haunted = ["haunted_quarter"] if is_last and fresh else ["haunted_quarter", "haunted_city"]
    plain = {TYPE[card] for card in city if card not in haunted}
    return min(len(TYPES), len(plain) + sum(card in haunted for card in city))
