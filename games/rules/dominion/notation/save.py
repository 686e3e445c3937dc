"""Dump a position as a mapping: the fields that differ from their defaults, or all of them."""

from typing import Any

from ...core.agenda import list_questions
from ...core.capabilities.position_notation import derive_seed
from ..position import ACTION_PHASE, OVER, DominionGame
from ..scoring import count_points, list_owned
from ..setup.kingdoms import build_supply
from .pending_steps import dump_pending
from .schema import DominionPlayerSchema

TURN_FIELDS = ("coins", "bought", "played", "reduction", "copper_bonus")


def dump_position(game: DominionGame) -> dict[str, Any]:
    """Dump the fields that differ from their defaults, and a few that are always included."""
    whole = _dump_fields(game)
    full = build_supply(len(game.seats), game.kingdom)
    defaults: dict[str, Any] = {
        "phase": ACTION_PHASE,
        "actions": 1 if game.phase == ACTION_PHASE else 0,
        "buys": 0 if game.phase == OVER else 1,
        "trash": [],
        "pending": [],
        "seed": 0,
        **dict.fromkeys(TURN_FIELDS, 0),
    }
    kept = {name: value for name, value in whole.items() if name not in defaults or value != defaults[name]}
    kept["supply"] = {card: left for card, left in whole["supply"].items() if left != full[card]}
    for place, seat in enumerate(game.seats):
        part = {name: value for name, value in whole[seat].items() if value or name == "turns"}
        if part["turns"] == int(place <= game.seats.index(game.turn)):
            del part["turns"]
        kept[seat] = part
    return {name: value for name, value in kept.items() if value != {}}


def dump_full_position(game: DominionGame) -> dict[str, Any]:
    """Dump every field of the position, and what scenarios may ask besides (N14)."""
    page = _dump_fields(game)
    for seat, player in game.players.items():
        asked = list_questions(game, seat)
        page[seat] |= {
            "hand_size": len(player.hand),
            "deck_size": len(player.deck),
            "discard_size": len(player.discard),
            "discard_top": player.discard[-1] if player.discard else None,
            "deck_order": " ".join(reversed(player.deck)),
            "owned": list_owned(player),
            "vp": count_points(player),
            "step": asked[0].name if asked else None,
        }
    return page


def _dump_fields(game: DominionGame) -> dict[str, Any]:
    page: dict[str, Any] = {
        "seats": list(game.seats),
        "turn": game.turn,
        "phase": game.phase,
        "actions": game.actions,
        "buys": game.buys,
        "kingdom": list(game.kingdom),
        "supply": dict(game.supply),
        "trash": list(game.trash),
        "pending": dump_pending(game),
        "seed": derive_seed(game.rng),
    }
    page |= {name: getattr(game, name) for name in TURN_FIELDS}
    for seat, player in game.players.items():
        page[seat] = {name: _copy(getattr(player, name)) for name in DominionPlayerSchema.__struct_fields__}
        page[seat]["deck"].reverse()
        page[seat]["discard"].reverse()
    return page


def _copy(value: list[str] | int) -> list[str] | int:
    return list(value) if isinstance(value, list) else value
