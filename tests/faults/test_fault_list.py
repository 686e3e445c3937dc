"""Every fault has its drill, or a reason why it has none."""

import re

import pytest

from tests.faults.__main__ import Line, table
from tests.faults.fault_list import CANNOT, FAULTS


@pytest.fixture
def marked(root) -> set[int]:
    texts = (path.read_text("utf-8") for path in (root / "tests").rglob("test_*.py"))
    return {int(number) for text in texts for number in re.findall(r"mark\.drill\((\d+), \"", text)}


def test_each_fault_is_drilled_or_there_is_a_reason(marked):
    assert marked | set(CANNOT) == set(FAULTS) == set(range(1, len(FAULTS) + 1))
    assert not marked & set(CANNOT)


def test_each_fault_is_in_the_docs(root):
    page = (root / "docs/drills.md").read_text("utf-8")
    for number, fault in FAULTS.items():
        assert f"| {number} | {fault} |" in page


def test_the_table_names_every_fault_and_counts_what_failed():
    texts = list(
        table(
            [
                Line(9, "both answer", "SQLite", 2.0, "held", "20 races"),
                Line(9, "both answer", "PostgreSQL", 2.5, "held", ""),
                Line(9, "both answer", "PostgreSQL", 3.5, "FAILED", ""),
            ]
        )
    )
    rows = [line.split() for line in texts if "both answer" in line]
    assert rows == [
        ["both", "answer", "PostgreSQL", "2", "×", "6", "s", "FAILED"],
        ["both", "answer", "SQLite", "2", "s", "held", "20", "races"],
    ]
    assert all(any(fault in line for line in texts) for fault in FAULTS.values())
    assert texts[-1] == "1 faults, 3 drills, 1 failed"
