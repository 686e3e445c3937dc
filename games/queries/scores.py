"""The scores of a game, line by line."""

from collections.abc import Sequence

import msgspec

from games.models import Game
from games.queries.game_view import GameView
from games.rules.core.ruleset import ScoreLine


class SeatScore(msgspec.Struct, frozen=True):
    """The points of a seat, line by line."""

    seat: str
    place: int  # shared by seats that nothing tells apart
    total: int
    wins: bool
    is_own: bool
    lines: list[tuple[int, str]]


def list_scores(view: GameView) -> list[SeatScore]:
    """List the scores of all seats, best first; empty before the end, because they count hidden cards."""
    if view.game.state != Game.State.OVER:
        return []
    rules, position = view.rules, view.position
    scores, ranking = rules.scores(position), rules.ranking(position)
    return [
        _build_score(view, seat, place, scores[seat])
        for place, seats in enumerate(ranking, 1)
        for seat in seats
    ]


def _build_score(view: GameView, seat: str, place: int, lines: Sequence[ScoreLine]) -> SeatScore:
    reason = view.rules.presentation.reason
    return SeatScore(
        view.shown_names[seat],
        place,
        sum(line.points for line in lines),
        wins=seat in view.rules.winners(view.position),
        is_own=seat == view.name,
        lines=[(line.points, reason(view.position, line, view.language)) for line in lines],
    )
