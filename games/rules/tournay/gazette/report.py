"""Write the report of a part of the game: a headline and a few short paragraphs."""

from collections.abc import Iterator, Sequence

from ...core.gazette import GazetteIssue, GazetteReport, NewsItem, NewsWriter
from ...core.sentences import Voice
from .facts import TownFacts
from .wordings import HEADLINES, OUTLOOK, RESULTS, STORIES, WORKS

LANDMARKS = ("first_prestige", "prestige")


class TownReport:
    """Builds the report of one issue in one language."""

    def __init__(self, issue: GazetteIssue, voice: Voice) -> None:
        self.issue, self.voice = issue, voice
        self.writer = NewsWriter(issue, voice)
        self.facts = TownFacts(issue)
        self.stories = list(self.facts.stories())
        self.works = self.facts.works()
        self.outlook = [] if issue.winners else list(self.facts.outlook())

    def report(self) -> GazetteReport:
        paragraphs = (self._stories(), self._works(), self._outlook(), self._result())
        printed = (" ".join(sentences) for sentences in paragraphs)
        return GazetteReport(self._headline(), [paragraph for paragraph in printed if paragraph])

    def _headline(self) -> str:
        return self.writer.write_headline(HEADLINES, self._pick_headline() or NewsItem("quiet", {}))

    def _pick_headline(self) -> NewsItem | None:
        winners = self.issue.winners
        if len(winners) > 1:
            return NewsItem("shared", {"seats": winners})
        if winners:
            return NewsItem("won", {"seat": winners[0]})
        return self.writer.pick_headline([*self.stories, *self.works, *self.outlook])

    # --- the paragraphs

    def _stories(self) -> Iterator[str]:
        if self.stories:
            yield from self.writer.lines(STORIES, self.stories)
        else:
            yield self.writer.write(STORIES, NewsItem("quiet", {}))

    def _works(self) -> Iterator[str]:
        """Yield every prestige building, or else the best work, then the rest in one sentence."""
        if not self.works:
            yield self.writer.write(WORKS, NewsItem("nothing", {}))
            return
        told = [news for news in self.works if news.topic in LANDMARKS] or self.works[:1]
        yield from self.writer.lines(WORKS, told)
        if rest := self.works[len(told) :]:
            yield self.writer.write(WORKS, NewsItem("others", {"list": self._list_works(rest)}))

    def _list_works(self, works: Sequence[NewsItem]) -> list[str]:
        """List what was built by whom, as `Market (Ann)`."""
        return [f"{self.voice.name(news.values['card'])} ({news.values['seat']})" for news in works]

    def _outlook(self) -> Iterator[str]:
        yield from self.writer.lines(OUTLOOK, self.outlook)

    def _result(self) -> Iterator[str]:
        if not self.issue.winners:
            return
        yield self.writer.write(RESULTS, self.facts.ending())
        yield from self.issue.verdict
        others = {seat: n for seat, n in self.issue.points.items() if seat not in self.issue.winners}
        if others:
            ranked = sorted(others.items(), key=lambda item: -item[1])
            yield self.writer.write(RESULTS, NewsItem("behind", {"list": ranked}))
