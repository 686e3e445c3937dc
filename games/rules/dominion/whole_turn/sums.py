"""What a seat has left of its turn, to be shown beside a choice and beside Send."""

from ...core.capabilities.whole_turn import TurnSums
from ...core.translation import Translator
from ..position import DominionGame
from ..text.move_sums import TurnNumbers, format_actions_and_buys, format_coins
from .certainty import has_drawn


def describe_sums(game: DominionGame, seat: str, speak: Translator) -> TurnSums:
    """Coins, actions and buys; what is drawn on the way may bring more."""
    numbers = TurnNumbers(game.actions, game.buys, game.coins)
    left = format_actions_and_buys(numbers, speak) if numbers.actions or numbers.buys else ""
    return TurnSums(_format_least_coins(numbers, game, seat, speak), left)


def _format_least_coins(numbers: TurnNumbers, game: DominionGame, seat: str, speak: Translator) -> str:
    if has_drawn(game, seat):
        return speak.count("at least {n} coin", "at least {n} coins", numbers.coins)
    return format_coins(numbers, speak)
