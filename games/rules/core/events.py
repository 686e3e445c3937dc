"""Events: what happened in a game, and who may know it."""

from typing import Any

import msgspec


class Event(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """One thing that happened: a part for everybody, and more for single seats."""

    kind: str
    open: dict[str, Any] = {}
    secret: dict[str, dict[str, Any]] = {}
    private: bool = False  # only the seats of `secret` may know that it happened at all

    def seen_by(self, seat: str | None) -> dict[str, Any]:
        """All that this seat may know of the event; empty if nothing. A seat of None is a spectator."""
        if self.private and seat not in self.secret:
            return {}
        seen = {"kind": self.kind, **self.open}
        if seat is not None and seat in self.secret:
            seen.update(self.secret[seat])
        return seen


load_events = msgspec.json.Decoder(list[Event]).decode  # from the JSON in the log of a game
