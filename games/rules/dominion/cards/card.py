"""What a card is: its cost, its types, what it gives when it is played, and what else it does."""

from collections.abc import Callable

import msgspec

from ..position import DominionGame

ACTION, TREASURE, VICTORY, CURSE = "action", "treasure", "victory", "curse"
ATTACK, REACTION = "attack", "reaction"
BASIC, INTRIGUE, BASE = "basic", "intrigue", "base"

Effect = Callable[[DominionGame, str], None]  # position, the seat that plays the card


class Card(msgspec.Struct):
    """One kind of card. Cards, actions, buys and coins come first, then the effect."""

    slug: str
    box: str
    cost: int
    types: tuple[str, ...]
    cards: int = 0
    actions: int = 0
    buys: int = 0
    coins: int = 0
    points: int = 0  # fixed victory points; Duke and Gardens count
    effect: Effect | None = None

    def does(self, effect: Effect) -> Effect:
        """Decorate the function that does what is not in the numbers."""
        self.effect = effect
        return effect


CARDS: dict[str, Card] = {}
COST: dict[str, int] = {}  # printed
ACTIONS: set[str] = set()
TREASURES: set[str] = set()
VICTORIES: set[str] = set()
ATTACKS: set[str] = set()
REACTIONS: set[str] = set()
_KINDS = {ACTION: ACTIONS, TREASURE: TREASURES, VICTORY: VICTORIES, ATTACK: ATTACKS, REACTION: REACTIONS}


def define_card(slug: str, box: str, cost: int, types: str, **gives: int) -> Card:
    """Register a card; `types` are separated by blanks, `gives` are the numbers of `Card`."""
    card = Card(slug, box, cost, tuple(types.split()), **gives)  # type: ignore[arg-type]
    CARDS[slug], COST[slug] = card, cost
    for kind in card.types:
        _KINDS.get(kind, set()).add(slug)
    return card


def list_kingdom_cards(*boxes: str) -> list[str]:
    """The kingdom cards of these boxes, in alphabetical order."""
    return sorted(slug for slug, card in CARDS.items() if card.box in (boxes or (INTRIGUE, BASE)))
