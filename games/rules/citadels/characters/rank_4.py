"""Rank 4: King, Emperor, Patrician. King and Patrician take the crown at the call (round.py)."""

from collections.abc import Iterator

from ...core.agenda import Step, tell, then
from ...core.notation import LooseMove, Move, Offer, list_distinct
from ..actions import give_card, give_gold, list_crown_candidates, pass_crown
from ..districts.cards import CLASSIC, NEW, NOBLE
from ..position import CitadelsGame, steps
from .card import define_character
from .income import add_card_income, add_gold_income

king = define_character("king", 4, income=NOBLE, crowned=True)
emperor = define_character("emperor", 4, income=NOBLE)
patrician = define_character("patrician", 4, editions=(NEW,), income=NOBLE, crowned=True)

add_gold_income(king)
add_gold_income(emperor)
add_card_income(patrician)


def _offer_crownings(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    """Offer the choice between gold and a card only where the crowned player has both (T14)."""
    for rival in list_crown_candidates(game, seat):
        gold, cards = game.players[rival].gold, game.players[rival].hand
        if gold and cards:
            yield Move("crown", (rival, "gold"))
            yield Move("crown", (rival, "card"))
        elif gold or cards:
            yield LooseMove(Move("crown", (rival,)), "gold" if gold else "card")
        else:
            yield Move("crown", (rival,))


@emperor.power("crown", _offer_crownings, edition=NEW)
def crown(game: CitadelsGame, seat: str, move: Move) -> None:
    """Crown somebody else and take a gold or a card from that player."""
    rival = move.args[0]
    pass_crown(game, rival)
    them = game.players[rival]
    wanted = move.args[1] if len(move.args) > 1 else ""
    if them.gold and wanted != "card":
        give_gold(game, rival, seat, 1)
        tell(game, "tribute", seat=rival, rival=seat, gold=1)
    elif them.hand:
        _give_card(game, rival, seat, game.rng.choice(them.hand))


def _give_card(game: CitadelsGame, giver: str, taker: str, card: str) -> None:
    give_card(game, giver, taker, card)
    both = {giver: {"card": card}, taker: {"card": card}}
    tell(game, "tribute", seat=giver, rival=taker, secret=both)


def _offer_classic_crownings(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    for rival in list_crown_candidates(game, seat):
        yield Move("crown", (rival,))


@emperor.power("crown", _offer_classic_crownings, edition=CLASSIC)
def hand_crown_over(game: CitadelsGame, seat: str, move: Move) -> None:
    """Classic: the crowned player chooses what to give in return."""
    (rival,) = move.args
    pass_crown(game, rival)
    them = game.players[rival]
    if them.gold and not them.hand:
        _give_tribute(game, rival, seat, "gold")
    elif not them.gold and len(them.hand) == 1:
        _give_tribute(game, rival, seat, them.hand[0])
    elif them.gold or them.hand:
        then(game, Step("emperor.tribute", rival, {"to": seat}))


def _give_tribute(game: CitadelsGame, giver: str, taker: str, what: str) -> None:
    if what == "gold":
        give_gold(game, giver, taker, 1)
        tell(game, "tribute", seat=giver, rival=taker, gold=1)
    else:
        _give_card(game, giver, taker, what)


@steps.ask("emperor.tribute")
def offer_tribute(game: CitadelsGame, step: Step) -> Iterator[Offer]:
    giver = game.players[step.seat]
    if giver.gold:
        yield Move("tribute", ("gold",))
    for card in list_distinct(giver.hand):
        yield Move("tribute", (card,))


@offer_tribute.answer
def pay_tribute(game: CitadelsGame, step: Step, move: Move) -> None:
    _give_tribute(game, step.seat, step.args["to"], move.args[0])
