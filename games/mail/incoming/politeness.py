"""The greetings and thanks that people write around their commands."""

import re
from collections.abc import Iterable, Iterator

from games.mail.parsing.reply import MAX_LINE_LENGTH
from games.mail.parsing.vocabulary import get_words
from games.rules.core.errors import make_printable
from games.rules.core.lexicon import normalize_text

MAX_POLITE_WORDS = 4  # more words than this are not just a greeting or thanks


def strip_pleasantries(lines: Iterable[str]) -> Iterator[str]:
    """Drop a greeting at the top, and thanks and a name at the bottom; yield the other lines."""
    greetings = get_words("politeness", "greetings")
    has_begun = False
    for text in lines:
        words = normalize_text(text).split()
        if not words:
            continue
        if not has_begun and words[0] in greetings and _is_bare_greeting(text):
            continue
        if has_begun and is_farewell(text):
            return
        has_begun = True
        yield make_printable(text, MAX_LINE_LENGTH)


def is_farewell(text: str) -> bool:
    """Is this only thanks or a goodbye, with a few words behind it: “Thanks, Ann”, “Talk soon!”?"""
    words, farewells = normalize_text(text).split(), get_words("politeness", "farewells")
    return any(
        "".join(words[:count]) in farewells and len(words) - count < MAX_POLITE_WORDS
        for count in range(1, MAX_POLITE_WORDS + 1)
    )


def is_polite(text: str) -> bool:
    """Are there no words in this text but polite ones, or none at all: “please”?"""
    return all(word in get_words("sentences", "around") for word in normalize_text(text).split())


def _is_bare_greeting(text: str) -> bool:
    """Is this only a greeting, and nothing after it: “Hi Ann,” but neither “Hi, end” nor “Good. Gold.”?"""
    greeting, *rest = re.split(r"[,.!;:]", text, maxsplit=1)
    return len(greeting.split()) <= MAX_POLITE_WORDS and not any(part.strip(" .!") for part in rest)
