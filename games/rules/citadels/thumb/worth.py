"""What it is worth to build a card, and what it is worth to hold one."""

from ...core.notation import Move, Pick
from ..building import understood
from ..districts.table import TYPE, UNIQUE
from .sight import Sight

TEMPO = 1.5  # a step nearer to the end, in points
NEW_TYPE = 0.6  # a step nearer to all five types
COLOUR = 0.3  # some character will collect for it
FIRST, SECOND = 4, 2  # points for completing a city
PATIENCE = 25  # rounds; after so many a game has to come to its end

# What a district brings in the rest of the game when it stands from the first round on.
ENGINE = {
    "armory": 0.5,
    "ball_room": 1.0,
    "bell_tower": 0.5,
    "framework": 1.0,
    "gold_mine": 2.5,
    "graveyard": 0.5,
    "great_wall": 0.5,
    "hospital": 0.5,
    "imperial_treasury": 0.5,
    "keep": 0.3,
    "laboratory": 1.5,
    "library": 2.5,
    "lighthouse": 1.5,
    "map_room": 0.5,
    "museum": 2.5,
    "observatory": 1.0,
    "park": 1.0,
    "poor_house": 0.8,
    "quarry": 0.5,
    "school_of_magic": 1.5,
    "smithy": 1.5,
    "statue": 1.5,
    "theater": 0.3,
    "throne_room": 1.5,
    "wishing_well": 0.8,
}


def value(sight: Sight, card: str, leaving: str = "", cost: int | None = None) -> float:
    """The points that this district brings when it is built now, and what it promises."""
    lot = (card, sight.cost[card] if cost is None else cost)
    gain = sight.change(sight.seat, without=leaving, plus=lot)
    step = 1 + (card == "monument") - (2 if leaving == "monument" else bool(leaving))
    total = gain + _completing(sight, sight.me["size"] + step, gain)
    if sight.last_turn:
        return total
    return total + TEMPO * step + _promise(sight, card)


def _completing(sight: Sight, size: int, gain: int) -> float:
    if size < sight.goal or sight.me["size"] >= sight.goal:
        return 0
    if sight.last_round:
        return SECOND
    return FIRST + _verdict(sight, sight.score[sight.seat] + gain + FIRST)


def _verdict(sight: Sight, final: int) -> float:
    """Is this a good moment for the end? Behind it is better to wait, though not for ever."""
    best = max(sight.score[seat] + 3 * sight.still_to_act(seat) for seat in sight.rivals)
    if final >= best:
        return 3
    return max(-12, final - best) if sight.view["round"] < PATIENCE else 0


def _promise(sight: Sight, card: str) -> float:
    """What the district will do until the end."""
    hope = ENGINE.get(card, 0) * sight.left(sight.seat) / sight.goal
    if card == "factory":
        hope += 0.8 * sum(TYPE[other] == UNIQUE for other in sight.useful if other != card)
    kind = TYPE[card]
    if kind != UNIQUE:
        hope += COLOUR
    if kind not in sight.types(sight.seat):
        hope += NEW_TYPE
    return hope


def wish(sight: Sight, card: str) -> float:
    """How much one would like to hold this card."""
    if card == "secret_vault":
        return 3
    if not sight.fits(card):
        return 0.1
    missing = max(0, sight.price(card) - sight.gold - 2)
    return max(0.3, 0.45 * value(sight, card) - 0.3 * missing)


def pain(sight: Sight) -> float:
    """What a gold that is paid for building is missed; the Alchemist gets it back."""
    return 0.1 if sight.called == "alchemist" else sight.coin


def affordable(sight: Sight, purse: int) -> float:
    """What the best build out of the hand is worth to somebody with so much gold."""
    best, miss = 0.0, pain(sight)
    if sight.called == "navigator":
        return best
    for card in sight.useful:
        price = sight.price(card)
        if price <= purse:
            best = max(best, value(sight, card) - miss * price)
    return best


# --- a way to build


def rate_build(sight: Sight, move: Move) -> float:
    """What this way to build this card is worth, all that is paid for it counted."""
    plan = understood(move)
    worth = value(sight, plan.card, plan.by)
    if plan.by:
        return worth
    cards = sum(wish(sight, card) for card in (*plan.pays, *plan.gives))
    gold = sight.price(plan.card) - len(plan.pays) - len(plan.gives)
    giver = 0.3 * sight.stake(plan.giver) if plan.giver else 0
    return worth - pain(sight) * gold - cards + giver


def filled(sight: Sight, pick: Pick) -> Move:
    """The places of this offer filled with what is least wanted; where more may go, only what is no loss."""
    spare = sorted(pick.pool, key=lambda card: wish(sight, card))
    args: list[str] = []
    for part in pick.parts:
        if isinstance(part, str):
            args.append(part)
            continue
        count = part.least
        while count < min(part.most, len(spare)) and wish(sight, spare[count]) < sight.coin:
            count += 1
        args += spare[:count]
        del spare[:count]
    return Move(pick.verb, tuple(args))
