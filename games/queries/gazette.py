"""The gazette of a game: a newspaper report on each round, the same for everybody who may see the table.

Reports are written by replaying the game, and cached.
"""

from datetime import datetime
from hashlib import blake2b

import msgspec
from django.core.cache import cache

from games.queries.game_view import GameView
from games.queries.replay import CACHE_SECONDS, load_replay
from games.rules.core.gazette_builder import GazetteBuilder

CACHE_FORMAT = 1  # version of the cached data


class GazetteEdition(msgspec.Struct, frozen=True):
    """The report of the gazette on one part of the game."""

    number: int
    title: str
    headline: str
    paragraphs: list[str]
    ends: int  # the number of its last move in the replay
    at: datetime


_decode = msgspec.json.Decoder(list[GazetteEdition]).decode


def load_editions(view: GameView) -> list[GazetteEdition]:
    """Return all reports, in order. Raises `BadRecord` if the game cannot be replayed."""
    key = _build_cache_key(view)
    kept: bytes | None = cache.get(key)
    if kept is not None:
        return _decode(kept)
    printed = _write_editions(view)
    cache.set(key, msgspec.json.encode(printed), CACHE_SECONDS)
    return printed


def _build_cache_key(view: GameView) -> str:
    """Build a cache key that changes when the game goes on or a seat is renamed."""
    game = view.game
    names = blake2b(" ".join(seat.name for seat in view.seats).encode(), digest_size=8).hexdigest()
    version = f"{CACHE_FORMAT}.{view.rules.store.version}"
    return f"gazette/{game.pk}/{game.log_length}/{game.state}/{version}/{names}/{view.language}"


def _write_editions(view: GameView) -> list[GazetteEdition]:
    newsroom, replay = GazetteBuilder(view.rules, view.game.key, view.language), load_replay(view)
    found = []
    for frame in replay.frames():
        for issue in newsroom.add_events(frame.position, frame.events):
            report = newsroom.write_report(frame.position, issue)
            found.append(
                GazetteEdition(
                    issue.number, issue.title, report.headline, report.paragraphs, frame.number, frame.at
                )
            )
    return found
