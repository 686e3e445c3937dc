"""Redeal the district cards that a seat does not see, consistent with what it remembers of them."""

from collections.abc import Iterator, Mapping, Sequence

from ...core.agenda import Step, list_questions
from ...core.errors import ImpossibleDeal
from ...core.rng import Rng
from ..districts.cards import TYPE
from ..position import CitadelsGame, CitadelsPlayer, Memory
from .memory import DECK, NO_GLIMPSE, OTHER_TYPES, top_card_number

TRIES = 500


class HiddenPlace:
    """A place with cards that the seat does not see, and what it knows of them."""

    def __init__(self, cards: Sequence[str], fixed: Mapping[int, str] | None = None) -> None:
        self.cards = list(cards)
        self.fixed = dict(fixed or {})  # cards whose position is known
        self.known: list[str] = []  # other cards known to be here
        self.glimpse = NO_GLIMPSE
        self.count_remembered = len(self.cards)  # `sure` and `glimpse` are only about this many first cards

    def remember(self, player: CitadelsPlayer, name: str) -> "HiddenPlace":
        """Add what the player remembers about this place."""
        self.known = player.knows.get(name, [])
        self.glimpse = player.memory.glimpses.get(name, NO_GLIMPSE)
        return self

    def look_through(self) -> None:
        """Mark all cards as known, though not their order."""
        self.known = [*self.known, *self.unknown()]
        self.glimpse = NO_GLIMPSE
        self.count_remembered = len(self.cards)

    def unknown(self) -> list[str]:
        """The cards the seat knows nothing about, which may be redealt."""
        rest = list(self.cards)
        for card in (*self.fixed.values(), *self.known):
            rest.remove(card)
        return rest

    def choose_required(self, pool: list[str], rng: Rng) -> list[str] | None:
        """Take from the pool the cards that a glimpse says must be here; None if the pool lacks them."""
        picked: list[str] = []
        for wanted, fitting in self._list_requirements(pool, picked):
            rng.shuffle(fitting)
            if len(fitting) < wanted:
                return None
            for card in fitting[:wanted]:
                pool.remove(card)
                picked.append(card)
        return picked if len(picked) + len(self.known) <= len(self._free()) else None

    def _list_requirements(self, pool: list[str], picked: list[str]) -> Iterator[tuple[int, list[str]]]:
        """Yield how many cards are required and which ones would do. Lazy, because the pool shrinks."""
        glimpse = self.glimpse
        if glimpse.cards:
            yield len(glimpse.cards) - glimpse.gone, _intersect_cards(glimpse.cards, pool)
        for kind, least in glimpse.types.items():
            there = sum(self._is_of(kind, card) for card in (*self.fixed.values(), *self.known, *picked))
            yield max(0, least - there), [card for card in pool if self._is_of(kind, card)]

    def _is_of(self, kind: str, card: str) -> bool:
        return TYPE[card] not in self.glimpse.types if kind == OTHER_TYPES else TYPE[card] == kind

    def _free(self) -> list[int]:
        return [number for number in range(self.count_remembered) if number not in self.fixed]

    def deal_anew(self, picked: Sequence[str], pool: list[str], rng: Rng) -> list[str]:
        """Deal the place anew: known and picked cards at random free positions, the rest from the pool."""
        there = dict(self.fixed)
        free = self._free()
        for card in (*self.known, *picked):
            there[free.pop(rng.below(len(free)))] = card
        return [there[number] if number in there else pool.pop() for number in range(len(self.cards))]


def _intersect_cards(cards: Sequence[str], pool: Sequence[str]) -> list[str]:
    """The multiset intersection of two groups of cards."""
    rest = list(pool)
    both = []
    for card in cards:
        if card in rest:
            rest.remove(card)
            both.append(card)
    return both


def redeal_district_cards(game: CitadelsGame, seat: str, rng: Rng) -> None:
    """Redeal the deck, other hands, cards under other Museums, and what another seat has just drawn."""
    me = game.players[seat]
    others = {other: player for other, player in game.players.items() if other != seat}
    drawn = _list_cards_drawn_by_others(game, seat)
    hands = [HiddenPlace(player.hand).remember(me, other) for other, player in others.items()]
    museums = [HiddenPlace(player.museum, _known_museum_cards(me, other)) for other, player in others.items()]
    places = [_build_deck_place(game, me, drawn), *hands, *museums]
    if any(step.name == "lighthouse.search" for step in list_questions(game, seat)):
        places[0].look_through()
    picks, pool = _choose_required_cards(places, rng)
    rng.shuffle(pool)
    deck, *dealt = [place.deal_anew(picked, pool, rng) for place, picked in zip(places, picks, strict=True)]
    game.deck = deck[len(drawn) :]
    if drawn:
        step = game.agenda[-1][0]
        game.agenda[-1] = [Step(step.name, step.seat, {**step.args, "cards": deck[: len(drawn)]})]
    for player, hand, museum in zip(others.values(), dealt, dealt[len(hands) :], strict=False):
        player.hand, player.museum = hand, museum
        # what others knew about the old cards does not hold for the new ones
        player.knows, player.memory = {}, Memory()


def _known_museum_cards(me: CitadelsPlayer, owner: str) -> dict[int, str]:
    return {place: card for place, card in enumerate(me.memory.under.get(owner, ())) if card}


def _build_deck_place(game: CitadelsGame, me: CitadelsPlayer, drawn: Sequence[str]) -> HiddenPlace:
    """The deck as the seat knows it. Cards another seat is choosing from still count as lying on top."""
    first = top_card_number(game) - len(drawn)
    known = {number - first: card for number, card in me.memory.below.items()}
    deck = HiddenPlace([*drawn, *game.deck], known).remember(me, DECK)
    deck.count_remembered = min(deck.count_remembered, max(0, -first))
    return deck


def _list_cards_drawn_by_others(game: CitadelsGame, seat: str) -> list[str]:
    if not game.agenda:
        return []
    step = game.agenda[-1][0]
    return list(step.args["cards"]) if step.name == "turn.keep" and step.seat != seat else []


def _choose_required_cards(places: Sequence[HiddenPlace], rng: Rng) -> tuple[list[list[str]], list[str]]:
    """Choose what must be in each place besides the known cards, and return it with the cards left over.

    Two places may need the same card, so a try can fail. Some choice always works, because the real deal
    is one; hence the repeated tries."""
    unknown = [card for place in places for card in place.unknown()]
    for _ in range(TRIES):
        pool = list(unknown)
        picks = [place.choose_required(pool, rng) for place in places]
        found = [picked for picked in picks if picked is not None]
        if len(found) == len(picks):
            return found, pool
    raise ImpossibleDeal("No deal of the cards fits what the seat has seen.")
