"""From a game that is played on to the issues of its newspaper: only what an onlooker may know gets in."""

from collections.abc import Iterator, Sequence
from typing import Any

from .events import Event
from .gazette import Issue, Report
from .record import totals
from .ruleset import Ruleset


class Newsroom:
    """Listens to one game, in one language."""

    def __init__(self, rules: Ruleset[Any], key: str, language: str = "en") -> None:
        self.rules, self.key, self.language = rules, key, language
        self.number = 1
        self.title = ""
        self.told: list[dict[str, Any]] = []
        self.before: dict[str, Any] = {}

    def hear(self, position: Any, events: Sequence[Event]) -> Iterator[Issue]:
        """What has happened, and where it led to; each part that has ended with it is an issue.

        What comes before the first part, such as the deal, is no news."""
        for seen in filter(None, (event.seen_by(None) for event in events)):
            if title := self.rules.heading(position, seen, self.language):
                after = self.rules.view(position, None)
                if self.title:
                    yield self._issue(after)
                    self.number += 1
                self.title, self.told, self.before = title, [], after
            self.told.append(seen)
        if self.rules.over(position):
            yield self._last(position)

    def _issue(self, after: dict[str, Any], **more: Any) -> Issue:
        return Issue(self.key, self.number, self.title, self.told, self.before, after, **more)

    def _last(self, position: Any) -> Issue:
        return self._issue(
            self.rules.view(position, None),
            points=totals(self.rules, position),
            winners=self.rules.winners(position),
            verdict=self.rules.verdict(position, self.language),
        )

    def report(self, position: Any, issue: Issue) -> Report:
        """As the game writes it; one that writes none is reported sentence by sentence."""
        if written := self.rules.gazette(issue, self.language):
            return written
        sentences = (self.rules.phrase(position, seen, None, self.language) for seen in issue.told)
        told = [*filter(None, sentences), *issue.verdict]
        return Report(issue.title, told)
