"""The live board of the staff: every running table, how late it is, who is awaited, and its expected end."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.db.models import F, Func, Subquery

from games.models import Game, Seat
from games.queries import forecast
from games.tournaments.director import late_tables
from games.tournaments.models import (
    Dispute,
    Entrant,
    LedgerEntry,
    Round,
    Ruling,
    Tournament,
    TournamentTable,
)
from games.tournaments.models.table import DONE_STATES

ForecastsByGame = dict[int, forecast.EndForecast]  # by game id


class AwaitedSeat(NamedTuple):
    """A seat that has to answer a decision."""

    name: str
    since: datetime | None
    due: datetime | None
    is_absent: bool


class BoardRow(NamedTuple):
    """One started table. A paused table is never late."""

    table: TournamentTable
    due: datetime | None
    awaited: list[AwaitedSeat]
    expected_end: datetime | None  # expected
    is_late: bool
    state: str


class BoardCounts(NamedTuple):
    """What is counted for the board, by one query."""

    planned: int  # tables not started
    done: int  # tables
    applicants: int
    drafted: int  # rounds
    proposals: int  # rulings
    disputes: int


class LiveBoard(NamedTuple):
    """All started tables of a tournament, with totals."""

    rows: list[BoardRow]
    counts: BoardCounts
    expected_end: datetime | None  # expected end of the round

    @property
    def waiting(self) -> int:
        return self.counts.planned

    @property
    def done(self) -> int:
        return self.counts.done

    @property
    def late(self) -> int:
        return sum(row.is_late for row in self.rows)


def build_board(tournament: Tournament, now: datetime) -> LiveBoard:
    """Build the live board, late tables first, with a fixed number of queries."""
    tables = list(late_tables.find_started_tables(tournament).defer("game__position"))
    seats = _group_seats_by_game(tables)
    foreseen = _forecast_games(tables, seats, now)
    rows = sorted((_build_row(table, seats, foreseen, now) for table in tables), key=_lateness_key)
    ends = [row.expected_end for row in rows if row.expected_end]
    return LiveBoard(rows, _count_for_board(tournament), max(ends, default=None))


def _count_for_board(tournament: Tournament) -> BoardCounts:
    """Count tables, and what waits for a decision of the staff."""
    open_disputes = [Dispute.State.OPEN, Dispute.State.APPEALED]
    counted = (
        tournament.tables.filter(state=TournamentTable.State.PLANNED),
        tournament.tables.filter(state__in=DONE_STATES),
        tournament.entrants.filter(state=Entrant.State.PENDING),
        Round.objects.filter(stage__tournament=tournament, state=Round.State.DRAFTED),
        tournament.rulings.filter(state=Ruling.State.PROPOSED),
        tournament.disputes.filter(state__in=open_disputes),
    )
    columns = {
        f"count_of_{name}": Subquery(
            rows.order_by().annotate(all=Func(F("pk"), function="COUNT")).values("all")
        )
        for name, rows in zip(BoardCounts._fields, counted, strict=True)
    }
    row = Tournament.objects.filter(pk=tournament.pk).annotate(**columns).values_list(*columns).get()
    return BoardCounts(*row)


def _group_seats_by_game(tables: Iterable[TournamentTable]) -> dict[int, list[Seat]]:
    found: dict[int, list[Seat]] = defaultdict(list)
    games = [table.game_id for table in tables if table.game_id]
    for seat in Seat.objects.filter(game__in=games).order_by("game_id", "place"):
        found[seat.game_id].append(seat)
    return found


def _forecast_games(
    tables: Iterable[TournamentTable], seats: Mapping[int, list[Seat]], now: datetime
) -> ForecastsByGame:
    games = [
        table.game for table in tables if table.game is not None and table.hold != TournamentTable.Hold.HELD
    ]
    running = [game for game in games if game.state == Game.State.RUNNING]
    people = {pk: sum(not seat.bot for seat in of_game) for pk, of_game in seats.items()}
    return forecast.forecast_ends(running, people, now)


def _build_row(
    table: Any, seats: dict[int, list[Seat]], foreseen: ForecastsByGame, now: datetime
) -> BoardRow:
    awaited = [
        AwaitedSeat(seat.name, seat.asked_at, seat.deadline, seat.is_absent)
        for seat in seats.get(table.game_id or 0, [])
        if seat.decision is not None
    ]
    if table.hold == TournamentTable.Hold.HELD:  # its deadline is postponed when the pause ends
        return BoardRow(table, None, awaited, None, False, Game.State.PAUSED)
    expected = foreseen.get(table.game_id or 0)
    ends = expected.expected_end if expected else None
    state = table.game.state if table.game else ""
    is_late = (
        state == Game.State.ABANDONED
        or bool(table.due and table.due <= now)
        or _is_behind_schedule(table, expected)
    )
    return BoardRow(table, table.due, awaited, ends, is_late, state)


def _is_behind_schedule(table: Any, expected: forecast.EndForecast | None) -> bool:
    """Tell whether a game will probably miss its deadline, or without one, outlast nine of ten such games."""
    return expected is not None and expected.expected_end > (table.due or expected.ninetieth_end)


def _lateness_key(row: BoardRow) -> tuple[bool, datetime, int]:
    far = datetime.max.replace(tzinfo=row.table.planned_at.tzinfo)
    return not row.is_late, row.due or far, row.table.number


def parse_announcements(entries: Iterable[LedgerEntry]) -> list[dict[str, Any]]:
    """Parse announcement entries of the ledger for display."""
    return [{"at": one.at, **msgspec.json.decode(one.data)} for one in entries]
