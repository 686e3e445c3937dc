"""Rate attacks on cities (Warlord, Diplomat, Marshal, Armory), and place the Artist's coins."""

from collections.abc import Sequence

from ...core.notation import Move
from .card_value import TEMPO_VALUE, value_district
from .view import BotView

UNUSED_ARMORY_VALUE = 2.0  # what an Armory is worth as long as it is not used
BLOCKING_VALUE = 3.0  # what it is worth to keep somebody from completing a city


def _district_cost(view: BotView, seat: str, name: str) -> int:
    return next(int(one["cost"]) for one in view.players[seat]["city"] if one["name"] == name)


def _wall_surcharge(view: BotView, seat: str, name: str) -> int:
    city = view.players[seat]["city"]
    return int(name != "great_wall" and any(one["card"] == "great_wall" for one in city))


def rate_rival_loss(view: BotView, seat: str, name: str) -> float:
    """What it is worth to the bot that this rival loses this district."""
    lost = -float(view.points_change(seat, without=name))
    if not view.last_round:
        lost += TEMPO_VALUE
        if view.districts_left(seat) == 1:
            lost += BLOCKING_VALUE
    return view.stake(seat) * lost


def rate_destroy(view: BotView, move: Move) -> float:
    seat, name = move.args
    if seat == view.seat:
        return -9
    price = max(0, _district_cost(view, seat, name) - 1 + _wall_surcharge(view, seat, name))
    return rate_rival_loss(view, seat, name) - view.gold_value * price


def rate_armory(view: BotView, move: Move) -> float:
    """Rate using the Armory, less the value of the Armory itself, which is destroyed too."""
    seat, name = move.args
    if seat == view.seat:
        return -9
    lost = -view.points_change(view.seat, without="armory") + (0 if view.last_turn else TEMPO_VALUE)
    completed = not view.districts_left(view.seat)
    return (
        rate_rival_loss(view, seat, name)
        - lost
        - 2 * completed
        - (0 if view.last_round else UNUSED_ARMORY_VALUE)
    )


def rate_seize(view: BotView, move: Move) -> float:
    """Rate seizing a district: it is gained here and lost there, and its owner gets the price."""
    seat, name = move.args
    cost = _district_cost(view, seat, name)
    price = cost + _wall_surcharge(view, seat, name)
    gain = value_district(view, name.rstrip("+"), cost=cost)
    return gain + rate_rival_loss(view, seat, name) - (view.gold_value + 0.7 * view.stake(seat)) * price


def find_best_exchange(view: BotView, moves: Sequence[Move]) -> tuple[float, Move]:
    """Find the best exchange. Each district is rated only once, because there may be hundreds of pairs."""
    gains: dict[tuple[str, str], float] = {}
    losses: dict[tuple[str, str], float] = {}
    best = (-9.0, moves[0])
    for move in moves:
        seat, theirs, own = move.args
        if (seat, theirs) not in gains:
            gains[seat, theirs] = _rate_received_district(view, seat, theirs)
        if (seat, own) not in losses:
            losses[seat, own] = _rate_given_district(view, seat, own)
        dear = _district_cost(view, seat, theirs) + _wall_surcharge(view, seat, theirs)
        price = max(0, dear - _district_cost(view, view.seat, own))
        worth = gains[seat, theirs] - losses[seat, own] - (view.gold_value + 0.7 * view.stake(seat)) * price
        best = max(best, (worth, move), key=lambda pair: pair[0])
    return best


def _rate_received_district(view: BotView, seat: str, theirs: str) -> float:
    lot = (theirs.rstrip("+"), _district_cost(view, seat, theirs))
    return view.points_change(view.seat, plus=lot) - view.stake(seat) * view.points_change(
        seat, without=theirs
    )


def _rate_given_district(view: BotView, seat: str, own: str) -> float:
    lot = (own.rstrip("+"), _district_cost(view, view.seat, own))
    return view.stake(seat) * view.points_change(seat, plus=lot) - view.points_change(view.seat, without=own)


def choose_beautify(view: BotView, pool: Sequence[str], most: int) -> Move:
    """Place coins first on districts they lift out of the Marshal's reach, then on expensive ones."""
    order = sorted(pool, key=lambda card: (view.cost[card] != 3, -view.cost[card]))
    return Move("beautify", tuple(order[:most]))
