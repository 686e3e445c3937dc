"""Which explanations of the tutorial are shown beside a question."""

from typing import Any

from games.models import GameLogEntry
from games.play.lobby.tutorial import TUTORIAL_OFF
from games.queries.game_view import GameView
from games.rules.core.events import load_events
from games.rules.core.ruleset import Lesson

MAX_LESSONS_SHOWN = 2  # lessons shown at once: the rest can wait for the next decision

RECENT_ENTRIES = 40  # log entries


def list_lessons(sight: GameView) -> list[Lesson]:
    """List the unread lessons to show this reader now; after the end of the game only one, on the score."""
    seat = sight.seat
    if seat is None or not sight.game.is_lesson or TUTORIAL_OFF in seat.learnt.split():
        return []
    found = sight.rules.lessons(
        sight.position, seat.name, _list_seen_events(sight, seat.name), sight.language
    )
    return [one for one in found if one.key not in seat.learnt.split()][
        : MAX_LESSONS_SHOWN if sight.game.is_live else 1
    ]


def _list_seen_events(sight: GameView, name: str) -> list[dict[str, Any]]:
    moves = GameLogEntry.objects.filter(game=sight.game, taken_back=False).order_by("-number")
    entries = [load_events(text) for text in moves.values_list("events", flat=True)[:RECENT_ENTRIES]]
    return [seen for events in reversed(entries) for event in events if (seen := event.seen_by(name))]
