"""The gazette of a game: a report of each part that is over, the same for all who may look at the table."""

from datetime import datetime
from hashlib import blake2b

import msgspec
from django.core.cache import cache

from games.play.replaying import A_WEEK, replay_of
from games.play.views_of import Sight
from games.rules.core.newsroom import Newsroom

FORMAT = 1  # of what is kept


class Edition(msgspec.Struct, frozen=True):
    """What the gazette has printed of one part."""

    number: int
    title: str
    headline: str
    paragraphs: list[str]
    ends: int  # the number of its last move in the replay
    at: datetime


_decode = msgspec.json.Decoder(list[Edition]).decode


def editions(sight: Sight) -> list[Edition]:
    """All of them, in order. `BadRecord`: the game cannot be played again."""
    key = _key(sight)
    kept: bytes | None = cache.get(key)
    if kept is not None:
        return _decode(kept)
    printed = _printed(sight)
    cache.set(key, msgspec.json.encode(printed), A_WEEK)
    return printed


def _key(sight: Sight) -> str:
    """Another one when there is more to tell, or somebody is called otherwise."""
    game = sight.game
    names = blake2b(" ".join(seat.name for seat in sight.seats).encode(), digest_size=8).hexdigest()
    version = f"{FORMAT}.{sight.rules.store.version}"
    return f"gazette/{game.pk}/{game.length}/{game.state}/{version}/{names}/{sight.language}"


def _printed(sight: Sight) -> list[Edition]:
    newsroom, replay = Newsroom(sight.rules, sight.game.key, sight.language), replay_of(sight)
    found = []
    for frame in replay.frames():
        for issue in newsroom.hear(frame.position, frame.events):
            report = newsroom.report(frame.position, issue)
            found.append(
                Edition(issue.number, issue.title, report.headline, report.paragraphs, frame.number, frame.at)
            )
    return found
