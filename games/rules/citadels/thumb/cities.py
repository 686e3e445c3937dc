"""Hands laid on other cities: Warlord, Diplomat, Marshal, Armory; and the Artist's coins on one's own."""

from collections.abc import Sequence

from ...core.notation import Move
from .sight import Sight
from .worth import TEMPO, value

RESERVE = 2.0  # what an Armory is worth as long as it is not used
BLOCK = 3.0  # what it is worth to keep somebody from completing a city


def _cost(sight: Sight, seat: str, name: str) -> int:
    return next(int(one["cost"]) for one in sight.players[seat]["city"] if one["name"] == name)


def _wall(sight: Sight, seat: str, name: str) -> int:
    city = sight.players[seat]["city"]
    return int(name != "great_wall" and any(one["card"] == "great_wall" for one in city))


def harm(sight: Sight, seat: str, name: str) -> float:
    """What it is worth that this rival loses this district."""
    lost = -float(sight.change(seat, without=name))
    if not sight.last_round:
        lost += TEMPO
        if sight.left(seat) == 1:
            lost += BLOCK
    return sight.stake(seat) * lost


def destroy(sight: Sight, move: Move) -> float:
    seat, name = move.args
    if seat == sight.seat:
        return -9
    price = max(0, _cost(sight, seat, name) - 1 + _wall(sight, seat, name))
    return harm(sight, seat, name) - sight.coin * price


def armory(sight: Sight, move: Move) -> float:
    """The Armory itself is lost with it, and what it counts."""
    seat, name = move.args
    if seat == sight.seat:
        return -9
    lost = -sight.change(sight.seat, without="armory") + (0 if sight.last_turn else TEMPO)
    completed = not sight.left(sight.seat)
    return harm(sight, seat, name) - lost - 2 * completed - (0 if sight.last_round else RESERVE)


def seize(sight: Sight, move: Move) -> float:
    """A district more here and one less there, paid to its owner."""
    seat, name = move.args
    cost = _cost(sight, seat, name)
    price = cost + _wall(sight, seat, name)
    gain = value(sight, name.rstrip("+"), cost=cost)
    return gain + harm(sight, seat, name) - (sight.coin + 0.7 * sight.stake(seat)) * price


def exchange(sight: Sight, moves: Sequence[Move]) -> tuple[float, Move]:
    """The best exchange. Each district is reckoned once: there may be hundreds of pairs."""
    gains: dict[tuple[str, str], float] = {}
    losses: dict[tuple[str, str], float] = {}
    best = (-9.0, moves[0])
    for move in moves:
        seat, theirs, own = move.args
        if (seat, theirs) not in gains:
            gains[seat, theirs] = _gain(sight, seat, theirs)
        if (seat, own) not in losses:
            losses[seat, own] = _give(sight, seat, own)
        dear = _cost(sight, seat, theirs) + _wall(sight, seat, theirs)
        price = max(0, dear - _cost(sight, sight.seat, own))
        worth = gains[seat, theirs] - losses[seat, own] - (sight.coin + 0.7 * sight.stake(seat)) * price
        best = max(best, (worth, move), key=lambda pair: pair[0])
    return best


def _gain(sight: Sight, seat: str, theirs: str) -> float:
    lot = (theirs.rstrip("+"), _cost(sight, seat, theirs))
    return sight.change(sight.seat, plus=lot) - sight.stake(seat) * sight.change(seat, without=theirs)


def _give(sight: Sight, seat: str, own: str) -> float:
    lot = (own.rstrip("+"), _cost(sight, sight.seat, own))
    return sight.stake(seat) * sight.change(seat, plus=lot) - sight.change(sight.seat, without=own)


def beautify(sight: Sight, pool: Sequence[str], most: int) -> Move:
    """Coins first where they lift a district out of the Marshal's reach, then where it is dear."""
    order = sorted(pool, key=lambda card: (sight.cost[card] != 3, -sight.cost[card]))
    return Move("beautify", tuple(order[:most]))
