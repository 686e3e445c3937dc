"""A whole game as text: how it was set up, every move, how it ended.

The grammar is on one page, docs/record.md. A record can be read without any rules;
`replay` plays it and `verify` says whether it was dealt as its commitment promised.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from .agenda import Position
from .errors import BadRecord
from .notation import Move, exactly
from .reading import LONGEST_LINE
from .rng import commitment
from .ruleset import Ruleset

FORMAT = 1
LONGEST_RECORD = 4_000_000  # characters
LONGEST_JSON = 1_000_000
LONGEST_COMMENT = 1_000
LONGEST_NAME = 80
MOST_MOVES = 50_000
MOST_SEATS = 100

Rules = Ruleset[Any]


class Play(msgspec.Struct, frozen=True):
    """One move of one seat, and what was remarked about it."""

    seat: str
    move: Move
    comments: tuple[str, ...] = ()


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """All that is written down of one game."""

    game: str
    version: int  # of the stored positions of the rules that wrote it
    seats: tuple[str, ...]
    options: dict[str, Any]
    commitment: str
    seed: str | None = None  # revealed only when the game is over
    start: dict[str, Any] | None = None  # the stored position of a game that did not begin as a new one
    comments: tuple[str, ...] = ()
    plays: tuple[Play, ...] = ()
    final: dict[str, Any] | None = None
    scores: dict[str, int] | None = None
    winners: tuple[str, ...] = ()


# --- from a game


def of(
    rules: Rules,
    position: Position,
    *,
    options: Mapping[str, Any],
    seed: str,
    plays: Sequence[Play],
    start: Position | None = None,
    reveal: bool = True,
    comments: Sequence[str] = (),
) -> Record:
    """The record of a game that stands at this position.

    Without `reveal` it keeps the seed to itself, and before the end the hidden cards as well. The moves
    tell what their players chose in secret: while a game runs, they are not for everybody."""
    over = rules.over(position)
    return Record(
        game=rules.slug,
        version=rules.store.version,
        seats=tuple(rules.players(position)),
        options=plain_data({name: value for name, value in options.items() if name != "seed"}),
        commitment=commitment(seed),
        seed=seed if reveal else None,
        start=None if start is None else msgspec.json.decode(rules.dump(start)),
        comments=tuple(comments),
        plays=tuple(plays),
        final=plain_data(rules.to_notation(position)) if reveal or over else None,
        scores=totals(rules, position) if over else None,
        winners=tuple(rules.winners(position)) if over else (),
    )


def totals(rules: Rules, position: Position) -> dict[str, int]:
    return {seat: sum(line.points for line in lines) for seat, lines in rules.scores(position).items()}


def plain_data(value: Any) -> Any:
    """The value as it will be when it has been written and read again."""
    return json.loads(json.dumps(value))


# --- writing


def write(record: Record) -> str:
    """The record as text, which reads back as the same record."""
    text = "\n".join(_lines(record)) + "\n"
    if read(text) != record:  # a line break in a name, say, would make another record of it
        raise BadRecord("This game cannot be written as a record: it would not read back the same.")
    return text


def _lines(record: Record) -> Iterator[str]:
    yield f"Record: {FORMAT}"
    yield f"Game: {record.game}"
    yield f"Version: {record.version}"
    yield f"Seats: {' '.join(record.seats)}"
    yield f"Options: {one_line(record.options)}"
    yield f"Commitment: {record.commitment}"
    if record.seed is not None:
        yield f"Seed: {record.seed}"
    if record.start is not None:
        yield f"Start: {one_line(record.start)}"
    yield from _remarks(record.comments)
    yield ""
    for number, play in enumerate(record.plays, 1):
        yield f"{number}. {play.seat}: {play.move}"
        yield from _remarks(play.comments)
    if record.final is not None:
        yield ""
        yield f"Final: {one_line(record.final)}"
    if record.scores is not None:
        yield f"Scores: {one_line(record.scores)}"
        yield f"Winner: {' '.join(record.winners)}".rstrip()


def _remarks(comments: Sequence[str]) -> Iterator[str]:
    return (f"# {comment}" for comment in comments)


def one_line(value: Any) -> str:
    """One line of JSON; letters stay letters, only what cannot be printed is escaped."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadRecord(f"This game cannot be written as a record: {error}.") from error
    if _is_printable(text):
        return text
    return "".join(letter if _is_printable(letter) else json.dumps(letter)[1:-1] for letter in text)


def _is_printable(text: str) -> bool:
    return text.isprintable() or not any(unicodedata.category(letter) in _UNPRINTABLE for letter in text)


_UNPRINTABLE = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


# --- reading


def read(text: str) -> Record:
    """The record that this text holds, or BadRecord with the line that is wrong."""
    if len(text) > LONGEST_RECORD:
        raise BadRecord(f"Line 1: a record of {len(text)} characters is too long.")
    reader = _Reader()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        try:
            reader.take(line.rstrip())
        except ValueError as error:
            raise BadRecord(f"Line {number}: {error}") from error
    try:
        return reader.record()
    except ValueError as error:
        raise BadRecord(f"Line {number}: {error}") from error


class _Reader:
    """Takes a record line by line: headers, then moves, then the result."""

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {}
        self.comments: list[str] = []
        self.plays: list[tuple[str, Move, list[str]]] = []

    def take(self, line: str) -> None:
        if not _is_printable(line):
            raise ValueError("there are unprintable characters in this line.")
        if not line:
            return
        if line.startswith("#"):
            self._comment(line[1:].removeprefix(" "))
        elif move := _MOVE.fullmatch(line):
            self._move(*move.groups())
        elif field := _FIELD.fullmatch(line):
            self._field(field[1], field[2] or "")
        else:
            raise ValueError(f"“{line:.40}” is neither a header nor a move nor a comment.")

    def _comment(self, comment: str) -> None:
        if len(comment) > LONGEST_COMMENT:
            raise ValueError(f"a comment of {len(comment)} characters is too long.")
        comments = self.plays[-1][2] if self.plays else self.comments
        comments.append(comment)

    def _move(self, number: str, seat: str, line: str) -> None:
        if _missing(self.fields):
            raise ValueError(f"the header “{_missing(self.fields)}” must stand before the moves.")
        if not self.fields.keys().isdisjoint(RESULT):
            raise ValueError("no move can follow the final position.")
        if int(number) != len(self.plays) + 1:
            raise ValueError(f"this should be move {len(self.plays) + 1}, not {number}.")
        if int(number) > MOST_MOVES:
            raise ValueError(f"a game has at most {MOST_MOVES} moves.")
        if seat not in self.fields["Seats"]:
            raise ValueError(f"nobody called “{seat:.40}” sits at this table.")
        self.plays.append((seat, _move_of(line), []))

    def _field(self, name: str, value: str) -> None:
        if not self.fields and name != "Record":
            raise ValueError("a record begins with “Record: 1”.")
        if name not in HEADERS and name not in RESULT:
            raise ValueError(f"there is no header “{name:.40}”.")
        if name in self.fields:
            raise ValueError(f"the header “{name}” stands here for the second time.")
        if name in HEADERS and (self.plays or not self.fields.keys().isdisjoint(RESULT)):
            raise ValueError(f"the header “{name}” must stand before the moves.")
        if name in RESULT and (missing := _missing(self.fields)):
            raise ValueError(f"the header “{missing}” must stand before the result.")
        self.fields[name] = (HEADERS | RESULT)[name](value)
        self._fits_the_seats(name)

    def _fits_the_seats(self, name: str) -> None:
        if name in ("Scores", "Winner"):
            strangers = [seat for seat in self.fields[name] if seat not in self.fields["Seats"]]
            if strangers:
                raise ValueError(f"nobody called “{strangers[0]:.40}” sits at this table.")

    def record(self) -> Record:
        """What was read, if nothing is missing."""
        fields = self.fields
        if not fields:
            raise ValueError("there is no record here; one begins with “Record: 1”.")
        if missing := _missing(fields):
            raise ValueError(f"the header “{missing}” is missing.")
        if "Start" in fields and "Seed" not in fields:
            raise ValueError("a record with a “Start” must have its “Seed”, which the position tells anyway.")
        if len(fields.keys() & {"Scores", "Winner"}) == 1 or ("Scores" in fields and "Final" not in fields):
            raise ValueError("“Scores” and “Winner” stand together, behind “Final”.")
        return Record(
            game=fields["Game"],
            version=fields["Version"],
            seats=fields["Seats"],
            options=fields["Options"],
            commitment=fields["Commitment"],
            seed=fields.get("Seed"),
            start=fields.get("Start"),
            comments=tuple(self.comments),
            plays=tuple(Play(seat, move, tuple(comments)) for seat, move, comments in self.plays),
            final=fields.get("Final"),
            scores=fields.get("Scores"),
            winners=fields.get("Winner", ()),
        )


_MOVE = re.compile(r"([0-9]{1,6})\. (\S+): (.+)")
_FIELD = re.compile(r"([A-Z][a-z]+):(?: (.*))?")


def _missing(fields: Mapping[str, Any]) -> str | None:
    needed = ("Game", "Version", "Seats", "Options", "Commitment")
    return next((name for name in needed if name not in fields), None)


def _move_of(line: str) -> Move:
    """The move exactly as written: a record guesses nothing."""
    if len(line) > LONGEST_LINE:
        raise ValueError(f"a move is one short line; this has {len(line)} characters.")
    move = exactly(line)
    if line.split() != [move.verb, *move.args]:
        raise ValueError("the words of a move are separated by single spaces.")
    return move


def _format(value: str) -> int:
    if value != str(FORMAT):
        raise ValueError(f"this is a record of format “{value:.20}”; only format {FORMAT} can be read.")
    return FORMAT


def _slug(value: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", value):
        raise ValueError(f"“{value:.40}” cannot be the name of a game.")
    return value


def _version(value: str) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,8}", value):
        raise ValueError(f"“{value:.40}” is not the number of a version.")
    return int(value)


def _seats(value: str) -> tuple[str, ...]:
    seats = _names(value)
    if not 0 < len(seats) <= MOST_SEATS:
        raise ValueError(f"a game has 1 to {MOST_SEATS} seats, not {len(seats)}.")
    if len(set(seats)) != len(seats):
        raise ValueError("two seats have the same name.")
    return seats


def _names(value: str) -> tuple[str, ...]:
    names = tuple(value.split(" ")) if value else ()
    for name in names:
        if name.split() != [name] or len(name) > LONGEST_NAME:
            raise ValueError(f"a seat cannot be called “{name:.40}”.")
    return names


def _hash(value: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{64}", value):
        raise ValueError("the commitment must be 64 hexadecimal digits.")
    return value


def _seed(value: str) -> str:
    if not 0 < len(value) <= LONGEST_LINE or value != value.strip():
        raise ValueError(f"a seed has 1 to {LONGEST_LINE} characters.")
    return value


def _mapping(value: str) -> dict[str, Any]:
    if len(value) > LONGEST_JSON:
        raise ValueError(f"a mapping of {len(value)} characters is too long.")
    try:
        found = msgspec.json.decode(value)
        one_line(found)  # what cannot be written again is not read either
    except (msgspec.DecodeError, UnicodeError, RecursionError, BadRecord) as error:
        raise ValueError(f"this is not JSON: {error}.") from error
    if not isinstance(found, dict):
        raise ValueError("a JSON mapping must stand here.")
    return found


def _scores(value: str) -> dict[str, int]:
    scores = _mapping(value)
    if not all(type(points) is int for points in scores.values()):
        raise ValueError("a score is a whole number.")
    return scores


HEADERS: dict[str, Callable[[str], Any]] = {
    "Record": _format,
    "Game": _slug,
    "Version": _version,
    "Seats": _seats,
    "Options": _mapping,
    "Commitment": _hash,
    "Seed": _seed,
    "Start": _mapping,
}
RESULT: dict[str, Callable[[str], Any]] = {"Final": _mapping, "Scores": _scores, "Winner": _names}
