"""The gold, points and city that a player would have after a move, computed without playing it.

Only consequences that the rules alone decide and this player can know are computed. Where the result depends
on somebody else's answer it is None. What the next character call brings is not part of the move.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...core.notation import Move
from ..actions import cost_of, holder_of, size_of, tax_due
from ..building import compute_price, is_magistrate_asked, parse_build
from ..characters.income import count_income
from ..characters.rank_8 import price_to_destroy, price_to_exchange, price_to_seize
from ..districts.cards import CLASSIC, COST, NEW, TYPE, TYPES
from ..position import CitadelsGame
from ..scoring import district_points
from ..turn import compute_gather_amounts, find_tax_collector, owes_tax_collector


class BuildCost(NamedTuple):
    """What a build costs: gold paid, tax on top of it, and the gold left over."""

    gold: int
    tax: int
    gold_left: int


def compute_build_cost(game: CitadelsGame, seat: str, move: Move) -> BuildCost:
    """Compute what this build move costs the seat and how much gold it leaves."""
    plan, player = parse_build(move), game.players[seat]
    gold = 0 if plan.sacrifice else compute_price(game, player, plan.card) - len(plan.payment_cards)
    left = player.gold + len(plan.cards_for_lender) - gold
    tax = tax_due(game, seat, seat, left)
    return BuildCost(gold, tax, left - tax)


def may_be_confiscated(game: CitadelsGame, seat: str, move: Move) -> bool:
    """Is it up to the Magistrate whether the builder gets to keep this district?"""
    plan = parse_build(move)
    return not plan.sacrifice and is_magistrate_asked(game, seat, plan.card)


def merchant_bonus_on_gathering(game: CitadelsGame, seat: str) -> int:
    """Classic: the Merchant's extra gold on gathering; the Witch gets it if he is bewitched (R11)."""
    if game.called != "merchant" or game.edition != CLASSIC or game.called == game.murdered:
        return 0
    return int(game.called != game.bewitched or holder_of(game, "witch") == seat)


def _gold_after_build(game: CitadelsGame, seat: str, move: Move) -> int | None:
    return None if may_be_confiscated(game, seat, move) else compute_build_cost(game, seat, move).gold_left


def _gold_after_gold(game: CitadelsGame, seat: str, move: Move) -> int:
    return _gold_after_cards(game, seat, move) + compute_gather_amounts(game, seat)[0]


def _gold_after_cards(game: CitadelsGame, seat: str, move: Move) -> int:
    return game.players[seat].gold + merchant_bonus_on_gathering(game, seat)


def _gold_after_income(game: CitadelsGame, seat: str, move: Move) -> int:
    gold = int(move.args[0]) if move.args else count_income(game, seat)
    return game.players[seat].gold + (0 if game.called in ("patrician", "cardinal") else gold)


def _gold_after_bonus(game: CitadelsGame, seat: str, move: Move) -> int:
    gold = 0 if move.args == ("cards",) else BONUS_GOLD.get(game.called, 0)
    return game.players[seat].gold + gold


def _gold_after_destroy(game: CitadelsGame, seat: str, move: Move) -> int:
    owner, district = move.args
    return game.players[seat].gold - price_to_destroy(game, game.players[owner], district)


def _gold_after_exchange(game: CitadelsGame, seat: str, move: Move) -> int:
    rival, theirs, own = move.args
    me = game.players[seat]
    return me.gold - price_to_exchange(game, me, game.players[rival], theirs, own)


def _gold_after_seize(game: CitadelsGame, seat: str, move: Move) -> int:
    rival, district = move.args
    return game.players[seat].gold - price_to_seize(game, game.players[rival], district)


def _gold_after_end(game: CitadelsGame, seat: str, move: Move) -> int:
    """Apply the end of the turn in its order: classic tax, Poor House, the Alchemist's refund."""
    player = game.players[seat]
    gold = player.gold
    if gold and owes_tax_collector(game) and find_tax_collector(game) not in (None, seat):
        gold -= 1
    if not gold and "poor_house" in player.city:
        gold += 1
    return gold + (game.paid if game.called == "alchemist" else 0)


def _make_gold_change(gold: Callable[[CitadelsGame, Move], int]) -> Callable[[CitadelsGame, str, Move], int]:
    return lambda game, seat, move: game.players[seat].gold + gold(game, move)


BONUS_GOLD = {"merchant": 1, "queen": 3, "navigator": 4}
GOLD_AFTER_BY_VERB: dict[str, Callable[[CitadelsGame, str, Move], int | None]] = {
    "gold": _gold_after_gold,
    "cards": _gold_after_cards,
    "build": _gold_after_build,
    "income": _gold_after_income,
    "bonus": _gold_after_bonus,
    "levy": _make_gold_change(lambda game, move: game.taxes),
    "tithe": _make_gold_change(lambda game, move: 1),
    "destroy": _gold_after_destroy,
    "exchange": _gold_after_exchange,
    "seize": _gold_after_seize,
    "beautify": _make_gold_change(lambda game, move: -len(move.args)),
    "smithy": _make_gold_change(lambda game, move: -2),
    "laboratory": _make_gold_change(lambda game, move: 2 if game.edition == NEW else 1),
    "tribute": _make_gold_change(lambda game, move: -1 if move.args == ("gold",) else 0),
    "recover": _make_gold_change(lambda game, move: -1),
    "bribe": lambda game, seat, move: game.players[seat].gold - game.players[seat].gold // 2,
    "end": _gold_after_end,
}


def gold_after(game: CitadelsGame, seat: str, move: Move) -> int | None:
    """The gold this seat would have after the move; None if unknown or if the move does not affect gold."""
    return GOLD_AFTER_BY_VERB[move.verb](game, seat, move) if move.verb in GOLD_AFTER_BY_VERB else None


def points_after(game: CitadelsGame, seat: str, move: Move) -> int | None:
    """The points of the seat's own districts after the move; None if unknown or not affected."""
    player = game.players[seat]
    if move.verb == "beautify":
        return district_points(game, player) + len(move.args)
    if move.verb != "build" or may_be_confiscated(game, seat, move):
        return None
    plan = parse_build(move)
    lost = cost_of(game, player, plan.sacrifice) if plan.sacrifice else 0
    return district_points(game, player) + COST[game.edition][plan.card] - lost


def city_after(game: CitadelsGame, seat: str, move: Move) -> list[str]:
    """The districts in the builder's city once this build move is done."""
    plan, city = parse_build(move), list(game.players[seat].city)
    if plan.sacrifice:
        city.remove(plan.sacrifice.rstrip("+"))
    return [*city, plan.card]


def count_possible_types(game: CitadelsGame, seat: str, city: Sequence[str]) -> int:
    """Count the district types this city could have at the end; a haunted district adds a missing one (S3).

    Classic: a Haunted City built in the last round does not (R16)."""
    player = game.players[seat]
    is_last = bool(game.first_completed) or size_of(city) >= game.goal
    fresh = "haunted_city" not in player.city or "haunted_city" in player.built_this_round
    haunted = ["haunted_quarter"] if is_last and fresh else ["haunted_quarter", "haunted_city"]
    plain = {TYPE[card] for card in city if card not in haunted}
    return min(len(TYPES), len(plain) + sum(card in haunted for card in city))
