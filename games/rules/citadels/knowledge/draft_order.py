"""The order of the draft: who has chosen, who has the pile now, who gets it next and with how many cards."""

import msgspec

from .. import draft_sizes
from ..position import DRAFT
from ..text.reader import TableReader


class DraftPass(msgspec.Struct, frozen=True):
    """One seat's turn with the pile of characters."""

    seat: str
    kind: str  # done, now or next
    words: str
    brief: str  # only what differs from the others
    mine: bool


def list_draft_passes(reader: TableReader) -> list[DraftPass]:
    """List every pick of the current draft in order. All of it is public (D3 to D10)."""
    view = reader.view
    if view["phase"] != DRAFT or not view["drafted_from"]:
        return []
    done = sum(player["characters"] for player in view["players"].values())
    order = _rotate_seats(view["seats"], view["drafted_from"])
    seats, cast = len(order), len(view["cast"])
    turns = draft_sizes.list_draft_picks(seats, cast, cast - len(view["faceup"]) - 1)
    handed = zip(order * draft_sizes.count_characters_per_seat(seats), turns, strict=False)
    return [
        _build_draft_pass(
            reader, seat, place - done, turn.pile + draft_sizes.sees_face_down(seats, cast, turn.pile)
        )
        for place, (seat, turn) in enumerate(handed)
    ]


def _rotate_seats(seats: list[str], first: str) -> list[str]:
    start = seats.index(first)
    return seats[start:] + seats[:start]


def _build_draft_pass(reader: TableReader, seat: str, away: int, cards: int) -> DraftPass:
    """Describe a pick; `away` counts picks from the current one, negative for past picks."""
    mine = seat == reader.me
    kind = "done" if away < 0 else "next" if away else "now"
    return DraftPass(
        seat,
        kind,
        _describe_own_pass(reader, kind, cards) if mine else _describe_rivals_pass(reader, kind, cards),
        reader.say("gets {n}", n=cards) if kind == "next" else reader.say("of {n}", n=cards),
        mine,
    )


def _describe_rivals_pass(reader: TableReader, kind: str, cards: int) -> str:
    """The words after a rival's name."""
    if kind == "done":
        return reader.say("has chosen")
    if kind == "next":
        return reader.count("gets {n} card", "gets {n} cards", cards)
    return reader.count("chooses, {n} card", "chooses from {n} cards", cards)


def _describe_own_pass(reader: TableReader, kind: str, cards: int) -> str:
    """The words after “You”."""
    if kind == "done":
        return reader.say("have chosen")
    if kind == "next":
        return reader.count("get {n} card", "get {n} cards", cards)
    return reader.count("choose, {n} card", "choose from {n} cards", cards)
