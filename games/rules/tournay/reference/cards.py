"""All cards and events, as data for the card reference pages."""

from collections.abc import Iterator
from typing import NamedTuple

from ...core.card_catalogue import CardFace, CardFacet, CatalogueCard
from ...core.lexicon import alphabetical_key, normalize_text
from ...core.translation import get_translator, mark
from ..cards.card import KINDS, OWN_SET, DeckCard, EventCard
from ..numbers import COLOURS, DECKS, FOUND, LEVELS, OWN
from ..position import TOWN_CRIER
from ..text.lexicon import LEXICON
from .certainty import SOURCES, describe_cost, is_published
from .rulebook import list_rulings

EVENT = "event"
ROMAN = {1: "I", 2: "II", 3: "III"}
LEVEL_HEADINGS = {1: mark("Level I"), 2: mark("Level II"), 3: mark("Prestige buildings")}
EVENT_HEADING = mark("Events and town criers")
SOURCE_CHOICES = {FOUND: mark("Published"), OWN: mark("Our own")}


class Printed(NamedTuple):
    """What the page of a card says of it besides its name and effect."""

    line: str
    source: str
    facts: list[tuple[str, str]]
    traits: dict[str, str]
    sign: str = ""


class TournayCatalogue:
    """All cards in one language, with the facets to filter them by."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.say = get_translator(language).say
        self.rulings = list_rulings(language)

    def cards(self) -> tuple[CatalogueCard, ...]:
        """List the cards by level and colour, then the events and the town crier."""
        return (*self._list_cards(), *self._list_events(), self._build_town_crier())

    def facets(self) -> tuple[CardFacet, ...]:
        kinds = (*KINDS, EVENT, TOWN_CRIER)
        return (
            CardFacet("colour", self.say("Colour"), tuple((one, self._name(one)) for one in COLOURS)),
            CardFacet("level", self.say("Level"), tuple((str(one), ROMAN[one]) for one in LEVELS)),
            CardFacet("kind", self.say("Kind"), tuple((kind, self._name(kind)) for kind in kinds)),
            CardFacet(
                "source",
                self.say("Source"),
                tuple((one, self.say(text)) for one, text in SOURCE_CHOICES.items()),
            ),
        )

    # --- the cards

    def _list_cards(self) -> Iterator[CatalogueCard]:
        ordered = sorted(
            OWN_SET.cards.values(),
            key=lambda card: (DECKS.index(card.deck), alphabetical_key(self._name(card.slug), self.language)),
        )
        for card in ordered:
            group = self.say(LEVEL_HEADINGS[card.level])
            face = self._build_face(card.slug, self._describe_card(card))
            yield CatalogueCard(card.slug, group, (face,), mark=card.colour)

    def _describe_card(self, card: DeckCard) -> Printed:
        kind, cost = self._name(card.kind), describe_cost(card, self.language)
        return Printed(
            line=self.say("{type}, costs {cost}", type=kind, cost=cost),
            source=card.source,
            facts=[
                (self.say("Colour"), self._name(card.colour)),
                (self.say("Level"), ROMAN[card.level]),
                (self.say("Kind"), kind),
                (self.say("Cost"), cost),
                (self.say("Points"), str(card.points)),
                (self.say("Copies"), str(card.copies)),
            ],
            traits={"colour": card.colour, "level": str(card.level), "kind": card.kind},
            sign=ROMAN[card.level],
        )

    def _list_events(self) -> Iterator[CatalogueCard]:
        for slug in sorted(
            OWN_SET.events, key=lambda slug: alphabetical_key(self._name(slug), self.language)
        ):
            face = self._build_face(slug, self._describe_event(OWN_SET.events[slug]))
            yield CatalogueCard(slug, self.say(EVENT_HEADING), (face,))

    def _describe_event(self, event: EventCard) -> Printed:
        return Printed(
            line=self._name(EVENT),
            source=event.source,
            facts=[
                (self.say("Kind"), self._name(EVENT)),
                (self.say("Points"), str(OWN_SET.event_points)),
                (self.say("Coins that it can hold"), str(OWN_SET.event_spaces)),
            ],
            traits={"kind": EVENT},
        )

    def _build_town_crier(self) -> CatalogueCard:
        copies = [(self.say("Copies"), str(len(DECKS)))]
        printed = Printed(self.say("one in each deck"), FOUND, [*copies], {"kind": TOWN_CRIER})
        group = self.say(EVENT_HEADING)
        return CatalogueCard(TOWN_CRIER, group, (self._build_face(TOWN_CRIER, printed),))

    def _build_face(self, slug: str, printed: Printed) -> CardFace:
        name, effect = self._name(slug), LEXICON.effect(slug, self.language)
        text = normalize_text(f"{name} {effect} {printed.line}")
        origin = FOUND if is_published(printed.source) else OWN
        return CardFace(
            edition=self.say(SOURCE_CHOICES[origin]),
            name=name,
            line=printed.line,
            effect=effect,
            rulings=self.rulings.get(slug, ()),
            sign=printed.sign,
            facts=(*printed.facts, (self.say("Source"), self.say(SOURCES[printed.source]))),
            traits={**printed.traits, "source": origin},
            search_text=" ".join([text, *LEXICON.spellings(slug, self.language)]),
        )

    def _name(self, slug: str) -> str:
        return LEXICON.name(slug, self.language)
