"""Sentences in the reader's language, without Django.

Every sentence of the rules goes through `Tongue.say` or `Tongue.count`; the English
text is the key. Catalogues will be ordinary gettext files in `games/rules/locale`; a
language without one, or a sentence not yet translated, falls back to English.
"""

import gettext
from functools import lru_cache
from pathlib import Path

LANGUAGES = ("en", "hu", "hr")
CATALOGUES = Path(__file__).parent.parent / "locale"


class Tongue:
    """One language's voice."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.catalogue = gettext.translation("rules", CATALOGUES, [language], fallback=True)

    def say(self, message: str, /, **words: object) -> str:
        """This sentence, with its places filled in."""
        if not message:
            return ""  # gettext answers an empty text with the head of its catalogue
        return self.catalogue.gettext(message).format(**words)

    def count(self, one: str, many: str, n: int, /, **words: object) -> str:
        """This sentence in the form that goes with the number; `{n}` is the number."""
        return self.catalogue.ngettext(one, many, n).format(n=n, **words)


@lru_cache
def tongue(language: str) -> Tongue:
    """The voice of a language; one we do not speak gets English."""
    return Tongue(language if language in LANGUAGES else "en")


ENGLISH = tongue("en")


def mark(message: str) -> str:
    """Mark a sentence for translation that is said elsewhere."""
    return message
