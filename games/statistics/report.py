"""Statistics for pages: how often seats, cards and players win, and how certain that is.

A share of a few games says little, so each comes with the range in which the true share probably lies
(Wilson’s score interval).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Any, NamedTuple
from unicodedata import normalize

import msgspec

from games.bots.arena import NORMAL_95, compute_wilson_interval
from games.models import Game, GameTally, PlayerResult
from games.rules import registry
from games.rules.core.ruleset import Ruleset
from games.statistics.tallies import SEAT_TRAIT, SeatTotals, TableTotals, load_totals

CONFIDENCE_Z = NORMAL_95  # standard deviations: 19 of 20 such ranges contain the true value
MAX_RESULTS = 1000  # newest results of a player that are counted
MAX_ROWS = 12  # rows of one section on the page of a player


class WinShare(NamedTuple):
    """Wins out of a number of seats."""

    won: int
    total: int

    @property
    def percent(self) -> float:
        return 100 * self.won / self.total if self.total else 0.0

    @property
    def range(self) -> tuple[float, float]:
        """Where the true share probably lies, in percent; 0 to 100 if nothing was counted."""
        low, high = compute_wilson_interval(self.won, self.total) if self.total else (0.0, 1.0)
        return 100 * low, 100 * high

    @property
    def low(self) -> float:
        return self.range[0]

    @property
    def high(self) -> float:
        return self.range[1]


class StatisticsRow(msgspec.Struct):
    """The totals of seats that have something in common, at tables of any size."""

    name: str
    sum: SeatTotals = msgspec.field(default_factory=SeatTotals)
    expected: float = 0.0  # wins if all seats of a table were equally likely to win

    def add(self, more: SeatTotals, size: int) -> None:
        for field in SeatTotals.__struct_fields__:
            setattr(self.sum, field, getattr(self.sum, field) + getattr(more, field))
        self.expected += more.seats / size

    @property
    def share(self) -> WinShare:
        return WinShare(self.sum.won, self.sum.seats)

    @property
    def expected_percent(self) -> float:
        """The expected share of wins if all seats were equally likely to win, in percent."""
        return 100 * self.expected / self.sum.seats if self.sum.seats else 0.0

    @property
    def points(self) -> float:
        return self.sum.points / self.sum.seats if self.sum.seats else 0.0

    @property
    def margin(self) -> float:
        """The margin of error of the average points."""
        n = self.sum.seats
        if n < 2:
            return 0.0
        variance = max(self.sum.squares - self.sum.points**2 / n, 0) / (n - 1)
        return CONFIDENCE_Z * sqrt(variance / n)


class StatisticsSection(NamedTuple):
    """The rows of one thing that is counted, such as seats or cards."""

    title: str
    rows: list[StatisticsRow]


class StatisticsReport(NamedTuple):
    """Everything counted for some kinds of tables."""

    games: int
    total_row: StatisticsRow
    length: float  # in the unit of the ruleset, such as rounds
    days: float
    parts: list[StatisticsSection]


# --- of a game


class TableKind(NamedTuple):
    """One kind of table and its totals."""

    variant: str
    size: int
    with_bots: bool
    sums: TableTotals


class TableFilter(NamedTuple):
    """A filter for kinds of tables; empty values match everything."""

    variant: str = ""
    size: int = 0
    company: str = ""  # "people" or "bots"

    def matches(self, kind: TableKind) -> bool:
        return (
            (not self.variant or kind.variant == self.variant)
            and (not self.size or kind.size == self.size)
            and (not self.company or kind.with_bots == (self.company == "bots"))
        )


def load_table_kinds(ruleset: str) -> list[TableKind]:
    """Load the totals of a ruleset, one for each kind of table, in one query."""
    rows = GameTally.objects.filter(ruleset=ruleset).order_by("variant", "size", "with_bots")
    kinds = [TableKind(row.variant, row.size, row.with_bots, load_totals(row.sums)) for row in rows]
    return [kind for kind in kinds if kind.sums.games]


def build_report(kinds: Sequence[TableKind], rules: Ruleset[Any], language: str) -> StatisticsReport:
    games = sum(kind.sums.games for kind in kinds)
    return StatisticsReport(
        games=games,
        total_row=_build_row(kinds),
        length=sum(kind.sums.length for kind in kinds) / games if games else 0.0,
        days=sum(kind.sums.hours for kind in kinds) / games / 24 if games else 0.0,
        parts=[*_build_sections(kinds, rules, language)],
    )


def group_by_variant(kinds: Sequence[TableKind], rules: Ruleset[Any], language: str) -> list[StatisticsRow]:
    """Build one row for each edition of the game."""
    return [
        _build_row([kind for kind in kinds if kind.variant == variant], rules.lexicon.name(variant, language))
        for variant in dict.fromkeys(kind.variant for kind in kinds)
    ]


def _build_row(kinds: Iterable[TableKind], name: str = "") -> StatisticsRow:
    row = StatisticsRow(name)
    for kind in kinds:
        row.add(kind.sums.whole, kind.size)
    return row


def _build_sections(
    kinds: Sequence[TableKind], rules: Ruleset[Any], language: str
) -> Iterator[StatisticsSection]:
    """Build the sections: seats first, then what the rules count, best first.

    Rows are sorted by the lower end of the range, so that a few lucky games do not move a row up."""
    for part, title in {SEAT_TRAIT: "", **rules.statistics.census_titles(language)}.items():
        rows: dict[tuple[str, str], StatisticsRow] = {}
        for kind in kinds:
            for word, one in kind.sums.parts.get(part, {}).items():
                name = (
                    word if part == SEAT_TRAIT else rules.statistics.name_trait(word, language, kind.variant)
                )
                rows.setdefault((word, name), StatisticsRow(name)).add(one, kind.size)
        if counted := [row for row in rows.values() if row.sum.seats]:
            yield StatisticsSection(
                title, sorted(counted, key=_seat_number_key if part == SEAT_TRAIT else _win_share_key)
            )


def _seat_number_key(row: StatisticsRow) -> Any:
    return int(row.name)


def _win_share_key(row: StatisticsRow) -> Any:
    return -row.share.low, -row.sum.seats, _alphabet_key(row.name)


def _alphabet_key(name: str) -> tuple[str, str]:
    """Sort key for names in our languages: É sorts as E, but Č, Đ and Ö come after C, D and O."""
    letters = normalize("NFD", name.casefold()).replace("đ", "d\u0335")
    return re.sub("([aeiou])\u0301", r"\1", letters), name


# --- of a person


class PlayerStatistics(NamedTuple):
    """The statistics of a player in one ruleset."""

    ruleset: str
    figures: StatisticsReport


def build_player_statistics(user: Any, language: str) -> list[PlayerStatistics]:
    """Build the statistics of a player for each ruleset, in one query. Private tables are left out."""
    found: dict[str, dict[tuple[str, int], TableKind]] = {}
    for ruleset, variant, size, length, hours, *result in _select_results(user)[:MAX_RESULTS]:
        kinds = found.setdefault(ruleset, {})
        kind = kinds.setdefault((variant, size), TableKind(variant, size, False, TableTotals()))
        kind.sums.add(length, hours, [PlayerResult(**dict(zip(RESULT_FIELDS, result, strict=True)))])
    return [
        PlayerStatistics(
            ruleset, _shorten_report(build_report([*kinds.values()], registry.get(ruleset), language))
        )
        for ruleset, kinds in sorted(found.items())
        if ruleset in registry.RULESETS
    ]


TABLE_FIELDS = ("tally__ruleset", "tally__variant", "tally__size", "length", "hours")
RESULT_FIELDS = ("number", "points", "has_won", "traits")


def _select_results(user: Any) -> Any:
    shown = PlayerResult.objects.filter(user=user).exclude(counted__game__visibility=Game.Visibility.NOBODY)
    of_table = [f"counted__{field}" for field in TABLE_FIELDS]
    return shown.order_by("-pk").values_list(*of_table, *RESULT_FIELDS)


def _shorten_report(found: StatisticsReport) -> StatisticsReport:
    return found._replace(parts=[part._replace(rows=part.rows[:MAX_ROWS]) for part in found.parts])
