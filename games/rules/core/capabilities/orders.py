"""Standing orders and plans: what a seat may decide before it is asked."""

from collections.abc import Sequence
from typing import ClassVar

from ..agenda import P
from ..errors import NotUnderstood
from ..notation import Move
from ..order_forms import OrderForm
from ..translation import mark
from .base import Capability


class OrderRules(Capability[P]):
    """What a game knows about orders. The defaults are those of a game without orders;
    `StandingOrders` in `games/rules/core/standing_orders.py` makes them from a table."""

    offered: ClassVar[bool] = False  # may seats file orders at all?
    defaults: ClassVar[tuple[str, ...]] = ()  # that every seat has at first: they answer what is no choice

    # one line of each form, in exact notation, that fits every table: `help` in a reply shows them
    examples: ClassVar[tuple[str, ...]] = ()

    def lines(self, position: P, seat: str) -> list[str]:
        """The orders of this seat: the list itself, which callers change in place."""
        return []

    def parse(self, position: P, seat: str, line: str) -> str:
        """Parse a line into a standing order in exact notation, or raise an error."""
        raise NotUnderstood(mark("This game has no standing orders."))

    def kind(self, line: str) -> str:
        """The kind of question that this standing order answers; empty for a line of a plan."""
        return ""

    def answer(self, position: P, seat: str, line: str) -> Move | None:
        """The move by which a standing order answers the current question; None if it does not apply."""
        return None

    def on_turn(self, position: P, seat: str) -> bool:
        """Is it this seat's own turn, in which its plan is played?"""
        return seat in self.rules.awaits(position)

    def hides_nothing(self, position: P, seat: str) -> bool:
        """May the only possible answer of this seat come at once, because that tells nobody anything?

        So it is where everybody sees that there is no choice, or where a turn that is sent as a whole would
        have answered just as fast."""
        return False

    def forms(self, position: P, seat: str, language: str = "en") -> tuple[OrderForm, ...]:
        """Forms for what this seat may order; they reveal nothing that is hidden from it."""
        return ()

    def describe(self, position: P, seat: str, line: str, language: str = "en") -> str:
        """A standing order or a line of a plan as a sentence for its owner."""
        return line

    def plan_doubt(self, position: P, seat: str, lines: Sequence[str], language: str = "en") -> str:
        """Why a plan of these lines is certain to stop early, as a sentence; empty if it may work."""
        return ""
