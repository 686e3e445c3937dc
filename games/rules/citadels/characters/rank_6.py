"""Rank 6: Merchant, Alchemist, Trader. The Alchemist's refund is in turn.py, in its place at the end
of a turn; the Trader's freedom to build is in building.py."""

from ...core.notation import Move
from ..actions import earn
from ..districts.cards import CLASSIC, NEW, TRADE
from ..position import CitadelsGame
from .card import after_gathering, define_character
from .income import add_gold_income

merchant = define_character("merchant", 6, income=TRADE)
alchemist = define_character("alchemist", 6)
trader = define_character("trader", 6, editions=(NEW,), income=TRADE)

add_gold_income(merchant)
add_gold_income(trader)


@merchant.power("bonus", edition=NEW)
def bonus(game: CitadelsGame, seat: str, move: Move) -> None:
    """Gain one extra gold, whatever was gathered."""
    earn(game, seat, 1, "merchant")


@after_gathering
def earn_classic_bonus(game: CitadelsGame, seat: str) -> None:
    """Classic: the Merchant's extra gold comes without a move (R11)."""
    if game.called == "merchant" and game.edition == CLASSIC:
        earn(game, seat, 1, "merchant")
