"""What is counted while a game is played."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from games.clock.deadlines import Deadline
from games.clock.spans import ZERO
from games.management.pacing.people import Somebody


@dataclass(slots=True)
class Asked:
    """A decision that is open."""

    number: int
    at: datetime
    question: str
    until: Deadline
    after_stop: bool  # of a plan that did not hold
    reminded: bool = False
    put_aside: datetime | None = None  # the letter, since this look


@dataclass(slots=True)
class Tally:
    """One game, as it went by."""

    seats: int
    began: datetime
    ended: datetime | None = None
    decisions: int = 0  # moves, whoever made them
    by_order: int = 0
    answers: list[timedelta] = field(default_factory=list)  # of each wait, one after the other
    timed_out: int = 0
    letters: Counter[str] = field(default_factory=Counter)
    causes: dict[str, timedelta] = field(default_factory=dict)  # what people did while they were waited for
    questions: dict[str, timedelta] = field(default_factory=dict)  # what was to be answered
    after_stops: timedelta = ZERO  # waited for somebody whose plan did not hold
    people: dict[str, timedelta] = field(default_factory=dict)  # how often those look who were waited for
    moved: timedelta = ZERO  # by nights and leave, of deadlines that were waited for

    @property
    def length(self) -> timedelta:
        return self.ended - self.began if self.ended else ZERO

    @property
    def waits(self) -> int:
        return len(self.answers)

    def waited(self, waiting: Sequence[tuple[Somebody, Asked]], start: datetime, end: datetime) -> None:
        """Between two changes the table waited for these: each has an equal part in it."""
        part = (end - start) / len(waiting)
        for who, asked in waiting:
            for cause, time in who.spent(start, end, asked.put_aside).items():
                _add(self.causes, cause, time / len(waiting))
            _add(self.questions, asked.question, part)
            _add(self.people, f"{who.looks:.1f}", part)
            self.after_stops += part if asked.after_stop else ZERO


def _add(parts: dict[str, timedelta], name: str, part: timedelta) -> None:
    parts[name] = parts.get(name, ZERO) + part
