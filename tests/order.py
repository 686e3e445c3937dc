"""The order of tests: those that take long come first, so that no worker is left with them at the end.

Tests with a browser or real processes wait much and compute little: begun first, they overlap with everything
else; begun last, one core waits for the other.
"""

import pytest

LONG = ("browser", "processes")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not any(map(item.get_closest_marker, LONG)))
