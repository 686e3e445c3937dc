"""The draft as it is passed on: who has the pile, who has had it, who gets it then, with how many cards."""

import msgspec

from . import piles
from .position import DRAFT
from .reader import Reader


class Pass(msgspec.Struct, frozen=True):
    """The pile in somebody's hands."""

    seat: str
    kind: str  # done, now or next
    words: str
    mine: bool


def passing(reader: Reader) -> list[Pass]:
    """Every pick of a draft that goes on, in order; all of it is open (D3 to D10)."""
    view = reader.view
    if view["phase"] != DRAFT or not view["drafted_from"]:
        return []
    done = sum(player["characters"] for player in view["players"].values())
    order = _order(view["seats"], view["drafted_from"])
    seats, cast = len(order), len(view["cast"])
    turns = piles.turns(seats, cast, cast - len(view["faceup"]) - 1)
    handed = zip(order * piles.each(seats), turns, strict=False)
    return [
        _pass(reader, seat, place - done, turn.pile + piles.looks_face_down(seats, cast, turn.pile))
        for place, (seat, turn) in enumerate(handed)
    ]


def _order(seats: list[str], first: str) -> list[str]:
    start = seats.index(first)
    return seats[start:] + seats[:start]


def _pass(reader: Reader, seat: str, away: int, cards: int) -> Pass:
    """`away` is how many picks it is away from now."""
    mine = seat == reader.me
    kind = "done" if away < 0 else "next" if away else "now"
    return Pass(seat, kind, _to_me(reader, kind, cards) if mine else _of_others(reader, kind, cards), mine)


def _of_others(reader: Reader, kind: str, cards: int) -> str:
    """What follows the name."""
    if kind == "done":
        return reader.say("has chosen")
    if kind == "next":
        return reader.count("gets {n} card", "gets {n} cards", cards)
    return reader.count("chooses, {n} card", "chooses from {n} cards", cards)


def _to_me(reader: Reader, kind: str, cards: int) -> str:
    """What follows “You”."""
    if kind == "done":
        return reader.say("have chosen")
    if kind == "next":
        return reader.count("get {n} card", "get {n} cards", cards)
    return reader.count("choose, {n} card", "choose from {n} cards", cards)
