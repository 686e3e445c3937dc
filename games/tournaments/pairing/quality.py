"""How good a draw is, in numbers that can be compared with what is possible at all."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb

from games.rules.core.speech import ENGLISH, Tongue, mark, mark_both
from games.tournaments.pairing.seats import UNIT, are_alike, kinds, tallies
from games.tournaments.pairing.tables import Round, meetings, pairs, seated
from games.tournaments.standings.exact import short


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """What an organizer sees before publishing, and everybody afterwards."""

    repeats: int  # meetings beyond the first one of each pair
    repeats_at_least: int  # nobody can do better; perhaps nobody can do as well
    most_meetings: int  # of one pair
    seats_apart: int  # the most by which somebody had one seat more often than another
    seats_apart_at_best: int
    short: int  # the most by which somebody sat at more short tables than somebody else
    byes: int  # the most of one person
    spread: Fraction | None = None  # sum of the squared differences of points at the tables of the last round

    def in_words(self, tongue: Tongue = ENGLISH) -> list[str]:
        """A sentence for everything worth saying."""
        told = (self._repeats, self._pair, self._seats, self._short, self._byes, self._spread)
        return [sentence for tell in told if (sentence := tell(tongue))]

    def _repeats(self, tongue: Tongue) -> str:
        if not self.repeats:
            return tongue.say("Nobody meets anybody twice.")
        if self.repeats == self.repeats_at_least:
            forms = mark_both(
                "{n} meeting is a repeat; with fewer it cannot be done.",
                "{n} meetings are repeats; with fewer it cannot be done.",
            )
            return tongue.count(*forms, self.repeats)
        forms = mark_both(
            "{n} meeting is a repeat; at least {least} cannot be avoided.",
            "{n} meetings are repeats; at least {least} cannot be avoided.",
        )
        return tongue.count(*forms, self.repeats, least=self.repeats_at_least)

    def _pair(self, tongue: Tongue) -> str:
        often = self.most_meetings > 2
        return tongue.say("No pair meets more than {n} times.", n=self.most_meetings) if often else ""

    def _seats(self, tongue: Tongue) -> str:
        if not self.seats_apart:
            return tongue.say("Everybody sits in each seat equally often.")
        forms = mark_both(
            "Nobody sits in one seat more than once more than in another.",
            "Nobody sits in one seat more than {n} times more than in another.",
        )
        return tongue.count(*forms, self.seats_apart)

    def _short(self, tongue: Tongue) -> str:
        forms = mark_both(
            "Nobody sits at a short table more than once more than anybody else.",
            "Nobody sits at a short table more than {n} times more than anybody else.",
        )
        return tongue.count(*forms, self.short) if self.short else ""

    def _byes(self, tongue: Tongue) -> str:
        forms = mark_both("Nobody sits out more than once.", "Nobody sits out more than {n} times.")
        return tongue.count(*forms, self.byes) if self.byes else ""

    def _spread(self, tongue: Tongue) -> str:
        if self.spread is None:
            return ""
        message = mark(
            "Points at the tables of this round differ by {spread}, squared and summed over all pairs."
        )
        return tongue.say(message, spread=short(self.spread))


def of(
    rounds: Sequence[Round],
    size: int,
    *,
    byes: Mapping[int, int] | None = None,
    points: Mapping[int, Fraction | int] | None = None,
) -> Quality:
    """Of all rounds together. Whoever is not seated in a round sits out, unless byes are given.

    Points are those with which the last round was paired."""
    met = meetings(rounds)
    games = Counter(one for tables in rounds for one in seated(tables))
    return Quality(
        repeats=repeats(met),
        repeats_at_least=least_repeats([[len(table) for table in tables] for tables in rounds], len(games)),
        most_meetings=max(met.values(), default=0),
        seats_apart=seats_apart(rounds),
        seats_apart_at_best=_seats_apart_at_best(rounds, games),
        short=_short(rounds, size, games),
        byes=max((_absences(rounds, games) if byes is None else byes).values(), default=0),
        spread=None if points is None else spread(rounds[-1] if rounds else (), points),
    )


# --- who meets whom


def repeats(met: Mapping[tuple[int, int], int]) -> int:
    """Meetings beyond the first one of each pair."""
    return sum(met.values()) - len(met)


def least_repeats(sizes: Sequence[Sequence[int]], players: int) -> int:
    """With tables of these sizes: there are only so many pairs, and only so many tables to come from."""
    meeting = sum(comb(size, 2) for tables in sizes for size in tables)
    forced = sum(_least_in_next_round(before, after, players) for before, after in pairwise(sizes))
    return max(0, meeting - comb(players, 2), forced)


def _least_in_next_round(before: Sequence[int], after: Sequence[int], players: int) -> int:
    """People come from the tables of the round before, as evenly as they can; who was at none came alone."""
    origins = len(before) + max(0, players - sum(before))
    return sum(_least_at_table(size, origins) for size in after)


def _least_at_table(size: int, origins: int) -> int:
    each, more = divmod(size, origins)
    return more * comb(each + 1, 2) + (origins - more) * comb(each, 2)


def most_rounds(players: int, size: int) -> int:
    """More cannot be without repeats; perhaps so many cannot either."""
    tables = -(-players // size)
    return (players - 1) // (size - 1) if tables >= size else min(1, tables)


def spread(tables: Round, points: Mapping[int, Fraction | int]) -> Fraction:
    """How unlike the points are of those who sit together."""
    differences = (points[one] - points[other] for table in tables for one, other in pairs(table))
    return sum((Fraction(difference) ** 2 for difference in differences), Fraction())


# --- who sits where


def seats_apart(rounds: Sequence[Round]) -> int:
    """The most by which somebody had one seat more often than another; kinds of seats, where sizes differ."""
    alike = are_alike(rounds)
    there = {kind for tables in rounds for table in tables for kind in kinds(len(table), alike=alike)}
    sat = tallies(rounds, alike=alike).values()
    apart = (max(mine[kind] for kind in there) - min(mine[kind] for kind in there) for mine in sat)
    return -(-max(apart, default=0) // UNIT)


def _seats_apart_at_best(rounds: Sequence[Round], games: Mapping[int, int]) -> int:
    size = max((len(table) for tables in rounds for table in tables), default=1)
    return int(not are_alike(rounds) or any(played % size for played in games.values()))


def _short(rounds: Iterable[Round], size: int, games: Iterable[int]) -> int:
    times = Counter(one for tables in rounds for table in tables if len(table) < size for one in table)
    each = [times[one] for one in games]
    return max(each, default=0) - min(each, default=0)


def _absences(rounds: Iterable[Round], games: Iterable[int]) -> Counter[int]:
    everybody = set(games)
    return Counter(one for tables in rounds for one in everybody - set(seated(tables)))
