"""What a character is: a rank, its numbers and its powers.

A power is a verb that the character's player may say in the turn, once unless `often`
is set. `offers` lists what may be said, `take` carries it out.
"""

from collections.abc import Callable, Iterable

import msgspec

from ...core.notation import Move, Offer
from ..districts.table import CLASSIC, EDITIONS, NEW
from ..position import Game

Offers = Callable[[Game, str], Iterable[Offer]]
Take = Callable[[Game, str, Move], None]
Watcher = Callable[[Game, str], None]


class Power(msgspec.Struct, frozen=True):
    """One verb: what may be said with it, and what it does."""

    verb: str
    offers: Offers
    take: Take
    often: bool = False  # may be said again in the same turn; the offers keep count themselves


class Character(msgspec.Struct, frozen=True):
    """A card of the cast. `limit` is how many districts it may build; 0 means none by any means."""

    slug: str
    rank: int
    editions: tuple[str, ...]
    powers: dict[str, dict[str, Power]]  # edition → verb → power
    limit: int
    income: str  # the type of district that it collects for
    crowned: bool  # takes the crown when it is called

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
RANK: dict[str, dict[str, int]] = {edition: {} for edition in EDITIONS}  # edition → slug → rank
AFTER_GATHERING: list[Watcher] = []


def character(
    slug: str,
    rank: int,
    *,
    editions: tuple[str, ...] = EDITIONS,
    classic_rank: int | None = None,
    limit: int = 1,
    income: str = "",
    crowned: bool = False,
) -> Character:
    """Enter a character in the book."""
    powers: dict[str, dict[str, Power]] = {edition: {} for edition in EDITIONS}
    CHARACTERS[slug] = Character(slug, rank, editions, powers, limit, income, crowned)
    RANK[NEW][slug] = rank
    if CLASSIC in editions:
        RANK[CLASSIC][slug] = classic_rank or rank
    return CHARACTERS[slug]


def after_gathering(watcher: Watcher) -> Watcher:
    """Decorate what may follow when somebody has gathered, or when a Witch resumes."""
    AFTER_GATHERING.append(watcher)
    return watcher
