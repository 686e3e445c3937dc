"""Rank 6: Merchant, Alchemist, Trader. The Alchemist's refund is in turn.py, in its place at the end
of a turn; the Trader's freedom to build is in building.py."""

from ...core.notation import Move
from ..districts.table import CLASSIC, NEW, TRADE
from ..position import Game
from ..words import earn
from .card import after_gathering, character
from .income import collects_gold

merchant = character("merchant", 6, income=TRADE)
alchemist = character("alchemist", 6)
trader = character("trader", 6, editions=(NEW,), income=TRADE)

collects_gold(merchant)
collects_gold(trader)


@merchant.power("bonus", edition=NEW)
def bonus(game: Game, seat: str, move: Move) -> None:
    """One gold, whatever was gathered."""
    earn(game, seat, 1, "merchant")


@after_gathering
def bonus_by_itself(game: Game, seat: str) -> None:
    """Classic: it comes without a move (R11)."""
    if game.called == "merchant" and game.edition == CLASSIC:
        earn(game, seat, 1, "merchant")
