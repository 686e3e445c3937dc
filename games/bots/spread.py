"""The same work many times, on all cores."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from multiprocessing import Pool
from typing import TypeVar

T = TypeVar("T")


def spread(work: Callable[[int], T], count: int, processes: int | None = None) -> Iterator[T]:
    """What the work brings for 0, 1, 2 …, in this order; a little of it is not worth a second process."""
    processes = processes or os.cpu_count() or 1
    if processes == 1 or count < 2 * processes:
        yield from map(work, range(count))
        return
    with closing(Pool(processes)) as pool:
        yield from pool.imap(work, range(count), chunksize=max(1, min(20, count // (8 * processes))))
