"""Compose a whole turn out of what was chosen in the parts of its form.

The chosen moves are tried in the sequences that the game names, in the worlds of a `TurnPreview`, so the
result tells nothing that the seat cannot know. A sequence is complete if all of it can be played. It stops
where somebody else or another question comes in between: what comes before is played, and the rest is asked
again. A sequence that is neither is refused as a whole. What a choice with several moves asks in between is
answered by itself.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import islice, pairwise
from typing import Generic, Self, TypeVar

import msgspec

from ..agenda import Position, list_questions
from ..capabilities.whole_turn import STOP, ChosenParts, TurnChoice, TurnPart, TurnPreset, TurnSums
from ..notation import Move, Offer, parse_exact_move
from ..ruleset import Ruleset
from ..translation import get_translator, mark
from .preview import CONTINUES, ENDS, UNKNOWN, TurnPreview, deal_world

P = TypeVar("P", bound=Position)

MAX_SEQUENCES = 96  # that are tried for one turn
CHOOSE_IN_PART = mark("First choose: {part}")
DOES_NOT_FIT = mark("“{choice}” does not fit with the rest of this turn.")
NOT_OFFERED = mark("Some of this is no longer on offer.")
CHOSEN_TOO_OFTEN = mark("Only {n} of “{choice}” can be chosen.")
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


class TriedWorld(Generic[P]):
    """A world, and what became of it by the moves that were tried in it. Each of them is played only once."""

    def __init__(self, rules: Ruleset[P], position: P, seat: str) -> None:
        self.rules = rules
        self.position = position
        self.seat = seat
        self._later: dict[Move, TriedWorld[P] | None] = {}

    def follow(self, move: Move) -> "TriedWorld[P] | None":
        """The world after this move; None if it is not offered."""
        if move not in self._later:
            self._later[move] = self._play(move) if self.is_offered(move) else None
        return self._later[move]

    def is_offered(self, move: Move) -> bool:
        return any(offer.accepts(move) for offer in self._offers)

    def _play(self, move: Move) -> "TriedWorld[P]":
        later = self.rules.copy(self.position)
        self.rules.play(later, self.seat, move)
        return TriedWorld(self.rules, later, self.seat)

    @cached_property
    def _offers(self) -> Sequence[Offer]:
        return self.rules.offers(self.position, self.seat)

    @cached_property
    def question(self) -> str:
        """The name of the question to the seat, which must be the only one that is asked; else empty."""
        asked = [step for group in self.position.agenda[-1:] for step in group]
        is_only_one = len(asked) == 1 and asked == list_questions(self.position, self.seat)
        return asked[0].name if is_only_one else ""

    @cached_property
    def is_on_turn(self) -> bool:
        return self.rules.orders.on_turn(self.position, self.seat)


class TurnTrial(Generic[P]):
    """One sequence of moves, played in some worlds as far as all of them allow.

    `answers` are moves, each with the one before it, that answer what that one asks."""

    def __init__(
        self,
        worlds: Sequence[TriedWorld[P]],
        moves: Sequence[Move],
        answers: Collection[tuple[Move, Move]] = (),
    ) -> None:
        self.question = worlds[0].question
        self.answers = answers
        self.before_last = self.worlds = worlds  # the worlds before the turn ended, if it did
        self.played: list[Move] = []
        self.refused: Move | None = None
        self.is_unsure = False  # nobody can know what may follow the last move
        self.is_cut = False
        for move in moves:
            if not self._play(move):
                break

    def _play(self, move: Move) -> bool:
        """Play one more move in all worlds; return whether it was played."""
        if (
            move == STOP
            or self.is_unsure
            or not (self._is_asked or (*self.played[-1:], move) in self.answers)
        ):
            self.is_cut = True
            return False
        later = [world.follow(move) for world in self.worlds]
        if None in later:
            self.refused = move
            return False
        self.is_unsure = any(
            world.rules.whole_turn.stops_after(world.position, world.seat, move) for world in self.worlds
        )
        self.before_last, self.worlds = self.worlds, [world for world in later if world]
        self.played.append(move)
        return True

    @property
    def _is_asked(self) -> bool:
        """Is the seat asked in all worlds what it was asked at first?"""
        return all(world.question == self.question for world in self.worlds)

    @property
    def has_ended(self) -> bool:
        """Is the seat's turn over?"""
        return not any(world.is_on_turn for world in self.worlds)

    @property
    def last_own_positions(self) -> list[P]:
        """The positions at the end of the turn: what the others do next is no part of it."""
        is_over = self.has_ended and not self.worlds[0].rules.whole_turn.last_move_counts
        return [world.position for world in (self.before_last if is_over else self.worlds)]

    @property
    def state(self) -> str:
        if self.is_unsure:
            return UNKNOWN
        if self.has_ended:
            return ENDS
        return CONTINUES if self._is_asked else UNKNOWN


class TurnComposer(Generic[P]):
    """The form of a seat's turn, and what comes of the choices in it."""

    def __init__(self, rules: Ruleset[P], position: P, seat: str, seed: str, language: str = "en") -> None:
        self.rules = rules
        self.seat = seat
        self.language = language
        self._source = (position, seed)

    @cached_property
    def worlds(self) -> list[TriedWorld[P]]:
        position, seed = self._source
        dealt = TurnPreview(self.rules, position, self.seat, seed, self.language).worlds
        for world in dealt:
            self.rules.whole_turn.hide_draws(world, self.seat)
        return [TriedWorld(self.rules, world, self.seat) for world in dealt]

    @property
    def position(self) -> P:
        """The game as it is in one of the worlds."""
        return self.worlds[0].position

    @cached_property
    def parts(self) -> tuple[TurnPart, ...]:
        """The parts of the form; none if there is no more than one question to answer."""
        if not self.rules.orders.on_turn(self._source[0], self.seat):
            return ()
        parts = self.rules.whole_turn.list_parts(self.position, self.seat, self.language)
        return parts if len(parts) > 1 else ()

    @cached_property
    def question(self) -> str:
        return self.rules.whole_turn.describe_question(self.position, self.seat, self.language)

    @cached_property
    def presets(self) -> dict[str, list[str]]:
        return {part.key: part.preset for part in self.parts}

    def list_presets(self) -> Sequence[TurnPreset]:
        """The ways to preset the form, the best first; they reveal no more than the worlds do."""
        position, seed = self._source
        dealt = deal_world(self.rules, position, self.seat, seed)
        return self.rules.whole_turn.list_presets(dealt, self.seat, self.language)

    def is_offered_now(self, move: Move) -> bool:
        """May this be the first move of the turn?"""
        return self.worlds[0].is_offered(move)

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
        if problem := self._find_misfit(trial, chosen):
            return ComposedTurn(problem=problem)
        if not trial.played:
            return ComposedTurn(problem=get_translator(self.language).say(NOTHING_CHOSEN))
        return self._describe_turn(trial.played, trial.is_cut)

    def compute_sums(self, values: Mapping[str, Sequence[str]], part: TurnPart) -> dict[str, TurnSums]:
        """What the seat ends with for each choice of this part, if all else is chosen as it is."""
        chosen_here = values.get(part.key, ())
        return {
            choice.value: self._compute_sums_with(
                choice, {**values, part.key: _choose_as_well(part, chosen_here, choice)}
            )
            for choice in part.choices
        }

    def _compute_sums_with(self, choice: TurnChoice, values: Mapping[str, Sequence[str]]) -> TurnSums:
        """What the seat ends with in a turn of these values; nothing if this choice does not fit in it."""
        chosen, problem = self._read_choices(values)
        if problem:
            return TurnSums()
        trial = self._find_best_trial(chosen)
        if trial.is_cut:
            return TurnSums(is_unknown=True)
        is_played = not trial.refused and {*choice.moves} <= {*trial.played}
        return self._compute_sums_of(trial.played) if is_played else TurnSums()

    # --- what was chosen

    def _read_choices(self, values: Mapping[str, Sequence[str]]) -> tuple[dict[str, list[TurnChoice]], str]:
        """The choices with these values, and why they are not a whole turn; empty if they are."""
        say, problem = get_translator(self.language).say, ""
        chosen: dict[str, list[TurnChoice]] = {}
        for part in self.parts:
            wanted = values.get(part.key, ())
            chosen[part.key] = found = _find_choices(part, wanted)
            if len(found) < len(wanted if part.places else {*wanted}):
                problem = problem or say(NOT_OFFERED)
            elif part.places:
                problem = problem or self._find_fault_in_places(part, found)
            elif len(wanted) > 1 and not part.takes_several:
                problem = problem or say(NOT_OFFERED)
            elif not (found or part.takes_several) or any(one.offer and not one.moves for one in found):
                problem = problem or say(CHOOSE_IN_PART, part=part.title)
        return chosen, problem

    def _find_fault_in_places(self, part: TurnPart, chosen: Sequence[TurnChoice]) -> str:
        """What is wrong with the choices in the places of this part; empty if nothing is."""
        say = get_translator(self.language).say
        for choice in chosen if len(chosen) <= len(part.places) else ():
            if choice.moves and chosen.count(choice) > choice.most:
                return say(CHOSEN_TOO_OFTEN, n=choice.most, choice=choice.label)
        return "" if len(chosen) <= len(part.places) else say(NOT_OFFERED)

    # --- the order of play

    def _find_best_trial(self, chosen: Mapping[str, Sequence[TurnChoice]]) -> TurnTrial[P]:
        """Of the sequences that can be played, the one that plays most and brings most; else the first."""
        return max(self._list_trials(chosen), key=self._rate_trial)

    def _list_trials(self, chosen: Mapping[str, Sequence[TurnChoice]]) -> Iterator[TurnTrial[P]]:
        sequences = self.rules.whole_turn.list_sequences(self.position, self.seat, chosen)
        tried: set[tuple[Move, ...]] = set()
        for sequence in islice(sequences, MAX_SEQUENCES):
            if (moves := tuple(sequence)) not in tried:
                tried.add(moves)
                yield self._try(self.worlds[:1], moves)

    def _try(self, worlds: Sequence[TriedWorld[P]], moves: Sequence[Move]) -> TurnTrial[P]:
        return TurnTrial(worlds, moves, self._answers)

    @cached_property
    def _answers(self) -> set[tuple[Move, Move]]:
        """The later moves of every choice, each with the one before it."""
        choices = [choice for part in self.parts for choice in part.choices]
        return {pair for choice in choices for pair in pairwise(choice.moves)}

    def _rate_trial(self, trial: TurnTrial[P]) -> tuple[bool, int, int]:
        [end] = trial.last_own_positions
        return trial.refused is None, len(trial.played), self.rules.whole_turn.rate(end, self.seat)

    # --- what comes of it

    def _describe_turn(self, moves: Sequence[Move], is_cut: bool) -> ComposedTurn:
        """Check the moves in all worlds, and drop those that only some of them allow."""
        trial = self._try(self.worlds, moves)
        is_cut = is_cut or len(trial.played) < len(moves)
        sums = TurnSums() if is_cut else self._compute_sums_of(trial.played)
        return ComposedTurn(tuple(trial.played), trial.state, is_cut, sums)

    def _compute_sums_of(self, moves: Sequence[Move]) -> TurnSums:
        """What all worlds say of the end of these moves; nothing where they differ or the turn is cut."""
        trial = self._try(self.worlds, moves)
        if len(trial.played) < len(moves) or trial.state == UNKNOWN:
            return TurnSums()
        describe = self.rules.whole_turn.describe_sums
        sums = [describe(position, self.seat, self.language) for position in trial.last_own_positions]
        return sums[0] if all(one == sums[0] for one in sums) else TurnSums()

    def _find_misfit(self, trial: TurnTrial[P], chosen: ChosenParts) -> str:
        """Which choice does not fit with the others, and why if the rules know it; empty if all fit."""
        if refused := trial.refused:
            labels = [one.label for choices in chosen.values() for one in choices if refused in one.moves]
            position = trial.worlds[0].position
            label = labels[0] if labels else self.rules.label(position, self.seat, refused, self.language)
            return self._describe_misfit(label, refused, position)
        misfit = self.rules.whole_turn.find_misfit(self.position, self.seat, chosen) if trial.is_cut else None
        return self._describe_misfit(misfit.label, misfit.moves[0], self.position) if misfit else ""

    def _describe_misfit(self, label: str, move: Move, position: P) -> str:
        sentence = get_translator(self.language).say(DOES_NOT_FIT, choice=label)
        reason = self.rules.why_not(position, self.seat, move, self.language)
        return f"{sentence} {reason}" if reason else sentence


def _find_choices(part: TurnPart, wanted: Sequence[str]) -> list[TurnChoice]:
    """The choices with these values: in the order of the form, or in that of their places."""
    if not part.places:
        return [found for choice in part.choices for found in _fill_in(choice, wanted)]
    by_value = {choice.value: choice for choice in part.choices}
    return [by_value[value] for value in wanted if value in by_value]


def _fill_in(choice: TurnChoice, wanted: Sequence[str]) -> Iterator[TurnChoice]:
    """This choice if its value is wanted; or as often as its offer is filled in by one of the values."""
    if choice.value in wanted:
        yield choice
    elif choice.offer:
        for move in map(parse_exact_move, wanted):
            if choice.offer.accepts(move):
                yield msgspec.structs.replace(choice, value=str(move), moves=(move,))


def _choose_as_well(part: TurnPart, values: Sequence[str], choice: TurnChoice) -> Sequence[str]:
    """The values of a part in which this is chosen besides the others, or in place of them."""
    if part.takes_several:
        return [*values, choice.first_value]
    if not part.places:
        return [choice.first_value]
    placed = [one.value for one in _find_choices(part, values) if one.moves]
    if choice.value in placed or not choice.moves:
        return placed
    return [*placed[: len(part.places) - 1], choice.value]
