"""Every character and district of both editions, as data for the card reference pages."""

from collections.abc import Iterator
from typing import Any

from ...core.card_catalogue import CardFace, CardFacet, CatalogueCard, list_number_choices
from ...core.lexicon import alphabetical_key, normalize_text
from ...core.translation import get_translator, mark
from ..characters.card import CHARACTERS, RANK
from ..districts.cards import (
    BASE_PURPLE,
    BASIC_DECK,
    CLASSIC,
    COST,
    EDITIONS,
    MILITARY,
    NOBLE,
    RELIGIOUS,
    TRADE,
    TYPE,
    TYPES,
    UNIQUE,
    UNIQUE_CARDS,
)
from ..setup.options import BASE_CAST, PRESETS
from ..text.lexicon import LEXICON

CHARACTER = "character"
HEADINGS = {
    CHARACTER: mark("Characters"),
    NOBLE: mark("Noble districts"),
    RELIGIOUS: mark("Religious districts"),
    TRADE: mark("Trade districts"),
    MILITARY: mark("Military districts"),
    UNIQUE: mark("Unique districts"),
}
DECK_CARDS = {edition: (*BASIC_DECK[edition], *UNIQUE_CARDS[edition]) for edition in EDITIONS}


class CardCatalogue:
    """All cards in one language, with the facets to filter them by."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.say, self.count = get_translator(language).say, get_translator(language).count

    def cards(self) -> tuple[CatalogueCard, ...]:
        """List the characters by rank, then basic districts by price and unique ones by name."""
        return (*self._characters(), *self._districts())

    def facets(self) -> tuple[CardFacet, ...]:
        return (
            CardFacet("edition", self.say("Edition"), tuple((one, self._name(one)) for one in EDITIONS)),
            CardFacet(
                "kind", self.say("Kind"), tuple((kind, self.say(text)) for kind, text in HEADINGS.items())
            ),
            CardFacet(
                "rank",
                self.say("Rank"),
                list_number_choices(rank for ranks in RANK.values() for rank in ranks.values()),
            ),
            CardFacet(
                "cost",
                self.say("Cost"),
                list_number_choices(cost for costs in COST.values() for cost in costs.values()),
            ),
        )

    # --- characters

    def _characters(self) -> Iterator[CatalogueCard]:
        for slug in sorted(CHARACTERS, key=lambda slug: CHARACTERS[slug].rank):
            faces = tuple(self._character(slug, edition) for edition in EDITIONS if slug in RANK[edition])
            yield CatalogueCard(slug, self.say(HEADINGS[CHARACTER]), faces)

    def _character(self, slug: str, edition: str) -> CardFace:
        rank = str(RANK[edition][slug])
        return self._face(
            slug,
            edition,
            sign=rank,
            line=self.say("Rank {rank}", rank=rank),
            facts=((self.say("Rank"), rank), self._comes_with(slug, edition)),
            traits={"kind": CHARACTER, "rank": rank},
        )

    # --- districts

    def _districts(self) -> Iterator[CatalogueCard]:
        for slug in sorted(TYPE, key=self._place):
            faces = tuple(self._district(slug, edition) for edition in EDITIONS if slug in COST[edition])
            yield CatalogueCard(slug, self.say(HEADINGS[TYPE[slug]]), faces, mark=TYPE[slug])

    def _place(self, slug: str) -> tuple[int, int, Any]:
        """The sort key of a district: type, price, name."""
        price = 0 if TYPE[slug] == UNIQUE else next(costs[slug] for costs in COST.values() if slug in costs)
        return TYPES.index(TYPE[slug]), price, alphabetical_key(self._name(slug), self.language)

    def _district(self, slug: str, edition: str) -> CardFace:
        cost = str(COST[edition][slug])
        facts = [
            (self.say("Type"), self._name(TYPE[slug])),
            (self.say("Cost"), cost),
            (self.say("Cards"), str(DECK_CARDS[edition].count(slug))),
        ]
        if TYPE[slug] == UNIQUE:
            facts.append(self._comes_with(slug, edition))
        return self._face(
            slug,
            edition,
            sign=cost,
            line=self.say("{type}, costs {cost}", type=self._name(TYPE[slug]), cost=cost),
            facts=tuple(facts),
            traits={"kind": TYPE[slug], "cost": cost},
            note=self._plain(slug, COST[edition][slug]) if TYPE[slug] != UNIQUE else "",
        )

    def _plain(self, slug: str, cost: int) -> str:
        """The text for a district without an ability: its points and its type."""
        return self.count(
            "No ability of its own. It is worth {n} point at the end and counts as a {type} district.",
            "No ability of its own. It is worth {n} points at the end and counts as a {type} district.",
            cost,
            type=self._name(TYPE[slug]),
        )

    # --- both

    def _face(self, slug: str, edition: str, *, traits: dict[str, str], **more: Any) -> CardFace:
        name, effect = self._name(slug, edition), LEXICON.effect(slug, self.language, edition)
        text = normalize_text(f"{name} {effect} {self.say(HEADINGS[traits['kind']])}")
        return CardFace(
            edition=self._name(edition),
            name=name,
            effect=effect,
            traits={"edition": edition, **traits},
            search_text=" ".join([text, *LEXICON.spellings(slug, self.language)]),
            **more,
        )

    def _comes_with(self, slug: str, edition: str) -> tuple[str, str]:
        """Name the sets of the edition that include the card."""
        if edition == CLASSIC:
            is_base = slug in BASE_CAST or slug in BASE_PURPLE
            return self.say("Sets"), self.say("Base game") if is_base else self.say("Bonus cards")
        sets = [
            self._name(name)
            for name, preset in PRESETS.items()
            if slug in (*preset.characters, preset.ninth, *preset.districts)
        ]
        return self.say("Sets"), ", ".join(sets)

    def _name(self, slug: str, edition: str = "") -> str:
        return LEXICON.name(slug, self.language, edition)
