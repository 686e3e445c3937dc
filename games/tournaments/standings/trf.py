"""Tables of two as a Tournament Report File (TRF16, FIDE Handbook C.04 Annex 2): for programs of chess clubs.

Each thing has its columns. Points are those of games, win 1 and draw ½, whatever the event gives for places:
they are the sum of the results in the line. The rank is the one of our standings.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime, tzinfo
from fractions import Fraction
from typing import Literal, NamedTuple

import msgspec

from games.tournaments.standings.points import Scheme
from games.tournaments.standings.results import Outcome, Table, Who, judged, keeping

ByeCode = Literal["H", "U"]  # worth a draw; or the draw lets somebody through, as if they had won

ABSENT = "Z"
WORTH = {"1": Fraction(1), "+": Fraction(1), "U": Fraction(1), "=": Fraction(1, 2), "H": Fraction(1, 2)}
NAME = 33  # columns
NOT_MET = " " * 8
PLAIN = str.maketrans(  # letters that do not come apart into a plain one and a mark, and signs
    dict(zip("đĐłŁøØı’‘“”–—", "dDlLoOi''\"\"--", strict=True)) | {"ß": "ss", "æ": "ae", "Æ": "AE"}
)


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What is said of the event itself. What is not known has no line."""

    title: str
    kind: str = ""
    starts: datetime | None = None
    ends: datetime | None = None
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    times: str = ""
    zone: tzinfo = UTC  # of all days


class Player(msgspec.Struct, frozen=True):
    who: Who
    name: str
    rank: int | None  # none of who has left a ladder
    rating: int | None = None


class Round(msgspec.Struct, frozen=True):
    """What is told of a round. Somebody may sit at several of its tables."""

    tables: tuple[Table, ...] = ()
    byes: tuple[Who, ...] = ()
    absent: tuple[Who, ...] = ()
    bye: ByeCode = "H"


class Cell(NamedTuple):
    """A round for one player."""

    opponent: int
    colour: str
    result: str

    def __str__(self) -> str:
        return f"{self.opponent or '0000':>4} {self.colour} {self.result}"


Cells = Mapping[Who, Cell]


def report(
    head: Head, players: Sequence[Player], rounds: Iterable[Round], out: AbstractSet[Who] = frozenset()
) -> str:
    """The whole file; players start in the order in which they are given. Of who is out (disqualified)
    nothing stands."""
    numbers = {player.who: number for number, player in enumerate(players, 1)}
    parts = _without_end([part for one in rounds for part in _parts(one)])
    columns = [_cells(part, numbers, out) for part in parts]
    lines = [
        *_head(head, players),
        *([_days(parts, head.zone)] if parts else []),
        *(_line(player, numbers[player.who], columns) for player in players),
    ]
    return "".join(f"{line}\r\n" for line in lines)


# --- rounds in which nobody plays twice


def _parts(one: Round) -> list[Round]:
    """A round as the file knows it has one game for each: of a league, or a ladder, it takes several."""
    parts: list[list[Table]] = [[]]
    busy: list[set[Who]] = [{*one.byes, *one.absent}]
    for table in sorted(one.tables, key=lambda table: table.number):
        here = {seat.entrant for seat in table.seats}
        at = next((at for at, others in enumerate(busy) if not here & others), len(busy))
        if at == len(busy):
            parts.append([])
            busy.append(set())
        parts[at].append(table)
        busy[at] |= here
    first = msgspec.structs.replace(one, tables=tuple(parts[0]))
    return [first, *(Round(tuple(tables)) for tables in parts[1:])]


def _without_end(parts: list[Round]) -> list[Round]:
    """Rounds of which nothing is told yet keep their columns only if something follows."""
    while parts and not parts[-1].tables and not parts[-1].byes:
        parts.pop()
    return parts


# --- results


def _cells(part: Round, numbers: Mapping[Who, int], out: AbstractSet[Who]) -> Cells:
    cells = dict.fromkeys(part.absent, Cell(0, "-", ABSENT)) | dict.fromkeys(
        part.byes, Cell(0, "-", part.bye)
    )
    for table in part.tables:
        cells |= _met(table, numbers, out)
    return cells


def _met(table: Table, numbers: Mapping[Who, int], out: AbstractSet[Who]) -> Cells:
    """Both sides of a table. Whoever begins has the white pieces."""
    if len(table.seats) != 2:
        raise ValueError(f"table {table.number} has {len(table.seats)} seats")
    outcomes = judged(table, Scheme(), out)  # the places are the same with any
    is_played = len(keeping(table, out)) == 2
    return {
        one.entrant: Cell(numbers[other.entrant], colour, _result(one, is_played))
        for one, other, colour in zip(outcomes, reversed(outcomes), "wb", strict=False)
    }


def _result(outcome: Outcome, is_played: bool) -> str:
    """Against a stand-in a game is played, but whoever has left has lost it in any case."""
    if not is_played:
        return "+" if outcome.own else "-"
    if not outcome.own:
        return "0"
    return "=" if outcome.tied else "1" if outcome.place == 1 else "0"


# --- lines


def _head(head: Head, players: Sequence[Player]) -> Iterator[str]:
    told = [
        ("012", head.title),
        ("042", _day(head.starts, head.zone)),
        ("052", _day(head.ends, head.zone)),
        ("062", str(len(players))),
        ("072", str(sum(player.rating is not None for player in players))),
        ("092", head.kind),
        ("102", head.arbiter),
        *(("112", name) for name in head.deputies),
        ("122", head.times),
    ]
    return (f"{code} {words}" for code, text in told if (words := plain(text)))


def _day(at: datetime | None, zone: tzinfo) -> str:
    return f"{at.astimezone(zone):%Y/%m/%d}" if at else ""


def _days(parts: Iterable[Round], zone: tzinfo) -> str:
    """Each above the column of its round: when the first table of it began."""
    begun = (min((table.started for table in part.tables if table.started), default=None) for part in parts)
    return f"{'132':<89}" + "".join(f"  {_day(at, zone)[2:]:8}" for at in begun)


def _line(player: Player, number: int, columns: Sequence[Cells]) -> str:
    cells = [column.get(player.who) for column in columns]
    points = sum(WORTH.get(cell.result, 0) for cell in cells if cell)
    about = [
        f"001 {number:4}",
        f"{'':4}",  # sex and title
        f"{(plain(player.name) or f'Entrant {player.who}')[:NAME]:{NAME}}",
        f"{'' if player.rating is None else player.rating:>4}",
        f"{'':26}",  # federation, number there, birth
        f"{float(points):4.1f}",
        f"{'' if player.rank is None else player.rank:>4}",
    ]
    return " ".join(about) + "".join(f"  {cell or NOT_MET}" for cell in cells)


def plain(text: str) -> str:
    """In letters that every program can read: a column is a byte there."""
    apart = unicodedata.normalize("NFKD", text.translate(PLAIN))
    return " ".join("".join(letter for letter in apart if letter.isascii()).split())
