"""Benchmark the sweep of alarms among a million open decisions, the lateness of deadlines, and bot games."""

import contextlib
import itertools
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from statistics import median, quantiles
from typing import Any, TypeVar

from django.db import connection, transaction
from django.db.models import Count, F, Max, Min
from django.utils import timezone

from accounts.models import User
from games.bots.rule_based_bot import RuleBasedBot
from games.bots.self_play import play_to_end
from games.management.commands.serve import build_beat_command, build_worker_command
from games.management.supervisor import ProcessLauncher
from games.models import Game, GameLogEntry, Heartbeat, Seat
from games.models.game import dump_pace_json, dump_patience_json, generate_key, generate_reply_key
from games.play import seats
from games.play.deadlines import alarms
from games.play.lobby import tables
from games.rules import registry
from tests.bench import raw_sql
from tests.bench.measure import Measurement

FEW, MANY = 10_000, 1_000_000  # open decisions
DUE_ALARMS = 200
SLICES = 15
SEATS_PER_TABLE = 8  # seats of a table


# --- claiming


def measure_sweeps() -> Iterator[Measurement]:
    """Measure claiming 200 of a million alarms, and an empty sweep, against the same by the bare driver."""
    few_due, few_idle = _measure_with_open_decisions(FEW)
    due, idle = _measure_with_open_decisions(MANY)
    yield Measurement("sweep_due", due[1] * 1e3, "ms", "raw psycopg", due[1] / due[0])
    yield Measurement("sweep_idle", idle[1] * 1e3, "ms", "raw psycopg", idle[1] / idle[0])
    grown = max(due[1] / few_due[1], idle[1] / few_idle[1])
    yield Measurement("sweep_growth", grown, "times", f"{FEW:,} open decisions", grown)


def _measure_with_open_decisions(number: int) -> tuple[list[float], list[float]]:
    """Return the seconds of a claim and of an empty sweep, each by the bare driver and by ours."""
    _create_open_decisions(number)
    with raw_sql.open_cursor() as direct:
        claims = _compare_seconds(
            lambda: raw_sql.claim_by_driver(direct, DUE_ALARMS),
            lambda: raw_sql.claim_by_service(DUE_ALARMS),
            before=_make_due,
        )
        _make_nothing_due()
        idle = _compare_seconds(lambda: raw_sql.claim_by_driver(direct, DUE_ALARMS), alarms.handle_due_alarms)
    return claims, idle


def _delete_games() -> None:
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE games_game CASCADE")


def _create_open_decisions(number: int) -> None:
    """Create this many open decisions; nobody plays these games, but their rows are like all others."""
    _delete_games()
    with connection.cursor() as cursor:
        cursor.execute(INSERT_TABLES, [dump_pace_json(), dump_patience_json(), number // SEATS_PER_TABLE])
        cursor.execute(INSERT_SEATS)
        cursor.execute("VACUUM ANALYZE games_seat")
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})


INSERT_TABLES = """
    INSERT INTO games_game (key, name, ruleset, options, size, is_open, starts_when_full, visibility,
        pace_data, patience_data, request_key, state, created_at, started_at, seed, position, log_length,
        undoable_moves, page_version)
    SELECT 'bench-' || n, 'Bench', 'citadels', '{}', 8, false, true, 'nobody', %s, %s, '',
        'running', now(), now(), '', '', 1, 0, 0
    FROM generate_series(1, %s) AS n
"""
INSERT_SEATS = """
    INSERT INTO games_seat (game_id, place, name, bot, key, reply_key, joined_at, decision, asked_at, due_at,
        final_at, alarm_at)
    SELECT id, place, 'Ann' || place, '', 'key', id || '-' || place, now(), 1, now(), due, due, due
    FROM games_game, generate_series(0, 7) AS place,
        LATERAL (SELECT now() + interval '1 day' + (id %% 100000) * interval '3 seconds' AS due) AS clock
""".replace("%%", "%")


def _make_due() -> None:
    """Make the first alarms due a minute ago, and move those that were claimed before far ahead."""
    ahead, past = timezone.now() + timedelta(days=3), timezone.now() - timedelta(minutes=1)
    Seat.objects.filter(alarm_at__lt=timezone.now() + timedelta(hours=1)).update(alarm_at=ahead)
    first = list(Seat.objects.order_by("alarm_at").values_list("pk", flat=True)[:DUE_ALARMS])
    Seat.objects.filter(pk__in=first).update(alarm_at=past)


def _make_nothing_due() -> None:
    _make_due()
    Seat.objects.filter(alarm_at__lt=timezone.now()).update(alarm_at=timezone.now() + timedelta(days=3))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM games_seat")


def _compare_seconds(*works: Callable[[], object], before: Callable[[], None] | None = None) -> list[float]:
    """Return the median of the seconds that each takes; they take turns."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(SLICES):
        for work, found in zip(works, times, strict=True):
            if before:
                before()
            start = time.perf_counter()
            work()
            found.append(time.perf_counter() - start)
    return [median(found) for found in times]


# --- lateness

ModelRow = TypeVar("ModelRow", Game, Seat)
DEADLINES_PER_SECOND = 100  # deadlines that run out in each second
SECONDS = 60
TABLES_PER_PERSON = 4  # for each person


def measure_lateness() -> Iterator[Measurement]:
    """Measure lateness when 100 deadlines per second run out for a minute, with one worker for everything."""
    _delete_games()
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    with _run_workers():
        _copy_with_deadlines(_create_table())
        due = _start_deadlines()
        _wait_until(lambda: _count_handled() >= len(due), SECONDS + 120)
    late = sorted(
        (at - due[seat]).total_seconds()
        for seat, at in GameLogEntry.objects.filter(kind=GameLogEntry.Kind.MISSED).values_list(
            "seat_id", "at"
        )
        if seat in due
    )
    if len(late) < len(due):
        raise RuntimeError(f"{len(due) - len(late)} of {len(due)} deadlines were not handled")
    yield Measurement("deadline_lateness_p99_s", quantiles(late, n=100)[98], "s")
    yield Measurement("deadline_lateness_p50_s", median(late), "s")


def _create_table() -> Game:
    people = [User.objects.create_user(f"late-{n}@example.org", f"Late-{n}") for n in range(4)]
    game = tables.open_table(people[0], tables.NewTable("Late", "citadels", {}, 4, is_open=True))
    for person in people[1:]:
        tables.join_table(game.pk, person)
    game.refresh_from_db()
    return game


def _copy_with_deadlines(first: Game) -> None:
    """Copy a table many times with other people; the deadlines follow each other from tomorrow on."""
    chairs, start = list(first.seats.all()), timezone.now() + timedelta(days=1)
    games = [
        _copy_row(first, key=generate_key(), request_key="") for _ in range(DEADLINES_PER_SECOND * SECONDS)
    ]
    Game.objects.bulk_create(games, batch_size=500)
    people = itertools.cycle(_create_people(len(games) * len(chairs) // TABLES_PER_PERSON))
    rows: list[Seat] = []
    for number, game in enumerate(games):
        at = start + timedelta(seconds=number / DEADLINES_PER_SECOND)
        for seat in chairs:
            row = _copy_row(seat, game=game, user_id=next(people).pk, reply_key=generate_reply_key())
            rows.append(row)
            if row.decision is not None:
                row.asked_at = at - game.pace.hours - game.pace.allowance - game.pace.grace
                row.due_at = row.final_at = row.alarm_at = at
    Seat.objects.bulk_create(rows, batch_size=1000)
    first.seats.update(decision=None, asked_at=None, due_at=None, final_at=None, alarm_at=None)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as the database does by itself, some minutes later


def _start_deadlines() -> dict[int, datetime]:
    """Move all deadlines so that the first runs out in five seconds; return when each seat is due."""
    running = Seat.objects.filter(final_at__isnull=False)
    first = running.earliest("final_at").final_at or timezone.now()
    by = first - timezone.now() - timedelta(seconds=5)
    times = ("asked_at", "due_at", "final_at", "alarm_at")
    running.update(**{name: F(name) - by for name in times})
    return {pk: at for pk, at in running.values_list("pk", "final_at") if at is not None}


def _create_people(number: int) -> list[User]:
    users = [User(email=f"late-{n}@example.net", handle=f"Many-{n}") for n in range(number)]
    return User.objects.bulk_create(users, batch_size=1000)


def _copy_row(row: ModelRow, **changes: Any) -> ModelRow:
    """Copy a row without its primary key, with these changes."""
    fields = {
        field.attname: getattr(row, field.attname) for field in row._meta.fields if field.attname != "id"
    }
    if "game" in changes:
        del fields["game_id"]
    return type(row)(**fields | changes)


def _count_handled() -> int:
    return GameLogEntry.objects.filter(kind=GameLogEntry.Kind.MISSED).count()


def _wait_until(what: Callable[[], bool], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not what() and time.monotonic() < deadline:
        time.sleep(1)


@contextlib.contextmanager
def _run_workers() -> Iterator[None]:
    """Run one worker for both queues, and the beat; `serve` starts an extra worker for the clock."""
    ties, env = ProcessLauncher(), {**os.environ, "BROKER_URL": ""}  # empty: messages go through a folder
    processes = [ties.start(command, env) for command in (build_worker_command(), build_beat_command())]
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(30)
            process.kill()
            process.wait()


# --- games among bots


def measure_bot_game(http_per_second: float) -> Iterator[Measurement]:
    """Measure a game of four bots through the play service, tasks and outbox."""
    house = _play_through_server()
    start = time.perf_counter()
    alone = _play_rules_alone() / (time.perf_counter() - start)
    yield Measurement("bot_game_through_play_service", house, "moves/s", "the rules alone", house / alone)
    yield Measurement(
        "bot_game_against_http", house, "moves/s", "move_http_postgres", house / http_per_second
    )


def _play_through_server() -> float:
    """Return the moves per second, by the log, of a worker that finds the table by its sweep."""
    _delete_games()
    creator = User.objects.create_user("gustav@example.org", "Gustav")
    with transaction.atomic():
        game = tables.open_table(creator, tables.NewTable("Bots", "citadels", {}, 4, bots=3))
        seats.give_to_bot(game.pk, game.seats.get(user=creator).pk, creator)
    with _run_workers():
        _wait_until(lambda: Game.objects.filter(pk=game.pk, state=Game.State.OVER).exists(), 180)
    made = game.log_entries.filter(kind=GameLogEntry.Kind.MOVE).aggregate(
        number=Count("pk"), first=Min("at"), last=Max("at")
    )
    return float((made["number"] - 1) / (made["last"] - made["first"]).total_seconds())


def _play_rules_alone() -> int:
    rules = registry.get("citadels")
    position, _events = rules.new(["Ada", "Blaise", "Cecilia", "Dudley"], {}, "bench")
    bots = {seat: RuleBasedBot(rules, f"bench/{seat}") for seat in rules.players(position)}
    return len(play_to_end(rules, position, bots))
