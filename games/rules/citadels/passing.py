"""The draft as it is passed on: who has the pile, who has had it, who gets it then, with how many cards."""

from collections.abc import Iterator

import msgspec

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
    sizes = _sizes(len(order), len(view["cast"]), len(view["faceup"]))
    return [
        _pass(reader, seat, place - done, cards)
        for place, (seat, cards) in enumerate(zip(order * each(len(order)), sizes, strict=False))
    ]


def each(seats: int) -> int:
    """How many characters everybody chooses."""
    return 2 if seats <= 3 else 1


def _order(seats: list[str], first: str) -> list[str]:
    start = seats.index(first)
    return seats[start:] + seats[:start]


def _sizes(seats: int, cast: int, faceup: int) -> Iterator[int]:
    """How many cards whoever chooses has before himself, one after the other."""
    pile = cast - faceup - 1
    for place in range(seats * each(seats)):
        is_last_of_many = place == seats - 1 and 3 < seats == cast - 1
        yield pile + is_last_of_many  # who looks at the card that lies face down too
        pile -= 2 if seats == 2 and pile in (6, 4) else 1
        if seats == 3 and cast == 9 and pile == 5:
            pile -= 1  # put away between the passes


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
