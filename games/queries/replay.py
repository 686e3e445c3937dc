"""Replay of a game move by move: as a seat may see it while it runs, with all revealed when it is over.

Every position is computed again from the deal. A `ReplayViewer` is the only way from a position to a reader:
that of a seat sees through `view` and `seen_by`, as at the table. A move that the reader was not shown is no
step of its own, so the replay of a running game reveals no more than its log.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, Protocol

import msgspec
from django.core.cache import cache
from django.utils.translation import gettext as _

from games.models import GameLogEntry
from games.queries.game_view import GameView
from games.queries.turning_points import TurningPoint, find_turning_points
from games.rules.core.capabilities.presentation import SeatMetric
from games.rules.core.errors import BadRecord, RulesError
from games.rules.core.events import Event
from games.rules.core.notation import parse_exact_move
from games.rules.core.records.record import GameRecord, RecordedMove, to_plain_data
from games.rules.core.records.replay import replay_moves, set_up_recorded_game
from games.rules.core.rng import compute_commitment
from games.rules.core.undo import keep_orders

CACHE_SECONDS = 7 * 24 * 3600
MAX_COUNTS = 24  # for a game without parts


class ReplaySection(msgspec.Struct, frozen=True):
    """A part of a game, such as a round."""

    title: str
    starts_after: int  # the number of the move that ended the part before


class ReplayFigures(msgspec.Struct, frozen=True):
    """Figures, such as points, after a certain move."""

    number: int
    figures: list[SeatMetric]


class ReplayOutline(msgspec.Struct, frozen=True):
    """A game in outline: the moves that can be shown, its parts, and the figures at their ends."""

    numbers: list[int]
    sections: list[ReplaySection]
    counts: list[ReplayFigures]  # after the deal, at the end of each part, and now

    @property
    def last(self) -> int:
        return self.numbers[-1]

    @property
    def has_parts(self) -> bool:
        return bool(self.sections[0].title)

    def before(self, number: int) -> int | None:
        return max((one for one in self.numbers if one < number), default=None)

    def after(self, number: int) -> int | None:
        return min((one for one in self.numbers if one > number), default=None)

    def at(self, wanted: int) -> int:
        """Return this move, or the last one before it that can be shown."""
        return max(number for number in self.numbers if number <= max(0, wanted))

    def find_section(self, number: int) -> ReplaySection:
        """Return the part in which this move was made; the deal belongs to the first."""
        begun = [stretch for stretch in self.sections if stretch.starts_after < number]
        return begun[-1] if begun else self.sections[0]


class ReplayStep(msgspec.Struct, frozen=True):
    """One step of the replay: a move in words."""

    number: int
    seat: str  # the seat it is about; empty for the deal
    sentences: list[str]
    at: datetime


class ReplayFrame(msgspec.Struct, frozen=True):
    """A replayed move. The position object is reused for the next move, so it must be read at once."""

    number: int
    events: list[Event]
    position: Any
    at: datetime


class ReplayViewer(Protocol):
    """Decides what a reader gets to see of each replayed move."""

    def describe_frame(self, frame: ReplayFrame) -> list[tuple[str, str]]:
        """Return the sentences that the reader may see, each with the seat that it is about."""

    def can_see(self, frame: ReplayFrame) -> bool:
        """Does the reader get to see anything of this move?"""

    def page(self, position: Any) -> dict[str, Any]: ...

    def figures(self, position: Any) -> list[SeatMetric]: ...


class SeatViewer:
    """The viewer of a running game: a seat, or a spectator."""

    def __init__(self, view: GameView) -> None:
        self.rules, self.name, self.language = view.rules, view.name, view.language
        self.names = view.shown_names

    def describe_frame(self, frame: ReplayFrame) -> list[tuple[str, str]]:
        return [
            (self.rules.phrase(frame.position, seen, self.name, self.language), str(seen.get("seat", "")))
            for seen in self._list_seen_events(frame)
        ]

    def can_see(self, frame: ReplayFrame) -> bool:
        return bool(self._list_seen_events(frame))

    def page(self, position: Any) -> dict[str, Any]:
        page = self.rules.presentation.page(position, self.name, self.language)
        return {**page, "names": self.names}

    def figures(self, position: Any) -> list[SeatMetric]:
        return self.rules.presentation.figures(self.rules.view(position, self.name), self.language)

    def _list_seen_events(self, frame: ReplayFrame) -> list[dict[str, Any]]:
        return [seen for event in frame.events if (seen := event.seen_by(self.name))]


class RevealedViewer:
    """The viewer of a game that has ended: all hidden information is revealed."""

    def __init__(self, view: GameView) -> None:
        self.rules, self.language, self.names = view.rules, view.language, view.shown_names

    def describe_frame(self, frame: ReplayFrame) -> list[tuple[str, str]]:
        return [
            (
                self.rules.presentation.open_phrase(frame.position, event, self.language),
                str(event.open.get("seat", "")),
            )
            for event in frame.events
        ]

    def can_see(self, frame: ReplayFrame) -> bool:
        return True

    def page(self, position: Any) -> dict[str, Any]:
        return {**self.rules.presentation.open_page(position, self.language), "names": self.names}

    def figures(self, position: Any) -> list[SeatMetric]:
        """Return the figures with nothing hidden, and after the end the final score with all its bonuses."""
        counted = self.rules.presentation.open_figures(position, self.language)
        if not self.rules.over(position):
            return counted
        title = next((one.title for one in counted if one.slug == POINTS), _("Points"))
        others = [one for one in counted if one.slug != POINTS]
        return [SeatMetric(POINTS, title, self.rules.sum_points(position)), *others]


POINTS = "points"


class Replay:
    """The replay of a game for one reader. Raises `BadRecord` if it does not lead to the stored position."""

    is_complete = True  # can every move be shown?

    def __init__(self, view: GameView) -> None:
        self.view = view
        self.rules = view.rules
        self.viewer: ReplayViewer = RevealedViewer(view) if view.is_closed else SeatViewer(view)

    # --- replaying the moves

    @cached_property
    def _moves(self) -> list[tuple[str, str, datetime]]:
        """Seat, text and time of every move that was not undone, up to the position that was loaded."""
        game = self.view.game
        found = (
            GameLogEntry.objects.not_undone()
            .filter(game=game, number__lte=game.log_length)
            .order_by("number")
        )
        return list(found.values_list("seat__name", "text", "at"))

    @cached_property
    def _record(self) -> GameRecord:
        """The full record. Never show it: it contains the seed and all secret choices."""
        game = self.view.game
        try:
            plays = tuple(RecordedMove(seat, parse_exact_move(text)) for seat, text, _at in self._moves)
        except RulesError as error:
            raise BadRecord(str(error)) from error
        return GameRecord(
            game=game.ruleset,
            version=game.rules_version,
            seats=tuple(seat.name for seat in self.view.seats),
            options=msgspec.json.decode(game.options),
            commitment=compute_commitment(game.seed),
            seed=game.seed,
            plays=plays,
        )

    def frames(self, until: int | None = None) -> Iterator[ReplayFrame]:
        """Replay every move from the deal on. Frames contain secrets and must pass through the viewer."""
        record = self._record
        if until is not None:
            record = msgspec.structs.replace(record, plays=record.plays[:until])
        position, events = set_up_recorded_game(self.rules, record)
        yield ReplayFrame(0, events, position, self.view.game.started_at or self.view.game.created_at)
        for number, (_play, new_events) in enumerate(replay_moves(self.rules, record, position), 1):
            yield ReplayFrame(number, new_events, position, self._moves[number - 1][2])

    # --- what can be shown of it

    @cached_property
    def outline(self) -> ReplayOutline:
        """The outline of the whole game. Figures of a game without parts are taken at regular intervals."""
        numbers: list[int] = []
        stretches: list[ReplaySection] = []
        counts: list[ReplayFigures] = []
        for frame in self.frames():
            if frame.number and not self.viewer.can_see(frame):
                continue
            numbers.append(frame.number)
            title = self._find_section_title(frame)
            if title or not stretches:
                stretches.append(ReplaySection(title, frame.number))
            if title or not stretches[0].title:
                counts.append(ReplayFigures(frame.number, self.viewer.figures(frame.position)))
        self.check_final_position(frame.position)
        now = ReplayFigures(numbers[-1], self.viewer.figures(frame.position))
        before = [count for count in counts if count.number < now.number]
        often = 1 if stretches[0].title else 1 + len(before) // MAX_COUNTS
        return ReplayOutline(numbers, stretches, [*before[::often], now])

    def _find_section_title(self, frame: ReplayFrame) -> str:
        """Return the title of the part that begins with this move, or an empty string."""
        seen = [event.seen_by(self.view.name) for event in frame.events]
        titles = [
            self.rules.presentation.heading(frame.position, one, self.view.language) for one in seen if one
        ]
        return next(filter(None, reversed(titles)), "")

    def check_final_position(self, position: Any) -> None:
        """Check that the replay leads to the stored position.

        Orders are copied over first: they are no moves, so only the stored position has them."""
        stored = self.view.position
        keep_orders(self.rules, position, stored)
        if to_plain_data(self.rules.notation.dump(position)) != to_plain_data(
            self.rules.notation.dump(stored)
        ):
            raise BadRecord("Played again, the game comes out otherwise than it stands.")

    def load_step(self, number: int) -> tuple[ReplayStep, dict[str, Any]]:
        """Return this move in words, and the data of the table after it for the game's own templates."""
        *_before, frame = self.frames(until=number)
        return self._build_step(frame), self.viewer.page(frame.position)

    def load_steps(self, numbers: Sequence[int]) -> list[ReplayStep]:
        frames = self.frames(until=max(numbers, default=0))
        return [self._build_step(frame) for frame in frames if frame.number in numbers]

    def _build_step(self, frame: ReplayFrame) -> ReplayStep:
        rows = [(sentence, seat) for sentence, seat in self.viewer.describe_frame(frame) if sentence]
        about = next((seat for _sentence, seat in rows if seat), "") if frame.number else ""
        if frame.number and not rows and self.view.is_closed:
            about = self._moves[frame.number - 1][0]  # no event to describe: say at least who moved
        return ReplayStep(frame.number, about, [sentence for sentence, _seat in rows], frame.at)

    # --- turning points

    def turning_points(self) -> list[tuple[TurningPoint, ReplayStep]]:
        """Return the moves that decided a finished game."""
        names = [seat.name for seat in self.view.seats]
        turns = find_turning_points(names, self._load_scores())
        data = {moment.number: moment for moment in self.load_steps([turn.number for turn in turns])}
        return [(turn, data[turn.number]) for turn in turns]

    def _load_scores(self) -> list[list[int]]:
        """Return the scores of all seats after each move, as if the game had ended there.

        Cached, because scoring takes longer than replaying and the result never changes."""
        game = self.view.game
        key = f"scores/{game.pk}/{game.log_length}/{game.state}/{self.rules.store.version}"
        found: list[list[int]] | None = cache.get(key)
        if found is None:
            found = [self._compute_totals(frame.position) for frame in self.frames()]
            cache.set(key, found, CACHE_SECONDS)
        return found

    def _compute_totals(self, position: Any) -> list[int]:
        found = self.rules.sum_points(position)
        return [found[seat.name] for seat in self.view.seats]


class StoredEnd(Replay):
    """What is left to show of a game that these rules play otherwise than those by which it was played.

    That is the position as it is stored; all that happened is in the log, as it was told then."""

    is_complete = False

    @cached_property
    def outline(self) -> ReplayOutline:
        figures = ReplayFigures(0, self.viewer.figures(self.view.position))
        return ReplayOutline([0], [ReplaySection("", 0)], [figures])

    def load_step(self, number: int) -> tuple[ReplayStep, dict[str, Any]]:
        game = self.view.game
        sentence = _(
            "Played again, this game does not come out as it did: the rules were mended since, or it was "
            "set on another position. So it is not shown move by move. This is the table as it stands; the "
            "record tells how it came about."
        )
        step = ReplayStep(number, "", [sentence], game.changed_at or game.created_at)
        return step, self.viewer.page(self.view.position)

    def load_steps(self, numbers: Sequence[int]) -> list[ReplayStep]:
        return []

    def turning_points(self) -> list[tuple[TurningPoint, ReplayStep]]:
        return []


def load_replay_or_end(view: GameView) -> Replay:
    """Load the replay of a game; of one that does not come out as it did, only where it stands."""
    try:
        return load_replay(view)
    except BadRecord:
        return StoredEnd(view)


def load_replay(view: GameView) -> Replay:
    """Load the replay of a game and check it.

    If somebody moved between two queries, the data do not fit together; then they are loaded once more."""
    found = Replay(view)
    try:
        found.outline  # noqa: B018 - played to its end, so that whoever gets it can show it
    except BadRecord:
        length = view.game.log_length
        view.game.refresh_from_db()
        if view.game.log_length == length:
            raise
        found = Replay(GameView(view.game, view.seats, view.seat, view.language))
        found.outline  # noqa: B018
    return found
