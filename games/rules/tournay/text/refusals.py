"""Why a move is illegal, where the rules can say more than "not now".

An explanation may use only what the seat can see: its own hand and open information.
"""

from ...core.notation import Move
from ...core.sentences import Voice
from ..position import TournayGame


def explain_refusal(game: TournayGame, seat: str, move: Move, voice: Voice) -> str | None:
    """Explain to one player in a sentence why a move is illegal; None if there is nothing to add."""
    return None
