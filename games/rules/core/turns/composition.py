"""Compose a whole turn out of what was chosen in the parts of its form.

The chosen moves are tried in the sequences that the game names, in the worlds of a `TurnPreview`, so the
result tells nothing that the seat cannot know. A sequence is complete if all of it can be played. It stops
where somebody else or another question comes in between: what comes before is played, and the rest is asked
again. A sequence that is neither is refused as a whole.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import islice
from typing import Any, Generic, Self, TypeVar

import msgspec

from ..agenda import Position, list_questions
from ..capabilities.whole_turn import TurnChoice, TurnPart, TurnSums
from ..notation import Move, parse_exact_move
from ..ruleset import Ruleset
from ..translation import get_translator, mark
from .preview import CONTINUES, ENDS, UNKNOWN, TurnPreview

P = TypeVar("P", bound=Position)

MAX_SEQUENCES = 96  # that are tried for one turn
CHOOSE_IN_PART = mark("First choose: {part}")
DOES_NOT_FIT = mark("“{choice}” does not fit with the rest of this turn.")
NOT_OFFERED = mark("Something of this is not offered any more.")
NOTHING_CHOSEN = mark("This turn would do nothing: choose something first.")


class ComposedTurn(msgspec.Struct, frozen=True):
    """The moves of a turn in the order in which they are played, and what comes of them."""

    moves: tuple[Move, ...] = ()
    state: str = CONTINUES  # after the moves, as in a TurnPreview
    is_cut: bool = False  # the rest is asked again after something else
    sums: TurnSums = TurnSums()
    problem: str = ""  # why it is refused; then there are no moves

    @property
    def lines(self) -> list[str]:
        return [str(move) for move in self.moves]


def _find_chosen(part: TurnPart, wanted: Sequence[str]) -> Iterator[TurnChoice]:
    """The choices of a part that have these values, those with an offer filled in as the value says."""
    for choice in part.choices:
        if choice.value in wanted:
            yield choice
        elif choice.offer:
            moves = [parse_exact_move(value) for value in wanted]
            yield from (
                msgspec.structs.replace(choice, value=str(move), moves=(move,))
                for move in moves
                if choice.offer.accepts(move)
            )


class TurnTrial(Generic[P]):
    """One sequence of moves, played in copies of some worlds as far as all of them allow."""

    def __init__(self, rules: Ruleset[P], worlds: Sequence[P], seat: str, moves: Sequence[Move]) -> None:
        self.rules = rules
        self.seat = seat
        self.question = _find_question(worlds[0], seat)
        self.before_last: list[P] = list(worlds)  # the worlds before the turn ended, if it did
        self.worlds = list(worlds)
        self.played: list[Move] = []
        self.refused: Move | None = None
        self.is_cut = False
        for move in moves:
            if not self._play(move):
                break

    def _play(self, move: Move) -> bool:
        """Play one more move in all worlds; return whether it was played."""
        if any(_find_question(world, self.seat) != self.question for world in self.worlds):
            self.is_cut = True
            return False
        if not all(self._is_offered(world, move) for world in self.worlds):
            self.refused = move
            return False
        self.before_last, self.worlds = self.worlds, [self.rules.copy(world) for world in self.worlds]
        for world in self.worlds:
            self.rules.play(world, self.seat, move)
        self.played.append(move)
        return True

    def _is_offered(self, world: P, move: Move) -> bool:
        return any(offer.accepts(move) for offer in self.rules.offers(world, self.seat))

    @property
    def has_ended(self) -> bool:
        """Is the seat's turn over?"""
        return not any(self.rules.orders.on_turn(world, self.seat) for world in self.worlds)

    @property
    def last_own_worlds(self) -> list[P]:
        """The worlds at the end of the turn: what the others do next is no part of it."""
        return self.before_last if self.has_ended else self.worlds


def _find_question(position: Position, seat: str) -> str:
    """The name of the question to this seat, which must be the only one that is asked; else empty."""
    asked = [step for group in position.agenda[-1:] for step in group]
    return asked[0].name if len(asked) == 1 and asked == list_questions(position, seat) else ""


class TurnComposer(Generic[P]):
    """The form of a seat's turn, and what comes of the choices in it."""

    def __init__(self, rules: Ruleset[P], position: P, seat: str, seed: str, language: str = "en") -> None:
        self.rules = rules
        self.seat = seat
        self.language = language
        self._source = (position, seed)

    @cached_property
    def preview(self) -> TurnPreview[P]:
        position, seed = self._source
        return TurnPreview(self.rules, position, self.seat, seed, self.language)

    @cached_property
    def parts(self) -> tuple[TurnPart, ...]:
        """The parts of the form; none if there is no more than one question to answer."""
        if not self.rules.orders.on_turn(self._source[0], self.seat):
            return ()
        parts = self.rules.whole_turn.list_parts(self.preview.position, self.seat, self.language)
        return parts if len(parts) > 1 else ()

    @cached_property
    def question(self) -> str:
        return self.rules.whole_turn.describe_question(self.preview.position, self.seat, self.language)

    @cached_property
    def presets(self) -> dict[str, list[str]]:
        return {
            part.key: [choice.value for choice in part.choices if choice.is_preset] for part in self.parts
        }

    def is_offered_now(self, move: Move) -> bool:
        """May this be the first move of the turn?"""
        return any(offer.accepts(move) for offer in self.rules.offers(self.preview.position, self.seat))

    def allow_empty(self, part: TurnPart) -> Self:
        """A composer of the same turn in which this part may be left empty: it is answered apart."""
        other = copy(self)
        relaxed = msgspec.structs.replace(part, takes_several=True)
        other.parts = tuple(relaxed if one is part else one for one in self.parts)
        return other

    def compose(self, values: Mapping[str, Sequence[str]]) -> ComposedTurn:
        """Compose the turn in which these values were chosen, part by part."""
        chosen, problem = self._read_choices(values)
        if problem:
            return ComposedTurn(problem=problem)
        trial = self._find_best_trial(chosen)
        if trial.refused:
            return ComposedTurn(problem=self._explain_refusal(trial, chosen))
        if not trial.played:
            return ComposedTurn(problem=get_translator(self.language).say(NOTHING_CHOSEN))
        return self._describe_turn(trial.played, trial.is_cut)

    def compute_sums(self, values: Mapping[str, Sequence[str]], part: TurnPart) -> dict[str, TurnSums]:
        """What the seat ends with for each choice of this part, if all else is chosen as it is."""
        found = {}
        for choice in part.choices:
            also = [value for value in values.get(part.key, ()) if part.takes_several]
            chosen, _problem = self._read_choices({**values, part.key: [*also, choice.value]})
            trial = self._find_best_trial(chosen)
            found[choice.value] = TurnSums() if trial.refused else self._compute_sums_of(trial.played)
        return found

    # --- what was chosen

    def _read_choices(self, values: Mapping[str, Sequence[str]]) -> tuple[dict[str, list[TurnChoice]], str]:
        """The choices with these values, and why they are not a whole turn; empty if they are."""
        say, problem = get_translator(self.language).say, ""
        chosen: dict[str, list[TurnChoice]] = {}
        for part in self.parts:
            wanted = values.get(part.key, ())
            chosen[part.key] = found = list(_find_chosen(part, wanted))
            if len(found) < len({*wanted}) or (len(wanted) > 1 and not part.takes_several):
                problem = problem or say(NOT_OFFERED)
            elif not (found or part.takes_several) or any(one.offer and not one.moves for one in found):
                problem = problem or say(CHOOSE_IN_PART, part=part.title)
        return chosen, problem

    # --- the order of play

    def _find_best_trial(self, chosen: Mapping[str, Sequence[TurnChoice]]) -> TurnTrial[P]:
        """Of the sequences that can be played, the one that plays most and brings most; else the first."""
        return max(self._list_trials(chosen), key=self._rate_trial)

    def _list_trials(self, chosen: Mapping[str, Sequence[TurnChoice]]) -> Iterator[TurnTrial[P]]:
        world = self.preview.position
        sequences = self.rules.whole_turn.list_sequences(world, self.seat, chosen)
        tried: set[tuple[Move, ...]] = set()
        for sequence in islice(sequences, MAX_SEQUENCES):
            if (moves := tuple(sequence)) not in tried:
                tried.add(moves)
                yield TurnTrial(self.rules, [world], self.seat, moves)

    def _rate_trial(self, trial: TurnTrial[P]) -> tuple[bool, int, int]:
        [end] = trial.last_own_worlds
        return trial.refused is None, len(trial.played), self.rules.whole_turn.rate(end, self.seat)

    # --- what comes of it

    def _describe_turn(self, moves: Sequence[Move], is_cut: bool) -> ComposedTurn:
        """Check the moves in all worlds, and drop those that only some of them allow."""
        trial = TurnTrial(self.rules, self.preview.worlds, self.seat, moves)
        is_cut = is_cut or len(trial.played) < len(moves)
        sums = TurnSums() if is_cut else self._compute_sums_of(trial.played)
        return ComposedTurn(tuple(trial.played), self._find_state(trial), is_cut, sums)

    def _find_state(self, trial: TurnTrial[P]) -> str:
        if trial.has_ended:
            return ENDS
        is_asked = all(_find_question(world, self.seat) == trial.question for world in trial.worlds)
        return CONTINUES if is_asked else UNKNOWN

    def _compute_sums_of(self, moves: Sequence[Move]) -> TurnSums:
        """What all worlds say of the end of these moves; nothing where they differ or the turn is cut."""
        trial = TurnTrial(self.rules, self.preview.worlds, self.seat, moves)
        worlds = trial.last_own_worlds
        if len(trial.played) < len(moves) or self._find_state(trial) == UNKNOWN:
            return TurnSums()
        sums = [self.rules.whole_turn.describe_sums(world, self.seat, self.language) for world in worlds]
        return sums[0] if all(one == sums[0] for one in sums) else TurnSums()

    def _explain_refusal(self, trial: TurnTrial[P], chosen: Mapping[str, Sequence[TurnChoice]]) -> str:
        """One sentence that says which choice does not fit, and why if the rules know it."""
        refused: Any = trial.refused
        labels = [one.label for choices in chosen.values() for one in choices if refused in one.moves]
        sentence = get_translator(self.language).say(DOES_NOT_FIT, choice=labels[0] if labels else refused)
        reason = self.rules.why_not(trial.worlds[0], self.seat, refused, self.language)
        return f"{sentence} {reason}" if reason else sentence
