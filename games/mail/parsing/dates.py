"""Parse days as people write them: `2027-03-01..05`, `1 March to 5 March`, `1.3.-5.3.`, `március 1-től 5-ig`.

Nothing is guessed: a word that is no date makes the whole text unreadable, and so does `1/3`, which is
January to some and March to others. A missing year is this one or the next, so that the last day is not past.
The words are in the vocabulary of replies.
"""

import re
from collections.abc import Sequence
from datetime import date
from functools import cache

import msgspec

from games.mail.parsing.vocabulary import get_words, map_words
from games.rules.core.lexicon import normalize_text

ISO_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
DATE_PIECES = re.compile(
    rf"{ISO_DATE.pattern}|(?P<suffix>-(?=[^\W\d_]))|(?P<piece>\d+|[^\W\d_]+|\.{{2,}}|[^\s,;])"
)
RANGE_SIGNS = {"..", "…", "-", "–", "—"}  # between two days, like the words for it
YEAR_DIGITS = 4  # digits
MAX_DATE_LENGTH = 80  # characters; nobody needs more for two days


class DateNumber(msgspec.Struct, frozen=True):
    """A number, and whether a full stop follows it: 1.3. is a day and a month, 1 3 is nothing."""

    value: int
    is_year: bool
    has_full_stop: bool = False


class MonthName(msgspec.Struct, frozen=True):
    """A month by its name."""

    value: int


class PartialDate(msgspec.Struct, frozen=True):
    """A day as written; a missing month or year is filled in later."""

    day: int
    month: int | None = None
    year: int | None = None
    year_comes_first: bool = False


DatePiece = DateNumber | MonthName | PartialDate


class UnreadableDate(ValueError):
    """The text is not a day, or not two."""


def parse_days(text: str, today: date) -> tuple[date, date] | None:
    """Return the first and the last day, which are the same for a single day; None if it cannot be parsed."""
    try:
        parts = _split_days(text)
        first = _interpret_day(parts[0])
        last = _interpret_day(parts[-1], year_first=first.year_comes_first)
        return _complete_dates(first, last, today)
    except ValueError:  # also a date that does not exist
        return None


# --- splitting


def _split_days(text: str) -> list[list[DatePiece]]:
    """Split the text into the pieces of one day or of two."""
    if len(text) > MAX_DATE_LENGTH:
        raise UnreadableDate
    parts: list[list[DatePiece]] = [[]]
    for found in DATE_PIECES.finditer(text):
        if found["suffix"]:
            continue
        if found[1]:
            if parts[-1] and isinstance(
                parts[-1][-1], PartialDate
            ):  # two complete dates need no word between them
                parts.append([])
            parts[-1].append(PartialDate(int(found[3]), int(found[2]), int(found[1]), year_comes_first=True))
        else:
            _add_piece(found["piece"], parts)
    if len(parts) > 2 or not all(parts):
        raise UnreadableDate
    return parts


def _add_piece(piece: str, parts: list[list[DatePiece]]) -> None:
    """Add one piece to the current day, or begin the second day."""
    word, pieces = normalize_text(piece) or piece, parts[-1]
    if piece.isdecimal():
        pieces.append(DateNumber(int(piece[:YEAR_DIGITS]), len(piece) == YEAR_DIGITS))
    elif piece == "." and pieces:
        if isinstance(pieces[-1], DateNumber):
            pieces[-1] = msgspec.structs.replace(pieces[-1], has_full_stop=True)
    elif word in _load_month_names():
        pieces.append(MonthName(_load_month_names()[word]))
    elif word in RANGE_SIGNS or word in get_words("days", "to") or set(piece) == {"."}:
        parts.append([])
    elif word not in get_words("days", "around"):
        raise UnreadableDate


@cache
def _load_month_names() -> dict[str, int]:
    """Return the month names of all our languages: full and short, standing alone and within a date."""
    return {word: int(key) for word, key in map_words("months", map(str, range(1, 13))).items()}


# --- interpretation


def _interpret_day(pieces: Sequence[DatePiece], *, year_first: bool = False) -> PartialDate:
    match pieces:
        case [PartialDate() as whole]:
            return whole
        case [DateNumber(is_year=False) as day]:
            return PartialDate(day.value)
        case [DateNumber(is_year=False) as day, DateNumber(is_year=True) as year]:
            return PartialDate(day.value, year=year.value)
        case [DateNumber(is_year=False, has_full_stop=True) as one, DateNumber(is_year=False) as other]:
            day, month = (other, one) if year_first else (one, other)
            return PartialDate(day.value, month.value)
        case [
            DateNumber(is_year=False, has_full_stop=True) as day,
            DateNumber(is_year=False) as month,
            DateNumber() as year,
        ]:
            return PartialDate(day.value, month.value, _require_year(year))
        case [
            DateNumber(is_year=True) as year,
            DateNumber(has_full_stop=True) as month,
            DateNumber(is_year=False) as day,
        ]:
            return PartialDate(day.value, month.value, year.value, year_comes_first=True)
    return _interpret_named_day(pieces)


def _interpret_named_day(pieces: Sequence[DatePiece]) -> PartialDate:
    """Interpret a day with the name of its month, in any order."""
    months = [piece for piece in pieces if isinstance(piece, MonthName)]
    days = [piece for piece in pieces if isinstance(piece, DateNumber) and not piece.is_year]
    years = [piece for piece in pieces if isinstance(piece, DateNumber) and piece.is_year]
    if (len(months), len(days)) != (1, 1) or len(years) > 1 or len(pieces) != len(years) + 2:
        raise UnreadableDate
    return PartialDate(days[0].value, months[0].value, years[0].value if years else None)


def _require_year(number: DateNumber) -> int:
    if not number.is_year:
        raise UnreadableDate
    return number.value


def _complete_dates(first: PartialDate, last: PartialDate, today: date) -> tuple[date, date]:
    """Take what one day omits from the other; choose the nearest year if neither has one."""
    year = first.year or last.year or today.year
    start = _build_date(first, last, first.year or year)
    end = _build_date(last, first, last.year or year)
    if start > end and last.year is None:
        end = _build_date(last, first, start.year + 1)
    elif start > end and first.year is None:
        start = _build_date(first, last, end.year - 1)
    if end < today and first.year is last.year is None:
        start, end = _build_date(first, last, start.year + 1), _build_date(last, first, end.year + 1)
    return start, end


def _build_date(one: PartialDate, other: PartialDate, year: int) -> date:
    month = one.month or other.month
    if month is None:
        raise UnreadableDate
    return date(year, month, one.day)
