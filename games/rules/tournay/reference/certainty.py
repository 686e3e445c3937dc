"""What is not for certain as published: each number and rule, as it is played here, and its source."""

from collections.abc import Callable, Iterator

from ...core.translation import Translator, get_translator, mark
from ..cards.card import OWN_SET, PRESTIGE, DeckCard
from ..numbers import (
    DERIVED,
    DOUBTFUL,
    FOUND,
    LEVELS,
    MEMORY,
    OWN,
    RECRUIT,
    ROUNDS,
    SEED,
    SUPPLY,
    TAX,
    RuleNumber,
)
from ..text.deeds import PRICES, DeedWriter
from ..text.lexicon import LEXICON

# mark of the rule page → where a rule comes from
SOURCES = {
    SEED: mark("the reference sheet"),
    FOUND: mark("published"),
    DERIVED: mark("concluded from what is published"),
    MEMORY: mark("remembered, not read"),
    OWN: mark("our own"),
}
PUBLISHED = (SEED, FOUND, DERIVED)

# name of a number or a rule → what it is
TITLES = {
    "TAX": mark("Tax"),
    "RECRUIT": mark("The price of recruiting"),
    "ROUNDS": mark("The last round at the latest"),
    "event_points": mark("Points of an event card"),
    "event_spaces": mark("Coins that an event can hold"),
    "points": mark("Printed points of a card, by level"),
    "start_player": mark("Who begins"),
    "fight_cost": mark("What a fight takes"),
    "fight_colour": mark("The colour of the citizens who fight"),
    "advanced_supply": mark("Citizens in the supply of the advanced game"),
    "empty_decks": mark("A deck with one card, and one with none"),
    "hand_limit_at_the_end": mark("When the hand limit counts"),
    "covering_occupied": mark("Covering what is occupied or damaged"),
    "open_money": mark("Who sees the deniers"),
    "ties": mark("A tie"),
}
# rules without a number → what we play
RULES = {
    "start_player": mark("by lot"),
    "fight_cost": mark("2 citizens; or 1 citizen, 1 denier and 1 more for each coin"),
    "empty_decks": mark("the one card is taken without a choice; an empty deck gives nothing"),
    "hand_limit_at_the_end": mark("at the end of a turn"),
    "covering_occupied": mark("is not allowed"),
    "open_money": mark("everybody"),
    "ties": mark("the most deniers; then the victory is shared"),
}


def list_doubtful_rules(language: str) -> Iterator[tuple[str, str, str]]:
    """Yield what a rule is about, as it is played here, and where it comes from."""
    speak = get_translator(language)
    for name, number in DOUBTFUL.items():
        yield speak.say(TITLES[name]), _describe_rule(name, language), _name_source(number, speak)
    for card in OWN_SET.cards.values():
        if card.kind == PRESTIGE and card.source == DERIVED:
            title = speak.say("The cost of {card}", card=LEXICON.inflected_name(card.slug, language))
            yield title, describe_cost(card, language), speak.say(SOURCES[card.source])


def describe_cost(card: DeckCard, language: str) -> str:
    """Say what placing a card costs."""
    writer = DeedWriter(lambda word: LEXICON.inflected_name(word, language), get_translator(language))
    return writer.describe_price(card)


def is_published(source: str) -> bool:
    """Is a card with this mark one of the published game, at least in part?"""
    return source in PUBLISHED


def _name_source(number: RuleNumber, speak: Translator) -> str:
    return speak.say(SOURCES[number.mark])


def _describe_rule(name: str, language: str) -> str:
    if name in RULES:
        return get_translator(language).say(RULES[name])
    return _NUMBERS[name](language)


def _describe_tax(language: str) -> str:
    citizens, deniers = TAX
    speak = get_translator(language)
    return speak.count(
        "{deniers} for {n} citizen of one colour",
        "{deniers} for {n} citizens of one colour",
        citizens,
        deniers=speak.count(*PRICES, deniers),
    )


def _describe_points(language: str) -> str:
    worth = {card.level: card.points for card in OWN_SET.cards.values()}
    return ", ".join(str(worth[level]) for level in LEVELS)


_NUMBERS: dict[str, Callable[[str], str]] = {
    "TAX": _describe_tax,
    "RECRUIT": lambda language: get_translator(language).count(*PRICES, RECRUIT),
    "ROUNDS": lambda language: str(ROUNDS),
    "event_points": lambda language: str(OWN_SET.event_points),
    "event_spaces": lambda language: str(OWN_SET.event_spaces),
    "points": _describe_points,
    "fight_colour": lambda language: LEXICON.name("red", language),
    "advanced_supply": lambda language: get_translator(language).say("{n} of each colour", n=SUPPLY),
}
