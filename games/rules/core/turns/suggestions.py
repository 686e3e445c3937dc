"""Whole turns that are ready to be played: the preset ones, varied in the part that matters most.

An email lists them under numbers. What varies is the part that shows sums, such as what to build; where none
does, the part that has no preset. If another part has no preset either, it is to be answered before any of
these turns is: `open_part` is that part. A game may preset its form in several ways (`list_presets`).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Generic, TypeVar

import msgspec

from ..agenda import Position
from ..capabilities.whole_turn import TurnChoice, TurnPart, TurnPreset
from ..notation import Move
from ..translation import get_translator, mark
from .composition import ComposedTurn, TurnComposer
from .preview import ENDS

P = TypeVar("P", bound=Position)
ChosenValues = Mapping[str, Sequence[str]]

MAX_VARIATIONS = 40  # each is composed and takes a line of an email; what is left out is composed on the page
NONE_OF_IT = mark("Nothing of these")


class SuggestedTurn(msgspec.Struct, frozen=True):
    """A whole turn that is ready, with what tells it from the others."""

    label: str
    turn: ComposedTurn
    values: dict[str, list[str]]  # what is chosen in each part, as a form submits it
    note: str = ""
    heading: str = ""  # of the turns that are preset alike
    is_start: bool = False  # the heading says that the rest is decided later


class TurnSuggestions(Generic[P]):
    """The whole turns that a seat may play now, out of its composer."""

    def __init__(self, composer: TurnComposer[P]) -> None:
        self._composer = composer

    @cached_property
    def turns(self) -> tuple[SuggestedTurn, ...]:
        """The turns in their order; none if the game has no form for this decision, or one move is all."""
        if not self.parts or (self.open_part and not self.open_example):
            return ()
        found = tuple(islice(self._list_different(), MAX_VARIATIONS))
        return found if any(len(one.turn.moves) > 1 for one in found) else ()

    def _list_different(self) -> Iterator[SuggestedTurn]:
        """All turns that work, each once."""
        found: set[tuple[Move, ...]] = set()
        for preset in self._presets:
            for suggested in self._list_turns_of(preset):
                turn = suggested.turn
                is_whole = turn.state == ENDS and not turn.is_cut
                if not (turn.problem or turn.moves in found or (preset.is_start and is_whole)):
                    found.add(suggested.turn.moves)
                    yield suggested

    @cached_property
    def _presets(self) -> Sequence[TurnPreset]:
        return self._composer.list_presets()

    @property
    def parts(self) -> tuple[TurnPart, ...]:
        return self._composer.parts

    @property
    def question(self) -> str:
        """What is asked, without what the turns say themselves; empty for the question as it is."""
        return self._composer.question

    @cached_property
    def shared_labels(self) -> list[str]:
        """What is done in all of them: the choices that are preset in the parts that do not vary.

        That nothing is done is said where the turn is about it. A heading says all of it."""
        if any(preset.heading for preset in self._presets):
            return []
        parts = (part for part in self.parts if part is not self.varied_part)
        return [one.label for part in parts for one in part.list_preset() if one.moves or part.is_main]

    @cached_property
    def varied_part(self) -> TurnPart | None:
        with_sums = [part for part in self.parts if part.has_sums]
        without_fields = [part for part in self._unanswered if not any(one.offer for one in part.choices)]
        return next(iter([*with_sums, *without_fields]), None)

    @cached_property
    def open_part(self) -> TurnPart | None:
        """The part that has to be answered before."""
        return next((part for part in self._unanswered if part is not self.varied_part), None)

    @property
    def _unanswered(self) -> list[TurnPart]:
        return [part for part in self.parts if not (part.may_be_empty or part.preset)]

    @cached_property
    def open_example(self) -> Move | None:
        """A move that answers the open part now; None if it can be answered only later in the turn."""
        choices = self.open_part.choices if self.open_part else ()
        moves = (move for one in choices for move in one.moves or (one.offer.moves() if one.offer else ()))
        return next(filter(self._composer.is_offered_now, moves), None)

    def answers_open_part(self, move: Move) -> bool:
        choices = self.open_part.choices if self.open_part else ()
        return any(move in one.moves or bool(one.offer and one.offer.accepts(move)) for one in choices)

    def _list_turns_of(self, preset: TurnPreset) -> Iterator[SuggestedTurn]:
        """The turns that are preset in this way."""
        if self.varied_part is None or preset.is_start:
            yield self._compose(preset, preset.label or ", ".join(self.shared_labels))
            return
        for chosen in self._list_variations(self.varied_part):
            values = {self.varied_part.key: [choice.first_value for choice in chosen]}
            notes = " ".join(choice.note for choice in chosen if choice.note)
            yield self._compose(preset, self._describe(chosen), values, notes)

    @staticmethod
    def _list_variations(part: TurnPart) -> Iterator[Sequence[TurnChoice]]:
        """What is chosen in the varied part: one thing at a time, and nothing."""
        preset = part.list_preset()
        if len(preset) > 1:
            yield preset
        yield from ([choice] for choice in part.choices)
        if part.takes_several:
            yield ()

    def _compose(
        self, preset: TurnPreset, label: str, varied: ChosenValues | None = None, note: str = ""
    ) -> SuggestedTurn:
        composer, values = self._composer, {**self._composer.presets, **preset.values, **(varied or {})}
        if self.open_part is not None:
            composer = composer.allow_empty(self.open_part)
        chosen = {key: [*some] for key, some in values.items()}
        return SuggestedTurn(label, composer.compose(chosen), chosen, note, preset.heading, preset.is_start)

    def _describe(self, chosen: Sequence[TurnChoice]) -> str:
        labels = ", ".join(choice.filled_label or choice.label for choice in chosen)
        return labels or get_translator(self._composer.language).say(NONE_OF_IT)
