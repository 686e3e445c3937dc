"""Write the report of a round: a headline and a few short paragraphs."""

from collections.abc import Iterable, Iterator, Mapping

from ...core.gazette import GazetteIssue, GazetteReport, NewsItem, NewsWriter
from ...core.sentences import Voice
from .facts import RoundFacts, SeatBuilds, sort_by_number
from .wordings import CROWN, HEADLINES, MASKS, RACE, STORIES, WORKS

HEADLINE_TOPICS = {  # topic of a news item → topic of its headline, where they differ
    "takes_lead": "lead",
    "one_left": "nearly",
    "passes": "crown",
    "announced": "bell",
    "destroyed_free": "destroyed",
    "armory": "destroyed",
    "free": "built",
}


def write_report(issue: GazetteIssue, voice: Voice) -> GazetteReport:
    return ReportWriter(issue, voice).report()


class ReportWriter:
    """Builds the report of one issue in one language."""

    def __init__(self, issue: GazetteIssue, voice: Voice) -> None:
        self.issue = issue
        self.round = RoundFacts(issue)
        self.writer = RoundWriter(issue, voice)
        self.stories = list(self.round.stories())
        self.district_news = list(self.round.district_news())
        self.builds = self.round.list_builds()
        self.race = [] if issue.winners else list(self.round.race())

    def report(self) -> GazetteReport:
        paragraphs = (self._stories(), self._works(), self._race(), self._masks(), self._result())
        printed = (" ".join(sentences) for sentences in paragraphs)
        return GazetteReport(self._headline(), [paragraph for paragraph in printed if paragraph])

    # --- the headline

    def _headline(self) -> str:
        if len(self.issue.winners) > 1:
            return self.writer.write_headline(HEADLINES, NewsItem("shared", {"seats": self.issue.winners}))
        if self.issue.winners:
            return self.writer.write_headline(HEADLINES, NewsItem("won", {"seat": self.issue.winners[0]}))
        best = self.writer.pick_headline(self._candidates()) or NewsItem("quiet", {})
        return self.writer.write_headline(
            HEADLINES, NewsItem(HEADLINE_TOPICS.get(best.topic, best.topic), best.values)
        )

    def _candidates(self) -> list[NewsItem]:
        largest = [self.round.largest(work) for work in self.builds[:1]]
        return [*self.stories, *self.district_news, *largest, *self.race, self.round.crown()]

    # --- the paragraphs

    def _stories(self) -> Iterator[str]:
        yield from self.writer.lines(STORIES, self.stories)
        if not self.stories and not self.district_news:
            yield self.writer.write(STORIES, NewsItem("quiet", {}))

    def _works(self) -> Iterator[str]:
        yield from self._build_sentences(self.builds)
        yield from self.writer.lines(WORKS, self.district_news)
        yield from self.writer.lines(
            WORKS, [NewsItem("completed", seen) for seen in self.round.events_of_kinds("completed")]
        )

    def _build_sentences(self, works: list[SeatBuilds]) -> Iterator[str]:
        if not works:
            yield self.writer.write(WORKS, NewsItem("nothing", {}))
            return
        first, *others = works
        yield self.writer.write(WORKS, self.round.largest(first))
        if others:
            yield self.writer.write(WORKS, NewsItem("others", {"list": self.writer.owners(others)}))
        elif len(self.round.sizes) > 2:
            yield self.writer.write(WORKS, NewsItem("alone", {}))

    def _race(self) -> Iterator[str]:
        """Yield the state of the race and who has the crown; nothing once the game is over."""
        if not self.issue.winners:
            yield from self.writer.lines(RACE, self.race)
            yield self.writer.write(CROWN, self.round.crown())

    def _masks(self) -> Iterator[str]:
        masks = self.round.revealed_characters()
        if shown := self.writer.cast({seat: names for seat, names in masks.items() if names}):
            yield self.writer.write(MASKS, NewsItem("shown", {"list": shown}))
            if unseen := [seat for seat in masks if not masks[seat]]:
                yield self.writer.write(MASKS, NewsItem("unseen", {"seats": unseen}))

    def _result(self) -> Iterator[str]:
        yield from self.issue.verdict
        others = {seat: n for seat, n in self.issue.points.items() if seat not in self.issue.winners}
        if others:
            yield self.writer.write(RACE, NewsItem("behind", {"list": sort_by_number(others)}))


class RoundWriter(NewsWriter):
    """A writer who also lists who played whom and who built what."""

    def cast(self, masks: Mapping[str, list[str]]) -> list[str]:
        """List who played whom, as `Ann (Assassin)`."""
        return [f"{seat} ({self.voice.cards(names)})" for seat, names in masks.items()]

    def owners(self, works: Iterable[SeatBuilds]) -> list[str]:
        """List who built what, as `Temple and Docks (Ann)`."""
        return [f"{self.voice.cards(work.cards)} ({work.seat})" for work in works]
