"""What statistics count in a finished game besides seats and points: rounds, opening buys, kingdom cards.

Attacks hit everybody else, so a hostile act is only what a player decides about one seat: what the Swindler
gives and what the Spy discards."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..core.capabilities.statistics import GameCensus, GameStatistics, HostileAct
from ..core.events import Event
from ..core.translation import get_translator, mark
from .cards.card import ATTACKS, BASIC, CARDS, COST, REACTIONS, VICTORY
from .position import DominionGame
from .setup.kingdoms import SETS
from .setup.options import KINGDOM, SET

TRAIT_TITLES = {
    "length": mark("Rounds"),
    "opening": mark("Bought in the first two turns"),
    "bought": mark("Kingdom cards bought"),
}
OPENING_TURNS = 2
CURSED = "curse"

CALM, ASKING, REACTING = "calm", "asking", "reacting"  # how often the others are asked in a turn
LENGTHS: dict[str, dict[str, Any]] = {
    ASKING: {SET: "best_wishes"},
    CALM: {SET: "size_distortion"},
    REACTING: {SET: "interaction"},
}
ASKING_CARDS = frozenset({"bureaucrat", "masquerade", "militia", "saboteur", "torturer"})


class DominionStatistics(GameStatistics[DominionGame]):
    """Rounds, opening buys and kingdom cards; who swindled and spied on whom."""

    lengths = LENGTHS
    waits_file = Path(__file__).parent / "waits.toml"

    def census(self, position: DominionGame, events: Sequence[Event]) -> GameCensus:
        return build_census(position, events)

    def census_titles(self, language: str = "en") -> dict[str, str]:
        say = get_translator(language).say
        return {kind: say(title) for kind, title in TRAIT_TITLES.items()}

    def name_trait(self, word: str, language: str = "en", variant: str = "") -> str:
        """An opening is several cards, as `Chapel + Silver`."""
        return " + ".join(self.rules.lexicon.name(card, language) for card in word.split())

    def hostile(self, events: Sequence[Event]) -> list[HostileAct]:
        return list_hostile_acts(events)

    def length_kind(self, options: Mapping[str, Any]) -> str:
        return find_length_kind(options)


def build_census(game: DominionGame, events: Sequence[Event]) -> GameCensus:
    """Count a finished game by what each seat bought; not all that it gained was its own choice."""
    traits = {
        seat: {
            "opening": _name_opening(buys),
            "bought": sorted({card for _turn, card in buys if CARDS[card].box != BASIC}),
        }
        for seat, buys in _list_buys(game.seats, events).items()
    }
    return GameCensus(length=max(player.turns for player in game.players.values()), traits=traits)


def _name_opening(buys: Sequence[tuple[int, str]]) -> list[str]:
    """One word for all that was bought in the first turns, such as `chapel silver`; none if nothing was."""
    cards = sorted(card for turn, card in buys if turn <= OPENING_TURNS)
    return [" ".join(cards)] if cards else []


def _list_buys(seats: Sequence[str], events: Sequence[Event]) -> dict[str, list[tuple[int, str]]]:
    """What each seat bought: the number of its turn and the card."""
    found: dict[str, list[tuple[int, str]]] = {seat: [] for seat in seats}
    turn = 0
    for event in events:
        if event.kind == "turn_begun":
            turn = event.open["turn"]
        elif event.kind == "bought":
            found[event.open["seat"]].append((turn, event.open["card"]))
    return found


def list_hostile_acts(events: Sequence[Event]) -> list[HostileAct]:
    """List the Curses that a Swindler gave and the good cards that a Spy discarded."""
    found: list[HostileAct] = []
    attacker = card = ""
    for place, event in enumerate(events):
        if event.kind == "played":
            attacker, card = event.open["seat"], event.open["card"]
        elif _is_hostile(card, event) and event.open["seat"] != attacker:
            found.append(HostileAct(place, attacker, event.open["seat"]))
    return found


def _is_hostile(attack: str, event: Event) -> bool:
    """Was this done to a seat by choice of whoever played the attack, and to its harm?"""
    if attack == "swindler":
        return event.kind == "gained" and event.open["card"] == CURSED
    return attack == "spy" and event.kind == "discarded_revealed" and _is_useful(event.open["cards"][0])


def _is_useful(card: str) -> bool:
    """Would its owner rather draw this card than discard it?"""
    return COST[card] > 0 and CARDS[card].types != (VICTORY,)


def find_length_kind(options: Mapping[str, Any]) -> str:
    """How often a game with this kingdom asks the others; one that is not drawn yet counts as average."""
    kingdom = options.get(KINGDOM) or SETS.get(str(options.get(SET)), "").split()
    if not isinstance(kingdom, list) or not kingdom:
        return ASKING
    if not ATTACKS.isdisjoint(kingdom) and not REACTIONS.isdisjoint(kingdom):
        return REACTING
    return CALM if ASKING_CARDS.isdisjoint(kingdom) else ASKING
