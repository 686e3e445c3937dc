"""Random legal games, looked at after every move.

A game that goes wrong is written down as a record. Everything hangs on its seed, the
looking too, so `look_again` finds the same trouble in the record at the same move.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

import msgspec

from games.rules.core.errors import BadOptions, BadRecord, printable
from games.rules.core.events import Event
from games.rules.core.record import LONGEST_COMMENT, Play, Record, of, read, write
from games.rules.core.replay import beginning, verify
from games.rules.core.rng import Rng, commitment
from games.rules.core.ruleset import Ruleset

from .invariants import Moment, Trouble, look
from .random_bot import RandomBot
from .spread import spread
from .table import FAR_TOO_MANY

HANDLES = ("Ann", "Bob", "Cleo", "Dan", "Eve-2", "Finn", "gus_x", "Hana")
NOW_AND_THEN = 25
TRIES = 1000

Rules = Ruleset[Any]


class SetUp(msgspec.Struct, frozen=True):
    """How one game begins."""

    seats: list[str]
    options: dict[str, Any]
    seed: str


class Failure(Exception):
    """A game that went wrong: what happened, and the moves that lead there."""

    def __init__(self, trouble: str, record: Record) -> None:
        super().__init__(trouble)
        self.trouble = trouble
        self.record = record


def set_up(
    rules: Rules, seed: str, number: int, seats: int | None = None, options: Mapping[str, Any] | None = None
) -> SetUp:
    """The game of this number, of any kind unless the kind is given."""
    name = f"{seed}-{number}"
    count, chosen = _kind(rules, Rng(f"{name}/kind"), seats, options)
    return SetUp([_handle(place) for place in range(count)], chosen, name)


class Outcome(msgspec.Struct, frozen=True):
    """How one game went: so many moves, and what went wrong, if anything did."""

    moves: int
    trouble: str = ""
    record: Record | None = None


def outcomes(
    rules: Rules,
    seed: str,
    games: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    processes: int | None = None,
) -> Iterator[Outcome]:
    """Play as many games as asked for, on all cores."""
    return spread(partial(_outcome, rules, seed, seats, options), games, processes)


def _outcome(
    rules: Rules, seed: str, seats: int | None, options: Mapping[str, Any] | None, number: int
) -> Outcome:
    try:
        return Outcome(len(fuzz(rules, set_up(rules, seed, number + 1, seats, options))))
    except Failure as failure:
        return Outcome(len(failure.record.plays), failure.trouble, failure.record)


def _handle(place: int) -> str:
    return HANDLES[place] if place < len(HANDLES) else f"Seat{place + 1}"


def _kind(
    rules: Rules, rng: Rng, seats: int | None, options: Mapping[str, Any] | None
) -> tuple[int, dict[str, Any]]:
    if options is not None:
        return seats or rng.choice(_fitting(rules, options)), dict(options)
    for _ in range(TRIES):
        count, chosen = rules.sample_setup(rng)
        if seats in (None, count):
            return count, chosen
    raise BadOptions(f"This game is never set up for {seats} seats.")


def _fitting(rules: Rules, options: Mapping[str, Any]) -> list[int]:
    """The numbers of seats with which these options make a game."""
    fitting: list[int] = []
    for count in rules.seats:
        try:
            rules.new([_handle(place) for place in range(count)], options, "trial")
        except BadOptions as error:
            refusal = error
        else:
            fitting.append(count)
    if not fitting:
        raise refusal
    return fitting


def fuzz(rules: Rules, begin: SetUp, limit: int = FAR_TOO_MANY) -> list[Play]:
    """Play one random game to its end and look at every moment of it."""
    plays: list[Play] = []
    try:
        position, events = rules.new(begin.seats, begin.options, begin.seed)
        _look(rules, position, begin, 0, events)
        dice, bot = Random(begin.seed), RandomBot(begin.seed)
        while not rules.over(position):
            if len(plays) == limit:
                raise Trouble(f"the game is not over after {limit} moves")
            seat = dice.choice(rules.awaits(position))
            plays.append(Play(seat, bot.choose({}, rules.offers(position, seat))))
            events = rules.play(position, seat, plays[-1].move)
            _look(rules, position, begin, len(plays), events)
        _record_tells_it(rules, position, begin, plays)
    except Exception as error:  # every way to break down is what we are looking for
        raise Failure(_sentence(error), _so_far(rules, begin, plays, _sentence(error))) from error
    return plays


def look_again(rules: Rules, record: Record) -> None:
    """Play the record of a failure and look at every moment as it was looked at the first time."""
    position = beginning(rules, record)
    set_up = SetUp(list(record.seats), record.options, record.seed or "")
    try:
        _look(rules, position, set_up, 0, ())
        for number, play in enumerate(record.plays, 1):
            events = rules.play(position, play.seat, play.move)
            _look(rules, position, set_up, number, events)
        if rules.over(position):
            _record_tells_it(rules, position, set_up, record.plays)
    except Exception as error:
        raise Failure(_sentence(error), record) from error


def _look(rules: Rules, position: Any, set_up: SetUp, number: int, events: Sequence[Event]) -> None:
    dice = Random(f"{set_up.seed}/{number}")
    closely = number % NOW_AND_THEN == 0 or rules.over(position)
    # options may leave something to chance; a written position goes with what chance made of them
    options = rules.clean(len(set_up.seats), set_up.options, set_up.seed) if closely else {}
    look(Moment(rules, position, options, events, dice), closely=closely)


def _record_tells_it(rules: Rules, position: Any, set_up: SetUp, plays: Sequence[Play]) -> None:
    """The finished game, written down and read again, is found to be fair."""
    record = of(rules, position, options=set_up.options, seed=set_up.seed, plays=plays)
    try:
        verdict = verify(rules, read(write(record)))
    except BadRecord as error:
        raise Trouble(f"the game cannot be recorded: {error}") from error
    if not verdict.fair:
        raise Trouble(f"the record of the game is refused: {verdict.sentence}")


def _sentence(error: Exception) -> str:
    text = (
        str(error) if isinstance(error, Trouble) else f"the rules break down: {type(error).__name__} {error}"
    )
    return printable(" ".join(text.split()), LONGEST_COMMENT).strip()


def _so_far(rules: Rules, set_up: SetUp, plays: Sequence[Play], trouble: str) -> Record:
    """The moves that lead to the trouble; nothing is asked of the position, which may be broken."""
    remarked = [*plays[:-1], *(Play(play.seat, play.move, (trouble,)) for play in plays[-1:])]
    return Record(
        game=rules.slug,
        version=rules.store.version,
        seats=tuple(set_up.seats),
        options=set_up.options,
        commitment=commitment(set_up.seed),
        seed=set_up.seed,
        comments=() if plays else (trouble,),
        plays=tuple(remarked),
    )
