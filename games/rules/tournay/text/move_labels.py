"""Labels of the offers: what a move does, as words on a button or a form."""

from ...core.notation import Offer
from ...core.sentences import Voice
from ..position import TournayGame


class TournayLabelWriter:
    """Writes the labels of what one seat is offered."""

    def __init__(self, game: TournayGame, seat: str, voice: Voice) -> None:
        self.game = game
        self.seat = seat
        self.voice = voice

    def label(self, offer: Offer) -> str:
        return offer.form(self.voice.name).label
