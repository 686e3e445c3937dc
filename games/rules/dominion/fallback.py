"""The minimal move that is made for a seat whose time has run out (rule page, O3)."""

from collections.abc import Sequence

from ..core.notation import CardSlot, Move, Offer, PickOffer, RandomBelow
from ..core.rng import Rng
from .cards.card import COST
from .position import DominionGame

# the first of these that is offered is played
MINIMAL_MOVES = (
    Move("decline"),
    Move("end"),
    Move("choose", ("curse",)),
    Move("discard", ("none",)),
    Move("trash", ("none",)),
    Move("gain", ("none",)),
    Move("choose", ("keep",)),
)
WORST_FIRST = ("curse", "estate", "duchy", "province")
FROM_HAND = {"discard", "trash", "pass", "topdeck"}


def choose_minimal_move(game: DominionGame, seat: str, offers: Sequence[Offer]) -> Move:
    """The minimal move for a seat; what is left to chance depends on the game's seed alone."""
    dice = Rng(f"{game.rng.seed}/{game.rng.drawn}/{seat}/fallback")
    return pick_minimal_move(game.agenda[-1][0].name, offers, dice.below)


def pick_minimal_move(question: str, offers: Sequence[Offer], below: RandomBelow) -> Move:
    """Refuse what may be refused; of the hand give the least, and choose all else at random."""
    for move in MINIMAL_MOVES:
        if move in offers:
            return move
    if kept := [offer for offer in offers if offer.verb == "keep"]:
        return kept[0].sample(lambda n: 0)
    if offers[0].verb in FROM_HAND and question not in ("scout", "thief.trash"):
        return _give_least(offers)
    return offers[below(len(offers))].sample(below)


def _give_least(offers: Sequence[Offer]) -> Move:
    """The first of curse, estate, duchy, province, then the cheapest by printed cost, then by name."""
    moves = [move for offer in offers for move in _list_least_moves(offer)]
    return min(moves, key=lambda move: [rank_worth(card) for card in move.args])


def _list_least_moves(offer: Offer) -> list[Move]:
    if not isinstance(offer, PickOffer):
        return list(offer.moves())
    count = sum(part.least for part in offer.parts if isinstance(part, CardSlot))
    return [Move(offer.verb, tuple(sorted(offer.pool, key=rank_worth)[:count]))]


def rank_worth(card: str) -> tuple[int, int, str]:
    """A sort key: what is given away first comes first."""
    place = WORST_FIRST.index(card) if card in WORST_FIRST else len(WORST_FIRST)
    return place, COST[card], card
