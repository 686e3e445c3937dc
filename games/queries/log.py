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
    "orders": gettext_lazy("The orders that were filed have answered."),
    "bot": gettext_lazy("The careful bot has answered."),
    "minimal": gettext_lazy("The harmless move was played."),
}

RULING_SENTENCES = {
    GameLogEntry.Kind.PAUSE: lambda: _("The referee pauses the game."),
    GameLogEntry.Kind.RESUME: lambda: _("The referee lets the game go on."),
    GameLogEntry.Kind.ABANDON: lambda: _("The referee ends the game."),
}

CHANGE_SENTENCES = {
    GameLogEntry.Kind.PAUSE: lambda: _("The game is paused."),
    GameLogEntry.Kind.RESUME: lambda: _("The game goes on."),
    GameLogEntry.Kind.ABANDON: lambda: _("The game is abandoned."),
}


class MailMove(msgspec.Struct, frozen=True):
    """A move made by link or reply, without signing in, as everybody may see it."""

    at: datetime
    how: str
    sentences: list[str]


def list_recent_mail_moves(sight: GameView, seat: Seat) -> list[MailMove]:
    """List the last moves made for this seat by links or replies, newest first, as the reader sees them."""
    moves = GameLogEntry.objects.filter(
        seat=seat, kind=GameLogEntry.Kind.MOVE, how__in=BY_MAIL, by=seat.user_id
    )
    return [_describe_mail_move(sight, move) for move in moves.order_by("-number")[:RECENT_MAIL_MOVES]]


def _describe_mail_move(sight: GameView, move: GameLogEntry) -> MailMove:
    told = list_entries_since(sight, move.number - 1, until=move.number)
    return MailMove(move.at, move.get_how_display(), [line for one in told for line in one.sentences])


class LogEntry(msgspec.Struct, frozen=True):
    """Consecutive sentences of the log about one seat, as this reader may see them."""

    number: int  # of the last log row they come from
    seat: str
    sentences: list[str]
    at: datetime
    taken_back: bool = False
    aside: bool = False  # no move, but a change to the game such as a pause
    turn: str = ""  # the title of the turn that begins with it
    gist: str = ""  # a short summary, for a folded turn


class LogTurn(msgspec.Struct, frozen=True):
    """The log entries of one turn, or of one step for all seats, in order."""

    key: str  # unique on a page, and stable
    title: str
    gist: str
    told: list[LogEntry]

    @property
    def is_short(self) -> bool:
        """Is there a single sentence, so that nothing needs folding?"""
        return len(self.told) == 1 and len(self.told[0].sentences) == 1


class LogSection(msgspec.Struct, frozen=True):
    """A part of the log, such as a round, newest entry first."""

    title: str
    told: list[LogEntry]
    begins: int = 0  # the number of its first entry
    turns: list[LogTurn] = []


def build_log(
    sight: GameView, *, before: int | None = None, most: int = LOG_LENGTH
) -> tuple[list[LogSection], int]:
    """Return the newest entries of the log, and the number before which there are older ones (0: none)."""
    return describe_entries(sight, load_newest_entries(sight, before=before, most=most), most=most)


def load_newest_entries(
    sight: GameView, *, before: int | None = None, most: int = LOG_LENGTH
) -> list[GameLogEntry]:
    """Load the newest log rows, newest first. They contain secrets and must not be shown as they are."""
    entries = _select_entries(sight.game)
    if before is not None:
        entries = entries.filter(number__lt=before)
    return list(entries.order_by("-number")[:most])


def describe_entries(
    sight: GameView, entries: Sequence[GameLogEntry], *, most: int = LOG_LENGTH
) -> tuple[list[LogSection], int]:
    """Return these rows as the reader may see them, and the number before which there are older ones."""
    older = entries[-1].number if len(entries) == most and entries[-1].number > 1 else 0
    return list(_build_sections(sight, reversed(entries))), older


def list_turns_since_own_move(
    sight: GameView, entries: Sequence[GameLogEntry], parts: Sequence[LogSection]
) -> list[LogTurn]:
    """List the turns of others since the reader's own last move, in order, if they have a summary."""
    own = [entry.number for entry in entries if sight.seat and entry.seat_id == sight.seat.pk]
    last = max(own, default=0)
    turns = [turn for part in reversed(parts) for turn in reversed(part.turns) if turn.gist]
    return [turn for turn in turns if turn.told[-1].number > last and turn.told[0].seat != sight.name]


def list_entries_since(
    sight: GameView, number: int, *, until: int | None = None, most: int = LOG_LENGTH
) -> list[LogEntry]:
    """List what happened after this log number, in order, up to `until` or the position that is shown."""
    return flatten_sections(list_sections_since(sight, number, until=until, most=most))


def list_sections_since(
    sight: GameView, number: int, *, until: int | None = None, most: int = LOG_LENGTH
) -> list[LogSection]:
    """List what happened after this log number, part by part, newest first."""
    last = sight.game.length if until is None else until
    entries = _select_entries(sight.game).filter(number__gt=number, number__lte=last)
    newest = list(entries.order_by("-number")[:most])
    return list(_build_sections(sight, reversed(newest)))


def flatten_sections(parts: Sequence[LogSection]) -> list[LogEntry]:
    """Return the entries of these parts in order of time."""
    return [told for part in reversed(parts) for told in reversed(part.told)]


def _select_entries(game: Game) -> QuerySet[GameLogEntry]:
    return GameLogEntry.objects.filter(game=game).only(
        "number", "kind", "seat_id", "text", "how", "at", "events", "taken_back", "reason"
    )


def _build_sections(sight: GameView, entries: Iterable[GameLogEntry]) -> Iterator[LogSection]:
    """Group the entries into parts, newest first, and the newest entry first in each."""
    parts: list[LogSection] = []
    for title, told in _describe_events(sight, entries):
        if title or not parts:
            parts.append(LogSection(title, [], told.number))
        parts[-1].told.append(told)
    for part in reversed(parts):
        told_last_first = [told for told in reversed(_join_entries(part.told)) if told.sentences]
        yield LogSection(part.title, told_last_first, part.begins, list(reversed(_split_turns(part))))


def _split_turns(part: LogSection) -> list[LogTurn]:
    """Split a part into turns. It may start with the rest of a turn whose beginning is not loaded."""
    begun: list[list[LogEntry]] = [[]]
    for told in part.told:
        if told.turn:
            begun.append([])
        begun[-1].append(told)
    turns = [_build_turn(f"{part.begins}-{number}", told) for number, told in enumerate(begun)]
    return [turn for turn in turns if turn.told]


def _build_turn(key: str, told: Sequence[LogEntry]) -> LogTurn:
    gists = [one.gist for one in told if one.gist and not one.taken_back]
    joined = [one for one in _join_entries(told) if one.sentences]
    return LogTurn(key, told[0].turn if told else "", ", ".join(gists), joined)


def _join_entries(tellings: Iterable[LogEntry]) -> list[LogEntry]:
    joined: list[LogEntry] = []
    for told in tellings:
        _append_entry(joined, told)
    return joined


def _append_entry(tellings: list[LogEntry], told: LogEntry) -> None:
    """Append an entry, merging it with the last one if both are about the same seat."""
    last = tellings[-1] if tellings else None
    if last and (last.seat, last.taken_back, last.aside) == (told.seat, told.taken_back, told.aside):
        sentences = [*last.sentences, *told.sentences]
        tellings[-1] = LogEntry(told.number, told.seat, sentences, told.at, told.taken_back, told.aside)
    else:
        tellings.append(told)


def _describe_events(sight: GameView, entries: Iterable[GameLogEntry]) -> Iterator[tuple[str, LogEntry]]:
    for entry in entries:
        if entry.kind not in (GameLogEntry.Kind.MOVE, GameLogEntry.Kind.START):
            told = list(filter(None, [_describe_change(sight, entry), _end_sentence(entry.reason)]))
            yield "", LogEntry(entry.number, "", told, entry.at, aside=True)
        for event in load_events(entry.events):
            seen = event.seen_by(sight.name)
            if not seen:
                continue
            sentence = _describe_event(sight, event, seen)
            title = sight.rules.heading(sight.position, seen, sight.language)
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
                        turn=sight.rules.turn_heading(sight.position, seen, sight.name, sight.language),
                        gist=sight.rules.gist(sight.position, seen, sight.language),
                    ),
                )


def _end_sentence(reason: str) -> str:
    """Add a full stop to user-written text if it has no final punctuation."""
    return reason if not reason or reason[-1] in SENTENCE_ENDINGS else f"{reason}."


def _describe_event(sight: GameView, event: Event, seen: dict[str, Any]) -> str:
    """Describe an event as the reader may see it; after the end of the game, with its secrets revealed."""
    is_more = bool(event.secret) or event.kind in sight.rules.revealed_at_end
    if sight.is_closed and is_more and sight.name not in event.secret:
        return sight.rules.open_phrase(sight.position, event, sight.language)
    return sight.rules.phrase(sight.position, seen, sight.name, sight.language)


def _describe_change(sight: GameView, entry: GameLogEntry) -> str:
    """Describe a log row that is no move, such as a pause or a change of player."""
    seat = next((seat.name for seat in sight.seats if seat.pk == entry.seat_id), "")
    words = entry.text.split(" ")
    if entry.kind == GameLogEntry.Kind.UNDO:
        if not seat:
            return _("The referee takes the game back to before an earlier move.")
        if seat == sight.name:
            return _("You take your last move back.")
        return _("%(seat)s takes the last move back.") % {"seat": seat}
    if entry.kind == GameLogEntry.Kind.EXTEND:
        return _describe_extension(entry, seat, int(words[-1]))
    if entry.kind == GameLogEntry.Kind.SEAT:
        return _describe_seat_change(entry, seat, words[-1])
    if entry.kind == GameLogEntry.Kind.MISSED:
        return _describe_miss(sight, entry, seat)
    if entry.kind == GameLogEntry.Kind.RESUME and entry.how == GameLogEntry.How.CLOCK:
        return _("The pause has lasted as long as one may: the game goes on.")
    return (RULING_SENTENCES if entry.how == GameLogEntry.How.REFEREE else CHANGE_SENTENCES)[
        GameLogEntry.Kind(entry.kind)
    ]()


def _describe_extension(entry: GameLogEntry, seat: str, hours: int) -> str:
    if entry.how == GameLogEntry.How.REFEREE or not seat:
        words = ngettext("The referee gives one hour more.", "The referee gives %(n)d hours more.", hours)
    else:
        words = ngettext(
            "The table gives %(seat)s one hour more.", "The table gives %(seat)s %(n)d hours more.", hours
        )
    return words % {"seat": seat, "n": hours}


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


def _describe_miss(sight: GameView, entry: GameLogEntry, seat: str) -> str:
    """Describe a missed deadline. What answered instead is shown to the seat itself only."""
    is_excused = entry.text.startswith("excused ")
    words = (
        _("%(seat)s’s time has run out; this once it is excused.")
        if is_excused
        else _("%(seat)s’s time has run out.")
    )
    answered = describe_time_out_answers(entry.text) if seat == sight.name else ""
    return " ".join(filter(None, [words % {"seat": seat}, answered]))


def describe_time_out_answers(text: str) -> str:
    """Describe what answered after a miss, from the text of its log row: how it counts, seat, answers."""
    _counted, _seat, *answers = text.split(" ")
    return " ".join(
        str(TIME_OUT_ANSWER_SENTENCES[answer]) for answer in answers if answer in TIME_OUT_ANSWER_SENTENCES
    )
