"""What a character is: a rank and its powers.

A power is a verb that the character's player may say in the turn, once unless `often`
is set. `offers` lists what may be said, `take` carries it out.
"""

from collections.abc import Callable, Iterable

import msgspec

from ...core.notation import Move, Offer
from ..districts.table import CLASSIC, EDITIONS
from ..position import Game

Offers = Callable[[Game, str], Iterable[Offer]]
Take = Callable[[Game, str, Move], None]


class Power(msgspec.Struct, frozen=True):
    verb: str
    offers: Offers
    take: Take
    often: bool = False  # may be said again in the same turn; the offers keep count themselves


class Character(msgspec.Struct, frozen=True):
    slug: str
    rank: int
    editions: tuple[str, ...]
    powers: dict[str, dict[str, Power]]  # edition → verb → power

    def power(
        self, verb: str, offers: Offers | None = None, *, edition: str | None = None, often: bool = False
    ) -> Callable[[Take], Take]:
        """Decorate the function that carries the power out. Without offers the verb alone is the move."""

        def enter(take: Take) -> Take:
            for book in (edition,) if edition else EDITIONS:
                self.powers[book][verb] = Power(verb, offers or _plain(verb), take, often)
            return take

        return enter


def _plain(verb: str) -> Offers:
    move = (Move(verb),)
    return lambda game, seat: move


def when(verb: str, holds: Callable[[Game, str], bool]) -> Offers:
    """The verb alone, as long as this holds."""
    move = (Move(verb),)
    return lambda game, seat: move if holds(game, seat) else ()


CHARACTERS: dict[str, Character] = {}
RANK_2016: dict[str, int] = {}
RANK_CLASSIC: dict[str, int] = {}


def character(
    slug: str, rank: int, *, editions: tuple[str, ...] = EDITIONS, classic_rank: int | None = None
) -> Character:
    """Enter a character in the book."""
    made = Character(slug, rank, editions, {edition: {} for edition in EDITIONS})
    CHARACTERS[slug] = made
    RANK_2016[slug] = rank
    if CLASSIC in editions:
        RANK_CLASSIC[slug] = classic_rank or rank
    return made


RANK = {EDITIONS[0]: RANK_2016, CLASSIC: RANK_CLASSIC}
