"""Positions as bytes, and copies of them.

A stored position is one line of JSON with its version in front. Older versions are
brought up one by one, by functions on plain dicts, before the types are checked.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import inspect

from .agenda import Position
from .errors import BadPosition

P = TypeVar("P", bound=Position)
Upgrade = Callable[[dict[str, Any]], None]

BIGGEST = 1_000_000
SHARED = (
    inspect.StrType,
    inspect.IntType,
    inspect.BoolType,
    inspect.FloatType,
    inspect.LiteralType,
    inspect.NoneType,
)


class _Stamp(msgspec.Struct):
    version: int


class Store(Generic[P]):
    """How one game's positions are written, read and copied."""

    def __init__(self, kind: type[P], version: int, upgrades: Mapping[int, Upgrade]) -> None:
        self.kind = kind
        self.version = version
        self.upgrades = upgrades
        self.decoder = msgspec.json.Decoder(kind)
        self.copy: Callable[[P], P] = copier(kind)

    def dump(self, position: P) -> bytes:
        """The position as one line of JSON."""
        return msgspec.json.encode(position)

    def load(self, data: bytes | str) -> P:
        """The position out of its JSON, brought up to this version first if it is older."""
        if len(data) > BIGGEST:
            raise BadPosition(f"A stored position of {len(data)} bytes is too long.")
        try:
            stored = msgspec.json.decode(data, type=_Stamp).version
            if stored == self.version:
                return self.decoder.decode(data)
            return self.decoder.decode(msgspec.json.encode(self._upgraded(msgspec.json.decode(data), stored)))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise BadPosition(f"This is not a stored position: {error}.") from error

    def _upgraded(self, data: dict[str, Any], stored: int) -> dict[str, Any]:
        if stored > self.version:
            raise BadPosition(
                f"The position is of version {stored}; these rules know {self.version} at most."
            )
        for older in range(stored, self.version):
            if older not in self.upgrades:
                raise BadPosition(f"A position of version {older} cannot be brought up to {self.version}.")
            self.upgrades[older](data)
            data["version"] = older + 1
        return data


def copier(kind: type[P]) -> Callable[[P], P]:
    """A function that copies positions of this type, written out once from its fields.

    Text, numbers and frozen structs (a step and its args) are shared; only what can change is
    made anew. A type that we cannot copy is refused here, before a game is played. As plain
    source (`Player(gold=s.gold, hand=s.hand.copy(), ...)`) this is ten times faster than finding
    out at every value what it is, which is what `copy.deepcopy` does.
    """
    written: dict[str, Any] = {"copy_data": _copy_data}
    info = inspect.type_info(kind)
    if not isinstance(info, inspect.StructType):
        raise TypeError(f"{kind.__name__} is not a struct")
    _write_copier(info, written)
    copy: Callable[[P], P] = written[f"copy_{kind.__name__}"]
    return copy


def _write_copier(info: inspect.StructType, written: dict[str, Any]) -> None:
    """Enter `copy_<struct>` for this struct and for those inside it."""
    name = info.cls.__name__
    written[name] = info.cls  # first of all: a struct may hold others of its own kind
    fields = ", ".join(
        f"{field.name}={_copied(field.type, f's.{field.name}', written)}" for field in info.fields
    )
    exec(f"def copy_{name}(s): return {name}({fields})", written)  # noqa: S102 - our own field names


def _copied(info: inspect.Type, value: str, written: dict[str, Any]) -> str:
    """The expression that copies a value of this type; the value itself if it can be shared."""
    if isinstance(info, inspect.ListType):
        entry = _copied(info.item_type, "v", written)
        return f"{value}[:]" if entry == "v" else f"([{entry} for v in {value}] if {value} else [])"
    if isinstance(info, inspect.DictType):
        entry = _copied(info.value_type, "v", written)
        if entry == "v":
            return f"{value}.copy()"
        return f"({{k: {entry} for k, v in {value}.items()}} if {value} else {{}})"
    if isinstance(info, inspect.StructType):
        return _copied_struct(info, value, written)
    if isinstance(info, inspect.VarTupleType) and _copied(info.item_type, "v", written) == "v":
        return value  # a tuple of what can be shared can be shared
    if isinstance(info, inspect.AnyType):
        return f"copy_data({value})"
    if isinstance(info, inspect.UnionType):
        return _copied_union(info, value, written)
    if not isinstance(info, SHARED):
        raise TypeError(f"a position cannot hold a {type(info).__name__}")
    return value


def _copied_struct(info: inspect.StructType, value: str, written: dict[str, Any]) -> str:
    if info.cls.__struct_config__.frozen:
        return value
    name = info.cls.__name__
    if name not in written:
        _write_copier(info, written)
    elif written[name] is not info.cls:
        raise TypeError(f"two structs of a position are called {name}")
    return f"copy_{name}({value})"


def _copied_union(info: inspect.UnionType, value: str, written: dict[str, Any]) -> str:
    """Text or a number or nothing is shared; a list or a struct may be left out, but be no second thing."""
    kinds = [kind for kind in info.types if not isinstance(kind, inspect.NoneType)]
    copies = {_copied(kind, value, written) for kind in kinds}
    if copies == {value}:
        return value
    if len(kinds) > 1:
        raise TypeError("a field of a position is of one type")
    return f"(None if {value} is None else {copies.pop()})"


def _copy_data(value: Any) -> Any:
    """Plain data of which no type is known: lists and mappings anew, all else shared."""
    if isinstance(value, list):
        return [_copy_data(entry) for entry in value]
    if isinstance(value, dict):
        return {key: _copy_data(entry) for key, entry in value.items()}
    return value


def field_names(kind: type) -> set[str]:
    """The names of all fields of a struct, and of the structs within it."""
    names: set[str] = set()
    waiting = [inspect.type_info(kind)]
    while waiting:
        found = waiting.pop()
        if isinstance(found, inspect.StructType):
            names |= {field.encode_name for field in found.fields}
            waiting += [field.type for field in found.fields]
        waiting += [
            part
            for name in ("item_type", "key_type", "value_type")
            if isinstance(part := getattr(found, name, None), inspect.Type)
        ]
        waiting += [*getattr(found, "types", ()), *getattr(found, "item_types", ())]
    return names
