"""The live board: every running table, how late it is, whom it waits for, and when it will probably end."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from games.models import Game, Seat
from games.play import forecasting
from games.tournaments import adjudicating
from games.tournaments.models import Entry, Table, Tournament

Foreseen = dict[int, forecasting.Foreseen]  # by game


class Awaited(NamedTuple):
    name: str
    since: datetime | None
    due: datetime | None
    is_absent: bool


class Row(NamedTuple):
    """One table that has begun; while a pause holds it, nothing of it is late."""

    table: Table
    due: datetime | None
    awaited: list[Awaited]
    ends: datetime | None  # probably
    is_late: bool
    state: str


class Board(NamedTuple):
    rows: list[Row]
    waiting: int  # tables that have not begun
    done: int
    ends: datetime | None  # of the round, probably

    @property
    def late(self) -> int:
        return sum(row.is_late for row in self.rows)


def board(tournament: Tournament, now: datetime) -> Board:
    """The late tables first. Few statements, however many tables there are."""
    tables = list(adjudicating.begun(tournament).defer("game__position"))
    seats = _seats(tables)
    foreseen = _foreseen(tables, seats, now)
    rows = sorted((_row(table, seats, foreseen, now) for table in tables), key=_lateness)
    states = list(tournament.tables.values_list("state", flat=True))
    ends = [row.ends for row in rows if row.ends]
    return Board(
        rows,
        states.count(Table.State.PLANNED),
        sum(state not in (Table.State.PLANNED, Table.State.STARTED) for state in states),
        max(ends, default=None),
    )


def _seats(tables: Iterable[Table]) -> dict[int, list[Seat]]:
    found: dict[int, list[Seat]] = defaultdict(list)
    games = [table.game_id for table in tables if table.game_id]
    for seat in Seat.objects.filter(game__in=games).order_by("game_id", "place"):
        found[seat.game_id].append(seat)
    return found


def _foreseen(tables: Iterable[Table], seats: Mapping[int, list[Seat]], now: datetime) -> Foreseen:
    games = [table.game for table in tables if table.game is not None and table.hold != Table.Hold.HELD]
    running = [game for game in games if game.state == Game.State.RUNNING]
    people = {pk: sum(not seat.bot for seat in of_game) for pk, of_game in seats.items()}
    return forecasting.foreseen(running, people, now)


def _row(table: Any, seats: dict[int, list[Seat]], foreseen: Foreseen, now: datetime) -> Row:
    awaited = [
        Awaited(seat.name, seat.asked_at, seat.deadline, seat.is_absent)
        for seat in seats.get(table.game_id or 0, [])
        if seat.decision is not None
    ]
    if table.hold == Table.Hold.HELD:  # its deadline moves when the pause ends
        return Row(table, None, awaited, None, False, Game.State.PAUSED)
    expected = foreseen.get(table.game_id or 0)
    ends = expected.ends if expected else None
    state = table.game.state if table.game else ""
    is_late = (
        state == Game.State.ABANDONED or bool(table.due and table.due <= now) or _is_behind(table, expected)
    )
    return Row(table, table.due, awaited, ends, is_late, state)


def _is_behind(table: Any, expected: forecasting.Foreseen | None) -> bool:
    """Will it probably go on past its deadline? Without one: past when nine of ten such games are over."""
    return expected is not None and expected.ends > (table.due or expected.usual)


def _lateness(row: Row) -> tuple[bool, datetime, int]:
    far = datetime.max.replace(tzinfo=row.table.planned_at.tzinfo)
    return not row.is_late, row.due or far, row.table.number


def announcements(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """What was said to everybody before."""
    return [{"at": one.at, **msgspec.json.decode(one.data)} for one in entries]
