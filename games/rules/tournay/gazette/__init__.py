"""A newspaper report of a part of the game: `facts` finds the news, `wordings` holds the sentences, `report`
chooses among them. The only input is a `GazetteIssue`, which contains nothing but public information."""

from ...core.capabilities.gazette import GazetteDesk
from ...core.gazette import GazetteIssue, GazetteReport
from ...core.sentences import Voice
from ..position import TournayGame
from .report import TownReport


class TournayGazette(GazetteDesk[TournayGame]):
    """A newspaper of the town."""

    def write_report(self, issue: GazetteIssue, language: str = "en") -> GazetteReport:
        return TownReport(issue, Voice(self.rules.lexicon, language)).report()
