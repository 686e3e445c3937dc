"""What is counted while a simulated game is played."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from games.clock.deadlines import Deadline
from games.clock.spans import ZERO
from games.management.simulation.people import SimulatedPerson


@dataclass(slots=True)
class SimulatedDecision:
    """An open decision of one seat."""

    number: int
    at: datetime
    question: str
    until: Deadline
    after_stop: bool  # opened because a plan did not hold
    is_reminded: bool = False
    first_seen_at: datetime | None = None  # when the person looked at it first without answering


@dataclass(slots=True)
class SimulationTally:
    """The counts of one game."""

    seats: int
    started_at: datetime
    ended_at: datetime | None = None
    decisions: int = 0  # moves, whoever made them
    by_order: int = 0
    answers: list[timedelta] = field(default_factory=list)  # the length of each wait
    timed_out: int = 0
    emails: Counter[str] = field(default_factory=Counter)
    causes: dict[str, timedelta] = field(default_factory=dict)  # by what the person waited for was doing
    questions: dict[str, timedelta] = field(default_factory=dict)  # by what had to be answered
    after_stops: timedelta = ZERO  # time waited for somebody whose plan did not hold
    people: dict[str, timedelta] = field(default_factory=dict)  # by looks per day of the person waited for
    delay_by_nights: timedelta = ZERO  # time by which nights and leave delayed deadlines that were missed

    @property
    def length(self) -> timedelta:
        return self.ended_at - self.started_at if self.ended_at else ZERO

    @property
    def waits(self) -> int:
        return len(self.answers)

    def add_wait(
        self, waiting: Sequence[tuple[SimulatedPerson, SimulatedDecision]], start: datetime, end: datetime
    ) -> None:
        """Add the time between two changes, shared equally by the people who were waited for."""
        part = (end - start) / len(waiting)
        for who, asked in waiting:
            for cause, time in who.split_by_cause(start, end, asked.first_seen_at).items():
                _add_time(self.causes, cause, time / len(waiting))
            _add_time(self.questions, asked.question, part)
            _add_time(self.people, f"{who.looks:.1f}", part)
            self.after_stops += part if asked.after_stop else ZERO


def _add_time(parts: dict[str, timedelta], name: str, part: timedelta) -> None:
    parts[name] = parts.get(name, ZERO) + part
