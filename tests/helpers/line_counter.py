"""How much work something is, counted in lines of Python: the same on every machine, unlike seconds."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class TooMuchWork(AssertionError):
    """More lines than allowed; raised in the middle, so that a runaway does not hang the tests."""


@contextmanager
def at_most_lines(limit: int) -> Iterator[None]:
    """Fail as soon as what the block calls has run more lines than this."""
    run = 0

    def count(frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
        nonlocal run
        run += event == "line"
        if run > limit:
            raise TooMuchWork(f"more than {limit} lines")
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)
