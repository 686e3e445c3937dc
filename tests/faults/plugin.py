"""Which tests are drills, which of them an ordinary run leaves out, and what became of each.

`@pytest.mark.drill(9, "a move against the clock")` gives a test its number of `fault_list.py`. Drills that
take long are marked `long`: only `make drill`, which passes `--drills`, runs them.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

OUTCOMES = {"passed": "held", "failed": "FAILED", "error": "FAILED"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--drills",
        metavar="FILE",
        help="run the drills alone, also long ones, and tell FILE what came of them",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "drill(number, what): a fault of docs/drills.md, and what is done")
    config.addinivalue_line("markers", "long: a drill that only `make drill` runs")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = _is_drill if config.getoption("drills") else _is_short
    left_out = [item for item in items if not wanted(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if wanted(item)]
    for item in items:
        item.user_properties += [("drill", list(mark.args)) for mark in item.iter_markers("drill")]


def _is_drill(item: pytest.Item) -> bool:
    return item.get_closest_marker("drill") is not None


def _is_short(item: pytest.Item) -> bool:
    return item.get_closest_marker("long") is None


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if file := config.getoption("drills"):
        lines = [json.dumps(line) for line in _told(terminalreporter.stats)]
        Path(file).write_text("\n".join(lines))


def _told(stats: dict[str, list[Any]]) -> Iterator[dict[str, Any]]:
    for outcome, said in OUTCOMES.items():
        for report in stats.get(outcome, []):
            counts = " ".join(value for name, value in report.user_properties if name == "counts")
            for number, what in (value for name, value in report.user_properties if name == "drill"):
                seconds = round(report.duration, 1)
                yield {
                    "number": number, "what": what, "outcome": said, "counts": counts, "seconds": seconds
                }  # fmt: skip
