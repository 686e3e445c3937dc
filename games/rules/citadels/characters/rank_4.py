"""Rank 4: King, Emperor, Patrician. King and Patrician take the crown at the call (round.py)."""

from collections.abc import Iterator

from ...core.agenda import Step, tell, then
from ...core.notation import Loose, Move, Offer, distinct
from ..districts.table import CLASSIC, NEW, NOBLE
from ..position import Game, steps
from ..words import card_to, hand_over, may_be_crowned, pass_crown
from .card import character
from .income import collects_cards, collects_gold

king = character("king", 4, income=NOBLE, crowned=True)
emperor = character("emperor", 4, income=NOBLE)
patrician = character("patrician", 4, editions=(NEW,), income=NOBLE, crowned=True)

collects_gold(king)
collects_gold(emperor)
collects_cards(patrician)


def _crownings(game: Game, seat: str) -> Iterator[Offer]:
    """The word for what is taken is asked only where there is a choice (T14)."""
    for rival in may_be_crowned(game, seat):
        gold, cards = game.players[rival].gold, game.players[rival].hand
        if gold and cards:
            yield Move("crown", (rival, "gold"))
            yield Move("crown", (rival, "card"))
        elif gold or cards:
            yield Loose(Move("crown", (rival,)), "gold" if gold else "card")
        else:
            yield Move("crown", (rival,))


@emperor.power("crown", _crownings, edition=NEW)
def crown(game: Game, seat: str, move: Move) -> None:
    """Crown somebody else and take a gold or a card from that player."""
    rival = move.args[0]
    pass_crown(game, rival)
    them = game.players[rival]
    wish = move.args[1] if len(move.args) > 1 else ""
    if them.gold and wish != "card":
        hand_over(game, rival, seat, 1)
        tell(game, "tribute", seat=rival, rival=seat, gold=1)
    elif them.hand:
        _give_card(game, rival, seat, game.rng.choice(them.hand))


def _give_card(game: Game, giver: str, taker: str, card: str) -> None:
    card_to(game, giver, taker, card)
    both = {giver: {"card": card}, taker: {"card": card}}
    tell(game, "tribute", seat=giver, rival=taker, secret=both)


def _heirs(game: Game, seat: str) -> Iterator[Offer]:
    for rival in may_be_crowned(game, seat):
        yield Move("crown", (rival,))


@emperor.power("crown", _heirs, edition=CLASSIC)
def hand_crown_over(game: Game, seat: str, move: Move) -> None:
    """Classic: the one who is crowned chooses what to give for it."""
    (rival,) = move.args
    pass_crown(game, rival)
    them = game.players[rival]
    if them.gold and not them.hand:
        _give_tribute(game, rival, seat, "gold")
    elif not them.gold and len(them.hand) == 1:
        _give_tribute(game, rival, seat, them.hand[0])
    elif them.gold or them.hand:
        then(game, Step("emperor.tribute", rival, {"to": seat}))


def _give_tribute(game: Game, giver: str, taker: str, what: str) -> None:
    if what == "gold":
        hand_over(game, giver, taker, 1)
        tell(game, "tribute", seat=giver, rival=taker, gold=1)
    else:
        _give_card(game, giver, taker, what)


@steps.ask("emperor.tribute")
def tribute(game: Game, step: Step) -> Iterator[Offer]:
    giver = game.players[step.seat]
    if giver.gold:
        yield Move("tribute", ("gold",))
    for card in distinct(giver.hand):
        yield Move("tribute", (card,))


@tribute.answer
def tribute_given(game: Game, step: Step, move: Move) -> None:
    _give_tribute(game, step.seat, step.args["to"], move.args[0])
