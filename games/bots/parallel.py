"""Runs the same function many times, on all cores."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from multiprocessing import Pool
from typing import TypeVar

T = TypeVar("T")


def run_in_parallel(work: Callable[[int], T], count: int, processes: int | None = None) -> Iterator[T]:
    """Yield the results of `work` for 0, 1, 2 … in order; a small count runs in this process."""
    processes = processes or os.cpu_count() or 1
    if processes == 1 or count < 2 * processes:
        yield from map(work, range(count))
        return
    with closing(Pool(processes)) as pool:
        yield from pool.imap(work, range(count), chunksize=max(1, min(20, count // (8 * processes))))
