"""The interface between a game's rules and the rest of the server.

Everything outside `games/rules/<game>` knows a game only through this class: the play
service, the pages, the emails, the bots, the clock and the commands. What every game must
say is here; what it may offer besides is in its capabilities (`games/rules/core/capabilities`).
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, ClassVar, Generic

import msgspec

from . import agenda, move_parser
from .agenda import P, StepRegistry
from .capabilities.advice import MoveAdvice
from .capabilities.gazette import GazetteDesk
from .capabilities.orders import OrderRules
from .capabilities.position_notation import PositionNotation
from .capabilities.presentation import Presentation
from .capabilities.reference import Reference
from .capabilities.setup import GameSetup
from .capabilities.statistics import GameStatistics
from .capabilities.tutorial import Tutorial
from .capabilities.vocabulary import Vocabulary
from .capabilities.whole_turn import WholeTurn
from .errors import IllegalMove
from .events import Event
from .lexicon import Lexicon
from .move_parser import RefusedMove
from .notation import Move, Offer
from .rng import Rng
from .sentences import SentenceTable
from .storage import PositionStore
from .translation import Translator, get_translator


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of a final score: a reason and its points."""

    reason: str
    points: int
    detail: dict[str, Any] = {}


class Ruleset(ABC, Generic[P]):
    """One game's rules."""

    slug: ClassVar[str]
    seats: ClassVar[range]
    steps: StepRegistry[P]
    store: PositionStore[P]
    lexicon: Lexicon
    sentences: ClassVar[SentenceTable] = SentenceTable({})  # of its events
    stored_words: ClassVar[frozenset[str]] = frozenset()  # in positions and events, besides field names
    quiet: ClassVar[frozenset[str]] = frozenset()  # kinds of events that reveal nothing hidden

    def __init__(self) -> None:
        """Give the game every capability in its default form; a subclass replaces what it knows better."""
        self.vocabulary: Vocabulary[P] = Vocabulary(self)
        self.setup: GameSetup[P] = GameSetup(self)
        self.presentation: Presentation[P] = Presentation(self)
        self.notation: PositionNotation[P] = PositionNotation(self)
        self.orders: OrderRules[P] = OrderRules(self)
        self.whole_turn: WholeTurn[P] = WholeTurn(self)
        self.statistics: GameStatistics[P] = GameStatistics(self)
        self.reference: Reference[P] = Reference(self)
        self.advice: MoveAdvice[P] = MoveAdvice(self)
        self.tutorial: Tutorial[P] | None = None
        self.gazette: GazetteDesk[P] | None = None

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
        offers: list[Offer] = []
        for step in agenda.list_questions(position, seat):
            offers += self.steps.asks[step.name].offers(position, step)
        return offers

    def play(self, position: P, seat: str, move: Move) -> list[Event]:
        """Make a move and run to the next question; a refused move leaves the position unchanged."""
        return agenda.play(self.steps, position, seat, move)

    def is_quiet(self, event: Event) -> bool:
        """Does this event reveal nothing hidden? Only then may the move be undone."""
        return event.kind in self.quiet

    def over(self, position: P) -> bool:
        """Is the game finished? By default, when nothing is left on the agenda."""
        return not position.agenda

    @abstractmethod
    def scores(self, position: P) -> dict[str, list[ScoreLine]]:
        """The lines of each seat's score in this position."""

    def winners(self, position: P) -> list[str]:
        """The winners; several seats if the victory is shared. By default, who has the most points."""
        points = self.sum_points(position)
        return [seat for seat, total in points.items() if total == max(points.values())]

    def sum_points(self, position: P) -> dict[str, int]:
        """The points of each seat in this position."""
        return {seat: sum(line.points for line in lines) for seat, lines in self.scores(position).items()}

    def ranking(self, position: P) -> list[list[str]]:
        """The seats from the winners to the last, grouped by shared place.

        Override this in a game that also breaks ties below the first place."""
        winners = self.winners(position)
        points = self.sum_points(position)
        others = sorted(
            (seat for seat in points if seat not in winners), key=points.__getitem__, reverse=True
        )
        return [winners, *(list(equal) for _, equal in groupby(others, key=points.__getitem__))]

    # --- text in and out

    def read(self, position: P, seat: str, text: str, language: str = "en", told_in: str = "") -> Move:
        """Parse a line into the legal move that it means, or raise an error that suggests better ones.

        The error is in the language `told_in`, by default that of the line."""
        offers = self.offers(position, seat)
        speak = get_translator(told_in or language)
        if not offers:
            raise IllegalMove(self._explain_not_asked(position, seat, speak))
        try:
            spellings, known = self.vocabulary.spellings(position, language), self.vocabulary.known(position)
            written = self.vocabulary.writer(position, speak.language)
            return move_parser.parse_move(text, offers, spellings, known, speak, written, self.lexicon.names)
        except RefusedMove as refusal:
            reason = self.why_not(position, seat, refusal.move, speak.language)
            raise IllegalMove(f"{reason} {refusal.hint}" if reason else str(refusal)) from refusal

    def _explain_not_asked(self, position: P, seat: str, speak: Translator) -> str:
        if self.over(position):
            return speak.say("The game is over.")
        if seat not in self.players(position):
            return speak.say("There is nobody called “{seat}” at this table.", seat=seat[:40])
        awaited = ", ".join(self.awaits(position))
        return speak.say("It is not your turn. Waiting for {seats}.", seats=awaited)

    def why_not(self, position: P, seat: str, move: Move, language: str = "en") -> str | None:
        """A more specific reason for refusing this move than "not now", if the rules know one.

        It may mention only what the seat can see."""
        return None

    @abstractmethod
    def players(self, position: P) -> list[str]:
        """The seats of the table, clockwise."""

    def label(self, position: P, seat: str, offer: Offer, language: str = "en") -> str:
        """What the offer does and what follows from it, in words; by default its verb and the names."""
        return offer.form(self.vocabulary.namer(position, language)).label

    def phrase(self, position: P, seen: Mapping[str, Any], seat: str | None, language: str = "en") -> str:
        """An event as a sentence, from what `seen_by` returned for this seat; empty if it needs none."""
        return self.sentences.describe(seen, seat, self.vocabulary.voice(position, language))

    # --- what a seat may see

    @abstractmethod
    def view(self, position: P, seat: str | None) -> dict[str, Any]:
        """All that this seat may see, and nothing else; a seat of None is a spectator."""

    @abstractmethod
    def table_text(self, position: P, seat: str | None, language: str = "en", width: int = 72) -> list[str]:
        """The table as plain text for this seat: paragraphs separated by empty lines.

        The first paragraph is the question to the seat, the last one what it holds."""

    # --- stored positions

    def dump(self, position: P) -> bytes:
        """Dump a position for storage."""
        return self.store.dump(position)

    def load(self, data: bytes | str) -> P:
        """Load a stored position, upgraded to the current version."""
        return self.store.load(data)

    def copy(self, position: P) -> P:
        """A copy of the position that can be played without changing the original."""
        return self.store.copy(position)

    # --- for clocks and tests

    @abstractmethod
    def fallback(self, position: P, seat: str) -> Move:
        """The minimal move, played for a seat whose time has run out."""

    @abstractmethod
    def deal_again(self, position: P, seat: str, rng: Rng) -> P:
        """A copy in which everything that the seat cannot know is dealt again at random, with a new seed."""

    @abstractmethod
    def audit(self, position: P) -> None:
        """Raise AssertionError if no legal game can reach this position."""
