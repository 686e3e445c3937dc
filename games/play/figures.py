"""Statistics to be read: how often who wins where, with how much that is worth.

A share of few games says little: beside it stands the range in which the true one probably lies, by Wilson’s
score interval.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import Any, NamedTuple
from unicodedata import normalize

import msgspec

from games.bots.arena import NORMAL_95, wilson
from games.models import Game, Result, Tally
from games.play.tallies import SEAT, Sum, Sums, read_sums
from games.rules import registry
from games.rules.core.ruleset import Ruleset

SURE = NORMAL_95  # standard deviations: nineteen of twenty such ranges hold what is true
LAST = 1000  # results of a person that are looked at
MOST = 12  # words of one kind on the page of a person


class Share(NamedTuple):
    """So many of so many."""

    won: int
    of: int

    @property
    def percent(self) -> float:
        return 100 * self.won / self.of if self.of else 0.0

    @property
    def range(self) -> tuple[float, float]:
        """Where the true share probably lies, in percent; anywhere, if nothing was counted."""
        low, high = wilson(self.won, self.of) if self.of else (0.0, 1.0)
        return 100 * low, 100 * high

    @property
    def low(self) -> float:
        return self.range[0]

    @property
    def high(self) -> float:
        return self.range[1]


class Row(msgspec.Struct):
    """Seats that have something in common, at tables of any size."""

    name: str
    sum: Sum = msgspec.field(default_factory=Sum)
    expected: float = 0.0  # wins, if all at a table were alike

    def add(self, more: Sum, size: int) -> None:
        for field in Sum.__struct_fields__:
            setattr(self.sum, field, getattr(self.sum, field) + getattr(more, field))
        self.expected += more.seats / size

    @property
    def share(self) -> Share:
        return Share(self.sum.won, self.sum.seats)

    @property
    def fair(self) -> float:
        """What it would be if all were alike, in percent."""
        return 100 * self.expected / self.sum.seats if self.sum.seats else 0.0

    @property
    def points(self) -> float:
        return self.sum.points / self.sum.seats if self.sum.seats else 0.0

    @property
    def give(self) -> float:
        """How far the average of the points may be off."""
        n = self.sum.seats
        if n < 2:
            return 0.0
        variance = max(self.sum.squares - self.sum.points**2 / n, 0) / (n - 1)
        return SURE * sqrt(variance / n)


class Part(NamedTuple):
    """One thing that is counted."""

    title: str
    rows: list[Row]


class Figures(NamedTuple):
    """Of some tables, or of some results."""

    games: int
    whole: Row
    length: float  # as the game itself counts it
    days: float
    parts: list[Part]


# --- of a game


class Kind(NamedTuple):
    """One kind of table, and its sums."""

    variant: str
    size: int
    with_bots: bool
    sums: Sums


class Wanted(NamedTuple):
    """Which tables are looked at; what is left out is all the same."""

    variant: str = ""
    size: int = 0
    company: str = ""  # people or bots

    def takes(self, kind: Kind) -> bool:
        return (
            (not self.variant or kind.variant == self.variant)
            and (not self.size or kind.size == self.size)
            and (not self.company or kind.with_bots == (self.company == "bots"))
        )


def kinds_of(ruleset: str) -> list[Kind]:
    """All that is known of a game, in one statement: as many rows as there are kinds of tables."""
    rows = Tally.objects.filter(ruleset=ruleset).order_by("variant", "size", "with_bots")
    kinds = [Kind(row.variant, row.size, row.with_bots, read_sums(row.sums)) for row in rows]
    return [kind for kind in kinds if kind.sums.games]


def figures(kinds: Sequence[Kind], rules: Ruleset[Any], language: str) -> Figures:
    games = sum(kind.sums.games for kind in kinds)
    return Figures(
        games=games,
        whole=_row(kinds),
        length=sum(kind.sums.length for kind in kinds) / games if games else 0.0,
        days=sum(kind.sums.hours for kind in kinds) / games / 24 if games else 0.0,
        parts=[*_parts(kinds, rules, language)],
    )


def by_variant(kinds: Sequence[Kind], rules: Ruleset[Any], language: str) -> list[Row]:
    """One row for each edition."""
    return [
        _row([kind for kind in kinds if kind.variant == variant], rules.lexicon.name(variant, language))
        for variant in dict.fromkeys(kind.variant for kind in kinds)
    ]


def _row(kinds: Iterable[Kind], name: str = "") -> Row:
    row = Row(name)
    for kind in kinds:
        row.add(kind.sums.whole, kind.size)
    return row


def _parts(kinds: Sequence[Kind], rules: Ruleset[Any], language: str) -> Iterator[Part]:
    """First the seats, then what the rules count, the best first: few games move nothing up."""
    for part, title in {SEAT: "", **rules.census_titles(language)}.items():
        rows: dict[tuple[str, str], Row] = {}
        for kind in kinds:
            for word, one in kind.sums.parts.get(part, {}).items():
                name = word if part == SEAT else rules.lexicon.name(word, language, kind.variant)
                rows.setdefault((word, name), Row(name)).add(one, kind.size)
        if counted := [row for row in rows.values() if row.sum.seats]:
            yield Part(title, sorted(counted, key=_by_number if part == SEAT else _by_worth))


def _by_number(row: Row) -> Any:
    return int(row.name)


def _by_worth(row: Row) -> Any:
    return -row.share.low, -row.sum.seats, _by_letter(row.name)


def _by_letter(name: str) -> tuple[str, str]:
    """As in our alphabets: É is an E, but Č, Đ and Ö are letters of their own, after C, D and O."""
    letters = normalize("NFD", name.casefold()).replace("đ", "d\u0335")
    return re.sub("([aeiou])\u0301", r"\1", letters), name


# --- of a person


class Played(NamedTuple):
    """How somebody has played one game."""

    ruleset: str
    figures: Figures


def of_person(user: Any, language: str) -> list[Played]:
    """Game by game. Tables that nobody else may see are not in it; all of it is one statement."""
    found: dict[str, dict[tuple[str, int], Kind]] = {}
    for ruleset, variant, size, length, hours, *result in _results(user)[:LAST]:
        kinds = found.setdefault(ruleset, {})
        kind = kinds.setdefault((variant, size), Kind(variant, size, False, Sums()))
        kind.sums.add(length, hours, [Result(**dict(zip(OF_RESULT, result, strict=True)))])
    return [
        Played(ruleset, _short(figures([*kinds.values()], registry.get(ruleset), language)))
        for ruleset, kinds in sorted(found.items())
        if ruleset in registry.RULESETS
    ]


OF_TABLE = ("tally__ruleset", "tally__variant", "tally__size", "length", "hours")
OF_RESULT = ("number", "points", "has_won", "traits")


def _results(user: Any) -> Any:
    shown = Result.objects.filter(user=user).exclude(counted__game__watching=Game.Watching.NOBODY)
    of_table = [f"counted__{field}" for field in OF_TABLE]
    return shown.order_by("-pk").values_list(*of_table, *OF_RESULT)


def _short(found: Figures) -> Figures:
    return found._replace(parts=[part._replace(rows=part.rows[:MOST]) for part in found.parts])
