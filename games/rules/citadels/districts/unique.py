"""The unique districts that are used by a move in their owner's turn.

Those that work by themselves stand where they work: Gold Mine, Library and Observatory in
gathering, Factory, Framework, Quarry and the like in building, the rest in scoring.
"""

from collections.abc import Callable, Iterator

from ...core.agenda import tell
from ...core.notation import Move, Offer, distinct
from ..characters.card import Offers, Power, Take
from ..memory import goes_under_museum
from ..position import Game
from ..words import demolish, discard, draw, from_hand, is_completed, standing
from .table import NEW

EFFECTS: dict[str, Power] = {}  # the district's slug is the verb


def effect(district: str, offers: Offers) -> Callable[[Take], Take]:
    """Decorate the function that carries the district's effect out, once in a turn."""

    def enter(take: Take) -> Take:
        EFFECTS[district] = Power(district, offers, take)
        return take

    return enter


def _can_forge(game: Game, seat: str) -> Iterator[Offer]:
    if game.players[seat].gold >= 2 and game.deck:
        yield Move("smithy")


@effect("smithy", _can_forge)
def smithy(game: Game, seat: str, move: Move) -> None:
    """Pay 2 gold, gain 3 cards."""
    game.players[seat].gold -= 2
    tell(game, "smithy", seat=seat, gold=2)
    draw(game, seat, 3, "smithy")


def _hand_to_laboratory(game: Game, seat: str) -> Iterator[Offer]:
    for card in distinct(game.players[seat].hand):
        yield Move("laboratory", (card,))


@effect("laboratory", _hand_to_laboratory)
def laboratory(game: Game, seat: str, move: Move) -> None:
    """Discard a card, gain 2 gold (classic: 1)."""
    discard(game, seat, move.args)
    gold = 2 if game.edition == NEW else 1
    game.players[seat].gold += gold
    tell(game, "laboratory", seat=seat, gold=gold, secret={seat: {"card": move.args[0]}})


def _hand_to_museum(game: Game, seat: str) -> Iterator[Offer]:
    for card in distinct(game.players[seat].hand):
        yield Move("museum", (card,))


@effect("museum", _hand_to_museum)
def museum(game: Game, seat: str, move: Move) -> None:
    """Put a card face down under the Museum; a point for each at the end."""
    (card,) = move.args
    witnesses = from_hand(game, seat, card)
    game.players[seat].museum.append(card)
    goes_under_museum(game, seat, card, witnesses)
    tell(game, "museum", seat=seat, secret={seat: {"card": card}})


def _targets_of_armory(game: Game, seat: str) -> Iterator[Offer]:
    """2016: any city that is not completed; classic: any city but one's own (R13)."""
    for owner in game.seats:
        player = game.players[owner]
        if is_completed(game, player) if game.edition == NEW else owner == seat:
            continue
        for district in standing(player):
            if not (owner == seat and district == "armory"):
                yield Move("armory", (owner, district))


@effect("armory", _targets_of_armory)
def armory(game: Game, seat: str, move: Move) -> None:
    """Destroy the Armory and with it one other district."""
    owner, district = move.args
    demolish(game, seat, "armory")
    card = demolish(game, owner, district)
    tell(game, "armory", seat=seat, rival=owner, card=card)
