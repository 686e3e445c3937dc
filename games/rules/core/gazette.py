"""What a newspaper knows of a part of a game, and what it writes of it."""

from typing import Any

import msgspec


class Issue(msgspec.Struct, frozen=True):
    """A part of a game that is over, such as a round: what anybody could see and hear of it."""

    key: str  # of the game: it chooses among wordings, so that all readers read the same
    number: int  # of the part, from 1
    title: str
    told: list[dict[str, Any]]  # its events, as somebody who only watches was told of them
    before: dict[str, Any]  # that reader's view when it began; nothing in a game without parts
    after: dict[str, Any]  # and when it ended
    points: dict[str, int] = {}  # the final score, if the game ended with it
    winners: list[str] = []
    verdict: list[str] = []  # who has won, and why, in the reader's language


class Report(msgspec.Struct, frozen=True):
    """A headline and a few short paragraphs."""

    headline: str
    paragraphs: list[str]
