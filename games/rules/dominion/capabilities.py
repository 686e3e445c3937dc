"""What Dominion offers besides its play: each capability, delegated to the modules of the game."""

from collections.abc import Mapping
from typing import Any

from ..core.capabilities.position_notation import PositionNotation
from ..core.capabilities.presentation import Presentation
from ..core.capabilities.setup import GameSetup
from ..core.order_forms import OrderForm
from ..core.orders import parse_alternatives
from ..core.rng import Rng
from ..core.ruleset import ScoreLine
from ..core.setup_options import SetupDescription, SetupOption
from ..core.standing_orders import StandingOrders
from ..core.translation import get_translator
from . import notation
from .orders import ORDER_TABLE, is_on_turn
from .position import DominionGame
from .setup.description import KingdomPresenter
from .setup.options import KINGDOM, check_seat_count, choose_kingdom, sample_setup
from .text.orders import DominionOrderPresenter
from .text.score import describe_score_reason, describe_ties, describe_verdict


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
    """The result in words; the table is shown as text."""

    def verdict(self, position: DominionGame, language: str = "en") -> list[str]:
        return list(describe_verdict(position, get_translator(language)))

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
    examples = ("plan buy silver", "prefer buy province gold silver end", "always treasures")

    def lines(self, position: DominionGame, seat: str) -> list[str]:
        return position.players[seat].orders

    def on_turn(self, position: DominionGame, seat: str) -> bool:
        return is_on_turn(position, seat)

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
