"""The unique districts that are used by a move in their owner's turn.

Those that work automatically are implemented where they apply: Gold Mine, Library and Observatory in
gathering, Factory, Framework, Quarry and the like in building, the rest in scoring.
"""

from collections.abc import Callable, Iterator

from ...core.agenda import tell
from ...core.notation import Move, Offer, list_distinct
from ..actions import demolish, discard, draw, is_completed, list_district_names, remove_from_hand
from ..characters.card import Offers, Power, PowerAction
from ..knowledge.memory import note_card_under_museum
from ..position import CitadelsGame
from .cards import NEW

EFFECTS: dict[str, Power] = {}  # the district's slug is the verb


def define_effect(district: str, offers: Offers) -> Callable[[PowerAction], PowerAction]:
    """Register the decorated function as a district's effect, usable once per turn."""

    def enter(take: PowerAction) -> PowerAction:
        EFFECTS[district] = Power(district, offers, take)
        return take

    return enter


def _offer_smithy(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    if game.players[seat].gold >= 2 and game.deck:
        yield Move("smithy")


@define_effect("smithy", _offer_smithy)
def smithy(game: CitadelsGame, seat: str, move: Move) -> None:
    """Pay 2 gold, gain 3 cards."""
    game.players[seat].gold -= 2
    tell(game, "smithy", seat=seat, gold=2)
    draw(game, seat, 3, "smithy")


def _offer_laboratory(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    for card in list_distinct(game.players[seat].hand):
        yield Move("laboratory", (card,))


@define_effect("laboratory", _offer_laboratory)
def laboratory(game: CitadelsGame, seat: str, move: Move) -> None:
    """Discard a card, gain 2 gold (classic: 1)."""
    discard(game, seat, move.args)
    gold = 2 if game.edition == NEW else 1
    game.players[seat].gold += gold
    tell(game, "laboratory", seat=seat, gold=gold, secret={seat: {"card": move.args[0]}})


def _offer_museum(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    for card in list_distinct(game.players[seat].hand):
        yield Move("museum", (card,))


@define_effect("museum", _offer_museum)
def museum(game: CitadelsGame, seat: str, move: Move) -> None:
    """Put a card face down under the Museum; a point for each at the end."""
    (card,) = move.args
    witnesses = remove_from_hand(game, seat, card)
    game.players[seat].museum.append(card)
    note_card_under_museum(game, seat, card, witnesses)
    tell(game, "museum", seat=seat, secret={seat: {"card": card}})


def _offer_armory(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    """2016: any city that is not completed; classic: any city but one's own (R13)."""
    for owner in game.seats:
        player = game.players[owner]
        if is_completed(game, player) if game.edition == NEW else owner == seat:
            continue
        for district in list_district_names(player):
            if not (owner == seat and district == "armory"):
                yield Move("armory", (owner, district))


@define_effect("armory", _offer_armory)
def armory(game: CitadelsGame, seat: str, move: Move) -> None:
    """Destroy the Armory and with it one other district."""
    owner, district = move.args
    demolish(game, seat, "armory")
    card = demolish(game, owner, district)
    tell(game, "armory", seat=seat, rival=owner, card=card)
