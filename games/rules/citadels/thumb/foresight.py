"""What a sensible player decides before being asked: whom to be, and answers that are nearly always right."""

from collections.abc import Mapping
from typing import Any

from ...core.notation import Below
from .appeal import appeal, means_of
from .sight import Sight

# what there must be in the game for an order to be of use: a character or a district
USEFUL = {
    "blackmailer": ("always reveal",),
    "magistrate": ("always confiscate",),
    "graveyard": ("always recover from 4",),
    "theater": ("always decline theater",),
    "emperor": ("always tribute gold",),
    "ball_room": ("always thanks",),
}


def advised_orders(view: Mapping[str, Any], below: Below) -> list[str]:
    """A list for the next draft, and an answer to each question that this game may put out of turn."""
    sight = Sight(view, below)
    there = {*sight.cast, *view["uniques"]}
    orders = [order for card, useful in USEFUL.items() if card in there for order in useful]
    if "blackmailer" in there:
        orders.append("always refuse" if sight.chance() < 0.5 else "always bribe upto 2")
    return [_preference(sight), *orders, "always end"]


def _preference(sight: Sight) -> str:
    """All characters, so that no draft has to wait; what comes open before it may change the order."""
    mine = means_of(sight, sight.seat)
    likes = {one: appeal(sight, one, mine) for one in sight.cast}
    return f"prefer {' '.join(sorted(likes, key=likes.__getitem__, reverse=True))}"
