"""The Citadels ruleset: what the rest of the project may ask of the game, delegated to its modules."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..core.agenda import run, tell
from ..core.errors import BadOptions
from ..core.events import Event
from ..core.notation import Move, Offer
from ..core.rng import Rng, generate_seed
from ..core.ruleset import Ruleset, ScoreLine
from ..core.storage import PositionStore
from . import building, notation, round, scoring, turn
from .characters import rank_1, rank_2, rank_3, rank_4, rank_5, rank_6, rank_7, rank_8, rank_9

# isort: split
# the ranks come before what imports some of them: characters and their hooks count in the order of definition
from .capabilities import (
    CitadelsAdvice,
    CitadelsGazette,
    CitadelsNotation,
    CitadelsOrders,
    CitadelsPresentation,
    CitadelsReference,
    CitadelsStatistics,
    CitadelsTableSetup,
    CitadelsVocabulary,
    CitadelsWholeTurn,
)
from .districts.cards import BASIC_DECK, EDITIONS
from .draft import begin_draft
from .fallback import choose_minimal_move
from .invariants import check_invariants
from .knowledge.redeal import redeal_hidden_cards
from .knowledge.view import build_view
from .position import OVER, PHASES, VERSION, CitadelsGame, CitadelsPlayer, steps
from .setup.options import (
    COURTESIES,
    SEAT_COUNTS,
    CitadelsSetup,
    build_setup,
    compute_goal,
)
from .text import events
from .text.lexicon import LEXICON
from .text.move_labels import LabelWriter
from .text.refusals import RefusalExplainer
from .text.table import render_table
from .text.tutorial import CitadelsTutorial
from .undo import QUIET_EVENTS, is_quiet
from .upgrades import UPGRADES

# Importing these modules registers their steps and powers.
STEP_MODULES = (rank_1, rank_2, rank_3, rank_4, rank_5, rank_6, rank_7, rank_8, rank_9, building, turn, round)


class Citadels(Ruleset[CitadelsGame]):
    """The 2016 edition and the classic one, for 2 to 8 seats."""

    slug = "citadels"
    seats = SEAT_COUNTS
    steps = steps
    store = PositionStore(CitadelsGame, VERSION, UPGRADES)
    quiet = QUIET_EVENTS
    lexicon = LEXICON
    sentences = events.EVENT_SENTENCES
    stored_words = frozenset(
        {*events.SENTENCES, *events.EVENT_FIELDS, *PHASES, *EDITIONS, *COURTESIES, *notation.POSITION_FIELDS}
    )

    def __init__(self) -> None:
        super().__init__()
        self.vocabulary = CitadelsVocabulary(self)
        self.setup = CitadelsTableSetup(self)
        self.presentation = CitadelsPresentation(self)
        self.notation = CitadelsNotation(self)
        self.orders = CitadelsOrders(self)
        self.whole_turn = CitadelsWholeTurn(self)
        self.statistics = CitadelsStatistics(self)
        self.reference = CitadelsReference(self)
        self.advice = CitadelsAdvice(self)
        self.tutorial = CitadelsTutorial(self)
        self.gazette = CitadelsGazette(self)

    def new(
        self, seats: Sequence[str], options: Mapping[str, Any], seed: str
    ) -> tuple[CitadelsGame, list[Event]]:
        notation.check_seats(list(seats), BadOptions)
        rng = Rng(seed or str(options.get("seed", "")) or generate_seed())
        game = _deal_game(list(seats), build_setup(len(seats), options, rng), rng)
        begin_draft(game)
        return game, run(steps, game)

    def is_quiet(self, event: Event) -> bool:
        return is_quiet(event)

    def over(self, position: CitadelsGame) -> bool:
        return position.phase == OVER

    def scores(self, position: CitadelsGame) -> dict[str, list[ScoreLine]]:
        return scoring.compute_scores(position)

    def winners(self, position: CitadelsGame) -> list[str]:
        return scoring.find_winners(position)

    def ranking(self, position: CitadelsGame) -> list[list[str]]:
        return scoring.rank_seats(position)

    def players(self, position: CitadelsGame) -> list[str]:
        return position.seats

    # --- words

    def label(self, position: CitadelsGame, seat: str, offer: Offer, language: str = "en") -> str:
        return LabelWriter(position, seat, events.build_voice(position.edition, language)).label(offer)

    def why_not(self, position: CitadelsGame, seat: str, move: Move, language: str = "en") -> str | None:
        return RefusalExplainer(position, seat, events.build_voice(position.edition, language)).explain(move)

    # --- what a seat may see, and what it may not

    def view(self, position: CitadelsGame, seat: str | None) -> dict[str, Any]:
        return build_view(position, seat)

    def table_text(
        self, position: CitadelsGame, seat: str | None, language: str = "en", width: int = 72
    ) -> list[str]:
        return render_table(
            build_view(position, seat), events.build_voice(position.edition, language).name, language, width
        )

    def fallback(self, position: CitadelsGame, seat: str) -> Move:
        return choose_minimal_move(position, seat, self.offers(position, seat))

    def deal_again(self, position: CitadelsGame, seat: str, rng: Rng) -> CitadelsGame:
        return redeal_hidden_cards(self.copy(position), seat, rng)

    def audit(self, position: CitadelsGame) -> None:
        check_invariants(position)


def _deal_game(seats: list[str], setup: CitadelsSetup, rng: Rng) -> CitadelsGame:
    """Deal a new game: four cards and two gold each, the crown to a random seat (O4, R1)."""
    deck = [*BASIC_DECK[setup.edition], *setup.uniques]
    rng.shuffle(deck)
    players = {seat: CitadelsPlayer(gold=2, hand=[deck.pop() for _ in range(4)]) for seat in seats}
    crown = rng.choice(seats)
    game = CitadelsGame(
        version=VERSION,
        rng=rng,
        edition=setup.edition,
        seats=seats,
        players=players,
        cast=tuple(setup.cast),
        uniques=tuple(setup.uniques),
        goal=compute_goal(setup.edition, len(seats), setup.short),
        crown=crown,
        deck=deck,
        short=setup.short,
        courtesy=setup.courtesy,
    )
    secret = {seat: {"cards": sorted(player.hand)} for seat, player in players.items()}
    tell(game, "dealt", seat=crown, gold=2, count=4, secret=secret)
    return game


CITADELS = Citadels()
