"""The lexicon of a game: what the words of its notation are called in each language.

A ruleset keeps a TOML file for each language. Every entry has a `name` or, for a
verb, the `words` that a player may type; `also` holds further spellings. An entry may
have a sub-table for a variant of the game ("classic") where a name differs. In a language
that inflects, an entry also holds the other forms that sentences need. What is not yet
translated keeps its English name.
"""

import re
import tomllib
import unicodedata
from collections.abc import Container, Iterator, Mapping, Set
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from .translation import LANGUAGES, InflectedName

_APOSTROPHES = re.compile("['’‘ʼ`´]")
_WORD_SEPARATORS = re.compile(r"[^\w+]|_")  # unknown letters must stay in the text: keep all scripts
NAME_FORMS = ("accusative",)  # that an entry may have besides the nominative
ANY_LANGUAGE = "any"  # a language for input only: the spellings of all languages
_ODD_LETTERS = str.maketrans({"đ": "d", "ł": "l", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe"})


def normalize_text(text: str) -> str:
    """Strip case, accents and punctuation, so that two spellings can be compared."""
    bare = unicodedata.normalize("NFKD", _APOSTROPHES.sub("", text)).casefold().translate(_ODD_LETTERS)
    bare = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return " ".join(_WORD_SEPARATORS.sub(" ", bare).split())


# Some accents make a letter of its own, which sorts after the plain one: Croatian c č ć. Others do not count:
# Hungarian á sorts with a, and ö with ő.
_MARKS = {"hr": {"\u030c": "1", "\u0301": "2"}, "hu": {"\u0301": "", "\u030b": "\u0308"}}


def alphabetical_key(text: str, language: str) -> tuple[list[tuple[str, str]], str]:
    """A sort key that puts names in the order of a dictionary of this language."""
    marks, letters = _MARKS.get(language, {}), list[tuple[str, str]]()
    for letter in unicodedata.normalize("NFD", text.casefold().replace("đ", "d\u0335")):
        if unicodedata.combining(letter) and letters:
            base, mark = letters.pop()
            letters.append((base, mark + marks.get(letter, letter)))
        else:
            letters.append((letter, ""))
    return letters, text


class Lexicon:
    """The names, effects and spellings of one game, in all our languages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.spelling_cache: dict[tuple[str, str], frozenset[str]] = {}

    def texts(self, language: str) -> Mapping[str, Any]:
        """The whole file of a language, section by section."""
        return _load_texts(self.folder, language if language in LANGUAGES else "en")

    def _entries(self, language: str) -> Mapping[str, Mapping[str, Any]]:
        return _load_entries(self.folder, language if language in LANGUAGES else "en")

    def _entry(self, slug: str, language: str) -> Mapping[str, Any] | None:
        return self._entries(language).get(slug) or self._entries("en").get(slug)

    def name(self, word: str, language: str = "en", variant: str = "") -> str:
        """The name of this word in a language; a word without an entry is its own name."""
        slug = word.rstrip("+")
        entry = self._entry(slug, language)
        if entry is None:
            return word
        name = entry.get(variant, {}).get("name") or entry.get("name") or entry.get("words", [word])[0]
        return f"{name}{word[len(slug) :]}"

    def inflected_name(self, word: str, language: str = "en", variant: str = "") -> InflectedName:
        """The name together with the inflected forms that a sentence may ask for."""
        slug = word.rstrip("+")
        entry = self._entry(slug, language) or {}
        of_variant = entry.get(variant, {})
        texts = of_variant if "name" in of_variant else entry
        forms = {form: f"{texts[form]}{word[len(slug) :]}" for form in NAME_FORMS if form in texts}
        return InflectedName(self.name(word, language, variant), forms)

    def translate_line(self, line: str, language: str = "en", variant: str = "") -> str:
        """Translate a line of the notation; a player who types the result means the same move."""
        if language == "en":
            return line
        choices = [self._translate_words(choice.split(), language, variant) for choice in line.split(" or ")]
        return f" {self.name('or', language)} ".join(choices)

    def _translate_words(self, words: list[str], language: str, variant: str) -> str:
        """Translate the words of one move or order.

        The first word is a verb, after “always”, “plan” or “prefer” the second too, if there is such a verb:
        a card may have the same word.
        Names are in the accusative, but after a keyword such as “with” in the nominative."""
        verbs = 2 if words[:1] in (["always"], ["plan"]) or _is_preferred_verb(words, self.verbs) else 1
        entries = [self._entry(word, language) or {} for word in words[:verbs]]
        typed = [
            entry["words"][0] if "words" in entry else self.name(word, language, variant)
            for entry, word in zip(entries, words, strict=False)
        ]
        form = "accusative"
        for word in words[verbs:]:
            name = self.inflected_name(word, language, variant)
            typed.append(name.forms.get(form, name))
            form = "" if "name" not in (self._entry(word.rstrip("+"), language) or {"name": ""}) else form
        return " ".join(typed)

    def effect(self, word: str, language: str = "en", variant: str = "") -> str:
        """What the card does, in one sentence; empty for a card that does nothing."""
        entry = self._entry(word, language) or {}
        return str(entry.get(variant, {}).get("effect") or entry.get("effect", ""))

    def spellings(self, word: str, language: str = "en") -> Set[str]:
        """All that a player may type for this word, normalized."""
        slug = word.rstrip("+")
        sign, known = word[len(slug) :], self._normalized_spellings(slug, language)
        return {spelling + sign for spelling in known} if sign else known

    def printed_spellings(self, slug: str, language: str = "en") -> list[str]:
        """What a player of this language may type for a card, as printed; the English name comes last."""
        found: dict[str, str] = {}
        for text in (*self._list_spellings(slug, language), self.name(slug)):
            found.setdefault(normalize_text(text), text)
        return list(found.values())

    def _normalized_spellings(self, slug: str, language: str) -> frozenset[str]:
        """The normalized spellings. Only words of the game are cached, not whatever else is typed."""
        known = self.spelling_cache.get((slug, language))
        if known is None:
            languages = LANGUAGES if language == ANY_LANGUAGE else ("en", language)
            written = {slug, *(text for one in languages for text in self._list_spellings(slug, one))}
            known = frozenset(normalize_text(text) for text in written)
            if slug in self._entries("en"):
                self.spelling_cache[slug, language] = known
        return known

    def _list_spellings(self, slug: str, language: str) -> Iterator[str]:
        entry = self._entries(language).get(slug, {})
        for texts in (entry, *(part for part in entry.values() if isinstance(part, Mapping))):
            yield from (texts[form] for form in ("name", *NAME_FORMS) if form in texts)
            yield from texts.get("also", ())
            yield from texts.get("words", ())

    def describe_verbs(
        self, language: str = "en", *, without: Container[str] = ()
    ) -> Iterator[tuple[str, list[str], str]]:
        """Each verb with the words for it in this language and what it does, but for some."""
        for verb, entry in self.texts(language)["verbs"].items():
            if verb not in without:
                yield verb, entry["words"], entry["help"]

    def words(self) -> set[str]:
        """Every word of the game that has a name."""
        return set(self._entries("en"))

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The words that a move or an order may begin with."""
        return frozenset(self.texts("en").get("verbs", ()))

    @cached_property
    def names(self) -> frozenset[str]:
        """The words that only name something: neither verbs nor keywords."""
        return frozenset(word for word, entry in self._entries("en").items() if "words" not in entry)

    @cached_property
    def all_spellings(self) -> frozenset[str]:
        """The normalized spellings of all words of the game, in all languages."""
        return frozenset(
            spelling for word in self.words() for spelling in self._normalized_spellings(word, ANY_LANGUAGE)
        )

    def has_spelling(self, text: str) -> bool:
        """Is this text a spelling of any word of the game, in any language?"""
        return normalize_text(text) in self.all_spellings


def _is_preferred_verb(words: list[str], verbs: Container[str]) -> bool:
    """Is this a preference for one kind of question: `prefer discard estate`, not `prefer architect`?"""
    return words[:1] == ["prefer"] and words[1:2] != [] and words[1] in verbs


@cache
def _load_texts(folder: Path, language: str) -> Mapping[str, Any]:
    path = folder / f"{language}.toml"
    if language != "en" and not path.exists():
        return _load_texts(folder, "en")  # a new game may be played before it is translated
    return tomllib.loads(path.read_text("utf-8"))


@cache
def _load_entries(folder: Path, language: str) -> Mapping[str, Mapping[str, Any]]:
    """Load all sections into one mapping; a plain text counts as a name, a list as words.

    A verb and a keyword may share a slug (`coins`): then the spellings of both are accepted.
    """
    entries: dict[str, dict[str, Any]] = {}
    for section in _load_texts(folder, language).values():
        for slug, written in section.items():
            known, entry = entries.get(slug, {}), _expand_entry(written)
            lists = {key: [*known.get(key, ()), *entry.get(key, ())] for key in ("words", "also")}
            entries[slug] = {**entry, **known} | {key: texts for key, texts in lists.items() if texts}
    return entries


def _expand_entry(written: Any) -> Mapping[str, Any]:
    if isinstance(written, str):
        return {"name": written}
    return {"words": written} if isinstance(written, list) else written
