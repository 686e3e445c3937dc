"""Rank 7: Architect, Navigator, Scholar."""

from collections.abc import Iterator

from ...core.notation import Move, Offer
from ..actions import draw, draw_and_keep, earn
from ..districts.cards import CLASSIC, NEW
from ..position import CitadelsGame
from .card import after_gathering, define_character, offer_when

architect = define_character("architect", 7, limit=3)
navigator = define_character("navigator", 7, limit=0)
scholar = define_character("scholar", 7, editions=(NEW,), limit=2)


def _deck_has_cards(game: CitadelsGame, seat: str) -> bool:
    return bool(game.deck)


@architect.power("bonus", offer_when("bonus", _deck_has_cards), edition=NEW)
def draw_bonus_cards(game: CitadelsGame, seat: str, move: Move) -> None:
    """Draw two extra cards."""
    draw(game, seat, 2, "architect")


@after_gathering
def draw_classic_bonus_cards(game: CitadelsGame, seat: str) -> None:
    """Classic: the Architect's two cards come without a move (R11)."""
    if game.called == "architect" and game.edition == CLASSIC:
        draw(game, seat, 2, "architect")


def _offer_gold_or_cards(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    if game.edition == NEW or game.gathered:
        yield Move("bonus", ("gold",))
        if game.deck:
            yield Move("bonus", ("cards",))


@navigator.power("bonus", _offer_gold_or_cards)
def take_gold_or_cards(game: CitadelsGame, seat: str, move: Move) -> None:
    """Take four gold or four cards; the Navigator may not build at all."""
    if move.args == ("gold",):
        earn(game, seat, 4, "navigator")
    else:
        draw(game, seat, 4, "navigator")


@scholar.power("study", offer_when("study", _deck_has_cards))
def study(game: CitadelsGame, seat: str, move: Move) -> None:
    """Draw seven cards, keep one and shuffle the rest into the deck."""
    draw_and_keep(game, seat, 7, 1, study=True)
