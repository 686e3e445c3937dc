"""Sentences in the reader's language, without Django.

Every sentence of the rules goes through `Tongue.say` or `Tongue.count`; the English
text is the key. Catalogues are ordinary gettext files in `games/rules/locale`; a
language without one, or a sentence not yet translated, falls back to English.

Languages that inflect may ask more of a place than English does: `{card:accusative}` is
that form of a name, `{gold:zlatnik|zlatnika|zlatnika}` the number with the word in the form
that goes with it, and a Hungarian `a(z)` becomes the article that the next word wants.
`docs/languages.md` tells translators how.
"""

import gettext
import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Any, Self

LANGUAGES = ("en", "hu", "hr")
CATALOGUES = Path(__file__).parent.parent / "locale"


class Name(str):
    """What something is called, with the other forms that sentences may need of it.

    A form by the name of a language is what it is called in a sentence of that language."""

    forms: Mapping[str, str]

    def __new__(cls, text: str, forms: Mapping[str, str]) -> Self:
        name = super().__new__(cls, text)
        name.forms = forms
        return name


class Tongue(Formatter):
    """One language's voice."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.catalogue = gettext.translation("rules", CATALOGUES, [language], fallback=True)
        self.habit = HABITS.get(language, str)

    def say(self, message: str, /, **words: object) -> str:
        """This sentence, with its places filled in."""
        if not message:
            return ""  # gettext answers an empty text with the head of its catalogue
        return self._filled(self.catalogue.gettext(message), words)

    def verbatim(self, message: str) -> str:
        """This sentence if it is one of ours, with no place in it; anything else stays as it is."""
        return self.catalogue.gettext(message) if message else ""

    def count(self, one: str, many: str, n: int, /, **words: object) -> str:
        """This sentence in the form that goes with the number; `{n}` is the number."""
        return self._filled(self.catalogue.ngettext(one, many, n), {"n": n, **words})

    def _filled(self, text: str, words: Mapping[str, object]) -> str:
        return self.habit(self.vformat(text, (), words))

    def format_field(self, value: Any, format_spec: str) -> str:
        """A place in a sentence: as it is, in a form of its own, or with what is counted."""
        if "|" in format_spec:
            return f"{value} {self._counted(int(value), format_spec.split('|'))}"
        return str(getattr(value, "forms", {}).get(format_spec or self.language, value))

    def _counted(self, n: int, forms: list[str]) -> str:
        plural: Callable[[int], int] = getattr(self.catalogue, "plural", lambda n: int(n != 1))
        return forms[min(plural(n), len(forms) - 1)]


# --- Hungarian: the article hangs on the sound that follows

_OPEN_ARTICLE = re.compile(r"\b([Aa])\(z\)(?=\W*(\w+))")


def articles(text: str) -> str:
    """`a(z) Erőd` becomes `az Erőd`, `a(z) Piac` becomes `a Piac`."""
    return _OPEN_ARTICLE.sub(lambda found: found[1] + ("z" if _begins_with_vowel(found[2]) else ""), text)


def _begins_with_vowel(word: str) -> bool:
    if word[0].isdigit():  # öt, ötven, ötszáz; egy, ezer, egymillió, but tíz and száz
        return word[0] == "5" or (word[0] == "1" and len(word) % 3 == 1)
    return unicodedata.normalize("NFD", word)[0].lower() in "aeiou"


HABITS: Mapping[str, Callable[[str], str]] = {"hu": articles}


@lru_cache
def tongue(language: str) -> Tongue:
    """The voice of a language; one we do not speak gets English."""
    return Tongue(language if language in LANGUAGES else "en")


ENGLISH = tongue("en")


def mark(message: str) -> str:
    """Mark a sentence for translation that is said elsewhere."""
    return message


def mark_both(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence for one and for many, which is counted elsewhere."""
    return one, many
