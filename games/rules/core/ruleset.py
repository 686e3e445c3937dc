"""What a game's rules offer to the rest of the house.

Everything outside `games/rules/<game>` knows a game only through this class: the door,
the pages, the letters, the bots, the clock and the tools. The generic half is written
here once; a ruleset fills in the rest.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from . import agenda, bending, reading
from .agenda import Position, Steps
from .cards import Card, Facet
from .errors import IllegalMove, NotUnderstood, RulesError
from .events import Event
from .gazette import Issue, Report
from .lexicon import ANY, Lexicon
from .notation import Below, Move, Namer, Offer
from .order_forms import OrderForm
from .positions import Store, field_names
from .reading import Refused
from .rng import Rng
from .setup import Described, Option
from .speech import Tongue, mark, tongue

P = TypeVar("P", bound=Position)


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of a final score: what for, and how much."""

    reason: str
    points: int
    detail: dict[str, Any] = {}


class Figures(msgspec.Struct, frozen=True):
    """Something that is counted for every seat, and can be followed through a game."""

    slug: str
    title: str
    of: dict[str, int]  # seat → how much


class Look(msgspec.Struct, frozen=True):
    """How a house is drawn: the colours of its lines and its wall, and the outline of its roof.

    Points of the outline are parts of the width from the left and of the height from the top of the roof."""

    line: str
    wall: str
    roof: Sequence[tuple[float, float]]


class House(msgspec.Struct, frozen=True):
    """Something that stands before a seat, as a small picture shows it."""

    kind: str
    height: int
    look: Look | None = None  # plain


class Blow(msgspec.Struct, frozen=True):
    """A seat has turned against another one, of its own choice."""

    place: int  # of the event in which it decided so
    by: str
    against: str


class Census(msgspec.Struct, frozen=True):
    """What statistics count of a finished game, besides seats and points."""

    length: int = 0  # in rounds, or by whatever the game counts itself
    traits: dict[str, dict[str, list[str]]] = {}  # of each seat what is counted, and its words there


class Lesson(msgspec.Struct, frozen=True):
    """Something that is explained when it happens for the first time."""

    key: str  # one word: what was explained under it is not explained again
    title: str
    text: str


class Hint(msgspec.Struct, frozen=True):
    """What a page may show beside an offer, besides its label."""

    note: str = ""  # what it opens
    left: str = ""  # what the reader has afterwards, as short as a number
    worth: str = ""  # what it is worth then, as short
    card: dict[str, Any] = {}  # what the game's own template needs to draw it
    number: int = 0  # what the game itself counts it by, if it does


class Ruleset(ABC, Generic[P]):
    """One game's rules."""

    slug: ClassVar[str]
    seats: ClassVar[range]
    steps: Steps[P]
    store: Store[P]
    lexicon: Lexicon
    stored_words: ClassVar[frozenset[str]] = frozenset()  # in positions and events, beside names of fields
    quiet: ClassVar[frozenset[str]] = frozenset()  # kinds of events that show nobody anything hidden
    told_later: ClassVar[frozenset[str]] = frozenset()  # kinds of which more can be told after the end
    knows_orders: ClassVar[bool] = False
    lengths: ClassVar[Mapping[str, Mapping[str, Any]]] = {"": {}}  # options of games of different length
    waits_file: ClassVar[Path | None] = None  # where `manage.py pace --counts` writes how long they are

    # --- a game from its start to its end

    @abstractmethod
    def new(self, seats: Sequence[str], options: Mapping[str, Any], seed: str) -> tuple[P, list[Event]]:
        """A new game, run up to its first question, and what happened on the way.

        An empty seed means the one of the options, or a fresh one if they have none."""

    def awaits(self, position: P) -> list[str]:
        """The seats that have a decision to make now."""
        return agenda.awaits(position)

    def offers(self, position: P, seat: str) -> list[Offer]:
        """What this seat may do now. This is the only definition of legality."""
        asked = agenda.questions(position, seat)
        return [offer for step in asked for offer in self.steps.asks[step.name].offers(position, step)]

    def play(self, position: P, seat: str, move: Move) -> list[Event]:
        """Make a move and run on to the next question; a refused move leaves the position untouched."""
        return agenda.play(self.steps, position, seat, move)

    def is_quiet(self, event: Event) -> bool:
        """Does this event show nobody anything hidden? Only then may its move be taken back."""
        return event.kind in self.quiet

    @abstractmethod
    def over(self, position: P) -> bool:
        """Is the game finished?"""

    @abstractmethod
    def scores(self, position: P) -> dict[str, list[ScoreLine]]:
        """For each seat the lines of its score as the position stands."""

    @abstractmethod
    def winners(self, position: P) -> list[str]:
        """Who has won; several seats if the victory is shared."""

    def ranking(self, position: P) -> list[list[str]]:
        """From the winners to the last, those together who share a place.

        A game that breaks ties below the first place too says so."""
        winners = self.winners(position)
        points = {seat: sum(line.points for line in lines) for seat, lines in self.scores(position).items()}
        others = sorted(
            (seat for seat in points if seat not in winners), key=points.__getitem__, reverse=True
        )
        return [winners, *(list(equal) for _, equal in groupby(others, key=points.__getitem__))]

    def hostile(self, events: Sequence[Event]) -> list[Blow]:
        """Who has turned against whom in a game that is over, from all its events, secrets included.

        Only where there was a choice whom to turn against; a game in which there is none has none."""
        return []

    def census(self, position: P, events: Sequence[Event]) -> Census:
        """What statistics count of a game that is over, from all its events, secrets included."""
        return Census()

    def census_titles(self, language: str = "en") -> dict[str, str]:
        """Titles for what `census` counts, in the order of a page; `length` names its unit."""
        return {}

    # --- text in and out

    def read(self, position: P, seat: str, text: str, language: str = "en", told_in: str = "") -> Move:
        """The legal move that this line means, or an error that helps to write a better one.

        It is told in the language of the line, or in another one."""
        offers = self.offers(position, seat)
        speak = tongue(told_in or language)
        if not offers:
            raise IllegalMove(self._not_asked(position, seat, speak))
        try:
            spellings, known = self.spellings(position, language), self.known(position)
            written = self.writer(position, speak.language)
            return reading.read(text, offers, spellings, known, speak, written, self.lexicon.names)
        except Refused as refusal:
            reason = self.why_not(position, seat, refusal.move, speak.language)
            raise IllegalMove(f"{reason} {refusal.hint}" if reason else str(refusal)) from refusal

    def _not_asked(self, position: P, seat: str, speak: Tongue) -> str:
        if self.over(position):
            return speak.say("The game is over.")
        if seat not in self.players(position):
            return speak.say("Nobody called “{seat}” sits at this table.", seat=seat[:40])
        awaited = ", ".join(self.awaits(position))
        return speak.say("It is not your turn: the game waits for {seats}.", seats=awaited)

    def spellings(self, position: P, language: str) -> reading.Spellings:
        """A handle is spelt as it is, or bent as sentences bend it; so is a card that is somebody's.

        No form takes anybody's name. A handle that is also a word of the game keeps that word's spellings."""
        names = {seat: reading.plain(seat) for seat in self.players(position)}
        taken = self.lexicon.spoken.union(names.values())

        def spelt(word: str) -> set[str]:
            known = self.lexicon.spellings(word, language)
            if word in names:
                return {names[word]} | (bending.bent(names[word], language) - taken) | known
            if language in ("hu", ANY):
                return known | (bending.owned(self.lexicon, word, self.variant(position)) - taken)
            return known

        return spelt

    def writer(self, position: P, language: str) -> reading.Written:
        """How a line of the notation is written by people of this language; `read` understands it."""
        return lambda line: self.lexicon.line(line, language, self.variant(position))

    def known(self, position: P) -> set[str]:
        return self.lexicon.words() | set(self.players(position))

    def why_not(self, position: P, seat: str, move: Move, language: str = "en") -> str | None:
        """A better reason for refusing this move than "not now", if the rules know one.

        It may speak only of what the seat can see."""
        return None

    @abstractmethod
    def players(self, position: P) -> list[str]:
        """The seats of the table, clockwise."""

    def may_be_seat(self, name: str) -> bool:
        """Can a seat be called so? Not like a word that players write, nor like one that is stored.

        Then every such word in a position or an event is this seat, and a name can be taken out of a game."""
        return name.lower() not in self._stored and not self.lexicon.takes(name)

    @cached_property
    def _stored(self) -> frozenset[str]:
        kinds = [*field_names(self.store.kind), *field_names(Event), *self.steps.acts, *self.steps.asks]
        return frozenset(word.lower() for word in (*kinds, *self.stored_words))

    def variant(self, position: P) -> str:
        """Which edition is played, for the words that are different there."""
        return ""

    def namer(self, position: P, language: str = "en") -> Namer:
        """What a reader of this language calls the words of this game."""
        variant = self.variant(position)
        return lambda word: self.lexicon.name(word, language, variant)

    def effect(self, position: P, word: str, language: str = "en") -> str:
        """What this card does in the edition that is played; empty for one that does nothing."""
        return self.lexicon.effect(word, language, self.variant(position))

    @abstractmethod
    def label(self, position: P, seat: str, offer: Offer, language: str = "en") -> str:
        """What the offer does, in words, with what follows from it."""

    def hint(self, position: P, seat: str, offer: Offer, language: str = "en") -> Hint:
        """What stands beside the label of this offer on a page."""
        return Hint()

    def heading(self, position: P, seen: Mapping[str, Any], language: str = "en") -> str:
        """The title of the part of the record that this event begins; empty if it begins none."""
        return ""

    def turn_heading(
        self, position: P, seen: Mapping[str, Any], seat: str | None, language: str = "en"
    ) -> str:
        """The title of the turn, within such a part, that this event begins; empty if it begins none."""
        return ""

    def gist(self, position: P, seen: Mapping[str, Any], language: str = "en") -> str:
        """An event in a few words, if it is worth to be told of a turn that is folded."""
        return ""

    @abstractmethod
    def phrase(self, position: P, seen: Mapping[str, Any], seat: str | None, language: str = "en") -> str:
        """An event, as `seen_by` gave it to this seat, as a sentence; empty if it needs none."""

    def gazette(self, issue: Issue, language: str = "en") -> Report | None:
        """A report of a part of the game for a newspaper; a game without one is reported by its record."""
        return None

    def open_phrase(self, position: P, event: Event, language: str = "en") -> str:
        """An event as a sentence for whoever may know everything; only for a game that is over.

        A game that has secrets to tell then tells them here."""
        seen = event.seen_by(None)
        return self.phrase(position, seen, None, language) if seen else ""

    # --- what a seat may see

    @abstractmethod
    def view(self, position: P, seat: str | None) -> dict[str, Any]:
        """All that this seat may see, and nothing else; None is somebody who only watches."""

    @abstractmethod
    def table_text(self, position: P, seat: str | None, language: str = "en", width: int = 72) -> list[str]:
        """The table as text, as this seat may see it: paragraphs with empty lines between.

        The first one is the question to the seat, the last one what it holds."""

    def page(self, position: P, seat: str | None, language: str = "en") -> dict[str, Any]:
        """All that the game's own templates show to this seat, in words, made from its view alone.

        `headline` and `question` say what the reader is asked, or whom the game waits for. The rest is
        between a game and its templates; a game without any is shown as text."""
        lines = self.table_text(position, seat, language)
        end = lines.index("") if "" in lines else len(lines)
        question = " ".join(lines[:end])
        return {"headline": question, "question": question, "lines": lines[end + 1 :]}

    def open_page(self, position: P, language: str = "en") -> dict[str, Any]:
        """The page of somebody who watches, with all hands open: some moment of a game that is over."""
        page = self.page(position, None, language)
        for seat in self.players(position):
            held = _last_paragraph(self.table_text(position, seat, language))
            page["lines"] = [*page.get("lines", ()), "", f"{seat}:", *held]
        return page

    def figures(self, view: Mapping[str, Any], language: str = "en") -> list[Figures]:
        """What can be counted for every seat by somebody who sees this; points, if there are any, first."""
        return []

    def streets(self, view: Mapping[str, Any]) -> dict[str, list[House]]:
        """What stands before each seat, for a small picture; a game without any is shown by its points."""
        return {}

    @abstractmethod
    def score_text(self, position: P, language: str = "en") -> list[str]:
        """The final score explained line by line, and who has won."""

    def verdict(self, position: P, language: str = "en") -> list[str]:
        """Who has won, and why, in sentences."""
        return [tongue(language).say("{seats} has won.", seats=", ".join(self.winners(position)))]

    def ties(self, position: P, language: str = "en") -> list[str]:
        """What decided between equal points below the first place, in sentences."""
        return []

    def reason(self, position: P, line: ScoreLine, language: str = "en") -> str:
        """What the points of this line are for."""
        return self.namer(position, language)(line.reason)

    def rulebook(self, language: str = "en", *, with_cards: bool = True) -> str:
        """The rules as a page in Markdown, with all cards or without them."""
        raise RulesError(mark("Nobody has written the rules of {game} down yet."), game=self.slug)

    def cards(self, language: str = "en") -> tuple[Card, ...]:
        """Every card of every edition, in the order of a page, those under one heading together."""
        return ()

    def facets(self, language: str = "en") -> tuple[Facet, ...]:
        """By what the cards can be told apart."""
        return ()

    # --- positions as text

    @abstractmethod
    def from_notation(self, written: Mapping[str, Any], options: Mapping[str, Any]) -> P:
        """The position that this mapping describes, run up to its question."""

    @abstractmethod
    def to_notation(self, position: P) -> dict[str, Any]:
        """The position as a mapping: every field that differs from its default."""

    @abstractmethod
    def full_notation(self, position: P) -> dict[str, Any]:
        """Every field of the written position, those at their default too; scenarios look things up here."""

    def dump(self, position: P) -> bytes:
        """The position as it is stored."""
        return self.store.dump(position)

    def load(self, data: bytes | str) -> P:
        """The stored position, brought up to the present version."""
        return self.store.load(data)

    def copy(self, position: P) -> P:
        """A position that can be played on without changing this one."""
        return self.store.copy(position)

    # --- setting a game up, for people

    def setup(self, seats: int, language: str = "en") -> tuple[Option, ...]:
        """What may be chosen for a table of so many seats; what an option depends on stands before it."""
        return ()

    def first_game(self) -> tuple[int, dict[str, Any]] | None:
        """How many seats and which options a first game has; none, if the game explains nothing."""
        return None

    def lessons(
        self, position: P, seat: str, seen: Sequence[Mapping[str, Any]], language: str = "en"
    ) -> list[Lesson]:
        """What a newcomer should know now: of the question that is put to the seat, then of what has happened
        lately, as this seat has seen it."""
        return []

    def describe(self, options: Mapping[str, Any], seats: int, language: str = "en") -> Described:
        """Settled options in words, with what each card does."""
        return Described(game=self.lexicon.name(self.slug, language), summary="", ruleset=self.slug)

    # --- orders; a game without them keeps these answers

    def orders(self, position: P, seat: str) -> list[str]:
        """The orders of this seat; the list itself, to be changed in place."""
        return []

    def standing_order(self, position: P, seat: str, line: str) -> str:
        """The line as a standing order in exact notation, or an error."""
        raise NotUnderstood(mark("This game has no standing orders."))

    def kind_of_order(self, line: str) -> str:
        """What question this standing order answers; empty for a line of a plan."""
        return ""

    def answer_by_order(self, position: P, seat: str, line: str) -> Move | None:
        """What the standing order answers to the question that is put now, if it answers it."""
        return None

    def on_turn(self, position: P, seat: str) -> bool:
        """Is it this seat's own turn, so that its plan is to be played?"""
        return seat in self.awaits(position)

    def order_forms(self, position: P, seat: str, language: str = "en") -> tuple[OrderForm, ...]:
        """What this seat may order, as forms; what they show depends on nothing that is hidden from it."""
        return ()

    def order_text(self, position: P, seat: str, line: str, language: str = "en") -> str:
        """A standing order or a line of a plan as a sentence for its owner."""
        return line

    def plan_doubt(self, position: P, seat: str, lines: Sequence[str], language: str = "en") -> str:
        """Why a plan of these lines is sure to stop early, as a sentence; nothing, if it may hold."""
        return ""

    # --- for clocks, bots and tests

    @abstractmethod
    def fallback(self, position: P, seat: str) -> Move:
        """The harmless move of a seat whose time has run out."""

    def advice(self, view: Mapping[str, Any], offers: Sequence[Offer], below: Below) -> Move:
        """The move that the rules of thumb choose from what a seat sees; without any, just some move."""
        return offers[below(len(offers))].sample(below)

    def advised_orders(self, view: Mapping[str, Any], below: Below) -> list[str]:
        """The standing orders that the rules of thumb would file now, from what a seat sees."""
        return []

    def usual_waits(self, seats: int, options: Mapping[str, Any]) -> list[int]:
        """How often such games wait for somebody, from the shortest on: a sample of games among bots.

        Without any that were counted there is no forecast before people have played some."""
        return []

    @abstractmethod
    def deal_again(self, position: P, seat: str, rng: Rng) -> P:
        """A copy in which all that the seat cannot know is dealt afresh, its seed too."""

    @abstractmethod
    def audit(self, position: P) -> None:
        """Raise AssertionError if something holds that no legal game can bring about."""

    @abstractmethod
    def clean(self, seats: int, options: Mapping[str, Any], seed: str) -> dict[str, Any]:
        """The options written out, chance used up; or BadOptions with what is wrong."""

    @abstractmethod
    def sample_setup(self, rng: Rng) -> tuple[int, dict[str, Any]]:
        """Some number of seats and some options that go with it, for tests and fuzzing."""


def _last_paragraph(lines: Sequence[str]) -> Sequence[str]:
    gaps = [place for place, line in enumerate(lines) if not line]
    return lines[gaps[-1] + 1 :] if gaps else lines
