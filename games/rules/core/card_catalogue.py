"""The card catalogue of a game as data, so that a page can list, search and show cards of any game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from .lexicon import normalize_text


class CardFacet(msgspec.Struct, frozen=True):
    """A property to filter cards by, such as their price, with all its values."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]  # value and label


class CardFace(msgspec.Struct, frozen=True):
    """A card as printed in one edition."""

    edition: str  # its name for people
    name: str
    line: str = ""  # a few words below its name
    effect: str = ""  # empty for a card that does nothing by itself
    note: str = ""  # what a card without an effect is good for
    rulings: tuple[str, ...] = ()  # what the rule book says about it besides, with its markup
    sign: str = ""  # its rank or its price: one short word
    facts: tuple[tuple[str, str], ...] = ()  # label and value
    traits: Mapping[str, str | tuple[str, ...]] = {}  # name of a facet → value, or several
    search_text: str = ""  # normalized text for the search


class CatalogueCard(msgspec.Struct, frozen=True):
    """A card in all editions that have it, the newest first."""

    slug: str
    group: str  # the heading that it is listed under
    faces: tuple[CardFace, ...]
    mark: str = ""  # the shape drawn around its sign, if any
    more_marks: tuple[str, ...] = ()  # shapes of the other types that it has

    @property
    def name(self) -> str:
        return self.faces[0].name

    @property
    def has_same_effect(self) -> bool:
        """Does it have the same effect in all its editions?"""
        return len({face.effect for face in self.faces}) == 1


class CardMatch(msgspec.Struct, frozen=True):
    """A card that matches a search, and the face that matches."""

    card: CatalogueCard
    face: CardFace


def find_cards(
    cards: Iterable[CatalogueCard], text: str = "", chosen: Mapping[str, str] | None = None
) -> Iterator[CardMatch]:
    """Find the cards that match all these words and traits within a single edition."""
    words = normalize_text(text).split()
    for card in cards:
        face = next((face for face in card.faces if _matches_search(face, words, chosen or {})), None)
        if face:
            yield CardMatch(card, face)


def _matches_search(face: CardFace, words: Sequence[str], chosen: Mapping[str, str]) -> bool:
    has_traits = all(_has_trait(face, name, value) for name, value in chosen.items())
    return has_traits and all(word in face.search_text for word in words)


def _has_trait(face: CardFace, name: str, value: str) -> bool:
    own = face.traits.get(name, ())
    return value == own if isinstance(own, str) else value in own


def list_number_choices(values: Iterable[int]) -> tuple[tuple[str, str], ...]:
    """The choices of a facet whose values are numbers, in ascending order."""
    return tuple((str(value), str(value)) for value in sorted(set(values)))
