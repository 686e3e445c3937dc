"""`income`: what the coloured characters collect from their districts (K0)."""

from collections.abc import Iterator, Sequence

from ...core.notation import Move, Offer
from ..actions import draw, earn
from ..districts.cards import TYPE
from ..position import CitadelsGame
from .card import CHARACTERS, Character

INCOME = Move("income")


def count_income(game: CitadelsGame, seat: str) -> int:
    """Count the districts that pay the character on turn; the School of Magic counts as any type."""
    return count_paying_districts(game.players[seat].city, CHARACTERS[game.called].income)


def count_paying_districts(city: Sequence[str], kind: str) -> int:
    """Count the districts of a city that pay income for this type."""
    return sum(TYPE[card] == kind or card == "school_of_magic" for card in city)


def _offer_gold_income(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    if count_income(game, seat):
        yield INCOME


def _offer_card_income(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    if game.deck and count_income(game, seat):
        yield INCOME


def add_gold_income(who: Character, *, edition: str | None = None) -> None:
    """Give this character the power to collect one gold for each district of its type."""

    @who.power("income", _offer_gold_income, edition=edition)
    def income(game: CitadelsGame, seat: str, move: Move) -> None:
        earn(game, seat, count_income(game, seat), "income")


def add_card_income(who: Character) -> None:
    """Give this character the power to draw one card for each district of its type."""

    @who.power("income", _offer_card_income)
    def income(game: CitadelsGame, seat: str, move: Move) -> None:
        draw(game, seat, count_income(game, seat), "income")
