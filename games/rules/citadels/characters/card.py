"""A character card: its rank, its numbers and its powers.

A power is a move verb that the character's player may use during the turn, normally once. One function
of a power lists the legal moves, another carries out the chosen one.
"""

from collections.abc import Callable, Iterable

import msgspec

from ...core.notation import Move, Offer
from ..districts.cards import CLASSIC, EDITIONS, NEW
from ..position import CitadelsGame

Offers = Callable[[CitadelsGame, str], Iterable[Offer]]
PowerAction = Callable[[CitadelsGame, str, Move], None]
GatheringHook = Callable[[CitadelsGame, str], None]


class Power(msgspec.Struct, frozen=True):
    """One verb of a character: the moves it offers, and the function that carries them out."""

    verb: str
    offers: Offers
    carry_out: PowerAction
    repeatable: bool = False  # may be used again in the same turn; the offers function keeps count itself


class Character(msgspec.Struct, frozen=True):
    """A character card. `limit` is how many districts it may build in a turn; 0 forbids all building."""

    slug: str
    rank: int
    editions: tuple[str, ...]
    powers: dict[str, dict[str, Power]]  # edition → verb → power
    limit: int
    income: str  # the type of district that it collects for
    takes_crown: bool  # takes the crown when it is called

    def power(
        self, verb: str, offers: Offers | None = None, *, edition: str | None = None, often: bool = False
    ) -> Callable[[PowerAction], PowerAction]:
        """Register the decorated function as a power. Without `offers` the move is the bare verb."""

        def enter(take: PowerAction) -> PowerAction:
            for book in (edition,) if edition else EDITIONS:
                self.powers[book][verb] = Power(verb, offers or _offer_bare_verb(verb), take, often)
            return take

        return enter


def _offer_bare_verb(verb: str) -> Offers:
    move = (Move(verb),)
    return lambda game, seat: move


def offer_when(verb: str, holds: Callable[[CitadelsGame, str], bool]) -> Offers:
    """Offer the bare verb as long as the condition holds."""
    move = (Move(verb),)
    return lambda game, seat: move if holds(game, seat) else ()


CHARACTERS: dict[str, Character] = {}
RANK: dict[str, dict[str, int]] = {edition: {} for edition in EDITIONS}  # edition → slug → rank
AFTER_GATHERING: list[GatheringHook] = []


def define_character(
    slug: str,
    rank: int,
    *,
    editions: tuple[str, ...] = EDITIONS,
    classic_rank: int | None = None,
    limit: int = 1,
    income: str = "",
    crowned: bool = False,
) -> Character:
    """Define a character and register its rank in each edition."""
    powers: dict[str, dict[str, Power]] = {edition: {} for edition in EDITIONS}
    CHARACTERS[slug] = Character(slug, rank, editions, powers, limit, income, crowned)
    RANK[NEW][slug] = rank
    if CLASSIC in editions:
        RANK[CLASSIC][slug] = classic_rank or rank
    return CHARACTERS[slug]


def after_gathering(watcher: GatheringHook) -> GatheringHook:
    """Register a function to be called when a player has gathered, or when a Witch resumes a turn."""
    AFTER_GATHERING.append(watcher)
    return watcher
