"""Positions as text: what scenarios, records and other programs write and read.

The default writes the fields of the position's own struct. A game whose notation differs from what it
stores overrides all three methods.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from ..agenda import P, run
from ..errors import BadPosition
from .base import Capability


class PositionNotation(Capability[P]):
    """A position as a mapping of its fields, the agenda included."""

    hidden: ClassVar[tuple[str, ...]] = ("version", "rng", "pending_events")

    def load(self, written: Mapping[str, Any], options: Mapping[str, Any]) -> P:
        """Load the position that this mapping describes, and run it to its question."""
        store = self.rules.store
        try:
            fields = {"version": store.version, "rng": {"seed": "written"}, **written}
            position = msgspec.convert(fields, store.kind, strict=True)
        except msgspec.ValidationError as error:
            raise BadPosition(f"The position cannot be read: {error}.") from error
        self.open_question(position)
        run(self.rules.steps, position)
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


def _list_defaults(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The default of each field, as plain data; NODEFAULT where there is none."""
    found = {}
    for field in msgspec.structs.fields(kind):
        made = field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default
        found[field.name] = made if made is msgspec.NODEFAULT else msgspec.to_builtins(made)
    return found
