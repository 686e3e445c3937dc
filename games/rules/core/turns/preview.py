"""The preview of a turn: what would happen if these moves were made.

The moves are tried in several copies of the game, called worlds, in which everything that the seat cannot
know is dealt again at random, so a preview reveals nothing. As long as all worlds look the same to the seat,
the real game will too. Where they differ, or somebody else has to decide, the preview ends.
"""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec

from ..agenda import Position
from ..errors import RulesError
from ..notation import Move
from ..rng import Rng
from ..ruleset import Ruleset

P = TypeVar("P", bound=Position)

WORLD_COUNT = 3
CONTINUES, ENDS, UNKNOWN = "goes_on", "ends", "unknown"


class PlannedLine(msgspec.Struct, frozen=True):
    """A line of the plan, and a label that says what it does; empty if that cannot be known yet."""

    line: str
    label: str = ""


def deal_world(rules: Ruleset[P], position: P, seat: str, seed: str, number: int = 0) -> P:
    """A copy of the game in which everything that the seat cannot know is dealt again."""
    return rules.deal_again(position, seat, Rng(f"{seed}/{number}"))


class TurnPreview(Generic[P]):
    """The moves planned so far, and the position that they would lead to."""

    def __init__(self, rules: Ruleset[P], position: P, seat: str, seed: str, language: str = "en") -> None:
        self.rules = rules
        self.seat = seat
        self.language = language
        self.worlds = [deal_world(rules, position, seat, seed, number) for number in range(WORLD_COUNT)]
        self.lines: list[PlannedLine] = []
        self.state = CONTINUES

    @property
    def position(self) -> P:
        """One of the worlds. While the preview continues, the seat may be shown its own view of it."""
        return self.worlds[0]

    def add_all(self, lines: Sequence[str]) -> str:
        """Plan these lines; return what is wrong with the first that cannot be planned, else empty."""
        for line in lines:
            try:
                self.add(line)
            except RulesError as error:
                return error.message_in(self.language)
        return ""

    def add(self, line: str) -> None:
        """Plan one more line. Once the preview has ended, lines are kept as written and not checked."""
        if self.state != CONTINUES:
            self.lines.append(PlannedLine(line))
            return
        move = self.rules.read(self.position, self.seat, line, self.language)
        label = self.rules.label(self.position, self.seat, move, self.language)
        self.lines.append(PlannedLine(str(move), label))
        self.state = self._play_in_all_worlds(move)

    def _play_in_all_worlds(self, move: Move) -> str:
        """Make the move in all worlds and return the new state of the preview."""
        chance = [world.rng.drawn for world in self.worlds]
        try:
            for world in self.worlds:
                self.rules.play(world, self.seat, move)
        except RulesError:
            return UNKNOWN
        if not any(self.rules.orders.on_turn(world, self.seat) for world in self.worlds):
            return ENDS
        if any(self.rules.awaits(world) != [self.seat] for world in self.worlds):
            return UNKNOWN
        if [world.rng.drawn for world in self.worlds] != chance:
            return UNKNOWN
        return CONTINUES if self._look_alike() else UNKNOWN

    def _look_alike(self) -> bool:
        views: list[dict[str, Any]] = [self.rules.view(world, self.seat) for world in self.worlds]
        return all(view == views[0] for view in views)
