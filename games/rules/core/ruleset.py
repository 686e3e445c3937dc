"""The interface between a game's rules and the rest of the server.

Everything outside `games/rules/<game>` knows a game only through this class: the play
service, the pages, the emails, the bots, the clock and the commands. The generic half is
written here once; a ruleset fills in the rest.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from . import agenda, inflection, move_parser
from .agenda import Position, StepRegistry
from .card_catalogue import CardFacet, CatalogueCard
from .errors import IllegalMove, NotUnderstood, RulesError
from .events import Event
from .gazette import GazetteIssue, GazetteReport
from .lexicon import ANY_LANGUAGE, Lexicon
from .move_parser import RefusedMove
from .notation import Move, Namer, Offer, RandomBelow
from .order_forms import OrderForm
from .rng import Rng
from .setup_options import SetupDescription, SetupOption
from .storage import PositionStore, list_field_names
from .translation import Translator, get_translator, mark

P = TypeVar("P", bound=Position)


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of a final score: a reason and its points."""

    reason: str
    points: int
    detail: dict[str, Any] = {}


class SeatMetric(msgspec.Struct, frozen=True):
    """A number for every seat, such as gold or points, that can be charted through a game."""

    slug: str
    title: str
    by_seat: dict[str, int]  # seat → number


class TileLook(msgspec.Struct, frozen=True):
    """How a tile is drawn as a small house: the colours of its lines and wall, and the outline of its roof.

    Points of the outline are fractions of the width from the left and of the roof's height from its top."""

    line: str
    wall: str
    roof: Sequence[tuple[float, float]]


class Tile(msgspec.Struct, frozen=True):
    """One thing that a seat has in front of it, as drawn in the preview picture of a table."""

    kind: str
    height: int
    look: TileLook | None = None  # None is drawn plain


class HostileAct(msgspec.Struct, frozen=True):
    """A seat has chosen to act against another seat."""

    place: int  # index of the event in which it made the choice
    by: str
    against: str


class GameCensus(msgspec.Struct, frozen=True):
    """What the statistics count in a finished game, besides seats and points."""

    length: int = 0  # in rounds, or in another unit of the game
    traits: dict[str, dict[str, list[str]]] = {}  # seat → what is counted → words


class Lesson(msgspec.Struct, frozen=True):
    """A tutorial text that is shown when something happens for the first time."""

    key: str  # identifies the lesson, so that it is shown only once
    title: str
    text: str


class OfferHint(msgspec.Struct, frozen=True):
    """What a page may show next to the label of an offer."""

    note: str = ""  # what it makes possible
    left: str = ""  # what the reader has left afterwards, as short as a number
    worth: str = ""  # what it is worth afterwards, equally short
    card: dict[str, Any] = {}  # what the game's own template needs to draw it
    number: int = 0  # the number that the game itself gives it, if any


class Ruleset(ABC, Generic[P]):
    """One game's rules."""

    slug: ClassVar[str]
    seats: ClassVar[range]
    steps: StepRegistry[P]
    store: PositionStore[P]
    lexicon: Lexicon
    stored_words: ClassVar[frozenset[str]] = frozenset()  # in positions and events, besides field names
    quiet: ClassVar[frozenset[str]] = frozenset()  # kinds of events that reveal nothing hidden
    revealed_at_end: ClassVar[frozenset[str]] = frozenset()  # kinds of events that reveal more after the end
    knows_orders: ClassVar[bool] = False
    lengths: ClassVar[Mapping[str, Mapping[str, Any]]] = {"": {}}  # options of short and long games, by name
    waits_file: ClassVar[Path | None] = None  # where `manage.py pace --counts` writes their counts

    # --- a game from its start to its end

    @abstractmethod
    def new(self, seats: Sequence[str], options: Mapping[str, Any], seed: str) -> tuple[P, list[Event]]:
        """Set up a new game and run it to its first question; return the position and the events.

        An empty seed means the one in the options, or a new one if they have none."""

    def awaits(self, position: P) -> list[str]:
        """The seats that have a decision to make now."""
        return agenda.awaits(position)

    def offers(self, position: P, seat: str) -> list[Offer]:
        """What this seat may do now. This is the only definition of legality."""
        asked = agenda.list_questions(position, seat)
        return [offer for step in asked for offer in self.steps.asks[step.name].offers(position, step)]

    def play(self, position: P, seat: str, move: Move) -> list[Event]:
        """Make a move and run to the next question; a refused move leaves the position unchanged."""
        return agenda.play(self.steps, position, seat, move)

    def is_quiet(self, event: Event) -> bool:
        """Does this event reveal nothing hidden? Only then may the move be undone."""
        return event.kind in self.quiet

    @abstractmethod
    def over(self, position: P) -> bool:
        """Is the game finished?"""

    @abstractmethod
    def scores(self, position: P) -> dict[str, list[ScoreLine]]:
        """The lines of each seat's score in this position."""

    @abstractmethod
    def winners(self, position: P) -> list[str]:
        """The winners; several seats if the victory is shared."""

    def ranking(self, position: P) -> list[list[str]]:
        """The seats from the winners to the last, grouped by shared place.

        Override this in a game that also breaks ties below the first place."""
        winners = self.winners(position)
        points = {seat: sum(line.points for line in lines) for seat, lines in self.scores(position).items()}
        others = sorted(
            (seat for seat in points if seat not in winners), key=points.__getitem__, reverse=True
        )
        return [winners, *(list(equal) for _, equal in groupby(others, key=points.__getitem__))]

    def hostile(self, events: Sequence[Event]) -> list[HostileAct]:
        """Who acted against whom in a finished game, from all its events, secrets included.

        Only choices count where another seat could have been the target; many games have none."""
        return []

    def census(self, position: P, events: Sequence[Event]) -> GameCensus:
        """What the statistics count in a finished game, from all its events, secrets included."""
        return GameCensus()

    def census_titles(self, language: str = "en") -> dict[str, str]:
        """Titles for what `census` counts, in the order of a page; `length` is the name of its unit."""
        return {}

    # --- text in and out

    def read(self, position: P, seat: str, text: str, language: str = "en", told_in: str = "") -> Move:
        """Parse a line into the legal move that it means, or raise an error that suggests better ones.

        The error is in the language `told_in`, by default that of the line."""
        offers = self.offers(position, seat)
        speak = get_translator(told_in or language)
        if not offers:
            raise IllegalMove(self._explain_not_asked(position, seat, speak))
        try:
            spellings, known = self.spellings(position, language), self.known(position)
            written = self.writer(position, speak.language)
            return move_parser.parse_move(text, offers, spellings, known, speak, written, self.lexicon.names)
        except RefusedMove as refusal:
            reason = self.why_not(position, seat, refusal.move, speak.language)
            raise IllegalMove(f"{reason} {refusal.hint}" if reason else str(refusal)) from refusal

    def _explain_not_asked(self, position: P, seat: str, speak: Translator) -> str:
        if self.over(position):
            return speak.say("The game is over.")
        if seat not in self.players(position):
            return speak.say("Nobody called “{seat}” sits at this table.", seat=seat[:40])
        awaited = ", ".join(self.awaits(position))
        return speak.say("It is not your turn: the game waits for {seats}.", seats=awaited)

    def spellings(self, position: P, language: str) -> move_parser.Spellings:
        """A function that returns all spellings of a word, with inflected forms of handles and owned cards.

        A form that is also a handle or a word of the game is left out. A handle that is also a word of the
        game has the spellings of both."""
        names = {seat: move_parser.normalize_text(seat) for seat in self.players(position)}
        taken = self.lexicon.all_spellings.union(names.values())

        def spelt(word: str) -> set[str]:
            known = self.lexicon.spellings(word, language)
            if word in names:
                return {names[word]} | (inflection.inflect_name(names[word], language) - taken) | known
            if language in ("hu", ANY_LANGUAGE):
                return known | (
                    inflection.inflect_owned_card(self.lexicon, word, self.variant(position)) - taken
                )
            return known

        return spelt

    def writer(self, position: P, language: str) -> move_parser.LineWriter:
        """A function that translates a line of the notation into this language; `read` accepts the result."""
        return lambda line: self.lexicon.translate_line(line, language, self.variant(position))

    def known(self, position: P) -> set[str]:
        """All words that may occur in a move: the words of the game and the names of the seats."""
        return self.lexicon.words() | set(self.players(position))

    def why_not(self, position: P, seat: str, move: Move, language: str = "en") -> str | None:
        """A more specific reason for refusing this move than "not now", if the rules know one.

        It may mention only what the seat can see."""
        return None

    @abstractmethod
    def players(self, position: P) -> list[str]:
        """The seats of the table, clockwise."""

    def may_be_seat(self, name: str) -> bool:
        """May a seat have this name? Words that players type and words that are stored are excluded.

        So every occurrence of the name in a position or an event is the seat, and it can be anonymised."""
        return name.lower() not in self._reserved_words and not self.lexicon.has_spelling(name)

    @cached_property
    def _reserved_words(self) -> frozenset[str]:
        kinds = [
            *list_field_names(self.store.kind),
            *list_field_names(Event),
            *self.steps.acts,
            *self.steps.asks,
        ]
        return frozenset(word.lower() for word in (*kinds, *self.stored_words))

    def variant(self, position: P) -> str:
        """The edition that is played, for words that differ between editions."""
        return ""

    def namer(self, position: P, language: str = "en") -> Namer:
        """A function that returns the name of a word in this language."""
        variant = self.variant(position)
        return lambda word: self.lexicon.name(word, language, variant)

    def effect(self, position: P, word: str, language: str = "en") -> str:
        """What this card does in the edition that is played; empty if it does nothing."""
        return self.lexicon.effect(word, language, self.variant(position))

    @abstractmethod
    def label(self, position: P, seat: str, offer: Offer, language: str = "en") -> str:
        """What the offer does and what follows from it, in words."""

    def hint(self, position: P, seat: str, offer: Offer, language: str = "en") -> OfferHint:
        """What a page shows next to the label of this offer."""
        return OfferHint()

    def heading(self, position: P, seen: Mapping[str, Any], language: str = "en") -> str:
        """The title of the part of the game, such as a round, that this event begins; else empty."""
        return ""

    def turn_heading(
        self, position: P, seen: Mapping[str, Any], seat: str | None, language: str = "en"
    ) -> str:
        """The title of the turn that this event begins within such a part; else empty."""
        return ""

    def gist(self, position: P, seen: Mapping[str, Any], language: str = "en") -> str:
        """An event in a few words, if the summary of a collapsed turn should mention it; else empty."""
        return ""

    @abstractmethod
    def phrase(self, position: P, seen: Mapping[str, Any], seat: str | None, language: str = "en") -> str:
        """An event as a sentence, from what `seen_by` returned for this seat; empty if it needs none."""

    def gazette(self, issue: GazetteIssue, language: str = "en") -> GazetteReport | None:
        """A report on a part of the game for the gazette; None prints the sentences of the log instead."""
        return None

    def open_phrase(self, position: P, event: Event, language: str = "en") -> str:
        """An event as a sentence with nothing hidden; only for a finished game.

        Override this in a game that has secrets to reveal at the end."""
        seen = event.seen_by(None)
        return self.phrase(position, seen, None, language) if seen else ""

    # --- what a seat may see

    @abstractmethod
    def view(self, position: P, seat: str | None) -> dict[str, Any]:
        """All that this seat may see, and nothing else; a seat of None is a spectator."""

    @abstractmethod
    def table_text(self, position: P, seat: str | None, language: str = "en", width: int = 72) -> list[str]:
        """The table as plain text for this seat: paragraphs separated by empty lines.

        The first paragraph is the question to the seat, the last one what it holds."""

    def page(self, position: P, seat: str | None, language: str = "en") -> dict[str, Any]:
        """The context for the game's own templates, as text, made only from the view of this seat.

        `headline` and `question` say what the reader is asked, or whom the game waits for. The other keys
        are up to the game and its templates; a game without templates is shown as text."""
        lines = self.table_text(position, seat, language)
        end = lines.index("") if "" in lines else len(lines)
        question = " ".join(lines[:end])
        return {"headline": question, "question": question, "lines": lines[end + 1 :]}

    def open_page(self, position: P, language: str = "en") -> dict[str, Any]:
        """The page of a spectator with all hands open, for any position of a finished game."""
        page = self.page(position, None, language)
        for seat in self.players(position):
            held = _find_last_paragraph(self.table_text(position, seat, language))
            page["lines"] = [*page.get("lines", ()), "", f"{seat}:", *held]
        return page

    def figures(self, view: Mapping[str, Any], language: str = "en") -> list[SeatMetric]:
        """The numbers of every seat that this view shows; points first, if there are any."""
        return []

    def streets(self, view: Mapping[str, Any]) -> dict[str, list[Tile]]:
        """The tiles of each seat, for the preview picture; without any, the picture shows points."""
        return {}

    @abstractmethod
    def score_text(self, position: P, language: str = "en") -> list[str]:
        """The final score line by line, and who has won."""

    def verdict(self, position: P, language: str = "en") -> list[str]:
        """Who has won, and why, in sentences."""
        return [get_translator(language).say("{seats} has won.", seats=", ".join(self.winners(position)))]

    def ties(self, position: P, language: str = "en") -> list[str]:
        """What broke the ties below the first place, in sentences."""
        return []

    def reason(self, position: P, line: ScoreLine, language: str = "en") -> str:
        """What the points of this line are for."""
        return self.namer(position, language)(line.reason)

    def rulebook(self, language: str = "en", *, with_cards: bool = True) -> str:
        """The rule book in Markdown, with all cards or without them."""
        raise RulesError(mark("Nobody has written the rules of {game} down yet."), game=self.slug)

    def cards(self, language: str = "en") -> tuple[CatalogueCard, ...]:
        """Every card of every edition, in the order of the catalogue page, grouped by heading."""
        return ()

    def facets(self, language: str = "en") -> tuple[CardFacet, ...]:
        """The properties that the cards can be filtered by."""
        return ()

    # --- positions as text

    @abstractmethod
    def from_notation(self, data: Mapping[str, Any], options: Mapping[str, Any]) -> P:
        """Load the position that this mapping describes, and run it to its question."""

    @abstractmethod
    def to_notation(self, position: P) -> dict[str, Any]:
        """The position as a mapping: every field that differs from its default."""

    @abstractmethod
    def full_notation(self, position: P) -> dict[str, Any]:
        """The position as a mapping with all fields, defaults too; scenarios compare with it."""

    def dump(self, position: P) -> bytes:
        """Dump a position for storage."""
        return self.store.dump(position)

    def load(self, data: bytes | str) -> P:
        """Load a stored position, upgraded to the current version."""
        return self.store.load(data)

    def copy(self, position: P) -> P:
        """A copy of the position that can be played without changing the original."""
        return self.store.copy(position)

    # --- setup and tutorial, for people

    def setup(self, seats: int, language: str = "en") -> tuple[SetupOption, ...]:
        """The setup options for so many seats; an option comes after those that it depends on."""
        return ()

    def first_game(self) -> tuple[int, dict[str, Any]] | None:
        """The number of seats and the options of the tutorial game; None if there is no tutorial."""
        return None

    def lessons(
        self, position: P, seat: str, seen: Sequence[Mapping[str, Any]], language: str = "en"
    ) -> list[Lesson]:
        """What a newcomer should know now: about the question to the seat, then about the latest events, as
        this seat has seen them."""
        return []

    def describe(self, options: Mapping[str, Any], seats: int, language: str = "en") -> SetupDescription:
        """Describe the final options in words, with what each card does."""
        return SetupDescription(game=self.lexicon.name(self.slug, language), summary="", ruleset=self.slug)

    # --- orders; a game without orders keeps these defaults

    def orders(self, position: P, seat: str) -> list[str]:
        """The orders of this seat: the list itself, which callers change in place."""
        return []

    def standing_order(self, position: P, seat: str, line: str) -> str:
        """Parse a line into a standing order in exact notation, or raise an error."""
        raise NotUnderstood(mark("This game has no standing orders."))

    def kind_of_order(self, line: str) -> str:
        """The kind of question that this standing order answers; empty for a line of a plan."""
        return ""

    def answer_by_order(self, position: P, seat: str, line: str) -> Move | None:
        """The move by which a standing order answers the current question; None if it does not apply."""
        return None

    def on_turn(self, position: P, seat: str) -> bool:
        """Is it this seat's own turn, in which its plan is played?"""
        return seat in self.awaits(position)

    def order_forms(self, position: P, seat: str, language: str = "en") -> tuple[OrderForm, ...]:
        """Forms for what this seat may order; they reveal nothing that is hidden from it."""
        return ()

    def order_text(self, position: P, seat: str, line: str, language: str = "en") -> str:
        """A standing order or a line of a plan as a sentence for its owner."""
        return line

    def plan_doubt(self, position: P, seat: str, lines: Sequence[str], language: str = "en") -> str:
        """Why a plan of these lines is certain to stop early, as a sentence; empty if it may work."""
        return ""

    # --- for clocks, bots and tests

    @abstractmethod
    def fallback(self, position: P, seat: str) -> Move:
        """The minimal move, played for a seat whose time has run out."""

    def advice(self, view: Mapping[str, Any], offers: Sequence[Offer], below: RandomBelow) -> Move:
        """The move that the rule-based bot chooses from what a seat sees; by default a random one."""
        return offers[below(len(offers))].sample(below)

    def advised_orders(self, view: Mapping[str, Any], below: RandomBelow) -> list[str]:
        """The standing orders that the rule-based bot would file now, from what a seat sees."""
        return []

    def usual_waits(self, seats: int, options: Mapping[str, Any]) -> list[int]:
        """How often such games wait for a decision: a sample of games between bots, in ascending order.

        Without a sample there is no forecast until people have finished some games."""
        return []

    @abstractmethod
    def deal_again(self, position: P, seat: str, rng: Rng) -> P:
        """A copy in which everything that the seat cannot know is dealt again at random, with a new seed."""

    @abstractmethod
    def audit(self, position: P) -> None:
        """Raise AssertionError if no legal game can reach this position."""

    @abstractmethod
    def clean(self, seats: int, options: Mapping[str, Any], seed: str) -> dict[str, Any]:
        """Complete and validate options, with all random choices made; BadOptions says what is wrong."""

    @abstractmethod
    def sample_setup(self, rng: Rng) -> tuple[int, dict[str, Any]]:
        """A random number of seats and random options for it, for tests and fuzzing."""


def _find_last_paragraph(lines: Sequence[str]) -> Sequence[str]:
    gaps = [place for place, line in enumerate(lines) if not line]
    return lines[gaps[-1] + 1 :] if gaps else lines
