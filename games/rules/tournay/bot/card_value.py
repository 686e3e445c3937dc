"""What a card is worth to the bot, in points: what it scores, what it will bring, less what it costs."""

from collections.abc import Sequence
from functools import cached_property

from ..cards.card import BUILDING, CARD_COST, CITIZEN_COST, PRESTIGE, Card
from ..cards.effects import DRAW, DRAW_TWO, EVENTS, FIGHT, HOUSE_TAX, INCOME, LAND_TAX, MASS, OTHER, RECRUIT
from ..cards.effects import ANY, Effect
from ..numbers import CARD_COST_DENIERS, COLOURS, PRESTIGE_LIMIT, PRESTIGE_TO_END, SPACES
from .view import RESERVE, TownView

NEEDED_DENIER, SPARE_DENIER, LAST_DENIER = 0.5, 0.12, 0.02
MINT = "four_deniers"
READY = 0.45  # what it is worth that a citizen is ready: gathering costs an action
FILLED = 1.2  # a space that is filled brings the end nearer, and gives later cards a place
FIRST_PRESTIGE = 2.5  # the prestige buildings that the end asks for
GROWTH = 0.12  # how much of a title's count is added in a round
RIVALS_SHARE = 0.6  # what a point of the best rival costs
TURNS_PER_USE = 3.6  # how often a building is activated
MOST_USES = 5.0
ACTION = 1.1  # what any other action would have brought
FADING = 0.55  # what another building of the same use is worth
RAMPART = 0.3  # what it saves to lay an event card as a rampart
CITIZEN = 2.6  # a citizen more, while there is time
PLAN_SHARE = 0.75  # what a title still in hand counts for
NO_PLACE = 9.0  # what it costs that a card has no place
BACKLOG = 0.85  # for each card that waits to be placed before
UNPAID = 0.75  # for each card that waits for money
HUNGER = 0.3  # the part of a waiting card's worth that the money for it counts for
MOST_HUNGRY = 1.4
FIRST_INCOME = 2.0  # the first building that brings deniers


class CardValues:
    """The worth of every card in one position, worked out when it is asked for."""

    def __init__(self, view: TownView) -> None:
        self.view = view
        self._worth: dict[str, float] = {}
        self._decks: dict[str, float] = {}

    # --- deniers and citizens

    @cached_property
    def need(self) -> int:
        """How many deniers can be spent soon."""
        costs = [price(self.view.cards[card]) for card in self.view.hand]
        return sum(costs) + (RESERVE if self.view.rounds_left >= 2 else 0)

    @cached_property
    def waiting_for_money(self) -> list[Card]:
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
        return min(MOST_HUNGRY, NEEDED_DENIER + HUNGER * 6.0 / cheapest)

    def value_deniers(self, number: int) -> float:
        """What it is worth to have so many deniers more; or less, if negative."""
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

    def value_title(self, card: Card) -> float:
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
        rivals = max(rival.count(card.per) for rival in view.rivals_counts)
        return own - RIVALS_SHARE * min(PRESTIGE_LIMIT, other * rivals)

    def _foresee_count(self, per: str) -> float:
        """What the title will count at the end."""
        count = self._count(per)
        if per == "prestige":
            return count + 1
        if per in ("flat", MINT) or per.endswith("citizen") or per.endswith("set"):
            return count
        return count + GROWTH * min(self.view.rounds_left, 12)

    def _count(self, per: str) -> int:
        if per not in self._counts:
            self._counts[per] = self.view.own_count.count(per)
        return self._counts[per]

    @cached_property
    def _counts(self) -> dict[str, int]:
        return {}

    # --- effects

    def value_effect(self, effect: Effect) -> float:
        """What carrying out this effect now would bring."""
        view, kind = self.view, effect.kind
        if kind == INCOME:
            return self.value_deniers(effect.number)
        if kind == HOUSE_TAX:
            return self.value_deniers(view.filled)
        if kind == LAND_TAX:
            return self.value_deniers(SPACES - view.filled)
        if kind == RECRUIT:
            if not view.view["supply"][effect.colour] or view.deniers < effect.number:
                return 0.0
            return max(0.0, self.value_citizen(effect.colour) + self.value_deniers(-effect.number))
        if kind == MASS:
            return self.value_ready(sum(view.me["aside"].values()))
        if kind == DRAW:
            colours = COLOURS if effect.colour == ANY else (effect.colour,)
            return max(self.value_draw(f"{colour}{effect.number}") for colour in colours)
        if kind == DRAW_TWO:
            return 1.6 * self.value_draw(f"{effect.colour}{effect.number}", looks=False)
        if kind == FIGHT:
            coins = [event["coins"] for event in view.view["queue"] if bool(event["coins"]) != effect.bare]
            if not coins:
                return 0.0
            return self.value_event() + (self.value_deniers(max(coins)) if effect.keeps_coins else 0.0)
        if kind == EVENTS:
            return 0.45 * effect.number * len(view.players) / 3
        if kind == OTHER:
            return max(
                (self.value_effect(used) for used in self._list_usable(effect)),
                default=0.0,
            )
        return 0.0

    def _list_usable(self, effect: Effect) -> list[Effect]:
        """The effects of buildings of others that this one may use."""
        found = []
        for seat, player in self.view.players.items():
            if seat == self.view.seat:
                continue
            for space in player["district"].values():
                used = self.view.cards[space["cards"][0]]
                free = effect.occupied or not space["citizen"]
                if (
                    used.colour == effect.colour
                    and used.effect
                    and used.effect.kind != OTHER
                    and free
                    and not space["damaged"]
                ):
                    found.append(used.effect)
        return found

    def value_event_held(self) -> float:
        """What an event card in the hand is worth."""
        return self.view.event_points + RAMPART + self.rate("rampart")

    def value_event(self) -> float:
        """What it is worth to win an event."""
        worth = self.value_event_held()
        return worth - self.worst_in_hand if self.view.is_hand_full else worth

    def value_use(self, effect: Effect) -> float:
        """What it is worth to own a building with this effect, for all that it will bring."""
        uses = min(MOST_USES, self.view.rounds_left / TURNS_PER_USE)
        same = sum(
            1
            for card in self.view.top_cards
            if (own := self.view.cards[card].effect) and own.kind == effect.kind
        )
        gain = uses * max(0.0, self._usual_gain(effect) - ACTION) * FADING**same
        first = not same and effect.kind == INCOME
        return gain + FIRST_INCOME * min(1.0, self.view.rounds_left / 8) if first else gain

    def _usual_gain(self, effect: Effect) -> float:
        """What an effect brings in an average turn."""
        kind = effect.kind
        if kind == INCOME:
            return 0.45 * effect.number
        if kind in (HOUSE_TAX, LAND_TAX):
            return 0.45 * 4.5
        return USUAL_GAINS[kind] + (0.7 * (effect.number - 2) if kind in (DRAW, DRAW_TWO) else 0.0)

    # --- cards

    def value(self, slug: str) -> float:
        """What a card in hand is worth, less what it costs to place it."""
        if slug not in self._worth:
            self._worth[slug] = self._value(self.view.cards[slug])
        return self._worth[slug]

    def _value(self, card: Card) -> float:
        view = self.view
        worth = card.points + self.value_presence(card)
        if not view.is_full:
            worth += FILLED
        else:
            worth -= self.cover_loss(card.colour)
        if card.kind == PRESTIGE:
            worth += self.value_title(card)
            if view.me["prestige"] < PRESTIGE_TO_END:
                worth += FIRST_PRESTIGE
        elif card.kind == BUILDING and card.effect:
            worth += self.value_use(card.effect)
        else:
            worth += self.value_character(card)
        return worth - self.value_price(card)

    def value_presence(self, card: Card) -> float:
        """What the titles bring for this card lying open."""
        if card.kind == PRESTIGE:
            return self.rate("prestige")
        worth = self.rate(f"{card.colour}_card") + self.rate("card_set") / 3
        if card.kind != BUILDING:
            return worth + self.rate("character")
        return worth + (self.rate("white_or_yellow_building") if card.colour != "red" else 0.0)

    def value_character(self, card: Card) -> float:
        """What a character will bring, as far as its place does not decide it."""
        left = self.view.rounds_left
        if card.twice:
            return 0.16 * min(left, 14)
        if card.on_activate:
            return 0.09 * min(left, 14)
        return 0.05 * min(left, 14)

    def value_price(self, card: Card) -> float:
        """What it costs to place a card."""
        worth = -self.value_deniers(-price(card))
        if card.payment == CARD_COST:
            worth += 1.0
        if card.payment == CITIZEN_COST:
            worth += 0.6 * self.value_citizen(card.colour)
        return worth

    def cover_loss(self, colour: str) -> float:
        """What is lost at least by covering a card of this colour; much if there is none to be covered."""
        return self._cover_losses.get(colour, NO_PLACE)

    @cached_property
    def _cover_losses(self) -> dict[str, float]:
        """Colour → what is lost at least by covering a card of it."""
        losses: dict[str, float] = {}
        for space in self.view.district.values():
            if not space["citizen"] and not space["damaged"]:
                card = self.view.cards[space["cards"][0]]
                losses[card.colour] = min(losses.get(card.colour, 99.0), self.value_covered(card))
        return losses

    def value_covered(self, card: Card) -> float:
        """What is lost when this card is covered: its points stay."""
        if card.kind == PRESTIGE:
            return 4.0 + self.rate("prestige") + self.value_lost_title(card)
        use = self.value_use(card.effect) if card.effect else self.value_character(card)
        return self.value_presence(card) + use

    def value_lost_title(self, card: Card) -> float:
        return float(self.view.titles[card.slug]["seats"][self.view.seat]["points"])

    @cached_property
    def worst_in_hand(self) -> float:
        """What is lost by dropping the worst card of the hand."""
        worths = [max(0.0, self.value(card)) for card in self.view.hand]
        if self.view.me["events"]:
            worths.append(self.value_event_held())
        return min(worths, default=0.0)

    # --- draws

    def value_new(self, worth: float) -> float:
        """What a card more in the hand is worth: it has to wait, and may push another out."""
        left = self.view.rounds_left
        waiting = len(self.view.hand)
        if waiting > left + 1:
            return 0.0
        if self.view.is_hand_full:
            worth -= self.worst_in_hand
        return max(0.0, worth) * BACKLOG**waiting * UNPAID ** len(self.waiting_for_money)

    def value_draw(self, deck: str, *, looks: bool = True) -> float:
        """What the best draw from this deck is worth."""
        up = self.view.decks[deck]["up"]
        top = self.value_new(self.value(up)) if up else 0.0
        return max(top, self.value_two(deck) if looks else self.value_blind(deck))

    def value_top(self, deck: str) -> float:
        return self.value_new(self.value(self.view.decks[deck]["up"]))

    def value_two(self, deck: str) -> float:
        """What looking at two unknown cards is worth: the better of them."""
        if deck not in self._decks:
            worths = sorted(map(self.value, self.view.unseen[deck]), reverse=True)
            self._decks[deck] = self.value_new(expect_best(worths, self.view.decks[deck]["size"]))
        return self._decks[deck]

    def value_blind(self, deck: str) -> float:
        """What an unknown card is worth."""
        worths = [max(0.0, self.value(card)) for card in self.view.unseen[deck]]
        return self.value_new(sum(worths) / len(worths)) if worths and self.view.decks[deck]["size"] else 0.0


# what effects without a number bring in an average turn
USUAL_GAINS = {
    RECRUIT: 2.2,
    OTHER: 1.7,
    DRAW: 2.6,
    DRAW_TWO: 3.2,
    FIGHT: 2.3,
    EVENTS: 1.0,
    MASS: 1.5,
}


def price(card: Card) -> int:
    """The deniers that placing this card costs."""
    return CARD_COST_DENIERS if card.payment == CARD_COST else card.cost


def expect_best(worths: Sequence[float], size: int) -> float:
    """The average of the better of two cards, these being sorted, best first; there may be fewer."""
    count = len(worths)
    if not count or not size:
        return 0.0
    if count == 1 or size == 1:
        return sum(worths) / count
    pairs = count * (count - 1) / 2
    return sum(worth * (count - 1 - place) for place, worth in enumerate(worths)) / pairs
