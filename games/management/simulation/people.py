"""Simulated people: where they live, when they sleep, how often they check their mail, when they are away.

What somebody does on a day depends on the person and the day only: the same people look at the same moments
however a game is played, so that two ways of playing can be compared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from games.clock import leave
from games.clock.leave import LeaveBooking
from games.clock.quiet_hours import QuietHours, compute_awake_time
from games.clock.spans import ONE_DAY, ZERO, Span, compute_overlap, convert_local_time, to_utc

ZONES: Mapping[str, Sequence[str]] = {
    "world": (
        *("America/Los_Angeles", "America/Chicago", "America/New_York", "America/Sao_Paulo"),
        *("Europe/London", "Europe/Budapest", "Europe/Zagreb", "Asia/Kolkata", "Asia/Tokyo"),
        "Australia/Sydney",
    ),
    "near": ("Europe/London", "Europe/Budapest", "Europe/Zagreb", "Europe/Helsinki"),
}
LOOK_FACTORS = (
    0.4,
    0.6,
    0.8,
    1.0,
    1.2,
    2.0,
)  # factors on the mean number of looks: some people look twice a day, some ten times
BEDTIMES = (time(21, 30), time(22), time(22, 30), time(23), time(23, 30))
MORNINGS = (time(6), time(6, 30), time(7), time(7, 30), time(8))
CALENDAR_START = date(2026, 1, 5)
CALENDAR_DAYS = 5 * 365  # days for which trips are planned
LONGEST_TRIP = 7
BOOKED_SHARE = 0.5  # share of trips that are booked as leave; on the others the person is just missing

LEAVE, MISSING, ASLEEP, ELSEWHERE, NO_MOOD = "on leave", "missing", "asleep", "not looking", "not in the mood"
CAUSES = (LEAVE, MISSING, ASLEEP, ELSEWHERE, NO_MOOD)


@dataclass(frozen=True, slots=True)
class SimulatedHabits:
    """The parameters that all simulated people share."""

    looks: float = 5.0  # at the mail, per day
    mood: float = 0.8  # how often a look at a question leads to an answer; after a reminder always
    away: float = 0.05  # share of all days
    zones: str = "world"


class MailLook(NamedTuple):
    """A look at the mail, with a random number that decides whether the person is in the mood to play."""

    at: datetime
    mood_roll: float


@dataclass(slots=True)
class SimulatedPerson:
    """A simulated person."""

    seed: str
    zone: ZoneInfo
    wakes_at: time
    sleeps_at: time
    looks: float
    mood: float
    leave: tuple[Span, ...] = ()  # booked: the clock is paused
    missing: tuple[Span, ...] = ()  # away without having booked leave
    _days: dict[date, list[MailLook]] = field(default_factory=dict)

    @property
    def hours(self) -> QuietHours:
        """The person as the clock knows them, with the night as quiet hours."""
        return QuietHours(self.zone, self.sleeps_at, self.wakes_at)

    def next_look(self, after: datetime) -> MailLook:
        """Return the first look at the mail after this moment."""
        day = after.astimezone(self.zone).date()
        while True:
            for look in self._looks_on(day):
                if look.at > after:
                    return look
            day += ONE_DAY

    def _looks_on(self, day: date) -> list[MailLook]:
        if day not in self._days:
            self._days[day] = [look for look in self._plans_for(day) if not self.is_away(look.at)]
        return self._days[day]

    def _plans_for(self, day: date) -> list[MailLook]:
        """Pick random moments of this waking day; a fraction of a look happens on some days only."""
        dice = Random(f"{self.seed}/{day}")
        up = convert_local_time(day, self.wakes_at, self.zone)
        waking = convert_local_time(day, self.sleeps_at, self.zone) - up
        number = int(self.looks) + (dice.random() < self.looks % 1)
        return sorted(MailLook(up + dice.random() * waking, dice.random()) for _ in range(number))

    def is_away(self, at: datetime) -> bool:
        return any(at in span for span in (*self.leave, *self.missing))

    def split_by_cause(self, start: datetime, end: datetime, looked: datetime | None) -> dict[str, timedelta]:
        """Split this time by cause: away, asleep, awake without a look, or not in the mood since a look."""
        seen = min(max(looked, start), end) if looked else end
        before, since = self._parts(start, seen), self._parts(seen, end)
        parts = {cause: before[cause] + since[cause] for cause in (LEAVE, MISSING, ASLEEP)}
        return parts | {ELSEWHERE: before[ELSEWHERE], NO_MOOD: since[ELSEWHERE]}

    def _parts(self, start: datetime, end: datetime) -> dict[str, timedelta]:
        whole = Span(start, end)
        away = {LEAVE: compute_overlap(whole, self.leave), MISSING: compute_overlap(whole, self.missing)}
        awake = sum((compute_awake_time(*piece, self.hours) for piece in self._at_home(whole)), ZERO)
        return away | {ASLEEP: whole.length - awake - sum(away.values(), ZERO), ELSEWHERE: awake}

    def _at_home(self, whole: Span) -> list[tuple[datetime, datetime]]:
        """Return the pieces of a time that lie between trips."""
        pieces, at = [], whole.start
        for trip in sorted((*self.leave, *self.missing)):
            if at < min(trip.start, whole.end):
                pieces.append((at, min(trip.start, whole.end)))
            at = max(at, trip.end)
        return [*pieces, (at, whole.end)] if at < whole.end else pieces


def create_person(seed: str, habits: SimulatedHabits) -> SimulatedPerson:
    """Create a person with random hours, habits and trips."""
    dice = Random(seed)
    zone = ZoneInfo(dice.choice(ZONES[habits.zones]))
    up, bed = dice.choice(MORNINGS), dice.choice(BEDTIMES)
    looks = habits.looks * dice.choice(LOOK_FACTORS)
    booked, missing = _plan_trips(dice, habits.away, zone)
    return SimulatedPerson(seed, zone, up, bed, looks, habits.mood, booked, missing)


def _plan_trips(dice: Random, share: float, zone: ZoneInfo) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """Plan trips of some days each, booked and not, that take up this share of all days."""
    trips: tuple[list[Span], list[Span]] = ([], [])
    mean = (1 + LONGEST_TRIP) / 2
    begins = share / max(mean * (1 - share), share)  # chance on a day at home; one follows each trip
    day = CALENDAR_START
    while day < CALENDAR_START + CALENDAR_DAYS * ONE_DAY:
        if dice.random() >= begins:
            day += ONE_DAY
            continue
        last = day + dice.randint(1, LONGEST_TRIP) * ONE_DAY
        trips[dice.random() >= BOOKED_SHARE].append(leave.compute_span(LeaveBooking(day, last), zone))
        day = last + ONE_DAY
    return tuple(trips[0]), tuple(trips[1])


def pick_start(seed: str) -> datetime:
    """Pick the start of a game: a random minute of the first year."""
    return to_utc(datetime.combine(CALENDAR_START, time(), UTC)) + timedelta(
        minutes=Random(seed).randrange(365 * 24 * 60)
    )
