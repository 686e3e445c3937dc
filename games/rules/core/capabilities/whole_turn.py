"""A whole turn as one form: its parts, what may be chosen in each, and how the choices become moves."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ..agenda import P
from ..notation import Move, Offer
from .base import Capability


class TurnChoice(msgspec.Struct, frozen=True):
    """One thing that may be chosen in a part of a turn; with neither moves nor an offer, to do nothing.

    Of several moves each later one answers what the one before it asks. One with an offer still has to be
    filled in: it is chosen by a line which that offer accepts. `filled` is how it is filled in at first."""

    value: str
    label: str  # says only how it differs from the other choices of its part
    moves: tuple[Move, ...] = ()
    note: str = ""
    card: dict[str, Any] = {}  # what the game's own template needs to draw it
    is_preset: bool = False
    doubt: str = ""  # why choosing it would make no sense; it may be chosen all the same
    offer: Offer | None = None
    most: int = 1  # how many places it may take in a part that has places
    filled: Move | None = None
    filled_label: str = ""  # its label then

    @property
    def first_value(self) -> str:
        """What stands for it where nobody has filled it in otherwise."""
        return str(self.filled) if self.filled else self.value


class TurnPart(msgspec.Struct, frozen=True):
    """One question of the form. A part that takes several choices may be left empty, any other may not.

    A part with places asks for several choices in their order, one for each place; it has a choice to do
    nothing, which is what an empty place means."""

    key: str
    title: str
    choices: tuple[TurnChoice, ...]
    takes_several: bool = False
    places: tuple[str, ...] = ()  # their headings, such as “1.” and “2.”
    placed: tuple[str, ...] = ()  # values of the choices that are preset in them, from the first place on
    has_sums: bool = False  # show beside every choice what the seat ends with
    is_main: bool = False  # what the turn is about: never folded, however long
    is_aside: bool = False  # of use so seldom that it is folded
    is_told: bool = False  # repeat what is chosen beside Send
    note_heading: str = ""  # what the notes of its choices say

    @property
    def may_be_empty(self) -> bool:
        return self.takes_several or bool(self.places)

    @property
    def preset(self) -> list[str]:
        return [*self.placed] or [choice.first_value for choice in self.choices if choice.is_preset]

    def list_preset(self) -> list[TurnChoice]:
        """The choices that are preset, in their order."""
        return [choice for value in self.preset for choice in self.choices if choice.first_value == value]


class TurnSums(msgspec.Struct, frozen=True):
    """What a seat would end its turn with, as short as a number and its unit."""

    left: str = ""
    worth: str = ""
    is_unknown: bool = False  # the turn stops before, so nobody can tell yet


class TurnPreset(msgspec.Struct, frozen=True):
    """Another way to preset some parts: what an email offers before anything is chosen.

    Turns that differ only in what is chosen besides form a list below the heading."""

    label: str = ""  # says what is preset, where nothing else tells the turn from others
    heading: str = ""
    values: Mapping[str, Sequence[str]] = {}  # key of a part → what is chosen in it
    is_start: bool = False  # the rest is decided once this is played: nothing else is varied


STOP = Move("")  # in a sequence: here the turn stops, and the rest is asked again
ChosenParts = Mapping[str, Sequence[TurnChoice]]  # key of a part → what was chosen in it


class WholeTurn(Capability[P]):
    """What a game knows about its turns. The default is a game whose turns are played move by move.

    Positions given to these methods are copies in which all that the seat cannot know is dealt again, so
    whatever they say reveals nothing."""

    last_move_counts = False  # does the move that ends a turn bring something itself, to be told in the sums?

    def list_parts(self, position: P, seat: str, language: str = "en") -> tuple[TurnPart, ...]:
        """The parts of what is left of this seat's turn, in the order of the form; none if it has no form."""
        return ()

    def list_presets(self, position: P, seat: str, language: str = "en") -> Sequence[TurnPreset]:
        """The presets that are worth offering, the best first; by default the form as it is.

        The draws are not hidden yet in this position."""
        return (TurnPreset(),)

    def hide_draws(self, position: P, seat: str) -> None:
        """Change this copy so that nothing that the seat may draw in it can be counted on.

        By default it stays as it was dealt: enough for a game whose turns never depend on what they draw."""

    def describe_question(self, position: P, seat: str, language: str = "en") -> str:
        """What the form asks as a whole; empty for the question that the page asks anyway."""
        return ""

    def list_sequences(self, position: P, seat: str, chosen: ChosenParts) -> Iterable[Sequence[Move]]:
        """The orders in which the chosen moves may be tried, the preferred one first; `STOP` may end one.

        By default they are played in the order of the form."""
        yield [move for choices in chosen.values() for choice in choices for move in choice.moves]

    def stops_after(self, position: P, seat: str, move: Move) -> bool:
        """Must a turn stop after this move, because nobody can know what may follow it?"""
        return False

    def find_misfit(self, position: P, seat: str, chosen: ChosenParts) -> TurnChoice | None:
        """A choice that can never be played after the others, whatever happens where the turn stops.

        Asked of turns that stop. What cannot be played before they do is refused anyway."""
        return None

    def rate(self, position: P, seat: str) -> int:
        """How much the seat has: of several possible sequences the one that ends with the most is played."""
        return 0

    def describe_sums(self, position: P, seat: str, language: str = "en") -> TurnSums:
        """What the seat would have if it ended its turn in this position."""
        return TurnSums()
