"""Orders that the bot files in advance: what it answers to events."""

from collections.abc import Mapping
from typing import Any

from ...core.notation import RandomBelow
from ..numbers import COLOURS
from .answers import rank_cells
from .view import TownView


def suggest_orders(view: Mapping[str, Any], below: RandomBelow) -> list[str]:
    """Ramparts where an event would hurt; otherwise what is missed least is laid down or damaged."""
    table = TownView(view)
    citizens = sorted(COLOURS, key=lambda colour: -table.me["citizens"][colour])
    orders = ["always rampart hurt", f"prefer lay {' '.join(citizens)}"]
    if table.district:
        orders.append(f"prefer damage {' '.join(rank_cells(table, list(table.district)))}")
    return orders
