"""`pending`: what is still to be done in the middle of a card.

The first entry is what is known of the play; the others are the groups of the agenda, the top one last.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from ...core.agenda import Step
from ...core.capabilities.position_notation import convert_fields
from ...core.errors import BadPosition
from ..cards.card import CARDS
from ..position import DominionGame, steps

# arguments that a step must have; a step that is not here has none
STEP_ARGS = {
    "play": ("card",),
    "effect": ("card",),
    "react": ("attack",),
    "react.topdeck": ("attack", "shown"),
    "spy": ("target",),
    "thief.look": ("target",),
    "thief.trash": ("target",),
    "thief.gain": ("cards",),
    "swindler": ("target", "cost"),
    "swindler.next": ("target", "cost"),
    "saboteur": ("most",),
    "saboteur.next": ("most",),
    "mine.gain": ("most",),
    "remodel.gain": ("most",),
    "upgrade.gain": ("cost",),
}
MAY_HAVE = {"react": ("shown",), "thief.loot": ("cards",)}
NEED_REVEALED = ("spy", "thief.look", "thief.trash")
NEED_HAND = ("library", "masquerade.pass")


class _PendingPlay(msgspec.Struct, forbid_unknown_fields=True):
    """What is known of the card that is being played."""

    protected: list[str] = []
    gone: bool = False
    passing: dict[str, str] = {}


def dump_pending(game: DominionGame) -> list[Any]:
    """Dump the agenda and what is known of the play; empty if only the turn's own question is open."""
    if game.agenda in ([], [[Step("main", game.turn)]]):
        return []
    play = {"protected": game.protected, "gone": game.gone, "passing": game.passing}
    agenda: list[Any] = msgspec.to_builtins(game.agenda)
    return [msgspec.to_builtins({name: value for name, value in play.items() if value}), *agenda]


def restore_agenda(pending: list[Any], game: DominionGame) -> None:
    """Put on the agenda what was saved; what no game can have saved is refused."""
    play = convert_fields(pending[0], _PendingPlay)
    game.protected, game.gone, game.passing = play.protected, play.gone, play.passing
    game.agenda = [_convert_group(group) for group in pending[1:]]
    _require({*play.protected, *play.passing} <= {*game.seats})
    _require(all(card in game.players[seat].hand for seat, card in play.passing.items()))
    _require(bool(game.agenda) and game.agenda[0] == [Step("main", game.turn)])
    _require(all(step.name in steps.asks for step in game.agenda[-1]))
    for group in game.agenda:
        for step in group:
            _check_step(game, step)


def _convert_group(group: object) -> list[Step]:
    _require(isinstance(group, list) and bool(group))
    return [convert_fields(step, Step) for step in group] if isinstance(group, list) else []


def _require(holds: bool) -> None:
    if not holds:
        raise BadPosition("“pending” is not a part of a game that was saved.")


def _check_step(game: DominionGame, step: Step) -> None:
    needed = {*STEP_ARGS.get(step.name, ())}
    allowed = {*needed, *MAY_HAVE.get(step.name, ())}
    _require(step.name in steps.acts or step.name in steps.asks)
    _require(step.seat in game.seats and needed <= step.args.keys() <= allowed)
    for name, value in step.args.items():
        _require(_ARG_CHECKS[name](game, value))
    if step.name in NEED_REVEALED:
        _require(bool(game.players[step.args["target"]].revealed))
    if step.name in NEED_HAND:
        _require(bool(game.players[step.seat].hand))
    if step.name == "mining_village":
        _require(not game.gone and step.name in game.players[step.seat].in_play)
    if step.name in ("thief.gain", "thief.loot"):
        _require(all(card in game.trash for card in step.args.get("cards", ())))


def _is_card(game: DominionGame, value: object) -> bool:
    return isinstance(value, str) and value in CARDS


def _are_cards(game: DominionGame, value: object) -> bool:
    return isinstance(value, list) and all(_is_card(game, card) for card in value)


def _is_cost(game: DominionGame, value: object) -> bool:
    return isinstance(value, int)


def _is_seat(game: DominionGame, value: object) -> bool:
    return isinstance(value, str) and value in game.seats


_ARG_CHECKS: dict[str, Callable[[DominionGame, object], bool]] = {
    "card": _is_card,
    "attack": _is_card,
    "cards": _are_cards,
    "shown": _are_cards,
    "target": _is_seat,
    "cost": _is_cost,
    "most": _is_cost,
}
PENDING_WORDS = frozenset(_ARG_CHECKS)  # that are stored besides the names of fields and steps
