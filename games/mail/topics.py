"""What a letter is about: one person and one table, and what there is to tell.

Everything comes through `Sight`: that of the reader's seat, or that of somebody who only watches.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cached_property
from itertools import groupby

from django.db.models import Max

from games.models import Extension, Game, Move, Notice, Seat
from games.play import extending, subscriptions, views_of, votes
from games.play.gazette import Edition, editions
from games.play.table import OF_ORDERS
from games.play.views_of import Part, Said, Sight, Told
from games.play.votes import Standing
from games.rules.core.errors import BadRecord
from games.rules.core.events import read_events

MUCH = 120  # entries of the journal in one letter
RECAP = 2  # parts of a game that are told again: the last whole one, and the one that has begun
MOST_SAID = 20  # messages of the table talk
MOST_WORDS = 6000  # letters in all of them: who says more is read at the table
CLOSED = "closed"  # a table whose game never began

Kind = Notice.Kind
# kinds that say nothing but: decide; and what may be told beside a decision, without asking again
ASKING = (Kind.YOUR_TURN, Kind.REMINDER, Kind.ALONE)
BESIDE = {
    *(Kind.GUARDED, Kind.REMINDER, Kind.ALONE, Kind.MISSED, Kind.MORE_TIME, Kind.ORDERS),
    *(Kind.UNREACHABLE, Kind.GAZETTE, Kind.TALK, Kind.VOTE),
}
# of several kinds the first one gives a letter its shape
BY_WEIGHT = (
    *(Kind.GUARDED, Kind.STARTED, Kind.MISSED, Kind.MORE_TIME, Kind.VOTE, Kind.CHANGES, Kind.SUCCEEDED),
    *(Kind.STAND_IN, Kind.UNREACHABLE, Kind.ORDERS, Kind.GAZETTE, Kind.TALK),
)
SINCE_DECISION = {*ASKING, Kind.STARTED, Kind.OVER, Kind.ORDERS}  # they tell all that came after it


class Topic:
    """What one person must be told of one table, which is read in one statement."""

    def __init__(self, notices: Sequence[Notice]) -> None:
        self.notices = list(notices)
        self.user = notices[0].user
        game, seats = views_of.seated(notices[0].game_id)
        own = next((seat for seat in seats if seat.user_id == self.user.pk), None)
        self.sight = Sight(game, seats, own, self.user.language)

    @property
    def game(self) -> Game:
        return self.sight.game

    @property
    def seat(self) -> Seat | None:
        return self.sight.seat

    @property
    def kinds(self) -> set[str]:
        return {notice.kind for notice in self.notices}

    @property
    def kind(self) -> str:
        """The weightiest of what there is to tell. Whoever is asked gets all that it takes to answer."""
        if not self.game.has_begun:
            return CLOSED
        if Kind.OVER in self.kinds:
            return Kind.OVER
        beside = BESIDE | {Kind.CHANGES} if self.is_still_asked else BESIDE
        if self.sight.offers and self.kinds - beside:
            return Kind.YOUR_TURN
        weights = (*ASKING, *BY_WEIGHT) if self.sight.offers else BY_WEIGHT
        return next((kind for kind in weights if kind in self.kinds), Kind.CHANGES)

    @property
    def asks(self) -> bool:
        """Is it a letter that puts a question?"""
        return self.kind in ASKING

    @cached_property
    def is_still_asked(self) -> bool:
        """Has an earlier letter put the open question already? Its links hold as long as the question does:
        of a change it is told, but nothing is asked again."""
        if self.seat is None or not self.sight.offers:
            return False
        sent = Notice.objects.filter(game=self.game, user=self.user, status=Notice.Status.SENT)
        return sent.filter(kind__in=(*ASKING, Kind.STARTED), number__gte=self.seat.decision).exists()

    @property
    def is_followed(self) -> bool:
        """Is it for somebody who only reads the gazette?"""
        return self.seat is None and self.kind == Kind.GAZETTE

    @property
    def is_successor(self) -> bool:
        """Has the reader taken over the seat of somebody else, of whose name it still is?"""
        return self.seat is not None and self.seat.user_id != self.seat.namesake_id

    @property
    def may_look(self) -> bool:
        """May the reader open the table?"""
        is_creator = self.game.creator_id == self.user.pk
        return self.seat is not None or is_creator or subscriptions.may_be_followed(self.game)

    # --- what has happened

    @cached_property
    def told(self) -> list[Told]:
        """What the reader has not heard yet; whoever sits there no more hears only that."""
        if self.kind == Kind.SUCCEEDED:
            last = max(self._numbers(Kind.SUCCEEDED))
            return views_of.since(self.sight, last - 1, until=last)
        return [*self._beside_the_decision(), *views_of.in_order(self._recap)]

    @property
    def earlier(self) -> int:
        """The entry before which the record has more news than is told; 0: there are none. The one with which
        a part begins may hold the end of the part before."""
        if self.kind == Kind.SUCCEEDED or not self._recap:
            return 0
        is_all = len(self._recap) == len(self._news) and self.game.length - self.start <= MUCH
        return 0 if is_all else self._recap[-1].begins + 1

    @property
    def is_last_round(self) -> bool:
        """Is it as much as one reads to decide, and no more?"""
        return bool(self.earlier) and len(self._recap) <= RECAP

    @cached_property
    def _recap(self) -> list[Part]:
        """As much of it as helps to decide: what came before the last whole round can be seen on the table,
        be it news to whoever has taken a seat over or comes back. What a notice is about is always told."""
        return [
            part
            for place, part in enumerate(self._news)
            if place < RECAP or any(told.number > self._noticed for told in part.told)
        ]

    @cached_property
    def _news(self) -> list[Part]:
        return views_of.parts_since(self.sight, self.start, most=MUCH)

    @property
    def start(self) -> int:
        """The entry after which there is something to tell: the own last decision, or what notices are of."""
        is_since_decision = SINCE_DECISION & {self.kind, *self.kinds}
        return min(self._noticed, self.last_decision) if is_since_decision else self._noticed

    @cached_property
    def _noticed(self) -> int:
        """The entry after which notices tell something: of a change, just this; of a round, its beginning;
        of a miss, what was played then."""
        starts = [number - 1 for kind in (Kind.CHANGES, Kind.MISSED) for number in self._numbers(kind)]
        if self.rounds:
            starts.append(self.rounds[0].begins - 1)
        if self.misses:
            starts.append(self.misses[0].number - 1)
        return min(starts, default=self.game.length)

    def _numbers(self, kind: str) -> list[int]:
        return [notice.number for notice in self.notices if notice.kind == kind]

    @cached_property
    def _last_move(self) -> Move | None:
        """The reader's own; what an order or the one before has decided is news."""
        if self.seat is None:
            return None
        own = Move.objects.standing().filter(seat=self.seat, by=self.user)
        return (
            own.exclude(how=Move.How.ORDER).order_by("-number").only("number", "at", "how", "events").first()
        )

    @property
    def at_the_page(self) -> datetime | None:
        """When the reader, alone with bots, last answered on the page of the table: they answer at once, and
        the next question is read there, too."""
        if self._last_move is None or self._last_move.how != Move.How.FORM:
            return None
        others = [seat for seat in self.sight.seats if seat != self.seat]
        return self._last_move.at if all(seat.bot for seat in others) else None

    @property
    def last_decision(self) -> int:
        return self._last_move.number if self._last_move else 0

    def _beside_the_decision(self) -> list[Told]:
        """A plan that stopped at the own last move stands in its entry, of which nothing else is news."""
        last = self._last_move
        if last is None or self.start != last.number:
            return []
        notes = self._of_orders(last)
        return [Told(last.number, str(self.sight.name), notes, last.at)] if notes else []

    def _of_orders(self, entry: Move) -> list[str]:
        sight = self.sight
        seen = [event.seen_by(sight.name) for event in read_events(entry.events) if event.kind in OF_ORDERS]
        told = (sight.rules.phrase(sight.position, one, sight.name, sight.language) for one in seen if one)
        return [sentence for sentence in told if sentence]

    @cached_property
    def orders(self) -> list[str]:
        """Which orders of the reader have answered, and which had to stop, since the own last decision."""
        if self.seat is None or Kind.ORDERS not in self.kinds:
            return []
        entries = Move.objects.filter(game=self.game, number__gte=self.last_decision, taken_back=False)
        until = entries.filter(number__lte=self.game.length).only("events").order_by("number")
        return list(dict.fromkeys(sentence for entry in until for sentence in self._of_orders(entry)))

    @cached_property
    def misses(self) -> list[Move]:
        """Where the time of the reader has run out, in order."""
        numbers = self._numbers(Kind.MISSED)
        if self.seat is None or not numbers:
            return []
        entries = Move.objects.filter(seat=self.seat, kind=Move.Kind.MISSED)
        since = entries.filter(number__gt=self.last_decision, number__lte=max(numbers))
        newest = since.only("number", "text").order_by("-number")[: len(numbers)]
        return list(reversed(newest))

    @cached_property
    def rounds(self) -> list[Part]:
        """The rounds that are over, in order; what was taken back is none."""
        numbers = self._numbers(Kind.GAZETTE)
        if not numbers:
            return []
        most = MUCH * min(len(numbers), 2)
        parts, _older = views_of.log(self.sight, before=max(numbers) + 1, most=most)
        is_end = self.game.state == Game.State.OVER and max(numbers) == self.game.length
        over = parts if is_end else parts[1:]  # the first one has just begun
        rounds = [_in_order(part) for part in reversed(over[: len(numbers)])]
        return [part for part in rounds if part.told]

    @cached_property
    def reports(self) -> list[Edition]:
        """What the gazette writes of these rounds; nothing, if the game cannot be played again."""
        titles = {part.title for part in self.rounds}
        try:
            return [one for one in editions(self.sight) if one.title in titles] if titles else []
        except BadRecord:
            return []

    # --- beside the game

    @cached_property
    def said(self) -> list[Said]:
        """What the others have said since a letter about this table last left to the reader."""
        if self.seat is None:
            return []
        last = Notice.objects.filter(game=self.game, user=self.user).aggregate(at=Max("sent_at"))["at"]
        news = [one for one in views_of.talk(self.sight) if one.text and not one.is_mine]
        return _newest([one for one in news if last is None or one.at > last])

    @cached_property
    def wishes(self) -> list[Extension]:
        """More time that others ask for, and the reader may grant."""
        if Kind.MORE_TIME not in self.kinds:
            return []
        return list(extending.open_wishes(self.game.pk, self.user.pk))

    @cached_property
    def votes(self) -> list[Standing]:
        """What others would like, and the reader has not voted on."""
        if Kind.VOTE not in self.kinds:
            return []
        return [one for one in votes.standings(self.sight) if one.waits_for_me]

    @cached_property
    def free_seats(self) -> list[Seat]:
        """Seats for which the reader was asked to stand in, as far as they are still free."""
        if Kind.STAND_IN not in self.kinds or self.seat is not None or not self.game.is_live:
            return []
        asked = {notice.seat_id for notice in self.notices if notice.kind == Kind.STAND_IN}
        return [seat for seat in self.sight.seats if seat.pk in asked and seat.offered_at is not None]

    @cached_property
    def unreachable(self) -> list[str]:
        """The seats of people whom letters do not reach."""
        if Kind.UNREACHABLE not in self.kinds:
            return []
        people = [seat for seat in self.sight.seats if seat.user and not seat.bot]
        return [seat.name for seat in people if seat.user and not seat.user.is_reachable]


def _in_order(part: Part) -> Part:
    return Part(part.title, [told for told in reversed(part.told) if not told.taken_back], part.begins)


def _newest(said: list[Said]) -> list[Said]:
    """As many of the last ones as a letter takes."""
    words, kept = 0, list[Said]()
    for one in reversed(said[-MOST_SAID:]):
        words += len(one.text)
        if words > MOST_WORDS:
            break
        kept.append(one)
    return list(reversed(kept))


def topics(notices: Iterable[Notice]) -> list[Topic]:
    """Notices to one person, table by table."""
    ordered = sorted(notices, key=lambda notice: (notice.game_id, notice.pk))
    return [Topic(list(some)) for _game, some in groupby(ordered, key=lambda notice: notice.game_id)]
