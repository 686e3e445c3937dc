"""The fuzzer: plays random legal games and checks the invariants after every move.

A game that fails is saved as a record. Everything depends on the seed, the checks too, so
`recheck_record` finds the same violation at the same move of the record.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

import msgspec

from games.bots.invariants import FuzzMoment, InvariantViolation, check_invariants
from games.bots.parallel import run_in_parallel
from games.bots.self_play import MAX_MOVES
from games.rules.core.errors import BadOptions, BadRecord, make_printable
from games.rules.core.events import Event
from games.rules.core.records.record import (
    LONGEST_COMMENT,
    GameRecord,
    RecordedMove,
    build_record,
    format_record,
    parse_record,
)
from games.rules.core.records.replay import build_start_position, verify_record
from games.rules.core.rng import Rng, compute_commitment
from games.rules.core.ruleset import Ruleset

from .random_bot import RandomBot

HANDLES = ("Ann", "Bob", "Cleo", "Dan", "Eve-2", "Finn", "gus_x", "Hana")
MOVES_PER_CLOSE_CHECK = 25
MAX_SETUP_TRIES = 1000

Rules = Ruleset[Any]


class FuzzSetup(msgspec.Struct, frozen=True):
    """The seats, options and seed of one game."""

    seats: list[str]
    options: dict[str, Any]
    seed: str


class FuzzFailure(Exception):
    """A game that failed: what is wrong, and a record of the moves that lead there."""

    def __init__(self, error: str, record: GameRecord) -> None:
        super().__init__(error)
        self.trouble = error
        self.record = record


def build_setup(
    rules: Rules, seed: str, number: int, seats: int | None = None, options: Mapping[str, Any] | None = None
) -> FuzzSetup:
    """The setup of the game with this number; seats and options are random unless given."""
    name = f"{seed}-{number}"
    count, chosen = _choose_kind(rules, Rng(f"{name}/kind"), seats, options)
    return FuzzSetup([_pick_handle(place) for place in range(count)], chosen, name)


class FuzzOutcome(msgspec.Struct, frozen=True):
    """The result of one game: its number of moves, and what went wrong, if anything."""

    moves: int
    trouble: str = ""
    record: GameRecord | None = None


def fuzz_games(
    rules: Rules,
    seed: str,
    games: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    processes: int | None = None,
) -> Iterator[FuzzOutcome]:
    """Fuzz so many games, on all cores."""
    return run_in_parallel(partial(_fuzz_numbered_game, rules, seed, seats, options), games, processes)


def _fuzz_numbered_game(
    rules: Rules, seed: str, seats: int | None, options: Mapping[str, Any] | None, number: int
) -> FuzzOutcome:
    try:
        return FuzzOutcome(len(fuzz_game(rules, build_setup(rules, seed, number + 1, seats, options))))
    except FuzzFailure as failure:
        return FuzzOutcome(len(failure.record.plays), failure.trouble, failure.record)


def _pick_handle(place: int) -> str:
    return HANDLES[place] if place < len(HANDLES) else f"Seat{place + 1}"


def _choose_kind(
    rules: Rules, rng: Rng, seats: int | None, options: Mapping[str, Any] | None
) -> tuple[int, dict[str, Any]]:
    if options is not None:
        return seats or rng.choice(_list_seat_counts(rules, options)), dict(options)
    for _ in range(MAX_SETUP_TRIES):
        count, chosen = rules.setup.sample(rng)
        if seats in (None, count):
            return count, chosen
    raise BadOptions(f"This game is never set up for {seats} seats.")


def _list_seat_counts(rules: Rules, options: Mapping[str, Any]) -> list[int]:
    """The numbers of seats that these options allow."""
    fitting: list[int] = []
    for count in rules.seats:
        try:
            rules.new([_pick_handle(place) for place in range(count)], options, "trial")
        except BadOptions as error:
            refusal = error
        else:
            fitting.append(count)
    if not fitting:
        raise refusal
    return fitting


def fuzz_game(rules: Rules, begin: FuzzSetup, limit: int = MAX_MOVES) -> list[RecordedMove]:
    """Play one random game to its end and check it after every move; return the moves."""
    plays: list[RecordedMove] = []
    try:
        position, events = rules.new(begin.seats, begin.options, begin.seed)
        _check_position(rules, position, begin, 0, events)
        dice, bot = Random(begin.seed), RandomBot(begin.seed)
        while not rules.over(position):
            if len(plays) == limit:
                raise InvariantViolation(f"the game is not over after {limit} moves")
            seat = dice.choice(rules.awaits(position))
            plays.append(RecordedMove(seat, bot.choose({}, rules.offers(position, seat))))
            events = rules.play(position, seat, plays[-1].move)
            _check_position(rules, position, begin, len(plays), events)
        _check_record(rules, position, begin, plays)
    except Exception as error:  # any exception at all is what the fuzzer is looking for
        raise FuzzFailure(
            _describe_error(error), _build_failure_record(rules, begin, plays, _describe_error(error))
        ) from error
    return plays


def recheck_record(rules: Rules, record: GameRecord) -> None:
    """Replay the record of a failure with the same checks as the first time."""
    position = build_start_position(rules, record)
    set_up = FuzzSetup(list(record.seats), record.options, record.seed or "")
    try:
        _check_position(rules, position, set_up, 0, ())
        for number, play in enumerate(record.plays, 1):
            events = rules.play(position, play.seat, play.move)
            _check_position(rules, position, set_up, number, events)
        if rules.over(position):
            _check_record(rules, position, set_up, record.plays)
    except Exception as error:
        raise FuzzFailure(_describe_error(error), record) from error


def _check_position(
    rules: Rules, position: Any, set_up: FuzzSetup, number: int, events: Sequence[Event]
) -> None:
    dice = Random(f"{set_up.seed}/{number}")
    closely = number % MOVES_PER_CLOSE_CHECK == 0 or rules.over(position)
    # options may leave choices to chance; a written position needs the options as they were drawn
    options = rules.setup.clean(len(set_up.seats), set_up.options, set_up.seed) if closely else {}
    check_invariants(FuzzMoment(rules, position, options, events, dice), closely=closely)


def _check_record(rules: Rules, position: Any, set_up: FuzzSetup, plays: Sequence[RecordedMove]) -> None:
    """Check that the record of a finished game survives a round trip and is verified as fair."""
    record = build_record(rules, position, options=set_up.options, seed=set_up.seed, plays=plays)
    try:
        verdict = verify_record(rules, parse_record(format_record(record)))
    except BadRecord as error:
        raise InvariantViolation(f"the game cannot be recorded: {error}") from error
    if not verdict.fair:
        raise InvariantViolation(f"the record of the game is refused: {verdict.sentence}")


def _describe_error(error: Exception) -> str:
    text = (
        str(error)
        if isinstance(error, InvariantViolation)
        else f"the rules break down: {type(error).__name__} {error}"
    )
    return make_printable(" ".join(text.split()), LONGEST_COMMENT).strip()


def _build_failure_record(
    rules: Rules, set_up: FuzzSetup, plays: Sequence[RecordedMove], error: str
) -> GameRecord:
    """Record the moves that lead to a failure, without using the position, which may be broken."""
    remarked = [*plays[:-1], *(RecordedMove(play.seat, play.move, (error,)) for play in plays[-1:])]
    return GameRecord(
        game=rules.slug,
        version=rules.store.version,
        seats=tuple(set_up.seats),
        options=set_up.options,
        commitment=compute_commitment(set_up.seed),
        seed=set_up.seed,
        comments=() if plays else (error,),
        plays=tuple(remarked),
    )
