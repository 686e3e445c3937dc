"""The fields of a written position, and their defaults."""

from typing import Any

import msgspec

READ_ONLY_FIELDS = (
    "hand_size",
    "deck_size",
    "discard_size",
    "discard_top",
    "deck_order",
    "owned",
    "vp",
    "step",
)
PLAY_FIELDS = ("protected", "gone", "passing")  # of the card that is being played; written in `pending`


class DominionPlayerSchema(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The part of one seat."""

    hand: list[str] = []
    deck: list[str] = []
    discard: list[str] = []
    in_play: list[str] = []
    set_aside: list[str] = []
    revealed: list[str] = []
    turns: int | None = None
    orders: list[str] = []


class DominionPositionSchema(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The fields of the table."""

    seats: list[str]
    turn: str | None = None
    phase: str = "action"
    actions: int | None = None
    buys: int | None = None
    coins: int = 0
    bought: bool = False
    played: int = 0
    reduction: int = 0
    copper_bonus: int = 0
    kingdom: list[str] | None = None
    supply: dict[str, int] = {}
    trash: list[str] = []
    seed: int | str = 0
    pending: list[Any] = []


POSITION_FIELDS = DominionPositionSchema.__struct_fields__
CARD_LISTS = ("hand", "deck", "discard", "in_play", "set_aside", "revealed")
