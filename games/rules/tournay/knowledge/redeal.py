"""Redeal everything that a seat cannot know.

Each deck is dealt by itself: what the seat has not seen of its cards, in the deck, in the hands of others
and among the two cards that somebody looks at, changes places at random. What it has seen stays where it
is: its own hand, what was taken, put back or buried for all to see, and what it put under a deck itself.
"""

from collections.abc import Callable

from ...core.rng import Rng
from ..cards.card import card_set
from ..numbers import DECKS
from ..position import OVER, TOWN_CRIER, TournayGame
from .memory import mark_seat

Setter = Callable[[str], None]


def redeal_hidden_cards(game: TournayGame, seat: str, rng: Rng) -> TournayGame:
    """Change this copy of the game in place: deal other cards wherever the seat cannot know them."""
    if game.step != OVER:
        for deck in DECKS:
            _redeal_deck(game, seat, deck, rng)
        _redeal_events(game, rng)
        for other in game.seats:
            if other != seat:
                game.players[other].orders = []
    game.rng = Rng(f"{rng.below(1 << 62)}")
    return game


def _redeal_deck(game: TournayGame, seat: str, deck: str, rng: Rng) -> None:
    """Deal the unseen cards of one deck again. The town crier can only be in the deck."""
    cards, hidden = game.decks[deck], _list_hidden_places(game, seat, deck)
    outside = _list_hidden_cards_elsewhere(game, seat, deck)
    pool = [cards[place] for place in hidden] + [pile[place] for pile, place in outside]
    if TOWN_CRIER in pool:  # it was never put under the deck
        pool.remove(TOWN_CRIER)
        place = rng.choice([place for place in hidden if place < _count_undrawn(game, deck)])
        hidden.remove(place)
        cards[place] = TOWN_CRIER
    rng.shuffle(pool)
    for pile, place in outside:
        pile[place] = pool.pop()
    for place in hidden:
        cards[place] = pool.pop()


def _count_undrawn(game: TournayGame, deck: str) -> int:
    """How many cards lie above those that were put under the deck."""
    return len(game.decks[deck]) - len(game.buried.get(deck, ()))


def _list_hidden_places(game: TournayGame, seat: str, deck: str) -> list[int]:
    """The places of the deck where the seat does not know the card, the top first."""
    marks, digit = game.buried.get(deck, []), mark_seat(game, seat)
    unmarked = _count_undrawn(game, deck)
    first = 1 if deck in game.up else 0
    buried = [unmarked + number for number, known in enumerate(marks) if digit not in known]
    return [*range(first, unmarked), *(place for place in buried if place >= first)]


def _list_hidden_cards_elsewhere(game: TournayGame, seat: str, deck: str) -> list[tuple[list[str], int]]:
    """Where unseen cards of the deck are outside it: a pile, and a place in it."""
    cards, digit = card_set(game).cards, mark_seat(game, seat)
    piles = [(player.hand, player.known) for other, player in game.players.items() if other != seat]
    if game.turn != seat:
        piles.append((game.drawn, game.drawn_known))
    return [
        (pile, place)
        for pile, known in piles
        for place, card in enumerate(pile)
        if cards[card].deck == deck and digit not in known[place]
    ]


def _redeal_events(game: TournayGame, rng: Rng) -> None:
    """The events that were put under their deck are known; of the others nobody knows the order."""
    unknown = game.event_deck[: len(game.event_deck) - game.events_buried]
    rng.shuffle(unknown)
    game.event_deck[: len(unknown)] = unknown
