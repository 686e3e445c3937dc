"""The table as the bot's seat sees it, with the sums that a player does in the head.

Everything is computed from the seat's view, so the bot cannot use what the seat cannot know.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ..cards.card import ACTIONS, CARDS, TREASURES
from ..scoring import EMPTY_PILES_TO_END, score_cards
from ..setup.kingdoms import STARTING_DECK, build_supply

ABOVE_AVERAGE = 2  # points by which the best of several rivals is ahead of their average


class DeckView:
    """The game at one moment, as one seat sees it."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        you = view["you"]
        self.view = view
        self.you: Mapping[str, Any] = you
        self.seat: str = you["seat"]
        self.hand: list[str] = you["hand"]
        self.owned: Mapping[str, int] = you["owned"]
        self.supply: Mapping[str, int] = view["supply"]
        self.costs: Mapping[str, int] = view["costs"]
        self.players: Mapping[str, Mapping[str, Any]] = view["players"]
        self.actions: int = view["actions"]
        self.coins: int = view["coins"]
        self.buys: int = view["buys"]
        self.provinces: int = self.supply["province"]
        self.seats: Sequence[str] = view["seats"]

    @property
    def question(self) -> Mapping[str, Any]:
        """The open question, with the data needed to answer it."""
        asked: Mapping[str, Any] = self.you["asked"][0]
        return asked

    def count(self, card: str) -> int:
        """How many of this card the seat owns."""
        return self.owned.get(card, 0)

    def cost(self, card: str) -> int:
        """What the card costs now; also one that is in no pile."""
        return max(0, CARDS[card].cost - int(self.view["reduction"]))

    # --- the own deck

    @cached_property
    def deck_size(self) -> int:
        return sum(self.owned.values())

    @cached_property
    def money(self) -> int:
        """The coins of all Treasures in the deck."""
        return sum(CARDS[card].coins * n for card, n in self.owned.items() if card in TREASURES)

    @cached_property
    def money_per_card(self) -> float:
        return self.money / max(1, self.deck_size)

    @cached_property
    def hand_coins(self) -> int:
        """What the Treasures in hand will yield."""
        return sum(self.count_coins(card) for card in self.hand)

    def count_coins(self, card: str) -> int:
        """What this card yields now as a Treasure."""
        if card not in TREASURES:
            return 0
        bonus = int(self.view["copper_bonus"]) if card == "copper" else 0
        return CARDS[card].coins + bonus

    @cached_property
    def purse(self) -> int:
        """The coins of this turn, Treasures in hand included."""
        return self.coins + self.hand_coins

    @cached_property
    def actions_in_hand(self) -> list[str]:
        return [card for card in self.hand if card in ACTIONS]

    # --- the end of the game

    @cached_property
    def gains_to_end(self) -> int:
        """How many Provinces, or last cards of piles, must be taken at least to end the game."""
        lowest = sorted(self.supply.values())[: self.empty_piles_to_end]
        return min(self.provinces, sum(lowest))

    @cached_property
    def gains_left(self) -> float:
        """The same as if two were playing: more players take more in a round."""
        return self.gains_to_end * float((2 / len(self.seats)) ** 0.5)

    @property
    def empty_piles_to_end(self) -> int:
        return EMPTY_PILES_TO_END[len(self.seats)]

    def ends_game(self, gained: Sequence[str]) -> bool:
        """Is the game over at the end of this turn, if these cards are gained?"""
        if self.gains_to_end > len(gained):
            return False
        taken = Counter(gained)
        empty = sum(left <= taken[card] for card, left in self.supply.items())
        return self.provinces <= taken["province"] or empty >= self.empty_piles_to_end

    @property
    def turns_ahead(self) -> int:
        """How many turns more than this seat another has had."""
        return int(
            max(player["turns"] for player in self.players.values()) - self.players[self.seat]["turns"]
        )

    def points_with(self, gained: Sequence[str]) -> int:
        """The seat's points, if it gains these cards."""
        owned = [card for card, n in self.owned.items() for _ in range(n)]
        return sum(line.points for line in score_cards([*owned, *gained]))

    @cached_property
    def rivals_cards(self) -> Counter[str]:
        """What the others own together: all that is neither here, nor in the supply, nor trashed."""
        seats = len(self.seats)
        cards = Counter(build_supply(seats, self.view["kingdom"]))
        for card in STARTING_DECK:
            cards[card] += seats
        cards.subtract(self.supply)
        cards.subtract(self.owned)
        cards.subtract(Counter(self.view["trash"]))
        return +cards

    @cached_property
    def best_rival(self) -> float:
        """The points of the best rival, as far as they can be known: a bit above the average of all."""
        rivals = len(self.seats) - 1
        points = sum(self._count_rivals_points(card) * n for card, n in self.rivals_cards.items())
        return points / rivals + (0 if rivals == 1 else ABOVE_AVERAGE)

    def _count_rivals_points(self, card: str) -> float:
        """The points of a card in a rival's deck; Dukes and Gardens count in a deck like all others."""
        rivals = len(self.seats) - 1
        if card == "duke":
            return self.rivals_cards["duchy"] / rivals
        if card == "gardens":
            return self.rivals_cards.total() // rivals // 10
        return CARDS[card].points
