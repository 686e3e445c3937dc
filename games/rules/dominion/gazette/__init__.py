"""A newspaper report of a part of the game: `facts` finds the news, `wordings` holds the sentences, `report`
chooses among them. The only input is a `GazetteIssue`, which contains nothing but public information."""

from ...core.capabilities.gazette import GazetteDesk
from ...core.gazette import GazetteIssue, GazetteReport
from ...core.sentences import Voice
from ..position import DominionGame
from .report import RealmReport


class DominionGazette(GazetteDesk[DominionGame]):
    """A newspaper of the realm."""

    def write_report(self, issue: GazetteIssue, language: str = "en") -> GazetteReport:
        return RealmReport(issue, Voice(self.rules.lexicon, language)).report()
