"""Replays a recorded game, and verifies that it was dealt fairly."""

from collections.abc import Iterator
from typing import Any

import msgspec

from ..errors import BadRecord, RulesError, RunawayAgenda
from ..events import Event
from ..rng import compute_commitment
from ..ruleset import Ruleset
from .record import GameRecord, RecordedMove, dump_json_line, to_plain_data

Rules = Ruleset[Any]


class FairnessVerdict(msgspec.Struct, frozen=True):
    """Was the game dealt fairly? None if this record does not show it."""

    fair: bool | None
    sentence: str
    by_older_rules: bool = False


def replay_record(rules: Rules, record: GameRecord) -> Any:
    """The position after all moves; BadRecord names a move that cannot be played."""
    position = build_start_position(rules, record)
    for _ in replay_moves(rules, record, position):
        pass
    return position


def replay_moves(
    rules: Rules, record: GameRecord, position: Any
) -> Iterator[tuple[RecordedMove, list[Event]]]:
    """Play the moves of a record on its start position, one at a time; yield each with its events."""
    # a start position from outside may be broken in any way, which may show only when it is played
    refusals = (RulesError, RunawayAgenda) if record.start is None else (Exception,)
    for number, play in enumerate(record.plays, 1):
        try:
            events = rules.play(position, play.seat, play.move)
        except refusals as error:
            raise BadRecord(
                f"Move {number} ({play.seat}: {play.move}) cannot be played: {_describe_error(error)}"
            ) from error
        yield play, events


def build_start_position(rules: Rules, record: GameRecord) -> Any:
    """The position before the first move."""
    return set_up_recorded_game(rules, record)[0]


def set_up_recorded_game(rules: Rules, record: GameRecord) -> tuple[Any, list[Event]]:
    """The position before the first move, and the events of the setup."""
    if record.game != rules.slug:
        raise BadRecord(f"This is a game of {record.game}, not of {rules.slug}.")
    if record.version > rules.store.version:
        raise BadRecord(
            f"The record is of version {record.version}; these rules know {rules.store.version} at most."
        )
    if record.seed is None:
        raise BadRecord("The seed is not revealed yet; without it the game cannot be replayed.")
    if record.start is not None:
        return _load_start(rules, record, record.start), []
    try:
        return rules.new(list(record.seats), record.options, record.seed)
    except RulesError as error:
        raise BadRecord(f"The game cannot be set up: {error}") from error


def _load_start(rules: Rules, record: GameRecord, start: dict[str, Any]) -> Any:
    try:
        position = rules.load(dump_json_line(start))
        rules.audit(position)
        seats = tuple(rules.players(position))
    except Exception as error:  # a start position from outside may be broken in any way
        raise BadRecord(f"The start is not a position of this game: {_describe_error(error)}") from error
    if seats != record.seats:
        raise BadRecord("The seats of the start are not those of the record.")
    if position.rng.seed != record.seed:
        raise BadRecord("The start has another seed than the record.")
    return position


def _describe_error(error: Exception) -> str:
    return str(error) if isinstance(error, RulesError) else f"{type(error).__name__} {error}".strip() + "."


# --- was it fair?


def verify_record(rules: Rules, record: GameRecord) -> FairnessVerdict:
    """Check a record against its commitment, its seed and the rules."""
    if record.seed is None:
        return FairnessVerdict(
            None, "The seed is not revealed yet, so nobody can tell how the game was dealt."
        )
    if compute_commitment(record.seed) != record.commitment:
        return FairnessVerdict(False, "The seed is not the one that the commitment promised.")
    try:
        position = replay_record(rules, record)
    except BadRecord as error:
        return _judge_misfit(rules, record, f"The moves do not fit the seed. {error}")
    if record.final is None:
        return FairnessVerdict(None, "All moves fit the seed, but the record does not say where they led.")
    if misfit := _find_mismatch(rules, record, position):
        sentence = f"Played again from its seed, the game comes out otherwise: {misfit}"
        return _judge_misfit(rules, record, sentence)
    if record.start is not None:  # the seed does not prove a given start position: it may have been made up
        return FairnessVerdict(
            None, "The moves fit the position where it began; how that was dealt cannot be told."
        )
    return FairnessVerdict(True, _describe_fair_game(rules, record, position))


def _judge_misfit(rules: Rules, record: GameRecord, sentence: str) -> FairnessVerdict:
    """A game that comes out otherwise was not fair, unless it was played by rules that were mended since."""
    if record.version >= rules.store.version:
        return FairnessVerdict(False, f"The seed fits its commitment, but not the game. {sentence}")
    return FairnessVerdict(
        None,
        f"The seed fits its commitment. The game began by version {record.version} of the rules, which are "
        f"at version {rules.store.version} now, so nobody can tell by them how it was played. {sentence}",
        by_older_rules=True,
    )


def _find_mismatch(rules: Rules, record: GameRecord, position: Any) -> str | None:
    """The first difference between the record and the replayed game, if any."""
    found: dict[str, Any] = to_plain_data(rules.notation.dump(position))
    final = record.final or {}
    for field in [*final, *found]:
        if final.get(field) != found.get(field):
            there, recorded = _shorten_value(found.get(field)), _shorten_value(final.get(field))
            return f"“{field}” is {there}, the record says {recorded}."
    if record.scores is None:
        return None
    if not rules.over(position):
        return "it is not over, but the record names a result."
    if record.scores != rules.sum_points(position):
        return f"the scores are {_shorten_value(rules.sum_points(position))}."
    if set(record.winners) != set(rules.winners(position)):
        return f"the winner is {' and '.join(rules.winners(position))}."
    return None


def _shorten_value(value: Any) -> str:
    text = dump_json_line(value)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _describe_fair_game(rules: Rules, record: GameRecord, position: Any) -> str:
    moves = "the 1 move" if len(record.plays) == 1 else f"all {len(record.plays)} moves"
    end = (
        "to the end as written" if rules.over(position) else "to the position as written; it is not over yet"
    )
    return f"The game was dealt fairly: the seed fits its commitment, and {moves} lead {end}."
