"""People: where they live, when they sleep, how often they look at their mail, and when they are away.

What somebody does on a day hangs on the person and the day only: the same people look at the same moments
however a game is played, so that two ways of playing can be compared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from games.clock import leave
from games.clock.leave import Days
from games.clock.nights import Person, awake_between
from games.clock.spans import A_DAY, ZERO, Span, covered, instant, utc

ZONES: Mapping[str, Sequence[str]] = {
    "world": (
        *("America/Los_Angeles", "America/Chicago", "America/New_York", "America/Sao_Paulo"),
        *("Europe/London", "Europe/Budapest", "Europe/Zagreb", "Asia/Kolkata", "Asia/Tokyo"),
        "Australia/Sydney",
    ),
    "near": ("Europe/London", "Europe/Budapest", "Europe/Zagreb", "Europe/Helsinki"),
}
BUSY = (
    0.4,
    0.6,
    0.8,
    1.0,
    1.2,
    2.0,
)  # how often one looks, beside the mean: some twice a day, some ten times
BEDTIMES = (time(21, 30), time(22), time(22, 30), time(23), time(23, 30))
MORNINGS = (time(6), time(6, 30), time(7), time(7, 30), time(8))
BEGINNING = date(2026, 1, 5)
CALENDAR = 5 * 365  # days for which it is known who is away
LONGEST_TRIP = 7
BOOKED = 0.5  # of the trips; from the others somebody is just missing

LEAVE, MISSING, ASLEEP, ELSEWHERE, NO_MOOD = "on leave", "missing", "asleep", "not looking", "not in the mood"
CAUSES = (LEAVE, MISSING, ASLEEP, ELSEWHERE, NO_MOOD)


@dataclass(frozen=True, slots=True)
class Habits:
    """What all these people have in common."""

    looks: float = 5.0  # at the mail, a day
    mood: float = 0.8  # a look at a question is an answer so often; after a reminder always
    away: float = 0.05  # of all days
    zones: str = "world"


class Look(NamedTuple):
    """A look at one's mail, and the lot that says whether one is in the mood for a game."""

    at: datetime
    lot: float


@dataclass(slots=True)
class Somebody:
    """One of them."""

    seed: str
    zone: ZoneInfo
    up: time
    bed: time
    looks: float
    mood: float
    leave: tuple[Span, ...] = ()  # booked: the clock stands still
    missing: tuple[Span, ...] = ()  # away all the same, and nobody knows
    _days: dict[date, list[Look]] = field(default_factory=dict)

    @property
    def hours(self) -> Person:
        """As the clock knows them: quiet hours are the night."""
        return Person(self.zone, self.bed, self.up)

    def next_look(self, after: datetime) -> Look:
        """The first look at the mail after this moment."""
        day = after.astimezone(self.zone).date()
        while True:
            for look in self._looks_on(day):
                if look.at > after:
                    return look
            day += A_DAY

    def _looks_on(self, day: date) -> list[Look]:
        if day not in self._days:
            self._days[day] = [look for look in self._plans_for(day) if not self.is_away(look.at)]
        return self._days[day]

    def _plans_for(self, day: date) -> list[Look]:
        """So many moments of this waking day; a part of a look is one on some days."""
        dice = Random(f"{self.seed}/{day}")
        up = instant(day, self.up, self.zone)
        waking = instant(day, self.bed, self.zone) - up
        number = int(self.looks) + (dice.random() < self.looks % 1)
        return sorted(Look(up + dice.random() * waking, dice.random()) for _ in range(number))

    def is_away(self, at: datetime) -> bool:
        return any(at in span for span in (*self.leave, *self.missing))

    def spent(self, start: datetime, end: datetime, looked: datetime | None) -> dict[str, timedelta]:
        """How this time went by: away, asleep, awake without a look, or (since one) without the mood."""
        seen = min(max(looked, start), end) if looked else end
        before, since = self._parts(start, seen), self._parts(seen, end)
        parts = {cause: before[cause] + since[cause] for cause in (LEAVE, MISSING, ASLEEP)}
        return parts | {ELSEWHERE: before[ELSEWHERE], NO_MOOD: since[ELSEWHERE]}

    def _parts(self, start: datetime, end: datetime) -> dict[str, timedelta]:
        whole = Span(start, end)
        away = {LEAVE: covered(whole, self.leave), MISSING: covered(whole, self.missing)}
        awake = sum((awake_between(*piece, self.hours) for piece in self._at_home(whole)), ZERO)
        return away | {ASLEEP: whole.length - awake - sum(away.values(), ZERO), ELSEWHERE: awake}

    def _at_home(self, whole: Span) -> list[tuple[datetime, datetime]]:
        """The pieces of a time that lie between two trips."""
        pieces, at = [], whole.start
        for trip in sorted((*self.leave, *self.missing)):
            if at < min(trip.start, whole.end):
                pieces.append((at, min(trip.start, whole.end)))
            at = max(at, trip.end)
        return [*pieces, (at, whole.end)] if at < whole.end else pieces


def somebody(seed: str, habits: Habits) -> Somebody:
    """A person with hours of their own."""
    dice = Random(seed)
    zone = ZoneInfo(dice.choice(ZONES[habits.zones]))
    up, bed = dice.choice(MORNINGS), dice.choice(BEDTIMES)
    looks = habits.looks * dice.choice(BUSY)
    booked, missing = _trips(dice, habits.away, zone)
    return Somebody(seed, zone, up, bed, looks, habits.mood, booked, missing)


def _trips(dice: Random, share: float, zone: ZoneInfo) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Trips of some days each, so many that this share of all days is spent on them."""
    trips: tuple[list[Span], list[Span]] = ([], [])
    mean = (1 + LONGEST_TRIP) / 2
    begins = share / max(mean * (1 - share), share)  # on a day at home; a trip is followed by one
    day = BEGINNING
    while day < BEGINNING + CALENDAR * A_DAY:
        if dice.random() >= begins:
            day += A_DAY
            continue
        last = day + dice.randint(1, LONGEST_TRIP) * A_DAY
        trips[dice.random() >= BOOKED].append(leave.span(Days(day, last), zone))
        day = last + A_DAY
    return tuple(trips[0]), tuple(trips[1])


def first_day(seed: str) -> datetime:
    """When a game begins: some minute of the first year."""
    return utc(datetime.combine(BEGINNING, time(), UTC)) + timedelta(
        minutes=Random(seed).randrange(365 * 24 * 60)
    )
