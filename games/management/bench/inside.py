"""The measurements of the running server, by a process of its own whose database is there to be spoilt.

`python -m games.management.bench.inside` prints a line of JSON for each; `house` calls it for each database.
"""

import itertools
import os
from collections.abc import Iterator, Sequence
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
from games.bots.table import play_one  # noqa: E402
from games.management.bench import letters, load, raw, sweeps  # noqa: E402
from games.management.bench.measure import Measure  # noqa: E402
from games.management.bench.servers import server  # noqa: E402
from games.models import Game, Move  # noqa: E402
from games.play import lobby, service  # noqa: E402
from games.play.origin import from_person  # noqa: E402
from games.rules import registry  # noqa: E402

CLIENTS = 16
TOKEN = "t" * 32  # a browser that keeps its CSRF cookie sends the same word twice


class Player:
    """A person with a session."""

    def __init__(self, name: str) -> None:
        self.user = User.objects.create_user(f"{name}@example.org", name)
        client = Client()
        client.force_login(self.user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.cookies = f"{settings.SESSION_COOKIE_NAME}={session}; csrftoken={TOKEN}"


def new_game(players: Sequence[Player], name: str = "Bench") -> Game:
    wish = lobby.Wish(name, "citadels", {}, len(players), is_open=True)
    game = lobby.open_table(players[0].user, wish)
    for player in players[1:]:
        lobby.join(game.pk, player.user)
    game.refresh_from_db()
    return game


def moves_of(game: Game, players: Sequence[Player], most: int = 10_000) -> Iterator[bytes]:
    """The requests that will play this game: its chance is known to us, so they can be written beforehand."""
    rules = registry.get(game.ruleset)
    position = rules.load(game.position)
    cookies = {
        seat.name: player.cookies
        for seat in game.seats.all()
        for player in players
        if seat.user == player.user
    }
    bots = {seat: RandomBot(f"{game.pk}") for seat in rules.players(position)}
    for number in range(most):
        if rules.over(position):
            return
        play = play_one(rules, position, bots)
        body = {
            "csrfmiddlewaretoken": TOKEN,
            "decision": game.length + number,
            "key": f"bench-{number}",
            "line": str(play.move),
        }
        yield load.post(f"/g/{game.key}/move/", urlencode(body), cookies[play.seat])


def many_moves(players: Sequence[Player], count: int) -> list[bytes]:
    """At least so many requests, over as many games as it takes."""
    requests: list[bytes] = []
    while len(requests) < count:
        requests += moves_of(new_game(players), players)
    return requests


# --- measures


def on_postgres() -> Iterator[Measure]:
    groups = [[Player(f"Ann-{client}-{seat}") for seat in range(4)] for client in range(CLIENTS)]
    requests = [many_moves(players, 700) for players in groups]
    alone = many_moves(groups[0], 5000)
    with server("citadels.wsgi", 4) as port, raw.clients([group[0].user.pk for group in groups]) as loops:
        browsers = [load.Browser(port, some, 303) for some in requests]
        theirs, ours = load.side_by_side(loops, browsers)
        ours_per_second = ours.rate
        yield _rate("move_http_postgres", ours, theirs, "raw psycopg, 16 clients")
        yield Measure(
            "move_http_postgres_p95", ours.p95 * 1e3, "ms", "raw psycopg, 16 clients", ours.p95 / theirs.p95
        )
        theirs, ours = load.side_by_side(loops[:1], [load.Browser(port, alone, 303)], seconds=1.5)
        yield Measure(
            "move_http_postgres_p50", ours.p50 * 1e3, "ms", "raw psycopg, 1 client", ours.p50 / theirs.p50
        )
        yield from pages(port)
        yield from growth(port)
    yield from post()
    yield from sweeps.bot_game(ours_per_second)
    yield from sweeps.sweeps()
    yield from sweeps.lateness()


def on_sqlite() -> Iterator[Measure]:
    players = [Player(f"Ann-{seat}") for seat in range(4)]
    requests = many_moves(players, 5000)
    spoilt = new_game(players)
    least = itertools.repeat(load.post(f"/{spoilt.pk}/{players[0].user.pk}/", "", ""))
    with server("citadels.wsgi", 1) as port, server("games.management.bench.minimal", 1) as minimal:
        candidates = [load.Browser(minimal, least, 303)], [load.Browser(port, requests, 303)]
        theirs, ours = load.side_by_side(*candidates, seconds=1.5)
    yield _rate("move_http_sqlite", ours, theirs, "a minimal view with the ORM, 1 client")
    yield from post()


def post() -> Iterator[Measure]:
    """Letters to whoever is asked, at many tables with people of their own."""
    tables = [[Player(f"Post-{table}-{seat}") for seat in range(4)] for table in range(40)]
    yield from letters.letters_chain([played_on(players, 30) for players in tables])


def _rate(name: str, ours: load.Slice, theirs: load.Slice, against: str) -> Measure:
    return Measure(name, ours.rate, "moves/s", against, ours.rate / theirs.rate)


def pages(port: int) -> Iterator[Measure]:
    """The table as its player sees it, in the middle of a game."""
    players = [Player(f"Page-{seat}") for seat in range(4)]
    game = played_on(players, 50)
    (slice_,) = load.side_by_side([look(port, game, players[0])], seconds=1.0)
    yield Measure("table_page_ms", slice_.p50 * 1e3, "ms")
    client = Client(headers={"host": "localhost"})
    client.force_login(players[0].user)
    client.get(f"/g/{game.key}/")  # what is looked up once and then kept
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/g/{game.key}/")
    yield Measure("table_page_queries", len(queries), "queries")


def played_on(players: Sequence[Player], moves: int) -> Game:
    """A game after so many moves."""
    game = new_game(players)
    rules = registry.get(game.ruleset)
    position = rules.load(game.position)
    bots = {seat: RandomBot("bench") for seat in rules.players(position)}
    texts = [play_one(rules, position, bots) for _ in range(moves)]
    seats = {seat.name: seat for seat in game.seats.select_related("user")}
    for number, play in enumerate(texts):
        origin = from_person(seats[play.seat].user, key=f"bench-{number}")
        service.play(game.pk, play.seat, [str(play.move)], origin, decision=game.length + number)
    game.refresh_from_db()
    return game


def look(port: int, game: Game, player: Player) -> load.Browser:
    return load.Browser(port, itertools.repeat(load.get(f"/g/{game.key}/", player.cookies)), 200)


def growth(port: int) -> Iterator[Measure]:
    """A move and a page late in a very long game, against the same early in it."""
    young = [Player(f"Young-{seat}") for seat in range(4)]
    old = [Player(f"Old-{seat}") for seat in range(4)]
    games = {
        "young": [played_on(young, 50) for _ in range(30)],
        "old": [played_on(old, 50) for _ in range(30)],
    }
    for game in games["old"]:
        _lengthen(game, 5000)
    looks = [look(port, games["young"][0], young[0])], [look(port, games["old"][0], old[0])]
    before, after = load.side_by_side(*looks, seconds=1.0)
    yield Measure(
        "page_cost_growth", after.p50 / before.p50, "times", "the page at move 50", after.p50 / before.p50
    )
    browsers = []
    for players, some in ((young, games["young"]), (old, games["old"])):
        requests = [request for game in some for request in moves_of(game, players, 120)]
        browsers.append([load.Browser(port, requests, 303)])
    before, after = load.side_by_side(*browsers, seconds=1.0)
    yield Measure(
        "move_cost_growth", after.p50 / before.p50, "times", "a move at move 50", after.p50 / before.p50
    )


def _lengthen(game: Game, length: int) -> None:
    """As if it had been played for so long: the journal is filled with its own entries."""
    entries = list(game.moves.order_by("number"))
    shift = length - game.length
    Move.objects.filter(game=game).delete()
    rows = [
        Move(
            **{
                field.attname: getattr(entry, field.attname)
                for field in Move._meta.fields
                if field.attname not in ("id", "number", "key", "decision")
            },
            number=number,
            key=f"old-{number}",
            decision=None,
        )
        for number, entry in zip(range(1, length + 1), itertools.cycle(entries), strict=False)
    ]
    Move.objects.bulk_create(rows, batch_size=500)
    for seat in game.seats.filter(decision__isnull=False):
        seat.decision = (seat.decision or 0) + shift
        seat.save(update_fields=["decision"])
    game.length = length
    game.changed_at = timezone.now()
    game.save(update_fields=["length", "changed_at"])


def main() -> None:
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    told = os.dup(1)
    os.dup2(2, 1)  # what workers say is not taken for a measure
    for measure in on_postgres() if connection.vendor == "postgresql" else on_sqlite():
        os.write(told, msgspec.json.encode(measure) + b"\n")


if __name__ == "__main__":
    main()
