"""Take a typed line apart: its words, the polite words around a move, and the moves that stand side by side.

Everything here is about words: which of them are words of a game is asked of `GameWords`, and what a move
means is left to the rules.
"""

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple

from games.mail.parsing.vocabulary import get_words, normalize_word
from games.rules.core.lexicon import Lexicon

MAX_PHRASE_WORDS = 5  # of a polite phrase, of a verb
PART_END = re.compile(r"[,;:!.…]+$|^(?:[-–—+&/>=]+|->|→)$")
CLOSED_PART_END = re.compile(r"[;:!.…]$|^(?:->|→)$")  # what follows is a move of its own
MIN_ABBREVIATION = 3  # letters: an initial below a letter is no move
MAX_COMPARED = 30  # letters; the time to compare grows with their square
LIKENESS = 0.75  # of a mistyped word to the word that was meant


class Word(NamedTuple):
    """A word as typed, and what is left of it when it is compared."""

    text: str
    bare: str


Words = Sequence[Word]


def split_words(text: str) -> list[Word]:
    """Split a text into words; smileys and lone punctuation are kept only where they separate moves."""
    words = [Word(text, normalize_word(text).strip("+") and normalize_word(text)) for text in text.split()]
    return [word for word in words if word.bare or PART_END.search(word.text)]


def join_bare(words: Words) -> str:
    return "".join(word.bare for word in words)


def join_text(words: Words) -> str:
    """Return the words as typed, without the punctuation around the sentence."""
    return " ".join(word.text for word in words if word.bare).strip(" ,;:!.…")


# --- the words of a game


class GameWords:
    """The words of one game in the language of a player, and in English."""

    def __init__(self, lexicon: Lexicon, language: str) -> None:
        self.lexicon, self.language = lexicon, language
        self.verbs = _list_spellings(lexicon, lexicon.verbs, language)
        self.names = _list_spellings(lexicon, lexicon.names, language)
        self.all = self.verbs | self.names | _list_spellings(lexicon, lexicon.words(), language)

    def begins_with_verb(self, words: Words) -> bool:
        """Is the first word a verb? “No” by itself answers a question; “no worries” does not."""
        count = _count_longest(words, self.verbs)
        return bool(count) and (len(words) == 1 or join_bare(words[:count]) not in _get("doubt"))

    def has_verb(self, words: Words) -> bool:
        return any(self.begins_with_verb(words[place:]) for place in range(len(words)))

    def has_name(self, words: Words) -> bool:
        return self.measure_name(words) > 0

    def measure_name(self, words: Words) -> int:
        """Return how many words the longest name among these has."""
        return max((_count_longest(words[place:], self.names) for place in range(len(words))), default=0)

    def is_spelling(self, words: Words) -> bool:
        return join_bare(words) in self.all

    def is_spelling_of(self, words: Words, word: str) -> bool:
        """Is this the verb or name with this slug?"""
        return join_bare(words) in _list_spellings(self.lexicon, {word}, self.language)

    def resembles_verb(self, word: Word) -> bool:
        return word.bare not in _get("doubt") and _resembles_any(word.bare, self.verbs)

    def resembles_name(self, words: Words) -> bool:
        return _resembles_any(join_bare(words), self.names)

    def is_abbreviation(self, words: Words) -> bool:
        """May each word be the beginning of one of the game: “bu mar”?"""
        if len(join_bare(words)) < MIN_ABBREVIATION:
            return False
        return all(any(one.startswith(word.bare) for one in self.all) for word in words)


def _resembles_any(bare: str, known: frozenset[str]) -> bool:
    return bool(get_close_matches(bare[:MAX_COMPARED], known, 1, LIKENESS))


@lru_cache(maxsize=16)
def get_game_words(lexicon: Lexicon, language: str) -> GameWords:
    return GameWords(lexicon, language)


def _list_spellings(lexicon: Lexicon, words: frozenset[str] | set[str], language: str) -> frozenset[str]:
    spelled = (text for word in words for text in lexicon.spellings(word, language))
    return frozenset(text.replace(" ", "") for text in spelled)


def _iterate_counts(words: Words) -> Iterator[int]:
    yield from range(min(MAX_PHRASE_WORDS, len(words)), 0, -1)


def _count_longest(words: Words, known: frozenset[str]) -> int:
    """Count the words at the beginning that are one of the known phrases together."""
    return next((count for count in _iterate_counts(words) if join_bare(words[:count]) in known), 0)


# --- politeness


def _get(key: str) -> frozenset[str]:
    return get_words("sentences", key)


def has_doubt(words: Words) -> bool:
    """Does the sentence say “not”, “if” or “maybe”? One word alone, such as “no”, may be a move."""
    return len(words) > 1 and any(_count_longest(words[place:], _get("doubt")) for place in range(len(words)))


def is_doubt(words: Words) -> bool:
    """Is this nothing but “no” or “perhaps”? Beside a move it may take the move back: “gold. No, cards.”"""
    return join_bare(words) in _get("doubt")


def is_pleasantry(words: Words, game: GameWords) -> bool:
    """Is this a greeting, an apology or thanks, and nothing of the game: “Sorry for the delay”?"""
    openers = get_words("politeness", "greetings") | get_words("politeness", "excuses")
    openers |= get_words("politeness", "farewells")
    if not words or words[0].bare not in openers:
        return False
    return not game.has_verb(words[1:]) and not game.has_name(words[1:])


def strip_around(words: Words, game: GameWords) -> Words:
    """Drop polite words before and behind a move. Words of the game stay, except thanks behind a move."""
    thanks = get_words("politeness", "excuses")
    while count := _count_longest(words, _get("around")):
        if game.is_spelling(words[:count]):
            break
        words = words[count:]
    while count := _count_polite_end(words):
        if game.is_spelling(words[-count:]) and (
            join_bare(words[-count:]) not in thanks or count == len(words)
        ):
            break
        words = words[: len(words) - count]
    return words


def _count_polite_end(words: Words) -> int:
    counts = _iterate_counts(words)
    return next((count for count in counts if join_bare(words[-count:]) in _get("around")), 0)


# --- moves side by side


def split_parts(words: Words, game: GameWords) -> list[Words]:
    """Split a sentence where one move ends and the next begins: “gold, build market then end”.

    Behind a comma or “and”, names without a verb belong to the move before: “keep tavern and market”."""
    parts: list[list[Word]] = []
    for part, is_closed in _iterate_parts(words):
        joins = bool(parts) and not is_closed and game.begins_with_verb(parts[-1]) and not game.has_verb(part)
        if joins and game.has_name(part):
            parts[-1] += part
        else:
            parts.append(part)
    return list(parts)


def _iterate_parts(words: Words) -> Iterator[tuple[list[Word], bool]]:
    """Yield the parts between separators, each with whether the separator before it ends a move for sure."""
    part, is_closed, place = list[Word](), True, 0
    while place < len(words):
        count, closes = _count_separator(words[place:])
        if not count:
            part.append(words[place])
            count = 1 if PART_END.search(words[place].text) else 0
            closes = bool(CLOSED_PART_END.search(words[place].text))
            place += 1
            if not count:
                continue
        else:
            place += count
        if part:
            yield part, is_closed
            part, is_closed = [], closes
        else:
            is_closed = is_closed or closes
    if part:
        yield part, is_closed


def _count_separator(words: Words) -> tuple[int, bool]:
    """Count the words at the beginning that only separate moves, and say whether they do so for sure."""
    if count := _count_longest(words, _get("then")):
        return count, True
    if not words[0].bare:
        return 1, bool(CLOSED_PART_END.search(words[0].text))
    return _count_longest(words[:1], _get("also")), False
