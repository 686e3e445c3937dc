"""Export tables of two as a Tournament Report File (TRF16, FIDE Handbook C.04 Annex 2) for chess software.

The format has fixed columns. Points are those of games, win 1 and draw ½, whatever the tournament gives for
places: they are the sum of the results in the line. The rank is that of our standings.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime, tzinfo
from fractions import Fraction
from typing import Literal, NamedTuple

import msgspec

from games.tournaments.standings.points import PointScheme
from games.tournaments.standings.results import (
    EntrantId,
    FinishedTable,
    SeatOutcome,
    list_counting_seats,
    score_table,
)

ByeCode = Literal["H", "U"]  # half-point bye; or a bye that counts as a win

ABSENT_CODE = "Z"
RESULT_POINTS = {
    "1": Fraction(1),
    "+": Fraction(1),
    "U": Fraction(1),
    "=": Fraction(1, 2),
    "H": Fraction(1, 2),
}
NAME_WIDTH = 33  # columns of the name field
EMPTY_CELL = " " * 8
ASCII_REPLACEMENTS = str.maketrans(  # characters that Unicode does not decompose, and punctuation
    dict(zip("đĐłŁøØı’‘“”–—", "dDlLoOi''\"\"--", strict=True)) | {"ß": "ss", "æ": "ae", "Æ": "AE"}
)


class TrfHeader(msgspec.Struct, frozen=True, kw_only=True):
    """Data about the tournament itself. Unknown fields are left out of the file."""

    title: str
    kind: str = ""
    starts: datetime | None = None
    ends: datetime | None = None
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    times: str = ""
    zone: tzinfo = UTC  # in which dates are given


class TrfPlayer(msgspec.Struct, frozen=True):
    who: EntrantId
    name: str
    rank: int | None  # None for those who have left a ladder
    rating: int | None = None


class TrfRound(msgspec.Struct, frozen=True):
    """A round to export. A player may sit at several of its tables."""

    tables: tuple[FinishedTable, ...] = ()
    byes: tuple[EntrantId, ...] = ()
    absent: tuple[EntrantId, ...] = ()
    bye: ByeCode = "H"


class TrfCell(NamedTuple):
    """The result of a round for one player."""

    opponent: int
    colour: str
    result: str

    def __str__(self) -> str:
        return f"{self.opponent or '0000':>4} {self.colour} {self.result}"


RoundCells = Mapping[EntrantId, TrfCell]


def format_report(
    head: TrfHeader,
    players: Sequence[TrfPlayer],
    rounds: Iterable[TrfRound],
    out: AbstractSet[EntrantId] = frozenset(),
) -> str:
    """Format the whole file; players are numbered in the given order. `out` are disqualified entrants."""
    numbers = {player.who: number for number, player in enumerate(players, 1)}
    parts = _drop_empty_end([part for one in rounds for part in _split_round(one)])
    columns = [_build_cells(part, numbers, out) for part in parts]
    lines = [
        *_format_header(head, players),
        *([_format_days(parts, head.zone)] if parts else []),
        *(_format_player_line(player, numbers[player.who], columns) for player in players),
    ]
    return "".join(f"{line}\r\n" for line in lines)


# --- rounds in which nobody plays twice


def _split_round(one: TrfRound) -> list[TrfRound]:
    """Split a round so that each player has one game in each part, as the format requires.

    A round of a league or ladder may need several."""
    parts: list[list[FinishedTable]] = [[]]
    busy: list[set[EntrantId]] = [{*one.byes, *one.absent}]
    for table in sorted(one.tables, key=lambda table: table.number):
        here = {seat.entrant for seat in table.seats}
        at = next((at for at, others in enumerate(busy) if not here & others), len(busy))
        if at == len(busy):
            parts.append([])
            busy.append(set())
        parts[at].append(table)
        busy[at] |= here
    first = msgspec.structs.replace(one, tables=tuple(parts[0]))
    return [first, *(TrfRound(tuple(tables)) for tables in parts[1:])]


def _drop_empty_end(parts: list[TrfRound]) -> list[TrfRound]:
    """Drop trailing rounds without results; empty rounds in between keep their columns."""
    while parts and not parts[-1].tables and not parts[-1].byes:
        parts.pop()
    return parts


# --- results


def _build_cells(part: TrfRound, numbers: Mapping[EntrantId, int], out: AbstractSet[EntrantId]) -> RoundCells:
    cells = dict.fromkeys(part.absent, TrfCell(0, "-", ABSENT_CODE)) | dict.fromkeys(
        part.byes, TrfCell(0, "-", part.bye)
    )
    for table in part.tables:
        cells |= _build_table_cells(table, numbers, out)
    return cells


def _build_table_cells(
    table: FinishedTable, numbers: Mapping[EntrantId, int], out: AbstractSet[EntrantId]
) -> RoundCells:
    """Return the cells of both players of a table. Whoever moves first has white."""
    if len(table.seats) != 2:
        raise ValueError(f"table {table.number} has {len(table.seats)} seats")
    outcomes = score_table(table, PointScheme(), out)  # places do not depend on the scheme
    is_played = len(list_counting_seats(table, out)) == 2
    return {
        one.entrant: TrfCell(numbers[other.entrant], colour, _find_result_code(one, is_played))
        for one, other, colour in zip(outcomes, reversed(outcomes), "wb", strict=False)
    }


def _find_result_code(outcome: SeatOutcome, is_played: bool) -> str:
    """Return the result code. A game against a stand-in was played, but whoever left has lost it."""
    if not is_played:
        return "+" if outcome.is_own else "-"
    if not outcome.is_own:
        return "0"
    return "=" if outcome.is_tied else "1" if outcome.place == 1 else "0"


# --- lines


def _format_header(head: TrfHeader, players: Sequence[TrfPlayer]) -> Iterator[str]:
    rows = [
        ("012", head.title),
        ("042", _format_day(head.starts, head.zone)),
        ("052", _format_day(head.ends, head.zone)),
        ("062", str(len(players))),
        ("072", str(sum(player.rating is not None for player in players))),
        ("092", head.kind),
        ("102", head.arbiter),
        *(("112", name) for name in head.deputies),
        ("122", head.times),
    ]
    return (f"{code} {phrase}" for code, text in rows if (phrase := convert_to_ascii(text)))


def _format_day(at: datetime | None, zone: tzinfo) -> str:
    return f"{at.astimezone(zone):%Y/%m/%d}" if at else ""


def _format_days(parts: Iterable[TrfRound], zone: tzinfo) -> str:
    """Format the line of dates: above each round's column the day when its first table started."""
    begun = (min((table.started for table in part.tables if table.started), default=None) for part in parts)
    return f"{'132':<89}" + "".join(f"  {_format_day(at, zone)[2:]:8}" for at in begun)


def _format_player_line(player: TrfPlayer, number: int, columns: Sequence[RoundCells]) -> str:
    cells = [column.get(player.who) for column in columns]
    points = sum(RESULT_POINTS.get(cell.result, 0) for cell in cells if cell)
    about = [
        f"001 {number:4}",
        f"{'':4}",  # sex and title
        f"{(convert_to_ascii(player.name) or f'Entrant {player.who}')[:NAME_WIDTH]:{NAME_WIDTH}}",
        f"{'' if player.rating is None else player.rating:>4}",
        f"{'':26}",  # federation, FIDE number, date of birth
        f"{float(points):4.1f}",
        f"{'' if player.rank is None else player.rank:>4}",
    ]
    return " ".join(about) + "".join(f"  {cell or EMPTY_CELL}" for cell in cells)


def convert_to_ascii(text: str) -> str:
    """Convert text to ASCII, because the columns of the format are counted in bytes."""
    apart = unicodedata.normalize("NFKD", text.translate(ASCII_REPLACEMENTS))
    return " ".join("".join(letter for letter in apart if letter.isascii()).split())
