"""How many letters a game by mail takes: `python -m tests.tools.letter_counts` plays games of bots.

Step by step, every question is a letter, also one with a single answer. With whole turns a letter asks for
as much of a turn as one form takes in, and the orders that all have at first end a turn without a choice.
Letters that tell, such as the gazette, are the same in both and are not counted."""

import statistics
from typing import NamedTuple

from tests.helpers.citadels.bot_turns import count_sends, count_single_sends, list_turns, play_bot_game

SIZES: dict[int, tuple[dict[str, object], ...]] = {
    5: ({}, {"preset": "ambitious_aristocrats"}),
    8: ({}, {"preset": "devious_dignitaries"}),
}
GAMES = 3  # of each set


class LetterCount(NamedTuple):
    """The letters that ask in one game, and how often something was sent for each own turn."""

    seats: int
    step_by_step: int
    whole_turns: int
    single_sends: list[int]
    sends: list[int]


def count_letters(number: int, seats: int, options: dict[str, object]) -> LetterCount:
    """Play one game between bots and count in both ways."""
    asked = list(play_bot_game(number, seats, options))
    turns = list_turns(iter(asked))
    others = sum(not one.is_turn for one in asked)
    sends = [count_sends(turn) for turn in turns]
    single = [count_single_sends(turn) for turn in turns]
    return LetterCount(seats, len(asked), others + sum(sends), single, sends)


def describe_counts(counts: list[LetterCount]) -> str:
    """Compare both ways, per player and game."""
    before, after = (
        statistics.mean(getattr(one, way) / one.seats for one in counts)
        for way in ("step_by_step", "whole_turns")
    )
    single, whole = (
        statistics.median(count for one in counts for count in getattr(one, way))
        for way in ("single_sends", "sends")
    )
    fewer = 100 * (1 - after / before)
    return (
        f"{counts[0].seats} seats, {len(counts)} games: letters per player {before:.1f} step by step, "
        f"{after:.1f} with whole turns ({fewer:.0f} % fewer); sends per own turn {single:g}, then {whole:g}"
    )


def main() -> None:
    for seats, sets in SIZES.items():
        counts = [count_letters(number, seats, options) for options in sets for number in range(GAMES)]
        print(describe_counts(counts))


if __name__ == "__main__":
    main()
