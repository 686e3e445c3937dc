"""The greetings and thanks that people write around their commands."""

from collections.abc import Iterable, Iterator

from games.mail.incoming.vocabulary import get_words
from games.mail.parsing.reply import MAX_LINE_LENGTH
from games.rules.core.errors import make_printable
from games.rules.core.lexicon import normalize_text

MAX_POLITE_WORDS = 4  # more words than this are not just a greeting or thanks


def strip_pleasantries(lines: Iterable[str]) -> Iterator[str]:
    """Drop a greeting at the top, and thanks and a name at the bottom; yield the other lines."""
    greetings, farewells = get_words("politeness", "greetings"), get_words("politeness", "farewells")
    has_begun = False
    for text in lines:
        words = normalize_text(text).split()
        if not words:
            continue
        if not has_begun and words[0] in greetings and _is_bare_greeting(text):
            continue
        if has_begun and words[0] in farewells and len(words) <= MAX_POLITE_WORDS:
            return
        has_begun = True
        yield make_printable(text, MAX_LINE_LENGTH)


def _is_bare_greeting(text: str) -> bool:
    """Is this only a greeting, with nothing after its comma: “Hi Ann,” but not “Hi, build market”?"""
    greeting, _comma, rest = text.partition(",")
    return len(greeting.split()) <= MAX_POLITE_WORDS and not rest.strip()
