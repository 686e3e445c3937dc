"""The order in which the moves of a turn are played: a card is placed, then there is one action."""

from collections.abc import Iterator

from ...core.capabilities.whole_turn import ChosenParts, TurnChoice
from ...core.notation import Move
from ..activation import ACTIVATE
from ..position import CELLS, TournayGame

PLACE, ACT = "place", "act"
ONCE_PLACED = "placed "  # begins the value of a choice that activates the card just placed


def list_sequences(game: TournayGame, seat: str, chosen: ChosenParts) -> Iterator[list[Move]]:
    """The one order of a turn; the card that is activated once it is placed lies where it was placed."""
    placed = [move for choice in chosen.get(PLACE, ()) for move in choice.moves]
    acts = [move for choice in chosen.get(ACT, ()) for move in _list_acts(game, seat, choice, placed)]
    yield [*placed, *acts]


def _list_acts(game: TournayGame, seat: str, choice: TurnChoice, placed: list[Move]) -> list[Move]:
    if not choice.value.startswith(ONCE_PLACED):
        return [*choice.moves]
    slug = choice.value.removeprefix(ONCE_PLACED)
    cells = (move.args[1] for move in placed if move.args[0] == slug)
    return [Move(ACTIVATE, (slug, next(cells, _find_cell_without(game, seat, slug))))]


def _find_cell_without(game: TournayGame, seat: str, slug: str) -> str:
    """A cell where this card does not lie: to activate it there is refused."""
    district = game.players[seat].district
    return next(cell for cell in CELLS if cell not in district or district[cell].cards[0] != slug)
