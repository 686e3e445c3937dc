"""Rank 5: Bishop, Abbot, Cardinal. The Bishop's protection is `is_protected` in actions.py,
the Cardinal's way to pay is part of building.py."""

from collections.abc import Iterator

from ...core.agenda import tell
from ...core.notation import Move, Offer, SplitOffer
from ..actions import draw, earn, give_gold, rivals_of
from ..districts.cards import CLASSIC, NEW, RELIGIOUS
from ..position import CitadelsGame
from .card import define_character
from .income import add_card_income, add_gold_income, count_income

bishop = define_character("bishop", 5, income=RELIGIOUS)
abbot = define_character("abbot", 5, income=RELIGIOUS)
cardinal = define_character("cardinal", 5, editions=(NEW,), income=RELIGIOUS)

add_gold_income(bishop)
add_gold_income(abbot, edition=CLASSIC)
add_card_income(cardinal)


def _offer_income_splits(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    total = count_income(game, seat)
    if total:
        yield SplitOffer("income", total, ("gold", "cards"), (0 if game.deck else 1, 0))


@abbot.power("income", _offer_income_splits, edition=NEW)
def collect_split_income(game: CitadelsGame, seat: str, move: Move) -> None:
    """Take a gold or a card for each religious district, in any split."""
    gold, cards = map(int, move.args)
    earn(game, seat, gold, "income")
    draw(game, seat, cards, "income")


def _offer_tithes(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    most = max(game.players[rival].gold for rival in rivals_of(game, seat))
    if most <= game.players[seat].gold:
        return
    richest = [rival for rival in rivals_of(game, seat) if game.players[rival].gold == most]
    if game.edition == NEW or len(richest) == 1:
        for rival in richest:
            yield Move("tithe", (rival,))


@abbot.power("tithe", _offer_tithes)
def tithe(game: CitadelsGame, seat: str, move: Move) -> None:
    """The richest player gives the Abbot one gold."""
    give_gold(game, move.args[0], seat, 1)
    tell(game, "tithed", seat=seat, rival=move.args[0], gold=1)
