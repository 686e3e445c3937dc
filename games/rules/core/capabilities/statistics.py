"""What statistics, forecasts and referees want to know about finished games."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from ..agenda import P
from ..events import Event
from .base import Capability


class HostileAct(msgspec.Struct, frozen=True):
    """A seat has chosen to act against another seat."""

    place: int  # index of the event in which it made the choice
    by: str
    against: str


class GameCensus(msgspec.Struct, frozen=True):
    """What the statistics count in a finished game, besides seats and points."""

    length: int = 0  # in rounds, or in another unit of the game
    traits: dict[str, dict[str, list[str]]] = {}  # seat → what is counted → words


class GameStatistics(Capability[P]):
    """What is counted in finished games; by default nothing but seats and points."""

    lengths: ClassVar[Mapping[str, Mapping[str, Any]]] = {"": {}}  # options of short and long games, by name
    waits_file: ClassVar[Path | None] = None  # where `manage.py pace --counts` writes their counts

    def census(self, position: P, events: Sequence[Event]) -> GameCensus:
        """What the statistics count in a finished game, from all its events, secrets included."""
        return GameCensus()

    def census_titles(self, language: str = "en") -> dict[str, str]:
        """Titles for what `census` counts, in the order of a page; `length` is the name of its unit."""
        return {}

    def hostile(self, events: Sequence[Event]) -> list[HostileAct]:
        """Who acted against whom in a finished game, from all its events, secrets included.

        Only choices count where another seat could have been the target; many games have none."""
        return []

    def name_trait(self, word: str, language: str = "en", variant: str = "") -> str:
        """The name of a word that `census` counts."""
        return self.rules.lexicon.name(word, language, variant)

    def length_kind(self, options: Mapping[str, Any]) -> str:
        """Which of `lengths` a game with these options is, as far as they have been chosen."""
        return next(iter(self.lengths))

    def usual_waits(self, seats: int, options: Mapping[str, Any]) -> list[int]:
        """How often such games wait for a decision: a sample of games between bots, in ascending order.

        Without a sample there is no forecast until people have finished some games."""
        if self.waits_file is None or not self.waits_file.exists():
            return []
        return list(_load_wait_counts(self.waits_file).get(self.length_kind(options), {}).get(str(seats), ()))


@cache
def _load_wait_counts(path: Path) -> dict[str, dict[str, list[int]]]:
    return tomllib.loads(path.read_text("utf-8"))
