"""The table as the bot's seat sees it, with the sums that a player does in the head.

Everything is computed from the seat's view, so the bot cannot use what the seat cannot know.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ...core.notation import RandomBelow
from ..characters.card import RANK
from ..districts.cards import COST, NEW, TYPE
from .points import Holdings, PricedDistrict, compute_points

GOLD_VALUE = 0.8  # what a gold is worth in points while there is time to spend it
DUEL_STAKE, LEADER_STAKE, OTHER_STAKE = (
    0.9,
    0.7,
    0.25,
)  # what a point lost is worth: by the only rival, the leader, any other
EARLY_GOLD, EARLY_CARDS = 2, 3  # how much of the present gold and hand is likely to count at the end


class BotView:
    """The game at one moment, as one seat sees it."""

    def __init__(self, view: Mapping[str, Any], below: RandomBelow) -> None:
        you = view["you"]
        self.view = view
        self.random_below = below
        self.you: Mapping[str, Any] = you
        self.seat: str = you["seat"]
        self.hand: list[str] = you["hand"]
        self.characters: list[str] = you["characters"]
        self.players: Mapping[str, Mapping[str, Any]] = view["players"]
        self.me = self.players[self.seat]
        self.gold: int = self.me["gold"]
        self.goal: int = view["goal"]
        self.cast: list[str] = view["cast"]
        self.called: str = view["called"]
        self.edition: str = view["edition"]
        self.new = self.edition == NEW
        self.cost = COST[self.edition]
        self.rank = RANK[self.edition]
        self.marks: Mapping[str, Any] = view["marks"]
        self.used: list[str] = view["turn"]["used"]

    @property
    def question(self) -> Mapping[str, Any]:
        """The open question, with the data needed to answer it."""
        asked: Mapping[str, Any] = self.you["asked"][0]
        return asked

    # --- the table

    @cached_property
    def rivals(self) -> list[str]:
        """The other seats, clockwise from the bot's own."""
        seats: list[str] = self.view["seats"]
        place = seats.index(self.seat)
        return seats[place + 1 :] + seats[:place]

    @cached_property
    def last_round(self) -> bool:
        return bool(self.view["first_completed"])

    @cached_property
    def last_turn(self) -> bool:
        """Is this the bot's last turn of the game?"""
        return self.last_round and len(self.me["revealed"]) >= self.me["characters"]

    def districts_left(self, seat: str) -> int:
        """How many districts this city needs to be completed."""
        return max(0, self.goal - int(self.players[seat]["size"]))

    def still_to_act(self, seat: str) -> bool:
        """May this seat still have a turn in this round?"""
        player = self.players[seat]
        return len(player["revealed"]) < int(player["characters"])

    # --- cities

    def priced_districts(self, seat: str) -> list[PricedDistrict]:
        """The districts of a city with what they cost now."""
        return [(district["card"], district["cost"]) for district in self.players[seat]["city"]]

    @cached_property
    def city(self) -> list[str]:
        return [district["card"] for district in self.me["city"]]

    @cached_property
    def priced_city(self) -> list[PricedDistrict]:
        return self.priced_districts(self.seat)

    def types(self, seat: str) -> Counter[str]:
        """Count the districts of a city by type."""
        return Counter(district["type"] for district in self.players[seat]["city"])

    def holdings(self, seat: str) -> Holdings:
        """What a seat has besides its city, capped to what is likely to count at the end."""
        player = self.players[seat]
        gold, cards = player["gold"], player["hand"]
        if not self.last_round:
            gold, cards = min(gold, EARLY_GOLD), min(cards, EARLY_CARDS)
        return Holdings(gold, cards, player["museum"], self.last_round and self.view["crown"] == seat)

    @cached_property
    def score(self) -> dict[str, int]:
        """What each city would score now, without the points for completing it."""
        return {
            seat: compute_points(self.edition, self.priced_districts(seat), self.holdings(seat))
            for seat in self.players
        }

    def points_change(self, seat: str, *, without: str = "", plus: PricedDistrict | None = None) -> int:
        """Compute the points that a city gains or loses if a district is removed or added."""
        street = self.priced_districts(seat)
        if without:
            del street[self._place(seat, without)]
        if plus:
            street.append(plus)
        return compute_points(self.edition, street, self.holdings(seat)) - self.score[seat]

    def _place(self, seat: str, name: str) -> int:
        return next(place for place, one in enumerate(self.players[seat]["city"]) if one["name"] == name)

    # --- rivals

    @cached_property
    def menace(self) -> dict[str, float]:
        """How near each rival is to winning."""
        return {seat: self._menace(seat) for seat in self.rivals}

    def _menace(self, seat: str) -> float:
        player, left = self.players[seat], self.districts_left(seat)
        near = 6 if left <= 1 else 3 if left == 2 else 0
        hidden = 0.7 * float(player["gold"]) + 0.5 * float(player["hand"])
        return self.score[seat] + hidden + 1.5 * float(player["size"]) + near

    @cached_property
    def leader(self) -> str:
        """The rival to fear most."""
        return max(self.rivals, key=self.menace.__getitem__)

    def stake(self, seat: str) -> float:
        """What a point lost by this rival is worth to the bot."""
        if len(self.rivals) == 1:
            return DUEL_STAKE
        return LEADER_STAKE if seat == self.leader else OTHER_STAKE

    @cached_property
    def danger(self) -> int:
        """How close the nearest rival is to completing a city: 0 is far, 3 is done."""
        return max(0, 3 - min(self.districts_left(seat) for seat in self.rivals))

    # --- the bot's own hand

    def price(self, card: str) -> int:
        """What the bot would pay to build a card."""
        cheaper = TYPE[card] == "unique" and card != "factory" and "factory" in self.city
        return max(0, self.cost[card] - cheaper)

    def can_be_built(self, card: str) -> bool:
        """Could this card be built in the bot's city at some time?"""
        if card == "secret_vault" or (card == "monument" and len(self.city) >= 5):
            return False
        return card not in self.city or "quarry" in self.city

    @cached_property
    def buildable_cards(self) -> list[str]:
        """The different cards of the hand that could be built."""
        return [card for card in dict.fromkeys(self.hand) if self.can_be_built(card)]

    @cached_property
    def gold_value(self) -> float:
        """What a gold is worth in points."""
        if self.last_turn:
            return 1.0 if "imperial_treasury" in self.city else 0.05
        return 0.4 if self.last_round else GOLD_VALUE

    def known_hand(self, seat: str) -> Sequence[str] | None:
        """The whole hand of a rival if it is known, else None."""
        known: Sequence[str] = self.you["knows"].get(seat, ())
        return known if len(known) == self.players[seat]["hand"] else None

    def chance(self) -> float:
        """Return a random number from 0 to 1; a little chance keeps the bot unpredictable."""
        return self.random_below(1000) / 1000
