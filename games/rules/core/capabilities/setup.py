"""The options of a new game: checked, described in words, and offered as a form."""

from collections.abc import Mapping
from typing import Any

from ..agenda import P
from ..errors import BadOptions, make_printable
from ..rng import Rng
from ..setup_options import SetupDescription, SetupOption
from ..translation import mark
from .base import Capability


class GameSetup(Capability[P]):
    """How a table is set up. The defaults are those of a game without options."""

    def clean(self, seats: int, options: Mapping[str, Any], seed: str) -> dict[str, Any]:
        """Complete and validate options, with all random choices made; BadOptions says what is wrong."""
        least, most = self.rules.seats[0], self.rules.seats[-1]
        if seats not in self.rules.seats:
            raise BadOptions(mark("This game is for {least} to {most} players."), least=least, most=most)
        if options:
            option = make_printable(str(next(iter(options))))
            raise BadOptions(mark("This game has no option “{option}”."), option=option)
        return {}

    def sample(self, rng: Rng) -> tuple[int, dict[str, Any]]:
        """A random number of seats and random options for it, for tests and fuzzing."""
        return rng.choice(self.rules.seats), {}

    def options(self, seats: int, language: str = "en") -> tuple[SetupOption, ...]:
        """The setup options for so many seats; an option comes after those that it depends on."""
        return ()

    def describe(self, options: Mapping[str, Any], seats: int, language: str = "en") -> SetupDescription:
        """Describe the final options in words, with what each card does."""
        game = self.rules.lexicon.name(self.rules.slug, language)
        return SetupDescription(game=game, summary="", ruleset=self.rules.slug)
