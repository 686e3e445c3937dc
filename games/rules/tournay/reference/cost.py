"""What a card costs, in words."""

from ...core.translation import get_translator
from ..cards.card import CARD_COST, CITIZEN_COST, Card
from ..numbers import CARD_COST_DENIERS
from ..text.lexicon import LEXICON


def describe_deniers(n: int, language: str) -> str:
    return get_translator(language).count("{n} denier", "{n} deniers", n)


def describe_cost(card: Card, language: str) -> str:
    """Say what a card costs: `3 deniers`, `2 deniers and a card`, `1 red citizen`."""
    say = get_translator(language).say
    if card.payment == CARD_COST:
        return say("{deniers} and a card", deniers=describe_deniers(CARD_COST_DENIERS, language))
    if card.payment == CITIZEN_COST:
        return f"1 {LEXICON.name(f'{card.colour}_citizen', language)}"
    return describe_deniers(card.cost, language)
