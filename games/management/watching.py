"""Ends the children of a keeper that was killed, where the kernel does not. Started by `serving.py`.

It reads from the keeper who is there (`+12`) and who is not (`-12`); when the keeper dies, the pipe ends.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Iterable


def left_behind(lines: Iterable[str]) -> set[int]:
    """Who is still there when there is nothing more to read."""
    there: set[int] = set()
    for line in lines:
        (there.add if line.startswith("+") else there.discard)(int(line[1:]))
    return there


if __name__ == "__main__":
    for pid in left_behind(sys.stdin):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
