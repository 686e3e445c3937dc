"""What a seat ends its turn with, to be shown beside a choice and beside Send."""

from ...core.capabilities.whole_turn import TurnSums
from ...core.notation import Move
from ...core.translation import Translator
from ..offers import GATHER, TOP
from ..position import TournayGame
from ..scoring import sum_points
from ..text.move_sums import is_certain


def describe_sums(game: TournayGame, seat: str, speak: Translator) -> TurnSums:
    """The deniers, and the points as if the game ended now."""
    return TurnSums(
        speak.count("{n} denier", "{n} deniers", game.players[seat].deniers),
        speak.count("{n} point", "{n} points", sum_points(game)[seat]),
    )


def stops_after(game: TournayGame, seat: str, move: Move) -> bool:
    """Does what follows this move depend on cards that nobody can know, or on what somebody answers?

    Gathering and taking an open card change neither deniers nor points."""
    if move == GATHER or (move.verb == "draw" and move.args[2] == TOP):
        return False
    return not is_certain(game, seat, move)
