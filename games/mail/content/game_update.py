"""What one email has to say to one person about one table.

Everything is taken from the reader's view of the game: that of their seat, or that of a spectator.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cached_property
from itertools import groupby

from django.db.models import Max

from games.models import ExtensionRequest, Game, GameLogEntry, GameNotice, Invitation, Seat
from games.models.game import load_game_and_seats
from games.models.notice import ASKING_KINDS
from games.play import followers
from games.play.deadlines import extensions
from games.play.transaction.notices import ORDER_EVENTS
from games.queries import chat, log, votes
from games.queries.chat import ChatEntry
from games.queries.game_view import GameView
from games.queries.gazette import GazetteEdition, load_editions
from games.queries.log import LogEntry, LogSection
from games.queries.votes import VoteStatus
from games.rules.core.errors import BadRecord
from games.rules.core.events import load_events

MAX_LOG_ENTRIES = 120  # log entries in one email
MAX_RECAP_PARTS = 2  # parts of a game in a recap: the last complete one, and the current one
MAX_CHAT_MESSAGES = 20  # chat messages
MAX_CHAT_CHARACTERS = 6000  # in all of them; more is read at the table
CLOSED_TABLE = "closed"  # a table whose game never began

Kind = GameNotice.Kind
# kinds that may come beside a decision without asking again
SIDE_KINDS = {
    *(Kind.GUARDED, Kind.REMINDER, Kind.ALONE, Kind.MISSED, Kind.MORE_TIME, Kind.ORDERS),
    *(Kind.UNREACHABLE, Kind.GAZETTE, Kind.TALK, Kind.VOTE, Kind.HOST_NEWS, Kind.REACHABLE, Kind.STOPPED),
}
# of several kinds, the first one here chooses the template
KINDS_BY_WEIGHT = (
    *(Kind.STOPPED, Kind.GUARDED, Kind.STARTED, Kind.MISSED, Kind.MORE_TIME, Kind.VOTE, Kind.CHANGES),
    *(Kind.SUCCEEDED, Kind.STAND_IN, Kind.HOST_NEWS, Kind.UNREACHABLE, Kind.ORDERS, Kind.GAZETTE, Kind.TALK),
    Kind.REACHABLE,
)
KINDS_SINCE_DECISION = {
    *ASKING_KINDS,
    Kind.STARTED,
    Kind.OVER,
    Kind.ORDERS,
}  # report all since the last decision


class GameUpdate:
    """The news of one table for one person. Game and seats are loaded in one query."""

    def __init__(self, notices: Sequence[GameNotice], *, answered_from: int = 0) -> None:
        self.notices = list(notices)
        self.answered_from = answered_from  # for the answer to a reply: the log entry before its first move
        self.user = notices[0].user
        game, seats = load_game_and_seats(notices[0].game_id)
        own = next((seat for seat in seats if seat.user_id == self.user.pk), None)
        self.view = GameView(game, seats, own, self.user.language)

    @property
    def game(self) -> Game:
        return self.view.game

    @property
    def seat(self) -> Seat | None:
        return self.view.seat

    @property
    def kinds(self) -> set[str]:
        return {notice.kind for notice in self.notices}

    @property
    def kind(self) -> str:
        """Return the most important kind of news. A player who is asked gets all that it takes to answer."""
        if not self.game.has_begun:
            return self._find_lobby_kind()
        if Kind.OVER in self.kinds:
            return Kind.OVER
        asking = self.kinds - SIDE_KINDS
        if asking == {Kind.CHANGES} and self.has_been_asked:
            asking = set()
        if self.view.offers and asking:
            return Kind.YOUR_TURN
        weights = (*ASKING_KINDS, *KINDS_BY_WEIGHT) if self.view.offers else KINDS_BY_WEIGHT
        return next((kind for kind in weights if kind in self.kinds), Kind.CHANGES)

    def _find_lobby_kind(self) -> str:
        """Return the kind of news about a table whose game has not begun."""
        kinds = (Kind.HOST_NEWS, Kind.REACHABLE) if self.game.state == Game.State.OPEN else ()
        return next((kind for kind in kinds if kind in self.kinds), CLOSED_TABLE)

    @property
    def asks_question(self) -> bool:
        """Does this email ask a question?"""
        return self.kind in ASKING_KINDS

    @cached_property
    def has_been_asked(self) -> bool:
        """Has an earlier email already asked the open question?

        Its links are valid as long as the question is open, so a change is reported without asking again.
        """
        if self.seat is None or not self.view.offers:
            return False
        sent = GameNotice.objects.filter(game=self.game, user=self.user, status=GameNotice.Status.SENT)
        return sent.filter(kind__in=(*ASKING_KINDS, Kind.STARTED), number__gte=self.seat.decision).exists()

    @property
    def is_answer(self) -> bool:
        """Does it answer a reply that has changed the game?"""
        return bool(self.answered_from) and self.game.has_begun

    @property
    def is_for_follower(self) -> bool:
        """Is it for a spectator who only follows the gazette?"""
        return self.seat is None and self.kind == Kind.GAZETTE

    @property
    def is_successor(self) -> bool:
        """Has the reader taken over the seat of another person, whose name it still has?"""
        return self.seat is not None and self.seat.user_id != self.seat.original_user_id

    @property
    def may_open_table(self) -> bool:
        """May the reader open the page of the table?"""
        is_creator = self.game.creator_id == self.user.pk
        return self.seat is not None or is_creator or followers.may_be_followed(self.game)

    @property
    def is_current(self) -> bool:
        """Is the game running, or does its table wait for players?"""
        return self.game.is_live or self.game.state == Game.State.OPEN

    @property
    def is_new_player(self) -> bool:
        """Does this email tell the reader that they play on for somebody else?"""
        return self.is_successor and Kind.STARTED in self.kinds and self.game.has_begun

    # --- what has happened

    @cached_property
    def log_entries(self) -> list[LogEntry]:
        """Return the log entries that are new to the reader; a replaced player gets only the replacement.

        The answer to a reply has what happened since its first move.
        """
        if self.is_answer:
            return log.list_entries_since(self.view, self.answered_from, most=MAX_LOG_ENTRIES)
        if self.kind == Kind.SUCCEEDED:
            last = max(self._list_entry_numbers(Kind.SUCCEEDED))
            return log.list_entries_since(self.view, last - 1, until=last)
        return [*self._list_plan_stops(), *log.flatten_sections(self._recap_parts)]

    @property
    def earlier_entry(self) -> int:
        """Return the log entry before which there is more news than the email has; 0 if there is none.

        The entry that begins a part may also contain the end of the part before.
        """
        if self.kind == Kind.SUCCEEDED or not self._recap_parts:
            return 0
        is_all = (
            len(self._recap_parts) == len(self._new_parts)
            and self.game.log_length - self.first_entry <= MAX_LOG_ENTRIES
        )
        return 0 if is_all else self._recap_parts[-1].first_number + 1

    @property
    def is_recap_cut(self) -> bool:
        """Was the recap cut to what one needs to decide?"""
        return bool(self.earlier_entry) and len(self._recap_parts) <= MAX_RECAP_PARTS

    @cached_property
    def _recap_parts(self) -> list[LogSection]:
        """Return the news that helps to decide: the current part of the game and the one before.

        Earlier events show on the table anyway, even to a player who has just taken over or returned. What a
        notice is about is always included.
        """
        return [
            part
            for place, part in enumerate(self._new_parts)
            if place < MAX_RECAP_PARTS
            or any(entry.number > self._first_noticed_entry for entry in part.entries)
        ]

    @cached_property
    def _new_parts(self) -> list[LogSection]:
        return log.list_sections_since(self.view, self.first_entry, most=MAX_LOG_ENTRIES)

    @property
    def first_entry(self) -> int:
        """Return the log entry after which the news begins: the reader's last decision, or what the notices
        report.
        """
        is_since_decision = KINDS_SINCE_DECISION & {self.kind, *self.kinds}
        return (
            min(self._first_noticed_entry, self.last_decision)
            if is_since_decision
            else self._first_noticed_entry
        )

    @cached_property
    def _first_noticed_entry(self) -> int:
        """Return the log entry after which the notices have something to report.

        For a change this is the entry itself, for a round its beginning, for a missed deadline what was
        played then.
        """
        starts = [
            number - 1 for kind in (Kind.CHANGES, Kind.MISSED) for number in self._list_entry_numbers(kind)
        ]
        if self.finished_rounds:
            starts.append(self.finished_rounds[0].first_number - 1)
        if self.missed_deadlines:
            starts.append(self.missed_deadlines[0].number - 1)
        return min(starts, default=self.game.log_length)

    def _list_entry_numbers(self, kind: str) -> list[int]:
        return [notice.number for notice in self.notices if notice.kind == kind]

    @cached_property
    def _last_move(self) -> GameLogEntry | None:
        """The reader's own last move; moves by an order or by an earlier player of the seat are news."""
        if self.seat is None:
            return None
        own = GameLogEntry.objects.not_undone().filter(seat=self.seat, by=self.user)
        return (
            own.exclude(how__in=(GameLogEntry.How.ORDER, GameLogEntry.How.FORCED))
            .order_by("-number")
            .only("number", "at", "how", "events")
            .first()
        )

    @property
    def answered_on_page_at(self) -> datetime | None:
        """Return when the reader, alone with bots, last moved on the page of the table.

        Bots answer at once, so such a reader sees the next question there, too.
        """
        if self._last_move is None or self._last_move.how != GameLogEntry.How.FORM:
            return None
        others = [seat for seat in self.view.seats if seat != self.seat]
        return self._last_move.at if all(seat.bot for seat in others) else None

    @property
    def last_decision(self) -> int:
        return self._last_move.number if self._last_move else 0

    def _list_plan_stops(self) -> list[LogEntry]:
        """Return the entry of the reader's last move if a plan stopped there.

        Nothing else of that entry is news.
        """
        last = self._last_move
        if last is None or self.first_entry != last.number:
            return []
        notes = self._describe_order_events(last)
        return [LogEntry(last.number, str(self.view.name), notes, last.at)] if notes else []

    def _describe_order_events(self, entry: GameLogEntry) -> list[str]:
        view = self.view
        seen = [event.seen_by(view.name) for event in load_events(entry.events) if event.kind in ORDER_EVENTS]
        sentences = (view.rules.phrase(view.position, one, view.name, view.language) for one in seen if one)
        return [sentence for sentence in sentences if sentence]

    @cached_property
    def order_sentences(self) -> list[str]:
        """Say which orders of the reader answered or had to stop since their own last decision."""
        if self.seat is None or Kind.ORDERS not in self.kinds:
            return []
        entries = GameLogEntry.objects.filter(
            game=self.game, number__gte=self.last_decision, taken_back=False
        )
        until = entries.filter(number__lte=self.game.log_length).only("events").order_by("number")
        return list(
            dict.fromkeys(sentence for entry in until for sentence in self._describe_order_events(entry))
        )

    @cached_property
    def missed_deadlines(self) -> list[GameLogEntry]:
        """Return the log entries of the reader's missed deadlines, in order."""
        numbers = self._list_entry_numbers(Kind.MISSED)
        if self.seat is None or not numbers:
            return []
        entries = GameLogEntry.objects.filter(seat=self.seat, kind=GameLogEntry.Kind.MISSED)
        since = entries.filter(number__gt=self.last_decision, number__lte=max(numbers))
        newest = since.only("number", "text").order_by("-number")[: len(numbers)]
        return list(reversed(newest))

    @cached_property
    def finished_rounds(self) -> list[LogSection]:
        """Return the finished rounds, in order, without moves that were undone."""
        numbers = self._list_entry_numbers(Kind.GAZETTE)
        if not numbers:
            return []
        most = MAX_LOG_ENTRIES * min(len(numbers), 2)
        parts, _older = log.build_log(self.view, before=max(numbers) + 1, most=most)
        is_end = self.game.state == Game.State.OVER and max(numbers) == self.game.log_length
        over = parts if is_end else parts[1:]  # the first one is still being played
        rounds = [_sort_oldest_first(part) for part in reversed(over[: len(numbers)])]
        return [part for part in rounds if part.entries]

    @cached_property
    def gazette_reports(self) -> list[GazetteEdition]:
        """Return the gazette's reports of these rounds; empty if the game cannot be replayed."""
        titles = {part.title for part in self.finished_rounds}
        try:
            return [one for one in load_editions(self.view) if one.title in titles] if titles else []
        except BadRecord:
            return []

    # --- beside the game

    @cached_property
    def chat_messages(self) -> list[ChatEntry]:
        """Return the chat messages of others since the last email to the reader about this table."""
        if self.seat is None:
            return []
        news = [one for one in chat.list_messages(self.view) if one.text and not one.is_mine]
        if not news:
            return []
        last = GameNotice.objects.filter(game=self.game, user=self.user).aggregate(at=Max("sent_at"))["at"]
        return _limit_chat([one for one in news if last is None or one.at > last])

    @cached_property
    def extension_requests(self) -> list[ExtensionRequest]:
        """Return the requests for more time that the reader may grant."""
        if Kind.MORE_TIME not in self.kinds:
            return []
        return list(extensions.list_open_requests(self.game.pk, self.user.pk))

    @cached_property
    def open_votes(self) -> list[VoteStatus]:
        """Return the open votes that wait for the reader."""
        if Kind.VOTE not in self.kinds:
            return []
        return [one for one in votes.list_vote_statuses(self.view) if one.waits_for_me]

    @cached_property
    def free_seats(self) -> list[Seat]:
        """Return the seats for which the reader was asked to stand in, if they are still free."""
        if Kind.STAND_IN not in self.kinds or self.seat is not None or not self.game.is_live:
            return []
        asked = {notice.seat_id for notice in self.notices if notice.kind == Kind.STAND_IN}
        return [seat for seat in self.view.seats if seat.pk in asked and seat.offered_at is not None]

    @cached_property
    def invitation_news(self) -> list[Invitation]:
        """Return the reader's invitations that were declined, came back or were answered from elsewhere."""
        numbers = self._list_entry_numbers(Kind.HOST_NEWS)
        if not numbers or not self.is_current:
            return []
        sent = Invitation.objects.filter(game=self.game, pk__in=numbers).order_by("pk")
        return [one for one in sent if one.state == Invitation.State.DECLINED or one.is_in_trouble]

    @cached_property
    def unreachable_seats(self) -> list[str]:
        """Return the names of seats whose players are not reached by email."""
        if Kind.UNREACHABLE not in self.kinds:
            return []
        people = [seat for seat in self.view.seats if seat.user and not seat.bot]
        return [seat.shown_name for seat in people if seat.user and not seat.user.is_reachable]


def _sort_oldest_first(part: LogSection) -> LogSection:
    return LogSection(
        part.title, [entry for entry in reversed(part.entries) if not entry.taken_back], part.first_number
    )


def _limit_chat(said: list[ChatEntry]) -> list[ChatEntry]:
    """Return as many of the newest messages as fit into an email."""
    words, kept = 0, list[ChatEntry]()
    for one in reversed(said[-MAX_CHAT_MESSAGES:]):
        words += len(one.text)
        if words > MAX_CHAT_CHARACTERS:
            break
        kept.append(one)
    return list(reversed(kept))


def group_by_game(notices: Iterable[GameNotice]) -> list[GameUpdate]:
    """Group notices to one person by game."""
    ordered = sorted(notices, key=lambda notice: (notice.game_id, notice.pk))
    return [GameUpdate(list(some)) for _game, some in groupby(ordered, key=lambda notice: notice.game_id)]
