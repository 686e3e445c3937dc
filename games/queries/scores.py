"""The scores of a game, line by line."""

import msgspec

from games.models import Game
from games.queries.game_view import GameView


class SeatScore(msgspec.Struct, frozen=True):
    """The points of a seat, line by line."""

    seat: str
    total: int
    wins: bool
    lines: list[tuple[int, str]]


def list_scores(view: GameView) -> list[SeatScore]:
    """List the scores of all seats, best first; empty before the end, because they count hidden cards."""
    if view.game.state != Game.State.OVER:
        return []
    rules, position = view.rules, view.position
    winners = rules.winners(position)
    order = [seat for place in rules.ranking(position) for seat in place]
    found = [
        SeatScore(
            seat,
            sum(line.points for line in lines),
            seat in winners,
            [(line.points, rules.presentation.reason(position, line, view.language)) for line in lines],
        )
        for seat, lines in rules.scores(position).items()
    ]
    return sorted(found, key=lambda score: order.index(score.seat))
