"""Schedules without repeats that stand ready in a file: for up to 32 players as many rounds as there can be.

`manage.py schedules` makes them and writes the file. A paragraph is a schedule: how many tables of how many
seats, how it was made, and then a line for each round, the tables in seat order.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path

from games.tournaments.pairing.constructing import Made
from games.tournaments.pairing.seats import seat_in_turn
from games.tournaments.pairing.tables import Round, Table, companions

FILE = Path(__file__).with_name("schedules.txt")
HEAD = """\
# Schedules in which nobody meets anybody twice: tables x seats, how it was made, and a line for each round.
# Written by `manage.py schedules`; whatever is changed here by hand is lost.
"""
TRIED = 300  # ways to leave chairs empty, until one is taken that is not quite even

Schedules = Mapping[tuple[int, int], Made]  # by tables and seats


def schedule(groups: int, size: int, rounds: int, *, empty: int = 0) -> tuple[Round, ...] | None:
    """So many rounds for so many tables, in seat order; none, if none so long is stored.

    With empty chairs as many tables of each round are one short. Players are numbered without gaps."""
    kept = everything().get((groups, size))
    if kept is None or not 0 <= rounds <= len(kept.rounds):
        return None
    return _with_empty_chairs(kept.rounds[:rounds], size, empty) if empty else kept.rounds[:rounds]


@cache
def everything() -> Schedules:
    """All that is stored."""
    return read(FILE.read_text("utf-8"))


# --- the file


def read(text: str) -> dict[tuple[int, int], Made]:
    paragraphs = (paragraph.splitlines() for paragraph in text.split("\n\n")[1:])
    return dict(_schedule(title, rounds) for title, *rounds in paragraphs)


def _schedule(title: str, rounds: list[str]) -> tuple[tuple[int, int], Made]:
    shape, _, how = title.partition(": ")
    groups, size = map(int, shape.split(" x "))
    return (groups, size), Made(tuple(map(_round, rounds)), how)


def _round(line: str) -> Round:
    return tuple(tuple(map(int, table.split(","))) for table in line.split())


def written(schedules: Schedules) -> str:
    """As the file, the smaller tables first."""
    paragraphs = [HEAD]
    for (groups, size), made in sorted(schedules.items(), key=lambda item: item[0][::-1]):
        rounds = (" ".join(",".join(map(str, table)) for table in tables) for tables in made.rounds)
        paragraphs.append("\n".join((f"{groups} x {size}: {made.how}", *rounds, "")))
    return "\n".join(paragraphs)


# --- empty chairs


def _with_empty_chairs(rounds: tuple[Round, ...], size: int, empty: int) -> tuple[Round, ...] | None:
    """Leave out players who never meet, so that no table lacks two, and whom the others meet evenly."""
    ways = islice(_strangers(rounds, empty), TRIED) if size > 2 else ()
    best = min(ways, key=lambda absent: _unevenness(rounds, absent), default=None)
    return None if best is None else seat_in_turn(_without(rounds, best))


def _strangers(rounds: tuple[Round, ...], number: int) -> Iterator[Table]:
    """Players of whom no two meet in these rounds."""
    met = companions(rounds)

    def more(chosen: Table, rest: list[int]) -> Iterator[Table]:
        if len(chosen) == number:
            yield chosen
        for place, player in enumerate(rest if len(chosen) < number else ()):
            unknown = [other for other in rest[place + 1 :] if other not in met[player]]
            yield from more((*chosen, player), unknown)

    return more((), sorted(player for table in rounds[0] for player in table) if rounds else [])


def _unevenness(rounds: tuple[Round, ...], absent: Table) -> int:
    """How much more often than somebody else somebody sits at a short table without them."""
    short = (table for tables in rounds for table in tables if not set(absent).isdisjoint(table))
    turns = Counter(player for table in short for player in table)
    present = [turns[player] for table in rounds[0] for player in table if player not in absent]
    return max(present, default=0) - min(present, default=0)


def _without(rounds: tuple[Round, ...], absent: Table) -> tuple[Round, ...]:
    """The same rounds; numbers close up."""
    present = sorted({player for table in rounds[0] for player in table} - set(absent))
    number = {player: place for place, player in enumerate(present)}
    return tuple(
        tuple(tuple(number[player] for player in table if player in number) for table in tables)
        for tables in rounds
    )
