"""A turn: in what order, and what of it at all."""

from collections.abc import Sequence

from ...core.notation import Move, Offer, Pick, Split
from ..districts.table import TYPE
from . import cities, effects, hands, marks
from .answers import crown
from .gathering import INCOME, gold_or_cards, income_of
from .rates import END, FIRST, FREE, GATHER, LATER, NEVER, POLITE, Rated, Rater, aimed, always, each, moves_of
from .sight import Sight
from .worth import affordable, filled, rate_build

LAST = ("destroy", "exchange")  # classic: after these the turn is as good as over


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
        return NEVER, move
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
    moves = moves_of(offers)
    if sight.called == "architect":
        return FIRST, moves[0]
    if len(moves) > 1:
        return FREE, moves[len(sight.useful) < 2]
    return FREE if sight.view["turn"]["gathered"] else NEVER, moves[0]


def _tithe(sight: Sight, offers: Sequence[Offer]) -> Rated:
    return FIRST, max(moves_of(offers), key=lambda move: sight.menace[move.args[0]])


def _crown(sight: Sight, offers: Sequence[Offer]) -> Rated:
    return FREE, crown(sight, offers)


def _exchange(sight: Sight, offers: Sequence[Offer]) -> Rated:
    rate, move = cities.exchange(sight, moves_of(offers))
    return rate - 0.5, move


RATES: dict[str, Rater] = {
    "thanks": always(POLITE),
    "murder": aimed(marks.murder),
    "rob": aimed(marks.rob),
    "bewitch": aimed(marks.bewitch),
    "warrant": aimed(marks.warrant),
    "threaten": aimed(marks.threaten),
    "spy": aimed(marks.spy),
    "crown": _crown,
    "tithe": _tithe,
    "swap": hands.swap,
    "redraw": hands.redraw,
    "look": hands.look,
    "foresee": always(FIRST),
    "study": always(FIRST),
    "levy": always(FREE),
    "income": _income,
    "bonus": _bonus,
    "gold": _gather,
    "cards": _gather,
    "build": _build,
    "destroy": each(cities.destroy),
    "seize": each(cities.seize),
    "exchange": _exchange,
    "armory": each(cities.armory),
    "beautify": effects.beautify,
    "laboratory": effects.laboratory,
    "museum": effects.museum,
    "smithy": effects.smithy,
    "end": always(END),
}
