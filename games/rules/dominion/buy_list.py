"""A list of what to buy: the first card that can be afforded, with limits.

`upto N` behind a card: only while fewer than N are owned. `left N`: only when at most N Provinces are left.
`end` at the end of the list: end the turn if nothing on it can be bought.
"""

from collections.abc import Sequence
from typing import NamedTuple, Self

from ..core.errors import NotUnderstood
from ..core.notation import Move
from ..core.translation import mark
from .actions import compute_cost
from .cards.card import CARDS
from .position import DominionGame
from .scoring import list_owned

UPTO, LEFT, END = "upto", "left", "end"
MOST = 99


class Wish(NamedTuple):
    """A card to buy, how many at most, and how few Provinces must be left."""

    card: str
    most: int = MOST
    provinces: int = MOST

    def words(self) -> list[str]:
        limits = [
            word
            for key, n in ((UPTO, self.most), (LEFT, self.provinces))
            if n < MOST
            for word in (key, str(n))
        ]
        return [self.card, *limits]


class BuyList(NamedTuple):
    """Wishes, the best first, and whether the turn ends when none can be had."""

    wishes: tuple[Wish, ...]
    ends: bool = False

    @classmethod
    def parse(cls, words: Sequence[str]) -> Self:
        """Parse words in exact notation; an error says how a list is written."""
        wishes: list[Wish] = []
        rest = list(words)
        ends = rest[-1:] == [END]
        if ends:
            rest.pop()
        while rest:
            card = rest.pop(0)
            if card not in CARDS:
                raise _explain_list(card)
            limits = {}
            while rest and rest[0] in (UPTO, LEFT):
                key, *number = rest[:2]
                if not number or not number[0].isdecimal() or len(number[0]) > 2:
                    raise _explain_list(key)
                limits[key] = int(number[0])
                del rest[:2]
            wishes.append(Wish(card, limits.get(UPTO, MOST), limits.get(LEFT, MOST)))
        return cls(tuple(wishes), ends)

    def words(self) -> list[str]:
        """The list in exact notation."""
        return [word for wish in self.wishes for word in wish.words()] + [END] * self.ends

    def choose(self, game: DominionGame, seat: str) -> Move | None:
        """Buy the first card of the list that can be had now; end the turn if the list says so."""
        owned = list_owned(game.players[seat])
        for wish in self.wishes if game.buys else ():
            if (
                game.supply.get(wish.card)
                and compute_cost(game, wish.card) <= game.coins
                and owned.count(wish.card) < wish.most
                and game.supply["province"] <= wish.provinces
            ):
                return Move("buy", (wish.card,))
        return Move("end") if self.ends else None


def _explain_list(word: str) -> NotUnderstood:
    return NotUnderstood(
        mark(
            "“{word}” does not belong there. A buy list looks like this: prefer buy province gold duchy "
            "left 4 smithy upto 2 silver end."
        ),
        word=word,
    )
