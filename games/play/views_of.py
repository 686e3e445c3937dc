"""The read side: a game as one seat may see it. Pages and letters are made from this.

Everything that comes out of here has gone through `view` or `seen_by` for the seat that reads; what is
stored beside it (positions, events, texts of moves) is never handed on.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

import msgspec
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Game, Message, Move, Mute, Seat
from games.play.seats import A_BOT, SOMEBODY
from games.play.talk import may_be_mended
from games.rules import registry
from games.rules.core import record
from games.rules.core.events import Event, read_events
from games.rules.core.notation import Offer, exactly
from games.rules.core.record import Play
from games.rules.core.rng import commitment

LOG_LENGTH = 40  # entries of the journal on one page
TALK_LENGTH = 50


class Sight:
    """A game as a seat sees it; `seat` is None for somebody who only watches."""

    def __init__(self, game: Game, seats: Sequence[Seat], seat: Seat | None, language: str) -> None:
        self.game = game
        self.seats = seats
        self.seat = seat
        self.language = language
        self.rules = registry.get(game.ruleset)

    @property
    def name(self) -> str | None:
        return self.seat.name if self.seat else None

    @cached_property
    def position(self) -> Any:
        return self.rules.load(self.game.position)

    @cached_property
    def page(self) -> dict[str, Any]:
        return self.rules.page(self.position, self.name, self.language)

    @cached_property
    def offers(self) -> list[Offer]:
        """What this seat may do now; nothing while the game is not running, or a bot plays here."""
        if self.seat is None or self.seat.bot or self.game.state != Game.State.RUNNING:
            return []
        if not self.seat.is_awaited:
            return []
        return self.rules.offers(self.position, self.seat.name)

    @property
    def seal(self) -> str:
        """Published from the deal on, so that nobody can change the seed later; the record opens it."""
        return commitment(self.game.seed)

    @property
    def is_closed(self) -> bool:
        """Nothing more can happen: the seed may be shown."""
        return self.game.is_closed

    @property
    def successors(self) -> list[Seat]:
        """Seats that somebody else plays than the one after whom they are called. Where they are called by
        aliases nobody learns who plays, and in the end everybody."""
        people = [seat for seat in self.seats if seat.user and not seat.bot]
        if self.game.is_anonymous:
            return people if self.is_closed else []
        return [seat for seat in people if seat.user_id != seat.namesake_id]

    @property
    def awaited(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.is_awaited]

    @property
    def may_undo(self) -> bool:
        """Moves can be taken back only as long as their own player, and nobody else, is asked."""
        return bool(self.game.undoable and self.offers)

    def is_on_turn(self) -> bool:
        return bool(self.offers) and self.rules.on_turn(self.position, str(self.name))


def seated(game_id: int) -> tuple[Game, list[Seat]]:
    """A game with its seats out of one statement: the position and the open decisions belong together."""
    seats = list(Seat.objects.filter(game_id=game_id).select_related("game", "user").order_by("place"))
    return (seats[0].game if seats else Game.objects.get(pk=game_id)), seats


# --- the record


class Told(msgspec.Struct, frozen=True):
    """What happened, as this reader may know it: sentences about one seat that follow each other."""

    number: int  # of the last entry that they are from
    seat: str
    sentences: list[str]
    at: datetime
    taken_back: bool = False
    aside: bool = False  # not a move: something that was done to the game
    turn: str = ""  # the title of the turn that begins with it
    gist: str = ""  # in a few words, for a turn that is folded


class Said(msgspec.Struct, frozen=True):
    """A message of the table talk, as this reader gets it."""

    pk: int
    seat_id: int | None
    name: str
    text: str  # empty if it was taken away, or if the reader does not want to read it
    at: datetime
    is_changed: bool
    is_hidden: bool
    is_muted: bool
    is_mine: bool
    may_be_mended: bool


class Turn(msgspec.Struct, frozen=True):
    """What belongs together in a part, in order: a turn, or a step for all."""

    key: str  # of its own on a page, and always the same
    title: str
    gist: str
    told: list[Told]

    @property
    def is_short(self) -> bool:
        """Nothing is to be folded here."""
        return len(self.told) == 1 and len(self.told[0].sentences) == 1


class Part(msgspec.Struct, frozen=True):
    """A stretch of the record, such as a round; what happened last stands first."""

    title: str
    told: list[Told]
    begins: int = 0  # the entry that it begins with
    turns: list[Turn] = []


def log(sight: Sight, *, before: int | None = None, most: int = LOG_LENGTH) -> tuple[list[Part], int]:
    """The last entries of the journal, and the number before which there are older ones (0: none)."""
    return told_of(sight, newest(sight, before=before, most=most), most=most)


def newest(sight: Sight, *, before: int | None = None, most: int = LOG_LENGTH) -> list[Move]:
    """The last entries as they are stored, the newest first: not to be handed on."""
    entries = _entries(sight.game)
    if before is not None:
        entries = entries.filter(number__lt=before)
    return list(entries.order_by("-number")[:most])


def told_of(sight: Sight, entries: Sequence[Move], *, most: int = LOG_LENGTH) -> tuple[list[Part], int]:
    """These entries as the reader may know them, and the number before which there are older ones."""
    older = entries[-1].number if len(entries) == most and entries[-1].number > 1 else 0
    return list(_parts(sight, reversed(entries))), older


def meanwhile(sight: Sight, entries: Sequence[Move], parts: Sequence[Part]) -> list[Turn]:
    """The turns of others since the own last move, in order, if anything in them is worth a word."""
    own = [entry.number for entry in entries if sight.seat and entry.seat_id == sight.seat.pk]
    last = max(own, default=0)
    turns = [turn for part in reversed(parts) for turn in reversed(part.turns) if turn.gist]
    return [turn for turn in turns if turn.told[-1].number > last and turn.told[0].seat != sight.name]


def since(sight: Sight, number: int, *, until: int | None = None, most: int = LOG_LENGTH) -> list[Told]:
    """What has happened after this entry, in order, up to the position that is shown or an earlier entry."""
    return in_order(parts_since(sight, number, until=until, most=most))


def parts_since(sight: Sight, number: int, *, until: int | None = None, most: int = LOG_LENGTH) -> list[Part]:
    """The same part by part, what happened last first."""
    last = sight.game.length if until is None else until
    entries = _entries(sight.game).filter(number__gt=number, number__lte=last)
    newest = list(entries.order_by("-number")[:most])
    return list(_parts(sight, reversed(newest)))


def in_order(parts: Sequence[Part]) -> list[Told]:
    """What these parts tell, one after the other."""
    return [told for part in reversed(parts) for told in reversed(part.told)]


def _entries(game: Game) -> QuerySet[Move]:
    return Move.objects.filter(game=game).only(
        "number", "kind", "seat_id", "text", "how", "at", "events", "taken_back", "reason"
    )


def _parts(sight: Sight, entries: Iterable[Move]) -> Iterator[Part]:
    """Newest part first, and in it the newest first."""
    parts: list[Part] = []
    for title, told in _sentences(sight, entries):
        if title or not parts:
            parts.append(Part(title, [], told.number))
        parts[-1].told.append(told)
    for part in reversed(parts):
        told_last_first = [told for told in reversed(_joined(part.told)) if told.sentences]
        yield Part(part.title, told_last_first, part.begins, list(reversed(_turns(part))))


def _turns(part: Part) -> list[Turn]:
    """A part turn by turn; before the first one that is told of, there may be the rest of another."""
    begun: list[list[Told]] = [[]]
    for told in part.told:
        if told.turn:
            begun.append([])
        begun[-1].append(told)
    turns = [_turn(f"{part.begins}-{number}", told) for number, told in enumerate(begun)]
    return [turn for turn in turns if turn.told]


def _turn(key: str, told: Sequence[Told]) -> Turn:
    gists = [one.gist for one in told if one.gist and not one.taken_back]
    joined = [one for one in _joined(told) if one.sentences]
    return Turn(key, told[0].turn if told else "", ", ".join(gists), joined)


def _joined(tellings: Iterable[Told]) -> list[Told]:
    joined: list[Told] = []
    for told in tellings:
        _append(joined, told)
    return joined


def _append(tellings: list[Told], told: Told) -> None:
    """Sentences about the same seat go on where the last one ended."""
    last = tellings[-1] if tellings else None
    if last and (last.seat, last.taken_back, last.aside) == (told.seat, told.taken_back, told.aside):
        sentences = [*last.sentences, *told.sentences]
        tellings[-1] = Told(told.number, told.seat, sentences, told.at, told.taken_back, told.aside)
    else:
        tellings.append(told)


def _sentences(sight: Sight, entries: Iterable[Move]) -> Iterator[tuple[str, Told]]:
    for entry in entries:
        if entry.kind not in (Move.Kind.MOVE, Move.Kind.START):
            told = list(filter(None, [_change(sight, entry), _ended(entry.reason)]))
            yield "", Told(entry.number, "", told, entry.at, aside=True)
        for event in read_events(entry.events):
            seen = event.seen_by(sight.name)
            if not seen:
                continue
            sentence = _sentence(sight, event, seen)
            title = sight.rules.heading(sight.position, seen, sight.language)
            if sentence or title:
                seat = str(seen.get("seat", ""))
                yield (
                    title,
                    Told(
                        entry.number,
                        seat,
                        [sentence] if sentence else [],
                        entry.at,
                        entry.taken_back,
                        turn=sight.rules.turn_heading(sight.position, seen, sight.name, sight.language),
                        gist=sight.rules.gist(sight.position, seen, sight.language),
                    ),
                )


def _ended(reason: str) -> str:
    """What somebody wrote, as a sentence among others."""
    return reason if not reason or reason[-1] in ENDINGS else f"{reason}."


ENDINGS = '.!?…:;)”“"»'


def _sentence(sight: Sight, event: Event, seen: dict[str, Any]) -> str:
    """As the reader may know it; when nothing more can happen, with what others kept to themselves."""
    is_more = bool(event.secret) or event.kind in sight.rules.told_later
    if sight.is_closed and is_more and sight.name not in event.secret:
        return sight.rules.open_phrase(sight.position, event, sight.language)
    return sight.rules.phrase(sight.position, seen, sight.name, sight.language)


def _change(sight: Sight, entry: Move) -> str:
    """An entry that is not a move: what people did to their game."""
    seat = next((seat.name for seat in sight.seats if seat.pk == entry.seat_id), "")
    words = entry.text.split(" ")
    if entry.kind == Move.Kind.UNDO:
        if not seat:
            return _("The referee takes the game back to before an earlier move.")
        if seat == sight.name:
            return _("You take your last move back.")
        return _("%(seat)s takes the last move back.") % {"seat": seat}
    if entry.kind == Move.Kind.EXTEND:
        return _extended(entry, seat, int(words[-1]))
    if entry.kind == Move.Kind.SEAT:
        return _seated(entry, seat, words[-1])
    if entry.kind == Move.Kind.MISSED:
        return _missed(sight, entry, seat)
    if entry.kind == Move.Kind.RESUME and entry.how == Move.How.CLOCK:
        return _("The pause has lasted as long as one may: the game goes on.")
    return (RULINGS if entry.how == Move.How.REFEREE else CHANGES)[Move.Kind(entry.kind)]()


def _extended(entry: Move, seat: str, hours: int) -> str:
    if entry.how == Move.How.REFEREE or not seat:
        words = ngettext("The referee gives one hour more.", "The referee gives %(n)d hours more.", hours)
    else:
        words = ngettext(
            "The table gives %(seat)s one hour more.", "The table gives %(seat)s %(n)d hours more.", hours
        )
    return words % {"seat": seat, "n": hours}


def _seated(entry: Move, seat: str, who: str) -> str:
    if who == A_BOT and entry.how == Move.How.CLOCK:
        return _("%(seat)s stays away: a bot plays until %(seat)s is back.") % {"seat": seat}
    if who == A_BOT:
        return _("A bot plays for %(seat)s from now on.") % {"seat": seat}
    if who == seat:
        return _("%(seat)s is back.") % {"seat": seat}
    if who == SOMEBODY:
        return _("Somebody else plays for %(seat)s from now on.") % {"seat": seat}
    return _("%(who)s plays for %(seat)s from now on.") % {"who": who, "seat": seat}


def _missed(sight: Sight, entry: Move, seat: str) -> str:
    """What has answered then is for the eyes of this seat alone; the move itself follows in the record."""
    is_excused = entry.text.startswith("excused ")
    words = (
        _("%(seat)s’s time has run out; this once it is excused.")
        if is_excused
        else _("%(seat)s’s time has run out.")
    )
    answered = what_answered(entry.text) if seat == sight.name else ""
    return " ".join(filter(None, [words % {"seat": seat}, answered]))


def what_answered(text: str) -> str:
    """The text of an entry about a miss: how it counts, whose it is, and what has answered."""
    _counted, _seat, *answers = text.split(" ")
    return " ".join(str(ANSWERED[answer]) for answer in answers if answer in ANSWERED)


ANSWERED = {
    "orders": gettext_lazy("The orders that were filed have answered."),
    "bot": gettext_lazy("The careful bot has answered."),
    "minimal": gettext_lazy("The harmless move was played."),
}


RULINGS = {
    Move.Kind.PAUSE: lambda: _("The referee pauses the game."),
    Move.Kind.RESUME: lambda: _("The referee lets the game go on."),
    Move.Kind.ABANDON: lambda: _("The referee ends the game."),
}
CHANGES = {
    Move.Kind.PAUSE: lambda: _("The game is paused."),
    Move.Kind.RESUME: lambda: _("The game goes on."),
    Move.Kind.ABANDON: lambda: _("The game is abandoned."),
}


# --- talk


def talk(sight: Sight) -> list[Said]:
    """The last messages, in order."""
    muted = Mute.objects.filter(seat=sight.seat, muted=OuterRef("seat_id"))
    messages = Message.objects.filter(game=sight.game).annotate(is_muted=Exists(muted))
    newest = list(messages.order_by("-at", "-pk")[:TALK_LENGTH])
    return [_said(sight, message) for message in reversed(newest)]


def _said(sight: Sight, message: Any) -> Said:
    # a successor has the seat, not the words of the one before
    seat = sight.seat
    is_mine = seat is not None and (message.seat_id, message.by_id) == (seat.pk, seat.user_id)
    is_unread = message.is_hidden or message.is_muted
    return Said(
        pk=message.pk,
        seat_id=message.seat_id,
        name=message.name,
        text="" if is_unread else message.text,
        at=message.at,
        is_changed=message.edited_at is not None,
        is_hidden=message.is_hidden,
        is_muted=message.is_muted,
        is_mine=is_mine,
        may_be_mended=is_mine and may_be_mended(message),
    )


# --- the end


def record_text(sight: Sight) -> str:
    """The whole game as text, with its seed; only for a game in which nothing more can happen."""
    moves = Move.objects.standing().filter(game=sight.game).order_by("number")
    plays = [Play(seat, exactly(text)) for seat, text in moves.values_list("seat__name", "text").iterator()]
    options = msgspec.json.decode(sight.game.options)
    return record.write(
        record.of(sight.rules, sight.position, options=options, seed=sight.game.seed, plays=plays)
    )


class Score(msgspec.Struct, frozen=True):
    """A seat's points, line by line."""

    seat: str
    total: int
    wins: bool
    lines: list[tuple[int, str]]


def scores(sight: Sight) -> list[Score]:
    """From the best to the last."""
    rules, position = sight.rules, sight.position
    winners = rules.winners(position)
    order = [seat for place in rules.ranking(position) for seat in place]
    found = [
        Score(
            seat,
            sum(line.points for line in lines),
            seat in winners,
            [(line.points, rules.reason(position, line, sight.language)) for line in lines],
        )
        for seat, lines in rules.scores(position).items()
    ]
    return sorted(found, key=lambda score: order.index(score.seat))
