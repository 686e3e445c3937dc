"""Every character and every district of both editions, for the pages of cards."""

from collections.abc import Iterator
from typing import Any

from ..core.cards import Card, Face, Facet
from ..core.lexicon import alphabetical, plain
from ..core.speech import mark, tongue
from .characters.card import CHARACTERS, RANK
from .districts.table import (
    BASE_PURPLE,
    BASIC,
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
from .lexicon import LEXICON
from .options import BASE_CAST, PRESETS

CHARACTER = "character"
HEADINGS = {
    CHARACTER: mark("Characters"),
    NOBLE: mark("Noble districts"),
    RELIGIOUS: mark("Religious districts"),
    TRADE: mark("Trade districts"),
    MILITARY: mark("Military districts"),
    UNIQUE: mark("Unique districts"),
}
DECK = {edition: (*BASIC[edition], *UNIQUE_CARDS[edition]) for edition in EDITIONS}


class Catalogue:
    """The cards in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.say, self.count = tongue(language).say, tongue(language).count

    def cards(self) -> tuple[Card, ...]:
        """The characters by rank, then the districts: the basic ones by price, the unique ones by name."""
        return (*self._characters(), *self._districts())

    def facets(self) -> tuple[Facet, ...]:
        return (
            Facet("edition", self.say("Edition"), tuple((one, self._name(one)) for one in EDITIONS)),
            Facet("kind", self.say("Kind"), tuple((kind, self.say(text)) for kind, text in HEADINGS.items())),
            Facet(
                "rank", self.say("Rank"), _numbers(rank for ranks in RANK.values() for rank in ranks.values())
            ),
            Facet(
                "cost", self.say("Cost"), _numbers(cost for costs in COST.values() for cost in costs.values())
            ),
        )

    # --- characters

    def _characters(self) -> Iterator[Card]:
        for slug in sorted(CHARACTERS, key=lambda slug: CHARACTERS[slug].rank):
            faces = tuple(self._character(slug, edition) for edition in EDITIONS if slug in RANK[edition])
            yield Card(slug, self.say(HEADINGS[CHARACTER]), faces)

    def _character(self, slug: str, edition: str) -> Face:
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

    def _districts(self) -> Iterator[Card]:
        for slug in sorted(TYPE, key=self._place):
            faces = tuple(self._district(slug, edition) for edition in EDITIONS if slug in COST[edition])
            yield Card(slug, self.say(HEADINGS[TYPE[slug]]), faces, mark=TYPE[slug])

    def _place(self, slug: str) -> tuple[int, int, Any]:
        price = 0 if TYPE[slug] == UNIQUE else next(costs[slug] for costs in COST.values() if slug in costs)
        return TYPES.index(TYPE[slug]), price, alphabetical(self._name(slug), self.language)

    def _district(self, slug: str, edition: str) -> Face:
        cost = str(COST[edition][slug])
        facts = [
            (self.say("Type"), self._name(TYPE[slug])),
            (self.say("Cost"), cost),
            (self.say("Cards"), str(DECK[edition].count(slug))),
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
        """What a district is for that does nothing."""
        return self.count(
            "No ability of its own. It is worth {n} point in the end and counts as a {type} district.",
            "No ability of its own. It is worth {n} points in the end and counts as a {type} district.",
            cost,
            type=self._name(TYPE[slug]),
        )

    # --- both

    def _face(self, slug: str, edition: str, *, traits: dict[str, str], **more: Any) -> Face:
        name, effect = self._name(slug, edition), LEXICON.effect(slug, self.language, edition)
        words = plain(f"{name} {effect} {self.say(HEADINGS[traits['kind']])}")
        return Face(
            edition=self._name(edition),
            name=name,
            effect=effect,
            traits={"edition": edition, **traits},
            words=" ".join([words, *LEXICON.spellings(slug, self.language)]),
            **more,
        )

    def _comes_with(self, slug: str, edition: str) -> tuple[str, str]:
        """In which sets of the edition the card is found."""
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


def _numbers(values: Iterator[int]) -> tuple[tuple[str, str], ...]:
    return tuple((str(value), str(value)) for value in sorted(set(values)))
