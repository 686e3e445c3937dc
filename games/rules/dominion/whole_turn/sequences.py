"""The order in which the moves of a turn are played: actions, Treasures, buys, as in the form."""

from collections.abc import Iterator, Sequence

from ...core.capabilities.whole_turn import STOP, ChosenParts, TurnChoice
from ...core.errors import RulesError
from ...core.notation import Move
from ...core.ruleset import Ruleset
from ..position import DominionGame
from .certainty import has_drawn

ACTIONS, TREASURES, SOME_TREASURES, BUYS, THEN = "actions", "treasures", "some_treasures", "buys", "then"
SHOW = "show"  # stop after the actions if they have drawn cards


def list_sequences(
    rules: Ruleset[DominionGame], game: DominionGame, seat: str, chosen: ChosenParts
) -> Iterator[list[Move]]:
    """The one order of a turn; Treasures that are named are played in place of all."""
    actions = _list_moves(chosen.get(ACTIONS, ()))
    if any(choice.value == SHOW for choice in chosen.get(THEN, ())) and _draws(rules, game, seat, actions):
        yield [*actions, STOP]
        return
    treasures = chosen.get(SOME_TREASURES) or chosen.get(TREASURES, ())
    yield [*actions, *(move for part in (treasures, *_list_rest(chosen)) for move in _list_moves(part))]


def _list_rest(chosen: ChosenParts) -> Iterator[Sequence[TurnChoice]]:
    yield chosen.get(BUYS, ())
    yield chosen.get(THEN, ())


def _list_moves(choices: Sequence[TurnChoice]) -> list[Move]:
    return [move for choice in choices for move in choice.moves]


def _draws(rules: Ruleset[DominionGame], game: DominionGame, seat: str, moves: Sequence[Move]) -> bool:
    """Do these moves, as far as they can be played, bring cards that the seat could not know?"""
    later = rules.copy(game) if moves else game
    for move in moves:
        try:
            rules.play(later, seat, move)
        except RulesError:
            break
    return has_drawn(later, seat)
