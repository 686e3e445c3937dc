"""`income`: what the coloured characters collect from their districts (K0)."""

from collections.abc import Iterator, Sequence

from ...core.notation import Move, Offer
from ..districts.table import TYPE
from ..position import Game
from ..words import draw, earn
from .card import CHARACTERS, Character

INCOME = Move("income")


def income_of(game: Game, seat: str) -> int:
    """How many districts count for the character on turn; the School of Magic counts as any type."""
    return income_from(game.players[seat].city, CHARACTERS[game.called].income)


def income_from(city: Sequence[str], kind: str) -> int:
    """How many districts of a city pay for this type."""
    return sum(TYPE[card] == kind or card == "school_of_magic" for card in city)


def _in_gold(game: Game, seat: str) -> Iterator[Offer]:
    if income_of(game, seat):
        yield INCOME


def _in_cards(game: Game, seat: str) -> Iterator[Offer]:
    if game.deck and income_of(game, seat):
        yield INCOME


def collects_gold(who: Character, *, edition: str | None = None) -> None:
    """Give this character a gold for each district of its type."""

    @who.power("income", _in_gold, edition=edition)
    def income(game: Game, seat: str, move: Move) -> None:
        earn(game, seat, income_of(game, seat), "income")


def collects_cards(who: Character) -> None:
    """Give this character a card for each district of its type."""

    @who.power("income", _in_cards)
    def income(game: Game, seat: str, move: Move) -> None:
        draw(game, seat, income_of(game, seat), "income")
