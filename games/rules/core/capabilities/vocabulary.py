"""The words of a game: how they are named, typed and written in each language, out of its lexicon."""

from collections.abc import Set
from functools import cached_property, lru_cache

from .. import inflection, move_parser
from ..agenda import P
from ..events import Event
from ..lexicon import ANY_LANGUAGE, Lexicon
from ..notation import Namer
from ..sentences import Voice
from ..storage import list_field_names
from .base import Capability


@lru_cache(maxsize=64)  # the same function for the same table: its words are indexed once
def _build_spellings(
    lexicon: Lexicon, variant: str, seats: tuple[str, ...], language: str
) -> move_parser.Spellings:
    """See `Vocabulary.spellings`."""
    names = {seat: move_parser.normalize_text(seat) for seat in seats}
    taken = lexicon.all_spellings.union(names.values())

    def spelt(word: str) -> Set[str]:
        known = lexicon.spellings(word, language)
        if word in names:
            return {names[word]} | (inflection.inflect_name(names[word], language) - taken) | known
        if language in ("hu", ANY_LANGUAGE):
            return known | (inflection.inflect_owned_card(lexicon, word, variant) - taken)
        return known

    return spelt


class Vocabulary(Capability[P]):
    """Names and spellings. A game with editions overrides `variant`."""

    def variant(self, position: P) -> str:
        """The edition that is played, for words that differ between editions."""
        return ""

    def namer(self, position: P, language: str = "en") -> Namer:
        """A function that returns the name of a word in this language."""
        variant = self.variant(position)
        return lambda word: self.rules.lexicon.name(word, language, variant)

    def voice(self, position: P, language: str = "en") -> Voice:
        """How names, lists and effects are worded in this language."""
        return Voice(self.rules.lexicon, language, self.variant(position))

    def effect(self, position: P, word: str, language: str = "en") -> str:
        """What this card does in the edition that is played; empty if it does nothing."""
        return self.rules.lexicon.effect(word, language, self.variant(position))

    def spellings(self, position: P, language: str) -> move_parser.Spellings:
        """A function that returns all spellings of a word, with inflected forms of handles and owned cards.

        A form that is also a handle or a word of the game is left out. A handle that is also a word of the
        game has the spellings of both."""
        seats = tuple(self.rules.players(position))
        return _build_spellings(self.rules.lexicon, self.variant(position), seats, language)

    def writer(self, position: P, language: str) -> move_parser.LineWriter:
        """A function that translates a line of the notation into this language; `read` accepts the result."""
        return lambda line: self.rules.lexicon.translate_line(line, language, self.variant(position))

    def known(self, position: P) -> set[str]:
        """All words that may occur in a move: the words of the game and the names of the seats."""
        return self.rules.lexicon.words() | set(self.rules.players(position))

    def may_be_seat(self, name: str) -> bool:
        """May a seat have this name? Words that players type and words that are stored are excluded.

        So every occurrence of the name in a position or an event is the seat, and it can be anonymised."""
        return name.lower() not in self._reserved_words and not self.rules.lexicon.has_spelling(name)

    @cached_property
    def _reserved_words(self) -> frozenset[str]:
        kinds = [
            *list_field_names(self.rules.store.kind),
            *list_field_names(Event),
            *self.rules.steps.acts,
            *self.rules.steps.asks,
        ]
        return frozenset(word.lower() for word in (*kinds, *self.rules.stored_words))
