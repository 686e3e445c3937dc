"""Translation of the sentences of the rules, without Django.

Every sentence of the rules goes through `Translator.say` or `Translator.count`; the English
text is the key. Catalogues are ordinary gettext files in `games/rules/locale`; a
language without one, or a sentence not yet translated, falls back to English.

Placeholders can do more than in English, for languages that inflect: `{card:accusative}` is
that form of a name, `{coins:zlatnik|zlatnika|zlatnika}` is the number with the plural form of the
word, and a Hungarian `a(z)` becomes the article that fits the next word.
`docs/languages.md` explains this to translators.
"""

import gettext
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple, Self

LANGUAGES = ("en", "hu", "hr")
CATALOGUES = Path(__file__).parent.parent / "locale"


class InflectedName(str):
    """A name, with the other forms that sentences may need.

    A form whose key is a language code is used in sentences of that language."""

    forms: Mapping[str, str]

    def __new__(cls, text: str, forms: Mapping[str, str]) -> Self:
        name = super().__new__(cls, text)
        name.forms = forms
        return name


class SentencePiece(NamedTuple):
    """A piece of a sentence: text, then the word to fill in after it, if there is one."""

    text: str
    word: str | None
    form: str


@lru_cache(maxsize=4096)  # every sentence in every language; they are filled in far more often than read
def _find_placeholders(sentence: str) -> tuple[SentencePiece, ...]:
    pieces = Formatter().parse(sentence)
    return tuple(SentencePiece(text, word, form or "") for text, word, form, _conversion in pieces)


class Translator:
    """Translates sentences into one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.catalogue = gettext.translation("rules", CATALOGUES, [language], fallback=True)
        self.postprocess = POSTPROCESSORS.get(language, str)

    def say(self, message: str, /, **context: object) -> str:
        """Translate a sentence and fill in its placeholders."""
        if not message:
            return ""  # gettext returns the header of the catalogue for an empty text
        return self._fill_placeholders(self.catalogue.gettext(message), context)

    def verbatim(self, message: str) -> str:
        """Translate a sentence without filling in placeholders; a text not in the catalogue is unchanged."""
        return self.catalogue.gettext(message) if message else ""

    def count(self, one: str, many: str, n: int, /, **context: object) -> str:
        """Translate a sentence in the plural form for `n`, which fills the placeholder `{n}`."""
        return self._fill_placeholders(self.catalogue.ngettext(one, many, n), {"n": n, **context})

    def join_words(self, words: Sequence[str]) -> str:
        """Join words as `A, B and C`. A single one stays as it is, with its inflected forms."""
        if len(words) < 2:
            return words[0] if words else ""
        return self.say("{most} and {last}", most=", ".join(words[:-1]), last=words[-1])

    def _fill_placeholders(self, sentence: str, words: Mapping[str, object]) -> str:
        filled = [
            text if word is None else text + self.format_word(words[word], form)
            for text, word, form in _find_placeholders(sentence)
        ]
        return self.postprocess("".join(filled))

    def format_word(self, value: Any, form: str) -> str:
        """Format a placeholder: the value itself, one of its forms, or a number with the plural of a word."""
        if "|" in form:
            return f"{value} {self._plural_form(int(value), form.split('|'))}"
        return str(getattr(value, "forms", {}).get(form or self.language, value))

    def _plural_form(self, n: int, forms: list[str]) -> str:
        plural: Callable[[int], int] = getattr(self.catalogue, "plural", lambda n: int(n != 1))
        return forms[min(plural(n), len(forms) - 1)]


# --- Hungarian: the article depends on the sound that follows

_OPEN_ARTICLE = re.compile(r"\b([Aa])\(z\)(?=\W*(\w+))")


def resolve_articles(text: str) -> str:
    """`a(z) Erőd` becomes `az Erőd`, `a(z) Piac` becomes `a Piac`."""
    return _OPEN_ARTICLE.sub(lambda found: found[1] + ("z" if _begins_with_vowel(found[2]) else ""), text)


def _begins_with_vowel(word: str) -> bool:
    if word[0].isdigit():  # öt, ötven, ötszáz; egy, ezer, egymillió, but tíz and száz
        return word[0] == "5" or (word[0] == "1" and len(word) % 3 == 1)
    return unicodedata.normalize("NFD", word)[0].lower() in "aeiou"


POSTPROCESSORS: Mapping[str, Callable[[str], str]] = {"hu": resolve_articles}


@lru_cache
def get_translator(language: str) -> Translator:
    """The translator for a language; English for one that is not supported."""
    return Translator(language if language in LANGUAGES else "en")


ENGLISH = get_translator("en")


def mark(message: str) -> str:
    """Mark a sentence for the catalogue; it is translated where it is used."""
    return message


def mark_both(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence with its plural for the catalogue; it is translated where it is used."""
    return one, many
