"""A turn: in what order, and what of it at all.

Every move gets a rate. The high ones say "first this": what is free comes before gathering or
right after it. The low ones are points, and what costs gold competes in them. Ending is 0.
"""

from collections.abc import Callable, Sequence

from ...core.notation import Move, Offer, Pick, Split
from ..districts.table import MILITARY, NOBLE, RELIGIOUS, TRADE, TYPE
from . import cities, marks
from .answers import crown
from .appeal import CARD
from .sight import Sight
from .worth import affordable, filled, rate_build, wish

POLITE, FIRST, GATHER, FREE, LATER = 1000.0, 200.0, 100.0, 60.0, 0.2
NEED = (4.2, 1.1, 0.9, 0.3)  # what a card is worth to somebody with 0, 1, 2 or more to build
RICH = 1.4  # and how much more to somebody who can pay for all of them
SPARE = 0.4  # how much of its worth a gold keeps then
SOON = 0.5  # how much of a build in the next turn counts already in this one
INCOME = {
    "king": NOBLE,
    "emperor": NOBLE,
    "patrician": NOBLE,
    "bishop": RELIGIOUS,
    "abbot": RELIGIOUS,
    "cardinal": RELIGIOUS,
    "merchant": TRADE,
    "trader": TRADE,
    "warlord": MILITARY,
    "diplomat": MILITARY,
    "marshal": MILITARY,
}
IN_CARDS = ("patrician", "cardinal")
LAST = ("destroy", "exchange")  # classic: after these the turn is as good as over

Rated = tuple[float, Move]
Rater = Callable[[Sight, Sequence[Offer]], Rated]


def take_turn(sight: Sight, offers: Sequence[Offer]) -> Move:
    """The best of what is offered now."""
    together: dict[str, list[Offer]] = {}
    for offer in offers:
        together.setdefault(offer.verb, []).append(offer)
    if not sight.new and any(verb in together for verb in LAST):
        late = {verb: together.pop(verb) for verb in LAST if verb in together}
        move = _best(sight, together)
        return move if move.verb != "end" else _best(sight, {**late, "end": together["end"]})
    return _best(sight, together)


def _best(sight: Sight, together: dict[str, list[Offer]]) -> Move:
    rated = [RATES[verb](sight, same) for verb, same in together.items() if verb in RATES]
    return max(rated, key=lambda pair: pair[0])[1]


def _moves(offers: Sequence[Offer]) -> list[Move]:
    return [move for offer in offers for move in offer.moves()]


def _always(rate: float) -> Rater:
    return lambda sight, offers: (rate, next(offers[0].moves()))


def _aimed(aim: Callable[[Sight, Sequence[Offer]], Move]) -> Rater:
    return lambda sight, offers: (FIRST, aim(sight, offers))


def _each(rate: Callable[[Sight, Move], float]) -> Rater:
    """The best of the moves, each rated by itself."""

    def best(sight: Sight, offers: Sequence[Offer]) -> Rated:
        return max(((rate(sight, move), move) for move in _moves(offers)), key=lambda pair: pair[0])

    return best


# --- gathering


def income_of(sight: Sight) -> int:
    """How many districts one's character will collect for, if it has not yet."""
    kind = INCOME.get(sight.called)
    if kind is None or "income" in sight.used:
        return 0
    return sum(TYPE[card] == kind for card in sight.city) + ("school_of_magic" in sight.city)


def _purse(sight: Sight) -> int:
    """The gold one will have in this turn without gathering any."""
    gold = sight.gold
    if sight.called not in IN_CARDS:
        gold += income_of(sight)
    if sight.called == "merchant":
        gold += 1
    return gold


def need_of_cards(sight: Sight) -> float:
    """What the next card is worth."""
    useful = len(sight.useful)
    if sight.last_turn:
        return 2.0 if not useful else 0.2 + ("map_room" in sight.city)
    return NEED[min(useful, 3)] * (RICH if _is_rich(sight) else 1)


def _is_rich(sight: Sight) -> bool:
    """Could one pay for everything one has to build?"""
    return sum(sight.price(card) for card in sight.useful) <= _purse(sight)


def gold_or_cards(sight: Sight) -> str:
    """The word for gathering that is better now."""
    if not sight.view["deck"]:
        return "gold"
    amount = 3 if "gold_mine" in sight.city else 2
    purse = _purse(sight)
    gold = affordable(sight, purse + amount) - affordable(sight, purse)
    gold += sight.coin * amount * (SPARE if _is_rich(sight) and sight.hand else 1)
    if not sight.last_round:
        gold += SOON * (affordable(sight, purse + amount + 2) - affordable(sight, purse + 2))
    drawn = 3 if "observatory" in sight.city else 2
    kept = 1 if "library" not in sight.city else drawn if sight.new else 2
    cards = need_of_cards(sight) * (1 + 0.6 * (kept - 1)) * (1 + 0.15 * (drawn - 2))
    return "cards" if cards > gold else "gold"


def _gather(sight: Sight, offers: Sequence[Offer]) -> Rated:
    verb = offers[0].verb
    return GATHER + (verb == gold_or_cards(sight)), Move(verb)


# --- building and what goes with it


def _build(sight: Sight, offers: Sequence[Offer]) -> Rated:
    moves = [filled(sight, offer) if isinstance(offer, Pick) else next(offer.moves()) for offer in offers]
    return max(((rate_build(sight, move), move) for move in moves), key=lambda pair: pair[0])


def _income(sight: Sight, offers: Sequence[Offer]) -> Rated:
    """After gathering: a threat is settled by then. And after a build that raises it, if that can be paid."""
    offer = offers[0]
    move = _split(sight, offer) if isinstance(offer, Split) else next(offer.moves())
    if not sight.view["turn"]["gathered"]:
        return -1, move
    return (LATER if _raises(sight) else FREE), move


def _raises(sight: Sight) -> bool:
    """Would one build first what brings the income, with or without it?"""
    if sight.view["turn"]["built"] or not sight.useful:
        return False
    payable = [card for card in sight.useful if sight.price(card) <= sight.gold]
    if not any(TYPE[card] == INCOME[sight.called] for card in payable):
        return False
    return affordable(sight, sight.gold) >= affordable(sight, sight.gold + income_of(sight))


def _split(sight: Sight, offer: Split) -> Move:
    """The Abbot's choice: cards only for somebody who has nothing to build."""
    cards = min(offer.total - offer.least[0], max(0, 2 - len(sight.useful)))
    if sight.last_turn and sight.useful:
        cards = 0
    return Move(offer.verb, (str(offer.total - cards), str(cards)))


def _bonus(sight: Sight, offers: Sequence[Offer]) -> Rated:
    """The Architect looks at the cards before gathering; gold is safer afterwards."""
    moves = _moves(offers)
    if sight.called == "architect":
        return FIRST, moves[0]
    if len(moves) > 1:
        return FREE, moves[len(sight.useful) < 2]
    return FREE if sight.view["turn"]["gathered"] else -1, moves[0]


def _tithe(sight: Sight, offers: Sequence[Offer]) -> Rated:
    return FIRST, max(_moves(offers), key=lambda move: sight.menace[move.args[0]])


def _crown(sight: Sight, offers: Sequence[Offer]) -> Rated:
    return FREE, crown(sight, offers)


# --- rank 3


def _hand_worth(sight: Sight) -> float:
    return sum(min(2.5, wish(sight, card)) for card in sight.hand)


def _swap(sight: Sight, offers: Sequence[Offer]) -> Rated:
    """Another hand for one's own, after building out of it if it is good for that."""

    def rate(move: Move) -> float:
        known = sight.known_hand(move.args[0])
        if known is None:
            theirs = 1.2 * float(sight.players[move.args[0]]["hand"])
        else:
            theirs = sum(min(2.5, wish(sight, card)) for card in known)
        return theirs * (1 + 0.1 * sight.stake(move.args[0]))

    best = max(_moves(offers), key=rate)
    return _exchange_of_cards(sight, rate(best) - _hand_worth(sight) - 1), best


def _redraw(sight: Sight, offers: Sequence[Offer]) -> Rated:
    junk = tuple(card for card in sight.hand if wish(sight, card) < 0.6)
    move = Move("redraw", junk or (sight.hand[0],))
    return _exchange_of_cards(sight, 0.6 * len(junk) if junk else -1), move


def _exchange_of_cards(sight: Sight, gain: float) -> float:
    """At once if there is nothing to build, else at the end of the turn."""
    if gain <= 0:
        return -1
    amount = 0 if sight.view["turn"]["gathered"] else 2
    return LATER / 4 + gain / 100 if affordable(sight, _purse(sight) + amount) > 0 else FIRST + gain


def _look(sight: Sight, offers: Sequence[Offer]) -> Rated:
    """With the gold in hand: the card may be built at once."""
    if not sight.view["turn"]["gathered"]:
        return -1, next(offers[0].moves())
    full = {seat: sight.players[seat]["hand"] + sight.stake(seat) for seat in sight.rivals}
    return FREE, max(_moves(offers), key=lambda move: full[move.args[0]])


# --- districts with an effect


def _least_wanted(sight: Sight) -> tuple[float, str]:
    return min((wish(sight, card), card) for card in sight.hand)


def _laboratory(sight: Sight, offers: Sequence[Offer]) -> Rated:
    loss, card = _least_wanted(sight)
    gold = 2 if sight.new else 1
    purse = _purse(sight)
    gain = affordable(sight, purse + gold) - affordable(sight, purse) + sight.coin * gold
    spare = len(sight.hand) > 1 or loss < 0.5
    return (FREE / 2 if spare and gain > loss + 0.3 else -1), Move("laboratory", (card,))


def _museum(sight: Sight, offers: Sequence[Offer]) -> Rated:
    loss, card = _least_wanted(sight)
    gain = 1.0 - loss if sight.last_turn or len(sight.useful) > 1 or loss < 0.5 else -1
    late = LATER / 2 if sight.view["turn"]["gathered"] else -1
    return (late if gain > 0 or (sight.last_turn and loss < 3) else -1), Move("museum", (card,))


def _smithy(sight: Sight, offers: Sequence[Offer]) -> Rated:
    """Cards for gold: when there is nothing to build, or gold is left over."""
    gain = need_of_cards(sight) + 2 * CARD * (not sight.last_turn) - 2 * sight.coin
    if not sight.useful and sight.gold >= 3:
        return FIRST, Move("smithy")
    return (LATER / 2 if gain > 0.8 and sight.gold >= 3 else -1), Move("smithy")


def _beautify(sight: Sight, offers: Sequence[Offer]) -> Rated:
    offer = offers[0]
    if not isinstance(offer, Pick):
        return LATER / 2, next(offer.moves())
    (place,) = (part for part in offer.parts if not isinstance(part, str))
    most = place.most if sight.last_turn else min(place.most, sight.gold - _reserve(sight))
    return (LATER / 2 if most > 0 else -1), cities.beautify(sight, offer.pool, max(1, most))


def _reserve(sight: Sight) -> int:
    """The gold that the next turn needs to build something."""
    return max(0, min((sight.price(card) for card in sight.useful), default=2) - 2)


def _exchange(sight: Sight, offers: Sequence[Offer]) -> Rated:
    rate, move = cities.exchange(sight, _moves(offers))
    return rate - 0.5, move


RATES: dict[str, Rater] = {
    "thanks": _always(POLITE),
    "murder": _aimed(marks.murder),
    "rob": _aimed(marks.rob),
    "bewitch": _aimed(marks.bewitch),
    "warrant": _aimed(marks.warrant),
    "threaten": _aimed(marks.threaten),
    "spy": _aimed(marks.spy),
    "crown": _crown,
    "tithe": _tithe,
    "swap": _swap,
    "redraw": _redraw,
    "look": _look,
    "foresee": _always(FIRST),
    "study": _always(FIRST),
    "levy": _always(FREE),
    "income": _income,
    "bonus": _bonus,
    "gold": _gather,
    "cards": _gather,
    "build": _build,
    "destroy": _each(cities.destroy),
    "seize": _each(cities.seize),
    "exchange": _exchange,
    "armory": _each(cities.armory),
    "beautify": _beautify,
    "laboratory": _laboratory,
    "museum": _museum,
    "smithy": _smithy,
    "end": _always(0),
}
