"""The standings: everybody's rank, their numbers, and in words why they are above the next.

They depend only on what happened, not on the order in which results arrived.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, zip_longest
from typing import Any, Literal

import msgspec

from games.rules.core.translation import ENGLISH, Translator, mark
from games.tournaments.pairing.lots import compute_lot
from games.tournaments.standings.exact import format_distinctly, localize_number, scale_to_integers
from games.tournaments.standings.head_to_head import HeadToHead
from games.tournaments.standings.messages import InvalidTournamentData, TranslatableMessage
from games.tournaments.standings.points import ZERO
from games.tournaments.standings.results import Bye, EntrantId, FinishedTable, score_table
from games.tournaments.standings.scoring_terms import ScoringTerms
from games.tournaments.standings.statistics import EntrantStatistics, compute_statistics
from games.tournaments.standings.tie_breaks import (
    DISQUALIFIED,
    LEVEL,
    REASONS,
    SMALLER_FIRST,
    TieBreak,
)

RankedState = Literal["active", "withdrawn", "disqualified"]
LOT_DIGITS = 8  # shown, unless it takes more to see the difference

TIE_BREAK_FIELDS: dict[TieBreak, str] = {
    "PTS": "points",
    "WINS": "wins",
    "2NDS": "seconds",
    "3RDS": "thirds",
    "OPP": "opp",
    "SB": "sb",
    "RELW": "relw",
    "SHARE": "share",
    "SHARE_N": "share_n",
    "PLACE": "place",
    "H2H": "h2h",
    "LOT": "lot",
}


class RankedEntrant(msgspec.Struct, frozen=True):
    """An entrant in the standings. Withdrawn entrants stay in them; disqualified ones come last."""

    who: EntrantId
    name: str = ""
    state: RankedState = "active"


class RankReason(msgspec.Struct, frozen=True):
    """Why an entrant is above the next: the deciding tie-break (None if there is none), and a sentence."""

    tie_break: TieBreak | None
    sentence: TranslatableMessage

    def say(self, tongue: Translator = ENGLISH) -> str:
        words = {name: localize_number(word, tongue.language) for name, word in self.sentence.words.items()}
        return TranslatableMessage(self.sentence.message, words).say(tongue)


class StandingsRow(EntrantStatistics, frozen=True, kw_only=True):
    """One line of the standings."""

    rank: int
    entrant: EntrantId
    state: RankedState
    lot: str
    h2h: Fraction | None  # set only if this tie-break was needed and all had met
    reason: RankReason | None  # None in the last row
    survived: int | None = None  # in a knock-out: from how many rounds they went on, or won the last one

    def value(self, tie_break: TieBreak) -> Fraction | str | None:
        """Return the value that a tie-break compares."""
        found: Fraction | str | None = getattr(self, TIE_BREAK_FIELDS[tie_break])
        return found


def rank_entrants(
    tables: Sequence[FinishedTable],
    byes: Sequence[Bye],
    entrants: Sequence[RankedEntrant],
    terms: ScoringTerms,
) -> tuple[StandingsRow, ...]:
    """Rank everybody. Equal ranks remain only if the lot is not among the tie-breaks."""
    _check_input(tables, byes, entrants)
    states = {entrant.who: entrant.state for entrant in entrants}
    out = frozenset(who for who, state in states.items() if state == "disqualified")
    results = [result for table in tables if (result := score_table(table, terms.scheme, out))]
    numbers = compute_statistics(states, results, _list_bye_points(byes, out, terms), terms)
    sheet = EntrantRanker(numbers, HeadToHead(results), terms)
    classes = [*sheet.rank_group(states.keys() - out), *sheet.rank_group(out)]
    return add_reasons(_build_rows(sheet, classes, states), terms.tie_breaks)


def _check_input(
    tables: Sequence[FinishedTable], byes: Sequence[Bye], entrants: Sequence[RankedEntrant]
) -> None:
    """Reject duplicates and unknown entrants: they would distort everybody's numbers."""
    known = {entrant.who for entrant in entrants}
    if len(known) < len(entrants):
        raise InvalidTournamentData(mark("Somebody is in the list of entrants twice."))
    twice = [number for number, count in Counter(table.number for table in tables).items() if count > 1]
    if twice:
        raise InvalidTournamentData(mark("Table {table} is listed twice."), table=twice[0])
    for table in tables:
        for seat in table.seats:
            if seat.entrant not in known:
                raise InvalidTournamentData(
                    mark("{who} sat at table {table} without being an entrant."),
                    who=seat.entrant,
                    table=table.number,
                )
    for bye in byes:
        if bye.entrant not in known:
            raise InvalidTournamentData(mark("{who} has a bye without being an entrant."), who=bye.entrant)


def _list_bye_points(
    byes: Iterable[Bye], out: frozenset[EntrantId], terms: ScoringTerms
) -> Iterator[tuple[EntrantId, Fraction]]:
    """Yield the points of each bye; a disqualified entrant gets nothing."""
    for bye in byes:
        points = terms.neutral if bye.points is None else bye.points
        yield bye.entrant, ZERO if bye.entrant in out else points


class EntrantRanker:
    """Sorts entrants by their statistics and the tie-breaks."""

    def __init__(
        self, numbers: Mapping[EntrantId, EntrantStatistics], encounters: HeadToHead, terms: ScoringTerms
    ) -> None:
        self.numbers = numbers
        self.encounters = encounters
        self.terms = terms
        self.lots = {who: compute_lot(terms.seed, who) for who in numbers}
        self.h2h: dict[EntrantId, Fraction] = {}

    def rank_group(self, group: Iterable[EntrantId]) -> list[list[EntrantId]]:
        """Rank a group, the best first; entrants whom no tie-break separates stay together."""
        members = sorted(group, key=lambda who: (isinstance(who, str), who))
        return self._split_group(members, self.terms.tie_breaks)

    def _split_group(self, group: list[EntrantId], tie_breaks: Sequence[TieBreak]) -> list[list[EntrantId]]:
        if len(group) < 2 or not tie_breaks:
            return [group] if group else []
        first, *rest = tie_breaks
        values = self._values(first, group)
        group = sorted(group, key=values.__getitem__, reverse=first not in SMALLER_FIRST)
        parts = [list(part) for _, part in groupby(group, key=values.__getitem__)]
        return [together for part in parts for together in self._split_group(part, rest)]

    def _values(self, tie_break: TieBreak, group: Sequence[EntrantId]) -> Mapping[EntrantId, Any]:
        """Return the values that the group is sorted by."""
        if tie_break == "LOT":
            return self.lots
        if tie_break == "H2H":
            return self._compare_head_to_head(group)
        return scale_to_integers(
            {who: getattr(self.numbers[who], TIE_BREAK_FIELDS[tie_break]) for who in group}
        )[0]

    def _compare_head_to_head(self, group: Sequence[EntrantId]) -> Mapping[EntrantId, Fraction]:
        """Compare head-to-head results; they separate nobody unless all of the group have met."""
        found = self.encounters.compare_group(group)
        self.h2h |= found or {}
        return found or dict.fromkeys(group, ZERO)


def _build_rows(
    sheet: EntrantRanker, classes: Sequence[Sequence[EntrantId]], states: Mapping[EntrantId, RankedState]
) -> Iterator[StandingsRow]:
    for rank, who in _number_ranks(classes):
        numbers = sheet.numbers[who]
        yield StandingsRow(
            rank=rank,
            entrant=who,
            state=states[who],
            lot=sheet.lots[who],
            h2h=sheet.h2h.get(who),
            reason=None,
            **{field: getattr(numbers, field) for field in numbers.__struct_fields__},
        )


def _number_ranks(classes: Iterable[Sequence[EntrantId]]) -> Iterator[tuple[int, EntrantId]]:
    """Yield each entrant with their rank; equals share one."""
    rank = 1
    for together in classes:
        for who in together:
            yield rank, who
        rank += len(together)


def add_reasons(rows: Iterable[StandingsRow], tie_breaks: Sequence[TieBreak]) -> tuple[StandingsRow, ...]:
    """Add to each row the reason why it is above the next."""
    rows = list(rows)
    return tuple(
        msgspec.structs.replace(row, reason=_find_reason(row, following, tie_breaks) if following else None)
        for row, following in zip_longest(rows, rows[1:])
    )


def _find_reason(better: StandingsRow, worse: StandingsRow, tie_breaks: Sequence[TieBreak]) -> RankReason:
    """Find the first tie-break that separates two rows."""
    if (better.state == "disqualified") != (worse.state == "disqualified"):
        return RankReason(None, TranslatableMessage(DISQUALIFIED))
    for tie_break in tie_breaks:
        ours, theirs = better.value(tie_break), worse.value(tie_break)
        if ours != theirs:
            return RankReason(tie_break, describe_reason(tie_break, ours, theirs))
    return RankReason(None, TranslatableMessage(LEVEL))


def describe_reason(
    tie_break: TieBreak, better: Fraction | str | None, worse: Fraction | str | None
) -> TranslatableMessage:
    """Describe what separated two entrants, with as many digits as needed to see the difference."""
    if isinstance(better, Fraction) and isinstance(worse, Fraction):
        better, worse = format_distinctly(better, worse)
    elif isinstance(better, str) and isinstance(worse, str):
        digits = LOT_DIGITS
        while better[:digits] == worse[:digits]:
            digits += 1
        better, worse = better[:digits], worse[:digits]
    return TranslatableMessage(REASONS[tie_break], {"better": str(better), "worse": str(worse)})
