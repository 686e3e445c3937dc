"""All 57 cards, as data for the card reference pages."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from ...core.card_catalogue import CardFace, CardFacet, CatalogueCard, list_number_choices
from ...core.lexicon import alphabetical_key, normalize_text
from ...core.translation import get_translator, mark
from ..cards.card import (
    ACTION,
    ATTACK,
    BASE,
    BASIC,
    CARDS,
    COST,
    CURSE,
    INTRIGUE,
    REACTION,
    TREASURE,
    VICTORY,
)
from ..setup.kingdoms import SEAT_COUNTS, SETS, count_pile
from ..text.lexicon import LEXICON
from .rulebook import list_rulings

BOX_ORDER = (BASIC, INTRIGUE, BASE)
TYPE_ORDER = (ACTION, ATTACK, REACTION, TREASURE, VICTORY, CURSE)
BASIC_HEADING = mark("Basic cards")


class DominionCatalogue:
    """All cards in one language, with the facets to filter them by."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.say = get_translator(language).say
        self.rulings = list_rulings(language)

    def cards(self) -> tuple[CatalogueCard, ...]:
        """List the basic cards, then the kingdom cards of each box by cost and name."""
        return tuple(self._card(slug) for slug in sorted(CARDS, key=self._place))

    def facets(self) -> tuple[CardFacet, ...]:
        return (
            CardFacet("box", self.say("Box"), tuple((box, self._name_box(box)) for box in BOX_ORDER)),
            CardFacet("type", self.say("Type"), tuple((kind, self._name(kind)) for kind in TYPE_ORDER)),
            CardFacet("cost", self.say("Cost"), list_number_choices(COST.values())),
        )

    def _place(self, slug: str) -> tuple[int, int, Any]:
        """The sort key of a card: box, then cost and name; the basic cards stand as the rules list them."""
        card = CARDS[slug]
        if card.box == BASIC:
            return 0, list(CARDS).index(slug), ()
        return BOX_ORDER.index(card.box), card.cost, alphabetical_key(self._name(slug), self.language)

    def _card(self, slug: str) -> CatalogueCard:
        first, *others = CARDS[slug].types
        box = self._name_box(CARDS[slug].box)
        return CatalogueCard(slug, box, (self._face(slug),), mark=first, more_marks=tuple(others))

    def _face(self, slug: str) -> CardFace:
        card, name, effect = CARDS[slug], self._name(slug), LEXICON.effect(slug, self.language)
        box, types = self._name_box(card.box), self._name_types(card.types)
        text = normalize_text(f"{name} {effect} {box} {types}")
        return CardFace(
            edition=box,
            name=name,
            line=self.say("{type}, costs {cost}", type=types, cost=card.cost),
            effect=effect,
            rulings=self.rulings.get(slug, ()),
            sign=str(card.cost),
            facts=tuple(self._facts(slug, types)),
            traits={"box": card.box, "type": card.types, "cost": str(card.cost)},
            search_text=" ".join([text, *LEXICON.spellings(slug, self.language)]),
        )

    def _facts(self, slug: str, types: str) -> Iterator[tuple[str, str]]:
        yield self.say("Type"), types
        yield self.say("Cost"), str(CARDS[slug].cost)
        yield self.say("Cards"), self._describe_pile(slug)
        if CARDS[slug].box == BASIC:
            yield self.say("Sets"), self.say("in every game")
        elif sets := [self._name(name) for name, cards in SETS.items() if slug in cards.split()]:
            yield self.say("Sets"), ", ".join(sets)

    def _describe_pile(self, slug: str) -> str:
        """The size of the pile, or its size for each number of players."""
        groups = [
            (list(seats), count)
            for count, seats in groupby(SEAT_COUNTS, lambda seats: count_pile(slug, seats))
        ]
        if len(groups) == 1:
            return str(groups[0][1])
        return " · ".join(
            self.say("{players} players: {n}", players=_format_range(seats), n=count)
            for seats, count in groups
        )

    # --- words

    def _name_types(self, types: Sequence[str]) -> str:
        return " – ".join(self._name(kind) for kind in types)

    def _name_box(self, box: str) -> str:
        return self.say(BASIC_HEADING) if box == BASIC else self._name(box)

    def _name(self, slug: str) -> str:
        return LEXICON.name(slug, self.language)


def _format_range(numbers: Sequence[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
