"""A newspaper that reports on a part of the game."""

from abc import abstractmethod

from ..agenda import P
from ..gazette import GazetteIssue, GazetteReport
from .base import Capability


class GazetteDesk(Capability[P]):
    """A game that writes its own reports. Without one the gazette prints the sentences of the log."""

    @abstractmethod
    def write_report(self, issue: GazetteIssue, language: str = "en") -> GazetteReport:
        """A report on a part of the game, from what a spectator saw."""
