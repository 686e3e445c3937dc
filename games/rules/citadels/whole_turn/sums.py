"""What a seat ends its turn with, to compare the orders of its moves and to show beside a choice."""

from ...core.capabilities.whole_turn import TurnSums
from ...core.translation import Translator
from ..position import CitadelsGame
from ..scoring import district_points
from ..text.move_effects import gold_after
from ..turn import END


def rate_holdings(game: CitadelsGame, seat: str) -> int:
    """Gold, cards and points together: the same moves in another order only shift how much they bring."""
    player = game.players[seat]
    return _count_gold_at_end(game, seat) + len(player.hand) + district_points(game, player)


def describe_sums(game: CitadelsGame, seat: str, speak: Translator) -> TurnSums:
    """The gold and the points of the city, once the turn has ended."""
    return TurnSums(
        speak.say("{gold} gold", gold=_count_gold_at_end(game, seat)),
        speak.count("{n} point", "{n} points", district_points(game, game.players[seat])),
    )


def _count_gold_at_end(game: CitadelsGame, seat: str) -> int:
    gold = gold_after(game, seat, END)
    return game.players[seat].gold if gold is None else gold
