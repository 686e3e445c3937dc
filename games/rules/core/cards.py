"""The cards of a game, told as data: a page lists, searches and shows them without knowing the game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from .lexicon import plain


class Facet(msgspec.Struct, frozen=True):
    """Something by which cards are told apart, such as their price, with all that it can be."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]  # value and label


class Face(msgspec.Struct, frozen=True):
    """A card as one edition has it."""

    edition: str  # as people call it
    name: str
    line: str = ""  # a few words below its name
    effect: str = ""  # empty for a card that does nothing by itself
    note: str = ""  # what such a card is good for
    sign: str = ""  # its rank or its price: one short word
    facts: tuple[tuple[str, str], ...] = ()  # label and value
    traits: Mapping[str, str] = {}  # name of a facet → value
    words: str = ""  # all that a search looks through, made plain


class Card(msgspec.Struct, frozen=True):
    """A card in all editions that have it, the newest first."""

    slug: str
    group: str  # the heading under which it stands
    faces: tuple[Face, ...]
    mark: str = ""  # the shape in which its sign stands, if it has one

    @property
    def name(self) -> str:
        return self.faces[0].name

    @property
    def is_alike(self) -> bool:
        """Does it say the same in all its editions?"""
        return len({face.effect for face in self.faces}) == 1


class Found(msgspec.Struct, frozen=True):
    """A card that was looked for, and the face on which it was found."""

    card: Card
    face: Face


def find(cards: Iterable[Card], text: str = "", chosen: Mapping[str, str] | None = None) -> Iterator[Found]:
    """The cards that have all these words and all these traits in one and the same edition."""
    words = plain(text).split()
    for card in cards:
        face = next((face for face in card.faces if _fits(face, words, chosen or {})), None)
        if face:
            yield Found(card, face)


def _fits(face: Face, words: Sequence[str], chosen: Mapping[str, str]) -> bool:
    has_traits = all(face.traits.get(name) == value for name, value in chosen.items())
    return has_traits and all(word in face.words for word in words)
