"""The report of a round, printed: a headline and a few short paragraphs.

Which of several wordings is taken hangs on the game and goes round by round, so all readers read the same
and no two rounds in a row are told alike. Nothing of the chance of the game goes into it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Any

from ...core.gazette import Issue, Report
from ..phrases import Voice
from .facts import News, Round, Work, in_order
from .wordings import CROWN, HEADLINES, MASKS, RACE, STORIES, WORKS, Wordings

AS_THEY_ARE = ("kind", "seat", "rival")  # a handle may look like a card
HEADLINE = {  # what a headline calls it, where that is another word
    "takes_lead": "lead",
    "one_left": "nearly",
    "passes": "crown",
    "announced": "bell",
    "destroyed_free": "destroyed",
    "armory": "destroyed",
    "free": "built",
}
CHANCE = 14  # points of weight that are left to chance, so that it is not always the same that matters


def report(issue: Issue, voice: Voice) -> Report:
    return Press(issue, voice).report()


class Press:
    """One issue in one language."""

    def __init__(self, issue: Issue, voice: Voice) -> None:
        self.issue = issue
        self.round = Round(issue)
        self.pen = Pen(issue, voice)
        self.stories = list(self.round.stories())
        self.blows = list(self.round.blows())
        self.works = self.round.works()
        self.race = [] if issue.winners else list(self.round.race())

    def report(self) -> Report:
        paragraphs = (self._stories(), self._works(), self._race(), self._masks(), self._result())
        printed = (" ".join(sentences) for sentences in paragraphs)
        return Report(self._headline(), [paragraph for paragraph in printed if paragraph])

    # --- what stands above it

    def _headline(self) -> str:
        if len(self.issue.winners) > 1:
            return self.pen.write(HEADLINES, News("shared", {"seats": self.issue.winners}))
        if self.issue.winners:
            return self.pen.write(HEADLINES, News("won", {"seat": self.issue.winners[0]}))
        best = max(self._candidates(), key=self._weight, default=News("quiet", {}))
        return self.pen.write(HEADLINES, News(HEADLINE.get(best.topic, best.topic), best.words))

    def _candidates(self) -> list[News]:
        largest = [self.round.largest(work) for work in self.works[:1]]
        news = [*self.stories, *self.blows, *largest, *self.race, self.round.crown()]
        return [one for one in news if one.weight]

    def _weight(self, news: News) -> int:
        return news.weight + self.pen.lot(f"headline {self.issue.number} {news.topic}", CHANCE)

    # --- the paragraphs

    def _stories(self) -> Iterator[str]:
        yield from self.pen.lines(STORIES, self.stories)
        if not self.stories and not self.blows:
            yield self.pen.write(STORIES, News("quiet", {}))

    def _works(self) -> Iterator[str]:
        yield from self._built(self.works)
        yield from self.pen.lines(WORKS, self.blows)
        yield from self.pen.lines(WORKS, [News("completed", seen) for seen in self.round.of("completed")])

    def _built(self, works: list[Work]) -> Iterator[str]:
        if not works:
            yield self.pen.write(WORKS, News("nothing", {}))
            return
        first, *others = works
        yield self.pen.write(WORKS, self.round.largest(first))
        if others:
            yield self.pen.write(WORKS, News("others", {"list": self.pen.owners(others)}))
        elif len(self.round.sizes) > 2:
            yield self.pen.write(WORKS, News("alone", {}))

    def _race(self) -> Iterator[str]:
        """How it stands, and who begins next; after the end neither matters."""
        if not self.issue.winners:
            yield from self.pen.lines(RACE, self.race)
            yield self.pen.write(CROWN, self.round.crown())

    def _masks(self) -> Iterator[str]:
        masks = self.round.masks()
        if shown := self.pen.cast({seat: names for seat, names in masks.items() if names}):
            yield self.pen.write(MASKS, News("shown", {"list": shown}))
            if unseen := [seat for seat in masks if not masks[seat]]:
                yield self.pen.write(MASKS, News("unseen", {"seats": unseen}))

    def _result(self) -> Iterator[str]:
        yield from self.issue.verdict
        others = {seat: n for seat, n in self.issue.points.items() if seat not in self.issue.winners}
        if others:
            yield self.pen.write(RACE, News("behind", {"list": in_order(others)}))


class Pen:
    """Writes news in a language, each time by another wording."""

    def __init__(self, issue: Issue, voice: Voice) -> None:
        self.key, self.number, self.voice = issue.key, issue.number, voice
        self.said: Counter[str] = Counter()

    def lot(self, what: str, n: int) -> int:
        """A number below n that is the same for all readers of this game."""
        digest = blake2b(f"{self.key} {what}".encode(), digest_size=4).digest()
        return int.from_bytes(digest) % n

    def write(self, wordings: Wordings, news: News) -> str:
        ways = wordings[news.topic]
        way = ways[(self.lot(news.topic, len(ways)) + self.number + self.said[news.topic]) % len(ways)]
        self.said[news.topic] += wordings is not HEADLINES
        return self.voice.speak.say(way, **self._shown(news.words))

    def lines(self, wordings: Wordings, news: Iterable[News]) -> Iterator[str]:
        return (self.write(wordings, one) for one in news)

    # --- words

    def _shown(self, words: Mapping[str, Any]) -> dict[str, Any]:
        return {key: self._word(key, value) for key, value in words.items()}

    def _word(self, key: str, value: Any) -> Any:
        if key in AS_THEY_ARE:
            return value
        if key == "seats":
            return self.voice.listed(value)
        if key == "list":
            return ", ".join(part if isinstance(part, str) else f"{part[0]} {part[1]}" for part in value)
        if isinstance(value, str):
            return self.voice.name(value)
        return self._names(value) if isinstance(value, list) else value

    def _names(self, slugs: Iterable[str]) -> str:
        """Without the letters and numbers that a player needs: this is for reading."""
        names: list[str] = [self.voice.name(slug) for slug in slugs]
        return self.voice.listed(names)

    def cast(self, masks: Mapping[str, list[str]]) -> list[str]:
        """`Ann (Assassin)`"""
        return [f"{seat} ({self._names(names)})" for seat, names in masks.items()]

    def owners(self, works: Iterable[Work]) -> list[str]:
        """`Temple and Docks (Ann)`"""
        return [f"{self._names(work.cards)} ({work.seat})" for work in works]
