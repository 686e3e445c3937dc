"""Improve schedules by simulated annealing: players swap tables within a round so that fewer meet again.

Used where neither a construction nor a stored schedule exists. The same swaps spread short tables evenly.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from math import comb, exp, pow
from random import Random

from games.tournaments.pairing.lots import create_random
from games.tournaments.pairing.meetings import PlayerPair, RoundTables, count_meetings, list_seated_players

HOT, COLD = 0.4, 0.17  # temperature at the start and at the end of a pass
PASS_ENDS = tuple(
    accumulate((0, 1, 2, 4, 8))
)  # easy fields are solved in a short pass, hard ones need longer
SWAPS_PER_CHUNK = 2_000  # swaps between two checks of the time
MAX_ACCEPTED_COST = 16  # a swap that costs this much is never accepted
FREQUENT_MEETING_COST = (
    8  # cost of a meeting once a pair has met often enough; rises by this with each further one
)
UNEVEN_TURNS_COST = 2  # cost of somebody sitting at two more short tables than somebody else


def build_random_schedule(sizes: Sequence[int], rounds: int, *, seed: str) -> tuple[RoundTables, ...]:
    """Place everybody at random at tables of these sizes, as the starting point of a search."""
    chance = create_random(seed, "scattered", *sizes)
    ends = list(accumulate(sizes, initial=0))
    orders = [chance.sample(range(ends[-1]), ends[-1]) for _ in range(rounds)]
    return tuple(tuple(tuple(order[here:there]) for here, there in pairwise(ends)) for order in orders)


def improve_schedule(
    rounds: Sequence[RoundTables],
    *,
    seed: str,
    steps: int | None = None,
    seconds: float | None = None,
    goal: int = 0,
    met: Mapping[PlayerPair, int] | None = None,
    met_bound: int = 3,
    now: Callable[[], float] = time.monotonic,
) -> tuple[RoundTables, ...]:
    """Reduce repeats by swaps, keeping players and table sizes; the result is never worse than the input.

    Each further meeting of a pair costs 1, and much more if they have met `met_bound` times, so that repeats
    do not all fall on the same few pairs. `met` tells how often pairs met before; for those who must not meet
    it is very high. The search ends when there are no more repeats than `goal`, or after so many swaps or
    seconds. The same number of swaps gives the same result. Seats must be assigned afterwards."""
    hall = _ScheduleAnnealer(rounds, Counter(met or {}), met_bound, create_random(seed, "improved"))
    end = hall.compute_target(goal)
    for heat in _cool_down(steps, seconds, now):
        if hall.best_price <= end:
            break
        hall.shake(heat, end)
    return hall.best


# --- temperature


def _cool_down(steps: int | None, seconds: float | None, now: Callable[[], float]) -> Iterator[float]:
    """Yield the temperature of each chunk of swaps until steps or seconds are used up."""
    if steps is None and seconds is None:
        raise ValueError("a search needs an end: steps or seconds")
    began, done = now(), 0
    while (used := max(_compute_share(done, steps), _compute_share(now() - began, seconds))) < 1:
        yield _compute_heat(used)
        done += SWAPS_PER_CHUNK


def _compute_share(used: float, budget: float | None) -> float:
    if budget is None:
        return 0.0
    return used / budget if budget > 0 else 1.0


def _compute_heat(used: float) -> float:
    """Return the temperature when this part of the budget is used; each pass starts hot again."""
    here = used * PASS_ENDS[-1]
    start, end = next((start, end) for start, end in pairwise(PASS_ENDS) if here < end)
    return HOT * pow(COLD / HOT, (here - start) / (end - start))


# --- the tables


class _ScheduleAnnealer:
    """A whole schedule whose players swap tables; it remembers the best state it has seen."""

    def __init__(
        self, rounds: Sequence[RoundTables], before: Counter[PlayerPair], bound: int, chance: Random
    ) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.random = chance.random
        self.size = max((len(table) for tables in rounds for table in tables), default=0)
        self.players = {player for tables in rounds for player in list_seated_players(tables)}
        self.pairs = comb(len(self.players), 2)
        self.meetings = sum(comb(len(table), 2) for tables in rounds for table in tables)
        self._count(before)
        self._set_prices(max(bound, -(-self.meetings // max(self.pairs, 1))))
        self.price = self._price()
        self._keep_best()

    def _count(self, before: Counter[PlayerPair]) -> None:
        """Count how often each pair has met, and how often each player sat at short tables."""
        numbers = max(self.players, default=-1) + 1
        self.met = [[0] * numbers for _ in range(numbers)]
        for (one, other), times in (before + count_meetings(_freeze_rounds(self.rounds))).items():
            if {one, other} <= self.players:
                self.met[one][other] = self.met[other][one] = times
        short = (table for tables in self.rounds for table in tables if len(table) < self.size)
        turns = Counter(list_seated_players(map(tuple, short)))
        self.turns = [turns[player] for player in range(numbers)]

    def _set_prices(self, bound: int) -> None:
        """Set what one more meeting costs a pair that has met so many times, and what its last one cost."""
        most = max((times for row in self.met for times in row), default=0) + len(self.rounds)
        self.rise = [
            min(1, times) + FREQUENT_MEETING_COST * max(0, times - bound + 1) for times in range(most + 2)
        ]
        self.fall = [0, *self.rise]

    def _price(self) -> int:
        """Compute what the meetings of this schedule cost, on top of those before it."""
        price = UNEVEN_TURNS_COST * sum(comb(turns, 2) for turns in self.turns)
        for (one, other), times in count_meetings(_freeze_rounds(self.rounds)).items():
            met = self.met[one][other]
            price += sum(self.rise[met - times : met])
        return price

    def compute_target(self, goal: int) -> int:
        """Return the price to stop at: few enough repeats, if possible, and short tables spread evenly."""
        each, more = divmod(sum(self.turns), max(len(self.players), 1))
        turns = (len(self.players) - more) * comb(each, 2) + more * comb(each + 1, 2)
        return max(goal, self.meetings - self.pairs) + UNEVEN_TURNS_COST * turns

    def _keep_best(self) -> None:
        """Keep the current schedule as the best so far."""
        self.best_price = self.price
        self.best = _freeze_rounds((sorted(table) for table in tables) for tables in self.rounds)

    def shake(self, heat: float, end: int) -> None:
        """Swap random pairs of players; keep a swap that costs no more, and seldom one that does."""
        accepted = [exp(-dearer / heat) for dearer in range(MAX_ACCEPTED_COST)]
        rounds = [tables for tables in self.rounds if len(tables) > 1]
        random = self.random
        for _ in range(SWAPS_PER_CHUNK if rounds else 0):
            tables = rounds[int(random() * len(rounds))]
            one, other = int(random() * len(tables)), int(random() * (len(tables) - 1))
            here, there = tables[one], tables[other + (other >= one)]
            mine, theirs = int(random() * len(here)), int(random() * len(there))
            dearer = self._compute_cost_change(here, here[mine], there, there[theirs])
            if dearer <= 0 or (dearer < MAX_ACCEPTED_COST and random() < accepted[dearer]):
                self._swap(here, mine, there, theirs)
                self.price += dearer
                if self.price <= end:
                    break
        if self.price < self.best_price:
            self._keep_best()

    def _compute_cost_change(self, here: list[int], one: int, there: list[int], other: int) -> int:
        """Return by how much a swap of these two changes the price."""
        rise, fall = self.rise, self.fall
        mine, theirs = self.met[one], self.met[other]
        dearer = -2 * rise[mine[other]]  # the loops below count the two as if they met
        for player in here:
            dearer += rise[theirs[player]] - fall[mine[player]]
        for player in there:
            dearer += rise[mine[player]] - fall[theirs[player]]
        if self._is_one_short(here, there):
            leaving, coming = (one, other) if len(here) < len(there) else (other, one)
            dearer += UNEVEN_TURNS_COST * (self.turns[coming] - self.turns[leaving] + 1)
        return dearer

    def _is_one_short(self, here: list[int], there: list[int]) -> bool:
        """Is exactly one of these two a short table?"""
        return len(here) != len(there) and max(len(here), len(there)) == self.size

    def _swap(self, here: list[int], mine: int, there: list[int], theirs: int) -> None:
        one, other = here[mine], there[theirs]
        self._replace(here, one, other)
        self._replace(there, other, one)
        here[mine], there[theirs] = other, one
        if self._is_one_short(here, there):
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


def _freeze_rounds(rounds: Iterable[Iterable[Iterable[int]]]) -> tuple[RoundTables, ...]:
    return tuple(tuple(map(tuple, tables)) for tables in rounds)
