"""One thing that a letter tells, and who writes which."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _

from games.tournaments.models import Entrant, Letter
from games.tournaments.naming import Conditions


class Way(NamedTuple):
    """A link, and what it opens."""

    label: str
    link: str
    is_asked: bool = True  # here the reader decides; otherwise it is only worth a look
    needs_sign_in: bool = False


class Word(NamedTuple):
    """Something that can be replied, and what it means."""

    word: str
    means: str


class Seating(NamedTuple):
    """A table of the reader: who sits there in order, and where it is."""

    title: str
    seats: list[str]
    note: str
    link: str = ""


class Rank(NamedTuple):
    """A line of the standings."""

    rank: int
    name: str
    points: str
    is_own: bool = False
    has_gap: bool = False  # some are left out above it


class Standings(NamedTuple):
    title: str
    ranks: list[Rank]


class Passage(msgspec.Struct, kw_only=True):
    """A heading and what stands below it, in this order."""

    kind: str
    heading: str
    told: list[str] = []  # paragraphs
    listed: list[str] = []
    quoted: str = ""  # what somebody wrote
    due: str = ""  # until when, and what happens otherwise
    ways: list[Way] = []
    words: list[Word] = []
    tables: list[Seating] = []
    standings: list[Standings] = []
    conditions: list[Conditions] = []


Writer = Callable[[list[Letter]], Passage]

_writers: dict[str, Writer] = {}


def tells(kind: str) -> Callable[[Writer], Writer]:
    """`@tells(Kind.PLACE)`: this writes the passage about letters of that kind, mostly about one."""

    def register(writer: Writer) -> Writer:
        _writers[kind] = writer
        return writer

    return register


def of(letters: list[Letter]) -> Passage:
    """The passage about these, which are of one kind."""
    return _writers[letters[0].kind](letters)


def data_of(letter: Letter) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(letter.data)
    return found


def entrant_of(letter: Letter) -> Entrant:
    """For kinds that only entrants get."""
    assert letter.entrant is not None  # noqa: S101 (the book leaves none without)
    return letter.entrant


def yes_or_no(yes: str, no: str) -> list[Word]:
    """The words of our languages for it are all understood."""
    return [Word(_("yes"), yes), Word(_("no"), no)]


def seats_word() -> Word:
    """In a line of its own, beside the yes."""
    return Word(_("seats 2 1 3"), _("you would like the second seat best, then the first, then the third"))
