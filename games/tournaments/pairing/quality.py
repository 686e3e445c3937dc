"""Measure how good a pairing is, in numbers that can be compared with the best possible ones."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb

from games.rules.core.translation import ENGLISH, Translator, mark, mark_both
from games.tournaments.pairing.fewest_repeats import find_fewest_repeats
from games.tournaments.pairing.meetings import RoundTables, count_meetings, list_pairs, list_seated_players
from games.tournaments.pairing.seat_order import SEAT_UNIT, have_equal_sizes, list_seat_kinds, tally_seats
from games.tournaments.standings.exact import format_short


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingQuality:
    """What organizers see before they publish a round, and everybody afterwards."""

    repeats: int  # meetings beyond the first of each pair
    repeats_at_least: int  # a lower bound; it cannot always be reached
    most_meetings: int  # of any one pair
    seats_apart: int  # largest difference between how often one player had two seats
    seats_apart_at_best: int
    short: int  # largest difference in turns at short tables between two players
    byes: int  # most byes of one player
    spread: Fraction | None = None  # squared point differences in the last round, summed

    def describe(self, tongue: Translator = ENGLISH) -> list[str]:
        """Return one sentence for each measure worth mentioning."""
        writers = (
            self._describe_repeats,
            self._describe_most_frequent_pair,
            self._describe_seats,
            self._describe_short_tables,
            self._describe_byes,
            self._describe_spread,
        )
        return [sentence for write in writers if (sentence := write(tongue))]

    def _describe_repeats(self, tongue: Translator) -> str:
        if not self.repeats:
            return tongue.say("Nobody meets anybody twice.")
        if self.repeats == self.repeats_at_least:
            forms = mark_both(
                "{n} meeting is a repeat; fewer is impossible.",
                "{n} meetings are repeats; fewer is impossible.",
            )
            return tongue.count(*forms, self.repeats)
        forms = mark_both(
            "{n} meeting is a repeat; at least {least} cannot be avoided.",
            "{n} meetings are repeats; at least {least} cannot be avoided.",
        )
        return tongue.count(*forms, self.repeats, least=self.repeats_at_least)

    def _describe_most_frequent_pair(self, tongue: Translator) -> str:
        often = self.most_meetings > 2
        return tongue.say("No pair meets more than {n} times.", n=self.most_meetings) if often else ""

    def _describe_seats(self, tongue: Translator) -> str:
        if not self.seats_apart:
            return tongue.say("Everybody sits in each seat equally often.")
        forms = mark_both(
            "For nobody do two seats differ by more than one game.",
            "For nobody do two seats differ by more than {n} games.",
        )
        return tongue.count(*forms, self.seats_apart)

    def _describe_short_tables(self, tongue: Translator) -> str:
        forms = mark_both(
            "Nobody plays at a short table more than once more than anybody else.",
            "Nobody plays at a short table more than {n} times more than anybody else.",
        )
        return tongue.count(*forms, self.short) if self.short else ""

    def _describe_byes(self, tongue: Translator) -> str:
        forms = mark_both("Nobody sits out more than once.", "Nobody sits out more than {n} times.")
        return tongue.count(*forms, self.byes) if self.byes else ""

    def _describe_spread(self, tongue: Translator) -> str:
        if self.spread is None:
            return ""
        message = mark(
            "Points at the tables of this round differ by {spread}, squared and summed over all pairs."
        )
        return tongue.say(message, spread=format_short(self.spread))


def compute_quality(
    rounds: Sequence[RoundTables],
    size: int,
    *,
    byes: Mapping[int, int] | None = None,
    points: Mapping[int, Fraction | int] | None = None,
) -> PairingQuality:
    """Measure all rounds together. Whoever has no table in a round sits out, unless byes are given.

    `points` are those that the last round was paired by."""
    met, sizes = count_meetings(rounds), [[len(table) for table in tables] for tables in rounds]
    games = Counter(one for tables in rounds for one in list_seated_players(tables))
    repeats, least = count_repeats(met), count_unavoidable_repeats(sizes, len(games))
    if repeats > least:  # perhaps the bound cannot be reached
        least = find_fewest_repeats(sizes, len(games)) or least
    return PairingQuality(
        repeats=repeats,
        repeats_at_least=least,
        most_meetings=max(met.values(), default=0),
        seats_apart=compute_seat_imbalance(rounds),
        seats_apart_at_best=_compute_min_seat_imbalance(rounds, games),
        short=_compute_short_table_imbalance(rounds, size, games),
        byes=max((_count_absences(rounds, games) if byes is None else byes).values(), default=0),
        spread=None if points is None else compute_spread(rounds[-1] if rounds else (), points),
    )


# --- who meets whom


def count_repeats(met: Mapping[tuple[int, int], int]) -> int:
    """Count meetings beyond the first of each pair."""
    return sum(met.values()) - len(met)


def count_unavoidable_repeats(sizes: Sequence[Sequence[int]], players: int) -> int:
    """Return a lower bound for repeats with these table sizes.

    There are only so many pairs, and only so many tables of the round before that players can come from."""
    meeting = sum(comb(size, 2) for tables in sizes for size in tables)
    forced = sum(_count_forced_repeats(before, after, players) for before, after in pairwise(sizes))
    return max(0, meeting - comb(players, 2), forced)


def _count_forced_repeats(before: Sequence[int], after: Sequence[int], players: int) -> int:
    """Count repeats that are forced even if players come evenly from the tables of the round before.

    Whoever had no table then counts as a table of their own."""
    origins = len(before) + max(0, players - sum(before))
    return sum(_count_forced_repeats_at_table(size, origins) for size in after)


def _count_forced_repeats_at_table(size: int, origins: int) -> int:
    """Count forced repeats at one table whose players come from this many tables."""
    each, more = divmod(size, origins)
    return more * comb(each + 1, 2) + (origins - more) * comb(each, 2)


def compute_max_rounds(players: int, size: int) -> int:
    """Return an upper bound for the number of rounds without repeats; it cannot always be reached."""
    tables = -(-players // size)
    return (players - 1) // (size - 1) if tables >= size else min(1, tables)


def compute_spread(tables: RoundTables, points: Mapping[int, Fraction | int]) -> Fraction:
    """Sum the squared differences of points between players who share a table."""
    differences = (points[one] - points[other] for table in tables for one, other in list_pairs(table))
    return sum((Fraction(difference) ** 2 for difference in differences), Fraction())


# --- who sits where


def compute_seat_imbalance(rounds: Sequence[RoundTables]) -> int:
    """Return the largest difference between how often a player had two seats.

    Where table sizes differ, kinds of seats are compared."""
    alike = have_equal_sizes(rounds)
    there = {
        kind for tables in rounds for table in tables for kind in list_seat_kinds(len(table), alike=alike)
    }
    sat = tally_seats(rounds, alike=alike).values()
    apart = (max(mine[kind] for kind in there) - min(mine[kind] for kind in there) for mine in sat)
    return -(-max(apart, default=0) // SEAT_UNIT)


def _compute_min_seat_imbalance(rounds: Sequence[RoundTables], games: Mapping[int, int]) -> int:
    size = max((len(table) for tables in rounds for table in tables), default=1)
    return int(not have_equal_sizes(rounds) or any(played % size for played in games.values()))


def _compute_short_table_imbalance(rounds: Iterable[RoundTables], size: int, games: Iterable[int]) -> int:
    times = Counter(one for tables in rounds for table in tables if len(table) < size for one in table)
    each = [times[one] for one in games]
    return max(each, default=0) - min(each, default=0)


def _count_absences(rounds: Iterable[RoundTables], games: Iterable[int]) -> Counter[int]:
    everybody = set(games)
    return Counter(one for tables in rounds for one in everybody - set(list_seated_players(tables)))
