"""What deniers, citizens and titles are worth to the bot, in points."""

from functools import cached_property

from ..cards.card import CARD_COST, PRESTIGE, DeckCard
from ..numbers import CARD_COST_DENIERS, PRESTIGE_LIMIT
from .view import RESERVE, TownView

NEEDED_DENIER, SPARE_DENIER, LAST_DENIER = 0.5, 0.12, 0.02
MINT = "four_deniers"
READY = 0.34  # what it is worth that a citizen is ready: gathering costs an action
GROWTH = 0.09  # how much of a title's count is added in a round
RIVALS_SHARE = 0.65  # what a point of the best rival costs
CITIZEN = 2.9  # a citizen more, while there is time
PLAN_SHARE = 0.85  # what a title still in hand counts for
HUNGER, MOST_HUNGRY = 1.8, 1.4  # a denier is worth more if a cheap card waits for it


class ResourceValues:
    """What more of what a seat has would be worth in this position, worked out when it is asked for."""

    def __init__(self, view: TownView) -> None:
        self.view = view
        self._deniers: dict[int, float] = {}
        self._counts: dict[str, int] = {}
        self._rivals_most: dict[str, int] = {}

    # --- deniers and citizens

    @cached_property
    def need(self) -> int:
        """How many deniers can be spent soon."""
        costs = [price(self.view.cards[card]) for card in self.view.hand]
        return sum(costs) + (RESERVE if self.view.rounds_left >= 2 else 0)

    @cached_property
    def waiting_for_money(self) -> list[DeckCard]:
        """The cards of the hand that the deniers do not suffice for, the cheap ones being placed first."""
        cards = sorted((self.view.cards[card] for card in self.view.hand), key=price)
        left, waiting = self.view.deniers, []
        for card in cards:
            left -= price(card)
            if left < 0:
                waiting.append(card)
        return waiting

    @cached_property
    def needed_rate(self) -> float:
        """What a denier is worth that can be spent soon; more if good cards wait for it."""
        cheapest = min((price(card) for card in self.waiting_for_money), default=0)
        if cheapest <= self.view.deniers or not self.view.rounds_left:
            return NEEDED_DENIER
        return min(MOST_HUNGRY, NEEDED_DENIER + HUNGER / cheapest)

    def value_deniers(self, number: int) -> float:
        """What it is worth to have so many deniers more; or less, if negative."""
        if number not in self._deniers:
            self._deniers[number] = self._value_deniers(number)
        return self._deniers[number]

    def _value_deniers(self, number: int) -> float:
        have, last = self.view.deniers, self.view.deniers + number
        useful = min(last, self.need) - min(have, self.need)
        spare = number - useful
        rate = self.mint_rate
        base = SPARE_DENIER if self.view.rounds_left else LAST_DENIER
        return useful * max(self.needed_rate, rate) + spare * max(base, rate)

    @cached_property
    def mint_rate(self) -> float:
        """What a denier brings at the end."""
        if not self.rate(MINT):
            return 0.0
        return 0.25 * self.rate(MINT) * (0.6 if self.view.rounds_left > 4 else 0.9)

    def value_ready(self, number: int) -> float:
        """What it is worth that so many citizens are ready for later turns."""
        return number * READY * min(1.0, self.view.rounds_left / 3)

    def value_citizen(self, colour: str) -> float:
        """What a citizen more is worth, who is ready at once."""
        left = self.view.rounds_left
        few = 1.3 if self.view.me["citizens"][colour] < 3 else 0.7
        return (
            CITIZEN * few * min(1.0, left / 10)
            + self.rate(f"{colour}_citizen")
            + self.rate("citizen_set") / 3
        )

    # --- titles

    @cached_property
    def _rates(self) -> dict[str, float]:
        """What one more of each counted thing brings, by the titles that are visible or held."""
        rates: dict[str, float] = {}
        for title in self.view.titles.values():
            mine = title["seats"][self.view.seat]
            if mine["points"] < PRESTIGE_LIMIT:
                rates[title["per"]] = rates.get(title["per"], 0.0) + mine["each"]
        for card in self.view.hand:
            facts = self.view.cards[card]
            if facts.kind == PRESTIGE and card not in self.view.own_titles:
                rates[facts.per] = rates.get(facts.per, 0.0) + PLAN_SHARE * facts.rates[0]
        return rates

    def rate(self, per: str) -> float:
        return self._rates.get(per, 0.0)

    def value_title(self, card: DeckCard) -> float:
        """What the title of this prestige building would bring, over what it would bring to the rivals."""
        view = self.view
        if card.slug in view.own_titles:
            return 0.0
        first, other = card.rates
        count = self._foresee_count(card.per)
        own = min(float(PRESTIGE_LIMIT), first * count)
        if card.slug in view.titles:
            return own - min(float(PRESTIGE_LIMIT), other * count)
        if not other:
            return own
        return own - RIVALS_SHARE * min(PRESTIGE_LIMIT, other * self._count_rivals(card.per))

    def _foresee_count(self, per: str) -> float:
        """What the title will count at the end."""
        count = self._count(per)
        if per == "prestige":
            return count + 1
        if per in ("flat", MINT) or per.endswith(("citizen", "set")):
            return count
        return count + GROWTH * min(self.view.rounds_left, 12)

    def _count_rivals(self, per: str) -> int:
        """What a title counts for the rival who has most of it."""
        if per not in self._rivals_most:
            self._rivals_most[per] = max(rival.count(per) for rival in self.view.rivals_counts)
        return self._rivals_most[per]

    def _count(self, per: str) -> int:
        if per not in self._counts:
            self._counts[per] = self.view.own_count.count(per)
        return self._counts[per]


def price(card: DeckCard) -> int:
    """The deniers that placing this card costs."""
    return CARD_COST_DENIERS if card.payment == CARD_COST else card.cost
