"""The schema of the exported JSON file of a tournament. Increase its version whenever it changes."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from games.tournaments.standings.exact import MAX_DIGITS
from games.tournaments.standings.points import PointSystem
from games.tournaments.standings.ranking import RankedState
from games.tournaments.standings.results import EntrantId, FinisherKind, LossReason, TableStatus
from games.tournaments.standings.sections import LadderChangeKind
from games.tournaments.standings.tie_breaks import TieBreak

FORMAT_VERSION: Final = 2

BoundedText = Annotated[str, Meta(max_length=MAX_DIGITS)]
Natural = Annotated[int, Meta(ge=0, le=1 << 53)]
Instant = Annotated[datetime, Meta(tz=True)]


class FilePart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base class: all fields are required, and unknown ones are rejected."""


class NumberPart(FilePart, frozen=True, kw_only=True):
    """A number that need not be an integer, stored twice: with four decimals for readers, and exactly."""

    shown: BoundedText
    exact: BoundedText


class SeatPart(FilePart, frozen=True, kw_only=True):
    entrant: EntrantId
    kind: FinisherKind
    score: BoundedText | None  # exact
    placed: Natural | None  # as the game says
    loss: LossReason
    stand_in: BoundedText
    waited: Natural
    place: Natural | None  # as it counts
    tied: bool
    points: NumberPart | None


class TablePart(FilePart, frozen=True, kw_only=True):
    number: Natural
    round: Natural
    status: TableStatus
    started: Instant | None
    finished: Instant | None
    seats: tuple[SeatPart, ...]


class ByePart(FilePart, frozen=True, kw_only=True):
    entrant: EntrantId
    round: Natural
    points: NumberPart | None


class TermsPart(FilePart, frozen=True, kw_only=True):
    points: PointSystem
    vectors: tuple[tuple[BoundedText, ...], ...]
    tie_breaks: tuple[TieBreak, ...]
    seed: BoundedText
    size: Natural
    best: Natural


class RowPart(FilePart, frozen=True, kw_only=True):
    rank: Natural
    entrant: EntrantId
    name: BoundedText
    state: RankedState
    games: Natural
    byes: Natural
    points: NumberPart
    wins: NumberPart
    seconds: NumberPart
    thirds: NumberPart
    opp: NumberPart
    sb: NumberPart
    relw: NumberPart
    share: NumberPart
    lot: BoundedText
    tie_reason: BoundedText


class LadderChangePart(FilePart, frozen=True, kw_only=True):
    kind: LadderChangeKind
    who: EntrantId
    table: Natural
    challenger: EntrantId


class SectionPart(FilePart, frozen=True, kw_only=True):
    name: BoundedText
    terms: TermsPart
    entrants: tuple[EntrantId, ...]
    tables: tuple[TablePart, ...]
    byes: tuple[ByePart, ...]
    rounds: tuple[tuple[EntrantId, ...], ...]  # of a knock-out: who was in each
    moves: tuple[LadderChangePart, ...]  # of a ladder
    standings: tuple[RowPart, ...]


class EntrantPart(FilePart, frozen=True, kw_only=True):
    who: EntrantId
    name: BoundedText
    state: RankedState


class FileHeader(msgspec.Struct, frozen=True):
    """The fields that are read first, whatever the version."""

    format: Literal["tournament of Citadels by Post"]
    version: int


class TournamentFile(FilePart, frozen=True, kw_only=True):
    format: Literal["tournament of Citadels by Post"] = "tournament of Citadels by Post"
    version: Literal[2] = FORMAT_VERSION
    title: BoundedText
    game: BoundedText
    settings: dict[str, Any]
    entrants: tuple[EntrantPart, ...]
    sections: tuple[SectionPart, ...]
    rulings: tuple[dict[str, Any], ...]
