"""The places of a finished game, from the view alone."""

from collections.abc import Mapping
from typing import Any


def rank_seats_of_view(view: Mapping[str, Any]) -> dict[str, int]:
    """The place of each seat: by points, then by deniers; equals share it (V6)."""
    keys = {
        seat: (-player["points"]["total"], -player["deniers"]) for seat, player in view["players"].items()
    }
    return {seat: 1 + sum(other < key for other in keys.values()) for seat, key in keys.items()}
