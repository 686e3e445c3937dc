"""Standing orders that the bot files in advance: a draft preference, and answers that nearly always fit."""

from collections.abc import Mapping
from typing import Any

from ...core.notation import RandomBelow
from .character_value import estimate_resources, rate_character
from .view import BotView

# character or district that must be in the game → orders that are useful then
ORDERS_BY_CARD = {
    "blackmailer": ("always reveal",),
    "magistrate": ("always confiscate",),
    "graveyard": ("always recover from 4",),
    "theater": ("always decline theater",),
    "emperor": ("always tribute gold",),
    "ball_room": ("always thanks",),
}


def suggest_orders(view: Mapping[str, Any], below: RandomBelow) -> list[str]:
    """List a preference for the next draft and an order for each question this game may ask out of turn."""
    game_view = BotView(view, below)
    there = {*game_view.cast, *view["uniques"]}
    orders = [order for card, useful in ORDERS_BY_CARD.items() if card in there for order in useful]
    if "blackmailer" in there:
        orders.append("always refuse" if game_view.chance() < 0.5 else "always bribe upto 2")
    return [_format_preference(game_view), *orders, "always end"]


def _format_preference(view: BotView) -> str:
    """Rank all characters by their present value, so that no draft has to wait for this seat."""
    mine = estimate_resources(view, view.seat)
    likes = {one: rate_character(view, one, mine) for one in view.cast}
    return f"prefer {' '.join(sorted(likes, key=likes.__getitem__, reverse=True))}"
