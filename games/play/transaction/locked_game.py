"""A game locked for one request: the unit of work of the play service.

Changes are collected on the object and written together at the end, along with the notices that follow from
them.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.models import Game, GameLogEntry
from games.play import organizers
from games.play.deadlines import seat_clock
from games.play.errors import NotAllowed, NotNow
from games.play.transaction import notices, sql
from games.play.transaction.origin import How, Origin
from games.play.transaction.rows import GameRow, LogRow, PendingNotice, SeatRow
from games.play.transaction.task_trigger import BOTS_MOVE, SEND_NOTICES, trigger_after_commit
from games.rules import registry
from games.rules.core import notation, orders
from games.rules.core.agenda import list_questions
from games.rules.core.events import Event, load_events
from games.rules.core.undo import may_undo_move

_encode = msgspec.json.Encoder().encode


BY_PLAYER = (How.FORM, How.LINK, How.REPLY, How.ORDER)

SeatFinder = Callable[[Iterable[SeatRow]], SeatRow | None]  # picks the seat of the visitor
SeatSelector = str | SeatFinder


class LockedGame:
    """A game locked until the end of the transaction. Nothing is written before `save`."""

    def __init__(self, game: int | str, origin: Origin) -> None:
        self.origin = origin
        self.game: GameRow = sql.lock_game(game, origin.key)
        self.rules = registry.get(self.game.ruleset)
        self.entries: list[LogRow] = []
        self.clears_undo = False
        self.undone_number: int | None = None
        self.had_deadlines = self._has_deadlines()
        self.decisions_before = {seat.pk: seat.decision for seat in self.game.seats.values()}
        self.changed_clocks: set[int] = set()  # seats whose clock has changed
        self.newly_asked: set[str] = set()  # seats with a new decision; `save` sets their deadlines
        self.out_of_time: set[str] = set()  # seats whose time ran out: the server answers for them
        self.extra_notices: list[PendingNotice] = []  # besides those that follow from the change itself
        self.informed: frozenset[int] = frozenset()  # users who hear of the change in another way
        self.stopped_plan_events: list[Event] = []  # plans that stopped although there is no new log entry
        self.answered_directly: set[str] = set()  # seats that are answered at once what became of their plan
        self._position: Any = None

    # --- reading

    @property
    def position(self) -> Any:
        """The position, loaded on first use: a repeated request does not need it."""
        if self._position is None:
            self._position = self.rules.load(self.game.position)
        return self._position

    @position.setter
    def position(self, position: Any) -> None:
        self._position = position

    def seat(self, wanted: SeatSelector) -> SeatRow:
        """Return the seat of this name if it belongs to the requesting user, or the one a finder picks."""
        if not isinstance(wanted, str):
            return self._find_own_seat(wanted)
        seat = self.game.seats.get(wanted)
        if seat is None:
            raise NotAllowed(_("There is no such seat at this table."))
        if self.origin.user_id is not None and self.origin.user_id != seat.user_id:
            raise NotAllowed(_("Somebody else has that seat now."))
        return seat

    def _find_own_seat(self, finder: SeatFinder) -> SeatRow:
        seat = finder(self.game.seats.values())
        if seat is None:
            raise NotAllowed(_("You have no seat at this table."))
        self.origin = msgspec.structs.replace(self.origin, user_id=seat.user_id)
        return seat

    def require_running(self) -> None:
        if self.game.state == Game.State.PAUSED:
            raise NotNow(_("The game is paused."))
        if self.game.state != Game.State.RUNNING:
            raise NotNow(_("This game is not running."))

    # --- changing

    def move(self, seat: SeatRow, move: notation.Move) -> LogRow:
        """Play a move, then let orders answer the decisions that follow from it."""
        entry = self.play_move(seat, move, self.origin.how)
        self.fire_orders()
        return entry

    def play_move(self, seat: SeatRow, move: notation.Move, how: str) -> LogRow:
        """Play a move and ask what follows from it."""
        before = self.rules.copy(self.position)
        asked = self._questions()
        events = self.rules.play(self.position, seat.name, move)
        self.out_of_time &= {seat.name}  # after somebody else's answer, decisions have time of their own
        entry = self.add_log_row(GameLogEntry.Kind.MOVE, str(move), events, seat=seat, how=how)
        clock = seat_clock.take_snapshot(seat, self.origin.now)
        seat_clock.update_bank(self.game, seat, self.origin.now)
        if how in BY_PLAYER and seat.name not in self.out_of_time:
            seat.misses_in_a_row = 0
        if may_undo_move(self.rules, before, self.position, seat.name, events):
            entry.position_before, entry.clock = self.rules.dump(before).decode(), _encode(clock).decode()
            self.game.undoable_moves += 1
        else:
            self.clear_undo()
        self.refresh_decisions(asked, mover=seat.name)
        return entry

    def clear_undo(self) -> None:
        self.clears_undo = self.clears_undo or self.game.undoable_moves > 0
        self.game.undoable_moves = 0
        for entry in self.entries:
            entry.position_before = entry.clock = ""

    def fire_orders(self) -> list[orders.FiredOrder]:
        """Let orders answer open decisions as far as they can; plans that cannot go on are stopped.

        Returns every order that fired or stopped."""
        made: list[LogRow] = []
        held = self._find_held_seats()

        def play(name: str, move: notation.Move, line: str) -> list[Event]:
            how = How.FORCED if line in self.rules.orders.defaults else How.ORDER
            made.append(self.play_move(self.game.seats[name], move, how))
            held.update(self._find_held_seats())  # a seat that was out of time may have new time
            return load_events(made[-1].events)

        fired = orders.fire(self.rules, self.position, play, hold=held, alone=self._find_lone_player())
        moves = iter(made)
        for one in fired:
            if one.move is not None:
                next(moves).events = _encode(one.events)
            elif self.entries:  # a stopped plan: only its owner sees it, below the last move
                self._append_events(one.events)
            else:
                self.stopped_plan_events += one.events
        return fired

    def _find_held_seats(self) -> set[str]:
        """Return the seats whose orders wait until their time has run out: none where time does not run."""
        if not self._has_deadlines():
            return set()
        return {
            name
            for name, seat in self.game.seats.items()
            if name not in self.out_of_time and self.get_time_out_answer(seat) == "orders"
        }

    def _find_lone_player(self) -> list[str]:
        """Return the seat of somebody who plays against bots only."""
        players = [name for name, seat in self.game.seats.items() if seat.user_id is not None]
        return players if len(players) == 1 else []

    def get_time_out_answer(self, seat: SeatRow) -> str:
        return seat_clock.get_time_out_answer(self.game, seat, seat.waiting_preferences)

    def _append_events(self, events: Sequence[Event]) -> None:
        last = self.entries[-1]
        last.events = _encode([*load_events(last.events), *events])

    def add_log_row(
        self,
        kind: str,
        text: str,
        events: Sequence[Event] = (),
        *,
        seat: SeatRow | None = None,
        how: str | None = None,
    ) -> LogRow:
        """Add a row to the log."""
        self.game.log_length += 1
        entry = LogRow(
            number=self.game.log_length,
            kind=kind,
            text=text,
            how=how or self.origin.how,
            key=f"{self.origin.key}/{len(self.entries)}" if self.entries else self.origin.key,
            seat_id=seat.pk if seat else None,
            decision=seat.decision if seat and kind == GameLogEntry.Kind.MOVE else None,
            asked_at=seat.asked_at if seat and kind == GameLogEntry.Kind.MOVE else None,
            by_id=self._find_mover(seat, how),
            events=_encode(list(events)),
        )
        self.entries.append(entry)
        return entry

    def _find_mover(self, seat: SeatRow | None, how: str | None) -> int | None:
        """Return whose doing it is: an order is its owner's, what was forced is nobody's."""
        if how == How.FORCED:
            return None
        return seat.user_id if seat and how == How.ORDER else self.origin.user_id

    # --- decisions and clocks

    def _questions(self) -> dict[str, Any]:
        return {name: list_questions(self.position, name) for name in self.rules.awaits(self.position)}

    def refresh_decisions(self, asked: dict[str, Any], mover: str | None = None) -> None:
        """Number the open decisions. A seat whose question has not changed keeps its number and its clock."""
        now_asked = self._questions()
        for name, seat in self.game.seats.items():
            if name not in now_asked:
                self._close_decision(seat)
            elif name == mover or seat.decision is None or now_asked[name] != asked.get(name):
                self.ask(seat)
        if self.rules.over(self.position):
            self.game.state = Game.State.OVER

    def ask(self, seat: SeatRow) -> None:
        """Open a new decision for a seat, numbered by the last log entry. Its clock is set on saving."""
        self._close_decision(seat)
        seat.asked_at = self.origin.now  # the full time from now; the deadlines are set on saving
        seat.decision = self.game.log_length
        self.newly_asked.add(seat.name)

    def close_decisions(self) -> None:
        """Close all open decisions."""
        for seat in self.game.seats.values():
            self._close_decision(seat)

    def _close_decision(self, seat: SeatRow) -> None:
        """Close the decision of a seat, and add the time the table has waited for it to the seat's total."""
        waited = seat_clock.compute_waiting_time(self.game, seat, seat.waiting_preferences, self.origin.now)
        seat.waited_seconds += int(waited.total_seconds())
        seat_clock.clear_decision(seat)

    def stop_clocks(self) -> None:
        """Stop the clocks of all open decisions."""
        for seat in self.list_asked_seats():
            seat_clock.stop_clock(seat, seat.stopped_at or self.origin.now)

    def resume_clocks(self) -> None:
        """Resume the clocks of all open decisions with the time that was left."""
        for seat in self.list_asked_seats():
            seat_clock.resume_clock(self.game, seat, self.origin.now)

    def _has_deadlines(self) -> bool:
        return seat_clock.has_deadlines(self.game, self.game.seats.values())

    def _restart_clocks(self) -> None:
        """Give every open decision its full time from now, or none.

        For the moment when a second person comes to a table of bots, or only one is left there."""
        for seat in self.list_asked_seats():
            seat.asked_at, seat.clock_stops = self.origin.now, "[]"
            seat_clock.set_deadlines(self.game, seat, self.origin.now)

    def list_asked_seats(self) -> list[SeatRow]:
        """Return the seats with an open decision, and mark their clocks as changed."""
        asked = [seat for seat in self.game.seats.values() if seat.decision is not None]
        self.changed_clocks.update(seat.pk for seat in asked)
        return asked

    # --- saving

    def save(self) -> None:
        """Write all changes and notices, and trigger the tasks for bots, emails and the end of the game."""
        if self._position is not None:
            self.game.position = self.rules.dump(self._position).decode()
        for name in self.newly_asked:
            self._set_clock(self.game.seats[name])
        if self._has_deadlines() != self.had_deadlines:
            self._restart_clocks()
        pending = notices.build_change_notices(self)
        changes = sql.build_statements(
            self.game,
            now=self.origin.now,
            entries=self.entries,
            seats=[
                seat
                for seat in self.game.seats.values()
                if seat.pk in self.changed_clocks or seat.decision != self.decisions_before[seat.pk]
            ],
            cleared=self.clears_undo,
            undone=self.undone_number,
        )
        if pending:
            changes.append(notices.build_insert(self.game, pending, self.origin.now))
        sql.execute_together(changes)
        self._store_stopped_plans()
        if self._must_trigger_bots():
            trigger_after_commit(BOTS_MOVE, self.game.id)
        if pending:
            trigger_after_commit(SEND_NOTICES)
        if self._is_ending():
            organizers.handle_game_end(self.game.id)

    def _set_clock(self, seat: SeatRow) -> None:
        """Set the deadlines of a new decision, and when the server answers it if there is no choice."""
        seat_clock.set_deadlines(self.game, seat, self.origin.now)
        if not seat.bot and orders.find_forced_answer(self.rules, self.position, seat.name):
            seat_clock.schedule_answer(self.game, seat, self.origin.now)

    def _is_ending(self) -> bool:
        """Is this the change that ends the game?"""
        return self.game.state in sql.ENDED_STATES and self.game.state_before not in sql.ENDED_STATES

    def _store_stopped_plans(self) -> None:
        """Store why a plan has stopped below the last log entry, and notify its owner."""
        if not self.stopped_plan_events:
            return
        sql.append_events(self.game, self.stopped_plan_events)
        names = {name for event in self.stopped_plan_events for name in event.secret} - self.answered_directly
        owners = [seat for name, seat in self.game.seats.items() if name in names]
        notices.notify_of_stopped_plans(self, owners)

    def _must_trigger_bots(self) -> bool:
        """Is a bot asked? Not after the move of a bot: its task goes on by itself."""
        if self.game.state != Game.State.RUNNING or self.origin.how == How.BOT:
            return False
        return any(seat.bot and seat.decision is not None for seat in self.game.seats.values())
