"""What all drills share: a house of real processes, and a place for what was counted."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults import invariants
from tests.faults.server import House, house_of
from tests.helpers.mail.smtp_server import Server, mail_server


@pytest.fixture
def server() -> Iterator[Server]:
    with mail_server() as server:
        yield server


@pytest.fixture
def house(root: Path, tmp_path: Path, server: Server, transactional_db: None) -> Iterator[House]:
    """When the drill is over, nothing has leaked."""
    with house_of(root, tmp_path, server) as one:
        yield one
        print(one.said()[-8000:])  # shown if the drill has failed
        invariants.nothing_leaked(one.said(), server.emails)


@pytest.fixture
def counted(record_property: Callable[[str, Any], None]) -> Callable[..., None]:
    """`counted(moves=30, lost=0)` stands in the table of `make drill`."""

    def tell(**numbers: float) -> None:
        record_property("counts", ", ".join(f"{value:g} {name}" for name, value in numbers.items()))

    return tell
