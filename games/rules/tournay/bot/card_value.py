"""What a card is worth to the bot, in points: what it scores, what it will bring, less what it costs."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from ..cards.card import BUILDING, CARD_COST, CITIZEN_COST, PRESTIGE, DeckCard
from ..cards.effects import (
    ANY,
    DRAW,
    DRAW_TWO,
    EVENTS,
    FIGHT,
    HOUSE_TAX,
    INCOME,
    LAND_TAX,
    MASS,
    OTHER,
    RECRUIT,
    Effect,
)
from ..numbers import COLOURS, PRESTIGE_TO_END, SPACES
from .resource_value import ResourceValues, price
from .view import TownView

FILLED = 1.25  # a space that is filled brings the end nearer, and gives later cards a place
FIRST_PRESTIGE = 1.4  # the prestige buildings that the end asks for
TURNS_PER_USE = 2.65  # how often a building is activated
MOST_USES = 5.0
ACTION = 1.0  # what any other action would have brought
FADING = 0.5  # what another building of the same use is worth
RAMPART = 0.3  # what it saves to lay an event card as a rampart
DOUBLE_DRAW = 1.6  # times the worth of one card
HARM = 0.15  # for each seat and event that is set off
NO_PLACE = 9.0  # what it costs that a card has no place
BACKLOG = 0.62  # for each card that waits to be placed before
UNPAID = 0.7  # for each card that waits for money
FIRST_INCOME = 2.0  # the first building that brings deniers
# what effects without a number bring in an average turn; draws from a higher level bring more
USUAL_GAINS = {RECRUIT: 2.2, OTHER: 1.7, DRAW: 2.6, DRAW_TWO: 3.2, FIGHT: 2.3, EVENTS: 1.0, MASS: 1.5}
USUAL_DENIER = 0.45
USUAL_TAX = 4.5  # deniers


class CardValues(ResourceValues):
    """The worth of every card in one position, worked out when it is asked for."""

    def __init__(self, view: TownView) -> None:
        super().__init__(view)
        self._worth: dict[str, float] = {}
        self._decks: dict[str, float] = {}
        self._uses: dict[str, float] = {}
        self._presence: dict[tuple[str, str], float] = {}

    # --- effects

    def value_effect(self, effect: Effect) -> float:
        """What carrying out this effect now would bring."""
        return EFFECT_VALUES[effect.kind](self, effect)

    def _value_income(self, effect: Effect) -> float:
        return self.value_deniers(effect.number)

    def _value_house_tax(self, effect: Effect) -> float:
        return self.value_deniers(self.view.filled)

    def _value_land_tax(self, effect: Effect) -> float:
        return self.value_deniers(SPACES - self.view.filled)

    def _value_recruit(self, effect: Effect) -> float:
        if not self.view.view["supply"][effect.colour] or self.view.deniers < effect.number:
            return 0.0
        return max(0.0, self.value_citizen(effect.colour) + self.value_deniers(-effect.number))

    def _value_mass(self, effect: Effect) -> float:
        return self.value_ready(sum(self.view.me["aside"].values()))

    def _value_draw_effect(self, effect: Effect) -> float:
        colours = COLOURS if effect.colour == ANY else (effect.colour,)
        return max(self.value_draw(f"{colour}{effect.number}") for colour in colours)

    def _value_double_draw(self, effect: Effect) -> float:
        deck = f"{effect.colour}{effect.number}"
        up = self.view.decks[deck]["up"]
        return DOUBLE_DRAW * max(self.value_top(deck) if up else 0.0, self.value_blind(deck))

    def _value_fight(self, effect: Effect) -> float:
        coins = [event["coins"] for event in self.view.view["queue"] if bool(event["coins"]) != effect.bare]
        if not coins:
            return 0.0
        return self.value_event() + (self.value_deniers(max(coins)) if effect.keeps_coins else 0.0)

    def _value_events(self, effect: Effect) -> float:
        return HARM * effect.number * len(self.view.players)

    def _value_other(self, effect: Effect) -> float:
        return max(map(self.value_effect, self._list_usable(effect)), default=0.0)

    def _list_usable(self, effect: Effect) -> Iterator[Effect]:
        """The effects of buildings of others that this one may use."""
        for seat, player in self.view.players.items():
            for space in player["district"].values() if seat != self.view.seat else ():
                card = self.view.cards[space["cards"][0]]
                is_free = not space["damaged"] and (effect.occupied or not space["citizen"])
                if is_free and card.colour == effect.colour and card.effect and card.effect.kind != OTHER:
                    yield card.effect

    def value_event_held(self) -> float:
        """What an event card in the hand is worth."""
        return self.view.event_points + RAMPART + self.rate("rampart")

    def value_event(self) -> float:
        """What it is worth to win an event."""
        worth = self.value_event_held()
        return worth - self.worst_in_hand if self.view.is_hand_full else worth

    def value_use(self, effect: Effect) -> float:
        """What it is worth to own a building with this effect, for all that it will bring."""
        if effect.text not in self._uses:
            self._uses[effect.text] = self._value_use(effect)
        return self._uses[effect.text]

    @cached_property
    def _kinds(self) -> Counter[str]:
        """How many buildings with each kind of effect lie open."""
        effects = (self.view.cards[card].effect for card in self.view.top_cards)
        return Counter(effect.kind for effect in effects if effect)

    def _value_use(self, effect: Effect) -> float:
        uses = min(MOST_USES, self.view.rounds_left / TURNS_PER_USE)
        same = self._kinds[effect.kind]
        gain = uses * max(0.0, self._usual_gain(effect) - ACTION) * FADING**same
        first = not same and effect.kind == INCOME
        return gain + FIRST_INCOME * min(1.0, self.view.rounds_left / 8) if first else gain

    def _usual_gain(self, effect: Effect) -> float:
        """What an effect brings in an average turn."""
        kind = effect.kind
        if kind == INCOME:
            return USUAL_DENIER * effect.number
        if kind in (HOUSE_TAX, LAND_TAX):
            return USUAL_DENIER * USUAL_TAX
        return USUAL_GAINS[kind] + (0.7 * (effect.number - 2) if kind in (DRAW, DRAW_TWO) else 0.0)

    # --- cards

    def value(self, slug: str) -> float:
        """What a card in hand is worth, less what it costs to place it."""
        if slug not in self._worth:
            self._worth[slug] = self._value(self.view.cards[slug])
        return self._worth[slug]

    def _value(self, card: DeckCard) -> float:
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

    def value_presence(self, card: DeckCard) -> float:
        """What the titles bring for this card lying open."""
        key = (card.colour, card.kind)
        if key not in self._presence:
            self._presence[key] = self._value_presence(card)
        return self._presence[key]

    def _value_presence(self, card: DeckCard) -> float:
        if card.kind == PRESTIGE:
            return self.rate("prestige")
        worth = self.rate(f"{card.colour}_card") + self.rate("card_set") / 3
        if card.kind != BUILDING:
            return worth + self.rate("character")
        return worth + (self.rate("white_or_yellow_building") if card.colour != "red" else 0.0)

    def value_character(self, card: DeckCard) -> float:
        """What a character will bring, as far as its place does not decide it."""
        left = self.view.rounds_left
        if card.twice:
            return 0.16 * min(left, 14)
        if card.on_activate:
            return 0.09 * min(left, 14)
        return 0.05 * min(left, 14)

    def value_price(self, card: DeckCard) -> float:
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

    def value_covered(self, card: DeckCard) -> float:
        """What is lost when this card is covered: its points stay."""
        if card.kind == PRESTIGE:
            return 4.0 + self.rate("prestige") + self.value_lost_title(card)
        use = self.value_use(card.effect) if card.effect else self.value_character(card)
        return self.value_presence(card) + use

    def value_lost_title(self, card: DeckCard) -> float:
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

    def value_draw(self, deck: str) -> float:
        """What the better way to draw from this deck is worth."""
        top = self.value_top(deck) if self.view.decks[deck]["up"] else 0.0
        return max(top, self.value_two(deck))

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


def expect_best(worths: Sequence[float], size: int) -> float:
    """The average of the better of two cards, these being sorted, best first; there may be fewer."""
    count = len(worths)
    if not count or not size:
        return 0.0
    if count == 1 or size == 1:
        return sum(worths) / count
    pairs = count * (count - 1) / 2
    return sum(worth * (count - 1 - place) for place, worth in enumerate(worths)) / pairs


EFFECT_VALUES: dict[str, Callable[[CardValues, Effect], float]] = {
    INCOME: CardValues._value_income,
    HOUSE_TAX: CardValues._value_house_tax,
    LAND_TAX: CardValues._value_land_tax,
    RECRUIT: CardValues._value_recruit,
    MASS: CardValues._value_mass,
    DRAW: CardValues._value_draw_effect,
    DRAW_TWO: CardValues._value_double_draw,
    FIGHT: CardValues._value_fight,
    EVENTS: CardValues._value_events,
    OTHER: CardValues._value_other,
}
