"""What a card does, in a few words that fit on it: `4 deniers`, `draws white II`, `2 / 1 per yellow card`."""

from collections.abc import Callable

from ...core.notation import Namer
from ...core.translation import Translator, mark, mark_both
from ..cards.card import BUILDING, CARD_COST, CHARACTER, DENIERS, PRESTIGE, DeckCard, LineEffect
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
from ..numbers import CARD_COST_DENIERS

PRICES = mark_both("{n} denier", "{n} deniers")
RATES = {  # what a prestige building counts → its rates
    "flat": mark("{first} for its owner"),
    "card_set": mark("{first} / {second} per set of cards"),
    "citizen_set": mark("{first} / {second} per set of citizens"),
    "four_deniers": mark("{first} / {second} per 4 deniers"),
    "character": mark("{first} / {second} per character"),
    "prestige": mark("{first} / {second} per prestige building"),
    "rampart": mark("{first} / {second} per rampart"),
    "white_or_yellow_building": mark("{first} / {second} per white or yellow building"),
    "yellow_card": mark("{first} / {second} per yellow card"),
    "white_card": mark("{first} / {second} per white card"),
    "red_card": mark("{first} / {second} per red card"),
    "yellow_citizen": mark("{first} / {second} per yellow citizen"),
    "white_citizen": mark("{first} / {second} per white citizen"),
    "red_citizen": mark("{first} / {second} per red citizen"),
}
LINE_DEEDS = {  # what a character waits for → its effect
    "yellow": mark("yellow at work in line: {deed}"),
    "white": mark("white at work in line: {deed}"),
    "red": mark("red at work in line: {deed}"),
}
PLACING_DEEDS = {  # colour and kinds of the card that is placed → the effect
    (ANY, (BUILDING, PRESTIGE)): mark("building placed in line: {deed}"),
    (ANY, (PRESTIGE,)): mark("prestige placed in line: {deed}"),
    (ANY, (CHARACTER,)): mark("character placed in line: {deed}"),
    ("white", (CHARACTER,)): mark("white character placed in line: {deed}"),
}
TWICE = {
    "yellow": mark("yellow in line works twice"),
    "white": mark("white in line works twice"),
    "red": mark("red in line works twice"),
}
OTHERS = {  # colour, and whether an occupied one may be used too
    ("yellow", False): mark("works somebody's free yellow building"),
    ("white", False): mark("works somebody's free white building"),
    ("red", False): mark("works somebody's free red building"),
    ("yellow", True): mark("works any yellow building of others"),
    ("white", True): mark("works any white building of others"),
    ("red", True): mark("works any red building of others"),
}


class DeedWriter:
    """Writes what cards do and cost in one language."""

    def __init__(self, name: Namer, speak: Translator) -> None:
        self.name = name
        self.speak = speak

    # --- the card

    def describe(self, card: DeckCard) -> str:
        """What the card does, as words beside its name."""
        say = self.speak.say
        if card.kind == PRESTIGE:
            first, second = card.rates
            return say(RATES[card.per], first=first, second=second)
        if card.effect:
            return self.describe_effect(card.effect)
        if card.twice:
            return say(TWICE[card.twice])
        if card.on_activate:
            return say(LINE_DEEDS[card.on_activate.colour], deed=self._describe_line(card.on_activate))
        if card.on_place:
            text = PLACING_DEEDS[card.on_place.colour, card.on_place.kinds]
            return say(text, deed=self._describe_line(card.on_place))
        return ""

    def _describe_line(self, line: LineEffect) -> str:
        return self.describe_effect(line.effect)

    def describe_effect(self, effect: Effect) -> str:
        return EFFECTS[effect.kind](self, effect)

    def describe_price(self, card: DeckCard) -> str:
        """What placing the card costs."""
        if card.payment == DENIERS:
            return self.speak.count(*PRICES, card.cost)
        if card.payment == CARD_COST:
            return self.speak.say("{n} deniers and a card", n=CARD_COST_DENIERS)
        return f"1 {self.name(f'{card.colour}_citizen')}"

    # --- effects

    def _income(self, effect: Effect) -> str:
        return self.speak.count(*PRICES, effect.number)

    def _recruit(self, effect: Effect) -> str:
        citizen = self.name(f"{effect.colour}_citizen")
        return self.speak.say("{citizen} for {n}", citizen=citizen, n=effect.number)

    def _draw(self, effect: Effect) -> str:
        if effect.colour == ANY:
            return self.speak.say("draws from any {level}", level=self.name(f"level{effect.number}"))
        return self.speak.say("draws {deck}", deck=self.name(f"{effect.colour}{effect.number}"))

    def _draw_two(self, effect: Effect) -> str:
        deck = self.name(f"{effect.colour}{effect.number}")
        return self.speak.say("two cards: {deck}", deck=deck)

    def _other(self, effect: Effect) -> str:
        return self.speak.say(OTHERS[effect.colour, effect.occupied])

    def _fight(self, effect: Effect) -> str:
        if effect.bare:
            return self.speak.say("wins an event without coins")
        if effect.keeps_coins:
            return self.speak.say("wins an event and its coins")
        return self.speak.say("wins an event with coins")

    def _events(self, effect: Effect) -> str:
        return self.speak.count("a coin on {n} event", "a coin on up to {n} events", effect.number)

    def _mass(self, effect: Effect) -> str:
        return self.speak.say("spent citizens stand up")

    def _land_tax(self, effect: Effect) -> str:
        return self.speak.say("1 per empty space")

    def _house_tax(self, effect: Effect) -> str:
        return self.speak.say("1 per filled space")


EFFECTS: dict[str, Callable[[DeedWriter, Effect], str]] = {
    INCOME: DeedWriter._income,
    RECRUIT: DeedWriter._recruit,
    DRAW: DeedWriter._draw,
    DRAW_TWO: DeedWriter._draw_two,
    OTHER: DeedWriter._other,
    FIGHT: DeedWriter._fight,
    EVENTS: DeedWriter._events,
    MASS: DeedWriter._mass,
    LAND_TAX: DeedWriter._land_tax,
    HOUSE_TAX: DeedWriter._house_tax,
}
