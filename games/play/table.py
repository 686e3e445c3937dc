"""A game as the door holds it: locked and loaded, with all that is to be written when it is done."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.models import Game, Move, Notice
from games.play import clocks, store, subscriptions
from games.play.errors import NotNow, NotYours
from games.play.notices import leave
from games.play.origin import How, Origin
from games.play.store import Entry, GameRow, SeatRow, Told
from games.play.wake import BOTS_MOVE, SEND_NOTICES, wake
from games.rules import registry
from games.rules.core import notation, orders
from games.rules.core.agenda import questions
from games.rules.core.events import Event, read_events
from games.rules.core.undo import may_be_undone

_encode = msgspec.json.Encoder().encode

OF_ORDERS = ("order_fired", "plan_stopped")  # events by which orders tell their owner what they did
TO_GO_ON = timedelta(minutes=2)  # who has just followed a link may go on from the page that it opened
TO_BE_ASKED = timedelta(days=1)  # that a game has begun is told with the first question, if one comes by then

BY_PLAYER = (How.FORM, How.LINK, How.REPLY, How.ORDER)

Finder = Callable[[Iterable[SeatRow]], SeatRow | None]  # knows which of the seats is the visitor's
Wanted = str | Finder


class Table:
    """One request's hold on a game. Nothing is written before `save`."""

    def __init__(self, game: int | str, origin: Origin) -> None:
        self.origin = origin
        self.game: GameRow = store.lock(game, origin.key)
        self.rules = registry.get(self.game.ruleset)
        self.entries: list[Entry] = []
        self.cleared = False
        self.undone: int | None = None
        self.before = {seat.pk: seat.decision for seat in self.game.seats.values()}
        self.touched: set[int] = set()  # seats whose time is another now
        self.fresh: set[str] = set()  # seats that were asked anew, whose clocks are set in the end
        self.out_of_time: set[str] = set()  # seats for which the clock plays
        self.told: list[Told] = []  # what is to be told besides what follows from the change itself
        self.informed: frozenset[int] = frozenset()  # people who are told of the change otherwise
        self.notes: list[Event] = []  # of plans that stopped before anything was entered
        self.heard: set[str] = set()  # seats that are answered at once what became of their plan
        self._position: Any = None

    # --- what it is

    @property
    def position(self) -> Any:
        """Loaded when first asked for: a repeated request needs no rules."""
        if self._position is None:
            self._position = self.rules.load(self.game.position)
        return self._position

    @position.setter
    def position(self, position: Any) -> None:
        self._position = position

    def seat(self, wanted: Wanted) -> SeatRow:
        """The seat of this name, if it belongs to whoever asks; or the one that a finder picks out."""
        if not isinstance(wanted, str):
            return self._found(wanted)
        seat = self.game.seats.get(wanted)
        if seat is None:
            raise NotYours(_("There is no such seat at this table."))
        if self.origin.user_id is not None and self.origin.user_id != seat.user_id:
            raise NotYours(_("Somebody else sits there now."))
        return seat

    def _found(self, finder: Finder) -> SeatRow:
        seat = finder(self.game.seats.values())
        if seat is None:
            raise NotYours(_("You have no seat at this table."))
        self.origin = msgspec.structs.replace(self.origin, user_id=seat.user_id)
        return seat

    def must_run(self) -> None:
        if self.game.state == Game.State.PAUSED:
            raise NotNow(_("The game is paused."))
        if self.game.state != Game.State.RUNNING:
            raise NotNow(_("This game is not running."))

    # --- changing it

    def move(self, seat: SeatRow, move: notation.Move) -> Entry:
        """Play a move and let the orders answer what follows from it."""
        entry = self._move(seat, move, self.origin.how)
        self.let_orders_answer()
        return entry

    def _move(self, seat: SeatRow, move: notation.Move, how: str) -> Entry:
        before = self.rules.copy(self.position)
        asked = self._questions()
        events = self.rules.play(self.position, seat.name, move)
        self.out_of_time &= {seat.name}  # what is asked after somebody else's answer has time of its own
        entry = self.enter(Move.Kind.MOVE, str(move), events, seat=seat, how=how)
        clock = clocks.kept(seat, self.origin.now)
        clocks.answered(self.game, seat, self.origin.now)
        if how in BY_PLAYER and seat.name not in self.out_of_time:
            seat.in_a_row = 0
        if may_be_undone(self.rules, before, self.position, seat.name, events):
            entry.before, entry.clock = self.rules.dump(before).decode(), _encode(clock).decode()
            self.game.undoable += 1
        else:
            self.close_the_way_back()
        self.ask_anew(asked, mover=seat.name)
        return entry

    def close_the_way_back(self) -> None:
        self.cleared = self.cleared or self.game.undoable > 0
        self.game.undoable = 0
        for entry in self.entries:
            entry.before = entry.clock = ""

    def let_orders_answer(self) -> list[orders.Fired]:
        """What is asked now is answered by orders as far as there are any; those that cannot go on end."""
        made: list[Entry] = []
        held = self._held()

        def play(name: str, move: notation.Move) -> list[Event]:
            made.append(self._move(self.game.seats[name], move, How.ORDER))
            held.update(self._held())  # who was out of time has some again
            return read_events(made[-1].events)

        fired = orders.fire(self.rules, self.position, play, hold=held)
        moves = iter(made)
        for one in fired:
            if one.move is not None:
                next(moves).events = _encode(one.events)
            elif self.entries:  # a plan that stopped: its owner alone reads of it, below the last move
                self._append_events(one.events)
            else:
                self.notes += one.events
        return fired

    def _held(self) -> set[str]:
        """Seats whose orders wait until their time has run out."""
        return {
            name
            for name, seat in self.game.seats.items()
            if name not in self.out_of_time and self.answer_of(seat) == "orders"
        }

    def answer_of(self, seat: SeatRow) -> str:
        return clocks.answer_of(self.game, seat, seat.habits)

    def _append_events(self, events: Sequence[Event]) -> None:
        last = self.entries[-1]
        last.events = _encode([*read_events(last.events), *events])

    def enter(
        self,
        kind: str,
        text: str,
        events: Sequence[Event] = (),
        *,
        seat: SeatRow | None = None,
        how: str | None = None,
    ) -> Entry:
        """A new line of the journal."""
        self.game.length += 1
        entry = Entry(
            number=self.game.length,
            kind=kind,
            text=text,
            how=how or self.origin.how,
            key=f"{self.origin.key}/{len(self.entries)}" if self.entries else self.origin.key,
            seat_id=seat.pk if seat else None,
            decision=seat.decision if seat and kind == Move.Kind.MOVE else None,
            asked_at=seat.asked_at if seat and kind == Move.Kind.MOVE else None,
            by_id=seat.user_id if seat and how == How.ORDER else self.origin.user_id,
            events=_encode(list(events)),
        )
        self.entries.append(entry)
        return entry

    # --- who is asked

    def _questions(self) -> dict[str, Any]:
        return {name: questions(self.position, name) for name in self.rules.awaits(self.position)}

    def ask_anew(self, asked: dict[str, Any], mover: str | None = None) -> None:
        """Number the open decisions. Who is still asked the same keeps the number, and the time."""
        now_asked = self._questions()
        for name, seat in self.game.seats.items():
            if name not in now_asked:
                self._silence(seat)
            elif name == mover or seat.decision is None or now_asked[name] != asked.get(name):
                self.ask(seat)
        if self.rules.over(self.position):
            self.game.state = Game.State.OVER

    def ask(self, seat: SeatRow) -> None:
        """Put the question under the number of the last entry. While the game is paused no time runs."""
        self._silence(seat)
        seat.asked_at = self.origin.now  # all the time for it: its hands are set when the change is written
        seat.decision = self.game.length
        self.fresh.add(seat.name)

    def close_decisions(self) -> None:
        """Nobody is asked any more."""
        for seat in self.game.seats.values():
            self._silence(seat)

    def _silence(self, seat: SeatRow) -> None:
        """Nothing is asked of it any more; how long the table has waited for it is kept."""
        waited = clocks.waiting(self.game, seat, seat.habits, self.origin.now)
        seat.waited += int(waited.total_seconds())
        clocks.silence(seat)

    def stop_clocks(self) -> None:
        """Who is asked stays asked, without a deadline."""
        for seat in self.asked():
            clocks.stop(seat, seat.stopped_at or self.origin.now)

    def start_clocks(self) -> None:
        """Everybody who is asked has what was left."""
        for seat in self.asked():
            clocks.go_on(self.game, seat, self.origin.now)

    def asked(self) -> list[SeatRow]:
        """Who is asked something, for a change of their clocks."""
        asked = [seat for seat in self.game.seats.values() if seat.decision is not None]
        self.touched.update(seat.pk for seat in asked)
        return asked

    # --- the end of it

    def save(self) -> None:
        """Write everything, leave the notices, and ring for those who act by themselves."""
        if self._position is not None:
            self.game.position = self.rules.dump(self._position).decode()
        for name in self.fresh:
            clocks.set_hands(self.game, self.game.seats[name], self.origin.now)
        notices = [*self._notices(), *self.told]
        changes = store.changes(
            self.game,
            now=self.origin.now,
            entries=self.entries,
            seats=[
                seat
                for seat in self.game.seats.values()
                if seat.pk in self.touched or seat.decision != self.before[seat.pk]
            ],
            notices=notices,
            cleared=self.cleared,
            undone=self.undone,
        )
        store.execute_together(changes)
        self._take_notes()
        if self._must_wake_bots():
            wake(BOTS_MOVE, self.game.id)
        if notices:
            wake(SEND_NOTICES)

    def _take_notes(self) -> None:
        """A plan has stopped though nothing has happened: its owner reads below the last entry, and in a
        letter, why."""
        if not self.notes:
            return
        store.note(self.game, self.notes)
        names = {name for event in self.notes for name in event.secret} - self.heard
        leave([self._note_to(seat) for name, seat in self.game.seats.items() if name in names])

    def _note_to(self, seat: SeatRow) -> Notice:
        about: dict[str, Any] = {"game_id": self.game.id, "user_id": seat.user_id, "seat_id": seat.pk}
        when = {"created_at": self.origin.now, "next_try_at": self.origin.now}
        return Notice(kind=Notice.Kind.ORDERS, number=self.game.length, **about, **when)

    def _must_wake_bots(self) -> bool:
        """A bot is asked, and it is not a bot that has just moved: that one looks by itself."""
        if self.game.state != Game.State.RUNNING or self.origin.how == How.BOT:
            return False
        return any(seat.bot and seat.decision is not None for seat in self.game.seats.values())

    def _notices(self) -> Iterator[Told]:
        """Whom to tell what, and not before when."""
        now = self.origin.now
        people = [seat for seat in self.game.seats.values() if seat.user_id and not seat.bot]
        if self.game.state == Game.State.OVER:
            everybody = [seat for seat in self.game.seats.values() if seat.user_id]  # also who stayed away
            yield from ((seat, Notice.Kind.OVER, now) for seat in everybody)
            yield from self._gazette([])
            return
        if news := self._news():
            yield from self._of_news(news, [seat for seat in people if not self._is_at_the_page(seat)])
        asked = [seat for seat in people if self._must_be_told(seat)]
        for seat in asked:
            has_moved = self.origin.how == How.LINK and self.origin.user_id == seat.user_id
            yield seat, Notice.Kind.YOUR_TURN, now + TO_GO_ON if has_moved else now
        elsewhere = [seat for seat in people if seat not in asked and not self._is_at_the_page(seat)]
        yield from self._beside_the_turn(people, elsewhere)

    def _of_news(self, news: str, people: list[SeatRow]) -> Iterator[Told]:
        """Whoever has been told already needs no letter of it. That a game has begun goes along with the
        first question, if one comes within a day."""
        now = self.origin.now
        if news == Notice.Kind.STARTED:
            first = {seat.pk: now + TO_BE_ASKED if seat.user_id in self.informed else now for seat in people}
            yield from ((seat, news, first[seat.pk]) for seat in people)
        else:
            yield from ((seat, news, now) for seat in people if seat.user_id not in self.informed)

    def _beside_the_turn(self, people: list[SeatRow], elsewhere: list[SeatRow]) -> Iterator[Told]:
        """What is to be told of the change to those whom it asks nothing new."""
        now = self.origin.now
        happened = [event for entry in self.entries for event in read_events(entry.events)]
        ordered = {name for event in happened if event.kind in OF_ORDERS for name in event.secret}
        for seat in elsewhere:
            if seat.name in ordered:
                yield seat, Notice.Kind.ORDERS, now
            if self._is_left_alone(seat):
                yield seat, Notice.Kind.ALONE, now
        if not self._begins and any(map(self._is_heading, happened)):
            yield from self._gazette(people)

    def _is_left_alone(self, seat: SeatRow) -> bool:
        """Is this the last seat to answer a question that was put to several?"""
        awaited = [one for one in self.game.seats.values() if one.decision is not None]
        before = [decision for decision in self.before.values() if decision is not None]
        is_old = seat.decision == self.before[seat.pk]
        is_running = self.game.state == Game.State.RUNNING
        return awaited == [seat] and len(before) > 1 and is_old and is_running

    def _is_heading(self, event: Event) -> bool:
        """Does a new part of the record begin here, and so the one before it end?"""
        seen = event.seen_by(None)
        return bool(seen) and bool(self.rules.heading(self.position, seen))

    def _gazette(self, people: list[SeatRow]) -> Iterator[Told]:
        readers = subscriptions.readers(self.game.id, people)
        yield from ((reader, Notice.Kind.GAZETTE, self.origin.now) for reader in readers)

    def _news(self) -> str:
        """What kind of news there is for everybody; a move taken back by its player is none."""
        if self._begins:
            return Notice.Kind.STARTED
        own = (Move.Kind.MOVE, Move.Kind.UNDO, Move.Kind.MISSED, Move.Kind.EXTEND)
        changes = [entry for entry in self.entries if entry.kind not in own or entry.seat_id is None]
        return Notice.Kind.CHANGES if changes else ""

    def _must_be_told(self, seat: SeatRow) -> bool:
        """Asked something new, or again after a pause, and not just now looking at the page that asks it."""
        if seat.decision is None or self.game.state != Game.State.RUNNING:
            return False
        goes_on = any(entry.kind == Move.Kind.RESUME for entry in self.entries) and not self._has_letter(seat)
        return (goes_on or seat.decision != self.before[seat.pk]) and not self._is_at_the_page(seat)

    def _has_letter(self, seat: SeatRow) -> bool:
        """Has somebody who is told of the change otherwise a letter with the question, whose links hold? One
        that was still to leave when a pause began was dropped."""
        if seat.user_id not in self.informed:
            return False
        asking = (Notice.Kind.YOUR_TURN, Notice.Kind.REMINDER, Notice.Kind.ALONE)
        sent = Notice.objects.filter(game=self.game.id, user=seat.user_id, status=Notice.Status.SENT)
        return sent.filter(kind__in=asking, number__gte=seat.decision).exists()

    def _is_at_the_page(self, seat: SeatRow) -> bool:
        """Who deals need not be there: the last one to sit down does it in the name of the creator."""
        at_hand = self.origin.how in (How.FORM, How.REPLY)  # a reply is answered with what is asked now
        return at_hand and self.origin.user_id == seat.user_id and not self._begins

    @property
    def _begins(self) -> bool:
        return any(entry.kind == Move.Kind.START for entry in self.entries)
