"""The trial as a table for people to read: a column for each way to play."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import pairwise
from math import sqrt
from statistics import fmean, median, pvariance, quantiles

from games.clock.pace import Pace, longest_wait
from games.clock.spans import A_DAY, ZERO
from games.management.pacing.minds import MODES, Mode
from games.management.pacing.people import CAUSES
from games.management.pacing.tally import Tally

Played = Mapping[Mode, Sequence[Tally]]
Cell = Callable[[Sequence[Tally]], str]
LABEL = 40
TENTHS = 10
LEAST = 0.005  # parts below it are not worth a line


def report(played: Played) -> Iterator[str]:
    """Line by line."""
    yield _line("", [MODES[mode] for mode in played])
    yield from _days(played)
    for label, cell in NUMBERS.items():
        yield _row(label, played, cell)
    for label, parts in PARTS.items():
        yield ""
        yield from _shares(label, played, parts)
    yield _row("  after a plan that did not hold", played, lambda games: _percent(after_stops(games)))
    yield _row("  by deadlines moved out of nights, leave", played, lambda games: _percent(moved(games)))


def _line(label: str, cells: Sequence[str]) -> str:
    return f"{label:{LABEL}}" + "".join(f"{cell:>22}" for cell in cells)


def _row(label: str, played: Played, cell: Cell) -> str:
    return _line(label, [cell(games) for games in played.values()])


# --- days


def days(games: Sequence[Tally]) -> list[float]:
    return [game.length / A_DAY for game in games]


def ninetieth(numbers: Sequence[float]) -> float:
    return quantiles(numbers, n=10, method="inclusive")[-1] if len(numbers) > 1 else numbers[0]


def _days(played: Played) -> Iterator[str]:
    slowest = median(days(next(iter(played.values()))))
    yield _row("days per game: median", played, lambda games: f"{median(days(games)):.1f}")
    yield _row("days per game: nine of ten within", played, lambda games: f"{ninetieth(days(games)):.1f}")
    if len(played) > 1:
        yield _row(
            "median, of that in the first column",
            played,
            lambda games: _percent(median(days(games)) / slowest),
        )


# --- numbers


def letters(games: Sequence[Tally], kind: str | None = None) -> float:
    """For each player of a game: all, or those of one kind."""
    return fmean((game.letters[kind] if kind else game.letters.total()) / game.seats for game in games)


def _mean(number: Callable[[Tally], float]) -> Cell:
    return lambda games: f"{fmean(map(number, games)):.1f}"


def _letters(kind: str | None = None) -> Cell:
    return lambda games: f"{letters(games, kind):.1f}"


def timed_out(games: Sequence[Tally]) -> float:
    waits = sum(game.waits for game in games)
    return sum(game.timed_out for game in games) / waits if waits else 0.0


NUMBERS: dict[str, Cell] = {
    "letters per player": _letters(),
    "  it is your turn": _letters("your turn"),
    "  what your orders did": _letters("orders"),
    "  reminders, time run out": lambda games: f"{letters(games, 'reminder') + letters(games, 'missed'):.1f}",
    "decisions per game": _mean(lambda game: game.decisions),
    "  made by an order": _mean(lambda game: game.by_order),
    "waits, one after the other": _mean(lambda game: game.waits),
    "  of these run out of time": lambda games: _percent(timed_out(games)),
}


# --- where the time goes


def shares(games: Sequence[Tally], parts: Callable[[Tally], Mapping[str, timedelta]]) -> dict[str, float]:
    """Each part of all the waiting of these games."""
    found: Counter[str] = Counter()
    whole = sum((game.length for game in games), ZERO)
    for game in games:
        for name, part in parts(game).items():
            found[name] += part / whole  # type: ignore[assignment]
    return dict(found)


def after_stops(games: Sequence[Tally]) -> float:
    return sum((game.after_stops for game in games), ZERO) / sum((game.length for game in games), ZERO)


def moved(games: Sequence[Tally]) -> float:
    return sum((game.moved for game in games), ZERO) / sum((game.length for game in games), ZERO)


PARTS: dict[str, Callable[[Tally], Mapping[str, timedelta]]] = {
    "waiting for somebody who is": lambda game: {cause: game.causes.get(cause, ZERO) for cause in CAUSES},
    "waiting for somebody who looks, a day": lambda game: game.people,
    "waiting for an answer to": lambda game: game.questions,
}


def _shares(label: str, played: Played, parts: Callable[[Tally], Mapping[str, timedelta]]) -> Iterator[str]:
    found = {mode: shares(games, parts) for mode, games in played.items()}
    names = {name for column in found.values() for name, share in column.items() if share >= LEAST}
    most = {name: max(column.get(name, 0.0) for column in found.values()) for name in names}
    yield label
    for name in sorted(names, key=lambda name: (_figure(name) or -most[name], name)):
        yield _line(f"  {name}", [_percent(column.get(name, 0.0)) for column in found.values()])


def _figure(name: str) -> float:
    return float(name) if name.replace(".", "").isdecimal() else 0.0


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


# --- for the forecast


def answer_shares(games: Sequence[Tally], pace: Pace) -> list[float]:
    """Of all waits, from the shortest tenth to the longest, the mean as a part of the time for a decision."""
    times = sorted(answer / longest_wait(pace) for game in games for answer in game.answers)
    cuts = [len(times) * tenth // TENTHS for tenth in range(TENTHS + 1)]
    return [fmean(times[start:end]) for start, end in pairwise(cuts) if start < end]


def between_tables(games: Sequence[Tally]) -> float:
    """By what part of the mean wait tables differ from each other, beyond what chance makes of it."""
    means = [game.length / A_DAY / game.waits for game in games if game.waits]
    chance = [
        pvariance([answer / A_DAY for answer in game.answers]) / game.waits for game in games if game.waits
    ]
    return sqrt(max(pvariance(means) - fmean(chance), 0.0)) / fmean(means)
