"""What statistics count of a finished game, besides seats and points."""

from collections.abc import Sequence

from ..core.events import Event
from ..core.ruleset import Census
from ..core.speech import mark, tongue
from .districts.table import TYPE, UNIQUE
from .position import Game

TITLES = {
    "length": mark("Rounds"),
    "played": mark("Characters played"),
    "last": mark("Characters of the last round"),
    "unique": mark("Unique districts in the city at the end"),
}


def titles(language: str) -> dict[str, str]:
    return {kind: tongue(language).say(title) for kind, title in TITLES.items()}


def census(game: Game, events: Sequence[Event]) -> Census:
    """A character counts as played by whoever held it after the draft, called or not."""
    held = _held(game.seats, events)
    traits = {
        seat: {
            "played": sorted(held[seat]),
            "last": sorted(player.characters),
            "unique": sorted({card for card in player.city if TYPE[card] == UNIQUE}),
        }
        for seat, player in game.players.items()
    }
    return Census(length=game.round, traits=traits)


def _held(seats: Sequence[str], events: Sequence[Event]) -> dict[str, set[str]]:
    """What each seat has picked in any round, less what it has given away in the Theater."""
    held: dict[str, set[str]] = {seat: set() for seat in seats}
    now: dict[str, set[str]] = {seat: set() for seat in seats}
    for event in events:
        for seat, seen in event.secret.items():
            if event.kind == "picked":
                now[seat].add(seen["character"])
            elif event.kind == "theater":
                now[seat] = now[seat] - {seen["given"]} | {seen["got"]}
        if event.kind in ("round", "over"):  # the one before it has ended
            for seat in seats:
                held[seat] |= now[seat]
                now[seat] = set()
    return held
