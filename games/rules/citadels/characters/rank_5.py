"""Rank 5: Bishop, Abbot, Cardinal. The Bishop's protection is `is_protected` in words.py,
the Cardinal's way to pay is part of building.py."""

from collections.abc import Iterator

from ...core.agenda import tell
from ...core.notation import Move, Offer, Split
from ..districts.table import CLASSIC, NEW, RELIGIOUS
from ..position import Game
from ..words import draw, earn, hand_over, rivals
from .card import character
from .income import collects_cards, collects_gold, income_of

bishop = character("bishop", 5, income=RELIGIOUS)
abbot = character("abbot", 5, income=RELIGIOUS)
cardinal = character("cardinal", 5, editions=(NEW,), income=RELIGIOUS)

collects_gold(bishop)
collects_gold(abbot, edition=CLASSIC)
collects_cards(cardinal)


def _gold_or_cards(game: Game, seat: str) -> Iterator[Offer]:
    total = income_of(game, seat)
    if total:
        yield Split("income", total, ("gold", "cards"), (0 if game.deck else 1, 0))


@abbot.power("income", _gold_or_cards, edition=NEW)
def income(game: Game, seat: str, move: Move) -> None:
    """Gold or a card for each religious district, in any split."""
    gold, cards = map(int, move.args)
    earn(game, seat, gold, "income")
    draw(game, seat, cards, "income")


def _richest(game: Game, seat: str) -> Iterator[Offer]:
    most = max(game.players[rival].gold for rival in rivals(game, seat))
    if most <= game.players[seat].gold:
        return
    richest = [rival for rival in rivals(game, seat) if game.players[rival].gold == most]
    if game.edition == NEW or len(richest) == 1:
        for rival in richest:
            yield Move("tithe", (rival,))


@abbot.power("tithe", _richest)
def tithe(game: Game, seat: str, move: Move) -> None:
    """The richest player gives the Abbot one gold."""
    hand_over(game, move.args[0], seat, 1)
    tell(game, "tithed", seat=seat, rival=move.args[0], gold=1)
