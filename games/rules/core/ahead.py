"""What would be, if these moves were made: a whole turn, looked at before it is sent.

The moves are tried in worlds in which everything that the seat cannot know is dealt afresh, so trying
tells nothing. As long as all these worlds look the same to the seat, the real one will too; where they
part, or somebody else is asked, looking ahead ends.
"""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec

from .agenda import Position
from .errors import RulesError
from .notation import Move
from .rng import Rng
from .ruleset import Ruleset

P = TypeVar("P", bound=Position)

WORLDS = 3
GOES_ON, ENDS, UNKNOWN = "goes_on", "ends", "unknown"


class Planned(msgspec.Struct, frozen=True):
    """A line of the plan, and what it does; empty where that cannot be known yet."""

    line: str
    label: str = ""


class Ahead(Generic[P]):
    """The plan so far, and how it would stand then."""

    def __init__(self, rules: Ruleset[P], position: P, seat: str, seed: str, language: str = "en") -> None:
        self.rules = rules
        self.seat = seat
        self.language = language
        self.worlds = [rules.deal_again(position, seat, Rng(f"{seed}/{n}")) for n in range(WORLDS)]
        self.planned: list[Planned] = []
        self.state = GOES_ON

    @property
    def position(self) -> P:
        """One of the worlds; the seat may be shown its own things in it while the plan goes on."""
        return self.worlds[0]

    def add_all(self, lines: Sequence[str]) -> str:
        """Plan these lines; what is wrong with the first one that cannot be planned, or nothing."""
        for line in lines:
            try:
                self.add(line)
            except RulesError as error:
                return error.told(self.language)
        return ""

    def add(self, line: str) -> None:
        """One more line. Where nothing is known any more it is taken as it is written."""
        if self.state != GOES_ON:
            self.planned.append(Planned(line))
            return
        move = self.rules.read(self.position, self.seat, line, self.language)
        label = self.rules.label(self.position, self.seat, move, self.language)
        self.planned.append(Planned(str(move), label))
        self.state = self._try(move)

    def _try(self, move: Move) -> str:
        """Make the move in all worlds: do they still look the same?"""
        chance = [world.rng.drawn for world in self.worlds]
        try:
            for world in self.worlds:
                self.rules.play(world, self.seat, move)
        except RulesError:
            return UNKNOWN
        if not any(self.rules.on_turn(world, self.seat) for world in self.worlds):
            return ENDS
        if any(self.rules.awaits(world) != [self.seat] for world in self.worlds):
            return UNKNOWN
        if [world.rng.drawn for world in self.worlds] != chance:
            return UNKNOWN
        return GOES_ON if self._look_alike() else UNKNOWN

    def _look_alike(self) -> bool:
        views: list[dict[str, Any]] = [self.rules.view(world, self.seat) for world in self.worlds]
        return all(view == views[0] for view in views)
