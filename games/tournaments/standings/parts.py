"""The parts of the file of an event, as they stand in it. Change one, and `VERSION` goes up."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from games.tournaments.standings.exact import MOST_DIGITS
from games.tournaments.standings.points import System
from games.tournaments.standings.ranking import State
from games.tournaments.standings.results import Kind, Loss, Status, Who
from games.tournaments.standings.sections import MoveKind
from games.tournaments.standings.tie_breaks import TieBreak

VERSION: Final = 2

Text = Annotated[str, Meta(max_length=MOST_DIGITS)]
Natural = Annotated[int, Meta(ge=0, le=1 << 53)]
Instant = Annotated[datetime, Meta(tz=True)]


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything is there, and nothing else."""


class Number(Part, frozen=True, kw_only=True):
    """What is not whole stands there twice: with four decimals for the eye, and exactly."""

    shown: Text
    exact: Text


class SeatPart(Part, frozen=True, kw_only=True):
    entrant: Who
    kind: Kind
    score: Text | None  # exact
    placed: Natural | None  # by the game
    loss: Loss
    stand_in: Text
    waited: Natural
    place: Natural | None  # as it counts
    tied: bool
    points: Number | None


class TablePart(Part, frozen=True, kw_only=True):
    number: Natural
    round: Natural
    status: Status
    started: Instant | None
    finished: Instant | None
    seats: tuple[SeatPart, ...]


class ByePart(Part, frozen=True, kw_only=True):
    entrant: Who
    round: Natural
    points: Number | None


class TermsPart(Part, frozen=True, kw_only=True):
    points: System
    vectors: tuple[tuple[Text, ...], ...]
    tie_breaks: tuple[TieBreak, ...]
    seed: Text
    size: Natural
    best: Natural


class RowPart(Part, frozen=True, kw_only=True):
    rank: Natural
    entrant: Who
    name: Text
    state: State
    games: Natural
    byes: Natural
    points: Number
    wins: Number
    seconds: Number
    thirds: Number
    opp: Number
    sb: Number
    relw: Number
    share: Number
    lot: Text
    tie_reason: Text


class MovePart(Part, frozen=True, kw_only=True):
    kind: MoveKind
    who: Who
    table: Natural
    challenger: Who


class SectionPart(Part, frozen=True, kw_only=True):
    name: Text
    terms: TermsPart
    entrants: tuple[Who, ...]
    tables: tuple[TablePart, ...]
    byes: tuple[ByePart, ...]
    rounds: tuple[tuple[Who, ...], ...]  # of a knock-out: who was in each
    moves: tuple[MovePart, ...]  # of a ladder
    standings: tuple[RowPart, ...]


class EntrantPart(Part, frozen=True, kw_only=True):
    who: Who
    name: Text
    state: State


class Head(msgspec.Struct, frozen=True):
    """What is read first, of whatever version."""

    format: Literal["tournament of Citadels by Post"]
    version: int


class File(Part, frozen=True, kw_only=True):
    format: Literal["tournament of Citadels by Post"] = "tournament of Citadels by Post"
    version: Literal[2] = VERSION
    title: Text
    game: Text
    settings: dict[str, Any]
    entrants: tuple[EntrantPart, ...]
    sections: tuple[SectionPart, ...]
    rulings: tuple[dict[str, Any], ...]
