"""The gazette, a newspaper about a game: the facts of an issue, wording by lot, and the printed report."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from .sentences import Voice

Wordings = dict[str, list[str]]  # what happened → ways to say it
RANDOM_WEIGHT = 14  # random points, less than this, are added to a weight so that headlines vary
UNTRANSLATED_KEYS = ("kind", "seat", "rival")  # shown unchanged: a handle may look like the name of a card


class GazetteIssue(msgspec.Struct, frozen=True):
    """A finished part of a game, such as a round, with what a spectator could see of it."""

    key: str  # of the game: it selects the wordings, so that all readers get the same text
    number: int  # of the part, from 1
    title: str
    events: list[dict[str, Any]]  # its events, as a spectator saw them
    before: dict[str, Any]  # a spectator's view when it began; empty in a game without parts
    after: dict[str, Any]  # a spectator's view when it ended
    points: dict[str, int] = {}  # the final score, if the game ended with it
    winners: list[str] = []
    verdict: list[str] = []  # who won and why, in the reader's language


class GazetteReport(msgspec.Struct, frozen=True):
    """A headline and a few short paragraphs."""

    headline: str
    paragraphs: list[str]


class NewsItem(NamedTuple):
    """A news item: its topic, the values for its sentence, and its weight as a headline (0 means never)."""

    topic: str
    values: Mapping[str, Any]
    weight: int = 0


class NewsWriter:
    """Turns news items into sentences of one language, each time with another wording.

    The choice among several wordings depends only on the game and the issue, so all readers read the same
    text and consecutive issues differ. The random numbers of the game itself are not used."""

    def __init__(self, issue: GazetteIssue, voice: Voice) -> None:
        self.key, self.number, self.voice = issue.key, issue.number, voice
        self.use_counts: Counter[str] = Counter()

    def pick_number(self, what: str, n: int) -> int:
        """Return a number below n that is the same for all readers of this game."""
        digest = blake2b(f"{self.key} {what}".encode(), digest_size=4).digest()
        return int.from_bytes(digest) % n

    def pick_headline(self, news: Iterable[NewsItem]) -> NewsItem | None:
        """The item with the greatest weight, with a few points by lot; None if no item has any weight."""

        def weigh(one: NewsItem) -> int:
            return one.weight + self.pick_number(f"headline {self.number} {one.topic}", RANDOM_WEIGHT)

        return max((one for one in news if one.weight), key=weigh, default=None)

    def write(self, wordings: Wordings, news: NewsItem) -> str:
        """Write one sentence; the next one about the same topic is worded differently."""
        text = self.write_headline(wordings, news)
        self.use_counts[news.topic] += 1
        return text

    def write_headline(self, wordings: Wordings, news: NewsItem) -> str:
        """Write a headline; it leaves the wordings of the sentences below as they are."""
        ways = wordings[news.topic]
        lot = self.pick_number(news.topic, len(ways)) + self.number + self.use_counts[news.topic]
        return self.voice.speak.say(ways[lot % len(ways)], **self._format_values(news.values))

    def lines(self, wordings: Wordings, news: Iterable[NewsItem]) -> Iterator[str]:
        return (self.write(wordings, one) for one in news)

    # --- words

    def _format_values(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return {key: self._word(key, value) for key, value in values.items()}

    def _word(self, key: str, value: Any) -> Any:
        if key in UNTRANSLATED_KEYS:
            return value
        if key == "seats":
            return self.voice.join_names(value)
        if key == "list":
            return ", ".join(part if isinstance(part, str) else f"{part[0]} {part[1]}" for part in value)
        if isinstance(value, str):
            return self.voice.name(value)
        return self.voice.cards(value) if isinstance(value, list) else value
