"""Format a trial as a text table, with a column for each mode of play."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import pairwise
from math import sqrt
from statistics import fmean, median, pvariance, quantiles

from games.clock.pace import Pace, compute_longest_wait
from games.clock.spans import ONE_DAY, ZERO
from games.management.simulation.decisions import MODES, Mode
from games.management.simulation.people import CAUSES
from games.management.simulation.tally import SimulationTally

GamesByMode = Mapping[Mode, Sequence[SimulationTally]]
CellFormatter = Callable[[Sequence[SimulationTally]], str]
LABEL_WIDTH = 40
TENTHS = 10
LEAST_SHARE = 0.005  # parts below it are not worth a line


def format_report(played: GamesByMode) -> Iterator[str]:
    """Yield the table line by line."""
    yield _format_line("", [MODES[mode] for mode in played])
    yield from _format_days(played)
    for label, cell in NUMBERS.items():
        yield _format_row(label, played, cell)
    for label, parts in PARTS.items():
        yield ""
        yield from _format_shares(label, played, parts)
    yield _format_row(
        "  after a plan that did not hold", played, lambda games: _format_percent(share_after_stops(games))
    )
    yield _format_row(
        "  by deadlines moved out of nights, leave",
        played,
        lambda games: _format_percent(share_of_delays(games)),
    )


def _format_line(label: str, cells: Sequence[str]) -> str:
    return f"{label:{LABEL_WIDTH}}" + "".join(f"{cell:>22}" for cell in cells)


def _format_row(label: str, played: GamesByMode, cell: CellFormatter) -> str:
    return _format_line(label, [cell(games) for games in played.values()])


# --- days


def list_days(games: Sequence[SimulationTally]) -> list[float]:
    return [game.length / ONE_DAY for game in games]


def ninetieth_percentile(numbers: Sequence[float]) -> float:
    return quantiles(numbers, n=10, method="inclusive")[-1] if len(numbers) > 1 else numbers[0]


def _format_days(played: GamesByMode) -> Iterator[str]:
    slowest = median(list_days(next(iter(played.values()))))
    yield _format_row("days per game: median", played, lambda games: f"{median(list_days(games)):.1f}")
    yield _format_row(
        "days per game: nine of ten within",
        played,
        lambda games: f"{ninetieth_percentile(list_days(games)):.1f}",
    )
    if len(played) > 1:
        yield _format_row(
            "median, of that in the first column",
            played,
            lambda games: _format_percent(median(list_days(games)) / slowest),
        )


# --- numbers


def mean_emails_per_player(games: Sequence[SimulationTally], kind: str | None = None) -> float:
    """Return the mean number of emails per player of a game: all, or those of one kind."""
    return fmean((game.emails[kind] if kind else game.emails.total()) / game.seats for game in games)


def _build_mean_cell(number: Callable[[SimulationTally], float]) -> CellFormatter:
    return lambda games: f"{fmean(map(number, games)):.1f}"


def _build_email_cell(kind: str | None = None) -> CellFormatter:
    return lambda games: f"{mean_emails_per_player(games, kind):.1f}"


def timed_out_share(games: Sequence[SimulationTally]) -> float:
    waits = sum(game.waits for game in games)
    return sum(game.timed_out for game in games) / waits if waits else 0.0


NUMBERS: dict[str, CellFormatter] = {
    "emails per player": _build_email_cell(),
    "  it is your turn": _build_email_cell("your turn"),
    "  what your orders did": _build_email_cell("orders"),
    "  reminders, time run out": lambda games: (
        f"{mean_emails_per_player(games, 'reminder') + mean_emails_per_player(games, 'missed'):.1f}"
    ),
    "decisions per game": _build_mean_cell(lambda game: game.decisions),
    "  made by an order": _build_mean_cell(lambda game: game.by_order),
    "waits, one after the other": _build_mean_cell(lambda game: game.waits),
    "  of these run out of time": lambda games: _format_percent(timed_out_share(games)),
}


# --- where the time goes


def compute_shares(
    games: Sequence[SimulationTally], parts: Callable[[SimulationTally], Mapping[str, timedelta]]
) -> dict[str, float]:
    """Compute the share of each part in all the waiting of these games."""
    found: Counter[str] = Counter()
    whole = sum((game.length for game in games), ZERO)
    for game in games:
        for name, part in parts(game).items():
            found[name] += part / whole  # type: ignore[assignment]
    return dict(found)


def share_after_stops(games: Sequence[SimulationTally]) -> float:
    return sum((game.after_stops for game in games), ZERO) / sum((game.length for game in games), ZERO)


def share_of_delays(games: Sequence[SimulationTally]) -> float:
    return sum((game.delay_by_nights for game in games), ZERO) / sum((game.length for game in games), ZERO)


PARTS: dict[str, Callable[[SimulationTally], Mapping[str, timedelta]]] = {
    "waiting for somebody who is": lambda game: {cause: game.causes.get(cause, ZERO) for cause in CAUSES},
    "waiting for somebody who looks, a day": lambda game: game.people,
    "waiting for an answer to": lambda game: game.questions,
}


def _format_shares(
    label: str, played: GamesByMode, parts: Callable[[SimulationTally], Mapping[str, timedelta]]
) -> Iterator[str]:
    found = {mode: compute_shares(games, parts) for mode, games in played.items()}
    names = {name for column in found.values() for name, share in column.items() if share >= LEAST_SHARE}
    most = {name: max(column.get(name, 0.0) for column in found.values()) for name in names}
    yield label
    for name in sorted(names, key=lambda name: (_parse_figure(name) or -most[name], name)):
        yield _format_line(f"  {name}", [_format_percent(column.get(name, 0.0)) for column in found.values()])


def _parse_figure(name: str) -> float:
    return float(name) if name.replace(".", "").isdecimal() else 0.0


def _format_percent(share: float) -> str:
    return f"{100 * share:.1f} %"


# --- for the forecast


def compute_answer_shares(games: Sequence[SimulationTally], pace: Pace) -> list[float]:
    """Return the mean of each tenth of all waits, shortest first, as a share of the time for a decision."""
    times = sorted(answer / compute_longest_wait(pace) for game in games for answer in game.answers)
    cuts = [len(times) * tenth // TENTHS for tenth in range(TENTHS + 1)]
    return [fmean(times[start:end]) for start, end in pairwise(cuts) if start < end]


def compute_table_spread(games: Sequence[SimulationTally]) -> float:
    """Return by what share of the mean wait tables differ from each other, beyond mere chance."""
    means = [game.length / ONE_DAY / game.waits for game in games if game.waits]
    chance = [
        pvariance([answer / ONE_DAY for answer in game.answers]) / game.waits for game in games if game.waits
    ]
    return sqrt(max(pvariance(means) - fmean(chance), 0.0)) / fmean(means)
