"""What docs/security.md promises is tested: every test that it names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs/security.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"(tests/[\w/]+\.py)::(test_\w+)", TEXT)))


@pytest.mark.parametrize(("path", "name"), NAMED, ids=str)
def test_a_test_that_the_page_names_is_there(path, name):
    assert re.search(rf"^def {name}\(", (ROOT / path).read_text("utf-8"), re.MULTILINE)


def test_every_promise_has_one():

    promises = [line for line in TEXT.splitlines() if line.startswith("| ") and not line.startswith("| ---")]
    assert all("tests/" in line for line in promises if line != "| promise | tests |")
    assert len(promises) > 20
