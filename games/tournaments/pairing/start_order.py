"""Decide which tables may start now when nobody may play at more than a given number at a time.

A table starts once all its players have capacity for it and none of them waits for an earlier table. Two
tables with exactly the same players never run at the same time.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from games.tournaments.pairing.meetings import TablePlayers, list_seated_players

DEFAULT_CAP = 4
LOWEST_CAP = 2  # that a player may ask for


def find_ready_tables(
    waiting: Sequence[TablePlayers],
    running: Iterable[TablePlayers],
    cap: int = DEFAULT_CAP,
    caps: Mapping[int, int] | None = None,
) -> tuple[int, ...]:
    """Return the indexes of the waiting tables that may start now. `caps` are limits set by players."""
    running = list(running)
    busy, alike, held = (
        Counter(list_seated_players(running)),
        {frozenset(table) for table in running},
        set[int](),
    )
    found = []
    for number, table in enumerate(waiting):
        free = all(
            player not in held and busy[player] < compute_player_cap(player, cap, caps) for player in table
        )
        if free and frozenset(table) not in alike:
            found.append(number)
            busy.update(table)
            alike.add(frozenset(table))
        else:
            held.update(table)
    return tuple(found)


def compute_player_cap(player: int, cap: int, caps: Mapping[int, int] | None) -> int:
    """Return what the tournament allows, or less if the player asked for less."""
    return min(cap, max(LOWEST_CAP, (caps or {}).get(player, cap)))


@dataclass(frozen=True, slots=True)
class TableCalendar:
    """When each table starts, and when the last one ends."""

    starts: tuple[float, ...]
    end: float


def build_calendar(
    tables: Sequence[TablePlayers],
    durations: Sequence[float],
    cap: int = DEFAULT_CAP,
    caps: Mapping[int, int] | None = None,
) -> TableCalendar:
    """Simulate the tables if they last as long as given and start as early as allowed."""
    if cap < 1:
        raise ValueError("with no table at a time nothing ever starts")
    return _CalendarSimulation(tables, durations, cap, caps).simulate()


class _CalendarSimulation:
    """A simulation with a queue of tables per player; only a table that is next for all of them can start."""

    def __init__(
        self,
        tables: Sequence[TablePlayers],
        durations: Sequence[float],
        cap: int,
        caps: Mapping[int, int] | None,
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

    def simulate(self) -> TableCalendar:
        today = 0.0
        self._start(sorted({queue[0] for queue in self.queues.values()}), today)
        while self.ends:
            today, over = heappop(self.ends)
            self.running[frozenset(self.tables[over])] -= 1
            self.busy.subtract(self.tables[over])
            self._start(self._list_next_tables(self.tables[over]), today)
        return TableCalendar(tuple(self.starts), today)

    def _list_next_tables(self, players: Iterable[int]) -> list[int]:
        return sorted({self.queues[player][0] for player in players if self.queues[player]})

    def _start(self, candidates: Iterable[int], today: float) -> None:
        """Start the candidates that can start; each may unblock others."""
        waiting = deque(candidates)
        while waiting:
            number = waiting.popleft()
            if self._may_start(number):
                self._begin(number, today)
                waiting.extend(self._list_next_tables(self.tables[number]))

    def _may_start(self, number: int) -> bool:
        table = self.tables[number]
        return not self.running[frozenset(table)] and all(
            self.queues[player]
            and self.queues[player][0] == number
            and self.busy[player] < compute_player_cap(player, self.cap, self.caps)
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
