"""What Tournay offers besides its play: each capability, delegated to the modules of the game."""

from collections.abc import Mapping
from typing import Any

from ..core.capabilities.position_notation import PositionNotation
from ..core.capabilities.setup import GameSetup
from ..core.orders import FORCED
from ..core.rng import Rng
from ..core.standing_orders import StandingOrders
from . import notation
from .orders import ORDER_TABLE, hides_nothing, is_on_turn
from .position import TournayGame
from .setup.options import check_seat_count, clean_options, sample_setup


class TournayTableSetup(GameSetup[TournayGame]):
    """Basic or advanced, and the card set."""

    def clean(self, seats: int, options: Mapping[str, Any], seed: str) -> dict[str, Any]:
        check_seat_count(seats)
        return dict(clean_options(options))

    def sample(self, rng: Rng) -> tuple[int, dict[str, Any]]:
        return sample_setup(rng)


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
