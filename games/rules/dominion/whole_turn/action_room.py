"""For how many Actions a turn has room at best, whatever is answered and drawn on the way."""

from collections.abc import Sequence

from ...core.capabilities.whole_turn import TurnChoice
from ...core.notation import Move
from ..cards.card import CARDS
from ..position import DominionGame

# besides the number on the card; a Throne Room may play a Tribute twice
EXTRA_ACTIONS = {"conspirator": 1, "ironworks": 1, "nobles": 2, "pawn": 1, "throne_room": 8, "tribute": 4}


def find_misfit(game: DominionGame, actions: Sequence[TurnChoice]) -> TurnChoice | None:
    """The first of these Actions for which those before it leave no action; None if there is none."""
    left = game.actions
    for choice in actions:
        if choice.moves and not left:
            return choice
        left += _count_actions(choice.moves) - 1 if choice.moves else 0
    return None


def _count_actions(moves: Sequence[Move]) -> int:
    """How many actions these moves give at most; each Throne Room among them doubles what follows."""
    *throne_rooms, card = [move.args[0] for move in moves if move.verb == "play"]
    times: int = 2 ** len(throne_rooms)
    return times * (CARDS[card].actions + EXTRA_ACTIONS.get(card, 0))
