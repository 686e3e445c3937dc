"""Count how often a game among bots waits for somebody, for forecasts of games nobody has played yet.

Decisions that a seat makes one after the other are one wait: they are answered in one sitting. A question put
to several seats at once is one wait too.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from statistics import quantiles
from typing import Any

from games.bots.parallel import run_in_parallel
from games.bots.rule_based_bot import RuleBasedBot
from games.bots.self_play import MAX_MOVES, EndlessGame, pick_awaited_seat
from games.management.simulation.decisions import Rules
from games.rules.core.errors import BadOptions

SAMPLE_SIZE = 20  # counts that are kept for each kind of game
FILE_HEADER = """\
# How often a game waits for somebody, by kind of game and number of seats, from the shortest games on.
# Written by `manage.py pace --counts`.
"""

WaitCounts = dict[str, dict[int, list[int]]]


def count_waits(rules: Rules, seats: int, options: Mapping[str, Any], seed: str) -> int:
    """Play one game among bots and count its waits."""
    names = [f"Seat{place}" for place in range(1, seats + 1)]
    position, _ = rules.new(names, options, seed)
    bots = {seat: RuleBasedBot(rules, f"{seed}/{seat}") for seat in names}
    waits, present, asked = 0, "", set[str]()
    for _ in range(MAX_MOVES):
        if rules.over(position):
            return waits
        awaited = rules.awaits(position)
        seat = present if present in awaited else pick_awaited_seat(rules, position)
        if seat != present and seat not in asked:
            waits += 1
            asked = set(awaited)
        asked.discard(seat)
        present = seat
        rules.play(
            position, seat, bots[seat].choose(rules.view(position, seat), rules.offers(position, seat))
        )
    raise EndlessGame(f"the game is not over after {MAX_MOVES} moves")


def sample_all_counts(
    rules: Rules, games: int, seed: str, processes: int | None = None
) -> Iterator[tuple[str, int, list[int]]]:
    """Yield a sample of counted waits for each kind of game and each number of seats."""
    for kind, options in rules.statistics.lengths.items():
        for seats in rules.seats:
            try:
                rules.setup.clean(seats, options, seed)
            except BadOptions:
                continue  # this kind of game does not allow so many seats
            play = partial(_count_numbered_game, rules, seats, options, f"{seed}/{kind}/{seats}")
            yield kind, seats, sample_evenly(list(run_in_parallel(play, games, processes)))


def _count_numbered_game(rules: Rules, seats: int, options: Mapping[str, Any], seed: str, number: int) -> int:
    return count_waits(rules, seats, options, f"{seed}/{number}")


def sample_evenly(waits: Sequence[int]) -> list[int]:
    """Reduce the counts of many games to a few, spread evenly from the shortest to the longest."""
    if len(waits) <= SAMPLE_SIZE:
        return sorted(waits)
    cuts = quantiles(waits, n=2 * SAMPLE_SIZE, method="inclusive")
    return [round(cut) for cut in cuts[::2]]


def format_counts(found: Iterator[tuple[str, int, list[int]]]) -> str:
    """Format the counts as the file that the ruleset reads."""
    lines, last = [FILE_HEADER], None
    for kind, seats, numbers in found:
        lines += [f"[{kind}]\n"] if last is None else [f"\n[{kind}]\n"] if kind != last else []
        lines.append(f"{seats} = {numbers}\n")
        last = kind
    return "".join(lines)
