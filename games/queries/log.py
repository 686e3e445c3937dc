"""The log of a game for one reader: entries as sentences, turns, and what is new since a decision."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Game, GameLogEntry, Seat
from games.play.seats import ANONYMOUS_IN_LOG, BOT_IN_LOG
from games.play.transaction.origin import How
from games.queries.game_view import GameView
from games.rules.core.events import Event, load_events

BY_MAIL = (How.LINK, How.REPLY)

RECENT_MAIL_MOVES = 10  # moves shown
LOG_LENGTH = 40  # log entries on one page
SENTENCE_ENDINGS = '.!?…:;)”“"»'

TIME_OUT_ANSWER_SENTENCES = {
    "orders": gettext_lazy("Standing orders have answered."),
    "bot": gettext_lazy("A bot has answered."),
    "minimal": gettext_lazy("A safe default move was played."),
}

RULING_SENTENCES = {
    GameLogEntry.Kind.PAUSE: lambda: _("The referee pauses the game."),
    GameLogEntry.Kind.RESUME: lambda: _("The referee resumes the game."),
    GameLogEntry.Kind.ABANDON: lambda: _("The referee ends the game."),
}

CHANGE_SENTENCES = {
    GameLogEntry.Kind.PAUSE: lambda: _("The game is paused."),
    GameLogEntry.Kind.RESUME: lambda: _("The game resumes."),
    GameLogEntry.Kind.ABANDON: lambda: _("The game has been abandoned."),
    GameLogEntry.Kind.RESTORE: lambda: _(
        "The server was restored from a backup: what was played since then is gone. "
        "Emails about it are out of date."
    ),
}


class MailMove(msgspec.Struct, frozen=True):
    """A move made by link or reply, without signing in, as everybody may see it."""

    at: datetime
    how: str
    sentences: list[str]


def list_recent_mail_moves(view: GameView, seat: Seat) -> list[MailMove]:
    """List the last moves made for this seat by links or replies, newest first, as the reader sees them."""
    moves = GameLogEntry.objects.filter(
        seat=seat, kind=GameLogEntry.Kind.MOVE, how__in=BY_MAIL, by=seat.user_id
    )
    return [_describe_mail_move(view, move) for move in moves.order_by("-number")[:RECENT_MAIL_MOVES]]


def _describe_mail_move(view: GameView, move: GameLogEntry) -> MailMove:
    entries = list_entries_since(view, move.number - 1, until=move.number)
    return MailMove(move.at, move.get_how_display(), [line for one in entries for line in one.sentences])


class LogEntry(msgspec.Struct, frozen=True):
    """Consecutive sentences of the log about one seat, as this reader may see them."""

    number: int  # of the last log row they come from
    seat: str
    sentences: list[str]
    at: datetime
    taken_back: bool = False
    is_change: bool = False  # no move, but a change to the game such as a pause
    turn: str = ""  # the title of the turn that begins with it
    summary: str = ""  # a short summary, for a folded turn


class LogTurn(msgspec.Struct, frozen=True):
    """The log entries of one turn, or of one step for all seats, in order."""

    key: str  # unique on a page, and stable
    title: str
    summary: str
    entries: list[LogEntry]

    @property
    def is_short(self) -> bool:
        """Is there a single sentence, so that nothing needs folding?"""
        return len(self.entries) == 1 and len(self.entries[0].sentences) == 1


class LogSection(msgspec.Struct, frozen=True):
    """A part of the log, such as a round, newest entry first."""

    title: str
    entries: list[LogEntry]
    first_number: int = 0  # the number of its first entry
    turns: list[LogTurn] = []

    @property
    def key(self) -> str:
        """Name the part on its page: the entry that begins the first round also ends what was before it."""
        return str(self.first_number) if self.title else f"{self.first_number}-before"


def build_log(
    view: GameView, *, before: int | None = None, most: int = LOG_LENGTH
) -> tuple[list[LogSection], int]:
    """Return the newest entries of the log, and the number before which there are older ones (0: none)."""
    return describe_entries(view, load_newest_entries(view, before=before, most=most), most=most)


def load_newest_entries(
    view: GameView, *, before: int | None = None, most: int = LOG_LENGTH
) -> list[GameLogEntry]:
    """Load the newest log rows, newest first. They contain secrets and must not be shown as they are."""
    entries = _select_entries(view.game)
    if before is not None:
        entries = entries.filter(number__lt=before)
    return list(entries.order_by("-number")[:most])


def describe_entries(
    view: GameView, entries: Sequence[GameLogEntry], *, most: int = LOG_LENGTH
) -> tuple[list[LogSection], int]:
    """Return these rows as the reader may see them, and the number before which there are older ones."""
    older = entries[-1].number if len(entries) == most and entries[-1].number > 1 else 0
    return list(_build_sections(view, reversed(entries))), older


def list_turns_since_own_move(
    view: GameView, entries: Sequence[GameLogEntry], parts: Sequence[LogSection]
) -> list[LogTurn]:
    """List the turns of others since the reader's own last move, in order, if they have a summary."""
    own = [entry.number for entry in entries if view.seat and entry.seat_id == view.seat.pk]
    last = max(own, default=0)
    turns = [turn for part in reversed(parts) for turn in reversed(part.turns) if turn.summary]
    return [turn for turn in turns if turn.entries[-1].number > last and turn.entries[0].seat != view.name]


def list_entries_since(
    view: GameView, number: int, *, until: int | None = None, most: int = LOG_LENGTH
) -> list[LogEntry]:
    """List what happened after this log number, in order, up to `until` or the position that is shown."""
    return flatten_sections(list_sections_since(view, number, until=until, most=most))


def list_sections_since(
    view: GameView, number: int, *, until: int | None = None, most: int = LOG_LENGTH
) -> list[LogSection]:
    """List what happened after this log number, part by part, newest first."""
    last = view.game.log_length if until is None else until
    entries = _select_entries(view.game).filter(number__gt=number, number__lte=last)
    newest = list(entries.order_by("-number")[:most])
    return list(_build_sections(view, reversed(newest)))


def flatten_sections(parts: Sequence[LogSection]) -> list[LogEntry]:
    """Return the entries of these parts in order of time."""
    return [entry for part in reversed(parts) for entry in reversed(part.entries)]


def _select_entries(game: Game) -> QuerySet[GameLogEntry]:
    return GameLogEntry.objects.filter(game=game).only(
        "number", "kind", "seat_id", "text", "how", "at", "events", "taken_back", "reason"
    )


def _build_sections(view: GameView, entries: Iterable[GameLogEntry]) -> Iterator[LogSection]:
    """Group the entries into parts, newest first, and the newest entry first in each."""
    parts: list[LogSection] = []
    for title, log_entry in _describe_events(view, entries):
        if title or not parts:
            parts.append(LogSection(title, [], log_entry.number))
        parts[-1].entries.append(log_entry)
    for part in reversed(parts):
        told_last_first = [entry for entry in reversed(_join_entries(part.entries)) if entry.sentences]
        yield LogSection(part.title, told_last_first, part.first_number, list(reversed(_split_turns(part))))


def _split_turns(part: LogSection) -> list[LogTurn]:
    """Split a part into turns. It may start with the rest of a turn whose beginning is not loaded."""
    begun: list[list[LogEntry]] = [[]]
    for entry in part.entries:
        if entry.turn:
            begun.append([])
        begun[-1].append(entry)
    turns = [_build_turn(f"{part.key}-{number}", entries) for number, entries in enumerate(begun)]
    return [turn for turn in turns if turn.entries]


def _build_turn(key: str, entries: Sequence[LogEntry]) -> LogTurn:
    gists = [one.summary for one in entries if one.summary and not one.taken_back]
    joined = [one for one in _join_entries(entries) if one.sentences]
    return LogTurn(key, entries[0].turn if entries else "", ", ".join(gists), joined)


def _join_entries(tellings: Iterable[LogEntry]) -> list[LogEntry]:
    joined: list[LogEntry] = []
    for entry in tellings:
        _append_entry(joined, entry)
    return joined


def _append_entry(tellings: list[LogEntry], entry: LogEntry) -> None:
    """Append an entry, merging it with the last one if both are about the same seat."""
    last = tellings[-1] if tellings else None
    if last and (last.seat, last.taken_back, last.is_change) == (
        entry.seat,
        entry.taken_back,
        entry.is_change,
    ):
        sentences = [*last.sentences, *entry.sentences]
        tellings[-1] = LogEntry(
            entry.number, entry.seat, sentences, entry.at, entry.taken_back, entry.is_change
        )
    else:
        tellings.append(entry)


def _describe_events(view: GameView, entries: Iterable[GameLogEntry]) -> Iterator[tuple[str, LogEntry]]:
    for entry in entries:
        if entry.kind not in (GameLogEntry.Kind.MOVE, GameLogEntry.Kind.START):
            texts = list(filter(None, [_describe_change(view, entry), _end_sentence(entry.reason)]))
            yield "", LogEntry(entry.number, "", texts, entry.at, is_change=True)
        for event in load_events(entry.events):
            seen = event.seen_by(view.name)
            if not seen:
                continue
            sentence = _describe_event(view, event, seen)
            title = view.rules.presentation.heading(view.position, seen, view.language)
            if sentence or title:
                seat = str(seen.get("seat", ""))
                yield (
                    title,
                    LogEntry(
                        entry.number,
                        seat,
                        [sentence] if sentence else [],
                        entry.at,
                        entry.taken_back,
                        turn=view.rules.presentation.turn_heading(
                            view.position, seen, view.name, view.language
                        ),
                        summary=view.rules.presentation.gist(view.position, seen, view.name, view.language),
                    ),
                )


def _end_sentence(reason: str) -> str:
    """Add a full stop to user-written text if it has no final punctuation."""
    return reason if not reason or reason[-1] in SENTENCE_ENDINGS else f"{reason}."


def _describe_event(view: GameView, event: Event, seen: dict[str, Any]) -> str:
    """Describe an event as the reader may see it; after the end of the game, with its secrets revealed."""
    is_more = bool(event.secret) or event.kind in view.rules.presentation.revealed_at_end
    if view.is_closed and is_more and view.name not in event.secret:
        return view.rules.presentation.open_phrase(view.position, event, view.language)
    return view.rules.phrase(view.position, seen, view.name, view.language)


def _describe_change(view: GameView, entry: GameLogEntry) -> str:
    """Describe a log row that is no move, such as a pause or a change of player."""
    seat = next((seat.name for seat in view.seats if seat.pk == entry.seat_id), "")
    words = entry.text.split(" ")
    if entry.kind == GameLogEntry.Kind.UNDO:
        if not seat:
            return _("The referee rewinds the game to before an earlier move.")
        if seat == view.name:
            return _("You undo your last move.")
        return _("%(seat)s undoes the last move.") % {"seat": seat}
    if entry.kind == GameLogEntry.Kind.EXTEND:
        return _describe_extension(entry, seat, int(words[-1]))
    if entry.kind == GameLogEntry.Kind.SEAT:
        return _describe_seat_change(entry, seat, words[-1])
    if entry.kind == GameLogEntry.Kind.MISSED:
        return _describe_miss(view, entry, seat)
    if entry.kind == GameLogEntry.Kind.RESUME and entry.how == GameLogEntry.How.CLOCK:
        return _("The pause has reached its limit: the game resumes.")
    return (RULING_SENTENCES if entry.how == GameLogEntry.How.REFEREE else CHANGE_SENTENCES)[
        GameLogEntry.Kind(entry.kind)
    ]()


def _describe_extension(entry: GameLogEntry, seat: str, hours: int) -> str:
    if entry.how == GameLogEntry.How.REFEREE or not seat:
        text = ngettext("The referee gives one more hour.", "The referee gives %(n)d more hours.", hours)
    else:
        text = ngettext(
            "The others give %(seat)s one more hour.", "The others give %(seat)s %(n)d more hours.", hours
        )
    return text % {"seat": seat, "n": hours}


def _describe_seat_change(entry: GameLogEntry, seat: str, who: str) -> str:
    if who == BOT_IN_LOG and entry.how == GameLogEntry.How.CLOCK:
        return _("%(seat)s stays away: a bot plays until %(seat)s is back.") % {"seat": seat}
    if who == BOT_IN_LOG:
        return _("A bot plays for %(seat)s from now on.") % {"seat": seat}
    if who == seat:
        return _("%(seat)s is back.") % {"seat": seat}
    if who == ANONYMOUS_IN_LOG:
        return _("Somebody else plays for %(seat)s from now on.") % {"seat": seat}
    return _("%(who)s plays for %(seat)s from now on.") % {"who": who, "seat": seat}


def _describe_miss(view: GameView, entry: GameLogEntry, seat: str) -> str:
    """Describe a missed deadline. What answered instead is shown to the seat itself only."""
    is_excused = entry.text.startswith("excused ")
    text = (
        _("%(seat)s has run out of time; this miss is forgiven.")
        if is_excused
        else _("%(seat)s has run out of time.")
    )
    answered = describe_time_out_answers(entry.text) if seat == view.name else ""
    return " ".join(filter(None, [text % {"seat": seat}, answered]))


def describe_time_out_answers(text: str) -> str:
    """Describe what answered after a miss, from the text of its log row: how it counts, seat, answers."""
    _counted, _seat, *answers = text.split(" ")
    return " ".join(
        str(TIME_OUT_ANSWER_SENTENCES[answer]) for answer in answers if answer in TIME_OUT_ANSWER_SENTENCES
    )
