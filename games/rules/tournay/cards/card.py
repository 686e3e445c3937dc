"""What a card, an event and a card set are. The sets are read from their files once, on import."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from ..numbers import DECKS, FOUND, LEVEL_COSTS
from ..position import TOWN_CRIER, TournayGame
from .effects import ANY, Effect, parse_effect

BUILDING, CHARACTER, PRESTIGE = KINDS = ("building", "character", "prestige")
DENIERS, CARD_COST, CITIZEN_COST = "deniers", "card", "citizen"  # how a card is paid for
DEPARTURE, FAVOUR, LEVY, DAMAGE = FAMILIES = ("departure", "favour", "levy", "damage")
CHOICE = "choice"  # an event of which the owner chooses the colour


class LineEffect(msgspec.Struct, frozen=True):
    """What a character does for cards in its row and column: its effect, and what brings it."""

    colour: str  # of the card that is activated or placed, or ANY
    effect: Effect
    kinds: tuple[str, ...] = ()  # of the card that is placed

    def fits(self, card: "DeckCard") -> bool:
        return self.colour in (ANY, card.colour) and (not self.kinds or card.kind in self.kinds)


class DeckCard(msgspec.Struct, frozen=True):
    """One kind of activity card."""

    slug: str
    deck: str
    colour: str
    level: int
    kind: str
    copies: int
    source: str  # the mark of the rule page
    points: int
    payment: str = DENIERS
    cost: int = 0  # deniers
    effect: Effect | None = None  # of a building
    twice: str = ""  # type 1 character: the colour that it has activated twice
    on_activate: LineEffect | None = None  # type 2
    on_place: LineEffect | None = None  # type 3
    rates: tuple[int, int] = (0, 0)  # of a prestige building: for who has it visible, and for the others
    per: str = ""  # what it counts


class EventCard(msgspec.Struct, frozen=True):
    """One event."""

    slug: str
    family: str
    source: str
    colour: str = ""  # what it is about; CHOICE if the owner chooses
    amount: int = 1  # deniers of the reward or the levy, for each coin

    @property
    def is_favour(self) -> bool:
        return self.family == FAVOUR


class CardSet(msgspec.Struct, frozen=True):
    """All cards and events of a game."""

    slug: str
    cards: dict[str, DeckCard]
    events: dict[str, EventCard]
    decks: dict[str, tuple[str, ...]]  # every card of each deck, the town crier last
    event_spaces: int  # coins that an event can hold
    event_points: int


def load_card_set(slug: str) -> CardSet:
    """Load a card set, with the prestige buildings that all sets share."""
    data, prestige = _read_file(slug), _read_file("prestige")
    found = [*_read_cards(data), *_read_cards(prestige)]
    cards = {card.slug: card for card in sorted(found, key=lambda card: DECKS.index(card.deck))}
    decks = {
        deck: (
            *(card.slug for card in cards.values() if card.deck == deck for _ in range(card.copies)),
            TOWN_CRIER,
        )
        for deck in DECKS
    }
    events = {name: _build_event(name, facts) for name, facts in data["events"].items()}
    numbers = data["numbers"]
    return CardSet(slug, cards, events, decks, numbers["event_spaces"], numbers["event_points"])


def _read_file(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / f"{name}.toml").read_text("utf-8"))


def _read_cards(data: Mapping[str, Any]) -> Iterator[DeckCard]:
    points = data["numbers"]["points"]
    for deck in DECKS:
        for slug, facts in data.get(deck, {}).items():
            level = int(deck[-1])
            worth = points if isinstance(points, int) else points[str(level)]
            yield _build_card(slug, deck, level, worth, facts)


def _build_card(slug: str, deck: str, level: int, points: int, facts: Mapping[str, Any]) -> DeckCard:
    cost = facts.get("cost", LEVEL_COSTS.get(level, 0))
    return DeckCard(
        slug=slug,
        deck=deck,
        colour=deck[:-1],
        level=level,
        kind=PRESTIGE if "rates" in facts else BUILDING if "effect" in facts else CHARACTER,
        copies=facts.get("copies", 1),
        source=facts.get("from", FOUND),
        points=points,
        payment=DENIERS if isinstance(cost, int) else cost,
        cost=cost if isinstance(cost, int) else 0,
        effect=parse_effect(facts["effect"]) if "effect" in facts else None,
        twice=facts.get("twice", ""),
        on_activate=_build_line_effect(facts.get("on_activate")),
        on_place=_build_line_effect(facts.get("on_place")),
        rates=tuple(facts.get("rates", (0, 0))),
        per=facts.get("per", ""),
    )


def _build_line_effect(facts: Mapping[str, Any] | None) -> LineEffect | None:
    if facts is None:
        return None
    return LineEffect(facts["colour"], parse_effect(facts["effect"]), tuple(facts.get("kinds", ())))


def _build_event(slug: str, facts: Mapping[str, Any]) -> EventCard:
    family = next(family for family in FAMILIES if family in facts)
    if family == LEVY:
        return EventCard(slug, family, facts["from"], amount=facts[family])
    return EventCard(slug, family, facts["from"], facts[family], facts.get("reward", 1))


CARD_SETS: dict[str, CardSet] = {slug: load_card_set(slug) for slug in ("own",)}
OWN_SET = CARD_SETS["own"]


def card_set(game: TournayGame) -> CardSet:
    """The card set that this game is played with."""
    return CARD_SETS[game.cards]


def all_cards() -> dict[str, DeckCard]:
    """Every card of every set, by slug."""
    return {slug: card for one in CARD_SETS.values() for slug, card in one.cards.items()}


def is_event(game: TournayGame, slug: str) -> bool:
    return slug in CARD_SETS[game.cards].events
