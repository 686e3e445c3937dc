"""How a table treats whoever lets the time run out: what is excused, what is played, when it has enough."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Literal, get_args

from games.clock.leave import Policy

Answer = Literal["minimal", "bot", "orders"]  # what answers for a player whose time has run out
ANSWERS: tuple[Answer, ...] = get_args(Answer)
MOST = 100  # misses that somebody may write into a form


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """What a table has agreed on besides its pace."""

    answers: tuple[Answer, ...] = ANSWERS  # what a player may choose; the harmless move always
    excused: int = 1  # misses a game that count for nothing
    in_a_row: int = 2  # after so many the seat is offered to others
    in_total: int = 4
    leave: Policy = "allowed"
    stand_ins: bool = True  # may somebody else take such a seat, or only a bot?

    def __post_init__(self) -> None:
        if not set(self.answers) <= set(ANSWERS):
            raise ValueError(f"answers are some of {', '.join(ANSWERS)}")
        if not 0 <= self.excused <= MOST:
            raise ValueError(f"excused is from 0 to {MOST}")
        if not 1 <= self.in_a_row <= self.in_total <= MOST:
            raise ValueError(f"in_a_row is from 1 to in_total, and that at most {MOST}")
        if isinstance(self.leave, bool) or not (self.leave in ("allowed", "none") or _is_number(self.leave)):
            raise ValueError("leave is allowed, none, or a number of days")


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and 0 < value <= 366


@dataclass(frozen=True, slots=True)
class Misses:
    """How often a seat has let its time run out in one game."""

    excused: int = 0
    counted: int = 0
    in_a_row: int = 0


def missed(so_far: Misses, patience: Patience) -> Misses:
    """Once more. The first ones are excused."""
    if so_far.excused < patience.excused:
        return replace(so_far, excused=so_far.excused + 1)
    return replace(so_far, counted=so_far.counted + 1, in_a_row=so_far.in_a_row + 1)


def has_enough(misses: Misses, patience: Patience) -> bool:
    """Does the table look for somebody else now?"""
    return misses.in_a_row >= patience.in_a_row or misses.counted >= patience.in_total


def allowed(wanted: str, patience: Patience) -> Answer:
    """The player's choice, if the table allows it; the harmless move otherwise."""
    return next((answer for answer in patience.answers if answer == wanted), "minimal")


# --- as plain data


def as_dict(patience: Patience) -> dict[str, Any]:
    return asdict(patience) | {"answers": list(patience.answers)}


def from_dict(data: Mapping[str, Any]) -> Patience:
    """Read it, whichever version has written it: what is unknown is left out, what is missing is as usual."""
    known = {field.name for field in fields(Patience)}
    found = {name: value for name, value in data.items() if name in known}
    return Patience(**found | {"answers": tuple(found.get("answers", ANSWERS))})
