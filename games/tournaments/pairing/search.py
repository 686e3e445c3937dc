"""Schedules by trial: people change tables within a round as long as fewer of them meet again.

For what no construction and no stored schedule covers. Turns at short tables are spread by the same swaps.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from math import comb, exp, pow
from random import Random

from games.tournaments.pairing.lots import dice
from games.tournaments.pairing.tables import Pair, Round, meetings, seated

HOT, COLD = 0.4, 0.17  # how dear a swap may be that is accepted now and then, as a pass begins and ends
PASSES = tuple(accumulate((0, 1, 2, 4, 8)))  # easy fields are done after a short one, hard ones need longer
CHUNK = 2_000  # swaps between two looks at the clock
DEAREST = 16  # a swap that costs so much is never accepted
OFTEN = 8  # what a meeting costs a pair that has met often enough, and again so much for each one after it
UNEVEN = 2  # what it costs that somebody sits at two short tables more than somebody else


def scattered(sizes: Sequence[int], rounds: int, *, seed: str) -> tuple[Round, ...]:
    """Everybody somewhere, at random, at tables of these sizes: where a search may begin."""
    chance = dice(seed, "scattered", *sizes)
    ends = list(accumulate(sizes, initial=0))
    orders = [chance.sample(range(ends[-1]), ends[-1]) for _ in range(rounds)]
    return tuple(tuple(tuple(order[here:there]) for here, there in pairwise(ends)) for order in orders)


def improved(
    rounds: Sequence[Round],
    *,
    seed: str,
    steps: int | None = None,
    seconds: float | None = None,
    goal: int = 0,
    met: Mapping[Pair, int] | None = None,
    met_bound: int = 3,
    now: Callable[[], float] = time.monotonic,
) -> tuple[Round, ...]:
    """The same players at tables of the same sizes, who meet again less often; at worst as they were.

    Each further meeting of a pair costs 1, and much more if they have met `met_bound` times, so that the
    repeats do not all fall on the same few. `met` says how often who met before; those who must stay apart
    have met very often. It ends when there are no more repeats than `goal`, or after so many swaps or
    seconds. The same number of swaps gives the same result. Seats are to be dealt afterwards."""
    hall = _Hall(rounds, Counter(met or {}), met_bound, dice(seed, "improved"))
    end = hall.least(goal)
    for heat in _cooling(steps, seconds, now):
        if hall.best_price <= end:
            break
        hall.shake(heat, end)
    return hall.best


# --- how hot it is


def _cooling(steps: int | None, seconds: float | None, now: Callable[[], float]) -> Iterator[float]:
    """The heat of each chunk of swaps, until steps or seconds are used up."""
    if steps is None and seconds is None:
        raise ValueError("a search needs an end: steps or seconds")
    began, done = now(), 0
    while (used := max(_share(done, steps), _share(now() - began, seconds))) < 1:
        yield _heat(used)
        done += CHUNK


def _share(used: float, budget: float | None) -> float:
    if budget is None:
        return 0.0
    return used / budget if budget > 0 else 1.0


def _heat(used: float) -> float:
    """When this part of the budget is used: each pass begins hot again."""
    here = used * PASSES[-1]
    start, end = next((start, end) for start, end in pairwise(PASSES) if here < end)
    return HOT * pow(COLD / HOT, (here - start) / (end - start))


# --- the tables


class _Hall:
    """A whole schedule whose players change places; it remembers the best that it has been."""

    def __init__(self, rounds: Sequence[Round], before: Counter[Pair], bound: int, chance: Random) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.random = chance.random
        self.size = max((len(table) for tables in rounds for table in tables), default=0)
        self.players = {player for tables in rounds for player in seated(tables)}
        self.pairs = comb(len(self.players), 2)
        self.meetings = sum(comb(len(table), 2) for tables in rounds for table in tables)
        self._count(before)
        self._set_prices(max(bound, -(-self.meetings // max(self.pairs, 1))))
        self.price = self._price()
        self._remember()

    def _count(self, before: Counter[Pair]) -> None:
        """Who met whom, and who sat at short tables, how often."""
        numbers = max(self.players, default=-1) + 1
        self.met = [[0] * numbers for _ in range(numbers)]
        for (one, other), times in (before + meetings(_frozen(self.rounds))).items():
            if {one, other} <= self.players:
                self.met[one][other] = self.met[other][one] = times
        short = (table for tables in self.rounds for table in tables if len(table) < self.size)
        turns = Counter(seated(map(tuple, short)))
        self.turns = [turns[player] for player in range(numbers)]

    def _set_prices(self, bound: int) -> None:
        """What one meeting more costs a pair that has met so many times, and what its last one cost."""
        most = max((times for row in self.met for times in row), default=0) + len(self.rounds)
        self.rise = [min(1, times) + OFTEN * max(0, times - bound + 1) for times in range(most + 2)]
        self.fall = [0, *self.rise]

    def _price(self) -> int:
        """What the meetings of this schedule cost; they came after those before."""
        price = UNEVEN * sum(comb(turns, 2) for turns in self.turns)
        for (one, other), times in meetings(_frozen(self.rounds)).items():
            met = self.met[one][other]
            price += sum(self.rise[met - times : met])
        return price

    def least(self, goal: int) -> int:
        """The price to stop at: so many repeats, if there can be so few, and even turns at short tables."""
        each, more = divmod(sum(self.turns), max(len(self.players), 1))
        turns = (len(self.players) - more) * comb(each, 2) + more * comb(each + 1, 2)
        return max(goal, self.meetings - self.pairs) + UNEVEN * turns

    def _remember(self) -> None:
        self.best_price = self.price
        self.best = _frozen((sorted(table) for table in tables) for tables in self.rounds)

    def shake(self, heat: float, end: int) -> None:
        """Swap two at a time, as long as that is not dearer; seldom, if it is."""
        accepted = [exp(-dearer / heat) for dearer in range(DEAREST)]
        rounds = [tables for tables in self.rounds if len(tables) > 1]
        random = self.random
        for _ in range(CHUNK if rounds else 0):
            tables = rounds[int(random() * len(rounds))]
            one, other = int(random() * len(tables)), int(random() * (len(tables) - 1))
            here, there = tables[one], tables[other + (other >= one)]
            mine, theirs = int(random() * len(here)), int(random() * len(there))
            dearer = self._dearer(here, here[mine], there, there[theirs])
            if dearer <= 0 or (dearer < DEAREST and random() < accepted[dearer]):
                self._swap(here, mine, there, theirs)
                self.price += dearer
                if self.price <= end:
                    break
        if self.price < self.best_price:
            self._remember()

    def _dearer(self, here: list[int], one: int, there: list[int], other: int) -> int:
        """By how much a swap of these two changes the price."""
        rise, fall = self.rise, self.fall
        mine, theirs = self.met[one], self.met[other]
        dearer = -2 * rise[mine[other]]  # counted below as if the two came to meet
        for player in here:
            dearer += rise[theirs[player]] - fall[mine[player]]
        for player in there:
            dearer += rise[mine[player]] - fall[theirs[player]]
        if self._differ(here, there):
            leaving, coming = (one, other) if len(here) < len(there) else (other, one)
            dearer += UNEVEN * (self.turns[coming] - self.turns[leaving] + 1)
        return dearer

    def _differ(self, here: list[int], there: list[int]) -> bool:
        """Is one of them a short table, and the other not?"""
        return len(here) != len(there) and max(len(here), len(there)) == self.size

    def _swap(self, here: list[int], mine: int, there: list[int], theirs: int) -> None:
        one, other = here[mine], there[theirs]
        self._replace(here, one, other)
        self._replace(there, other, one)
        here[mine], there[theirs] = other, one
        if self._differ(here, there):
            leaving, coming = (one, other) if len(here) < len(there) else (other, one)
            self.turns[leaving] -= 1
            self.turns[coming] += 1

    def _replace(self, table: list[int], left: int, joined: int) -> None:
        met, less, more = self.met, self.met[left], self.met[joined]
        for player in table:
            if player != left:
                less[player] -= 1
                more[player] += 1
                met[player][left] -= 1
                met[player][joined] += 1


def _frozen(rounds: Iterable[Iterable[Iterable[int]]]) -> tuple[Round, ...]:
    return tuple(tuple(map(tuple, tables)) for tables in rounds)
