"""Tests that drive a browser or real processes get a second try where one is wanted: `make test RETRIES=1`.

Such a test can fail because the machine was busy, and `.ci/run` should not be red for that. It is a fault of
the test all the same, which read something before it was there: the summary names each test that needed a
second try, and shows how the first one failed, so that it gets mended. No other test is ever tried again.
"""

from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parent
# all tests of these folders are marked like this
FOLDERS = {"browser": "browser", "faults": "processes", "ops/processes": "processes"}
RETRIED = ("browser", "processes")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--retries",
        type=int,
        default=0,
        metavar="NUMBER",
        help=f"try tests marked {' or '.join(RETRIED)} so many times more if they fail",
    )


def pytest_itemcollected(item: pytest.Item) -> None:
    for folder, mark in FOLDERS.items():
        if item.path.is_relative_to(TESTS / folder):
            item.add_marker(mark)
    retries = item.config.getoption("retries")
    if retries and any(map(item.get_closest_marker, RETRIED)):
        item.add_marker(pytest.mark.flaky(reruns=retries))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    tried = terminalreporter.stats.get("rerun", [])
    if not tried:
        return
    terminalreporter.section("second tries")
    for report in tried:
        terminalreporter.write_sep("_", report.nodeid)
        terminalreporter.write_line(report.longreprtext)
    terminalreporter.write_line("These needed a second try. Let them wait for facts, not for seconds:")
    for name in dict.fromkeys(report.nodeid for report in tried):
        terminalreporter.write_line(f"  {name}")
