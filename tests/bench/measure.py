"""Measuring, so that the figures of one run can be compared with each other.

Reference and candidate take turns in short slices of processor time; the median of the
slices counts. A busy machine then slows both down alike, and the ratio stays true.
"""

import time
from collections.abc import Callable, Iterator
from statistics import median

import msgspec

SLICES = 7
SLICE_SECONDS = 0.15


class Measurement(msgspec.Struct, omit_defaults=True):
    """One figure; `against` says what `ratio` compares it with."""

    name: str
    value: float
    unit: str
    against: str | None = None
    ratio: float | None = None


def time_per_call(*works: Callable[[], object]) -> list[float]:
    """Seconds of processor time for one call of each, measured side by side."""
    slices: list[list[float]] = [[] for _ in works]
    for _ in range(SLICES):
        for work, times in zip(works, slices, strict=True):
            times.append(_time_slice(work))
    return [median(times) for times in slices]


def _time_slice(work: Callable[[], object]) -> float:
    calls = 0
    start = now = time.process_time()
    while now - start < SLICE_SECONDS:
        for _ in range(10):
            work()
        calls += 10
        now = time.process_time()
    return (now - start) / calls


MeasurementGroup = Callable[[], Iterator[Measurement]]
