"""Rank 6: Merchant, Alchemist, Trader. What they get at the end or after gathering is in turn.py,
the Trader's freedom to build in building.py."""

from ...core.notation import Move
from ..districts.table import NEW, TRADE
from ..position import Game
from ..words import earn
from .card import character
from .income import collects_gold

merchant = character("merchant", 6)
alchemist = character("alchemist", 6)
trader = character("trader", 6, editions=(NEW,))

collects_gold(merchant, TRADE)
collects_gold(trader, TRADE)


@merchant.power("bonus", edition=NEW)
def bonus(game: Game, seat: str, move: Move) -> None:
    """One gold, whatever was gathered."""
    earn(game, seat, 1, "merchant")
