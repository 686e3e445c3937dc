"""A whole event as one JSON file, from which everybody can reckon the standings again.

It holds what happened and, beside it, what came of it. Whoever reads it in reckons anew and compares.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from math import lcm
from typing import Any

import msgspec

from games.rules.core.speech import ENGLISH, Tongue, mark
from games.tournaments.standings import exact
from games.tournaments.standings.parts import (
    VERSION,
    ByePart,
    EntrantPart,
    File,
    Head,
    MovePart,
    Number,
    RowPart,
    SeatPart,
    SectionPart,
    TablePart,
    TermsPart,
)
from games.tournaments.standings.points import Scheme
from games.tournaments.standings.ranking import Entrant, Row
from games.tournaments.standings.results import Bye, Outcome, Seat, Table, judged
from games.tournaments.standings.sections import Move, Section
from games.tournaments.standings.terms import Terms
from games.tournaments.standings.words import Unfit
from games.tournaments.standings.writing import NUMBERS

LONGEST = 64_000_000  # bytes
LONGEST_NUMBER = 20  # letters of a score, as rulings may have them
LONGEST_UNIT = 1 << 2048  # common denominator of all points: that of scores up to some hundreds is shorter


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """All that the file holds."""

    title: str
    game: str
    settings: dict[str, Any] = {}
    entrants: tuple[Entrant, ...]
    sections: tuple[Section, ...]
    rulings: tuple[dict[str, Any], ...] = ()

    def rows(self, section: Section) -> tuple[Row, ...]:
        """The standings of a section."""
        return section.rows({entrant.who: entrant for entrant in self.entrants})


# --- writing


def written(event: Event, tongue: Tongue = ENGLISH) -> bytes:
    """The file. The reasons in it are for people, in their language; nothing hangs on them."""
    file = File(
        title=event.title,
        game=event.game,
        settings=event.settings,
        entrants=tuple(EntrantPart(who=one.who, name=one.name, state=one.state) for one in event.entrants),
        sections=tuple(_section_part(event, section, tongue) for section in event.sections),
        rulings=event.rulings,
    )
    return msgspec.json.format(msgspec.json.encode(file), indent=1)


def _section_part(event: Event, section: Section, tongue: Tongue) -> SectionPart:
    out = frozenset(entrant.who for entrant in event.entrants if entrant.state == "disqualified")
    names = {entrant.who: entrant.name for entrant in event.entrants}
    return SectionPart(
        name=section.name,
        terms=_terms_part(section.terms),
        entrants=section.entrants,
        tables=tuple(
            _table_part(table, judged(table, section.terms.scheme, out)) for table in section.tables
        ),
        byes=tuple(
            ByePart(entrant=bye.entrant, round=bye.round, points=_number(bye.points)) for bye in section.byes
        ),
        rounds=section.rounds,
        moves=tuple(MovePart(**msgspec.structs.asdict(move)) for move in section.moves),
        standings=tuple(_row_part(row, names[row.entrant], tongue) for row in event.rows(section)),
    )


def _terms_part(terms: Terms) -> TermsPart:
    return TermsPart(
        points=terms.scheme.system,
        vectors=tuple(tuple(map(exact.written, vector)) for vector in terms.scheme.vectors),
        tie_breaks=terms.tie_breaks,
        seed=terms.seed,
        size=terms.size,
        best=terms.best,
    )


def _table_part(table: Table, outcomes: Sequence[Outcome]) -> TablePart:
    return TablePart(
        number=table.number,
        round=table.round,
        status=table.status,
        started=table.started,
        finished=table.finished,
        seats=tuple(_seat_part(*pair) for pair in zip_longest(table.seats, outcomes)),
    )


def _seat_part(seat: Seat, outcome: Outcome | None) -> SeatPart:
    return SeatPart(
        entrant=seat.entrant,
        kind=seat.kind,
        score=None if seat.score is None else exact.written(seat.score),
        placed=seat.place,
        loss=seat.loss,
        stand_in=seat.stand_in,
        waited=seat.waited,
        place=outcome.place if outcome else None,
        tied=outcome.tied if outcome else False,
        points=_number(outcome.points) if outcome else None,
    )


def _number(value: Fraction | None) -> Number | None:
    return None if value is None else Number(shown=exact.shown(value), exact=exact.written(value))


def _row_part(row: Row, name: str, tongue: Tongue) -> RowPart:
    numbers: dict[str, Any] = {field: _number(getattr(row, field)) for field in NUMBERS}
    return RowPart(
        rank=row.rank,
        entrant=row.entrant,
        name=name,
        state=row.state,
        games=row.games,
        byes=row.byes,
        lot=row.lot,
        tie_reason=row.reason.say(tongue) if row.reason else "",
        **numbers,
    )


# --- reading


def read(data: bytes) -> Event:
    """The event of this file. Unfit, if it is none, or if its standings do not follow from its tables."""
    file = _decoded(data)
    try:
        event = _event(file)
        for section, part in zip(event.sections, file.sections, strict=True):
            _must_be_short(section)
            _compare(part, _section_part(event, section, ENGLISH))
    except ValueError as error:  # also one that has become too long to be written down
        raise Unfit(mark("In this file is a number that cannot be read.")) from error
    return event


def _must_be_short(section: Section) -> None:
    """Exact numbers can be made so long that nobody waits for their sum: of points as ours are, all have a
    denominator in common that is not very long."""
    unit = 1
    points = [
        *(outcome.points for table in section.tables for outcome in judged(table, section.terms.scheme)),
        *(bye.points for bye in section.byes if bye.points is not None),
    ]
    for below in {point.denominator for point in points}:
        unit = lcm(unit, below)
        if unit > LONGEST_UNIT:
            raise Unfit(mark("The numbers in this file are longer than those of any tournament."))


def _number_of(text: str) -> Fraction:
    """A score, or points, as somebody has written them down."""
    if len(text) > LONGEST_NUMBER:
        raise ValueError("too long a number")
    return exact.read(text)


def _decoded(data: bytes) -> File:
    if len(data) > LONGEST:
        raise Unfit(mark("This file is too long: {size} bytes."), size=len(data))
    try:
        head = msgspec.json.decode(data, type=Head)
        if head.version != VERSION:
            raise Unfit(
                mark("This file has version {version}; only version {known} can be read."),
                version=head.version,
                known=VERSION,
            )
        return msgspec.json.decode(data, type=File)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Unfit(mark("This is not the file of a tournament: {error}."), error=error) from error


def _event(file: File) -> Event:
    return Event(
        title=file.title,
        game=file.game,
        settings=file.settings,
        entrants=tuple(Entrant(part.who, part.name, part.state) for part in file.entrants),
        sections=tuple(map(_section, file.sections)),
        rulings=file.rulings,
    )


def _section(part: SectionPart) -> Section:
    return Section(
        name=part.name,
        terms=_terms(part.terms),
        entrants=part.entrants,
        tables=tuple(map(_table, part.tables)),
        byes=tuple(map(_bye, part.byes)),
        rounds=part.rounds,
        moves=tuple(Move(**msgspec.structs.asdict(move)) for move in part.moves),
    )


def _bye(part: ByePart) -> Bye:
    return Bye(part.entrant, part.round, _number_of(part.points.exact) if part.points else None)


def _terms(part: TermsPart) -> Terms:
    vectors = tuple(tuple(map(_number_of, vector)) for vector in part.vectors)
    return Terms(
        scheme=Scheme(part.points, vectors),
        tie_breaks=part.tie_breaks,
        seed=part.seed,
        size=part.size,
        best=part.best,
    )


def _table(part: TablePart) -> Table:
    seats = tuple(map(_seat, part.seats))
    return Table(part.number, seats, part.status, part.round, part.started, part.finished)


def _seat(part: SeatPart) -> Seat:
    score = None if part.score is None else _number_of(part.score)
    return Seat(part.entrant, score, part.placed, part.kind, part.loss, part.stand_in, part.waited)


def _compare(told: SectionPart, reckoned: SectionPart) -> None:
    """What came of the tables, as the file says, must be what comes of them. Only its words are its own."""
    for ours, theirs in zip_longest(_silent(reckoned.standings), _silent(told.standings)):
        if ours != theirs:
            raise Unfit(
                mark("The standings of “{section}” do not follow from its tables: look at rank {rank}."),
                section=told.name,
                rank=(ours or theirs).rank,
            )
    if told.tables != reckoned.tables:
        raise Unfit(
            mark("The points of “{section}” do not follow from what its tables brought."), section=told.name
        )


def _silent(rows: Sequence[RowPart]) -> list[RowPart]:
    return [msgspec.structs.replace(row, tie_reason="") for row in rows]
