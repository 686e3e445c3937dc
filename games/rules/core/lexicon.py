"""What the words of the notation are called in each language.

A ruleset keeps a TOML file for each language. Every entry has a `name` or, for a
verb, the `words` a player may type; `also` holds further spellings. An entry may
have a sub-table for a variant of the game ("classic") where a name differs. A name in
a language that inflects has the other forms that sentences ask for beside it. What is not
yet translated has its English name.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from .speech import LANGUAGES, Name

_APOSTROPHES = re.compile("['’‘ʼ`´]")
_BETWEEN_WORDS = re.compile(r"[^\w+]|_")  # letters of all scripts stay: what we cannot read is not left out
FORMS = ("accusative",)  # that a name may have beside the one of the dictionary
ANY = "any"  # a language for reading only: whatever the writer speaks
_ODD_LETTERS = str.maketrans({"đ": "d", "ł": "l", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe"})


def plain(text: str) -> str:
    """The text without case, accents and punctuation: how two spellings are compared."""
    bare = unicodedata.normalize("NFKD", _APOSTROPHES.sub("", text)).casefold().translate(_ODD_LETTERS)
    bare = "".join(letter for letter in bare if not unicodedata.combining(letter))
    return " ".join(_BETWEEN_WORDS.sub(" ", bare).split())


# Where a mark makes another letter, it stands behind the plain one: Croatian c č ć. Hungarian á is no
# other letter than a, and ö and ő are one.
_MARKS = {"hr": {"\u030c": "1", "\u0301": "2"}, "hu": {"\u0301": "", "\u030b": "\u0308"}}


def alphabetical(text: str, language: str) -> tuple[list[tuple[str, str]], str]:
    """A key by which names stand as in a dictionary of the language."""
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
        self.spelt: dict[tuple[str, str], frozenset[str]] = {}

    def texts(self, language: str) -> Mapping[str, Any]:
        """Everything written in one language, section by section."""
        return _texts(self.folder, language if language in LANGUAGES else "en")

    def _entries(self, language: str) -> Mapping[str, Mapping[str, Any]]:
        return _entries(self.folder, language if language in LANGUAGES else "en")

    def _entry(self, slug: str, language: str) -> Mapping[str, Any] | None:
        return self._entries(language).get(slug) or self._entries("en").get(slug)

    def name(self, word: str, language: str = "en", variant: str = "") -> str:
        """What a reader calls this word; a word without an entry is its own name."""
        slug = word.rstrip("+")
        entry = self._entry(slug, language)
        if entry is None:
            return word
        name = entry.get(variant, {}).get("name") or entry.get("name") or entry.get("words", [word])[0]
        return f"{name}{word[len(slug) :]}"

    def named(self, word: str, language: str = "en", variant: str = "") -> Name:
        """The name for a sentence, with the forms that a sentence may ask for."""
        slug = word.rstrip("+")
        entry = self._entry(slug, language) or {}
        of_variant = entry.get(variant, {})
        texts = of_variant if "name" in of_variant else entry
        forms = {form: f"{texts[form]}{word[len(slug) :]}" for form in FORMS if form in texts}
        return Name(self.name(word, language, variant), forms)

    def line(self, line: str, language: str = "en", variant: str = "") -> str:
        """A line of the notation in the words of a language; it is read as the same move."""
        if language == "en":
            return line
        choices = [self._written_out(choice.split(), language, variant) for choice in line.split(" or ")]
        return f" {self.name('or', language)} ".join(choices)

    def _written_out(self, words: list[str], language: str, variant: str) -> str:
        """The first word is a verb, the next too after “always” or “plan”; a card may be called like one.

        What is done with a card is done to it; after a word such as “with” it is named as it is."""
        verbs = 2 if words[:1] in (["always"], ["plan"]) else 1
        entries = [self._entry(word, language) or {} for word in words[:verbs]]
        typed = [
            entry["words"][0] if "words" in entry else self.name(word, language, variant)
            for entry, word in zip(entries, words, strict=False)
        ]
        form = "accusative"
        for word in words[verbs:]:
            name = self.named(word, language, variant)
            typed.append(name.forms.get(form, name))
            form = "" if "name" not in (self._entry(word.rstrip("+"), language) or {"name": ""}) else form
        return " ".join(typed)

    def effect(self, word: str, language: str = "en", variant: str = "") -> str:
        """What the card does, in one sentence; empty for a card that does nothing."""
        entry = self._entry(word, language) or {}
        return str(entry.get(variant, {}).get("effect") or entry.get("effect", ""))

    def spellings(self, word: str, language: str = "en") -> set[str]:
        """All that a player may write for this word, made plain."""
        slug = word.rstrip("+")
        sign = word[len(slug) :]
        return {spelling + sign for spelling in self._plain(slug, language)}

    def typed(self, slug: str, language: str = "en") -> list[str]:
        """What a player of this language may write for a card, as it is printed; its English name last."""
        found: dict[str, str] = {}
        for text in (*self._written(slug, language), self.name(slug)):
            found.setdefault(plain(text), text)
        return list(found.values())

    def _plain(self, slug: str, language: str) -> frozenset[str]:
        """Worked out once for a word of the game; anybody's other words are not kept."""
        known = self.spelt.get((slug, language))
        if known is None:
            languages = LANGUAGES if language == ANY else ("en", language)
            written = {slug, *(text for one in languages for text in self._written(slug, one))}
            known = frozenset(plain(text) for text in written)
            if slug in self._entries("en"):
                self.spelt[slug, language] = known
        return known

    def _written(self, slug: str, language: str) -> Iterator[str]:
        entry = self._entries(language).get(slug, {})
        for texts in (entry, *(part for part in entry.values() if isinstance(part, Mapping))):
            yield from (texts[form] for form in ("name", *FORMS) if form in texts)
            yield from texts.get("also", ())
            yield from texts.get("words", ())

    def words(self) -> set[str]:
        """Every word of the game that has a name."""
        return set(self._entries("en"))

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The words that a move or an order begins with."""
        return frozenset(self.texts("en").get("verbs", ()))

    @cached_property
    def names(self) -> frozenset[str]:
        """The words that are nothing but names: no verb, and none that stands between other words."""
        return frozenset(word for word, entry in self._entries("en").items() if "words" not in entry)

    @cached_property
    def spoken(self) -> frozenset[str]:
        """All that a player of any language may write for any word of the game, made plain."""
        return frozenset(spelling for word in self.words() for spelling in self._plain(word, ANY))

    def takes(self, text: str) -> bool:
        """Could a player of any language mean a word of the game by this?"""
        return plain(text) in self.spoken


@cache
def _texts(folder: Path, language: str) -> Mapping[str, Any]:
    path = folder / f"{language}.toml"
    if language != "en" and not path.exists():
        return _texts(folder, "en")  # a new game may be played before it is translated
    return tomllib.loads(path.read_text("utf-8"))


@cache
def _entries(folder: Path, language: str) -> Mapping[str, Mapping[str, Any]]:
    """All sections in one mapping; plain texts and lists count as name and words.

    A verb and a keyword may share a word (`gold`): then the spellings of both are good.
    """
    entries: dict[str, dict[str, Any]] = {}
    for section in _texts(folder, language).values():
        for slug, written in section.items():
            known, entry = entries.get(slug, {}), _whole(written)
            lists = {key: [*known.get(key, ()), *entry.get(key, ())] for key in ("words", "also")}
            entries[slug] = {**entry, **known} | {key: texts for key, texts in lists.items() if texts}
    return entries


def _whole(written: Any) -> Mapping[str, Any]:
    if isinstance(written, str):
        return {"name": written}
    return {"words": written} if isinstance(written, list) else written
