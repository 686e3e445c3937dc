"""Measure the running server, in a process of its own with a throw-away database.

`python -m tests.bench.server_process` prints a line of JSON for each measure; it runs once per database.
"""

import itertools
import os
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

import django
import msgspec

django.setup()

from django.conf import settings  # noqa: E402  the app has to be set up first
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from games.bots.random_bot import RandomBot  # noqa: E402
from games.bots.self_play import play_one_move  # noqa: E402
from games.models import Game, GameLogEntry  # noqa: E402
from games.play import moves as play_moves  # noqa: E402
from games.play.lobby import tables  # noqa: E402
from games.play.transaction.origin import by_user  # noqa: E402
from games.rules import registry  # noqa: E402
from games.rules.core.records.record import RecordedMove  # noqa: E402
from tests.bench import load, mail, raw_sql, sweeps  # noqa: E402
from tests.bench.measure import Measurement  # noqa: E402
from tests.bench.servers import run_gunicorn  # noqa: E402
from tests.helpers.tables import cancel_default_orders  # noqa: E402

CLIENTS = 16
TOKEN = "t" * 32  # the CSRF token, which a browser sends both as a cookie and in the form


class BenchPlayer:
    """A user with a login session."""

    def __init__(self, name: str) -> None:
        self.user = User.objects.create_user(f"{name}@example.org", name)
        client = Client()
        client.force_login(self.user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.cookies = f"{settings.SESSION_COOKIE_NAME}={session}; csrftoken={TOKEN}"


def create_game(
    players: Sequence[BenchPlayer], name: str = "Bench", ruleset: str = "citadels", **options: Any
) -> Game:
    new_table = tables.NewTable(name, ruleset, options, len(players), is_open=True)
    game = tables.open_table(players[0].user, new_table)
    for player in players[1:]:
        tables.join_table(game.pk, player.user)
    cancel_default_orders(game)  # they would answer what is played here
    return game


def play_in_memory(game: Game) -> Iterator[tuple[RecordedMove, int]]:
    """Play random moves in a copy of this game, each with the number of the decision that it answers."""
    rules = registry.get(game.ruleset)
    position = rules.load(game.position)
    bots = {seat: RandomBot(f"{game.pk}") for seat in rules.players(position)}
    asked = dict.fromkeys(rules.awaits(position), game.log_length)
    for number in itertools.count(game.log_length + 1):
        if rules.over(position):
            return
        play = play_one_move(rules, position, bots)
        yield play, asked.pop(play.seat)
        asked = {seat: asked.get(seat, number) for seat in rules.awaits(position)}


def build_move_requests(game: Game, players: Sequence[BenchPlayer], most: int = 10_000) -> Iterator[bytes]:
    """Build the requests that will play this game; its seed is known, so they can be prepared in advance."""
    cookies = {
        seat.name: player.cookies
        for seat in game.seats.all()
        for player in players
        if seat.user == player.user
    }
    for number, (play, decision) in enumerate(itertools.islice(play_in_memory(game), most)):
        body = {
            "csrfmiddlewaretoken": TOKEN,
            "decision": decision,
            "key": f"bench-{number}",
            "line": str(play.move),
        }
        yield load.build_post(f"/g/{game.key}/move/", urlencode(body), cookies[play.seat])


def build_many_move_requests(
    players: Sequence[BenchPlayer], count: int, ruleset: str = "citadels"
) -> list[bytes]:
    """Build at least this many requests, over as many games as it takes."""
    requests: list[bytes] = []
    while len(requests) < count:
        requests += build_move_requests(create_game(players, ruleset=ruleset), players)
    return requests


# --- measures


def measure_on_postgres() -> Iterator[Measurement]:
    groups = [[BenchPlayer(f"Ann-{client}-{seat}") for seat in range(4)] for client in range(CLIENTS)]
    requests = [build_many_move_requests(players, 700) for players in groups]
    alone = build_many_move_requests(groups[0], 5000)
    with (
        run_gunicorn("citadels.wsgi", 4) as port,
        raw_sql.open_clients([group[0].user.pk for group in groups]) as loops,
    ):
        browsers = [load.LoadClient(port, some, 303) for some in requests]
        theirs, ours = load.compare_clients(loops, browsers)
        ours_per_second = ours.rate
        yield _build_rate_measure("move_http_postgres", ours, theirs, "raw psycopg, 16 clients")
        yield Measurement(
            "move_http_postgres_p95", ours.p95 * 1e3, "ms", "raw psycopg, 16 clients", ours.p95 / theirs.p95
        )
        theirs, ours = load.compare_clients(loops[:1], [load.LoadClient(port, alone, 303)], seconds=1.5)
        yield Measurement(
            "move_http_postgres_p50", ours.p50 * 1e3, "ms", "raw psycopg, 1 client", ours.p50 / theirs.p50
        )
        yield from measure_pages(port)
        yield from measure_growth(port)
    yield from measure_mail()
    yield from sweeps.measure_bot_game(ours_per_second)
    yield from sweeps.measure_sweeps()
    yield from sweeps.measure_lateness()


def measure_on_sqlite() -> Iterator[Measurement]:
    players = [BenchPlayer(f"Ann-{seat}") for seat in range(4)]
    requests = build_many_move_requests(players, 5000)
    spoilt = create_game(players)
    least = itertools.repeat(load.build_post(f"/{spoilt.pk}/{players[0].user.pk}/", "", ""))
    with run_gunicorn("citadels.wsgi", 1) as port, run_gunicorn("tests.bench.minimal_view", 1) as minimal:
        candidates = [load.LoadClient(minimal, least, 303)], [load.LoadClient(port, requests, 303)]
        theirs, ours = load.compare_clients(*candidates, seconds=1.5)
        yield _build_rate_measure("move_http_sqlite", ours, theirs, "a minimal view with the ORM, 1 client")
        yield compare_moves(port, players)
    yield from measure_mail()
    yield from mail.compare_games(*(create_played_games(10, ruleset) for ruleset in registry.RULESETS))


def compare_moves(port: int, players: Sequence[BenchPlayer]) -> Measurement:
    """Compare a move of the second game with one of the first."""
    prepared = [build_many_move_requests(players, 3000, ruleset) for ruleset in registry.RULESETS]
    citadels, dominion = load.compare_clients(
        *([load.LoadClient(port, requests, 303)] for requests in prepared), seconds=1.5
    )
    return Measurement(
        "dominion_move_http_ms",
        dominion.p50 * 1e3,
        "ms",
        "the same of Citadels (aim: 1.2)",
        dominion.p50 / citadels.p50,
    )


def measure_mail() -> Iterator[Measurement]:
    """Measure emails to the players on turn, at many tables with different people."""
    yield from mail.measure_outbox(create_played_games(40))


def create_played_games(count: int, ruleset: str = "citadels") -> list[Game]:
    """Create games at tables with different people, each a few rounds old."""
    tables = [
        [BenchPlayer(f"{ruleset}-{User.objects.count()}-{seat}") for seat in range(4)] for _ in range(count)
    ]
    return [create_played_game(players, 30, ruleset) for players in tables]


def _build_rate_measure(name: str, ours: load.LoadSlice, theirs: load.LoadSlice, against: str) -> Measurement:
    return Measurement(name, ours.rate, "moves/s", against, ours.rate / theirs.rate)


def measure_pages(port: int) -> Iterator[Measurement]:
    """Measure the table page that a player sees in the middle of a game."""
    players = [BenchPlayer(f"Page-{seat}") for seat in range(4)]
    game = create_played_game(players, 50)
    (slice_,) = load.compare_clients([build_page_client(port, game, players[0])], seconds=1.0)
    yield Measurement("table_page_ms", slice_.p50 * 1e3, "ms")
    client = Client(headers={"host": "localhost"})
    client.force_login(players[0].user)
    client.get(f"/g/{game.key}/")  # fills the caches
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/g/{game.key}/")
    yield Measurement("table_page_queries", len(queries), "queries")


def create_played_game(players: Sequence[BenchPlayer], moves: int, ruleset: str = "citadels") -> Game:
    """Create a game and play this many moves in it."""
    game = create_game(players, ruleset=ruleset)
    seats = {seat.name: seat for seat in game.seats.select_related("user")}
    for number, (play, decision) in enumerate(itertools.islice(play_in_memory(game), moves)):
        origin = by_user(seats[play.seat].user, key=f"bench-{number}")
        play_moves.play_moves(game.pk, play.seat, [str(play.move)], origin, decision=decision)
    game.refresh_from_db()
    return game


def build_page_client(port: int, game: Game, player: BenchPlayer) -> load.LoadClient:
    return load.LoadClient(port, itertools.repeat(load.build_get(f"/g/{game.key}/", player.cookies)), 200)


def measure_growth(port: int) -> Iterator[Measurement]:
    """Compare a move and a page late in a very long game with the same early in it."""
    young = [BenchPlayer(f"Young-{seat}") for seat in range(4)]
    old = [BenchPlayer(f"Old-{seat}") for seat in range(4)]
    games = {
        "young": [create_played_game(young, 50) for _ in range(30)],
        "old": [create_played_game(old, 50) for _ in range(30)],
    }
    for game in games["old"]:
        _lengthen_log(game, 5000)
    looks = (
        [build_page_client(port, games["young"][0], young[0])],
        [build_page_client(port, games["old"][0], old[0])],
    )
    before, after = load.compare_clients(*looks, seconds=1.0)
    yield Measurement(
        "page_cost_growth", after.p50 / before.p50, "times", "the page at move 50", after.p50 / before.p50
    )
    browsers = []
    for players, some in ((young, games["young"]), (old, games["old"])):
        requests = [request for game in some for request in build_move_requests(game, players, 120)]
        browsers.append([load.LoadClient(port, requests, 303)])
    before, after = load.compare_clients(*browsers, seconds=1.0)
    yield Measurement(
        "move_cost_growth", after.p50 / before.p50, "times", "a move at move 50", after.p50 / before.p50
    )


def _lengthen_log(game: Game, length: int) -> None:
    """Make a game look as if it had this many moves, by repeating its own log entries."""
    entries = list(game.log_entries.order_by("number"))
    shift = length - game.log_length
    GameLogEntry.objects.filter(game=game).delete()
    rows = [
        GameLogEntry(
            **{
                field.attname: getattr(entry, field.attname)
                for field in GameLogEntry._meta.fields
                if field.attname not in ("id", "number", "key", "decision")
            },
            number=number,
            key=f"old-{number}",
            decision=None,
        )
        for number, entry in zip(range(1, length + 1), itertools.cycle(entries), strict=False)
    ]
    GameLogEntry.objects.bulk_create(rows, batch_size=500)
    for seat in game.seats.filter(decision__isnull=False):
        seat.decision = (seat.decision or 0) + shift
        seat.save(update_fields=["decision"])
    game.log_length = length
    game.changed_at = timezone.now()
    game.save(update_fields=["log_length", "changed_at"])


def main() -> None:
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    count = os.dup(1)
    os.dup2(2, 1)  # output of workers must not be taken for measures
    for measure in measure_on_postgres() if connection.vendor == "postgresql" else measure_on_sqlite():
        os.write(count, msgspec.json.encode(measure) + b"\n")


if __name__ == "__main__":
    main()
