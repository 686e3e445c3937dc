"""Schedules without repeats that are stored in a file: as many rounds as possible for up to 32 players.

`manage.py schedules` generates and writes the file. A paragraph is a schedule: how many tables of how many
seats, how it was made, and then a line for each round, the tables in seat order.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from games.tournaments.pairing.meetings import RoundTables, TablePlayers, count_companions
from games.tournaments.pairing.seat_order import seat_rounds_in_turn

SCHEDULE_FILE = Path(__file__).with_name("schedules.txt")
FILE_HEADER = """\
# Schedules in which nobody meets anybody twice: tables x seats, how it was made, and a line for each round.
# Written by `manage.py schedules`; whatever is changed here by hand is lost.
"""
MAX_CHOICES_TRIED = 300  # ways to leave seats empty that are tried before the most even one is taken


@dataclass(frozen=True, slots=True)
class ConstructedSchedule:
    """Rounds in seat order, and a note on how they were made that is enough to make them again."""

    rounds: tuple[RoundTables, ...]
    origin: str


StoredSchedules = Mapping[tuple[int, int], ConstructedSchedule]  # by tables and seats


def find_schedule(groups: int, size: int, rounds: int, *, empty: int = 0) -> tuple[RoundTables, ...] | None:
    """Return this many rounds for this many tables, in seat order; None if no schedule this long is stored.

    With `empty` seats, as many tables of each round are one short. Players are numbered without gaps."""
    kept = load_schedules().get((groups, size))
    if kept is None or not 0 <= rounds <= len(kept.rounds):
        return None
    return _leave_seats_empty(kept.rounds[:rounds], size, empty) if empty else kept.rounds[:rounds]


@cache
def load_schedules() -> StoredSchedules:
    """Load all stored schedules."""
    return parse_schedules(SCHEDULE_FILE.read_text("utf-8"))


# --- the file


def parse_schedules(text: str) -> dict[tuple[int, int], ConstructedSchedule]:
    """Parse the file of schedules."""
    paragraphs = (paragraph.splitlines() for paragraph in text.split("\n\n")[1:])
    return dict(_parse_schedule(title, rounds) for title, *rounds in paragraphs)


def _parse_schedule(title: str, rounds: list[str]) -> tuple[tuple[int, int], ConstructedSchedule]:
    shape, _, how = title.partition(": ")
    groups, size = map(int, shape.split(" x "))
    return (groups, size), ConstructedSchedule(tuple(map(_parse_round, rounds)), how)


def _parse_round(line: str) -> RoundTables:
    return tuple(tuple(map(int, table.split(","))) for table in line.split())


def format_schedules(schedules: StoredSchedules) -> str:
    """Format schedules as the file, the smaller tables first."""
    paragraphs = [FILE_HEADER]
    for (groups, size), made in sorted(schedules.items(), key=lambda item: item[0][::-1]):
        rounds = (" ".join(",".join(map(str, table)) for table in tables) for tables in made.rounds)
        paragraphs.append("\n".join((f"{groups} x {size}: {made.origin}", *rounds, "")))
    return "\n".join(paragraphs)


# --- empty seats


def _leave_seats_empty(
    rounds: tuple[RoundTables, ...], size: int, empty: int
) -> tuple[RoundTables, ...] | None:
    """Leave out players who never meet, so that no table lacks two, and spread short tables evenly."""
    ways = islice(_find_strangers(rounds, empty), MAX_CHOICES_TRIED) if size > 2 else ()
    best = min(ways, key=lambda absent: _measure_unevenness(rounds, absent), default=None)
    return None if best is None else seat_rounds_in_turn(_remove_players(rounds, best))


def _find_strangers(rounds: tuple[RoundTables, ...], number: int) -> Iterator[TablePlayers]:
    """Yield sets of players of whom no two meet in these rounds."""
    met = count_companions(rounds)

    def more(chosen: TablePlayers, rest: list[int]) -> Iterator[TablePlayers]:
        if len(chosen) == number:
            yield chosen
        for place, player in enumerate(rest if len(chosen) < number else ()):
            unknown = [other for other in rest[place + 1 :] if other not in met[player]]
            yield from more((*chosen, player), unknown)

    return more((), sorted(player for table in rounds[0] for player in table) if rounds else [])


def _measure_unevenness(rounds: tuple[RoundTables, ...], absent: TablePlayers) -> int:
    """Return the largest difference in turns at short tables if these players are absent."""
    short = (table for tables in rounds for table in tables if not set(absent).isdisjoint(table))
    turns = Counter(player for table in short for player in table)
    present = [turns[player] for table in rounds[0] for player in table if player not in absent]
    return max(present, default=0) - min(present, default=0)


def _remove_players(rounds: tuple[RoundTables, ...], absent: TablePlayers) -> tuple[RoundTables, ...]:
    """Remove players from the rounds and close the gaps in the numbers."""
    present = sorted({player for table in rounds[0] for player in table} - set(absent))
    number = {player: place for place, player in enumerate(present)}
    return tuple(
        tuple(tuple(number[player] for player in table if player in number) for table in tables)
        for tables in rounds
    )
