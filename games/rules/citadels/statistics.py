"""What statistics count in a finished game besides seats and points: rounds, characters, unique districts."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..core.capabilities.statistics import GameCensus, HostileAct
from ..core.events import Event
from ..core.translation import get_translator, mark
from .districts.cards import CLASSIC, NEW, TYPE, UNIQUE
from .position import CitadelsGame
from .setup.options import RANDOM

TRAIT_TITLES = {
    "length": mark("Rounds"),
    "played": mark("Characters played"),
    "last": mark("Characters of the last round"),
    "unique": mark("Unique districts in the city at the end"),
}


def translate_trait_titles(language: str) -> dict[str, str]:
    """The headings of what is counted, in this language."""
    return {kind: get_translator(language).say(title) for kind, title in TRAIT_TITLES.items()}


def build_census(game: CitadelsGame, events: Sequence[Event]) -> GameCensus:
    """Count a finished game. Whoever holds a character after the draft has played it, even if not called."""
    held = _collect_characters_held(game.seats, events)
    traits = {
        seat: {
            "played": sorted(held[seat]),
            "last": sorted(player.characters),
            "unique": sorted({card for card in player.city if TYPE[card] == UNIQUE}),
        }
        for seat, player in game.players.items()
    }
    return GameCensus(length=game.round, traits=traits)


def _collect_characters_held(seats: Sequence[str], events: Sequence[Event]) -> dict[str, set[str]]:
    """Collect the characters each seat held in any round, after any exchange by the Theater."""
    held: dict[str, set[str]] = {seat: set() for seat in seats}
    now: dict[str, set[str]] = {seat: set() for seat in seats}
    for event in events:
        for seat, seen in event.secret.items():
            if event.kind == "picked":
                now[seat].add(seen["character"])
            elif event.kind == "theater":
                now[seat] = now[seat] - {seen["given"]} | {seen["got"]}
        if event.kind in ("round", "over"):  # a round has just ended
            for seat in seats:
                held[seat] |= now[seat]
                now[seat] = set()
    return held


ATTACKS_ON_CHARACTERS = frozenset({"murdered", "robs", "bewitched"})

ATTACKS_ON_RIVALS = frozenset(
    {
        "armory",
        "confiscated",
        "destroyed",
        "exchanged",
        "looked",  # by the Wizard, who then takes a card
        "seized",
        "spied",
        "swapped",
        "threat_shown",
    }
)


def list_hostile_acts(events: Sequence[Event]) -> list[HostileAct]:
    """List every hostile act with its attacker and victim. Acts against oneself are left out."""
    holders: dict[str, str] = {}
    found = []
    for place, event in enumerate(events):
        if event.kind == "round":
            holders.clear()
        _track_holders(holders, event)
        by, against = str(event.open.get("seat", "")), _find_victim(holders, event)
        if against and against != by:
            found.append(HostileAct(place, by, against))
    return found


def _track_holders(holders: dict[str, str], event: Event) -> None:
    """Keep track of who holds which character this round."""
    if event.kind == "picked":
        holders |= {seen["character"]: seat for seat, seen in event.secret.items()}
    elif event.kind == "theater":
        holders |= {seen["got"]: seat for seat, seen in event.secret.items()}


def _find_victim(holders: dict[str, str], event: Event) -> str:
    """The seat that the event hits, or empty if it is not hostile."""
    if event.kind in ATTACKS_ON_CHARACTERS:
        return holders.get(event.open["character"], "")
    if event.kind == "threat_shown" and not event.open["lace"]:
        return ""  # a bluff that was called
    return str(event.open["rival"]) if event.kind in ATTACKS_ON_RIVALS else ""


WAITS_FILE = Path(__file__).parent / "waits.toml"

CLASSIC_SHORT = f"{CLASSIC}_short"

LENGTH_VARIANTS: dict[str, dict[str, Any]] = {
    NEW: {"edition": NEW, "preset": RANDOM},
    CLASSIC: {"edition": CLASSIC, "preset": RANDOM},
    CLASSIC_SHORT: {"edition": CLASSIC, "preset": RANDOM, "short": True},
}


def find_length_kind(options: Mapping[str, Any]) -> str:
    """Which kind of game this is, by edition and length."""
    kind = str(options.get("edition", NEW))
    return CLASSIC_SHORT if kind == CLASSIC and options.get("short") else kind
