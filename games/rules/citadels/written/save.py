"""Saving: every field that differs from its default, or all of them."""

from hashlib import sha256
from typing import Any

import msgspec

from ...core.agenda import awaits, questions
from ...core.rng import Rng
from ..position import DRAFT, TURNS, Game
from ..words import master
from .page import KINDS, Written, WrittenPlayer, default_first, default_revealed


def save(game: Game) -> dict[str, Any]:
    """Every field that differs from its default, and always the bare bones of the table."""
    whole = full(game)
    always = ("seats", "cast", "goal", "crown", "round", "deck")
    blank: dict[str, Any] = msgspec.to_builtins(Written(seats=[]))
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
    if kept.get("first_completed") == default_first(game):
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


def full(game: Game) -> dict[str, Any]:
    """Every field of the position, whether it differs from its default or not."""
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
        "robber": game.robber if game.robber and game.robber != master(game, "thief") else None,
        "warrants": _written_warrants(game),
        "threats": _written_threats(game),
        "taxes": game.taxes,
        "deck": list(game.deck),
        "first_completed": list(game.first_completed),
        "bell": game.bell,
        "pending": _written_pending(game),
        "seed": _seed(game.rng),
    }
    for name in ("begun", "gathered", "thanked", "built", "first_paid", "paid", "used"):
        page[name] = getattr(game, name)
    for seat, player in game.players.items():
        page[seat] = {name: _own_list(getattr(player, name)) for name in WrittenPlayer.__struct_fields__}
    return page


def _own_list(value: list[str] | int) -> list[str] | int:
    return list(value) if isinstance(value, list) else value


def _written_warrants(game: Game) -> dict[str, Any] | None:
    if not game.warrants:
        return None
    signed = next(one for one, real in game.warrants.items() if real)
    return {"signed": signed, "blank": [one for one, real in game.warrants.items() if not real]}


def _written_threats(game: Game) -> dict[str, Any] | None:
    if not game.threats:
        return None
    page = {"lace" if real else "blank": one for one, real in game.threats.items()}
    if game.blackmailer != master(game, "blackmailer"):
        page["by"] = game.blackmailer
    return page


def _written_pending(game: Game) -> dict[str, Any] | None:
    names = {step: kind for kind, step in KINDS.items()}
    for seat in awaits(game):
        for step in questions(game, seat):
            if step.name in names:
                return {"kind": names[step.name], "seat": seat, **step.args}
    return None


def _seed(rng: Rng) -> int:
    """A number for what is random from here on; it does not give the seed away."""
    if rng.seed.isdecimal() and not rng.drawn:
        return int(rng.seed)
    return int.from_bytes(sha256(f"{rng.seed}/{rng.drawn}".encode()).digest()[:6], "big")
