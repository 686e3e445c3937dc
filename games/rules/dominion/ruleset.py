"""The Dominion ruleset: what the rest of the project may ask of the game, delegated to its modules."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..core.agenda import run, tell
from ..core.errors import BadOptions
from ..core.events import Event
from ..core.notation import Move, Offer
from ..core.rng import Rng, generate_seed
from ..core.ruleset import Ruleset, ScoreLine
from ..core.storage import PositionStore
from . import card_play, scoring, turn
from .cards import base, base_attacks, basic, intrigue, intrigue_hands, intrigue_others

# isort: split
# the cards come before what looks them up
from . import notation
from .actions import draw
from .capabilities import (
    DominionAdvice,
    DominionNotation,
    DominionOrders,
    DominionPresentation,
    DominionTableSetup,
    DominionWholeTurn,
)
from .fallback import choose_minimal_move
from .gazette import DominionGazette
from .invariants import check_invariants
from .knowledge.redeal import redeal_hidden_cards
from .knowledge.view import build_view
from .position import OVER, PHASES, VERSION, DominionGame, DominionPlayer, steps
from .reference import DominionReference
from .setup.kingdoms import SEAT_COUNTS, STARTING_DECK, build_supply
from .setup.options import choose_kingdom
from .statistics import DominionStatistics
from .text import events
from .text.lexicon import LEXICON
from .text.move_labels import DominionLabelWriter
from .text.refusals import explain_refusal
from .text.table import render_table
from .text.tutorial import DominionTutorial
from .undo import QUIET_EVENTS
from .upgrades import UPGRADES

# Importing these modules registers their cards and steps.
STEP_MODULES = (basic, intrigue, intrigue_hands, intrigue_others, base, base_attacks, card_play, turn)


class Dominion(Ruleset[DominionGame]):
    """The base game and Intrigue in their first editions, for 2 to 6 seats."""

    slug = "dominion"
    seats = SEAT_COUNTS
    steps = steps
    store = PositionStore(DominionGame, VERSION, UPGRADES)
    quiet = QUIET_EVENTS
    lexicon = LEXICON
    sentences = events.EVENT_SENTENCES
    stored_words = frozenset(
        {*events.SENTENCES, *events.EVENT_FIELDS, *PHASES, *notation.POSITION_FIELDS, *notation.PENDING_WORDS}
    )

    def __init__(self) -> None:
        super().__init__()
        self.setup = DominionTableSetup(self)
        self.presentation = DominionPresentation(self)
        self.notation = DominionNotation(self)
        self.orders = DominionOrders(self)
        self.whole_turn = DominionWholeTurn(self)
        self.advice = DominionAdvice(self)
        self.statistics = DominionStatistics(self)
        self.reference = DominionReference(self)
        self.tutorial = DominionTutorial(self)
        self.gazette = DominionGazette(self)

    def new(
        self, seats: Sequence[str], options: Mapping[str, Any], seed: str
    ) -> tuple[DominionGame, list[Event]]:
        notation.check_seats(list(seats), BadOptions)
        rng = Rng(seed or str(options.get("seed", "")) or generate_seed())
        game = _deal_game(list(seats), choose_kingdom(options, rng), rng)
        turn.begin_turn(game, game.turn)
        return game, run(steps, game)

    def over(self, position: DominionGame) -> bool:
        return position.phase == OVER

    def scores(self, position: DominionGame) -> dict[str, list[ScoreLine]]:
        return scoring.compute_scores(position)

    def winners(self, position: DominionGame) -> list[str]:
        return scoring.rank_seats(position)[0]

    def ranking(self, position: DominionGame) -> list[list[str]]:
        return scoring.rank_seats(position)

    def players(self, position: DominionGame) -> list[str]:
        return position.seats

    # --- words

    def label(self, position: DominionGame, seat: str, offer: Offer, language: str = "en") -> str:
        return DominionLabelWriter(position, seat, self.vocabulary.voice(position, language)).label(offer)

    def why_not(self, position: DominionGame, seat: str, move: Move, language: str = "en") -> str | None:
        return explain_refusal(position, seat, move, self.vocabulary.voice(position, language))

    # --- what a seat may see, and what it may not

    def view(self, position: DominionGame, seat: str | None) -> dict[str, Any]:
        return build_view(position, seat)

    def table_text(
        self, position: DominionGame, seat: str | None, language: str = "en", width: int = 72
    ) -> list[str]:
        return render_table(
            build_view(position, seat), self.vocabulary.voice(position, language).name, language, width
        )

    def fallback(self, position: DominionGame, seat: str) -> Move:
        return choose_minimal_move(position, seat, self.offers(position, seat))

    def deal_again(self, position: DominionGame, seat: str, rng: Rng) -> DominionGame:
        return redeal_hidden_cards(self.copy(position), seat, rng)

    def audit(self, position: DominionGame) -> None:
        check_invariants(position)


def _deal_game(seats: list[str], kingdom: list[str], rng: Rng) -> DominionGame:
    """Deal a new game: seven Coppers and three Estates each, the first turn to a random seat (S1, S4)."""
    players = {}
    for seat in seats:
        deck = [*STARTING_DECK]
        rng.shuffle(deck)
        players[seat] = DominionPlayer(deck=deck)
    supply = build_supply(len(seats), kingdom)
    first = rng.choice(seats)
    game = DominionGame(
        version=VERSION, rng=rng, seats=seats, players=players, kingdom=kingdom, supply=supply, turn=first
    )
    tell(game, "dealt", seat=first, cards=list(kingdom))
    for seat in seats:
        draw(game, seat, turn.HAND_SIZE)
    return game


DOMINION = Dominion()
