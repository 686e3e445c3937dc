"""The seven basic cards, and the coins of a Treasure."""

from ..position import DominionGame
from .card import BASIC, CARDS, CURSE, TREASURE, VICTORY, define_card

define_card("copper", BASIC, 0, TREASURE, coins=1)
define_card("silver", BASIC, 3, TREASURE, coins=2)
define_card("gold", BASIC, 6, TREASURE, coins=3)
define_card("estate", BASIC, 2, VICTORY, points=1)
define_card("duchy", BASIC, 5, VICTORY, points=3)
define_card("province", BASIC, 8, VICTORY, points=6)
define_card("curse", BASIC, 0, CURSE, points=-1)


def compute_coins(game: DominionGame, treasures: list[str]) -> int:
    """The coins that these Treasures yield now; a Coppersmith makes each Copper worth more."""
    bonus = treasures.count("copper") * game.copper_bonus
    return bonus + sum(CARDS[card].coins for card in treasures)
