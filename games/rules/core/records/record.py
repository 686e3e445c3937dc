"""The record of a game: its setup, every move and the result, as text.

docs/record.md has the grammar. A record can be parsed without knowing the rules of the game;
the replay module plays it again and verifies that it was dealt fairly.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ..agenda import Position
from ..errors import BadRecord
from ..move_parser import LONGEST_LINE
from ..notation import Move, parse_exact_move
from ..rng import compute_commitment
from ..ruleset import Ruleset

FORMAT = 1
LONGEST_RECORD = 4_000_000  # characters
LONGEST_JSON = 1_000_000
LONGEST_COMMENT = 1_000
LONGEST_NAME = 80
MAX_MOVES = 50_000
MAX_SEATS = 100

Rules = Ruleset[Any]


class RecordedMove(msgspec.Struct, frozen=True):
    """One move of one seat, with comments."""

    seat: str
    move: Move
    comments: tuple[str, ...] = ()


class GameRecord(msgspec.Struct, frozen=True, kw_only=True):
    """All that is recorded of one game."""

    game: str
    version: int  # of the rules by which the game began, counted by their stored positions
    seats: tuple[str, ...]
    options: dict[str, Any]
    commitment: str
    seed: str | None = None  # revealed only when the game is over
    start: dict[str, Any] | None = None  # the stored position that the game began from, if it was not new
    comments: tuple[str, ...] = ()
    plays: tuple[RecordedMove, ...] = ()
    final: dict[str, Any] | None = None
    scores: dict[str, int] | None = None
    winners: tuple[str, ...] = ()


# --- from a game


def build_record(
    rules: Rules,
    position: Position,
    *,
    options: Mapping[str, Any],
    seed: str,
    plays: Sequence[RecordedMove],
    start: Position | None = None,
    reveal: bool = True,
    comments: Sequence[str] = (),
    version: int | None = None,
) -> GameRecord:
    """Build the record of a game that has reached this position.

    Without `reveal` it omits the seed and, unless the game is over, the final position with its hidden
    cards. The moves include secret choices: do not publish them while the game is running."""
    over = rules.over(position)
    return GameRecord(
        game=rules.slug,
        version=rules.store.version if version is None else version,
        seats=tuple(rules.players(position)),
        options=to_plain_data({name: value for name, value in options.items() if name != "seed"}),
        commitment=compute_commitment(seed),
        seed=seed if reveal else None,
        start=None if start is None else msgspec.json.decode(rules.dump(start)),
        comments=tuple(comments),
        plays=tuple(plays),
        final=to_plain_data(rules.notation.dump(position)) if reveal or over else None,
        scores=rules.sum_points(position) if over else None,
        winners=tuple(rules.winners(position)) if over else (),
    )


def to_plain_data(value: Any) -> Any:
    """The value after a round trip through JSON."""
    return json.loads(json.dumps(value))


# --- writing


def format_record(record: GameRecord) -> str:
    """Format a record as text; an error if the text would not parse back to the same record."""
    text = "\n".join(_format_lines(record)) + "\n"
    if parse_record(text) != record:  # a line break in a name, say, would change the record
        raise BadRecord("This game cannot be written as a record: it would not read back the same.")
    return text


def _format_lines(record: GameRecord) -> Iterator[str]:
    yield f"Record: {FORMAT}"
    yield f"Game: {record.game}"
    yield f"Version: {record.version}"
    yield f"Seats: {' '.join(record.seats)}"
    yield f"Options: {dump_json_line(record.options)}"
    yield f"Commitment: {record.commitment}"
    if record.seed is not None:
        yield f"Seed: {record.seed}"
    if record.start is not None:
        yield f"Start: {dump_json_line(record.start)}"
    yield from _format_comments(record.comments)
    yield ""
    for number, play in enumerate(record.plays, 1):
        yield f"{number}. {play.seat}: {play.move}"
        yield from _format_comments(play.comments)
    if record.final is not None:
        yield ""
        yield f"Final: {dump_json_line(record.final)}"
    if record.scores is not None:
        yield f"Scores: {dump_json_line(record.scores)}"
        yield f"Winner: {' '.join(record.winners)}".rstrip()


def _format_comments(comments: Sequence[str]) -> Iterator[str]:
    return (f"# {comment}" for comment in comments)


def dump_json_line(value: Any) -> str:
    """Dump JSON on one line; only unprintable characters are escaped."""
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


def parse_record(text: str) -> GameRecord:
    """Parse a record; BadRecord names the first line that is wrong."""
    if len(text) > LONGEST_RECORD:
        raise BadRecord(f"Line 1: a record of {len(text)} characters is too long.")
    reader = _RecordParser()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        try:
            reader.parse_line(line.rstrip())
        except ValueError as error:
            raise BadRecord(f"Line {number}: {error}") from error
    try:
        return reader.build_record()
    except ValueError as error:
        raise BadRecord(f"Line {number}: {error}") from error


class _RecordParser:
    """Parses a record line by line: headers, then moves, then the result."""

    def __init__(self) -> None:
        self.fields: dict[str, Any] = {}
        self.comments: list[str] = []
        self.plays: list[tuple[str, Move, list[str]]] = []

    def parse_line(self, line: str) -> None:
        if not _is_printable(line):
            raise ValueError("there are unprintable characters in this line.")
        if not line:
            return
        if line.startswith("#"):
            self._add_comment(line[1:].removeprefix(" "))
        elif move := _MOVE_LINE.fullmatch(line):
            self._add_move(*move.groups())
        elif field := _FIELD_LINE.fullmatch(line):
            self._add_field(field[1], field[2] or "")
        else:
            raise ValueError(f"“{line:.40}” is neither a header nor a move nor a comment.")

    def _add_comment(self, comment: str) -> None:
        if len(comment) > LONGEST_COMMENT:
            raise ValueError(f"a comment of {len(comment)} characters is too long.")
        comments = self.plays[-1][2] if self.plays else self.comments
        comments.append(comment)

    def _add_move(self, number: str, seat: str, line: str) -> None:
        if _find_missing_header(self.fields):
            raise ValueError(f"the header “{_find_missing_header(self.fields)}” must stand before the moves.")
        if not self.fields.keys().isdisjoint(RESULT_FIELDS):
            raise ValueError("no move can follow the final position.")
        if int(number) != len(self.plays) + 1:
            raise ValueError(f"this should be move {len(self.plays) + 1}, not {number}.")
        if int(number) > MAX_MOVES:
            raise ValueError(f"a game has at most {MAX_MOVES} moves.")
        if seat not in self.fields["Seats"]:
            raise ValueError(f"nobody called “{seat:.40}” sits at this table.")
        self.plays.append((seat, _parse_move(line), []))

    def _add_field(self, name: str, value: str) -> None:
        if not self.fields and name != "Record":
            raise ValueError("a record begins with “Record: 1”.")
        if name not in HEADER_FIELDS and name not in RESULT_FIELDS:
            raise ValueError(f"there is no header “{name:.40}”.")
        if name in self.fields:
            raise ValueError(f"the header “{name}” stands here for the second time.")
        if name in HEADER_FIELDS and (self.plays or not self.fields.keys().isdisjoint(RESULT_FIELDS)):
            raise ValueError(f"the header “{name}” must stand before the moves.")
        if name in RESULT_FIELDS and (missing := _find_missing_header(self.fields)):
            raise ValueError(f"the header “{missing}” must stand before the result.")
        self.fields[name] = (HEADER_FIELDS | RESULT_FIELDS)[name](value)
        self._check_seats(name)

    def _check_seats(self, name: str) -> None:
        if name in ("Scores", "Winner"):
            strangers = [seat for seat in self.fields[name] if seat not in self.fields["Seats"]]
            if strangers:
                raise ValueError(f"nobody called “{strangers[0]:.40}” sits at this table.")

    def build_record(self) -> GameRecord:
        """Build the record, or raise ValueError if something is missing."""
        fields = self.fields
        if not fields:
            raise ValueError("there is no record here; one begins with “Record: 1”.")
        if missing := _find_missing_header(fields):
            raise ValueError(f"the header “{missing}” is missing.")
        if "Start" in fields and "Seed" not in fields:
            raise ValueError("a record with a “Start” must have its “Seed”, which the position tells anyway.")
        if len(fields.keys() & {"Scores", "Winner"}) == 1 or ("Scores" in fields and "Final" not in fields):
            raise ValueError("“Scores” and “Winner” stand together, behind “Final”.")
        return GameRecord(
            game=fields["Game"],
            version=fields["Version"],
            seats=fields["Seats"],
            options=fields["Options"],
            commitment=fields["Commitment"],
            seed=fields.get("Seed"),
            start=fields.get("Start"),
            comments=tuple(self.comments),
            plays=tuple(RecordedMove(seat, move, tuple(comments)) for seat, move, comments in self.plays),
            final=fields.get("Final"),
            scores=fields.get("Scores"),
            winners=fields.get("Winner", ()),
        )


_MOVE_LINE = re.compile(r"([0-9]{1,6})\. (\S+): (.+)")
_FIELD_LINE = re.compile(r"([A-Z][a-z]+):(?: (.*))?")


def _find_missing_header(fields: Mapping[str, Any]) -> str | None:
    needed = ("Game", "Version", "Seats", "Options", "Commitment")
    return next((name for name in needed if name not in fields), None)


def _parse_move(line: str) -> Move:
    """Parse a move in exact notation: abbreviations are not accepted in a record."""
    if len(line) > LONGEST_LINE:
        raise ValueError(f"a move is one short line; this has {len(line)} characters.")
    move = parse_exact_move(line)
    if line.split() != [move.verb, *move.args]:
        raise ValueError("the words of a move are separated by single spaces.")
    return move


def _parse_format(value: str) -> int:
    if value != str(FORMAT):
        raise ValueError(f"this is a record of format “{value:.20}”; only format {FORMAT} can be read.")
    return FORMAT


def _parse_slug(value: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", value):
        raise ValueError(f"“{value:.40}” cannot be the name of a game.")
    return value


def _parse_version(value: str) -> int:
    if not re.fullmatch(r"0|[1-9][0-9]{0,8}", value):
        raise ValueError(f"“{value:.40}” is not the number of a version.")
    return int(value)


def _parse_seats(value: str) -> tuple[str, ...]:
    seats = _parse_names(value)
    if not 0 < len(seats) <= MAX_SEATS:
        raise ValueError(f"a game has 1 to {MAX_SEATS} seats, not {len(seats)}.")
    if len(set(seats)) != len(seats):
        raise ValueError("two seats have the same name.")
    return seats


def _parse_names(value: str) -> tuple[str, ...]:
    names = tuple(value.split(" ")) if value else ()
    for name in names:
        if name.split() != [name] or len(name) > LONGEST_NAME:
            raise ValueError(f"a seat cannot be called “{name:.40}”.")
    return names


def _parse_commitment(value: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{64}", value):
        raise ValueError("the commitment must be 64 hexadecimal digits.")
    return value


def _parse_seed(value: str) -> str:
    if not 0 < len(value) <= LONGEST_LINE or value != value.strip():
        raise ValueError(f"a seed has 1 to {LONGEST_LINE} characters.")
    return value


def _parse_mapping(value: str) -> dict[str, Any]:
    if len(value) > LONGEST_JSON:
        raise ValueError(f"a mapping of {len(value)} characters is too long.")
    try:
        found = msgspec.json.decode(value)
        dump_json_line(found)  # refuse what could not be written again
    except (msgspec.DecodeError, UnicodeError, RecursionError, BadRecord) as error:
        raise ValueError(f"this is not JSON: {error}.") from error
    if not isinstance(found, dict):
        raise ValueError("a JSON mapping must stand here.")
    return found


def _parse_scores(value: str) -> dict[str, int]:
    scores = _parse_mapping(value)
    if not all(type(points) is int for points in scores.values()):
        raise ValueError("a score is a whole number.")
    return scores


HEADER_FIELDS: dict[str, Callable[[str], Any]] = {
    "Record": _parse_format,
    "Game": _parse_slug,
    "Version": _parse_version,
    "Seats": _parse_seats,
    "Options": _parse_mapping,
    "Commitment": _parse_commitment,
    "Seed": _parse_seed,
    "Start": _parse_mapping,
}
RESULT_FIELDS: dict[str, Callable[[str], Any]] = {
    "Final": _parse_mapping,
    "Scores": _parse_scores,
    "Winner": _parse_names,
}
