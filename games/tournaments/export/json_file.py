"""A whole tournament as one JSON file, from which anybody can recompute the standings.

It holds what happened and, beside it, the resulting standings. Loading it recomputes and compares them.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import zip_longest
from math import lcm
from typing import Any

import msgspec

from games.rules.core.translation import ENGLISH, Translator, mark
from games.tournaments.export.csv_files import NUMBER_COLUMNS
from games.tournaments.export.json_schema import (
    FORMAT_VERSION,
    ByePart,
    EntrantPart,
    FileHeader,
    LadderChangePart,
    NumberPart,
    RowPart,
    SeatPart,
    SectionPart,
    TablePart,
    TermsPart,
    TournamentFile,
)
from games.tournaments.standings import exact
from games.tournaments.standings.messages import InvalidTournamentData
from games.tournaments.standings.points import PointScheme
from games.tournaments.standings.ranking import RankedEntrant, StandingsRow
from games.tournaments.standings.results import Bye, FinishedSeat, FinishedTable, SeatOutcome, score_table
from games.tournaments.standings.scoring_terms import ScoringTerms
from games.tournaments.standings.sections import LadderChange, StageSection

MAX_FILE_BYTES = 64_000_000  # bytes
MAX_NUMBER_LENGTH = 20  # characters of a score, which a ruling may set
MAX_COMMON_DENOMINATOR = (
    1 << 2048
)  # common denominator of all points; for scores up to some hundreds it is smaller


class TournamentExport(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the file holds."""

    title: str
    game: str
    settings: dict[str, Any] = {}
    entrants: tuple[RankedEntrant, ...]
    sections: tuple[StageSection, ...]
    rulings: tuple[dict[str, Any], ...] = ()

    def rows(self, section: StageSection) -> tuple[StandingsRow, ...]:
        """Compute the standings of a section."""
        return section.compute_rows({entrant.who: entrant for entrant in self.entrants})


# --- writing


def dump_tournament(export: TournamentExport, tongue: Translator = ENGLISH) -> bytes:
    """Return the file. The reasons in it are for readers, in their language; nothing depends on them."""
    file = TournamentFile(
        title=export.title,
        game=export.game,
        settings=export.settings,
        entrants=tuple(EntrantPart(who=one.who, name=one.name, state=one.state) for one in export.entrants),
        sections=tuple(_dump_section(export, section, tongue) for section in export.sections),
        rulings=export.rulings,
    )
    return msgspec.json.format(msgspec.json.encode(file), indent=1)


def _dump_section(export: TournamentExport, section: StageSection, tongue: Translator) -> SectionPart:
    out = frozenset(entrant.who for entrant in export.entrants if entrant.state == "disqualified")
    names = {entrant.who: entrant.name for entrant in export.entrants}
    return SectionPart(
        name=section.name,
        terms=_dump_terms(section.terms),
        entrants=section.entrants,
        tables=tuple(
            _dump_table(table, score_table(table, section.terms.scheme, out)) for table in section.tables
        ),
        byes=tuple(
            ByePart(entrant=bye.entrant, round=bye.round, points=_dump_number(bye.points))
            for bye in section.byes
        ),
        rounds=section.rounds,
        moves=tuple(LadderChangePart(**msgspec.structs.asdict(move)) for move in section.moves),
        standings=tuple(_dump_row(row, names[row.entrant], tongue) for row in export.rows(section)),
    )


def _dump_terms(terms: ScoringTerms) -> TermsPart:
    return TermsPart(
        points=terms.scheme.system,
        vectors=tuple(tuple(map(exact.dump_fraction, vector)) for vector in terms.scheme.vectors),
        tie_breaks=terms.tie_breaks,
        seed=terms.seed,
        size=terms.size,
        best=terms.best,
    )


def _dump_table(table: FinishedTable, outcomes: Sequence[SeatOutcome]) -> TablePart:
    return TablePart(
        number=table.number,
        round=table.round,
        status=table.status,
        started=table.started,
        finished=table.finished,
        seats=tuple(_dump_seat(*pair) for pair in zip_longest(table.seats, outcomes)),
    )


def _dump_seat(seat: FinishedSeat, outcome: SeatOutcome | None) -> SeatPart:
    return SeatPart(
        entrant=seat.entrant,
        kind=seat.kind,
        score=None if seat.score is None else exact.dump_fraction(seat.score),
        placed=seat.place,
        loss=seat.loss,
        stand_in=seat.stand_in,
        waited=seat.waited,
        place=outcome.place if outcome else None,
        tied=outcome.is_tied if outcome else False,
        points=_dump_number(outcome.points) if outcome else None,
    )


def _dump_number(value: Fraction | None) -> NumberPart | None:
    return (
        None
        if value is None
        else NumberPart(shown=exact.format_decimal(value), exact=exact.dump_fraction(value))
    )


def _dump_row(row: StandingsRow, name: str, tongue: Translator) -> RowPart:
    numbers: dict[str, Any] = {field: _dump_number(getattr(row, field)) for field in NUMBER_COLUMNS}
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


def load_tournament(data: bytes) -> TournamentExport:
    """Load a tournament from this file.

    An error is raised if it is not such a file, or if its standings do not follow from its tables."""
    file = _decode_file(data)
    try:
        export = _load_export(file)
        for section, part in zip(export.sections, file.sections, strict=True):
            _require_short_numbers(section)
            _compare_sections(part, _dump_section(export, section, ENGLISH))
    except ValueError as error:  # also raised for a number that has become too long to be formatted
        raise InvalidTournamentData(mark("This file contains a number that cannot be read.")) from error
    return export


def _require_short_numbers(section: StageSection) -> None:
    """Reject numbers so long that adding them would take for ever.

    Points as we compute them have a common denominator that is not very long."""
    unit = 1
    points = [
        *(outcome.points for table in section.tables for outcome in score_table(table, section.terms.scheme)),
        *(bye.points for bye in section.byes if bye.points is not None),
    ]
    for below in {point.denominator for point in points}:
        unit = lcm(unit, below)
        if unit > MAX_COMMON_DENOMINATOR:
            raise InvalidTournamentData(
                mark("The numbers in this file are longer than those of any tournament.")
            )


def _parse_number(text: str) -> Fraction:
    """Parse a score, or points, from the file."""
    if len(text) > MAX_NUMBER_LENGTH:
        raise ValueError("too long a number")
    return exact.parse_fraction(text)


def _decode_file(data: bytes) -> TournamentFile:
    if len(data) > MAX_FILE_BYTES:
        raise InvalidTournamentData(mark("This file is too long: {size} bytes."), size=len(data))
    try:
        head = msgspec.json.decode(data, type=FileHeader)
        if head.version != FORMAT_VERSION:
            raise InvalidTournamentData(
                mark("This file has version {version}; only version {known} can be read."),
                version=head.version,
                known=FORMAT_VERSION,
            )
        return msgspec.json.decode(data, type=TournamentFile)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InvalidTournamentData(
            mark("This is not the file of a tournament: {error}."), error=error
        ) from error


def _load_export(file: TournamentFile) -> TournamentExport:
    return TournamentExport(
        title=file.title,
        game=file.game,
        settings=file.settings,
        entrants=tuple(RankedEntrant(part.who, part.name, part.state) for part in file.entrants),
        sections=tuple(map(_load_section, file.sections)),
        rulings=file.rulings,
    )


def _load_section(part: SectionPart) -> StageSection:
    return StageSection(
        name=part.name,
        terms=_load_terms(part.terms),
        entrants=part.entrants,
        tables=tuple(map(_load_table, part.tables)),
        byes=tuple(map(_load_bye, part.byes)),
        rounds=part.rounds,
        moves=tuple(LadderChange(**msgspec.structs.asdict(move)) for move in part.moves),
    )


def _load_bye(part: ByePart) -> Bye:
    return Bye(part.entrant, part.round, _parse_number(part.points.exact) if part.points else None)


def _load_terms(part: TermsPart) -> ScoringTerms:
    vectors = tuple(tuple(map(_parse_number, vector)) for vector in part.vectors)
    return ScoringTerms(
        scheme=PointScheme(part.points, vectors),
        tie_breaks=part.tie_breaks,
        seed=part.seed,
        size=part.size,
        best=part.best,
    )


def _load_table(part: TablePart) -> FinishedTable:
    seats = tuple(map(_load_seat, part.seats))
    return FinishedTable(part.number, seats, part.status, part.round, part.started, part.finished)


def _load_seat(part: SeatPart) -> FinishedSeat:
    score = None if part.score is None else _parse_number(part.score)
    return FinishedSeat(part.entrant, score, part.placed, part.kind, part.loss, part.stand_in, part.waited)


def _compare_sections(section: SectionPart, reckoned: SectionPart) -> None:
    """Check that the results in the file are those that follow from its tables. Only reasons may differ."""
    for ours, theirs in zip_longest(_drop_reasons(reckoned.standings), _drop_reasons(section.standings)):
        if ours != theirs:
            raise InvalidTournamentData(
                mark("The standings of “{section}” do not follow from its tables: look at rank {rank}."),
                section=section.name,
                rank=(ours or theirs).rank,
            )
    if section.tables != reckoned.tables:
        raise InvalidTournamentData(
            mark("The points of “{section}” do not follow from the results of its tables."),
            section=section.name,
        )


def _drop_reasons(rows: Sequence[RowPart]) -> list[RowPart]:
    """Return the rows without their reasons, which depend on the language."""
    return [msgspec.structs.replace(row, tie_reason="") for row in rows]
