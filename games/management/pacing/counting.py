"""How often a game waits for somebody: counted among bots, for the forecast of a game nobody has played.

Decisions that a seat makes one after the other are one wait: they are answered in one sitting. What is put to
several at once is one wait too.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from statistics import quantiles
from typing import Any

from games.bots.rules_of_thumb import RulesOfThumbBot
from games.bots.spread import spread
from games.bots.table import FAR_TOO_MANY, EndlessGame
from games.management.pacing.minds import Rules
from games.rules.core.errors import BadOptions

SAMPLE = 20  # numbers that are kept of each kind of game
HEAD = """\
# How often a game waits for somebody, by kind of game and number of seats, from the shortest games on.
# Written by `manage.py pace --counts`.
"""

Counts = dict[str, dict[int, list[int]]]


def waits_in(rules: Rules, seats: int, options: Mapping[str, Any], seed: str) -> int:
    """Play one game among bots."""
    names = [f"Seat{place}" for place in range(1, seats + 1)]
    position, _ = rules.new(names, options, seed)
    bots = {seat: RulesOfThumbBot(rules, f"{seed}/{seat}") for seat in names}
    waits, present, asked = 0, "", set[str]()
    for _ in range(FAR_TOO_MANY):
        if rules.over(position):
            return waits
        awaited = rules.awaits(position)
        seat = present if present in awaited else awaited[0]
        if seat != present and seat not in asked:
            waits += 1
            asked = set(awaited)
        asked.discard(seat)
        present = seat
        rules.play(
            position, seat, bots[seat].choose(rules.view(position, seat), rules.offers(position, seat))
        )
    raise EndlessGame(f"the game is not over after {FAR_TOO_MANY} moves")


def counts(
    rules: Rules, games: int, seed: str, processes: int | None = None
) -> Iterator[tuple[str, int, list[int]]]:
    """For each kind of game and each number of seats a sample of what was counted."""
    for kind, options in rules.lengths.items():
        for seats in rules.seats:
            try:
                rules.clean(seats, options, seed)
            except BadOptions:
                continue  # such a game is not for so many
            play = partial(_numbered, rules, seats, options, f"{seed}/{kind}/{seats}")
            yield kind, seats, sample(list(spread(play, games, processes)))


def _numbered(rules: Rules, seats: int, options: Mapping[str, Any], seed: str, number: int) -> int:
    return waits_in(rules, seats, options, f"{seed}/{number}")


def sample(waits: Sequence[int]) -> list[int]:
    """So many games of many, evenly from the shortest to the longest."""
    if len(waits) <= SAMPLE:
        return sorted(waits)
    cuts = quantiles(waits, n=2 * SAMPLE, method="inclusive")
    return [round(cut) for cut in cuts[::2]]


def written(found: Iterator[tuple[str, int, list[int]]]) -> str:
    """As the file that the ruleset reads."""
    lines, last = [HEAD], None
    for kind, seats, numbers in found:
        lines += [f"[{kind}]\n"] if last is None else [f"\n[{kind}]\n"] if kind != last else []
        lines.append(f"{seats} = {numbers}\n")
        last = kind
    return "".join(lines)
