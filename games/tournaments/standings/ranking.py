"""The standings: everybody's rank, their numbers, and in words why they are above the next.

They depend on what happened and not on the order in which it became known.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, zip_longest
from typing import Any, Literal

import msgspec

from games.rules.core.speech import ENGLISH, Tongue, mark
from games.tournaments.pairing.lots import lot
from games.tournaments.standings.columns import Columns, columns
from games.tournaments.standings.encounters import Encounters
from games.tournaments.standings.exact import apart, scaled, spoken
from games.tournaments.standings.points import NOTHING
from games.tournaments.standings.results import Bye, Table, Who, judged
from games.tournaments.standings.terms import Terms
from games.tournaments.standings.tie_breaks import (
    DISQUALIFIED,
    LEVEL,
    REASONS,
    SMALLER_FIRST,
    TieBreak,
)
from games.tournaments.standings.words import Sentence, Unfit

State = Literal["active", "withdrawn", "disqualified"]
LOT_DIGITS = 8  # that are shown, unless it takes more to tell two apart

FIELDS: dict[TieBreak, str] = {
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


class Entrant(msgspec.Struct, frozen=True):
    """Who is in the standings. Whoever withdraws stays in them; whoever is disqualified comes last."""

    who: Who
    name: str = ""
    state: State = "active"


class Reason(msgspec.Struct, frozen=True):
    """Why one is above the next: by which tie-break (none, if not by a number), and in words."""

    tie_break: TieBreak | None
    sentence: Sentence

    def say(self, tongue: Tongue = ENGLISH) -> str:
        words = {name: spoken(word, tongue.language) for name, word in self.sentence.words.items()}
        return Sentence(self.sentence.message, words).say(tongue)


class Row(Columns, frozen=True, kw_only=True):
    """One line of the standings."""

    rank: int
    entrant: Who
    state: State
    lot: str
    h2h: Fraction | None  # only where it was asked for, and all had met
    reason: Reason | None  # none in the last line

    def value(self, tie_break: TieBreak) -> Fraction | str | None:
        found: Fraction | str | None = getattr(self, FIELDS[tie_break])
        return found


def standings(
    tables: Sequence[Table], byes: Sequence[Bye], entrants: Sequence[Entrant], terms: Terms
) -> tuple[Row, ...]:
    """Everybody in order. Equal ranks are left only where no lot is among the tie-breaks."""
    _check(tables, byes, entrants)
    states = {entrant.who: entrant.state for entrant in entrants}
    out = frozenset(who for who, state in states.items() if state == "disqualified")
    results = [result for table in tables if (result := judged(table, terms.scheme, out))]
    numbers = columns(states, results, _worth(byes, out, terms), terms)
    sheet = Sheet(numbers, Encounters(results), terms)
    classes = [*sheet.ordered(states.keys() - out), *sheet.ordered(out)]
    return explained(_rows(sheet, classes, states), terms.tie_breaks)


def _check(tables: Sequence[Table], byes: Sequence[Bye], entrants: Sequence[Entrant]) -> None:
    """A result that came twice, or of a stranger, would spoil everybody's numbers."""
    known = {entrant.who for entrant in entrants}
    if len(known) < len(entrants):
        raise Unfit(mark("Somebody is in the list of entrants twice."))
    twice = [number for number, count in Counter(table.number for table in tables).items() if count > 1]
    if twice:
        raise Unfit(mark("Table {table} is there twice."), table=twice[0])
    for table in tables:
        for seat in table.seats:
            if seat.entrant not in known:
                raise Unfit(
                    mark("{who} sat at table {table} without being an entrant."),
                    who=seat.entrant,
                    table=table.number,
                )
    for bye in byes:
        if bye.entrant not in known:
            raise Unfit(mark("{who} has a bye without being an entrant."), who=bye.entrant)


def _worth(byes: Iterable[Bye], out: frozenset[Who], terms: Terms) -> Iterator[tuple[Who, Fraction]]:
    for bye in byes:
        points = terms.neutral if bye.points is None else bye.points
        yield bye.entrant, NOTHING if bye.entrant in out else points


class Sheet:
    """The numbers of all, and the order that they make."""

    def __init__(self, numbers: Mapping[Who, Columns], encounters: Encounters, terms: Terms) -> None:
        self.numbers = numbers
        self.encounters = encounters
        self.terms = terms
        self.lots = {who: lot(terms.seed, who) for who in numbers}
        self.h2h: dict[Who, Fraction] = {}

    def ordered(self, group: Iterable[Who]) -> list[list[Who]]:
        """From the best to the last; those whom nothing parts stand together."""
        members = sorted(group, key=lambda who: (isinstance(who, str), who))
        return self._parted(members, self.terms.tie_breaks)

    def _parted(self, group: list[Who], tie_breaks: Sequence[TieBreak]) -> list[list[Who]]:
        if len(group) < 2 or not tie_breaks:
            return [group] if group else []
        first, *rest = tie_breaks
        values = self._values(first, group)
        group = sorted(group, key=values.__getitem__, reverse=first not in SMALLER_FIRST)
        parts = [list(part) for _, part in groupby(group, key=values.__getitem__)]
        return [together for part in parts for together in self._parted(part, rest)]

    def _values(self, tie_break: TieBreak, group: Sequence[Who]) -> Mapping[Who, Any]:
        """What the group is sorted by."""
        if tie_break == "LOT":
            return self.lots
        if tie_break == "H2H":
            return self._encounters(group)
        return scaled({who: getattr(self.numbers[who], FIELDS[tie_break]) for who in group})[0]

    def _encounters(self, group: Sequence[Who]) -> Mapping[Who, Fraction]:
        """If they have not all met, nothing parts them."""
        found = self.encounters.among(group)
        self.h2h |= found or {}
        return found or dict.fromkeys(group, NOTHING)


def _rows(sheet: Sheet, classes: Sequence[Sequence[Who]], states: Mapping[Who, State]) -> Iterator[Row]:
    for rank, who in _ranked(classes):
        numbers = sheet.numbers[who]
        yield Row(
            rank=rank,
            entrant=who,
            state=states[who],
            lot=sheet.lots[who],
            h2h=sheet.h2h.get(who),
            reason=None,
            **{field: getattr(numbers, field) for field in numbers.__struct_fields__},
        )


def _ranked(classes: Iterable[Sequence[Who]]) -> Iterator[tuple[int, Who]]:
    rank = 1
    for together in classes:
        for who in together:
            yield rank, who
        rank += len(together)


def explained(rows: Iterable[Row], tie_breaks: Sequence[TieBreak]) -> tuple[Row, ...]:
    """The same rows; each says why it is above the next."""
    rows = list(rows)
    return tuple(
        msgspec.structs.replace(row, reason=_reason(row, following, tie_breaks) if following else None)
        for row, following in zip_longest(rows, rows[1:])
    )


def _reason(better: Row, worse: Row, tie_breaks: Sequence[TieBreak]) -> Reason:
    """The first tie-break that tells them apart."""
    if (better.state == "disqualified") != (worse.state == "disqualified"):
        return Reason(None, Sentence(DISQUALIFIED))
    for tie_break in tie_breaks:
        ours, theirs = better.value(tie_break), worse.value(tie_break)
        if ours != theirs:
            return Reason(tie_break, in_words(tie_break, ours, theirs))
    return Reason(None, Sentence(LEVEL))


def in_words(tie_break: TieBreak, better: Fraction | str | None, worse: Fraction | str | None) -> Sentence:
    """What has parted two, with as many digits as it takes to see it."""
    if isinstance(better, Fraction) and isinstance(worse, Fraction):
        better, worse = apart(better, worse)
    elif isinstance(better, str) and isinstance(worse, str):
        digits = LOT_DIGITS
        while better[:digits] == worse[:digits]:
            digits += 1
        better, worse = better[:digits], worse[:digits]
    return Sentence(REASONS[tie_break], {"better": str(better), "worse": str(worse)})
