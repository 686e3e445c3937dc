"""What Tournay offers besides its play: each capability, delegated to the modules of the game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..core.capabilities.advice import MoveAdvice
from ..core.capabilities.position_notation import PositionNotation
from ..core.capabilities.presentation import OfferHint, Presentation, SeatMetric, Tile
from ..core.capabilities.setup import GameSetup
from ..core.capabilities.vocabulary import Vocabulary
from ..core.capabilities.whole_turn import ChosenParts, TurnPart, TurnPreset, TurnSums, WholeTurn
from ..core.choices import FieldLayout
from ..core.events import Event
from ..core.notation import Move, Offer, RandomBelow
from ..core.order_forms import OrderForm
from ..core.orders import FORCED, parse_alternatives
from ..core.rng import Rng
from ..core.ruleset import ScoreLine
from ..core.sentences import format_turn_heading
from ..core.setup_options import SetupDescription, SetupOption
from ..core.standing_orders import StandingOrders
from ..core.translation import get_translator
from . import notation
from .bot.advice import choose_move
from .bot.orders import suggest_orders
from .knowledge.view import build_view
from .numbers import DECKS
from .orders import ORDER_TABLE, hides_nothing, is_on_turn
from .page.figures import build_tableau, compute_figures
from .page.table import build_page, build_revealed_page
from .position import TournayGame
from .setup.description import TournaySetupPresenter
from .setup.options import check_seat_count, clean_options, sample_setup
from .text import turn_summary
from .text.events_revealed import describe_revealed_event
from .text.move_hints import TournayHintWriter
from .text.orders import TournayOrderPresenter
from .text.score import describe_score_reason, describe_tie_break, describe_ties
from .whole_turn.parts import TournayTurnParts
from .whole_turn.presets import TournayTurnPresets
from .whole_turn.sequences import list_sequences
from .whole_turn.sums import describe_sums, stops_after


class TournayTableSetup(GameSetup[TournayGame]):
    """Basic or advanced, and the card set."""

    def clean(self, seats: int, options: Mapping[str, Any], seed: str) -> dict[str, Any]:
        check_seat_count(seats)
        return dict(clean_options(options))

    def sample(self, rng: Rng) -> tuple[int, dict[str, Any]]:
        return sample_setup(rng)

    def options(self, seats: int, language: str = "en") -> tuple[SetupOption, ...]:
        return TournaySetupPresenter(seats, language).options()

    def describe(self, options: Mapping[str, Any], seats: int, language: str = "en") -> SetupDescription:
        return TournaySetupPresenter(seats, language).describe(options)


class TournayPresentation(Presentation[TournayGame]):
    """The table with its districts, decks and events, the log by rounds and turns, prestige, the score."""

    def page(self, position: TournayGame, seat: str | None, language: str = "en") -> dict[str, Any]:
        voice = self.rules.vocabulary.voice(position, language)
        return build_page(build_view(position, seat), voice.name, language)

    def open_page(self, position: TournayGame, language: str = "en") -> dict[str, Any]:
        voice = self.rules.vocabulary.voice(position, language)
        return build_revealed_page(position, voice.name, language)

    def hint(self, position: TournayGame, seat: str, offer: Offer, language: str = "en") -> OfferHint:
        return self._hints(position, seat, language).write(offer)

    def layout(self, position: TournayGame, seat: str, offer: Offer, language: str = "en") -> FieldLayout:
        return self._hints(position, seat, language).lay_out(offer)

    def _hints(self, position: TournayGame, seat: str, language: str) -> TournayHintWriter:
        voice = self.rules.vocabulary.voice(position, language)
        return TournayHintWriter(self.rules, position, seat, voice)

    def figures(self, view: Mapping[str, Any], language: str = "en") -> list[SeatMetric]:
        return compute_figures(view, language)

    def tableau(self, view: Mapping[str, Any]) -> dict[str, list[Tile]]:
        return build_tableau(view)

    def heading(self, position: TournayGame, seen: Mapping[str, Any], language: str = "en") -> str:
        voice = self.rules.vocabulary.voice(position, language)
        return turn_summary.format_round_heading(position, seen, voice)

    def turn_heading(
        self, position: TournayGame, seen: Mapping[str, Any], seat: str | None, language: str = "en"
    ) -> str:
        voice = self.rules.vocabulary.voice(position, language)
        return format_turn_heading(seen, seat, voice)

    def gist(
        self, position: TournayGame, seen: Mapping[str, Any], seat: str | None, language: str = "en"
    ) -> str:
        voice = self.rules.vocabulary.voice(position, language)
        return turn_summary.describe_event_briefly(seen, seat, voice)

    def open_phrase(self, position: TournayGame, event: Event, language: str = "en") -> str:
        return describe_revealed_event(event, self.rules.vocabulary.voice(position, language))

    def tie_break(self, position: TournayGame, tied: Sequence[str], language: str = "en") -> str:
        (winner,) = self.rules.winners(position)
        return describe_tie_break(position, winner, get_translator(language))

    def ties(self, position: TournayGame, language: str = "en") -> list[str]:
        return list(describe_ties(position, get_translator(language)))

    def reason(self, position: TournayGame, line: ScoreLine, language: str = "en") -> str:
        return describe_score_reason(line, self.rules.vocabulary.voice(position, language))


class TournayVocabulary(Vocabulary[TournayGame]):
    """The words of moves. A deck is a colour and a level there; its name is for sentences."""

    def known(self, position: TournayGame) -> set[str]:
        return super().known(position) - set(DECKS)


class TournayNotation(PositionNotation[TournayGame]):
    """Positions in the notation of the rule page, which is not what is stored."""

    def load(self, written: Mapping[str, Any], options: Mapping[str, Any]) -> TournayGame:
        return notation.load_position(written, options)

    def dump(self, position: TournayGame) -> dict[str, Any]:
        return notation.dump_position(position)

    def dump_full(self, position: TournayGame) -> dict[str, Any]:
        return notation.dump_full_position(position)


class TournayOrders(StandingOrders[TournayGame]):
    """Standing orders for events and the last card, and plans for a turn."""

    table = ORDER_TABLE
    defaults = (FORCED,)
    examples = ("plan place market c3", "prefer lay red yellow white", "always rampart")

    def lines(self, position: TournayGame, seat: str) -> list[str]:
        return position.players[seat].orders

    def on_turn(self, position: TournayGame, seat: str) -> bool:
        return is_on_turn(position, seat)

    def hides_nothing(self, position: TournayGame, seat: str) -> bool:
        return hides_nothing(position, seat)

    def forms(self, position: TournayGame, seat: str, language: str = "en") -> tuple[OrderForm, ...]:
        return self._presenter(position, seat, language).forms()

    def describe(self, position: TournayGame, seat: str, line: str, language: str = "en") -> str:
        presenter = self._presenter(position, seat, language)
        if self.kind(line):
            return presenter.describe_standing_order(line)
        choices = parse_alternatives(self.rules, position, line)
        return presenter.describe_plan_line(choices) if choices else line

    def _presenter(self, position: TournayGame, seat: str, language: str) -> TournayOrderPresenter:
        return TournayOrderPresenter(position, seat, self.rules.vocabulary.voice(position, language))


class TournayAdvice(MoveAdvice[TournayGame]):
    """The rule-based bot."""

    def choose_move(self, view: Mapping[str, Any], offers: Sequence[Offer], below: RandomBelow) -> Move:
        return choose_move(view, offers, below)

    def suggest_orders(self, view: Mapping[str, Any], below: RandomBelow) -> list[str]:
        return suggest_orders(view, below)


class TournayWholeTurn(WholeTurn[TournayGame]):
    """A card to place with its space and its payment, then one action."""

    last_move_counts = True

    def list_parts(self, position: TournayGame, seat: str, language: str = "en") -> tuple[TurnPart, ...]:
        voice = self.rules.vocabulary.voice(position, language)
        return TournayTurnParts(self.rules, position, seat, voice).build()

    def list_presets(self, position: TournayGame, seat: str, language: str = "en") -> tuple[TurnPreset, ...]:
        voice = self.rules.vocabulary.voice(position, language)
        return TournayTurnPresets(self.rules, position, seat, voice).build()

    def list_sequences(self, position: TournayGame, seat: str, chosen: ChosenParts) -> Iterator[list[Move]]:
        return list_sequences(position, seat, chosen)

    def stops_after(self, position: TournayGame, seat: str, move: Move) -> bool:
        return stops_after(position, seat, move)

    def describe_sums(self, position: TournayGame, seat: str, language: str = "en") -> TurnSums:
        return describe_sums(position, seat, get_translator(language))
