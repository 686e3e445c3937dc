"""What Citadels offers besides its play: each capability, delegated to the modules of the game."""

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any

from ..core.agenda import awaits
from ..core.capabilities.advice import MoveAdvice
from ..core.capabilities.gazette import GazetteDesk
from ..core.capabilities.position_notation import PositionNotation
from ..core.capabilities.presentation import OfferHint, Presentation, SeatMetric, Tile
from ..core.capabilities.reference import Reference
from ..core.capabilities.setup import GameSetup
from ..core.capabilities.statistics import GameCensus, GameStatistics, HostileAct
from ..core.capabilities.vocabulary import Vocabulary
from ..core.capabilities.whole_turn import ChosenParts, TurnPart, TurnSums, WholeTurn
from ..core.card_catalogue import CardFacet, CatalogueCard
from ..core.choices import FieldLayout
from ..core.events import Event
from ..core.gazette import GazetteIssue, GazetteReport
from ..core.move_parser import Spellings
from ..core.notation import Move, Namer, Offer, RandomBelow
from ..core.order_forms import OrderForm
from ..core.orders import FORCED, PREFER, parse_alternatives
from ..core.rng import Rng
from ..core.ruleset import ScoreLine
from ..core.setup_options import SetupDescription, SetupOption
from ..core.standing_orders import StandingOrders
from ..core.translation import get_translator
from . import notation, statistics, turn
from .bot.advice import choose_move
from .bot.orders import suggest_orders
from .gazette import write_report
from .knowledge.view import build_view
from .orders import ORDER_TABLE, is_on_turn
from .page.revealed import build_revealed_page, build_tableau, compute_figures
from .page.table import build_page
from .position import CitadelsGame
from .reference.cards import CardCatalogue
from .reference.rulebook import render_rulebook
from .setup.description import SetupPresenter
from .setup.options import (
    build_setup,
    dump_setup,
    sample_setup,
)
from .statistics import LENGTH_VARIANTS, WAITS_FILE, find_length_kind, list_hostile_acts
from .text import events, turn_summary
from .text.choice_layouts import build_layout
from .text.events_revealed import describe_revealed_event
from .text.lexicon import find_ambiguous_spellings, spell_with_amount
from .text.move_hints import build_hint
from .text.orders import ORDER_TEXTS, QUESTION_NOTES, QUESTIONS, OrderPresenter, can_come_up
from .text.score import describe_score_reason, describe_ties, explain_tie_break
from .whole_turn.labels import TurnLabels
from .whole_turn.parts import TurnPartList
from .whole_turn.sequences import list_sequences
from .whole_turn.sums import describe_sums, rate_holdings


def _find_gather_amounts(position: CitadelsGame) -> tuple[tuple[str, int], ...]:
    """How much gold and how many cards the player who is asked would gather."""
    asked = next(iter(awaits(position)), "")
    amounts = turn.compute_gather_amounts(position, asked) if asked else ()
    return tuple(zip(("gold", "cards"), amounts, strict=False))


@lru_cache(maxsize=64)
def _spell_in_edition(spelt: Spellings, edition: str, gathered: tuple[tuple[str, int], ...]) -> Spellings:
    """These spellings without those that mean a card of this edition, and with the amounts of this city."""
    others, amounts = find_ambiguous_spellings(edition), dict(gathered)

    def here(word: str) -> Set[str]:
        found = spelt(word) - others[word] if word in others else spelt(word)
        return found | spell_with_amount(found, amounts[word]) if word in amounts else found

    return here


def _build_namer(position: CitadelsGame, language: str) -> Namer:
    """A function that names cards with the inflected forms that sentences need."""
    return events.build_voice(position.edition, language).name


class CitadelsVocabulary(Vocabulary[CitadelsGame]):
    """Names and spellings by edition."""

    def variant(self, position: CitadelsGame) -> str:
        return position.edition

    def spellings(self, position: CitadelsGame, language: str) -> Spellings:
        """Spellings for typed moves. A name shared by two editions means this game's card, and the amounts of
        “take 2 gold” fit the city of the player who is asked."""
        spelt = super().spellings(position, language)
        return _spell_in_edition(spelt, position.edition, _find_gather_amounts(position))


class CitadelsTableSetup(GameSetup[CitadelsGame]):
    """Editions, casts, unique districts and courtesies."""

    def clean(self, seats: int, options: Mapping[str, Any], seed: str) -> dict[str, Any]:
        return dump_setup(build_setup(seats, options, Rng(seed)))

    def sample(self, rng: Rng) -> tuple[int, dict[str, Any]]:
        return sample_setup(rng)

    def options(self, seats: int, language: str = "en") -> tuple[SetupOption, ...]:
        return SetupPresenter(seats, language).options()

    def describe(self, options: Mapping[str, Any], seats: int, language: str = "en") -> SetupDescription:
        return SetupPresenter(seats, language).describe(options)


class CitadelsPresentation(Presentation[CitadelsGame]):
    """The table with its cities, the log by rounds and turns, and the score."""

    revealed_at_end = frozenset({"silent"})

    def page(self, position: CitadelsGame, seat: str | None, language: str = "en") -> dict[str, Any]:
        return build_page(build_view(position, seat), _build_namer(position, language), language)

    def open_page(self, position: CitadelsGame, language: str = "en") -> dict[str, Any]:
        return build_revealed_page(position, self.rules.vocabulary.namer(position, language), language)

    def hint(self, position: CitadelsGame, seat: str, offer: Offer, language: str = "en") -> OfferHint:
        return build_hint(position, seat, offer, events.build_voice(position.edition, language))

    def layout(self, position: CitadelsGame, seat: str, offer: Offer, language: str = "en") -> FieldLayout:
        return build_layout(position, seat, offer, events.build_voice(position.edition, language))

    def figures(self, view: Mapping[str, Any], language: str = "en") -> list[SeatMetric]:
        return compute_figures(view, language)

    def tableau(self, view: Mapping[str, Any]) -> dict[str, list[Tile]]:
        return build_tableau(view)

    def heading(self, position: CitadelsGame, seen: Mapping[str, Any], language: str = "en") -> str:
        return events.format_round_heading(seen, events.build_voice(position.edition, language))

    def turn_heading(
        self, position: CitadelsGame, seen: Mapping[str, Any], seat: str | None, language: str = "en"
    ) -> str:
        return turn_summary.format_turn_heading(seen, seat, events.build_voice(position.edition, language))

    def gist(
        self, position: CitadelsGame, seen: Mapping[str, Any], seat: str | None, language: str = "en"
    ) -> str:
        return turn_summary.describe_event_briefly(seen, seat, events.build_voice(position.edition, language))

    def open_phrase(self, position: CitadelsGame, event: Event, language: str = "en") -> str:
        return describe_revealed_event(event, events.build_voice(position.edition, language))

    def tie_break(self, position: CitadelsGame, tied: Sequence[str], language: str = "en") -> str:
        (winner,) = self.rules.winners(position)
        return get_translator(language).say(explain_tie_break(position, tied), seat=winner)

    def ties(self, position: CitadelsGame, language: str = "en") -> list[str]:
        return list(describe_ties(position, get_translator(language)))

    def reason(self, position: CitadelsGame, line: ScoreLine, language: str = "en") -> str:
        return describe_score_reason(line, _build_namer(position, language), get_translator(language))


class CitadelsNotation(PositionNotation[CitadelsGame]):
    """Positions in the notation of the rules page, which is not what is stored."""

    def load(self, written: Mapping[str, Any], options: Mapping[str, Any]) -> CitadelsGame:
        return notation.load_position(written, options)

    def dump(self, position: CitadelsGame) -> dict[str, Any]:
        return notation.dump_position(position)

    def dump_full(self, position: CitadelsGame) -> dict[str, Any]:
        return notation.dump_full_position(position)


class CitadelsOrders(StandingOrders[CitadelsGame]):
    """Standing orders for every question out of turn, and plans for a turn."""

    table = ORDER_TABLE
    defaults = ("always end", FORCED)
    examples = ("plan gold", "plan build market or build tavern", "prefer architect merchant", "always gold")
    questions = QUESTIONS
    notes = QUESTION_NOTES
    texts = ORDER_TEXTS

    def lines(self, position: CitadelsGame, seat: str) -> list[str]:
        return position.players[seat].orders

    def on_turn(self, position: CitadelsGame, seat: str) -> bool:
        return is_on_turn(position, seat)

    def forms(self, position: CitadelsGame, seat: str, language: str = "en") -> tuple[OrderForm, ...]:
        presenter, answers = (
            self._presenter(position, seat, language),
            super().forms(position, seat, language),
        )
        return (presenter.build_draft_form(), *answers, *presenter.list_plan_forms())

    def comes_up(self, position: CitadelsGame, kind: str) -> bool:
        return can_come_up(position, kind)

    def describe(self, position: CitadelsGame, seat: str, line: str, language: str = "en") -> str:
        presenter, kind = self._presenter(position, seat, language), self.kind(line)
        if kind == PREFER:
            return presenter.describe_preference(line)
        if kind:
            return super().describe(position, seat, line, language)
        choices = parse_alternatives(self.rules, position, line)
        return presenter.describe_plan_line(choices) if choices else line

    def plan_doubt(
        self, position: CitadelsGame, seat: str, lines: Sequence[str], language: str = "en"
    ) -> str:
        plan = [choices for line in lines if (choices := parse_alternatives(self.rules, position, line))]
        return self._presenter(position, seat, language).describe_plan_doubt(plan)

    def _presenter(self, position: CitadelsGame, seat: str, language: str) -> OrderPresenter:
        return OrderPresenter(position, seat, events.build_voice(position.edition, language))


class CitadelsWholeTurn(WholeTurn[CitadelsGame]):
    """Gather, collect, use the power, build, and end the turn."""

    def list_parts(self, position: CitadelsGame, seat: str, language: str = "en") -> tuple[TurnPart, ...]:
        voice = events.build_voice(position.edition, language)
        return TurnPartList(self.rules, position, seat, voice).build()

    def describe_question(self, position: CitadelsGame, seat: str, language: str = "en") -> str:
        return TurnLabels(position, seat, events.build_voice(position.edition, language)).question()

    def list_sequences(self, position: CitadelsGame, seat: str, chosen: ChosenParts) -> Iterator[list[Move]]:
        return list_sequences(position, seat, chosen)

    def rate(self, position: CitadelsGame, seat: str) -> int:
        return rate_holdings(position, seat)

    def describe_sums(self, position: CitadelsGame, seat: str, language: str = "en") -> TurnSums:
        return describe_sums(position, seat, get_translator(language))


class CitadelsStatistics(GameStatistics[CitadelsGame]):
    """Rounds, characters and unique districts; who attacked whom."""

    lengths = LENGTH_VARIANTS
    waits_file = WAITS_FILE

    def census(self, position: CitadelsGame, events: Sequence[Event]) -> GameCensus:
        return statistics.build_census(position, events)

    def census_titles(self, language: str = "en") -> dict[str, str]:
        return statistics.translate_trait_titles(language)

    def hostile(self, events: Sequence[Event]) -> list[HostileAct]:
        return list_hostile_acts(events)

    def length_kind(self, options: Mapping[str, Any]) -> str:
        return find_length_kind(options)


class CitadelsReference(Reference[CitadelsGame]):
    """The rule book and every card of both editions."""

    author = "Bruno Faidutti"

    def rulebook(self, language: str = "en", *, with_cards: bool = True) -> str:
        return render_rulebook(self.rules.lexicon, language, with_cards)

    def cards(self, language: str = "en") -> tuple[CatalogueCard, ...]:
        return CardCatalogue(language).cards()

    def facets(self, language: str = "en") -> tuple[CardFacet, ...]:
        return CardCatalogue(language).facets()


class CitadelsAdvice(MoveAdvice[CitadelsGame]):
    """The rule-based bot."""

    def choose_move(self, view: Mapping[str, Any], offers: Sequence[Offer], below: RandomBelow) -> Move:
        return choose_move(view, offers, below)

    def suggest_orders(self, view: Mapping[str, Any], below: RandomBelow) -> list[str]:
        return suggest_orders(view, below)


class CitadelsGazette(GazetteDesk[CitadelsGame]):
    """A newspaper of the realm."""

    def write_report(self, issue: GazetteIssue, language: str = "en") -> GazetteReport:
        return write_report(issue, events.build_voice(issue.after["edition"], language))
