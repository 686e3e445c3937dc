"""A newspaper report of a round: `facts` finds the news, `wordings` holds the sentences, `report` chooses
among them. The only input is a `GazetteIssue`, which contains nothing but public information."""

from .report import write_report as write_report
