"""The Citadels ruleset: what the rest of the project may ask of the game, delegated to its modules."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..core.agenda import awaits, run, tell
from ..core.card_catalogue import CardFacet, CatalogueCard
from ..core.errors import BadOptions
from ..core.events import Event
from ..core.gazette import GazetteIssue, GazetteReport
from ..core.move_parser import Spellings
from ..core.notation import Move, Namer, Offer, RandomBelow
from ..core.order_forms import OrderForm
from ..core.orders import parse_alternatives
from ..core.rng import Rng, generate_seed
from ..core.ruleset import GameCensus, HostileAct, Lesson, OfferHint, Ruleset, ScoreLine, SeatMetric, Tile
from ..core.setup_options import SetupDescription, SetupOption
from ..core.storage import PositionStore
from ..core.translation import get_translator
from . import building, notation, orders, round, scoring, statistics, turn
from .bot.advice import choose_move
from .bot.orders import suggest_orders
from .characters import rank_1, rank_2, rank_3, rank_4, rank_5, rank_6, rank_7, rank_8, rank_9
from .districts.cards import BASIC_DECK, EDITIONS
from .draft import begin_draft
from .fallback import choose_minimal_move
from .gazette import write_report
from .invariants import check_invariants
from .knowledge.redeal import redeal_hidden_cards
from .knowledge.view import build_view
from .page.revealed import build_revealed_page, build_tableau, compute_figures
from .page.table import build_page
from .position import OVER, PHASES, VERSION, CitadelsGame, CitadelsPlayer, steps
from .reference.cards import CardCatalogue
from .reference.rulebook import render_rulebook
from .setup.description import SetupPresenter
from .setup.options import (
    COURTESIES,
    FIRST_GAME,
    SEAT_COUNTS,
    CitadelsSetup,
    build_setup,
    compute_goal,
    dump_setup,
    sample_setup,
)
from .statistics import LENGTH_VARIANTS, WAITS_FILE, find_usual_waits, list_hostile_acts
from .text import events, turn_summary
from .text.events_revealed import describe_revealed_event
from .text.lexicon import LEXICON, find_ambiguous_spellings, spell_with_amount
from .text.move_hints import build_hint
from .text.move_labels import LabelWriter
from .text.orders import OrderPresenter
from .text.refusals import RefusalExplainer
from .text.score import describe_score_reason, describe_ties, describe_verdict, render_score
from .text.table import render_table
from .text.tutorial import list_lessons
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
    revealed_at_end = frozenset({"silent"})
    knows_orders = True
    lexicon = LEXICON
    lengths = LENGTH_VARIANTS
    waits_file = WAITS_FILE
    stored_words = frozenset(
        {*events.SENTENCES, *events.EVENT_FIELDS, *PHASES, *EDITIONS, *COURTESIES, *notation.POSITION_FIELDS}
    )

    def new(
        self, seats: Sequence[str], options: Mapping[str, Any], seed: str
    ) -> tuple[CitadelsGame, list[Event]]:
        notation.check_seats(list(seats), BadOptions)
        rng = Rng(seed or str(options.get("seed", "")) or generate_seed())
        game = _deal_game(list(seats), build_setup(len(seats), options, rng), rng)
        begin_draft(game)
        return game, run(steps, game)

    def clean(self, seats: int, options: Mapping[str, Any], seed: str) -> dict[str, Any]:
        return dump_setup(build_setup(seats, options, Rng(seed)))

    def sample_setup(self, rng: Rng) -> tuple[int, dict[str, Any]]:
        return sample_setup(rng)

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

    def hostile(self, events: Sequence[Event]) -> list[HostileAct]:
        return list_hostile_acts(events)

    def census(self, position: CitadelsGame, events: Sequence[Event]) -> GameCensus:
        return statistics.build_census(position, events)

    def census_titles(self, language: str = "en") -> dict[str, str]:
        return statistics.translate_trait_titles(language)

    def players(self, position: CitadelsGame) -> list[str]:
        return position.seats

    # --- positions and set-ups as text

    def from_notation(self, written_position: Mapping[str, Any], options: Mapping[str, Any]) -> CitadelsGame:
        return notation.load_position(written_position, options)

    def to_notation(self, position: CitadelsGame) -> dict[str, Any]:
        return notation.dump_position(position)

    def full_notation(self, position: CitadelsGame) -> dict[str, Any]:
        return notation.dump_full_position(position)

    # --- words

    def variant(self, position: CitadelsGame) -> str:
        return position.edition

    def spellings(self, position: CitadelsGame, language: str) -> Spellings:
        """Spellings for typed moves. A name shared by two editions means this game's card, and the amounts of
        “take 2 gold” fit the city of the player who is asked."""
        spelt, others = super().spellings(position, language), find_ambiguous_spellings(position.edition)
        amounts = _find_gather_amounts(position)

        def here(word: str) -> set[str]:
            found = spelt(word) - others.get(word, frozenset())
            return found | spell_with_amount(found, amounts[word]) if word in amounts else found

        return here

    def label(self, position: CitadelsGame, seat: str, offer: Offer, language: str = "en") -> str:
        return LabelWriter(position, seat, events.Voice(position.edition, language)).label(offer)

    def hint(self, position: CitadelsGame, seat: str, offer: Offer, language: str = "en") -> OfferHint:
        return build_hint(position, seat, offer, events.Voice(position.edition, language))

    def heading(self, position: CitadelsGame, seen: Mapping[str, Any], language: str = "en") -> str:
        return events.format_round_heading(seen, events.Voice(position.edition, language))

    def turn_heading(
        self, position: CitadelsGame, seen: Mapping[str, Any], seat: str | None, language: str = "en"
    ) -> str:
        return turn_summary.format_turn_heading(seen, seat, events.Voice(position.edition, language))

    def gist(self, position: CitadelsGame, seen: Mapping[str, Any], language: str = "en") -> str:
        return turn_summary.describe_event_briefly(seen, events.Voice(position.edition, language))

    def phrase(
        self, position: CitadelsGame, seen: Mapping[str, Any], seat: str | None, language: str = "en"
    ) -> str:
        return events.describe_event(seen, seat, events.Voice(position.edition, language))

    def open_phrase(self, position: CitadelsGame, event: Event, language: str = "en") -> str:
        return describe_revealed_event(event, events.Voice(position.edition, language))

    def gazette(self, issue: GazetteIssue, language: str = "en") -> GazetteReport:
        return write_report(issue, events.Voice(issue.after["edition"], language))

    def why_not(self, position: CitadelsGame, seat: str, move: Move, language: str = "en") -> str | None:
        return RefusalExplainer(position, seat, events.Voice(position.edition, language)).explain(move)

    # --- orders

    def orders(self, position: CitadelsGame, seat: str) -> list[str]:
        return position.players[seat].orders

    def standing_order(self, position: CitadelsGame, seat: str, line: str) -> str:
        return orders.parse_standing_order(line, position.edition)

    def kind_of_order(self, line: str) -> str:
        return orders.find_order_kind(line)

    def answer_by_order(self, position: CitadelsGame, seat: str, line: str) -> Move | None:
        return orders.answer_by_order(position, seat, line, self.offers(position, seat))

    def on_turn(self, position: CitadelsGame, seat: str) -> bool:
        return orders.is_on_turn(position, seat)

    def order_forms(self, position: CitadelsGame, seat: str, language: str = "en") -> tuple[OrderForm, ...]:
        return self._orders(position, seat, language).forms()

    def order_text(self, position: CitadelsGame, seat: str, line: str, language: str = "en") -> str:
        presenter = self._orders(position, seat, language)
        if orders.find_order_kind(line):
            return presenter.describe_standing_order(line)
        choices = parse_alternatives(self, position, line)
        return presenter.describe_plan_line(choices) if choices else line

    def plan_doubt(
        self, position: CitadelsGame, seat: str, lines: Sequence[str], language: str = "en"
    ) -> str:
        plan = [choices for line in lines if (choices := parse_alternatives(self, position, line))]
        return self._orders(position, seat, language).describe_plan_doubt(plan)

    def _orders(self, position: CitadelsGame, seat: str, language: str) -> OrderPresenter:
        return OrderPresenter(position, seat, events.Voice(position.edition, language))

    # --- what a seat may see, and what it may not

    def view(self, position: CitadelsGame, seat: str | None) -> dict[str, Any]:
        return build_view(position, seat)

    def table_text(
        self, position: CitadelsGame, seat: str | None, language: str = "en", width: int = 72
    ) -> list[str]:
        return render_table(build_view(position, seat), _build_namer(position, language), language, width)

    def page(self, position: CitadelsGame, seat: str | None, language: str = "en") -> dict[str, Any]:
        return build_page(build_view(position, seat), _build_namer(position, language), language)

    def open_page(self, position: CitadelsGame, language: str = "en") -> dict[str, Any]:
        return build_revealed_page(position, self.namer(position, language), language)

    def figures(self, view: Mapping[str, Any], language: str = "en") -> list[SeatMetric]:
        return compute_figures(view, language)

    def streets(self, view: Mapping[str, Any]) -> dict[str, list[Tile]]:
        return build_tableau(view)

    def score_text(self, position: CitadelsGame, language: str = "en") -> list[str]:
        return render_score(position, _build_namer(position, language), language)

    def verdict(self, position: CitadelsGame, language: str = "en") -> list[str]:
        return list(describe_verdict(position, get_translator(language)))

    def ties(self, position: CitadelsGame, language: str = "en") -> list[str]:
        return list(describe_ties(position, get_translator(language)))

    def reason(self, position: CitadelsGame, line: ScoreLine, language: str = "en") -> str:
        return describe_score_reason(line, _build_namer(position, language), get_translator(language))

    def rulebook(self, language: str = "en", *, with_cards: bool = True) -> str:
        return render_rulebook(self.lexicon, language, with_cards)

    def cards(self, language: str = "en") -> tuple[CatalogueCard, ...]:
        return CardCatalogue(language).cards()

    def facets(self, language: str = "en") -> tuple[CardFacet, ...]:
        return CardCatalogue(language).facets()

    def first_game(self) -> tuple[int, dict[str, Any]]:
        return 4, {"preset": FIRST_GAME}

    def lessons(
        self, position: CitadelsGame, seat: str, seen: Sequence[Mapping[str, Any]], language: str = "en"
    ) -> list[Lesson]:
        return list_lessons(position, seat, seen, events.Voice(position.edition, language))

    def setup(self, seats: int, language: str = "en") -> tuple[SetupOption, ...]:
        return SetupPresenter(seats, language).options()

    def describe(self, options: Mapping[str, Any], seats: int, language: str = "en") -> SetupDescription:
        return SetupPresenter(seats, language).describe(options)

    def fallback(self, position: CitadelsGame, seat: str) -> Move:
        return choose_minimal_move(position, seat, self.offers(position, seat))

    def advice(self, view: Mapping[str, Any], offers: Sequence[Offer], below: RandomBelow) -> Move:
        return choose_move(view, offers, below)

    def advised_orders(self, view: Mapping[str, Any], below: RandomBelow) -> list[str]:
        return suggest_orders(view, below)

    def usual_waits(self, seats: int, options: Mapping[str, Any]) -> list[int]:
        return find_usual_waits(seats, options)

    def deal_again(self, position: CitadelsGame, seat: str, rng: Rng) -> CitadelsGame:
        return redeal_hidden_cards(self.copy(position), seat, rng)

    def audit(self, position: CitadelsGame) -> None:
        check_invariants(position)


def _find_gather_amounts(position: CitadelsGame) -> dict[str, int]:
    """How much gold and how many cards the player who is asked would gather."""
    asked = next(iter(awaits(position)), "")
    return (
        dict(zip(("gold", "cards"), turn.compute_gather_amounts(position, asked), strict=False))
        if asked
        else {}
    )


def _build_namer(position: CitadelsGame, language: str) -> Namer:
    """A function that names cards with the inflected forms that sentences need."""
    return events.Voice(position.edition, language).name


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
