"""The options of a new game, checked and completed (rule page, 14.5)."""

from collections.abc import Mapping
from typing import Any

from ...core.errors import BadOptions, make_printable
from ...core.rng import Rng
from ...core.translation import mark
from ..cards.card import CARD_SETS, OWN_SET
from ..numbers import BASIC, MODES, SEAT_COUNTS

MODE, CARDS = "mode", "cards"
CHOICES = {MODE: MODES, CARDS: tuple(CARD_SETS)}
DEFAULTS = {MODE: BASIC, CARDS: OWN_SET.slug}
SEED = "seed"


def clean_options(options: Mapping[str, Any]) -> dict[str, str]:
    """Complete and check the options; BadOptions says what is wrong."""
    for name, value in options.items():
        if name not in (*CHOICES, SEED):
            raise BadOptions(mark("This game has no option “{option}”."), option=make_printable(str(name)))
        if name in CHOICES and value not in CHOICES[name]:
            given, choices = make_printable(str(value)), ", ".join(CHOICES[name])
            raise BadOptions(
                mark("“{value}” is nothing that “{option}” can be. It can be: {choices}."),
                value=given,
                option=name,
                choices=choices,
            )
    return {name: str(options.get(name, default)) for name, default in DEFAULTS.items()}


def check_seat_count(seats: int) -> None:
    least, most = SEAT_COUNTS[0], SEAT_COUNTS[-1]
    if seats not in SEAT_COUNTS:
        raise BadOptions(mark("Tournay is for {least} to {most} players."), least=least, most=most)


def sample_setup(rng: Rng) -> tuple[int, dict[str, Any]]:
    """A random number of seats and a random mode, for tests and fuzzing."""
    return rng.choice(SEAT_COUNTS), {MODE: rng.choice(MODES), CARDS: rng.choice([*CARD_SETS])}
