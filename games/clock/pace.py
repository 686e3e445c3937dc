"""The pace of a table: hours for a decision or fixed times of the day, and the time bank."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from games.clock.spans import ONE_DAY, ZERO, convert_local_time, to_utc

ALL_WEEKDAYS = frozenset(range(7))  # Monday is 0, as in datetime
ONE_HOUR = timedelta(hours=1)
ONE_WEEK = timedelta(days=7)
MIN_DECISION_TIME = timedelta(minutes=1)
MAX_DURATIONS = {  # the most that a table may allow
    "hours": timedelta(days=60),
    "allowance": timedelta(days=365),
    "increment": timedelta(days=60),
    "cap": timedelta(days=365),
    "grace": ONE_WEEK,
    "shift": ONE_WEEK,
}
MAX_DAILY_TIMES = 24
WEEKEND_SHIFT = timedelta(hours=60)  # from Friday evening to Monday morning


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """The time control of a table."""

    hours: timedelta = ONE_DAY  # for one decision; with `daily_at`, the minimum
    allowance: timedelta = ZERO  # in the bank of a seat when the game begins
    increment: timedelta = ZERO  # added to the bank by each decision
    cap: timedelta = ZERO  # the most that a bank can hold
    grace: timedelta = ZERO  # after the bank is empty
    shift: timedelta = ZERO  # the most by which a player's quiet hours may move a deadline, or its end
    daily_at: tuple[time, ...] = ()  # a decision is due at the next of these times, in `zone`
    weekdays: frozenset[int] = ALL_WEEKDAYS  # on which the daily times apply
    zone: str = "UTC"

    def __post_init__(self) -> None:
        self._check_lengths()
        self._check_times()
        if not zone_exists(self.zone):
            raise ValueError(f"there is no time zone {self.zone!r}")

    @property
    def allows_free_days(self) -> bool:
        """Does the table wait so long that a free weekend is free as a whole?"""
        return self.shift >= WEEKEND_SHIFT

    def _check_lengths(self) -> None:
        for name, most in MAX_DURATIONS.items():
            if not ZERO <= getattr(self, name) <= most:
                raise ValueError(f"{name} is at most {_to_hours(most)} hours and not negative")
        if self.hours < MIN_DECISION_TIME:
            raise ValueError("hours is at least a minute")
        if self.cap < max(self.allowance, self.increment):
            raise ValueError("cap is at least as much as allowance and as increment")

    def _check_times(self) -> None:
        if any(clock.tzinfo or clock.second or clock.microsecond for clock in self.daily_at):
            raise ValueError("daily_at are hours and minutes, without a zone of their own")
        if len(set(self.daily_at)) != len(self.daily_at) or len(self.daily_at) > MAX_DAILY_TIMES:
            raise ValueError(f"daily_at are at most {MAX_DAILY_TIMES} different times")
        if not self.weekdays or not self.weekdays <= ALL_WEEKDAYS:
            raise ValueError("weekdays are one or more of 0 (Monday) to 6 (Sunday)")
        if self.weekdays != ALL_WEEKDAYS and not self.daily_at:
            raise ValueError("weekdays need daily_at")


def zone_exists(name: str) -> bool:
    """Does this time zone exist? Names come from outside, and some are folders of the zone database."""
    try:
        ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return False
    return True


PRESETS = {
    "brisk": Pace(
        hours=timedelta(hours=8),
        allowance=timedelta(hours=24),
        increment=timedelta(hours=1),
        cap=timedelta(hours=24),
        grace=timedelta(hours=1),
        shift=timedelta(hours=10),
    ),
    "daily": Pace(
        hours=timedelta(hours=24),
        allowance=timedelta(hours=48),
        increment=timedelta(hours=2),
        cap=timedelta(hours=72),
        grace=timedelta(hours=2),
        shift=WEEKEND_SHIFT,
    ),
    "relaxed": Pace(
        hours=timedelta(hours=48),
        allowance=timedelta(hours=96),
        increment=timedelta(hours=4),
        cap=timedelta(hours=168),
        grace=timedelta(hours=6),
        shift=timedelta(hours=72),
    ),
    "correspondence": Pace(
        hours=timedelta(hours=168),
        allowance=timedelta(hours=336),
        increment=timedelta(hours=12),
        cap=timedelta(hours=672),
        grace=timedelta(hours=24),
        shift=timedelta(hours=72),
    ),
}


# --- as plain data


def dump_pace(pace: Pace) -> dict[str, Any]:
    """Dump a pace for the database or JSON; durations are numbers of hours."""
    return {
        **{name: _to_hours(getattr(pace, name)) for name in MAX_DURATIONS},
        "daily_at": [clock.isoformat(timespec="minutes") for clock in pace.daily_at],
        "weekdays": sorted(pace.weekdays),
        "zone": pace.zone,
    }


def _to_hours(length: timedelta) -> int | float:
    hours = length / ONE_HOUR
    return int(hours) if hours.is_integer() else hours


def load_pace(data: Mapping[str, Any]) -> Pace:
    """Load a pace that any version has dumped: unknown keys are ignored, missing ones get the default."""
    known = {field.name for field in fields(Pace)}
    return Pace(**{name: _load_field(name, value) for name, value in data.items() if name in known})


def _load_field(name: str, value: Any) -> Any:
    try:
        if name in MAX_DURATIONS:
            return _parse_hours(value)
        if name == "daily_at":
            return tuple(time.fromisoformat(clock) for clock in value)
        return frozenset(value) if name == "weekdays" else str(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} cannot be {value!r}") from error


def _parse_hours(hours: Any) -> timedelta:
    if isinstance(hours, bool) or not math.isfinite(hours):
        raise ValueError("a number of hours")
    return timedelta(hours=hours)


# --- fixed times of the day


def find_next_daily_time(at: datetime, pace: Pace) -> datetime:
    """The first of the table's fixed times from `at` on."""
    zone = ZoneInfo(pace.zone)
    # if the clocks skipped one of yesterday's times, it falls after midnight
    yesterday = to_utc(at).astimezone(zone).date() - ONE_DAY
    days = (yesterday + ONE_DAY * n for n in range(10))
    ticks = (
        convert_local_time(day, clock, zone)
        for day in days
        if day.weekday() in pace.weekdays
        for clock in pace.daily_at
    )
    return min(tick for tick in ticks if tick >= at)


def compute_longest_wait(pace: Pace) -> timedelta:
    """The most time that one decision can get: its hours, and the wait for the next fixed time."""
    ticks = sorted(
        timedelta(days=day, hours=clock.hour, minutes=clock.minute)
        for day in pace.weekdays
        for clock in pace.daily_at
    )
    if not ticks:
        return pace.hours
    return pace.hours + max(
        later - earlier for earlier, later in zip(ticks, [*ticks[1:], ticks[0] + ONE_WEEK], strict=True)
    )
