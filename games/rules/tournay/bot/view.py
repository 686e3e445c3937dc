"""The table as the bot's seat sees it, with the sums that a player does in the head.

Everything is computed from the seat's view, so the bot cannot use what the seat cannot know.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ..cards.card import CARD_SETS, PRESTIGE, DeckCard
from ..knowledge.seen_district import SeenDistrict
from ..numbers import DECKS, HAND_LIMIT, PRESTIGE_TO_END, ROUNDS, SPACES
from ..position import TOWN_CRIER

ROUNDS_PER_SPACE = 1.9  # how long it takes to fill a space
ROUNDS_PER_PRESTIGE = 2.0
ROUNDS_PER_CRIER = 1.5  # how long until the next town crier, among all seats
LEAD = 12  # points before the best rival with which the bot ends the game
PATIENCE = 26  # the round from which even a game is ended that will be lost
RESERVE = 4  # deniers that are always good to have, besides what the hand costs


class TownView:
    """The game at one moment, as one seat sees it."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        you = view["you"]
        card_set = CARD_SETS[view["cards"]]
        self.view = view
        self.you: Mapping[str, Any] = you
        self.seat: str = you["seat"]
        self.cards: Mapping[str, DeckCard] = card_set.cards
        self.events = card_set.events
        self.all_in_deck = card_set.decks
        self.event_points = card_set.event_points
        self.event_spaces = card_set.event_spaces
        self.players: Mapping[str, Mapping[str, Any]] = view["players"]
        self.me: Mapping[str, Any] = self.players[self.seat]
        self.hand: Sequence[str] = you["hand"]
        self.deniers: int = self.me["deniers"]
        self.plaza: Mapping[str, int] = self.me["plaza"]
        self.district: Mapping[str, Mapping[str, Any]] = self.me["district"]
        self.filled = len(self.district)
        self.decks: Mapping[str, Mapping[str, Any]] = view["decks"]
        self.last_round: bool = view["last_round"]

    @property
    def question(self) -> Mapping[str, Any]:
        """The open question, with the data needed to answer it."""
        asked: Mapping[str, Any] = self.you["asked"][0]
        return asked

    @property
    def top_cards(self) -> list[str]:
        """The visible cards of the own district."""
        return [space["cards"][0] for space in self.district.values()]

    @cached_property
    def is_full(self) -> bool:
        return self.filled == SPACES

    @cached_property
    def hand_size(self) -> int:
        return len(self.hand) + len(self.me["events"])

    @property
    def is_hand_full(self) -> bool:
        return self.hand_size >= HAND_LIMIT

    # --- how long the game goes on

    @cached_property
    def rounds_left(self) -> float:
        """How many turns this seat has after this one, as far as can be told; 0 in the last round."""
        if self.last_round:
            return 0
        times = sorted(self._time_to_complete(player) for player in self.players.values())
        missing = max(0, int(self.view["criers_to_end"]) - len(self.view["criers"]))
        ends = min(times[1], max(times[0], ROUNDS_PER_CRIER * missing))
        to_cap = ROUNDS - int(self.view["round"])
        return min(1 + ends, to_cap)

    def _time_to_complete(self, player: Mapping[str, Any]) -> float:
        missing, prestige = SPACES - len(player["district"]), int(player["prestige"])
        return max(ROUNDS_PER_SPACE * missing, ROUNDS_PER_PRESTIGE * (PRESTIGE_TO_END - prestige))

    def would_end_too_early(self, card: DeckCard) -> bool:
        """Would this card complete the own district, and begin the last round with no clear lead?"""
        prestige = self.me["prestige"] + (card.kind == PRESTIGE)
        if self.filled < SPACES - 1 or prestige < PRESTIGE_TO_END or self.last_round:
            return False
        others = [player for seat, player in self.players.items() if seat != self.seat]
        enough = len(self.view["criers"]) >= self.view["criers_to_end"]
        ends = enough or any(player["complete"] for player in others)
        best = max(player["points"]["total"] for player in others)
        return ends and self.me["points"]["total"] < best + LEAD and self.view["round"] < PATIENCE

    # --- what can still be drawn

    @cached_property
    def seen(self) -> list[str]:
        """All cards that this seat knows to be in no unknown place."""
        found = [*self.hand, *self.you["drawn"]]
        for player in self.players.values():
            for space in player["district"].values():
                found += space["cards"]
        found += [deck["up"] for deck in self.decks.values() if deck["up"]]
        for known in (*self.you["known_hands"].values(), *self.you["known_decks"].values()):
            found += [card for card in known if card]
        return found

    @cached_property
    def unseen(self) -> dict[str, list[str]]:
        """Deck → the cards of which this seat has not seen where they are."""
        left = {deck: [*self.all_in_deck[deck]] for deck in DECKS}
        for card in self.seen:
            pile = left[self.cards[card].deck]
            if card in pile:
                pile.remove(card)
        for pile in left.values():
            pile.remove(TOWN_CRIER)
        return left

    # --- titles

    @cached_property
    def own_count(self) -> SeenDistrict:
        return SeenDistrict(self.me, self.cards)

    @cached_property
    def rivals_counts(self) -> list[SeenDistrict]:
        return [
            SeenDistrict(player, self.cards) for seat, player in self.players.items() if seat != self.seat
        ]

    @cached_property
    def titles(self) -> dict[str, Mapping[str, Any]]:
        """Every visible title as the view describes it."""
        return {one["title"]: one for one in self.view["titles"]}

    @cached_property
    def own_titles(self) -> list[str]:
        return [title for title, one in self.titles.items() if self.seat in one["owners"]]
