"""Rank 1: Assassin, Witch, Magistrate."""

from collections.abc import Iterator

from ...core.agenda import tell
from ...core.notation import Move, Offer, Pick, Some
from ..districts.table import NEW
from ..position import Game
from ..words import others_of_cast
from .card import character

assassin = character("assassin", 1)
witch = character("witch", 1)  # her two half turns are in turn.py: they change the order of play
magistrate = character("magistrate", 1, editions=(NEW,))


def _victims(game: Game, seat: str) -> Iterator[Offer]:
    for victim in others_of_cast(game):
        yield Move("murder", (victim,))


@assassin.power("murder", _victims)
def murder(game: Game, seat: str, move: Move) -> None:
    """The victim skips the turn of this round and does not show itself."""
    game.murdered = move.args[0]
    tell(game, "murdered", seat=seat, character=game.murdered)


def _warrants(game: Game, seat: str) -> Iterator[Offer]:
    yield Pick("warrant", tuple(others_of_cast(game)), (Some(1, 1, "signed"), Some(2, 2, "blank")))


@magistrate.power("warrant", _warrants)
def warrant(game: Game, seat: str, move: Move) -> None:
    """Three warrants, one of them signed; only the Magistrate knows which."""
    signed = move.args[0]
    targets = sorted(move.args, key=game.cast.index)
    game.warrants = {target: target == signed for target in targets}
    tell(game, "warranted", seat=seat, characters=targets, secret={seat: {"signed": signed}})
