"""The clock's sweeps among a million open decisions, how late deadlines are handled, bots by themselves."""

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
from games.bots.rules_of_thumb import RulesOfThumbBot
from games.bots.table import play_out
from games.management.bench import raw
from games.management.bench.measure import Measure
from games.management.commands.serve import beat, worker
from games.management.serving import Ties
from games.models import Game, Move, Pulse, Seat
from games.models.game import new_key, new_post_key, written_pace, written_patience
from games.play import lobby, seats, time_outs
from games.rules import registry

FEW, MANY = 10_000, 1_000_000  # open decisions
DUE = 200
SLICES = 15
EACH = 8  # seats of a table


# --- claiming


def sweeps() -> Iterator[Measure]:
    """Claim two hundred of a million, and an empty look; beside it the same straight to the driver."""
    few_due, few_idle = _with_open(FEW)
    due, idle = _with_open(MANY)
    yield Measure("sweep_due", due[1] * 1e3, "ms", "raw psycopg", due[1] / due[0])
    yield Measure("sweep_idle", idle[1] * 1e3, "ms", "raw psycopg", idle[1] / idle[0])
    grown = max(due[1] / few_due[1], idle[1] / few_idle[1])
    yield Measure("sweep_growth", grown, "times", f"{FEW:,} open decisions", grown)


def _with_open(number: int) -> tuple[list[float], list[float]]:
    """Seconds of a claim and of an empty sweep, raw and ours."""
    _fill(number)
    with raw.connected() as direct:
        claims = _side_by_side(
            lambda: raw.claim(direct, DUE), lambda: raw.claim_by_door(DUE), before=_make_due
        )
        _make_nothing_due()
        idle = _side_by_side(lambda: raw.claim(direct, DUE), time_outs.ring)
    return claims, idle


def _clear() -> None:
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE games_game CASCADE")


def _fill(number: int) -> None:
    """So many open decisions: nobody plays these games, but their rows are as all others."""
    _clear()
    with connection.cursor() as cursor:
        cursor.execute(TABLES, [written_pace(), written_patience(), number // EACH])
        cursor.execute(SEATS)
        cursor.execute("VACUUM ANALYZE games_seat")
    Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now()})


TABLES = """
    INSERT INTO games_game (key, name, ruleset, options, size, is_open, starts_when_full, watching, pace_data,
        patience_data, wish, state, created_at, started_at, seed, position, length, undoable, said)
    SELECT 'bench-' || n, 'Bench', 'citadels', '{}', 8, false, true, 'nobody', %s, %s, '',
        'running', now(), now(), '', '', 1, 0, 0
    FROM generate_series(1, %s) AS n
"""
SEATS = """
    INSERT INTO games_seat (game_id, place, name, bot, key, post_key, joined_at, decision, asked_at, due_at,
        final_at, alarm_at)
    SELECT id, place, 'Ann' || place, '', 'key', id || '-' || place, now(), 1, now(), due, due, due
    FROM games_game, generate_series(0, 7) AS place,
        LATERAL (SELECT now() + interval '1 day' + (id %% 100000) * interval '3 seconds' AS due) AS clock
""".replace("%%", "%")


def _make_due() -> None:
    """The first ones are due, as if a minute had passed; what was claimed before is far ahead again."""
    ahead, past = timezone.now() + timedelta(days=3), timezone.now() - timedelta(minutes=1)
    Seat.objects.filter(alarm_at__lt=timezone.now() + timedelta(hours=1)).update(alarm_at=ahead)
    first = list(Seat.objects.order_by("alarm_at").values_list("pk", flat=True)[:DUE])
    Seat.objects.filter(pk__in=first).update(alarm_at=past)


def _make_nothing_due() -> None:
    _make_due()
    Seat.objects.filter(alarm_at__lt=timezone.now()).update(alarm_at=timezone.now() + timedelta(days=3))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM games_seat")


def _side_by_side(*works: Callable[[], object], before: Callable[[], None] | None = None) -> list[float]:
    """The median of the seconds that each takes; they take turns."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(SLICES):
        for work, found in zip(works, times, strict=True):
            if before:
                before()
            start = time.perf_counter()
            work()
            found.append(time.perf_counter() - start)
    return [median(found) for found in times]


# --- how late

R = TypeVar("R", Game, Seat)
A_SECOND = 100  # deadlines
SECONDS = 60
TABLES_EACH = 4  # of a person


def lateness() -> Iterator[Measure]:
    """A hundred deadlines run out in each of sixty seconds; one worker does that and all else."""
    _clear()
    Pulse.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    with _engine_room():
        _spread(_new_table())
        due = _set_off()
        _wait_for(lambda: _handled() >= len(due), SECONDS + 120)
    late = sorted(
        (at - due[seat]).total_seconds()
        for seat, at in Move.objects.filter(kind=Move.Kind.MISSED).values_list("seat_id", "at")
        if seat in due
    )
    if len(late) < len(due):
        raise RuntimeError(f"{len(due) - len(late)} of {len(due)} deadlines were not handled")
    yield Measure("deadline_lateness_p99_s", quantiles(late, n=100)[98], "s")
    yield Measure("deadline_lateness_p50_s", median(late), "s")


def _new_table() -> Game:
    people = [User.objects.create_user(f"late-{n}@example.org", f"Late-{n}") for n in range(4)]
    game = lobby.open_table(people[0], lobby.Wish("Late", "citadels", {}, 4, is_open=True))
    for person in people[1:]:
        lobby.join(game.pk, person)
    game.refresh_from_db()
    return game


def _spread(first: Game) -> None:
    """Copies of a table with other people, whose deadlines come one after the other, from tomorrow on."""
    chairs, start = list(first.seats.all()), timezone.now() + timedelta(days=1)
    games = [_copy(first, key=new_key(), wish="") for _ in range(A_SECOND * SECONDS)]
    Game.objects.bulk_create(games, batch_size=500)
    people = itertools.cycle(_people(len(games) * len(chairs) // TABLES_EACH))
    rows: list[Seat] = []
    for number, game in enumerate(games):
        at = start + timedelta(seconds=number / A_SECOND)
        for seat in chairs:
            row = _copy(seat, game=game, user_id=next(people).pk, post_key=new_post_key())
            rows.append(row)
            if row.decision is not None:
                row.asked_at = at - game.pace.hours - game.pace.allowance - game.pace.grace
                row.due_at = row.final_at = row.alarm_at = at
    Seat.objects.bulk_create(rows, batch_size=1000)
    first.seats.update(decision=None, asked_at=None, due_at=None, final_at=None, alarm_at=None)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as the database does by itself, some minutes later


def _set_off() -> dict[int, datetime]:
    """Now they come: which seat is due when."""
    running = Seat.objects.filter(final_at__isnull=False)
    first = running.earliest("final_at").final_at or timezone.now()
    by = first - timezone.now() - timedelta(seconds=5)
    times = ("asked_at", "due_at", "final_at", "alarm_at")
    running.update(**{name: F(name) - by for name in times})
    return {pk: at for pk, at in running.values_list("pk", "final_at") if at is not None}


def _people(number: int) -> list[User]:
    users = [User(email=f"late-{n}@example.net", handle=f"Many-{n}") for n in range(number)]
    return User.objects.bulk_create(users, batch_size=1000)


def _copy(row: R, **changes: Any) -> R:
    """The same, under another key."""
    fields = {
        field.attname: getattr(row, field.attname) for field in row._meta.fields if field.attname != "id"
    }
    if "game" in changes:
        del fields["game_id"]
    return type(row)(**fields | changes)


def _handled() -> int:
    return Move.objects.filter(kind=Move.Kind.MISSED).count()


def _wait_for(what: Callable[[], bool], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not what() and time.monotonic() < deadline:
        time.sleep(1)


@contextlib.contextmanager
def _engine_room() -> Iterator[None]:
    """One worker for both queues, and the beat: less than `serve` starts, where the clock has its own."""
    ties, env = Ties(), {**os.environ, "BROKER_URL": ""}  # a folder
    processes = [ties.start(command, env) for command in (worker(), beat())]
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


# --- bots by themselves


def bot_game(http_per_second: float) -> Iterator[Measure]:
    """A game of four bots through door, tasks and outbox."""
    house = _through_the_house()
    start = time.perf_counter()
    alone = _rules_alone() / (time.perf_counter() - start)
    yield Measure("bot_game_through_the_house", house, "moves/s", "the rules alone", house / alone)
    yield Measure("bot_game_against_http", house, "moves/s", "move_http_postgres", house / http_per_second)


def _through_the_house() -> float:
    """Moves in a second, by the journal, of a worker that finds the table by its sweep."""
    _clear()
    creator = User.objects.create_user("gustav@example.org", "Gustav")
    with transaction.atomic():
        game = lobby.open_table(creator, lobby.Wish("Bots", "citadels", {}, 4, bots=3))
        seats.give_to_bot(game.pk, game.seats.get(user=creator).pk, creator)
    with _engine_room():
        _wait_for(lambda: Game.objects.filter(pk=game.pk, state=Game.State.OVER).exists(), 180)
    made = game.moves.filter(kind=Move.Kind.MOVE).aggregate(
        number=Count("pk"), first=Min("at"), last=Max("at")
    )
    return float((made["number"] - 1) / (made["last"] - made["first"]).total_seconds())


def _rules_alone() -> int:
    rules = registry.get("citadels")
    position, _events = rules.new(["Ada", "Blaise", "Cecilia", "Dudley"], {}, "bench")
    bots = {seat: RulesOfThumbBot(rules, f"bench/{seat}") for seat in rules.players(position)}
    return len(play_out(rules, position, bots))
