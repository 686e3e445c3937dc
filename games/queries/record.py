"""The record of a game as text."""

import msgspec

from games.models import GameLogEntry
from games.queries.game_view import GameView
from games.rules.core.notation import parse_exact_move
from games.rules.core.records import record
from games.rules.core.records.record import RecordedMove


def render_record(view: GameView) -> str:
    """Render the whole game as text, with its seed. Only for games that have ended."""
    moves = GameLogEntry.objects.not_undone().filter(game=view.game).order_by("number")
    plays = [
        RecordedMove(seat, parse_exact_move(text))
        for seat, text in moves.values_list("seat__name", "text").iterator()
    ]
    options = msgspec.json.decode(view.game.options)
    built = record.build_record(
        view.rules,
        view.position,
        options=options,
        seed=view.game.seed,
        plays=plays,
        version=view.game.rules_version,
    )
    return record.format_record(built)
