"""The fields of a written position, and their defaults."""

import msgspec


class TournayPlayerSchema(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The part of one seat. A seat that is left out altogether stands as at the start instead."""

    deniers: int = 0
    plaza: dict[str, int] = {}
    aside: dict[str, int] = {}
    hand: list[str] = []
    district: dict[str, str] = {}
    ramparts: list[str] = []
    orders: list[str] = []


class TournayPositionSchema(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The fields of the table."""

    seats: list[str]
    start: str | None = None
    turn: str | None = None
    round: int = 1
    step: str = "place"
    last_round: bool = False
    supply: dict[str, int] = {}
    queue: list[str] | None = None
    event_deck: list[str] | None = None
    decks: dict[str, list[str]] = {}
    up: list[str] = []
    criers: list[str] = []
    pending: list[str] = []
    seed: int | str = 0


POSITION_FIELDS = TournayPositionSchema.__struct_fields__
PLAYER_FIELDS = TournayPlayerSchema.__struct_fields__
