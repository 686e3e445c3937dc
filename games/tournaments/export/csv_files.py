"""Export standings and tables as CSV, for spreadsheets and for people who check our computations."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from fractions import Fraction

from games.rules.core.translation import ENGLISH, Translator
from games.tournaments.standings.exact import format_decimal, format_short
from games.tournaments.standings.points import ZERO
from games.tournaments.standings.ranking import StandingsRow
from games.tournaments.standings.results import (
    Bye,
    EntrantId,
    FinishedSeat,
    FinishedTable,
    SeatOutcome,
    score_table,
)
from games.tournaments.standings.scoring_terms import ScoringTerms

STANDINGS_COLUMNS = (
    "rank",
    "entrant",
    "name",
    "state",
    "games",
    "byes",
    "points",
    "wins",
    "seconds",
    "thirds",
    "opp",
    "sb",
    "relw",
    "share",
    "lot",
    "tie_reason",
)
NUMBER_COLUMNS = STANDINGS_COLUMNS[
    STANDINGS_COLUMNS.index("points") : STANDINGS_COLUMNS.index("lot")
]  # exact numbers, formatted with four decimals
TABLE_COLUMNS = (
    "stage",
    "round",
    "table",
    "size",
    "status",
    "seat",
    "entrant",
    "kind",
    "score",
    "place",
    "tied",
    "points",
    "started",
    "finished",
)
FORMULA_STARTS = ("=", "+", "-", "@")  # the characters that start a formula

CsvCells = Sequence[object]


def format_standings_csv(
    rows: Iterable[StandingsRow], names: Mapping[EntrantId, str], tongue: Translator = ENGLISH
) -> str:
    """Format one line per entrant; the last column is the reason why they are above the next."""
    return _format_csv(
        STANDINGS_COLUMNS, (_format_standing(row, names.get(row.entrant, ""), tongue) for row in rows)
    )


def _format_standing(row: StandingsRow, name: str, tongue: Translator) -> CsvCells:
    numbers = [format_decimal(getattr(row, field)) for field in NUMBER_COLUMNS]
    reason = row.reason.say(tongue) if row.reason else ""
    return [row.rank, row.entrant, name, row.state, row.games, row.byes, *numbers, row.lot, reason]


def format_tables_csv(
    stages: Iterable[tuple[str, Sequence[FinishedTable], ScoringTerms, Sequence[Bye]]],
    out: AbstractSet[EntrantId] = frozenset(),
) -> str:
    """Format one line per seat, and one per bye. `out` are disqualified entrants, who get nothing."""
    return _format_csv(TABLE_COLUMNS, (line for stage in stages for line in _list_stage_lines(*stage, out)))


def _list_stage_lines(
    stage: str,
    tables: Sequence[FinishedTable],
    terms: ScoringTerms,
    byes: Sequence[Bye],
    out: AbstractSet[EntrantId],
) -> Iterator[CsvCells]:
    for table in sorted(tables, key=lambda table: (table.round, table.number)):
        yield from _list_seat_lines(stage, table, score_table(table, terms.scheme, out))
    for bye in sorted(byes, key=lambda bye: (bye.round, str(bye.entrant))):
        points = ZERO if bye.entrant in out else terms.neutral if bye.points is None else bye.points
        yield _format_bye(stage, bye, points)


def _format_bye(stage: str, bye: Bye, points: Fraction) -> CsvCells:
    """Format a round without a table: a bye, or one that somebody missed or sat out."""
    return [stage, bye.round, "", "", "bye", "", bye.entrant, "", "", "", "", format_decimal(points), "", ""]


def _list_seat_lines(stage: str, table: FinishedTable, outcomes: Sequence[SeatOutcome]) -> Iterator[CsvCells]:
    """Yield the lines of a table. A void table has scores, but neither places nor points."""
    about = [stage, table.round, table.number, len(table.seats), table.status]
    times = [_format_instant(table.started), _format_instant(table.finished)]
    for number, seat in enumerate(table.seats, 1):
        yield [
            *about,
            number,
            *_format_seat(seat),
            *(_format_outcome(outcomes[number - 1]) if outcomes else ("",) * 3),
            *times,
        ]


def _format_seat(seat: FinishedSeat) -> CsvCells:
    return [seat.entrant, seat.kind, "" if seat.score is None else format_short(seat.score)]


def _format_outcome(outcome: SeatOutcome) -> CsvCells:
    return [outcome.place, int(outcome.is_tied), format_decimal(outcome.points)]


def _format_instant(at: datetime | None) -> str:
    return at.isoformat() if at else ""


def _format_csv(head: Sequence[str], lines: Iterable[CsvCells]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    writer.writerows([escape_formula(cell) for cell in line] for line in lines)
    return text.getvalue()


def escape_formula(cell: object) -> str:
    """Escape a cell that a spreadsheet would take for a formula, even behind blanks or in wide characters."""
    text = str(cell)
    bare = "".join(letter for letter in unicodedata.normalize("NFKC", text) if letter.isprintable()).lstrip()
    is_number = text.removeprefix("-").replace(".", "", 1).isdecimal()
    return f"'{text}" if bare.startswith(FORMULA_STARTS) and not is_number else text
