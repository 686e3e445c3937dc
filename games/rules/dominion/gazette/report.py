"""Write the report of a part of the game: a headline and a few short paragraphs."""

from collections.abc import Iterator, Sequence

from ...core.gazette import GazetteIssue, GazetteReport, NewsItem, NewsWriter
from ...core.sentences import Voice
from .facts import RealmFacts, TurnNews
from .wordings import HEADLINES, MARKET, PURCHASES, RESULTS, STORIES


class RealmReport:
    """Builds the report of one issue in one language."""

    def __init__(self, issue: GazetteIssue, voice: Voice) -> None:
        self.issue, self.voice = issue, voice
        self.writer = NewsWriter(issue, voice)
        self.facts = RealmFacts(issue)
        self.stories = list(self.facts.stories())
        self.purchases = self.facts.purchases()
        self.market = [] if issue.winners else list(self.facts.market())

    def report(self) -> GazetteReport:
        paragraphs = (self._stories(), self._purchases(), self._market(), self._result())
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
        bought = [self.facts.describe_purchase(turn) for turn in self.purchases]
        return self.writer.pick_headline([*self.stories, *bought, *self.market])

    # --- the paragraphs

    def _stories(self) -> Iterator[str]:
        if self.stories:
            yield from self.writer.lines(STORIES, self.stories)
        else:
            yield self.writer.write(STORIES, NewsItem("quiet", {}))

    def _purchases(self) -> Iterator[str]:
        """Yield the dearest purchase and every one with a Province, then the rest in one sentence."""
        if not self.purchases:
            yield self.writer.write(PURCHASES, NewsItem("nothing", {}))
            return
        first, *others = self.purchases
        told = [first, *(turn for turn in others if "province" in turn.bought)]
        yield from self.writer.lines(PURCHASES, [self.facts.describe_purchase(turn) for turn in told])
        if rest := [turn for turn in others if "province" not in turn.bought]:
            yield self.writer.write(PURCHASES, NewsItem("others", {"list": self._list_buyers(rest)}))

    def _list_buyers(self, turns: Sequence[TurnNews]) -> list[str]:
        """List who bought what, as `Silver and Pawn (Ann)`."""
        return [f"{self.voice.cards(turn.bought)} ({turn.seat})" for turn in turns]

    def _market(self) -> Iterator[str]:
        yield from self.writer.lines(MARKET, self.market)

    def _result(self) -> Iterator[str]:
        if not self.issue.winners:
            return
        yield self.writer.write(RESULTS, self.facts.ending())
        yield from self.issue.verdict
        others = {seat: n for seat, n in self.issue.points.items() if seat not in self.issue.winners}
        if others:
            ranked = sorted(others.items(), key=lambda item: -item[1])
            yield self.writer.write(RESULTS, NewsItem("behind", {"list": ranked}))
