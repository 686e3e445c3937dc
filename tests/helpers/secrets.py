"""Two worlds that differ only in what a seat cannot see, put on a real table."""

import re
from typing import Any

import msgspec

from games.models import Game, GameLogEntry
from games.rules import registry
from games.rules.core.events import Event
from games.rules.core.rng import Rng
from tests.helpers.tables import position

# cards that hide something: orders on decks, passes, windows, discards
SECRETIVE_KINGDOM = [
    *("cellar", "courtyard", "masquerade", "militia", "moat"),
    *("scout", "secret_chamber", "smithy", "torturer", "village"),
]

# what is new each time; and the seal, which is there to be published and tells nothing of its seed
ONE_TIME = re.compile(
    rb'name="(csrfmiddlewaretoken|key)" value="[^"]*"|<code class="seal">[0-9a-f]{64}</code>'
)


SET_UPS: list[tuple[str, int, dict[str, Any]]] = [
    ("citadels", 2, {}),
    ("citadels", 3, {"preset": "vicious_nobles"}),
    ("citadels", 5, {"preset": "devious_dignitaries"}),
    ("citadels", 4, {"edition": "classic", "preset": "random"}),
    ("dominion", 3, {"kingdom": SECRETIVE_KINGDOM}),
]


def put_other_world(game: Game, reader: str, number: int) -> None:
    """Deal everything afresh that this reader cannot know, and forget the secrets of the others."""
    rules = registry.get(game.ruleset)
    world = rules.deal_again(position(game), reader, Rng(f"{reader} {number}"))
    rules.audit(world)
    Game.objects.filter(pk=game.pk).update(position=rules.dump(world).decode(), seed="another")
    for entry in game.log_entries.select_related("seat"):
        events = msgspec.json.decode(entry.events, type=list[Event])
        text = entry.text if not entry.seat or entry.seat.name == reader else "something else"
        others = msgspec.json.encode([_without(event, reader) for event in events]).decode()
        GameLogEntry.objects.filter(pk=entry.pk).update(text=text, events=others, position_before="")


def _without(event: Event, reader: str) -> Event:
    secret = {seat: data if seat == reader else {"cards": ["quarry"]} for seat, data in event.secret.items()}
    return Event(event.kind, event.open, secret, event.private)


def restore(game: Game, before: dict[str, str], journal: dict[int, tuple[str, str, str]]) -> None:
    Game.objects.filter(pk=game.pk).update(**before)
    for pk, (text, events, position_before) in journal.items():
        GameLogEntry.objects.filter(pk=pk).update(text=text, events=events, position_before=position_before)
