"""Positions as text: what scenarios, records and other programs write and read.

The default writes the fields of the position's own struct. A game whose notation differs from what it
stores overrides all three methods.
"""

from collections.abc import Callable, Container, Mapping
from hashlib import sha256
from typing import Any, ClassVar, TypeVar

import msgspec

from ..agenda import P, StepRegistry, awaits, list_questions, run
from ..errors import BadPosition, RulesError, make_printable
from ..rng import Rng
from .base import Capability

LONGEST_HANDLE = 40

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T", bound=msgspec.Struct)


class PositionNotation(Capability[P]):
    """A position as a mapping of its fields, the agenda included."""

    hidden: ClassVar[tuple[str, ...]] = ("version", "rng", "pending_events")

    def load(self, written: Mapping[str, Any], options: Mapping[str, Any]) -> P:
        """Load the position that this mapping describes, and run it to its question."""
        store = self.rules.store
        fields = {"version": store.version, "rng": {"seed": "written"}, **written}
        position = convert_fields(fields, store.kind)
        self.open_question(position)
        run(self.rules.steps, position)
        check_answerable(self.rules.steps, position)
        return position

    def open_question(self, position: P) -> None:
        """Put the question on the agenda that the other fields imply, in a game that hides its agenda."""

    def dump(self, position: P) -> dict[str, Any]:
        """The position as a mapping: every field that differs from its default."""
        defaults = _list_defaults(self.rules.store.kind)
        full = self.dump_full(position)
        return {name: full[name] for name in full if name not in self.hidden and full[name] != defaults[name]}

    def dump_full(self, position: P) -> dict[str, Any]:
        """The position as a mapping with all fields, defaults too; scenarios compare with it."""
        fields = {name: getattr(position, name) for name in self.rules.store.kind.__struct_fields__}
        plain: dict[str, Any] = msgspec.to_builtins(fields)
        return plain


# --- what a game with a notation of its own is made of


def convert_fields(data: Mapping[str, Any], kind: type[S]) -> S:
    """Convert written fields to a struct; BadPosition says which has the wrong type."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BadPosition(f"The position cannot be read: {error}.") from error


def convert_seat_fields(
    data: Mapping[str, Any], table: type[S], player: type[T], check_seats: Callable[[object], None]
) -> tuple[S, dict[str, T]]:
    """Convert a mapping that has the fields of the table, and under each handle those of that seat."""
    if not isinstance(data, Mapping):
        raise BadPosition("A position is a mapping.")
    seats = data.get("seats") or []
    check_seats(data.get("seats"))
    names = table.__struct_fields__
    strangers = [key for key in data if key not in names and key not in seats]
    if strangers:
        raise BadPosition(f"A position has no field or seat “{strangers[0]!s:.40}”.")
    page = convert_fields({key: value for key, value in data.items() if key in names}, table)
    return page, {seat: convert_fields(data.get(seat) or {}, player) for seat in seats}


def check_answerable(steps: StepRegistry[P], position: P) -> None:
    """Refuse a position that asks a seat a question without any answer."""
    for seat in awaits(position):
        asked = list_questions(position, seat)
        if not any(True for step in asked for _ in steps.asks[step.name].offers(position, step)):
            raise BadPosition(f"The position leaves {seat} nothing to answer.")


def check_handles(seats: object, reserved: Container[str], wrong: type[RulesError] = BadPosition) -> None:
    """Check that these are handles a table can use, none of them a reserved word; raise `wrong` if not."""
    if not isinstance(seats, list) or not all(isinstance(seat, str) and seat for seat in seats):
        raise wrong("“seats” must list the handles, clockwise.")
    if len({seat.casefold() for seat in seats}) != len(seats):
        raise wrong("Two seats have the same name.")
    for seat in seats:
        is_word = seat.split() == [seat] and seat.isprintable() and len(seat) <= LONGEST_HANDLE
        if seat in reserved or not is_word:
            raise wrong(f"A seat cannot be called “{make_printable(seat)}”.")


def derive_seed(rng: Rng) -> int:
    """Derive a seed for the rest of the game that does not reveal the original one."""
    if rng.seed.isdecimal() and not rng.drawn:
        return int(rng.seed)
    return int.from_bytes(sha256(f"{rng.seed}/{rng.drawn}".encode()).digest()[:6], "big")


def _list_defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The default of each field, as plain data; NODEFAULT where there is none."""
    found = {}
    for field in msgspec.structs.fields(kind):
        made = field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
        found[field.name] = made if made is msgspec.NODEFAULT else msgspec.to_builtins(made)
    return found
