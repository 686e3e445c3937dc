"""How much time a table gives: hours for a decision, or fixed times of the day, and what may be saved up."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from games.clock.spans import A_DAY, ZERO, instant, utc

EVERY_DAY = frozenset(range(7))  # Monday is 0, as in datetime
AN_HOUR = timedelta(hours=1)
A_WEEK = timedelta(days=7)
SHORTEST = timedelta(minutes=1)
LONGEST = {  # what a table may give at most
    "hours": timedelta(days=60),
    "allowance": timedelta(days=365),
    "increment": timedelta(days=60),
    "cap": timedelta(days=365),
    "grace": A_WEEK,
    "shift": A_WEEK,
}
TIMES_A_DAY = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """What a table has agreed on."""

    hours: timedelta = A_DAY  # for one decision; with `daily_at`, the least that one gets
    allowance: timedelta = ZERO  # what a seat has in its bank when the game begins
    increment: timedelta = ZERO  # what a decision adds to the bank
    cap: timedelta = ZERO  # what a bank holds at most
    grace: timedelta = ZERO  # after the bank is empty
    shift: timedelta = ZERO  # how far somebody's night or weekend may move a deadline
    daily_at: tuple[time, ...] = ()  # a decision is due at the next of these times, in `zone`
    weekdays: frozenset[int] = EVERY_DAY  # on which there is such a time
    zone: str = "UTC"

    def __post_init__(self) -> None:
        self._check_lengths()
        self._check_times()
        if not zone_exists(self.zone):
            raise ValueError(f"there is no time zone {self.zone!r}")

    def _check_lengths(self) -> None:
        for name, most in LONGEST.items():
            if not ZERO <= getattr(self, name) <= most:
                raise ValueError(f"{name} is at most {_in_hours(most)} hours and not negative")
        if self.hours < SHORTEST:
            raise ValueError("hours is at least a minute")
        if self.cap < max(self.allowance, self.increment):
            raise ValueError("cap is at least as much as allowance and as increment")

    def _check_times(self) -> None:
        if any(clock.tzinfo or clock.second or clock.microsecond for clock in self.daily_at):
            raise ValueError("daily_at are hours and minutes, without a zone of their own")
        if len(set(self.daily_at)) != len(self.daily_at) or len(self.daily_at) > TIMES_A_DAY:
            raise ValueError(f"daily_at are at most {TIMES_A_DAY} different times")
        if not self.weekdays or not self.weekdays <= EVERY_DAY:
            raise ValueError("weekdays are one or more of 0 (Monday) to 6 (Sunday)")
        if self.weekdays != EVERY_DAY and not self.daily_at:
            raise ValueError("weekdays need daily_at")


def zone_exists(name: str) -> bool:
    """Is there such a zone? Names come from outside, and some of them are folders."""
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
        shift=timedelta(hours=12),
    ),
    "relaxed": Pace(
        hours=timedelta(hours=48),
        allowance=timedelta(hours=96),
        increment=timedelta(hours=4),
        cap=timedelta(hours=168),
        grace=timedelta(hours=6),
        shift=timedelta(hours=72),  # from Friday evening to Monday morning
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


def as_dict(pace: Pace) -> dict[str, Any]:
    """For a row, or for JSON: lengths are numbers of hours."""
    return {
        **{name: _in_hours(getattr(pace, name)) for name in LONGEST},
        "daily_at": [clock.isoformat(timespec="minutes") for clock in pace.daily_at],
        "weekdays": sorted(pace.weekdays),
        "zone": pace.zone,
    }


def _in_hours(length: timedelta) -> int | float:
    hours = length / AN_HOUR
    return int(hours) if hours.is_integer() else hours


def from_dict(data: Mapping[str, Any]) -> Pace:
    """Read it, whichever version has written it: what is unknown is left out, what is missing is as usual."""
    known = {field.name for field in fields(Pace)}
    return Pace(**{name: _read(name, value) for name, value in data.items() if name in known})


def _read(name: str, value: Any) -> Any:
    try:
        if name in LONGEST:
            return _length(value)
        if name == "daily_at":
            return tuple(time.fromisoformat(clock) for clock in value)
        return frozenset(value) if name == "weekdays" else str(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} cannot be {value!r}") from error


def _length(hours: Any) -> timedelta:
    if isinstance(hours, bool) or not math.isfinite(hours):
        raise ValueError("a number of hours")
    return timedelta(hours=hours)


# --- fixed times of the day


def first_daily(at: datetime, pace: Pace) -> datetime:
    """The first of the table's fixed times, from `at` on."""
    zone = ZoneInfo(pace.zone)
    # where the clocks skip a time of yesterday, it is still to come
    yesterday = utc(at).astimezone(zone).date() - A_DAY
    days = (yesterday + A_DAY * n for n in range(10))
    ticks = (
        instant(day, clock, zone) for day in days if day.weekday() in pace.weekdays for clock in pace.daily_at
    )
    return min(tick for tick in ticks if tick >= at)


def longest_wait(pace: Pace) -> timedelta:
    """What the clock gives for one decision at most: its hours, and what is left till the next fixed time."""
    ticks = sorted(
        timedelta(days=day, hours=clock.hour, minutes=clock.minute)
        for day in pace.weekdays
        for clock in pace.daily_at
    )
    if not ticks:
        return pace.hours
    return pace.hours + max(
        later - earlier for earlier, later in zip(ticks, [*ticks[1:], ticks[0] + A_WEEK], strict=True)
    )
