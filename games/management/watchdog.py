"""Ends the children of a supervisor that was killed, where the kernel does not. The supervisor starts it.

It reads which children have started (`+12`) and ended (`-12`); when the supervisor dies, the pipe ends.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Iterable


def find_orphans(lines: Iterable[str]) -> set[int]:
    """Return the children that are still running when the input ends."""
    there: set[int] = set()
    for line in lines:
        (there.add if line.startswith("+") else there.discard)(int(line[1:]))
    return there


if __name__ == "__main__":
    for pid in find_orphans(sys.stdin):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)
