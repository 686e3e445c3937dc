"""Rank 7: Architect, Navigator, Scholar."""

from collections.abc import Iterator

from ...core.notation import Move, Offer
from ..districts.table import CLASSIC, NEW
from ..position import Game
from ..words import draw, draw_and_keep, earn
from .card import after_gathering, character, when

architect = character("architect", 7, limit=3)
navigator = character("navigator", 7, limit=0)
scholar = character("scholar", 7, editions=(NEW,), limit=2)


def _deck_has_cards(game: Game, seat: str) -> bool:
    return bool(game.deck)


@architect.power("bonus", when("bonus", _deck_has_cards), edition=NEW)
def two_cards(game: Game, seat: str, move: Move) -> None:
    """Two cards more."""
    draw(game, seat, 2, "architect")


@after_gathering
def two_cards_by_themselves(game: Game, seat: str) -> None:
    """Classic: they come without a move (R11)."""
    if game.called == "architect" and game.edition == CLASSIC:
        draw(game, seat, 2, "architect")


def _gold_or_cards(game: Game, seat: str) -> Iterator[Offer]:
    if game.edition == NEW or game.gathered:
        yield Move("bonus", ("gold",))
        if game.deck:
            yield Move("bonus", ("cards",))


@navigator.power("bonus", _gold_or_cards)
def four_of_a_kind(game: Game, seat: str, move: Move) -> None:
    """Four gold or four cards; no building at all."""
    if move.args == ("gold",):
        earn(game, seat, 4, "navigator")
    else:
        draw(game, seat, 4, "navigator")


@scholar.power("study", when("study", _deck_has_cards))
def study(game: Game, seat: str, move: Move) -> None:
    """Seven cards, one of them kept, the rest shuffled into the deck."""
    draw_and_keep(game, seat, 7, 1, study=True)
