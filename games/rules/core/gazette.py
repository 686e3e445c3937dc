"""The gazette, a newspaper about a game: the facts of an issue, and the report that is printed."""

from typing import Any

import msgspec


class GazetteIssue(msgspec.Struct, frozen=True):
    """A finished part of a game, such as a round, with what a spectator could see of it."""

    key: str  # of the game: it selects the wordings, so that all readers get the same text
    number: int  # of the part, from 1
    title: str
    events: list[dict[str, Any]]  # its events, as a spectator saw them
    before: dict[str, Any]  # a spectator's view when it began; empty in a game without parts
    after: dict[str, Any]  # a spectator's view when it ended
    points: dict[str, int] = {}  # the final score, if the game ended with it
    winners: list[str] = []
    verdict: list[str] = []  # who won and why, in the reader's language


class GazetteReport(msgspec.Struct, frozen=True):
    """A headline and a few short paragraphs."""

    headline: str
    paragraphs: list[str]
