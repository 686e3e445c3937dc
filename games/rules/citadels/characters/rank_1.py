"""Rank 1: Assassin, Witch, Magistrate."""

from collections.abc import Iterator

from ...core.agenda import tell
from ...core.notation import CardSlot, Move, Offer, PickOffer
from ..actions import other_characters
from ..districts.cards import NEW
from ..position import CitadelsGame
from .card import define_character

assassin = define_character("assassin", 1)
witch = define_character("witch", 1)  # her two half turns are in turn.py: they change the order of play
magistrate = define_character("magistrate", 1, editions=(NEW,))


def _offer_murders(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    for victim in other_characters(game):
        yield Move("murder", (victim,))


@assassin.power("murder", _offer_murders)
def murder(game: CitadelsGame, seat: str, move: Move) -> None:
    """The named character loses its turn this round and is not revealed."""
    game.murdered = move.args[0]
    tell(game, "murdered", seat=seat, character=game.murdered)


def _offer_warrants(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    yield PickOffer(
        "warrant", tuple(other_characters(game)), (CardSlot(1, 1, "signed"), CardSlot(2, 2, "blank"))
    )


@magistrate.power("warrant", _offer_warrants)
def warrant(game: CitadelsGame, seat: str, move: Move) -> None:
    """Place three warrants, one of them signed; only the Magistrate knows which."""
    signed = move.args[0]
    targets = sorted(move.args, key=game.cast.index)
    game.warrants = {target: target == signed for target in targets}
    tell(game, "warranted", seat=seat, characters=targets, secret={seat: {"signed": signed}})
