"""What Dominion offers besides its play: each capability, delegated to the modules of the game."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..core.capabilities.advice import MoveAdvice
from ..core.capabilities.position_notation import PositionNotation
from ..core.capabilities.presentation import OfferHint, Presentation, SeatMetric, Tile
from ..core.capabilities.setup import GameSetup
from ..core.capabilities.whole_turn import (
    ChosenParts,
    TurnChoice,
    TurnPart,
    TurnPreset,
    TurnSums,
    WholeTurn,
)
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
from .bot import big_money
from .bot.advice import choose_move
from .bot.orders import suggest_orders
from .knowledge.view import build_view, reveal_decks
from .orders import ORDER_TABLE, hides_nothing, is_on_turn
from .page.decks import build_supply_tableau, build_tableau, compute_figures
from .page.table import build_page, build_revealed_page
from .position import DominionGame
from .setup.description import KingdomPresenter
from .setup.options import KINGDOM, check_seat_count, choose_kingdom, sample_setup
from .text import turn_summary
from .text.events_revealed import describe_revealed_event
from .text.move_hints import build_hint
from .text.orders import DominionOrderPresenter
from .text.score import describe_score_reason, describe_ties
from .whole_turn import action_room, certainty
from .whole_turn.parts import DominionTurnParts, may_play_actions
from .whole_turn.presets import DominionTurnPresets
from .whole_turn.sequences import ACTIONS, list_sequences
from .whole_turn.sums import describe_sums


class DominionTableSetup(GameSetup[DominionGame]):
    """The kingdom: a set, a list, or drawn at random."""

    def clean(self, seats: int, options: Mapping[str, Any], seed: str) -> dict[str, Any]:
        check_seat_count(seats)
        return {KINGDOM: choose_kingdom(options, Rng(seed))}

    def sample(self, rng: Rng) -> tuple[int, dict[str, Any]]:
        return sample_setup(rng)

    def options(self, seats: int, language: str = "en") -> tuple[SetupOption, ...]:
        return KingdomPresenter(seats, language).options()

    def describe(self, options: Mapping[str, Any], seats: int, language: str = "en") -> SetupDescription:
        return KingdomPresenter(seats, language).describe(options)


class DominionPresentation(Presentation[DominionGame]):
    """The table with its supply and hands, the log by rounds and turns, all decks at the end, the score."""

    def page(self, position: DominionGame, seat: str | None, language: str = "en") -> dict[str, Any]:
        voice = self.rules.vocabulary.voice(position, language)
        return build_page(build_view(position, seat), voice.name, language)

    def open_page(self, position: DominionGame, language: str = "en") -> dict[str, Any]:
        voice = self.rules.vocabulary.voice(position, language)
        return build_revealed_page(position, voice.name, language)

    def hint(self, position: DominionGame, seat: str, offer: Offer, language: str = "en") -> OfferHint:
        return build_hint(position, seat, offer, self.rules.vocabulary.voice(position, language))

    def figures(self, view: Mapping[str, Any], language: str = "en") -> list[SeatMetric]:
        return compute_figures(view, language)

    def open_figures(self, position: DominionGame, language: str = "en") -> list[SeatMetric]:
        return compute_figures({"shown": reveal_decks(position)}, language)

    def tableau(self, view: Mapping[str, Any]) -> dict[str, list[Tile]]:
        return build_tableau(view)

    def shared_tableau(self, view: Mapping[str, Any]) -> list[Tile]:
        return build_supply_tableau(view)

    def heading(self, position: DominionGame, seen: Mapping[str, Any], language: str = "en") -> str:
        voice = self.rules.vocabulary.voice(position, language)
        return turn_summary.format_round_heading(position, seen, voice)

    def turn_heading(
        self, position: DominionGame, seen: Mapping[str, Any], seat: str | None, language: str = "en"
    ) -> str:
        voice = self.rules.vocabulary.voice(position, language)
        return format_turn_heading(seen, seat, voice)

    def gist(
        self, position: DominionGame, seen: Mapping[str, Any], seat: str | None, language: str = "en"
    ) -> str:
        voice = self.rules.vocabulary.voice(position, language)
        return turn_summary.describe_event_briefly(seen, seat, voice)

    def open_phrase(self, position: DominionGame, event: Event, language: str = "en") -> str:
        return describe_revealed_event(event, self.rules.vocabulary.voice(position, language))

    def tie_break(self, position: DominionGame, tied: Sequence[str], language: str = "en") -> str:
        (winner,) = self.rules.winners(position)
        return get_translator(language).say("Tied on points, but {seat} had fewer turns.", seat=winner)

    def ties(self, position: DominionGame, language: str = "en") -> list[str]:
        return list(describe_ties(position, get_translator(language)))

    def reason(self, position: DominionGame, line: ScoreLine, language: str = "en") -> str:
        return describe_score_reason(line, self.rules.vocabulary.voice(position, language))


class DominionNotation(PositionNotation[DominionGame]):
    """Positions in the notation of the rules page, which is not what is stored."""

    def load(self, written: Mapping[str, Any], options: Mapping[str, Any]) -> DominionGame:
        return notation.load_position(written, options)

    def dump(self, position: DominionGame) -> dict[str, Any]:
        return notation.dump_position(position)

    def dump_full(self, position: DominionGame) -> dict[str, Any]:
        return notation.dump_full_position(position)


class DominionOrders(StandingOrders[DominionGame]):
    """Standing orders for every question out of turn, lists, and plans for a turn."""

    table = ORDER_TABLE
    defaults = ("always end", FORCED)
    examples = ("plan buy silver", "prefer buy province gold silver end", "always treasures")

    def lines(self, position: DominionGame, seat: str) -> list[str]:
        return position.players[seat].orders

    def on_turn(self, position: DominionGame, seat: str) -> bool:
        return is_on_turn(position, seat)

    def hides_nothing(self, position: DominionGame, seat: str) -> bool:
        return hides_nothing(position, seat)

    def forms(self, position: DominionGame, seat: str, language: str = "en") -> tuple[OrderForm, ...]:
        return self._presenter(position, seat, language).forms()

    def describe(self, position: DominionGame, seat: str, line: str, language: str = "en") -> str:
        presenter = self._presenter(position, seat, language)
        if self.kind(line):
            return presenter.describe_standing_order(line)
        choices = parse_alternatives(self.rules, position, line)
        return presenter.describe_plan_line(choices) if choices else line

    def _presenter(self, position: DominionGame, seat: str, language: str) -> DominionOrderPresenter:
        return DominionOrderPresenter(position, seat, self.rules.vocabulary.voice(position, language))


class DominionWholeTurn(WholeTurn[DominionGame]):
    """Actions in their order, Treasures, buys, and the end of the turn."""

    def list_parts(self, position: DominionGame, seat: str, language: str = "en") -> tuple[TurnPart, ...]:
        voice = self.rules.vocabulary.voice(position, language)
        return DominionTurnParts(self.rules, position, seat, voice).build()

    def list_presets(self, position: DominionGame, seat: str, language: str = "en") -> tuple[TurnPreset, ...]:
        voice = self.rules.vocabulary.voice(position, language)
        return DominionTurnPresets(self.rules, position, seat, voice).build()

    def hide_draws(self, position: DominionGame, seat: str) -> None:
        certainty.hide_draws(position, seat)

    def describe_question(self, position: DominionGame, seat: str, language: str = "en") -> str:
        say = get_translator(language).say
        if may_play_actions(position, seat):
            return say("What do you play and buy?")
        return say("What do you buy?") if position.buys else ""

    def list_sequences(self, position: DominionGame, seat: str, chosen: ChosenParts) -> Iterator[list[Move]]:
        return list_sequences(self.rules, position, seat, chosen)

    def stops_after(self, position: DominionGame, seat: str, move: Move) -> bool:
        return certainty.stops_after(position, seat, move)

    def find_misfit(self, position: DominionGame, seat: str, chosen: ChosenParts) -> TurnChoice | None:
        return action_room.find_misfit(position, chosen.get(ACTIONS, ()))

    def describe_sums(self, position: DominionGame, seat: str, language: str = "en") -> TurnSums:
        return describe_sums(position, seat, get_translator(language))


class DominionAdvice(MoveAdvice[DominionGame]):
    """The rule-based bot, and pure big money to measure it by."""

    sparring = {"big_money": big_money.choose_move}
    plans_turns = True

    def choose_move(self, view: Mapping[str, Any], offers: Sequence[Offer], below: RandomBelow) -> Move:
        return choose_move(view, offers, below)

    def suggest_orders(self, view: Mapping[str, Any], below: RandomBelow) -> list[str]:
        return suggest_orders(view, below)
