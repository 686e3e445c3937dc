"""Days as people write them: `2027-03-01..05`, `1 March to 5 March`, `1.3.-5.3.`, `március 1-től 5-ig`.

Nothing is guessed: a word that is no date makes all of it unreadable, and so does `1/3`, which is January to
some and March to others. A year that is left out is this one or the next, so that the last day is not over.
"""

import re
from collections.abc import Sequence
from datetime import date
from functools import cache

import msgspec
from django.conf import settings
from django.utils import translation
from django.utils.dates import MONTHS, MONTHS_3, MONTHS_ALT, MONTHS_AP

from games.rules.core.lexicon import plain

ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
PIECES = re.compile(rf"{ISO.pattern}|(?P<suffix>-(?=[^\W\d_]))|(?P<piece>\d+|[^\W\d_]+|\.{{2,}}|[^\s,;])")
# what stands between two days, and what may stand beside one; plain spellings
TO = {"to", "until", "till", "through", "do", "tol", "jetol", "etol", "atol", "..", "…", "-", "–", "—"}
BESIDE = {
    *("from", "on", "the", "of", "st", "nd", "rd", "th", "od", "sam"),
    *("a", "az", "ig", "jeig", "eig", "aig", "leszek", "vagyok"),
}
A_YEAR = 4  # digits
LONGEST = 80  # letters; nobody needs more for two days


class Number(msgspec.Struct, frozen=True):
    """A number, and whether a full stop is behind it: 1.3. is a day and a month, 1 3 is nothing."""

    value: int
    is_year: bool
    is_dotted: bool = False


class Month(msgspec.Struct, frozen=True):
    """A month by its name."""

    value: int


class Day(msgspec.Struct, frozen=True):
    """What somebody has written of a day; the rest has to be filled in."""

    day: int
    month: int | None = None
    year: int | None = None
    is_year_first: bool = False


Piece = Number | Month | Day


class Unreadable(ValueError):
    """This is no day, or not two."""


def read(text: str, today: date) -> tuple[date, date] | None:
    """The first and the last day; one day alone is both. None, if it cannot be read."""
    try:
        parts = _parts(text)
        first = _day(parts[0])
        last = _day(parts[-1], year_first=first.is_year_first)
        return _filled_in(first, last, today)
    except ValueError:  # also a date that does not exist
        return None


# --- taking it apart


def _parts(text: str) -> list[list[Piece]]:
    """The pieces of one day, or of two."""
    if len(text) > LONGEST:
        raise Unreadable
    parts: list[list[Piece]] = [[]]
    for found in PIECES.finditer(text):
        if found["suffix"]:
            continue
        if found[1]:
            if parts[-1] and isinstance(parts[-1][-1], Day):  # two whole dates need nothing between them
                parts.append([])
            parts[-1].append(Day(int(found[3]), int(found[2]), int(found[1]), is_year_first=True))
        else:
            _take(found["piece"], parts)
    if len(parts) > 2 or not all(parts):
        raise Unreadable
    return parts


def _take(piece: str, parts: list[list[Piece]]) -> None:
    """One piece of a day, or what stands between two."""
    word, pieces = plain(piece) or piece, parts[-1]
    if piece.isdecimal():
        pieces.append(Number(int(piece[:A_YEAR]), len(piece) == A_YEAR))
    elif piece == "." and pieces:
        if isinstance(pieces[-1], Number):
            pieces[-1] = msgspec.structs.replace(pieces[-1], is_dotted=True)
    elif word in _months():
        pieces.append(Month(_months()[word]))
    elif word in TO or set(piece) == {"."}:
        parts.append([])
    elif word not in BESIDE:
        raise Unreadable


@cache
def _months() -> dict[str, int]:
    """The names of the months in all our languages, whole and short, as they stand alone and in a date."""
    found: dict[str, int] = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for names in (MONTHS, MONTHS_3, MONTHS_ALT, MONTHS_AP):
                found |= {plain(str(name)): number for number, name in names.items()}
    return found


# --- what it means


def _day(pieces: Sequence[Piece], *, year_first: bool = False) -> Day:
    match pieces:
        case [Day() as whole]:
            return whole
        case [Number(is_year=False) as day]:
            return Day(day.value)
        case [Number(is_year=False) as day, Number(is_year=True) as year]:
            return Day(day.value, year=year.value)
        case [Number(is_year=False, is_dotted=True) as one, Number(is_year=False) as other]:
            day, month = (other, one) if year_first else (one, other)
            return Day(day.value, month.value)
        case [Number(is_year=False, is_dotted=True) as day, Number(is_year=False) as month, Number() as year]:
            return Day(day.value, month.value, _year(year))
        case [Number(is_year=True) as year, Number(is_dotted=True) as month, Number(is_year=False) as day]:
            return Day(day.value, month.value, year.value, is_year_first=True)
    return _named(pieces)


def _named(pieces: Sequence[Piece]) -> Day:
    """A day with the name of its month, in any order."""
    months = [piece for piece in pieces if isinstance(piece, Month)]
    days = [piece for piece in pieces if isinstance(piece, Number) and not piece.is_year]
    years = [piece for piece in pieces if isinstance(piece, Number) and piece.is_year]
    if (len(months), len(days)) != (1, 1) or len(years) > 1 or len(pieces) != len(years) + 2:
        raise Unreadable
    return Day(days[0].value, months[0].value, years[0].value if years else None)


def _year(number: Number) -> int:
    if not number.is_year:
        raise Unreadable
    return number.value


def _filled_in(first: Day, last: Day, today: date) -> tuple[date, date]:
    """What one of the two leaves out, the other has said; and a year that nobody has said is near."""
    year = first.year or last.year or today.year
    start = _date(first, last, first.year or year)
    end = _date(last, first, last.year or year)
    if start > end and last.year is None:
        end = _date(last, first, start.year + 1)
    elif start > end and first.year is None:
        start = _date(first, last, end.year - 1)
    if end < today and first.year is last.year is None:
        start, end = _date(first, last, start.year + 1), _date(last, first, end.year + 1)
    return start, end


def _date(one: Day, other: Day, year: int) -> date:
    month = one.month or other.month
    if month is None:
        raise Unreadable
    return date(year, month, one.day)
