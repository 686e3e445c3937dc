"""What all tests share. Settings come from citadels/settings/test.py."""

import itertools
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import time_machine
from django.core.cache import cache
from django.core.management.color import Style
from django.db.backends.postgresql.operations import DatabaseOperations
from django.utils import timezone, translation

from games.models import Game
from games.play.deadlines import leave
from games.play.lobby import tables
from games.play.transaction import sql
from games.rules import registry
from games.statistics import game_result
from games.tournaments.director import collect_results
from games.tournaments.mail.sections import rounds
from tests.helpers import token_audit
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.processes import environments
from tests.helpers.routes import Scene, build_scene
from tests.helpers.rulesets.market_day import MARKET_DAY
from tests.helpers.threads import unlocked
from tests.helpers.token_audit import AUDIT
from tests.helpers.tournaments.finished_games import Scores, change_points

# a shell that starts us in the background lets us ignore Ctrl-C, and with us all that we start and interrupt
signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_plugins = ["tests.faults.plugin", "tests.left_out", "tests.order", "tests.retries"]

# what fails fails again; `make test ARGS="--hypothesis-profile new"` tries what was never tried before
hypothesis.settings.register_profile("house", derandomize=True)
hypothesis.settings.register_profile("new", derandomize=False)
hypothesis.settings.load_profile("house")


def pytest_report_header() -> str:
    return environments.header()


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """Rate limits count in the cache; each test begins at nought. And rows that were rolled back come again
    under the same numbers: emails must not show the standings of another test."""
    cache.clear()
    rounds.load_cached_sections.cache_clear()


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    """A page leaves the language and the zone of its reader behind, for whatever this thread does next."""
    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(autouse=True)
def _no_token_is_logged() -> Iterator[None]:
    """Whatever is written down while a test runs, no key to anything is in it."""
    token_audit.listen()
    yield
    assert not AUDIT.found


@pytest.fixture(autouse=True)
def _given_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are dealt from the name of the test, so that what fails fails again."""
    numbers = itertools.count()
    monkeypatch.setattr(tables, "generate_seed", lambda: f"{request.node.name} {next(numbers)}"[-64:])


@pytest.fixture(autouse=True)
def _clocks_are_set_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that is rolled back in the end never commits: clocks that wait for it are set in the middle."""
    marker = request.node.get_closest_marker("django_db")
    commits = bool(marker and marker.kwargs.get("transaction"))
    if not commits and not {"transactional_db", "live_server"} & set(request.fixturenames):
        monkeypatch.setattr(leave, "run_after_commit", lambda do: do())


@pytest.fixture(scope="session", autouse=True)
def _emptied_by_deleting() -> None:
    """A test that commits ends with empty tables. TRUNCATE makes every file of every table anew, which takes
    PostgreSQL longer than most tests; a lock waits for whoever is still writing, as TRUNCATE would."""

    def sql_flush(self: DatabaseOperations, _style: Style, tables: list[str], **_more: bool) -> list[str]:
        names = [self.quote_name(name) for name in tables]
        everything = f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE;"
        deleting = [f"DELETE FROM {name};" for name in names]  # noqa: S608 - our own tables
        return [everything, *deleting] if names else []

    DatabaseOperations.sql_flush = sql_flush


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as travelled:
        yield travelled


@pytest.fixture
def market(monkeypatch) -> Game:
    """Three people who are asked at the same time."""
    monkeypatch.setitem(registry.RULESETS, "market_day", MARKET_DAY)
    game = tables.open_table(UserFactory(), tables.NewTable("Market", "market_day", {}, 3, is_open=True))
    for _ in range(2):
        tables.join_table(game.pk, UserFactory())
    game.refresh_from_db()
    return game


@pytest.fixture
def no_lock(monkeypatch):
    """The door without its lock, and both requests past the reading before either writes."""
    met = threading.Barrier(2, timeout=60)
    locked = sql.lock_game

    def reads_only(game_id, key):
        row = locked(game_id, key)
        met.wait()
        return row

    monkeypatch.setattr(sql, "lock_game", reads_only)
    unlocked(monkeypatch)


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> Callable[[Scores], None]:
    """Let games end with these scores, without being played."""

    def patch(scores: Scores) -> None:
        real = game_result.compute_game_result

        def reckon(game_id: int, **more: Any) -> game_result.GameResult:
            found = real(game_id, **more)
            points = [scores(game_id, line.number) for line in found.seats]
            return replace(found, seats=tuple(change_points(line, points) for line in found.seats))

        monkeypatch.setattr(collect_results.game_result, "compute_game_result", reckon)

    return patch


@pytest.fixture
def scene(settings) -> Scene:
    """A site in which every route leads somewhere."""
    settings.DEV_INBOX = False
    return build_scene()
