"""What all tests share. Settings come from citadels/settings/test.py."""

import itertools
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache

from games.play import lobby
from tests import audit
from tests.audit import AUDIT
from tests.engine import stands

# a shell that starts us in the background lets us ignore Ctrl-C, and with us all that we start and interrupt
signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_plugins = ["tests.drills.telling"]


def pytest_report_header() -> str:
    return stands.header()


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def _nothing_counted() -> None:
    """Rate limits count in the cache; each test begins at nought."""
    cache.clear()


@pytest.fixture(autouse=True)
def _no_token_is_logged() -> Iterator[None]:
    """Whatever is written down while a test runs, no key to anything is in it."""
    audit.listen()
    yield
    assert not AUDIT.found


@pytest.fixture(autouse=True)
def _given_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are dealt from the name of the test, so that what fails fails again."""
    numbers = itertools.count()
    monkeypatch.setattr(lobby, "fresh_seed", lambda: f"{request.node.nodeid} {next(numbers)}"[-64:])
