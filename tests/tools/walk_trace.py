"""What a request walks through: `python -m tests.tools.walk_trace` plays four of them and prints their walks.

A walk is every module of ours of which a function runs, in the order in which they are first entered; how
often a deadline is computed and the ledger read; how many statements go to the database. Each walk is done
twice, and the second one is told, so that imports and caches do not count."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from types import FrameType
from typing import Any

APPS = ("games.", "accounts.", "citadels.")
WATCHED = {
    ("games.play.deadlines.seat_clock", "compute_seat_deadline"): "deadlines computed",
    ("games.tournaments.ledger.transaction", "_read_entries"): "ledger read",
    ("games.queries.game_view", "__init__"): "game views",
    ("games.queries.clock_display", "build_own_clock_display"): "clock displays",
    ("games.mail.content.move_options", "_build_option"): "options written",
    ("games.rules.core.turns.preview", "__init__"): "turns previewed",
}


class WalkTrace:
    """What ran while it was recording."""

    def __init__(self) -> None:
        self.modules: list[str] = []  # in the order in which they are first entered
        self.calls: Counter[str] = Counter()  # of the functions that are watched
        self.changes = 0  # how often the walk goes from one module to another
        self.queries: list[str] = []
        self._last = ""

    @property
    def outside_rules(self) -> list[str]:
        return [name for name in self.modules if not name.startswith("games.rules.")]

    def count_reads(self, table: str) -> int:
        """How many statements select rows of this table?"""
        return sum(sql.startswith("SELECT") and f'FROM "{table}"' in sql for sql in self.queries)

    def _profile(self, frame: FrameType, event: str, _argument: Any) -> None:
        name = frame.f_globals.get("__name__", "")
        if event != "call" or not name.startswith(APPS) or frame.f_code.co_name == "<module>":
            return
        if (watched := WATCHED.get((name, frame.f_code.co_name))) is not None:
            self.calls[watched] += 1
        if name != self._last:
            self.changes, self._last = self.changes + 1, name
        if name not in self.modules:
            self.modules.append(name)


@contextmanager
def trace_walk() -> Iterator[WalkTrace]:
    """Record what runs in this thread."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    walk = WalkTrace()
    with CaptureQueriesContext(connection) as queries:
        sys.setprofile(walk._profile)
        try:
            yield walk
        finally:
            sys.setprofile(None)
    walk.queries = [one["sql"] for one in queries]


# --- the walks; each prepares what it needs and returns what is to be traced


def prepare_move_by_link() -> Callable[[], Any]:
    from django.test import Client

    from tests.helpers.mail.reply_game import TURN
    from tests.helpers.move_links import link
    from tests.helpers.tables import awaited, table, written

    game = table(3)
    written(game, TURN)
    client, address = Client(), link(awaited(game), "gold")
    return lambda: client.post(address)


def prepare_email() -> Callable[[], Any]:
    from accounts import server_time
    from games.mail.outgoing import game_outbox

    play = prepare_move_by_link()
    later = server_time.now() + timedelta(minutes=5)
    game_outbox.send_due_notices(later)  # that the game has started, to everybody
    play()
    return lambda: game_outbox.send_due_notices(later)


def prepare_reply() -> Callable[[], Any]:
    from games.mail.incoming import processor
    from tests.helpers.mail.inbox import _to, inbox, reply
    from tests.helpers.mail.reply_game import TURN
    from tests.helpers.tables import awaited, table, written

    game = table(3)
    written(game, TURN)
    raw = reply(awaited(game), "gold")
    inbox.store_email(raw, recipient=_to(raw), sender="somebody@example.org")
    return processor.process_due_mail


def prepare_round_change() -> Callable[[], Any]:
    from games.tournaments.director import director
    from tests.helpers.tournaments.builder import TournamentBuilder
    from tests.helpers.tournaments.stages import FINAL, SWISS
    from tests.helpers.tournaments.tables import play

    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    for number in (1, 2):
        play(found, number, 30, 26, 22, 18)
    return lambda: director.run_due_steps(found.pk)


WALKS: dict[str, Callable[[], Callable[[], Any]]] = {
    "a move by link": prepare_move_by_link,
    "the email that follows": prepare_email,
    "a reply with a move": prepare_reply,
    "a tournament's round change": prepare_round_change,
}


def trace_prepared(prepare: Callable[[], Callable[[], Any]]) -> WalkTrace:
    """Prepare a walk and trace it; nothing of it stays in the database."""
    from django.core.cache import cache
    from django.db import transaction

    cache.clear()
    with transaction.atomic():
        walk_once = prepare()
        with trace_walk() as walk:
            walk_once()
        transaction.set_rollback(True)
    return walk


def _print_walk(name: str, walk: WalkTrace) -> None:
    counts = [f"{len(walk.modules)} modules", f"{len(walk.outside_rules)} outside the rules"]
    counts += [f"{walk.changes} changes between modules", f"{len(walk.queries)} statements"]
    counts += [f"{what} {times}x" for what, times in sorted(walk.calls.items())]
    print(f"{name}: {', '.join(counts)}")
    if "-v" in sys.argv:
        print("   ", "\n    ".join(walk.modules))


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "citadels.settings.test"
    import django
    from django.test.runner import DiscoverRunner

    django.setup()
    runner = DiscoverRunner(verbosity=0, interactive=False)
    runner.setup_test_environment()
    before = runner.setup_databases()
    try:
        for name, prepare in WALKS.items():
            trace_prepared(prepare)
            _print_walk(name, trace_prepared(prepare))
    finally:
        runner.teardown_databases(before)


if __name__ == "__main__":
    main()
