"""Playing a recorded game again, and telling whether it was dealt fairly."""

from collections.abc import Iterator
from typing import Any

import msgspec

from .errors import BadRecord, RulesError, RunawayAgenda
from .events import Event
from .record import Play, Record, one_line, plain_data, totals
from .rng import commitment
from .ruleset import Ruleset

Rules = Ruleset[Any]


class Verdict(msgspec.Struct, frozen=True):
    """Was the game dealt fairly? None: it cannot be told from this record."""

    fair: bool | None
    sentence: str


def replay(rules: Rules, record: Record) -> Any:
    """The position after all the moves, or BadRecord with the move that cannot be played."""
    position = beginning(rules, record)
    for _ in walk(rules, record, position):
        pass
    return position


def walk(rules: Rules, record: Record, position: Any) -> Iterator[tuple[Play, list[Event]]]:
    """Play the record on from its beginning, one move at a time, and tell what happens."""
    # a start that a stranger wrote may be nonsense of any kind, and often shows it only when played
    refusals = (RulesError, RunawayAgenda) if record.start is None else (Exception,)
    for number, play in enumerate(record.plays, 1):
        try:
            events = rules.play(position, play.seat, play.move)
        except refusals as error:
            raise BadRecord(
                f"Move {number} ({play.seat}: {play.move}) cannot be played: {_reason(error)}"
            ) from error
        yield play, events


def beginning(rules: Rules, record: Record) -> Any:
    """The position before the first move."""
    return dealt(rules, record)[0]


def dealt(rules: Rules, record: Record) -> tuple[Any, list[Event]]:
    """The position before the first move, and what happened on the way to it."""
    if record.game != rules.slug:
        raise BadRecord(f"This is a game of {record.game}, not of {rules.slug}.")
    if record.version > rules.store.version:
        raise BadRecord(
            f"The record is of version {record.version}; these rules know {rules.store.version} at most."
        )
    if record.seed is None:
        raise BadRecord("The seed is not revealed yet; without it the game cannot be replayed.")
    if record.start is not None:
        return _started(rules, record, record.start), []
    try:
        return rules.new(list(record.seats), record.options, record.seed)
    except RulesError as error:
        raise BadRecord(f"The game cannot be set up: {error}") from error


def _started(rules: Rules, record: Record, start: dict[str, Any]) -> Any:
    try:
        position = rules.load(one_line(start))
        rules.audit(position)
        seats = tuple(rules.players(position))
    except Exception as error:  # whatever a stranger may write as a stored position
        raise BadRecord(f"The start is not a position of this game: {_reason(error)}") from error
    if seats != record.seats:
        raise BadRecord("The seats of the start are not those of the record.")
    if position.rng.seed != record.seed:
        raise BadRecord("The start has another seed than the record.")
    return position


def _reason(error: Exception) -> str:
    return str(error) if isinstance(error, RulesError) else f"{type(error).__name__} {error}".strip() + "."


# --- was it fair?


def verify(rules: Rules, record: Record) -> Verdict:
    """Hold the record against the commitment, the seed and the rules."""
    if record.seed is None:
        return Verdict(None, "The seed is not revealed yet, so nobody can tell how the game was dealt.")
    if commitment(record.seed) != record.commitment:
        return Verdict(False, "The seed is not the one that the commitment promised.")
    try:
        position = replay(rules, record)
    except BadRecord as error:
        return Verdict(False, f"The seed fits its commitment, but the moves do not fit the seed. {error}")
    if record.final is None:
        return Verdict(None, "All moves fit the seed, but the record does not say where they led.")
    if misfit := _misfit(rules, record, position):
        return Verdict(False, f"Played again from its seed, the game comes out otherwise: {misfit}")
    if record.start is not None:  # nothing ties a position to the seed: it may have been arranged
        return Verdict(None, "The moves fit the position where it began; how that was dealt cannot be told.")
    return Verdict(True, _praise(rules, record, position))


def _misfit(rules: Rules, record: Record, position: Any) -> str | None:
    """What the record says otherwise than the game, if anything."""
    found: dict[str, Any] = plain_data(rules.to_notation(position))
    final = record.final or {}
    for field in [*final, *found]:
        if final.get(field) != found.get(field):
            return f"“{field}” is {_short(found.get(field))}, the record says {_short(final.get(field))}."
    if record.scores is None:
        return None
    if not rules.over(position):
        return "it is not over, but the record names a result."
    if record.scores != totals(rules, position):
        return f"the scores are {_short(totals(rules, position))}."
    if set(record.winners) != set(rules.winners(position)):
        return f"the winner is {' and '.join(rules.winners(position))}."
    return None


def _short(value: Any) -> str:
    text = one_line(value)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _praise(rules: Rules, record: Record, position: Any) -> str:
    moves = "the 1 move" if len(record.plays) == 1 else f"all {len(record.plays)} moves"
    end = (
        "to the end as written" if rules.over(position) else "to the position as written; it is not over yet"
    )
    return f"The game was dealt fairly: the seed fits its commitment, and {moves} lead {end}."
