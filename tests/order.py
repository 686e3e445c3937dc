"""The order of tests: those that take long come first, so that no worker is left with them at the end.

Tests with a browser or real processes wait much and compute little: begun first, they overlap with everything
else; begun last, one core waits for the other. Each worker begins with a part of the list, so each part has
its share of them at the beginning.
"""

from collections.abc import Sequence
from itertools import islice
from typing import TypeVar

import pytest

LONG = ("browser", "processes")

T = TypeVar("T")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    long = [item for item in items if _is_long(item)]
    short = [item for item in items if not _is_long(item)]
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    items[:] = spread_long_tests(long, short, workers)


def _is_long(item: pytest.Item) -> bool:
    return any(map(item.get_closest_marker, LONG))


def spread_long_tests(long: Sequence[T], short: Sequence[T], workers: int) -> list[T]:
    """Put an equal share of the long tests at the beginning of each worker's part of the list."""
    part, rest, spread = (len(long) + len(short)) // workers, iter(short), []
    for number in range(workers):
        own = long[number::workers]
        spread += [*own, *islice(rest, max(part - len(own), 0))]
    return [*spread, *rest]
