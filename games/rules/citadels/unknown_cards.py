"""Dealing again the district cards that a seat does not see, within what it remembers of them."""

from collections.abc import Iterator, Mapping, Sequence

from ..core.agenda import Step, questions
from ..core.errors import NoSuchWorld
from ..core.rng import Rng
from .districts.table import TYPE
from .memory import DECK, NOTHING, OTHERS, top
from .position import Game, Memory, Player

TRIES = 500


class Place:
    """Where cards lie that the seat does not see, and what it knows of them."""

    def __init__(self, cards: Sequence[str], fixed: Mapping[int, str] | None = None) -> None:
        self.cards = list(cards)
        self.fixed = dict(fixed or {})  # what lies where
        self.sure: list[str] = []  # what else is there
        self.glimpse = NOTHING
        self.old = len(self.cards)  # `sure` and `glimpse` speak only of the first so many

    def remember(self, player: Player, name: str) -> "Place":
        self.sure = player.knows.get(name, [])
        self.glimpse = player.memory.glimpses.get(name, NOTHING)
        return self

    def look_through(self) -> None:
        """Then all of it is known, but for the order."""
        self.sure = [*self.sure, *self.unknown()]
        self.glimpse = NOTHING
        self.old = len(self.cards)

    def unknown(self) -> list[str]:
        """The cards that may be any others."""
        rest = list(self.cards)
        for card in (*self.fixed.values(), *self.sure):
            rest.remove(card)
        return rest

    def chosen(self, pool: list[str], rng: Rng) -> list[str] | None:
        """Take out of the pool what must be here besides; nothing if the pool does not have it."""
        picked: list[str] = []
        for wanted, fitting in self._wishes(pool, picked):
            rng.shuffle(fitting)
            if len(fitting) < wanted:
                return None
            for card in fitting[:wanted]:
                pool.remove(card)
                picked.append(card)
        return picked if len(picked) + len(self.sure) <= len(self._free()) else None

    def _wishes(self, pool: list[str], picked: list[str]) -> Iterator[tuple[int, list[str]]]:
        """How many are wanted, and which would do; asked one by one, as the pool shrinks."""
        glimpse = self.glimpse
        if glimpse.cards:
            yield len(glimpse.cards) - glimpse.gone, _common(glimpse.cards, pool)
        for kind, least in glimpse.types.items():
            there = sum(self._is_of(kind, card) for card in (*self.fixed.values(), *self.sure, *picked))
            yield max(0, least - there), [card for card in pool if self._is_of(kind, card)]

    def _is_of(self, kind: str, card: str) -> bool:
        return TYPE[card] not in self.glimpse.types if kind == OTHERS else TYPE[card] == kind

    def _free(self) -> list[int]:
        return [number for number in range(self.old) if number not in self.fixed]

    def laid(self, picked: Sequence[str], pool: list[str], rng: Rng) -> list[str]:
        """The place with new cards: these where they may be, the rest out of the pool."""
        there = dict(self.fixed)
        free = self._free()
        for card in (*self.sure, *picked):
            there[free.pop(rng.below(len(free)))] = card
        return [there[number] if number in there else pool.pop() for number in range(len(self.cards))]


def _common(cards: Sequence[str], pool: Sequence[str]) -> list[str]:
    """The cards that are in both, each as often as in both."""
    rest = list(pool)
    both = []
    for card in cards:
        if card in rest:
            rest.remove(card)
            both.append(card)
    return both


def deal_cards(game: Game, seat: str, rng: Rng) -> None:
    """Deck, other hands, cards under other Museums, and what another seat has just drawn."""
    me = game.players[seat]
    others = {other: player for other, player in game.players.items() if other != seat}
    drawn = _drawn_by_others(game, seat)
    hands = [Place(player.hand).remember(me, other) for other, player in others.items()]
    museums = [Place(player.museum, _under(me, other)) for other, player in others.items()]
    places = [_deck(game, me, drawn), *hands, *museums]
    if any(step.name == "lighthouse.search" for step in questions(game, seat)):
        places[0].look_through()
    picks, pool = _picks(places, rng)
    rng.shuffle(pool)
    deck, *dealt = [place.laid(picked, pool, rng) for place, picked in zip(places, picks, strict=True)]
    game.deck = deck[len(drawn) :]
    if drawn:
        step = game.agenda[-1][0]
        game.agenda[-1] = [Step(step.name, step.seat, {**step.args, "cards": deck[: len(drawn)]})]
    for player, hand, museum in zip(others.values(), dealt, dealt[len(hands) :], strict=False):
        player.hand, player.museum = hand, museum
        # what the others know of the new cards nobody can say
        player.knows, player.memory = {}, Memory()


def _under(me: Player, owner: str) -> dict[int, str]:
    return {place: card for place, card in enumerate(me.memory.under.get(owner, ())) if card}


def _deck(game: Game, me: Player, drawn: Sequence[str]) -> Place:
    """What another seat has drawn and not yet chosen from still counts as lying on top."""
    first = top(game) - len(drawn)
    known = {number - first: card for number, card in me.memory.below.items()}
    deck = Place([*drawn, *game.deck], known).remember(me, DECK)
    deck.old = min(deck.old, max(0, -first))
    return deck


def _drawn_by_others(game: Game, seat: str) -> list[str]:
    if not game.agenda:
        return []
    step = game.agenda[-1][0]
    return list(step.args["cards"]) if step.name == "turn.keep" and step.seat != seat else []


def _picks(places: Sequence[Place], rng: Rng) -> tuple[list[list[str]], list[str]]:
    """What must be in each place besides the cards that are sure, and all that is left then.

    Two places may want the same card, so a choice can turn out to be impossible; another one is not,
    for the cards do lie somewhere."""
    unknown = [card for place in places for card in place.unknown()]
    for _ in range(TRIES):
        pool = list(unknown)
        picks = [place.chosen(pool, rng) for place in places]
        found = [picked for picked in picks if picked is not None]
        if len(found) == len(picks):
            return found, pool
    raise NoSuchWorld("No deal of the cards fits what the seat has seen.")
