"""A table of simulated people on a simulated calendar: the real rules, orders and clock, and counted letters.

Whoever looks at the mail, has something to do there and is in the mood, sits down: answers everything that is
asked until somebody else is, and leaves orders behind. Sitting takes no time. When a decision's time is over,
the clock plays the harmless move for the seat until somebody else is asked.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

from games.clock import bank as banks
from games.clock.bank import Bank
from games.clock.deadlines import deadline
from games.clock.nights import last_awake
from games.clock.pace import Pace
from games.clock.spans import ZERO, merged
from games.management.pacing.minds import Mind, Mode, Rules
from games.management.pacing.people import Somebody
from games.management.pacing.tally import Asked, Tally
from games.rules.core import orders
from games.rules.core.agenda import questions
from games.rules.core.events import Event

REMINDED = 0.75  # of the time has passed when a reminder goes out, if somebody has not chosen otherwise
FAR_TOO_MANY = 20_000  # moves; no game of ours comes near it
FIRED, STOPPED = OF_ORDERS = (
    "order_fired",
    "plan_stopped",
)  # by these events the house tells an owner what orders did


class EndlessGame(RuntimeError):
    """A bug of ours: a game that does not come to its end."""


class Alarm(NamedTuple):
    """Something that happens at its time; what it was about may be over by then."""

    at: datetime
    order: int  # of two at the same moment the first one set
    ring: Callable[..., None]
    seat: str
    about: Any


class Table:
    """One game."""

    def __init__(
        self,
        rules: Rules,
        people: Mapping[str, Somebody],
        options: Mapping[str, Any],
        pace: Pace,
        mode: Mode,
        seed: str,
        now: datetime,
    ) -> None:
        self.rules, self.people, self.pace, self.mode = rules, people, pace, mode
        self.position, _ = rules.new(list(people), options, seed)
        self.minds = {seat: Mind(rules, seat, mode, f"{seed}/{seat}") for seat in people}
        self.banks: dict[str, Bank] = {seat: banks.opened(pace) for seat in people}
        self.open: dict[str, Asked] = {}
        self.mail: set[str] = set()  # who has a letter that was not looked at
        self.looking: set[str] = set()  # whose next look is set
        self.told: dict[str, set[str]] = {}  # of what their orders did, in the change that is being made
        self.now = self.changed_at = now
        self.tally = Tally(len(people), now)
        self._alarms: list[Alarm] = []
        self._numbers = count()

    def play(self) -> Tally:
        """Let the game come to its end."""
        for seat in self.people:
            self._write(seat, "started")
        self._ask(moved=())
        while not self.rules.over(self.position):
            alarm = heappop(self._alarms)
            self.now = alarm.at
            alarm.ring(alarm.seat, alarm.about)
        self.tally.ended = self.now
        for seat in self.people:
            self._write(seat, "over")
        return self.tally

    # --- letters and alarms

    def _write(self, seat: str, kind: str) -> None:
        """A letter: whoever finds it at the next look has something to do."""
        self.tally.letters[kind] += 1
        self.mail.add(seat)
        self._will_look(seat)

    def _set(self, at: datetime, ring: Callable[..., None], seat: str, about: Any) -> None:
        heappush(self._alarms, Alarm(max(at, self.now), next(self._numbers), ring, seat, about))

    def _will_look(self, seat: str) -> None:
        if seat not in self.looking:
            look = self.people[seat].next_look(self.now)
            self.looking.add(seat)
            self._set(look.at, self._look, seat, look.lot)

    def _look(self, seat: str, lot: float) -> None:
        """Somebody looks at the mail; the next look is set when there is something to find."""
        self.looking.discard(seat)
        if seat not in self.mail:
            return
        asked = self.open.get(seat)
        if lot < self.people[seat].mood or (asked and asked.reminded):
            self._sit_down(seat)
            return
        if asked and asked.put_aside is None:
            asked.put_aside = self.now
        self._will_look(seat)

    def _remind(self, seat: str, number: int) -> None:
        asked = self.open.get(seat)
        if asked and asked.number == number:
            asked.reminded = True
            self._write(seat, "reminder")

    def _time_out(self, seat: str, number: int) -> None:
        asked = self.open.get(seat)
        if asked is None or asked.number != number:
            return
        plain = deadline(asked.at, self.pace, self.banks[seat])
        self.tally.moved += asked.until.final - plain.final
        self.tally.timed_out += 1
        self._change(seat, lambda: self.rules.fallback(self.position, seat), present=None)
        self._write(seat, "missed")

    # --- changes

    def _sit_down(self, seat: str) -> None:
        """Answer all that is asked of this seat, and decide ahead what can be decided."""
        self.mail.discard(seat)
        mind = self.minds[seat]
        if seat in self.open:
            self._change(seat, lambda: mind.choose(self.position), present=seat)
        elif not self.rules.over(self.position):
            mind.leave_orders(self.position)

    def _change(self, seat: str, choose: Callable[[], Any], present: str | None) -> None:
        """Moves of one seat until somebody else is asked, and what orders make of it. Whoever is present goes
        on after the orders of others; the clock does not."""
        self._account()
        others = {*self.open} - {seat}
        moved = {seat}
        self.told = {kind: set() for kind in OF_ORDERS}
        while seat in self.rules.awaits(self.position) and (present or moved == {seat}):
            self._pay(seat)
            self._note(self.rules.play(self.position, seat, choose()))
            self.tally.decisions += 1
            self._fire(moved)
            if self.tally.decisions > FAR_TOO_MANY:
                raise EndlessGame(f"the game is not over after {FAR_TOO_MANY} moves")
        if self.rules.over(self.position):
            return
        if present:
            self.minds[seat].leave_orders(self.position)
        self._ask(moved)
        self._tell_the_last(others - moved)
        for owner in sorted(set.union(*self.told.values()) - {present, *self.open}):
            self._write(owner, "orders")

    def _tell_the_last(self, others: set[str]) -> None:
        """Of several who were asked together only one has not answered."""
        if len(self.open) == 1 and (last := next(iter(self.open))) in others:
            self._write(last, "alone")

    def _fire(self, moved: set[str]) -> None:
        """Let orders answer; note who has moved by one, and who is to be told."""
        for fired in orders.fire(self.rules, self.position):
            self._note(fired.events)
            if fired.move is not None:
                self._pay(fired.seat)
                moved.add(fired.seat)
                self.tally.decisions += 1
                self.tally.by_order += 1

    def _note(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.kind in OF_ORDERS:
                self.told[event.kind] |= {*event.secret}

    # --- the clock

    def _account(self) -> None:
        """The table has waited until now. What was put to several is one wait, over with the last answer."""
        if self.now > self.changed_at:
            waiting = [(self.people[seat], asked) for seat, asked in self.open.items()]
            self.tally.waited(waiting, self.changed_at, self.now)
            if len(self.open) == 1:
                [asked] = self.open.values()
                self.tally.answers.append(self.now - asked.at)
        self.changed_at = self.now

    def _pay(self, seat: str) -> None:
        """What an answer at this moment takes from the bank, and brings to it."""
        taken, asked = ZERO, self.open.pop(seat, None)
        if asked:
            stops = merged(self.people[seat].leave)
            taken = banks.spent(self.banks[seat], asked.until.due, self.now, stops)
        self.banks[seat] = banks.decided(self.banks[seat], self.pace, taken)

    def _ask(self, moved: Iterable[str]) -> None:
        """Open the decisions that are new. Whoever sits at the page is not asked: there all is answered."""
        awaited = self.rules.awaits(self.position)
        for seat in [seat for seat in self.open if seat not in awaited]:
            del self.open[seat]
        for seat in awaited:
            question = questions(self.position, seat)[0].name
            known = self.open.get(seat)
            if known and known.question == question and seat not in moved:
                continue
            self._open(seat, question)
            if self.tally.decisions:  # the letter about the start asks too
                self._write(seat, "your turn")

    def _open(self, seat: str, question: str) -> None:
        person = self.people[seat]
        until = deadline(self.now, self.pace, self.banks[seat], person.hours, person.leave)
        asked = self.open[seat] = Asked(
            next(self._numbers), self.now, question, until, seat in self.told.get(STOPPED, ())
        )
        reminder = last_awake(self.now + REMINDED * (until.due - self.now), person.hours)
        self._set(reminder, self._remind, seat, asked.number)
        self._set(until.final, self._time_out, seat, asked.number)
