"""Tests that an ordinary run leaves out: they run where `-m` names their mark.

Pictures depend on the fonts of a machine: `make pictures-check`. What takes long and says the same of every
move that an ordinary test says of every kind of move: `make soak`.
"""

import pytest

MARKS = ("pictures", "soak")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    unnamed = [mark for mark in MARKS if mark not in config.option.markexpr]
    left_out = [item for item in items if any(map(item.get_closest_marker, unnamed))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not any(map(item.get_closest_marker, unnamed))]
