"""Splits the events of a game into issues of its gazette, using only what a spectator may know."""

from collections.abc import Iterator, Sequence
from typing import Any

from .events import Event
from .gazette import GazetteIssue, GazetteReport
from .ruleset import Ruleset


class GazetteBuilder:
    """Collects the gazette of one game, in one language."""

    def __init__(self, rules: Ruleset[Any], key: str, language: str = "en") -> None:
        self.rules, self.key, self.language = rules, key, language
        self.number = 1
        self.title = ""
        self.events: list[dict[str, Any]] = []
        self.before: dict[str, Any] = {}

    def add_events(self, position: Any, events: Sequence[Event]) -> Iterator[GazetteIssue]:
        """Add events and the position after them; yield an issue for each part of the game that they end.

        Events before the first part, such as the deal, are left out."""
        for seen in filter(None, (event.seen_by(None) for event in events)):
            if title := self.rules.presentation.heading(position, seen, self.language):
                after = self.rules.view(position, None)
                if self.title:
                    yield self._build_issue(after)
                    self.number += 1
                self.title, self.events, self.before = title, [], after
            self.events.append(seen)
        if self.rules.over(position):
            yield self._build_last_issue(position)

    def _build_issue(self, after: dict[str, Any], **more: Any) -> GazetteIssue:
        return GazetteIssue(self.key, self.number, self.title, self.events, self.before, after, **more)

    def _build_last_issue(self, position: Any) -> GazetteIssue:
        return self._build_issue(
            self.rules.view(position, None),
            points=self.rules.sum_points(position),
            winners=self.rules.winners(position),
            verdict=self.rules.presentation.verdict(position, self.language),
        )

    def write_report(self, position: Any, issue: GazetteIssue) -> GazetteReport:
        """The report that the ruleset writes; without one, the events sentence by sentence."""
        if self.rules.gazette:
            return self.rules.gazette.write_report(issue, self.language)
        sentences = (self.rules.phrase(position, seen, None, self.language) for seen in issue.events)
        texts = [*filter(None, sentences), *issue.verdict]
        return GazetteReport(issue.title, texts)
