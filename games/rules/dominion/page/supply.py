"""The supply as a shelf of piles: what each costs now, how many cards it has left, and who can pay it."""

from collections.abc import Iterable

import msgspec

from ...core.reader import SeatReader
from ..cards.card import BASIC, CARDS, COST, TREASURES
from ..position import OVER
from ..scoring import EMPTY_PILES_TO_END
from ..text.lexicon import LEXICON
from .cards import ShownCard, build_card

MOST_EDGES = 12  # sheets that are drawn below the face of a pile
LOW_PILE = 2  # a pile with no more cards than this is marked


class SupplyPile(msgspec.Struct, frozen=True):
    """A pile of the supply."""

    card: ShownCard
    left: int
    reach: str  # `can` or `dear` in the reader's own turn, else `calm`; `empty` without cards

    @property
    def edges(self) -> int:
        return min(self.left, MOST_EDGES)

    @property
    def is_low(self) -> bool:
        return 0 < self.left <= LOW_PILE


class SupplyShelf(msgspec.Struct, frozen=True):
    """All piles, the basic ones apart, and the coins that the reader can have this turn."""

    basic: list[SupplyPile]
    kingdom: list[SupplyPile]
    coins: int | None  # None outside the reader's own turn
    reduction: int


def build_shelf(reader: SeatReader) -> SupplyShelf:
    supply, coins = reader.view["supply"], compute_reach(reader)
    basic = [card for card in supply if CARDS[card].box == BASIC]
    kingdom = sorted(
        (card for card in supply if CARDS[card].box != BASIC), key=lambda card: (COST[card], card)
    )
    return SupplyShelf(
        basic=_build_piles(reader, basic, coins),
        kingdom=_build_piles(reader, kingdom, coins),
        coins=coins,
        reduction=reader.view["reduction"],
    )


def compute_reach(reader: SeatReader) -> int | None:
    """The coins that the reader has this turn, with all Treasures that can still be played; else None."""
    view = reader.view
    if view["turn"] != reader.me or view["phase"] == OVER or not view["buys"]:
        return None
    hand = () if view["bought"] else reader.own["hand"]
    treasures = [card for card in hand if card in TREASURES]
    bonus = treasures.count("copper") * view["copper_bonus"]
    return int(view["coins"] + bonus) + sum(CARDS[card].coins for card in treasures)


def _build_piles(reader: SeatReader, cards: Iterable[str], coins: int | None) -> list[SupplyPile]:
    piles = []
    for slug in cards:
        left = reader.view["supply"][slug]
        card = build_card(reader, slug, effect=LEXICON.effect(slug, reader.language))
        piles.append(SupplyPile(card, left, _find_reach(card.cost, left, coins)))
    return piles


def _find_reach(cost: int, left: int, coins: int | None) -> str:
    if not left:
        return "empty"
    if coins is None:
        return "calm"
    return "can" if cost <= coins else "dear"


def describe_ending(reader: SeatReader) -> str:
    """Say how near the end is: the Provinces left, and the empty piles of those that it takes (E1)."""
    if reader.view["phase"] == OVER:
        return _explain_end(reader)
    supply, needed = reader.view["supply"], EMPTY_PILES_TO_END[len(reader.view["seats"])]
    provinces = reader.count(
        "{n} Province is left; the last one ends the game.",
        "{n} Provinces are left; the last one ends the game.",
        supply["province"],
    )
    empty = list(supply.values()).count(0)
    piles = reader.say("Empty piles: {n} of {needed}.", n=empty, needed=needed)
    return f"{provinces} {piles}"


def _explain_end(reader: SeatReader) -> str:
    supply = reader.view["supply"]
    if not supply["province"]:
        return reader.say("The Provinces are gone.")
    gone = [card for card, left in supply.items() if not left]
    return reader.say("These piles are empty: {cards}.", cards=reader.join_names(gone))
