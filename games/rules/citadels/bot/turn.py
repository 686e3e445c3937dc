"""Choose the moves of a turn, and their order."""

from collections.abc import Sequence

from ...core.notation import Move, Offer, PickOffer, SplitOffer, list_moves
from ..districts.cards import TYPE
from . import attacks_on_cities, attacks_on_hands, district_actions, targets
from .card_value import fill_offer, rate_build, value_affordable
from .reactions import choose_crowning
from .resources import INCOME_TYPE, choose_gold_or_cards, count_expected_income
from .scale import (
    BEFORE_ALL,
    END,
    FIRST,
    FREE,
    GATHER,
    LATER,
    NEVER,
    RatedMove,
    Rater,
    rate_each,
    rate_first,
    rate_fixed,
)
from .view import BotView

LAST_VERBS = ("destroy", "exchange")  # classic: after these the turn is as good as over


def choose_turn_move(view: BotView, offers: Sequence[Offer]) -> Move:
    """Choose the best move that is offered now."""
    together: dict[str, list[Offer]] = {}
    for offer in offers:
        together.setdefault(offer.verb, []).append(offer)
    if not view.new and any(verb in together for verb in LAST_VERBS):
        late = {verb: together.pop(verb) for verb in LAST_VERBS if verb in together}
        move = _choose_best(view, together)
        return move if move.verb != "end" else _choose_best(view, {**late, "end": together["end"]})
    return _choose_best(view, together)


def _choose_best(view: BotView, together: dict[str, list[Offer]]) -> Move:
    rated = [RATERS[verb](view, same) for verb, same in together.items() if verb in RATERS]
    return max(rated, key=lambda pair: pair[0])[1]


def _rate_gathering(view: BotView, offers: Sequence[Offer]) -> RatedMove:
    verb = offers[0].verb
    return GATHER + (verb == choose_gold_or_cards(view)), Move(verb)


# --- building and what goes with it


def _rate_builds(view: BotView, offers: Sequence[Offer]) -> RatedMove:
    moves = [
        fill_offer(view, offer) if isinstance(offer, PickOffer) else next(offer.moves()) for offer in offers
    ]
    return max(((rate_build(view, move), move) for move in moves), key=lambda pair: pair[0])


def _rate_income(view: BotView, offers: Sequence[Offer]) -> RatedMove:
    """Collect income after gathering, when a threat is settled, or later still if a build raises it."""
    offer = offers[0]
    move = _split_income(view, offer) if isinstance(offer, SplitOffer) else next(offer.moves())
    if not view.view["turn"]["gathered"]:
        return NEVER, move
    return (LATER if _should_build_first(view) else FREE), move


def _should_build_first(view: BotView) -> bool:
    """Should the bot build first, because an affordable district raises its income?"""
    if view.view["turn"]["built"] or not view.buildable_cards:
        return False
    payable = [card for card in view.buildable_cards if view.price(card) <= view.gold]
    if not any(TYPE[card] == INCOME_TYPE[view.called] for card in payable):
        return False
    return value_affordable(view, view.gold) >= value_affordable(
        view, view.gold + count_expected_income(view)
    )


def _split_income(view: BotView, offer: SplitOffer) -> Move:
    """Abbot: take cards instead of gold only if fewer than two cards in hand can be built."""
    cards = min(offer.total - offer.least[0], max(0, 2 - len(view.buildable_cards)))
    if view.last_turn and view.buildable_cards:
        cards = 0
    return Move(offer.verb, (str(offer.total - cards), str(cards)))


def _rate_bonus(view: BotView, offers: Sequence[Offer]) -> RatedMove:
    """Take the Architect's cards before gathering; a bonus in gold is safer after it."""
    moves = list_moves(offers)
    if view.called == "architect":
        return FIRST, moves[0]
    if len(moves) > 1:
        return FREE, moves[len(view.buildable_cards) < 2]
    return FREE if view.view["turn"]["gathered"] else NEVER, moves[0]


def _rate_tithe(view: BotView, offers: Sequence[Offer]) -> RatedMove:
    return FIRST, max(list_moves(offers), key=lambda move: view.menace[move.args[0]])


def _rate_crown(view: BotView, offers: Sequence[Offer]) -> RatedMove:
    return FREE, choose_crowning(view, offers)


def _rate_exchange(view: BotView, offers: Sequence[Offer]) -> RatedMove:
    rate, move = attacks_on_cities.find_best_exchange(view, list_moves(offers))
    return rate - 0.5, move


RATERS: dict[str, Rater] = {
    "thanks": rate_fixed(BEFORE_ALL),
    "murder": rate_first(targets.choose_murder),
    "rob": rate_first(targets.choose_robbery),
    "bewitch": rate_first(targets.choose_bewitching),
    "warrant": rate_first(targets.choose_warrants),
    "threaten": rate_first(targets.choose_threats),
    "spy": rate_first(targets.choose_spying),
    "crown": _rate_crown,
    "tithe": _rate_tithe,
    "swap": attacks_on_hands.rate_swap,
    "redraw": attacks_on_hands.rate_redraw,
    "look": attacks_on_hands.rate_look,
    "foresee": rate_fixed(FIRST),
    "study": rate_fixed(FIRST),
    "levy": rate_fixed(FREE),
    "income": _rate_income,
    "bonus": _rate_bonus,
    "gold": _rate_gathering,
    "cards": _rate_gathering,
    "build": _rate_builds,
    "destroy": rate_each(attacks_on_cities.rate_destroy),
    "seize": rate_each(attacks_on_cities.rate_seize),
    "exchange": _rate_exchange,
    "armory": rate_each(attacks_on_cities.rate_armory),
    "beautify": district_actions.rate_beautify,
    "laboratory": district_actions.rate_laboratory,
    "museum": district_actions.rate_museum,
    "smithy": district_actions.rate_smithy,
    "end": rate_fixed(END),
}
