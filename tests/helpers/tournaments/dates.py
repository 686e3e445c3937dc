"""When the tournaments of tests begin, and moments before it."""

from datetime import UTC, datetime, timedelta

START = datetime(2027, 3, 1, 18, tzinfo=UTC)
LONG_BEFORE = START - timedelta(days=30)


def hours_before(hours: float) -> datetime:
    return START - timedelta(hours=hours)
