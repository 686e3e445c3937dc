"""Events as sentences, by table.

Each kind of event has a list of sentences. The first one whose reader matches and whose required words are
all present is used. Secrets cannot leak here: a sentence is made only from what `Event.seen_by` lets through.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any

from .lexicon import Lexicon
from .reader import NO_BREAK_SPACE
from .translation import InflectedName, get_translator, mark

YOU, THEM, ANY = "you", "them", "any"  # the reader acts, is acted upon, or is anybody

# reader, required words (besides the seats), and the sentence; a pair is singular and plural, of {n}
SentenceRule = tuple[str, str, str | tuple[str, str]]
SentenceRules = Mapping[str, Sequence[SentenceRule]]  # kind of event → its sentences

COMMON_SENTENCES: dict[str, list[SentenceRule]] = {  # of events that the core tells
    "order_fired": [(YOU, "", mark("Your order “{line}” has answered."))],
    "plan_stopped": [
        (YOU, "reason", mark("Your plan stops at “{line}”: {reason}")),
        (YOU, "", mark("Your plan stops at “{line}”.")),
    ],
}
VERBATIM_FIELDS = frozenset(
    {"kind", "seat", "rival", "victim", "line", "reason"}
)  # a handle may look like a card


class Voice:
    """How names, lists and effects are worded in one language and one variant of a game."""

    def __init__(self, lexicon: Lexicon, language: str, variant: str = "") -> None:
        self.lexicon = lexicon
        self.variant = variant
        self.speak = get_translator(language)

    def name(self, word: str) -> InflectedName:
        return self.lexicon.inflected_name(word, self.speak.language, self.variant)

    def line(self, line: str) -> str:
        """A line of notation in this language."""
        return self.lexicon.translate_line(line, self.speak.language, self.variant)

    def effect(self, word: str) -> str:
        """The effect of a card; empty if it has none."""
        return self.lexicon.effect(word.rstrip("+"), self.speak.language, self.variant)

    def format_value(self, value: Any) -> Any:
        """Format a value of an event for a sentence. A number stays a number, for plural forms."""
        if isinstance(value, list):
            return self.cards(value)
        return self.name(value) if isinstance(value, str) else value

    def cards(self, slugs: Iterable[str]) -> str:
        """The names of these cards in their order; equal ones that follow each other are counted."""
        return self.join_names([self._count_name(slug, len(list(equal))) for slug, equal in groupby(slugs)])

    def _count_name(self, slug: str, count: int) -> InflectedName:
        name = self.name(slug)
        if count == 1:
            return name
        sign = f"{count}{NO_BREAK_SPACE}×{NO_BREAK_SPACE}"
        return InflectedName(f"{sign}{name}", {form: f"{sign}{text}" for form, text in name.forms.items()})

    def join_names(self, names: Sequence[str]) -> str:
        """Join names as `A, B and C`. A single name stays as it is, with its inflected forms."""
        return self.speak.join_words(names)


class SentenceTable:
    """The sentences of a game. `derive` may add words to an event that decide which sentence fits.

    `counted` names the field that the pairs of a kind of event count, where that is not `count`."""

    def __init__(
        self,
        sentences: SentenceRules,
        derive: Callable[[Mapping[str, Any]], Mapping[str, Any]] = dict,
        counted: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.sentences: SentenceRules = {**COMMON_SENTENCES, **sentences}
        self.derive = derive
        self.counted = counted

    def describe(self, seen: Mapping[str, Any], seat: str | None, voice: Voice) -> str:
        """Describe the event in a sentence for this reader; empty if the reader may not know of it."""
        if not seen:
            return ""
        context, reader = self.derive(seen), find_reader(seen, seat)
        for who, needs, text in self.sentences.get(context["kind"], ()):
            if who in (reader, ANY) and all(context.get(need) for need in needs.split()):
                return self._render(text, context, voice)
        return ""

    def _render(self, text: str | tuple[str, str], words: Mapping[str, Any], voice: Voice) -> str:
        shown = _format_words(words, voice)
        if isinstance(text, str):
            return voice.speak.say(text, **shown)
        return voice.speak.count(*text, words[self.counted.get(words["kind"], "count")], **shown)


def format_turn_heading(seen: Mapping[str, Any], seat: str | None, voice: Voice) -> str:
    """Whose turn this event begins, in a game that tells `turn_begun`; else empty."""
    if seen.get("kind") != "turn_begun":
        return ""
    return voice.speak.say("You") if seen["seat"] == seat else str(seen["seat"])


def find_reader(seen: Mapping[str, Any], seat: str | None) -> str:
    """Does this seat act in the event, is it acted upon, or neither?"""
    if not seat:
        return ANY
    return YOU if seen.get("seat") == seat else THEM if seen.get("rival") == seat else ANY


def _format_words(words: Mapping[str, Any], voice: Voice) -> dict[str, Any]:
    """Format the words of an event for its sentence."""
    shown = {key: voice.format_value(value) for key, value in words.items() if key not in VERBATIM_FIELDS}
    shown |= {key: _pick_language(words[key], voice) for key in VERBATIM_FIELDS if key in words}
    return shown | {"line": voice.line(words.get("line", ""))}


def _pick_language(word: str | Mapping[str, str], voice: Voice) -> str:
    """Pick the reader's language from a text stored in every language."""
    return word if isinstance(word, str) else word[voice.speak.language]
