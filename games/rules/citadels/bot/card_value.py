"""What it is worth to build a card, and what it is worth to hold one."""

from ...core.notation import Move, PickOffer
from ..building import parse_build
from ..districts.cards import TYPE, UNIQUE
from .view import BotView

TEMPO_VALUE = 1.5  # a step nearer to the end, in points
NEW_TYPE_VALUE = 0.6  # a step nearer to all five types
INCOME_TYPE_VALUE = 0.3  # some character will collect for it
FIRST_COMPLETION_POINTS, LATER_COMPLETION_POINTS = 4, 2  # points for completing a city first, or later
LONG_GAME_ROUNDS = 25  # rounds, after which the bot ends the game even when it is behind

# What a district brings over a whole game, if it is built in the first round.
LONG_TERM_VALUES = {
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


def value_district(view: BotView, card: str, leaving: str = "", cost: int | None = None) -> float:
    """The points that a district brings if it is built now, plus its expected future value."""
    lot = (card, view.cost[card] if cost is None else cost)
    gain = view.points_change(view.seat, without=leaving, plus=lot)
    step = 1 + (card == "monument") - (2 if leaving == "monument" else bool(leaving))
    total = gain + _value_completion(view, view.me["size"] + step, gain)
    if view.last_turn:
        return total
    return total + TEMPO_VALUE * step + _value_future_use(view, card)


def _value_completion(view: BotView, size: int, gain: int) -> float:
    if size < view.goal or view.me["size"] >= view.goal:
        return 0
    if view.last_round:
        return LATER_COMPLETION_POINTS
    return FIRST_COMPLETION_POINTS + _value_ending_now(
        view, view.score[view.seat] + gain + FIRST_COMPLETION_POINTS
    )


def _value_ending_now(view: BotView, final: int) -> float:
    """Rate ending the game now: bad when behind, unless the game has lasted very long."""
    best = max(view.score[seat] + 3 * view.still_to_act(seat) for seat in view.rivals)
    if final >= best:
        return 3
    return max(-12, final - best) if view.view["round"] < LONG_GAME_ROUNDS else 0


def _value_future_use(view: BotView, card: str) -> float:
    """What the district is expected to bring until the end of the game."""
    hope = LONG_TERM_VALUES.get(card, 0) * view.districts_left(view.seat) / view.goal
    if card == "factory":
        hope += 0.8 * sum(TYPE[other] == UNIQUE for other in view.buildable_cards if other != card)
    kind = TYPE[card]
    if kind != UNIQUE:
        hope += INCOME_TYPE_VALUE
    if kind not in view.types(view.seat):
        hope += NEW_TYPE_VALUE
    return hope


def value_in_hand(view: BotView, card: str) -> float:
    """What it is worth to hold this card."""
    if card == "secret_vault":
        return 3
    if not view.can_be_built(card):
        return 0.1
    missing = max(0, view.price(card) - view.gold - 2)
    return max(0.3, 0.45 * value_district(view, card) - 0.3 * missing)


def value_spent_gold(view: BotView) -> float:
    """The value of a gold spent on building; it is low for the Alchemist, who gets it back."""
    return 0.1 if view.called == "alchemist" else view.gold_value


def value_affordable(view: BotView, purse: int) -> float:
    """The value of the best district in hand that can be built with this much gold."""
    best, miss = 0.0, value_spent_gold(view)
    if view.called == "navigator":
        return best
    for card in view.buildable_cards:
        price = view.price(card)
        if price <= purse:
            best = max(best, value_district(view, card) - miss * price)
    return best


# --- ways to build


def rate_build(view: BotView, move: Move) -> float:
    """The value of one way to build a card, less everything that is paid for it."""
    plan = parse_build(move)
    worth = value_district(view, plan.card, plan.sacrifice)
    if plan.sacrifice:
        return worth
    cards = sum(value_in_hand(view, card) for card in (*plan.payment_cards, *plan.cards_for_lender))
    gold = view.price(plan.card) - len(plan.payment_cards) - len(plan.cards_for_lender)
    giver = 0.3 * view.stake(plan.lender) if plan.lender else 0
    return worth - value_spent_gold(view) * gold - cards + giver


def fill_offer(view: BotView, pick: PickOffer) -> Move:
    """Fill an offer's places with the least wanted cards, optional ones only with cards that are no loss."""
    spare = sorted(pick.pool, key=lambda card: value_in_hand(view, card))
    args: list[str] = []
    for part in pick.parts:
        if isinstance(part, str):
            args.append(part)
            continue
        count = part.least
        while count < min(part.most, len(spare)) and value_in_hand(view, spare[count]) < view.gold_value:
            count += 1
        args += spare[:count]
        del spare[:count]
    return Move(pick.verb, tuple(args))
