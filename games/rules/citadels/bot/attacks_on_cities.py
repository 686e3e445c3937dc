"""Rate attacks on cities (Warlord, Diplomat, Marshal, Armory), and place the Artist's coins."""

from collections.abc import Sequence

from ...core.notation import Move
from .card_value import TEMPO_VALUE, value_district
from .view import BotView

UNUSED_ARMORY_VALUE = 2.0  # what an Armory is worth as long as it is not used
BLOCKING_VALUE = 3.0  # what it is worth to keep somebody from completing a city


def _district_cost(sight: BotView, seat: str, name: str) -> int:
    return next(int(one["cost"]) for one in sight.players[seat]["city"] if one["name"] == name)


def _wall_surcharge(sight: BotView, seat: str, name: str) -> int:
    city = sight.players[seat]["city"]
    return int(name != "great_wall" and any(one["card"] == "great_wall" for one in city))


def rate_rival_loss(sight: BotView, seat: str, name: str) -> float:
    """What it is worth to the bot that this rival loses this district."""
    lost = -float(sight.points_change(seat, without=name))
    if not sight.last_round:
        lost += TEMPO_VALUE
        if sight.left(seat) == 1:
            lost += BLOCKING_VALUE
    return sight.stake(seat) * lost


def rate_destroy(sight: BotView, move: Move) -> float:
    seat, name = move.args
    if seat == sight.seat:
        return -9
    price = max(0, _district_cost(sight, seat, name) - 1 + _wall_surcharge(sight, seat, name))
    return rate_rival_loss(sight, seat, name) - sight.coin * price


def rate_armory(sight: BotView, move: Move) -> float:
    """Rate using the Armory, less the value of the Armory itself, which is destroyed too."""
    seat, name = move.args
    if seat == sight.seat:
        return -9
    lost = -sight.points_change(sight.seat, without="armory") + (0 if sight.last_turn else TEMPO_VALUE)
    completed = not sight.left(sight.seat)
    return (
        rate_rival_loss(sight, seat, name)
        - lost
        - 2 * completed
        - (0 if sight.last_round else UNUSED_ARMORY_VALUE)
    )


def rate_seize(sight: BotView, move: Move) -> float:
    """Rate seizing a district: it is gained here and lost there, and its owner gets the price."""
    seat, name = move.args
    cost = _district_cost(sight, seat, name)
    price = cost + _wall_surcharge(sight, seat, name)
    gain = value_district(sight, name.rstrip("+"), cost=cost)
    return gain + rate_rival_loss(sight, seat, name) - (sight.coin + 0.7 * sight.stake(seat)) * price


def find_best_exchange(sight: BotView, moves: Sequence[Move]) -> tuple[float, Move]:
    """Find the best exchange. Each district is rated only once, because there may be hundreds of pairs."""
    gains: dict[tuple[str, str], float] = {}
    losses: dict[tuple[str, str], float] = {}
    best = (-9.0, moves[0])
    for move in moves:
        seat, theirs, own = move.args
        if (seat, theirs) not in gains:
            gains[seat, theirs] = _rate_received_district(sight, seat, theirs)
        if (seat, own) not in losses:
            losses[seat, own] = _rate_given_district(sight, seat, own)
        dear = _district_cost(sight, seat, theirs) + _wall_surcharge(sight, seat, theirs)
        price = max(0, dear - _district_cost(sight, sight.seat, own))
        worth = gains[seat, theirs] - losses[seat, own] - (sight.coin + 0.7 * sight.stake(seat)) * price
        best = max(best, (worth, move), key=lambda pair: pair[0])
    return best


def _rate_received_district(sight: BotView, seat: str, theirs: str) -> float:
    lot = (theirs.rstrip("+"), _district_cost(sight, seat, theirs))
    return sight.points_change(sight.seat, plus=lot) - sight.stake(seat) * sight.points_change(
        seat, without=theirs
    )


def _rate_given_district(sight: BotView, seat: str, own: str) -> float:
    lot = (own.rstrip("+"), _district_cost(sight, sight.seat, own))
    return sight.stake(seat) * sight.points_change(seat, plus=lot) - sight.points_change(
        sight.seat, without=own
    )


def choose_beautify(sight: BotView, pool: Sequence[str], most: int) -> Move:
    """Place coins first on districts they lift out of the Marshal's reach, then on expensive ones."""
    order = sorted(pool, key=lambda card: (sight.cost[card] != 3, -sight.cost[card]))
    return Move("beautify", tuple(order[:most]))
