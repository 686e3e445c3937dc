"""Dump a position as a mapping: the fields that differ from their defaults, or all of them."""

from typing import Any

from ...core.capabilities.position_notation import derive_seed
from ..numbers import COLOURS
from ..position import PLACE, TournayGame, TournayPlayer
from .pending_steps import dump_pending
from .spaces import format_queued, format_space


def dump_position(game: TournayGame) -> dict[str, Any]:
    """Dump the fields that differ from their defaults, and a few that are always included."""
    whole = dump_full_position(game)
    defaults: dict[str, Any] = {
        "start": game.seats[0],
        "round": 1,
        "step": PLACE,
        "last_round": False,
        "supply": dict.fromkeys(COLOURS, 3),
        "up": [],
        "criers": [],
        "pending": [],
        "seed": 0,
    }
    kept = {name: value for name, value in whole.items() if name not in defaults or value != defaults[name]}
    for seat in game.seats:
        kept[seat] = {name: value for name, value in whole[seat].items() if value}
        for name in ("plaza", "aside"):
            if not any(kept[seat][name].values()):
                del kept[seat][name]
    return kept


def dump_full_position(game: TournayGame) -> dict[str, Any]:
    """Dump every field of the position."""
    page: dict[str, Any] = {
        "seats": list(game.seats),
        "start": game.start,
        "turn": game.turn,
        "round": game.round,
        "step": game.step,
        "last_round": game.last_round,
        "supply": dict(game.supply),
        "queue": [format_queued(queued) for queued in game.queue],
        "event_deck": list(game.event_deck),
        "decks": {deck: list(cards) for deck, cards in game.decks.items()},
        "up": list(game.up),
        "criers": list(game.criers),
        "pending": dump_pending(game),
        "seed": derive_seed(game.rng),
    }
    return page | {seat: _dump_player(player) for seat, player in game.players.items()}


def _dump_player(player: TournayPlayer) -> dict[str, Any]:
    return {
        "deniers": player.deniers,
        "plaza": dict(player.plaza),
        "aside": dict(player.aside),
        "hand": [*player.hand, *player.events],
        "district": {cell: format_space(space) for cell, space in player.district.items()},
        "ramparts": list(player.ramparts),
        "orders": list(player.orders),
    }
