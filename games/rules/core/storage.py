"""Storage of positions: dump, load, upgrade and copy.

A stored position is one line of JSON that begins with its version. Older versions are
upgraded one version at a time, by functions on plain dicts, before the types are checked.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import inspect

from .agenda import Position
from .errors import BadPosition

P = TypeVar("P", bound=Position)
Upgrade = Callable[[dict[str, Any]], None]

MAX_STORED_BYTES = 1_000_000
SHARED_TYPES = (
    inspect.StrType,
    inspect.IntType,
    inspect.BoolType,
    inspect.FloatType,
    inspect.LiteralType,
    inspect.NoneType,
)


class _VersionStamp(msgspec.Struct):
    version: int


class PositionStore(Generic[P]):
    """Dumps, loads and copies the positions of one game."""

    def __init__(self, kind: type[P], version: int, upgrades: Mapping[int, Upgrade]) -> None:
        self.kind = kind
        self.version = version
        self.upgrades = upgrades
        self.decoder = msgspec.json.Decoder(kind)
        self.copy: Callable[[P], P] = build_copier(kind)

    def dump(self, position: P) -> bytes:
        """The position as one line of JSON."""
        return msgspec.json.encode(position)

    def load(self, data: bytes | str) -> P:
        """Load a position from JSON; an older one is upgraded to the current version first."""
        if len(data) > MAX_STORED_BYTES:
            raise BadPosition(f"A stored position of {len(data)} bytes is too long.")
        try:
            stored = msgspec.json.decode(data, type=_VersionStamp).version
            if stored == self.version:
                return self.decoder.decode(data)
            return self.decoder.decode(msgspec.json.encode(self._upgrade(msgspec.json.decode(data), stored)))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise BadPosition(f"This is not a stored position: {error}.") from error

    def _upgrade(self, data: dict[str, Any], stored: int) -> dict[str, Any]:
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


def build_copier(kind: type[P]) -> Callable[[P], P]:
    """Generate a function that copies positions of this type.

    Text, numbers and frozen structs (a step and its args) are shared; only mutable values are
    copied. A type that cannot be copied is refused here, before a game is played. As generated
    source (`Stall(coins=s.coins, hand=s.hand.copy(), ...)`) this is ten times faster than
    `copy.deepcopy`, which inspects the type of every value.
    """
    data: dict[str, Any] = {"copy_data": _copy_data}
    info = inspect.type_info(kind)
    if not isinstance(info, inspect.StructType):
        raise TypeError(f"{kind.__name__} is not a struct")
    _write_copier(info, data)
    copy: Callable[[P], P] = data[f"copy_{kind.__name__}"]
    return copy


def _write_copier(info: inspect.StructType, data: dict[str, Any]) -> None:
    """Define `copy_<struct>` in `written` for this struct and for those inside it."""
    name = info.cls.__name__
    data[name] = info.cls  # first, because a struct may contain others of its own type
    fields = ", ".join(
        f"{field.name}={_copy_expression(field.type, f's.{field.name}', data)}" for field in info.fields
    )
    exec(f"def copy_{name}(s): return {name}({fields})", data)  # noqa: S102 - our own field names


def _copy_expression(info: inspect.Type, value: str, data: dict[str, Any]) -> str:
    """The source of an expression that copies a value of this type; the value itself if it can be shared."""
    if isinstance(info, inspect.ListType):
        entry = _copy_expression(info.item_type, "v", data)
        return f"{value}[:]" if entry == "v" else f"([{entry} for v in {value}] if {value} else [])"
    if isinstance(info, inspect.DictType):
        entry = _copy_expression(info.value_type, "v", data)
        if entry == "v":
            return f"{value}.copy()"
        return f"({{k: {entry} for k, v in {value}.items()}} if {value} else {{}})"
    if isinstance(info, inspect.StructType):
        return _copy_struct_expression(info, value, data)
    if isinstance(info, inspect.VarTupleType) and _copy_expression(info.item_type, "v", data) == "v":
        return value  # a tuple of immutable values can be shared
    if isinstance(info, inspect.AnyType):
        return f"copy_data({value})"
    if isinstance(info, inspect.UnionType):
        return _copy_union_expression(info, value, data)
    if not isinstance(info, SHARED_TYPES):
        raise TypeError(f"a position cannot hold a {type(info).__name__}")
    return value


def _copy_struct_expression(info: inspect.StructType, value: str, data: dict[str, Any]) -> str:
    if info.cls.__struct_config__.frozen:
        return value
    name = info.cls.__name__
    if name not in data:
        _write_copier(info, data)
    elif data[name] is not info.cls:
        raise TypeError(f"two structs of a position are called {name}")
    return f"copy_{name}({value})"


def _copy_union_expression(info: inspect.UnionType, value: str, data: dict[str, Any]) -> str:
    """A union of immutable types is shared. Any other type may be combined with None only."""
    kinds = [kind for kind in info.types if not isinstance(kind, inspect.NoneType)]
    copies = {_copy_expression(kind, value, data) for kind in kinds}
    if copies == {value}:
        return value
    if len(kinds) > 1:
        raise TypeError("a field of a position is of one type")
    return f"(None if {value} is None else {copies.pop()})"


def _copy_data(value: Any) -> Any:
    """Copy plain data of unknown type: lists and dicts are copied, all else is shared."""
    if isinstance(value, list):
        return [_copy_data(entry) for entry in value]
    if isinstance(value, dict):
        return {key: _copy_data(entry) for key, entry in value.items()}
    return value


def list_field_names(kind: type) -> set[str]:
    """The names of all fields of a struct, and of the structs inside it."""
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
