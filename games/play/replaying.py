"""A game move by move: as a reader may see it while it runs, with all hands open when it is over.

Every position is played again from the deal. An `Eye` is the only way from a position to a reader: that of
a seat sees through `view` and `seen_by`, as at the table. A move of which it was told nothing is no moment
of its own, so that a replay of a running game tells no more than its record does.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, Protocol

import msgspec
from django.core.cache import cache
from django.utils.translation import gettext as _

from games.models import Move
from games.play.turning import Turn, turning_points
from games.play.views_of import Sight
from games.rules.core.errors import BadRecord, RulesError
from games.rules.core.events import Event
from games.rules.core.notation import exactly
from games.rules.core.record import Play, Record, plain_data, totals
from games.rules.core.replay import dealt, walk
from games.rules.core.rng import commitment
from games.rules.core.ruleset import Figures
from games.rules.core.undo import keep_orders

A_WEEK = 7 * 24 * 3600
MOST_COUNTS = 24  # of a game without parts


class Stretch(msgspec.Struct, frozen=True):
    """A part of a game, such as a round."""

    title: str
    begins: int  # the number of the move with which the one before ended


class Count(msgspec.Struct, frozen=True):
    """What was counted after a certain move."""

    number: int
    figures: list[Figures]


class Course(msgspec.Struct, frozen=True):
    """A whole game in outline: the moves that can be shown, its parts, and what was counted at their ends."""

    numbers: list[int]
    stretches: list[Stretch]
    counts: list[Count]  # after the deal, at the end of each part, and now

    @property
    def last(self) -> int:
        return self.numbers[-1]

    @property
    def has_parts(self) -> bool:
        return bool(self.stretches[0].title)

    def before(self, number: int) -> int | None:
        return max((one for one in self.numbers if one < number), default=None)

    def after(self, number: int) -> int | None:
        return min((one for one in self.numbers if one > number), default=None)

    def at(self, wanted: int) -> int:
        """The moment of this number, or the one before it that can be shown."""
        return max(number for number in self.numbers if number <= max(0, wanted))

    def stretch_of(self, number: int) -> Stretch:
        """The part in which this move was made; the deal belongs to the first."""
        begun = [stretch for stretch in self.stretches if stretch.begins < number]
        return begun[-1] if begun else self.stretches[0]


class Moment(msgspec.Struct, frozen=True):
    """A move, in words."""

    number: int
    seat: str  # of whom it is told; nobody for the deal
    sentences: list[str]
    at: datetime


class Frame(msgspec.Struct, frozen=True):
    """A move as it was played again. The position is the one that is played on: look at it at once."""

    number: int
    events: list[Event]
    position: Any
    at: datetime


class Eye(Protocol):
    """What becomes of a game for a reader."""

    def told(self, frame: Frame) -> list[tuple[str, str]]:
        """Sentences, each with the seat that it is about, as far as the reader may know."""

    def sees(self, frame: Frame) -> bool:
        """Was the reader told anything at all?"""

    def page(self, position: Any) -> dict[str, Any]: ...

    def figures(self, position: Any) -> list[Figures]: ...


class EyeOfASeat:
    """A reader of a game that runs: a seat, or somebody who only watches."""

    def __init__(self, sight: Sight) -> None:
        self.rules, self.name, self.language = sight.rules, sight.name, sight.language

    def told(self, frame: Frame) -> list[tuple[str, str]]:
        return [
            (self.rules.phrase(frame.position, seen, self.name, self.language), str(seen.get("seat", "")))
            for seen in self._seen(frame)
        ]

    def sees(self, frame: Frame) -> bool:
        return bool(self._seen(frame))

    def page(self, position: Any) -> dict[str, Any]:
        return self.rules.page(position, self.name, self.language)

    def figures(self, position: Any) -> list[Figures]:
        return self.rules.figures(self.rules.view(position, self.name), self.language)

    def _seen(self, frame: Frame) -> list[dict[str, Any]]:
        return [seen for event in frame.events if (seen := event.seen_by(self.name))]


class OpenEye:
    """Whoever looks back on a game in which nothing more can happen."""

    def __init__(self, sight: Sight) -> None:
        self.rules, self.language = sight.rules, sight.language

    def told(self, frame: Frame) -> list[tuple[str, str]]:
        return [
            (self.rules.open_phrase(frame.position, event, self.language), str(event.open.get("seat", "")))
            for event in frame.events
        ]

    def sees(self, frame: Frame) -> bool:
        return True

    def page(self, position: Any) -> dict[str, Any]:
        return self.rules.open_page(position, self.language)

    def figures(self, position: Any) -> list[Figures]:
        """What everybody could count, and in the end the score with all its extras."""
        counted = self.rules.figures(self.rules.view(position, None), self.language)
        if not self.rules.over(position):
            return counted
        title = next((one.title for one in counted if one.slug == POINTS), _("Points"))
        others = [one for one in counted if one.slug != POINTS]
        return [Figures(POINTS, title, totals(self.rules, position)), *others]


POINTS = "points"


class Replay:
    """A game that is played again for a reader. `BadRecord`: it does not come out as it stands."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.rules = sight.rules
        self.eye: Eye = OpenEye(sight) if sight.is_closed else EyeOfASeat(sight)

    # --- playing it again

    @cached_property
    def _moves(self) -> list[tuple[str, str, datetime]]:
        """Seat, text and time of every move that stands; none is newer than the position that was read."""
        game = self.sight.game
        found = Move.objects.standing().filter(game=game, number__lte=game.length).order_by("number")
        return list(found.values_list("seat__name", "text", "at"))

    @cached_property
    def _record(self) -> Record:
        """For the eyes of the rules alone: it has the seed and all that was chosen in secret."""
        game = self.sight.game
        try:
            plays = tuple(Play(seat, exactly(text)) for seat, text, _at in self._moves)
        except RulesError as error:
            raise BadRecord(str(error)) from error
        return Record(
            game=game.ruleset,
            version=self.rules.store.version,
            seats=tuple(seat.name for seat in self.sight.seats),
            options=msgspec.json.decode(game.options),
            commitment=commitment(game.seed),
            seed=game.seed,
            plays=plays,
        )

    def frames(self, until: int | None = None) -> Iterator[Frame]:
        """Every move as it is played again, from the deal on: for the eyes of the rules."""
        record = self._record
        if until is not None:
            record = msgspec.structs.replace(record, plays=record.plays[:until])
        position, events = dealt(self.rules, record)
        yield Frame(0, events, position, self.sight.game.started_at or self.sight.game.created_at)
        for number, (_play, told) in enumerate(walk(self.rules, record, position), 1):
            yield Frame(number, told, position, self._moves[number - 1][2])

    # --- what can be shown of it

    @cached_property
    def course(self) -> Course:
        """All of it, in outline. What has no parts is counted every now and then."""
        numbers: list[int] = []
        stretches: list[Stretch] = []
        counts: list[Count] = []
        for frame in self.frames():
            if frame.number and not self.eye.sees(frame):
                continue
            numbers.append(frame.number)
            title = self._title(frame)
            if title or not stretches:
                stretches.append(Stretch(title, frame.number))
            if title or not stretches[0].title:
                counts.append(Count(frame.number, self.eye.figures(frame.position)))
        self._must_fit(frame.position)
        now = Count(numbers[-1], self.eye.figures(frame.position))
        before = [count for count in counts if count.number < now.number]
        often = 1 if stretches[0].title else 1 + len(before) // MOST_COUNTS
        return Course(numbers, stretches, [*before[::often], now])

    def _title(self, frame: Frame) -> str:
        """Of the part that begins with what followed from this move."""
        seen = [event.seen_by(self.sight.name) for event in frame.events]
        titles = [self.rules.heading(frame.position, one, self.sight.language) for one in seen if one]
        return next(filter(None, reversed(titles)), "")

    def _must_fit(self, position: Any) -> None:
        """Orders are no moves: they are in the position that is stored, and in no other."""
        stored = self.sight.position
        keep_orders(self.rules, position, stored)
        if plain_data(self.rules.to_notation(position)) != plain_data(self.rules.to_notation(stored)):
            raise BadRecord("Played again, the game comes out otherwise than it stands.")

    def moment(self, number: int) -> tuple[Moment, dict[str, Any]]:
        """What this move was, and the table after it, for the game's own templates."""
        *_before, frame = self.frames(until=number)
        return self._in_words(frame), self.eye.page(frame.position)

    def moments(self, numbers: Sequence[int]) -> list[Moment]:
        frames = self.frames(until=max(numbers, default=0))
        return [self._in_words(frame) for frame in frames if frame.number in numbers]

    def _in_words(self, frame: Frame) -> Moment:
        told = [(sentence, seat) for sentence, seat in self.eye.told(frame) if sentence]
        about = next((seat for _sentence, seat in told if seat), "") if frame.number else ""
        if frame.number and not told and self.sight.is_closed:
            about = self._moves[frame.number - 1][0]  # nothing came of it: who moved is all that can be told
        return Moment(frame.number, about, [sentence for sentence, _seat in told], frame.at)

    # --- how it went

    def turning_points(self) -> list[tuple[Turn, Moment]]:
        """The moves by which a finished game was decided."""
        names = [seat.name for seat in self.sight.seats]
        turns = turning_points(names, self._scores())
        told = {moment.number: moment for moment in self.moments([turn.number for turn in turns])}
        return [(turn, told[turn.number]) for turn in turns]

    def _scores(self) -> list[list[int]]:
        """What everybody would have had if the game had ended there, after each move.

        To count that takes longer than to play it, and it never changes."""
        game = self.sight.game
        key = f"scores/{game.pk}/{game.length}/{game.state}/{self.rules.store.version}"
        found: list[list[int]] | None = cache.get(key)
        if found is None:
            found = [self._score(frame.position) for frame in self.frames()]
            cache.set(key, found, A_WEEK)
        return found

    def _score(self, position: Any) -> list[int]:
        found = totals(self.rules, position)
        return [found[seat.name] for seat in self.sight.seats]


def replay_of(sight: Sight) -> Replay:
    """Somebody may move between two statements: what was read does not belong together then, and is read
    anew."""
    found = Replay(sight)
    try:
        found.course  # noqa: B018 - played to its end, so that whoever gets it can show it
    except BadRecord:
        length = sight.game.length
        sight.game.refresh_from_db()
        if sight.game.length == length:
            raise
        found = Replay(Sight(sight.game, sight.seats, sight.seat, sight.language))
        found.course  # noqa: B018
    return found
