"""What a seat ends with after a move: deniers, and points as if the game ended then.

The move is played on a copy. Only moves are tried whose sums depend on nothing that the seat cannot see.
"""

from typing import Any, NamedTuple

from ...core.notation import Move
from ...core.ruleset import Ruleset
from ..activation import list_effects
from ..cards.card import card_set
from ..cards.effects import HOUSE_TAX, INCOME, LAND_TAX, MASS, RECRUIT, parse_effect
from ..position import TournayGame

CERTAIN = frozenset({"place", "fight", "tax", "recruit"})  # verbs after which the sums are known
CERTAIN_EFFECTS = frozenset({INCOME, LAND_TAX, HOUSE_TAX, RECRUIT, MASS})


class SumsAfter(NamedTuple):
    """What the seat has after a move."""

    deniers: int
    points: int


def compute_sums_after(rules: Ruleset[Any], game: TournayGame, seat: str, move: Move) -> SumsAfter | None:
    """The sums after this move; None if they are not known, or do not change."""
    if not is_certain(game, seat, move):
        return None
    later = rules.copy(game)
    rules.play(later, seat, move)
    return SumsAfter(later.players[seat].deniers, rules.sum_points(later)[seat])


def is_certain(game: TournayGame, seat: str, move: Move) -> bool:
    """Does what the seat ends with depend on nothing hidden?"""
    if move.verb != "activate":
        return move.verb in CERTAIN
    slug, cell = move.args[:2]
    effects = list_effects(game, seat, card_set(game).cards[slug], cell)
    return all(parse_effect(step.args["effect"]).kind in CERTAIN_EFFECTS for step in effects)
