"""Tie-breaks: the default list of each format, and what each tie-break means.

The list is fixed before the start and shown in the rules. Larger values are better, except for places and
lots, where smaller ones are.
"""

from typing import Literal, get_args

from games.rules.core.translation import mark
from games.tournaments.standings.messages import TranslatableMessage

TieBreak = Literal[
    "PTS", "WINS", "2NDS", "3RDS", "OPP", "SB", "RELW", "SHARE", "SHARE_N", "PLACE", "H2H", "LOT"
]
TIE_BREAKS: tuple[TieBreak, ...] = get_args(TieBreak)
SMALLER_FIRST: frozenset[TieBreak] = frozenset({"PLACE", "LOT"})

SWISS: tuple[TieBreak, ...] = ("PTS", "OPP", "SB", "WINS", "RELW", "LOT")
# everybody meets the same opponents, so wins say more than their strength (OPP)
LEAGUE: tuple[TieBreak, ...] = ("PTS", "WINS", "2NDS", "3RDS", "RELW", "H2H", "LOT")
HEATS: tuple[TieBreak, ...] = ("WINS", "PTS", "RELW", "LOT")
HEATS_BY_POINTS: tuple[TieBreak, ...] = ("PTS", "WINS", "RELW", "LOT")
KNOCK_OUT: tuple[TieBreak, ...] = ("PLACE", "RELW", "SHARE_N", "LOT")  # of one round: best runners-up

DEFAULT_TIE_BREAKS: dict[str, tuple[TieBreak, ...]] = {
    "swiss": SWISS,
    "pods": SWISS,
    "ladder": SWISS,
    "league": LEAGUE,
    "pyramid": LEAGUE,
    "heats": HEATS,
    "knock_out": KNOCK_OUT,
}

NAMES: dict[TieBreak, str] = {
    "PTS": mark("points"),
    "WINS": mark("wins"),
    "2NDS": mark("second places"),
    "3RDS": mark("third places"),
    "OPP": mark("opponents"),
    "SB": mark("opponents beaten"),
    "RELW": mark("share of the winner’s score"),
    "SHARE": mark("share of the table"),
    "SHARE_N": mark("share of the table, by its size"),
    "PLACE": mark("place"),
    "H2H": mark("direct encounters"),
    "LOT": mark("lot"),
}

MEANINGS: dict[TieBreak, str] = {
    "PTS": mark("All points of games and byes; where only some results count, the best of them."),
    "WINS": mark("First places. A shared place counts in part for each player who shares it."),
    "2NDS": mark("Second places. A shared place counts in part for each player who shares it."),
    "3RDS": mark("Third places. A shared place counts in part for each player who shares it."),
    "OPP": mark("How strong your opponents were: their average points, averaged over your games."),
    "SB": mark(
        "Average points of the opponents you finished ahead of (half for ties), as a share of the "
        "table, averaged over your games."
    ),
    "RELW": mark("Your score as a share of the winner’s, on average."),
    "SHARE": mark("Your share of all the points scored at the table, on average."),
    "SHARE_N": mark("Your share of all the points scored, times the number of players, on average."),
    "PLACE": mark("Your place at the table, on average."),
    "H2H": mark(
        "How often you finished ahead of the others who are still tied, where you met; it counts only "
        "if all of them have met each other."
    ),
    "LOT": mark("A draw from the published seed; the lower number is ahead."),
}

REASONS: dict[TieBreak, str] = {
    "PTS": mark("more points ({better} vs {worse})"),
    "WINS": mark("more wins ({better} vs {worse})"),
    "2NDS": mark("more second places ({better} vs {worse})"),
    "3RDS": mark("more third places ({better} vs {worse})"),
    "OPP": mark("stronger opponents ({better} vs {worse})"),
    "SB": mark("finished ahead of stronger opponents ({better} vs {worse})"),
    "RELW": mark("closer to the winners’ scores ({better} vs {worse})"),
    "SHARE": mark("a larger share of the scores ({better} vs {worse})"),
    "SHARE_N": mark("a larger share for the size of the table ({better} vs {worse})"),
    "PLACE": mark("a better place ({better} vs {worse})"),
    "H2H": mark("better in direct encounters ({better} vs {worse})"),
    "LOT": mark("by lot ({better} before {worse})"),
}
LEVEL = mark("tied on everything that counts")
DISQUALIFIED = mark("not disqualified")


def describe_tie_break(tie_break: TieBreak) -> tuple[TranslatableMessage, TranslatableMessage]:
    """Return the name of a tie-break and what it means."""
    return TranslatableMessage(NAMES[tie_break]), TranslatableMessage(MEANINGS[tie_break])
