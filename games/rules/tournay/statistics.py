"""What statistics count in a finished game besides seats and points: rounds, prestige, cards, events won.

Hostile is what a player does to others by choice: events that it sets off, and whose citizens it uses."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..core.capabilities.statistics import GameCensus, GameStatistics, HostileAct
from ..core.events import Event
from ..core.translation import get_translator, mark
from .cards.card import PRESTIGE, card_set
from .numbers import BASIC, MODES
from .position import TournayGame
from .scoring import list_visible
from .setup.options import MODE

TRAIT_TITLES = {
    "length": mark("Rounds"),
    "prestige": mark("Prestige buildings in sight at the end"),
    "placed": mark("Other cards placed"),
    "won": mark("Events won"),
}
LOSSES = frozenset({"departed", "lost_deniers", "damaged"})  # kinds of events by which a seat loses something
FEWEST_SEATS_TO_CHOOSE = 3  # with two there is only one whose citizens could be used


class TournayStatistics(GameStatistics[TournayGame]):
    """Rounds, prestige buildings, cards and events; who set off events and used citizens of others."""

    lengths = {mode: {MODE: mode} for mode in MODES}
    waits_file = Path(__file__).parent / "waits.toml"

    def census(self, position: TournayGame, events: Sequence[Event]) -> GameCensus:
        return build_census(position, events)

    def census_titles(self, language: str = "en") -> dict[str, str]:
        say = get_translator(language).say
        return {kind: say(title) for kind, title in TRAIT_TITLES.items()}

    def hostile(self, events: Sequence[Event]) -> list[HostileAct]:
        return sorted([*_list_used(events), *_list_struck(events)], key=lambda act: act.place)

    def length_kind(self, options: Mapping[str, Any]) -> str:
        return str(options.get(MODE) or BASIC)


def build_census(game: TournayGame, events: Sequence[Event]) -> GameCensus:
    """Count a finished game by what each seat has in sight, has placed and has won."""
    cards = card_set(game).cards
    traits: dict[str, dict[str, list[str]]] = {}
    for seat, player in game.players.items():
        placed = {event.open["card"] for event in events if _is_by(event, "placed", seat)}
        traits[seat] = {
            "prestige": sorted({card.slug for card in list_visible(game, player) if card.kind == PRESTIGE}),
            "placed": sorted(slug for slug in placed if cards[slug].kind != PRESTIGE),
            "won": sorted({event.open["event"] for event in events if _is_by(event, "fought", seat)}),
        }
    return GameCensus(length=game.round, traits=traits)


def _is_by(event: Event, kind: str, seat: str) -> bool:
    return event.kind == kind and event.open["seat"] == seat


def _list_used(events: Sequence[Event]) -> Iterator[HostileAct]:
    """Whose citizens were used, where there was more than one to choose from."""
    seats = {event.open["seat"] for event in events if event.kind == "turn_begun"}
    for place, event in enumerate(events if len(seats) >= FEWEST_SEATS_TO_CHOOSE else ()):
        if event.kind == "borrowed":
            yield HostileAct(place, event.open["seat"], event.open["rival"])


def _list_struck(events: Sequence[Event]) -> Iterator[HostileAct]:
    """Who lost something by events that somebody set off; what a town crier brings is nobody's choice."""
    attacker, chosen_at = "", 0
    set_off: set[str] = set()
    for place, event in enumerate(events):
        if event.kind == "turn_begun":
            attacker, set_off = event.open["seat"], set()
        elif event.kind == "crier":
            set_off = set()
        elif event.kind == "coins_put" and events[place - 1].kind != "crier":
            chosen_at, set_off = place, {*event.open["events"]}
        elif event.kind in LOSSES and event.open["event"] in set_off and event.open["seat"] != attacker:
            yield HostileAct(chosen_at, attacker, event.open["seat"])
