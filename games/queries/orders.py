"""What a seat's standing orders have done lately."""

from collections.abc import Iterator
from datetime import datetime

import msgspec
from django.db.models import Q

from games.models import GameLogEntry
from games.play.transaction.notices import ORDER_EVENTS
from games.play.transaction.origin import How
from games.queries.game_view import GameView
from games.rules.core.events import load_events

RECENT_OUTCOMES = 6  # outcomes shown


class OrderOutcome(msgspec.Struct, frozen=True):
    """What an order did, or why it could not."""

    at: datetime
    sentences: list[str]


def list_recent_outcomes(view: GameView) -> list[OrderOutcome]:
    """List what the orders of this seat did lately, newest first. Somebody else's move may stop a plan."""
    entries = GameLogEntry.objects.filter(game=view.game, taken_back=False, number__lte=view.game.log_length)
    own = Q(seat=view.seat, how=How.ORDER) | Q(events__contains='"plan_stopped"')
    newest = (
        entries.filter(own).only("at", "how", "seat_id", "events").order_by("-number")[: 4 * RECENT_OUTCOMES]
    )
    found = (OrderOutcome(entry.at, list(filter(None, _describe_outcome(view, entry)))) for entry in newest)
    return [done for done in found if done.sentences][:RECENT_OUTCOMES]


def _describe_outcome(view: GameView, entry: GameLogEntry) -> Iterator[str]:
    """Describe, as the log does, the order and what it did."""
    is_own = view.seat is not None and (entry.seat_id, entry.how) == (view.seat.pk, How.ORDER)
    for event in load_events(entry.events):
        seen = event.seen_by(view.name)
        if seen and (event.kind in ORDER_EVENTS or (is_own and seen.get("seat") == view.name)):
            yield view.rules.phrase(view.position, seen, view.name, view.language)
