"""`income`: what the coloured characters collect from their districts (K0)."""

from collections.abc import Iterator

from ...core.notation import Move, Offer
from ..districts.table import TYPE
from ..position import Game
from ..words import draw, earn
from .card import Character

INCOME = Move("income")


def districts_of(game: Game, seat: str, kind: str) -> int:
    """How many districts of the city count for this type; the School of Magic counts as any."""
    city = game.players[seat].city
    return sum(TYPE[card] == kind for card in city) + city.count("school_of_magic")


def collects_gold(who: Character, kind: str, *, edition: str | None = None) -> None:
    """Give this character an income of one gold for each district of the type."""

    def offers(game: Game, seat: str) -> Iterator[Offer]:
        if districts_of(game, seat, kind):
            yield INCOME

    @who.power("income", offers, edition=edition)
    def income(game: Game, seat: str, move: Move) -> None:
        earn(game, seat, districts_of(game, seat, kind), "income")


def collects_cards(who: Character, kind: str) -> None:
    """Give this character an income of one card for each district of the type."""

    def offers(game: Game, seat: str) -> Iterator[Offer]:
        if game.deck and districts_of(game, seat, kind):
            yield INCOME

    @who.power("income", offers)
    def income(game: Game, seat: str, move: Move) -> None:
        draw(game, seat, districts_of(game, seat, kind), "income")
