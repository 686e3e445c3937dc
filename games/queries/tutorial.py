"""Which explanations of the tutorial are shown beside a question."""

from typing import Any

from games.models import GameLogEntry
from games.play.lobby.tutorial import TUTORIAL_OFF
from games.queries.game_view import GameView
from games.rules.core.capabilities.tutorial import Lesson
from games.rules.core.events import load_events

MAX_LESSONS_SHOWN = 2  # lessons shown at once: the rest can wait for the next decision

RECENT_ENTRIES = 40  # log entries


def list_lessons(view: GameView) -> list[Lesson]:
    """List the unread lessons to show this reader now; after the end of the game only one, on the score."""
    seat, tutorial = view.seat, view.rules.tutorial
    if (
        seat is None
        or tutorial is None
        or not view.game.is_tutorial
        or TUTORIAL_OFF in seat.lessons_read.split()
    ):
        return []
    found = tutorial.lessons(view.position, seat.name, _list_seen_events(view, seat.name), view.language)
    return [one for one in found if one.key not in seat.lessons_read.split()][
        : MAX_LESSONS_SHOWN if view.game.is_live else 1
    ]


def _list_seen_events(view: GameView, name: str) -> list[dict[str, Any]]:
    moves = GameLogEntry.objects.filter(game=view.game, taken_back=False).order_by("-number")
    entries = [load_events(text) for text in moves.values_list("events", flat=True)[:RECENT_ENTRIES]]
    return [seen for events in reversed(entries) for event in events if (seen := event.seen_by(name))]
