"""Which tables may start now, when nobody may sit at more than so many at a time.

A table starts once all its players have time for it, and none of them waits for an earlier one. Two tables
with the very same people do not run at the same time.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from games.tournaments.pairing.tables import Table, seated

CAP = 4
LOWEST_CAP = 2  # that a player may wish for


def ready(
    waiting: Sequence[Table], running: Iterable[Table], cap: int = CAP, caps: Mapping[int, int] | None = None
) -> tuple[int, ...]:
    """Which of the waiting tables start now, by their place in the order. `caps` are wishes of players."""
    running = list(running)
    busy, alike, held = Counter(seated(running)), {frozenset(table) for table in running}, set[int]()
    found = []
    for number, table in enumerate(waiting):
        free = all(player not in held and busy[player] < most(player, cap, caps) for player in table)
        if free and frozenset(table) not in alike:
            found.append(number)
            busy.update(table)
            alike.add(frozenset(table))
        else:
            held.update(table)
    return tuple(found)


def most(player: int, cap: int, caps: Mapping[int, int] | None) -> int:
    """What the event allows, or less if the player wishes so."""
    return min(cap, max(LOWEST_CAP, (caps or {}).get(player, cap)))


@dataclass(frozen=True, slots=True)
class Calendar:
    """When each table starts, and when the last one is over."""

    starts: tuple[float, ...]
    end: float


def calendar(
    tables: Sequence[Table], durations: Sequence[float], cap: int = CAP, caps: Mapping[int, int] | None = None
) -> Calendar:
    """If tables last as long as given and start as early as they may."""
    if cap < 1:
        raise ValueError("with no table at a time nothing ever starts")
    return _Days(tables, durations, cap, caps).calendar()


class _Days:
    """Everybody's queue of tables. Only a table that is the next one of all its players can start."""

    def __init__(
        self, tables: Sequence[Table], durations: Sequence[float], cap: int, caps: Mapping[int, int] | None
    ) -> None:
        self.tables, self.durations, self.cap, self.caps = tables, durations, cap, caps
        self.starts = [0.0] * len(tables)
        self.ends: list[tuple[float, int]] = []  # of the running tables
        self.running: Counter[frozenset[int]] = Counter()
        self.busy: Counter[int] = Counter()
        self.queues: dict[int, deque[int]] = defaultdict(deque)
        for number, table in enumerate(tables):
            for player in table:
                self.queues[player].append(number)

    def calendar(self) -> Calendar:
        today = 0.0
        self._start(sorted({queue[0] for queue in self.queues.values()}), today)
        while self.ends:
            today, over = heappop(self.ends)
            self.running[frozenset(self.tables[over])] -= 1
            self.busy.subtract(self.tables[over])
            self._start(self._next_of(self.tables[over]), today)
        return Calendar(tuple(self.starts), today)

    def _next_of(self, players: Iterable[int]) -> list[int]:
        return sorted({self.queues[player][0] for player in players if self.queues[player]})

    def _start(self, candidates: Iterable[int], today: float) -> None:
        """Those that can; each of them may be what another one has waited for."""
        waiting = deque(candidates)
        while waiting:
            number = waiting.popleft()
            if self._may_start(number):
                self._begin(number, today)
                waiting.extend(self._next_of(self.tables[number]))

    def _may_start(self, number: int) -> bool:
        table = self.tables[number]
        return not self.running[frozenset(table)] and all(
            self.queues[player]
            and self.queues[player][0] == number
            and self.busy[player] < most(player, self.cap, self.caps)
            for player in table
        )

    def _begin(self, number: int, today: float) -> None:
        table = self.tables[number]
        self.starts[number] = today
        heappush(self.ends, (today + self.durations[number], number))
        self.running[frozenset(table)] += 1
        self.busy.update(table)
        for player in table:
            self.queues[player].popleft()
