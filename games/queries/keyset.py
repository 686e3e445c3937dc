"""Long lists page by page, by the last row of a page instead of a count: every page costs the same.

The cursor is a time and an id, as `<microseconds>-<id>`. Rows that appear meanwhile move nothing.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import QuerySet

CURSOR = re.compile(r"(\d{1,18})-(\d{1,18})")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


class KeysetPage(NamedTuple):
    """One page of a list, newest first."""

    rows: list[Any]
    older: str  # the cursor of the next page; empty on the last one
    is_first: bool


def load_page(rows: QuerySet[Any], column: str, cursor: str, size: int) -> KeysetPage:
    """Load the rows behind the cursor, by this column of times; with an invalid cursor, the first page."""
    after = _parse_cursor(cursor)
    if after is not None:
        at, pk = after
        rows = rows.filter(**{f"{column}__lte": at}).exclude(**{column: at, "pk__gte": pk})
    found = list(rows.order_by(f"-{column}", "-pk")[: size + 1])
    has_more = len(found) > size
    return KeysetPage(found[:size], _build_cursor(found[size - 1], column) if has_more else "", after is None)


def _build_cursor(row: Any, column: str) -> str:
    return f"{(getattr(row, column) - EPOCH) // MICROSECOND}-{row.pk}"


def _parse_cursor(text: str) -> tuple[datetime, int] | None:
    found = CURSOR.fullmatch(text)
    if found is None:
        return None
    try:
        return EPOCH + int(found[1]) * MICROSECOND, int(found[2])
    except OverflowError:  # after the year 9999
        return None
