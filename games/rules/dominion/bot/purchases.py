"""Choose what to buy: the cards that are worth most together, and a look at the end of the game."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement

from ...core.notation import Move, Offer
from ..turn import END
from .card_value import value_gain
from .view import DeckView

WIN, LOSS = 1000.0, -1000.0  # what it is worth to end the game in the lead, or behind
MANY_TURNS = 26  # turns after which a game is ended even if it is lost
MOST_TOGETHER = 2  # buys that are weighed together


def choose_buy(view: DeckView, offers: Sequence[Offer]) -> Move:
    """Buy the best card of the best set that can be paid; end the turn if nothing is worth having."""
    cards = [offer.args[0] for offer in offers if isinstance(offer, Move) and offer.verb == "buy"]
    best = find_best_buys(view, cards, view.coins)
    return Move("buy", best[:1]) if best else END


def find_best_buys(view: DeckView, cards: Sequence[str], coins: int) -> tuple[str, ...]:
    """The cards that are worth most together; the dearest first."""
    worth = {card: value_gain(view, card) for card in cards}
    wanted = [card for card in cards if worth[card] > 0 or _is_last_of_pile(view, card)]
    sets = [(), *_list_affordable(view, wanted, coins)]
    best = max(sets, key=partial(_value_set, view, worth))
    return tuple(sorted(best, key=worth.__getitem__, reverse=True))


def value_purse(view: DeckView, coins: int) -> float:
    """What the best single buy with so many coins is worth."""
    payable = (card for card, left in view.supply.items() if left and view.costs[card] <= coins)
    return max((value_gain(view, card) for card in payable), default=0.0)


def _is_last_of_pile(view: DeckView, card: str) -> bool:
    return view.supply[card] == 1 and view.gains_left < 3


def _list_affordable(view: DeckView, cards: Sequence[str], coins: int) -> Iterator[tuple[str, ...]]:
    for size in range(1, min(view.buys, MOST_TOGETHER) + 1):
        for chosen in combinations_with_replacement(cards, size):
            if sum(view.costs[card] for card in chosen) <= coins and _are_there(view, chosen):
                yield chosen


def _are_there(view: DeckView, cards: tuple[str, ...]) -> bool:
    return len(cards) == 1 or all(cards.count(card) <= view.supply[card] for card in cards)


def _value_set(view: DeckView, worth: dict[str, float], cards: tuple[str, ...]) -> float:
    value = sum(worth[card] for card in cards)
    return value + _value_end(view, cards) if view.ends_game(cards) else value


def _value_end(view: DeckView, cards: tuple[str, ...]) -> float:
    """Is the game won if it ends with these gains? Of equals whoever has had fewer turns wins.

    Nobody ends a game that is lost, unless it has lasted very long: all might wait for a better moment.
    """
    lead = view.points_with(cards) - view.best_rival or view.turns_ahead
    if lead < 0:
        return LOSS if view.players[view.seat]["turns"] < MANY_TURNS else 0.0
    return WIN if lead > 0 else 0.0
