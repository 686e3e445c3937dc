"""The Tournay ruleset: what the rest of the project may ask of the game, delegated to its modules."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..core.agenda import run
from ..core.errors import BadOptions
from ..core.events import Event
from ..core.notation import Move, Offer
from ..core.rng import Rng, generate_seed
from ..core.ruleset import Ruleset, ScoreLine
from ..core.storage import PositionStore
from . import activation, draws, effects, notation, scoring, town_crier, turn
from .capabilities import (
    TournayAdvice,
    TournayNotation,
    TournayOrders,
    TournayPresentation,
    TournayTableSetup,
    TournayVocabulary,
    TournayWholeTurn,
)
from .cards.effects import EFFECT_WORDS
from .fallback import choose_minimal_move
from .gazette import TournayGazette
from .invariants import check_invariants
from .knowledge.redeal import redeal_hidden_cards
from .knowledge.view import build_view
from .numbers import SEAT_COUNTS
from .position import GREY, OVER, STEPS, TOWN_CRIER, VERSION, TournayGame, steps
from .reference import TournayReference
from .setup.deal import deal_game
from .setup.options import CARDS, MODE, SEED, clean_options
from .statistics import TournayStatistics
from .text import events
from .text.lexicon import LEXICON
from .text.move_labels import TournayLabelWriter
from .text.refusals import explain_refusal
from .text.table import render_table
from .text.tutorial import TournayTutorial
from .undo import QUIET_EVENTS
from .upgrades import UPGRADES

# Importing these modules registers their steps.
STEP_MODULES = (turn, activation, draws, effects, town_crier)


class Tournay(Ruleset[TournayGame]):
    """The base game with a card set of our own, for 2 to 4 seats."""

    slug = "tournay"
    seats = SEAT_COUNTS
    steps = steps
    store = PositionStore(TournayGame, VERSION, UPGRADES)
    quiet = QUIET_EVENTS
    lexicon = LEXICON
    sentences = events.EVENT_SENTENCES
    stored_words = frozenset(
        {*events.SENTENCES, *events.EVENT_FIELDS, *STEPS, *EFFECT_WORDS, GREY, TOWN_CRIER}
        | {*notation.POSITION_FIELDS, *notation.PENDING_WORDS}
    )

    def __init__(self) -> None:
        super().__init__()
        self.setup = TournayTableSetup(self)
        self.presentation = TournayPresentation(self)
        self.vocabulary = TournayVocabulary(self)
        self.notation = TournayNotation(self)
        self.orders = TournayOrders(self)
        self.whole_turn = TournayWholeTurn(self)
        self.advice = TournayAdvice(self)
        self.statistics = TournayStatistics(self)
        self.reference = TournayReference(self)
        self.tutorial = TournayTutorial(self)
        self.gazette = TournayGazette(self)

    def new(
        self, seats: Sequence[str], options: Mapping[str, Any], seed: str
    ) -> tuple[TournayGame, list[Event]]:
        notation.check_seats(list(seats), BadOptions)
        chosen = clean_options(options)
        rng = Rng(seed or str(options.get(SEED, "")) or generate_seed())
        game = deal_game(seats, chosen[MODE], chosen[CARDS], rng)
        turn.begin_turn(game, game.start)
        return game, run(steps, game)

    def over(self, position: TournayGame) -> bool:
        return position.step == OVER

    def scores(self, position: TournayGame) -> dict[str, list[ScoreLine]]:
        return scoring.compute_scores(position)

    def winners(self, position: TournayGame) -> list[str]:
        return scoring.rank_seats(position)[0]

    def ranking(self, position: TournayGame) -> list[list[str]]:
        return scoring.rank_seats(position)

    def players(self, position: TournayGame) -> list[str]:
        return position.seats

    # --- words

    def label(self, position: TournayGame, seat: str, offer: Offer, language: str = "en") -> str:
        return TournayLabelWriter(position, seat, self.vocabulary.voice(position, language)).label(offer)

    def why_not(self, position: TournayGame, seat: str, move: Move, language: str = "en") -> str | None:
        return explain_refusal(position, seat, move, self.vocabulary.voice(position, language))

    # --- what a seat may see, and what it may not

    def view(self, position: TournayGame, seat: str | None) -> dict[str, Any]:
        return build_view(position, seat)

    def table_text(
        self, position: TournayGame, seat: str | None, language: str = "en", width: int = 72
    ) -> list[str]:
        return render_table(
            build_view(position, seat), self.vocabulary.voice(position, language).name, language, width
        )

    def fallback(self, position: TournayGame, seat: str) -> Move:
        return choose_minimal_move(position, seat, self.offers(position, seat))

    def deal_again(self, position: TournayGame, seat: str, rng: Rng) -> TournayGame:
        return redeal_hidden_cards(self.copy(position), seat, rng)

    def audit(self, position: TournayGame) -> None:
        check_invariants(position)


TOURNAY = Tournay()
