"""A table of simulated people with simulated calendars and emails, but the real rules, orders and clock.

Whoever looks at the mail, finds something to do and is in the mood, sits down: answers everything until
somebody else is asked, and files orders. Sitting takes no time. When the time for a decision is over, the
clock plays the minimal move for the seat until somebody else is asked.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

from games.clock import bank
from games.clock.bank import TimeBank
from games.clock.deadlines import compute_deadline
from games.clock.pace import Pace
from games.clock.quiet_hours import find_last_awake
from games.clock.spans import ZERO, merge_spans
from games.management.simulation.decisions import DecisionMaker, Mode, Rules
from games.management.simulation.people import SimulatedPerson
from games.management.simulation.tally import SimulatedDecision, SimulationTally
from games.rules.core import orders
from games.rules.core.agenda import list_questions
from games.rules.core.events import Event

REMINDER_SHARE = 0.75  # share of the time after which a reminder is sent by default
MOST_MOVES = 20_000  # moves; no game of ours comes near it
FIRED, STOPPED = ORDER_EVENTS = (
    "order_fired",
    "plan_stopped",
)  # events that tell owners what their orders did


class EndlessSimulation(RuntimeError):
    """A bug of ours: a game that does not end."""


class SimulatedAlarm(NamedTuple):
    """Something scheduled for a time; what it is about may be over by then."""

    at: datetime
    order: int  # of two at the same moment, the one that was set first comes first
    callback: Callable[..., None]
    seat: str
    about: Any


class SimulatedTable:
    """One simulated game."""

    def __init__(
        self,
        rules: Rules,
        people: Mapping[str, SimulatedPerson],
        options: Mapping[str, Any],
        pace: Pace,
        mode: Mode,
        seed: str,
        now: datetime,
    ) -> None:
        self.rules, self.people, self.pace, self.mode = rules, people, pace, mode
        self.position, _ = rules.new(list(people), options, seed)
        for seat in people:
            orders.file_default_orders(rules, self.position, seat)
        self.minds = {seat: DecisionMaker(rules, seat, mode, f"{seed}/{seat}") for seat in people}
        self.banks: dict[str, TimeBank] = {seat: bank.open_bank(pace) for seat in people}
        self.open: dict[str, SimulatedDecision] = {}
        self.unread: set[str] = set()  # seats with an unread email
        self.looking: set[str] = set()  # seats whose next look is scheduled
        self.owners_to_notify: dict[
            str, set[str]
        ] = {}  # order event → owners to notify, in the current change
        self.now = self.changed_at = now
        self.tally = SimulationTally(len(people), now)
        self._alarms: list[SimulatedAlarm] = []
        self._numbers = count()

    def play(self) -> SimulationTally:
        """Play the game to its end and return what was counted."""
        for seat in self.people:
            self._send_email(seat, "started")
        self._ask(moved=())
        while not self.rules.over(self.position):
            alarm = heappop(self._alarms)
            self.now = alarm.at
            alarm.callback(alarm.seat, alarm.about)
        self.tally.ended_at = self.now
        for seat in self.people:
            self._send_email(seat, "over")
        return self.tally

    # --- emails and alarms

    def _send_email(self, seat: str, kind: str) -> None:
        """Send an email: whoever finds it at the next look has something to do."""
        self.tally.emails[kind] += 1
        self.unread.add(seat)
        self._will_look(seat)

    def _set_alarm(self, at: datetime, handle: Callable[..., None], seat: str, about: Any) -> None:
        heappush(self._alarms, SimulatedAlarm(max(at, self.now), next(self._numbers), handle, seat, about))

    def _will_look(self, seat: str) -> None:
        if seat not in self.looking:
            look = self.people[seat].next_look(self.now)
            self.looking.add(seat)
            self._set_alarm(look.at, self._look, seat, look.mood_roll)

    def _look(self, seat: str, lot: float) -> None:
        """Let somebody look at the mail. Further looks are scheduled only if there is something to find."""
        self.looking.discard(seat)
        if seat not in self.unread:
            return
        asked = self.open.get(seat)
        if lot < self.people[seat].mood or (asked and asked.is_reminded):
            self._sit_down(seat)
            return
        if asked and asked.first_seen_at is None:
            asked.first_seen_at = self.now
        self._will_look(seat)

    def _remind(self, seat: str, number: int) -> None:
        asked = self.open.get(seat)
        if asked and asked.number == number:
            asked.is_reminded = True
            self._send_email(seat, "reminder")

    def _time_out(self, seat: str, number: int) -> None:
        asked = self.open.get(seat)
        if asked is None or asked.number != number:
            return
        plain = compute_deadline(asked.at, self.pace, self.banks[seat])
        self.tally.delay_by_nights += asked.until.final - plain.final
        self.tally.timed_out += 1
        self._change(seat, lambda: self.rules.fallback(self.position, seat), present=None)
        self._send_email(seat, "missed")

    # --- changes

    def _sit_down(self, seat: str) -> None:
        """Answer all that is asked of this seat, and decide ahead what can be decided."""
        self.unread.discard(seat)
        mind = self.minds[seat]
        if seat in self.open:
            self._change(seat, lambda: mind.choose(self.position), present=seat)
        elif not self.rules.over(self.position):
            mind.leave_orders(self.position)

    def _change(self, seat: str, choose: Callable[[], Any], present: str | None) -> None:
        """Make moves for one seat until somebody else is asked, and let orders answer them. A person who is
        present continues after the orders of others; the clock does not."""
        self._count_wait()
        others = {*self.open} - {seat}
        moved = {seat}
        self.owners_to_notify = {kind: set() for kind in ORDER_EVENTS}
        while seat in self.rules.awaits(self.position) and (present or moved == {seat}):
            self._close_decision(seat)
            self._note_order_events(self.rules.play(self.position, seat, choose()))
            self.tally.decisions += 1
            self._fire(moved)
            if self.tally.decisions > MOST_MOVES:
                raise EndlessSimulation(f"the game is not over after {MOST_MOVES} moves")
        if self.rules.over(self.position):
            return
        if present:
            self.minds[seat].leave_orders(self.position)
        self._ask(moved)
        self._email_last_awaited(others - moved)
        for owner in sorted(set.union(*self.owners_to_notify.values()) - {present, *self.open}):
            self._send_email(owner, "orders")

    def _email_last_awaited(self, others: set[str]) -> None:
        """Send an email to the last of several who were asked together and have not answered."""
        if len(self.open) == 1 and (last := next(iter(self.open))) in others:
            self._send_email(last, "alone")

    def _fire(self, moved: set[str]) -> None:
        """Let orders answer; note whose orders made a move, and whom to notify."""
        for fired in orders.fire(self.rules, self.position):
            self._note_order_events(fired.events)
            if fired.move is not None:
                self._close_decision(fired.seat)
                moved.add(fired.seat)
                self.tally.decisions += 1
                self.tally.by_order += fired.line not in self.rules.orders.defaults

    def _note_order_events(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.kind in ORDER_EVENTS:
                self.owners_to_notify[event.kind] |= {*event.secret}

    # --- the clock

    def _count_wait(self) -> None:
        """Count the time waited until now. A question to several is one wait, until the last answer."""
        if self.now > self.changed_at:
            waiting = [(self.people[seat], asked) for seat, asked in self.open.items()]
            self.tally.add_wait(waiting, self.changed_at, self.now)
            if len(self.open) == 1:
                [asked] = self.open.values()
                self.tally.answers.append(self.now - asked.at)
        self.changed_at = self.now

    def _close_decision(self, seat: str) -> None:
        """Close the seat's decision and update its time bank for an answer at this moment."""
        taken, asked = ZERO, self.open.pop(seat, None)
        if asked:
            stops = merge_spans(self.people[seat].leave)
            taken = bank.compute_time_spent(self.banks[seat], asked.until.due, self.now, stops)
        self.banks[seat] = bank.update_after_decision(self.banks[seat], self.pace, taken)

    def _ask(self, moved: Iterable[str]) -> None:
        """Close decisions that are gone, open the new ones, and send an email for each."""
        awaited = self.rules.awaits(self.position)
        for seat in [seat for seat in self.open if seat not in awaited]:
            del self.open[seat]
        for seat in awaited:
            question = list_questions(self.position, seat)[0].name
            known = self.open.get(seat)
            if known and known.question == question and seat not in moved:
                continue
            self._open(seat, question)
            if self.tally.decisions:  # the email about the start asks too
                self._send_email(seat, "your turn")

    def _open(self, seat: str, question: str) -> None:
        person = self.people[seat]
        until = compute_deadline(self.now, self.pace, self.banks[seat], person.hours, person.leave)
        asked = self.open[seat] = SimulatedDecision(
            next(self._numbers), self.now, question, until, seat in self.owners_to_notify.get(STOPPED, ())
        )
        reminder = find_last_awake(self.now + REMINDER_SHARE * (until.due - self.now), person.hours)
        self._set_alarm(reminder, self._remind, seat, asked.number)
        self._set_alarm(until.final, self._time_out, seat, asked.number)
