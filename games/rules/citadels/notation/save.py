"""Dump a position as a mapping: the fields that differ from their defaults, or all of them."""

from typing import Any

import msgspec

from ...core.agenda import awaits, list_questions
from ...core.capabilities.position_notation import derive_seed
from ..actions import power_holder_of
from ..position import DRAFT, TURNS, CitadelsGame
from .schema import STEP_BY_KIND, PlayerSchema, PositionSchema, default_first_completed, default_revealed


def dump_position(game: CitadelsGame) -> dict[str, Any]:
    """Dump the fields that differ from their defaults, and a few that are always included."""
    whole = dump_full_position(game)
    always = ("seats", "cast", "goal", "crown", "round", "deck")
    blank: dict[str, Any] = msgspec.to_builtins(PositionSchema(seats=[]))
    kept = {
        name: value
        for name, value in whole.items()
        if name in always or (name in blank and value != blank[name])
    }
    default_phase = TURNS if game.called else DRAFT
    if game.phase == default_phase:
        kept.pop("phase", None)
    if game.phase != DRAFT or whole.get("drafter") == game.crown:
        kept.pop("drafter", None)
    if kept.get("first_completed") == default_first_completed(game):
        kept.pop("first_completed", None)
    for seat in game.seats:
        part = {name: value for name, value in whole[seat].items() if value}
        if whole[seat]["revealed"] == default_revealed(game, seat):
            part.pop("revealed", None)
        else:
            part["revealed"] = whole[seat]["revealed"]
        if part:
            kept[seat] = part
    return kept


def dump_full_position(game: CitadelsGame) -> dict[str, Any]:
    """Dump every field of the position, whether it differs from its default or not."""
    page: dict[str, Any] = {
        "seats": list(game.seats),
        "cast": list(game.cast),
        "goal": game.goal,
        "round": game.round,
        "crown": game.crown,
        "phase": game.phase,
        "drafter": awaits(game)[0] if game.phase == DRAFT and awaits(game) else None,
        "character_deck": list(game.character_deck) if game.phase == DRAFT else None,
        "faceup": list(game.faceup),
        "facedown": list(game.facedown),
        "called": game.called or None,
        "murdered": game.murdered or None,
        "bewitched": game.bewitched or None,
        "robbed": game.robbed or None,
        "robber": game.robber if game.robber and game.robber != power_holder_of(game, "thief") else None,
        "warrants": _dump_warrants(game),
        "threats": _dump_threats(game),
        "taxes": game.taxes,
        "deck": list(game.deck),
        "first_completed": list(game.first_completed),
        "bell": game.bell,
        "pending": _dump_pending(game),
        "seed": derive_seed(game.rng),
    }
    for name in ("begun", "gathered", "thanked", "built", "first_paid", "paid", "used"):
        page[name] = getattr(game, name)
    for seat, player in game.players.items():
        page[seat] = {name: _copy_list(getattr(player, name)) for name in PlayerSchema.__struct_fields__}
    return page


def _copy_list(value: list[str] | int) -> list[str] | int:
    return list(value) if isinstance(value, list) else value


def _dump_warrants(game: CitadelsGame) -> dict[str, Any] | None:
    if not game.warrants:
        return None
    signed = next(one for one, real in game.warrants.items() if real)
    return {"signed": signed, "blank": [one for one, real in game.warrants.items() if not real]}


def _dump_threats(game: CitadelsGame) -> dict[str, Any] | None:
    if not game.threats:
        return None
    page = {"lace" if real else "blank": one for one, real in game.threats.items()}
    if game.blackmailer != power_holder_of(game, "blackmailer"):
        page["by"] = game.blackmailer
    return page


def _dump_pending(game: CitadelsGame) -> dict[str, Any] | None:
    names = {step: kind for kind, step in STEP_BY_KIND.items()}
    for seat in awaits(game):
        for step in list_questions(game, seat):
            if step.name in names:
                return {"kind": names[step.name], "seat": seat, **step.args}
    return None
