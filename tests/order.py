"""The order of tests: those that take long come first, so that no worker is left with them at the end.

Tests with a browser or real processes wait much and compute little: begun first, they overlap with everything
else; begun last, one core waits for the other. Each worker begins with a part of the list, and every second
part has its share of them at the beginning: while these workers wait, the others compute. Long tests that
share an expensive fixture say so with the mark `xdist_group`: one worker gets them all, and the fixture is
made once.
"""

from collections.abc import Callable, Hashable, Sequence
from itertools import chain, groupby, islice
from typing import TypeVar

import pytest

LONG = ("browser", "processes")

T = TypeVar("T")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    long = [item for item in items if _is_long(item)]
    short = [item for item in items if not _is_long(item)]
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    items[:] = spread_long_tests(long, short, workers, _get_group)


def _get_group(item: pytest.Item) -> str:
    mark = item.get_closest_marker("xdist_group")
    return str(mark.args[0]) if mark else item.nodeid


def _is_long(item: pytest.Item) -> bool:
    return any(map(item.get_closest_marker, LONG))


def spread_long_tests(
    long: Sequence[T], short: Sequence[T], workers: int, get_group: Callable[[T], Hashable]
) -> list[T]:
    """Put an equal share of the long tests at the beginning of every second worker's part of the list."""
    groups = [list(group) for _name, group in groupby(long, get_group)]
    part, rest, spread = (len(long) + len(short)) // workers, iter(short), []
    first_workers = range(0, workers, 2)
    for number in range(workers):
        shares = groups[first_workers.index(number) :: len(first_workers)] if number in first_workers else []
        own = list(chain.from_iterable(shares))
        spread += [*own, *islice(rest, max(part - len(own), 0))]
    return [*spread, *rest]
