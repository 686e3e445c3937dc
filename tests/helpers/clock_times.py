"""Local times as a timetable writes them, and any times, people, paces and stops for the properties."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

from hypothesis import strategies as st

from games.clock.bank import TimeBank
from games.clock.pace import Pace
from games.clock.quiet_hours import QuietHours
from games.clock.spans import Span

BUDAPEST = ZoneInfo("Europe/Budapest")
ZAGREB = ZoneInfo("Europe/Zagreb")
APIA = ZoneInfo("Pacific/Apia")
WEEKEND = frozenset({5, 6})


def at(text: str, zone: ZoneInfo = BUDAPEST) -> datetime:
    """`2026-03-29 07:00` on the clocks of a zone, as an instant."""
    return datetime.fromisoformat(text).replace(tzinfo=zone).astimezone(UTC)


def shown(instant: datetime, zone: ZoneInfo = BUDAPEST) -> str:
    """What the clocks of a zone show then: `Sun 29 Mar 07:00`."""
    return instant.astimezone(zone).strftime("%a %d %b %H:%M")


def hours(number: float) -> timedelta:
    return timedelta(hours=number)


def span(start: str, end: str, zone: ZoneInfo = BUDAPEST) -> Span:
    return Span(at(start, zone), at(end, zone))


# around these days clocks are changed by an hour, by half an hour, and by a whole day
CHANGES = ["2026-03-29", "2026-10-25", "2026-04-05", "2026-10-04", "2011-12-30"]

lengths = st.integers(0, 96 * 60).map(lambda minutes: timedelta(minutes=minutes))
instants = st.one_of(
    st.builds(
        lambda day, minutes: at(day, ZoneInfo("UTC")) + timedelta(minutes=minutes),
        st.sampled_from(CHANGES),
        st.integers(-3 * 1440, 4 * 1440),
    ),
    st.datetimes(datetime(1971, 1, 1), datetime(2099, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
)
close = st.builds(
    lambda minutes: at("2026-03-28 12:00") + timedelta(minutes=minutes), st.integers(0, 7 * 1440)
)
zones = st.sampled_from(["Europe/Budapest", "Europe/Zagreb", "Pacific/Apia"]) | st.sampled_from(
    sorted(available_timezones())
)
clocks = st.builds(time, st.integers(0, 23), st.sampled_from([0, 1, 15, 30, 59]))
weekdays = st.frozensets(st.integers(0, 6))
people = st.builds(
    QuietHours,
    zones.map(ZoneInfo),
    quiet_from=st.none() | clocks,
    quiet_until=st.none() | clocks,
    free_days=weekdays,
)
spans = st.builds(lambda start, length: Span(start, start + length), close, lengths)
stops = st.lists(spans, max_size=4)
banks = st.builds(TimeBank, lengths)


@st.composite
def paces(draw: st.DrawFn) -> Pace:
    allowance, increment, more = draw(lengths), draw(lengths), draw(lengths)
    daily = draw(st.lists(clocks, unique=True, max_size=3))
    return Pace(
        hours=draw(lengths) + timedelta(minutes=1),
        allowance=allowance,
        increment=increment,
        cap=max(allowance, increment) + more,
        grace=draw(lengths),
        shift=draw(lengths),
        daily_at=tuple(daily),
        weekdays=draw(weekdays.filter(bool)) if daily else frozenset(range(7)),
        zone=draw(zones),
    )
