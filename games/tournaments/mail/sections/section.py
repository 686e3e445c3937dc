"""Email sections: their parts as data, and a registry of the function that builds each kind."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext as _

from games.tournaments.display import StageConditions
from games.tournaments.models import Entrant, TournamentNotice


class SectionLink(NamedTuple):
    """A link and its label."""

    label: str
    link: str
    is_action: bool = True  # the reader decides something there; otherwise it is only for information
    needs_sign_in: bool = False


class ReplyWord(NamedTuple):
    """Something that can be replied by email, and what it means."""

    word: str
    meaning: str


class TableSummary(NamedTuple):
    """One of the reader's tables: who sits there, in seat order, and a link to it."""

    title: str
    seats: list[str]
    note: str
    link: str = ""


class RankLine(NamedTuple):
    """A row of the standings."""

    rank: int
    name: str
    points: str
    is_own: bool = False
    has_gap: bool = False  # rows above it are left out


class StandingsExcerpt(NamedTuple):
    """An excerpt of the standings with a title."""

    title: str
    ranks: list[RankLine]


class EmailSection(msgspec.Struct, kw_only=True):
    """A heading and the content below it, in the order of the fields."""

    kind: str
    heading: str
    paragraphs: list[str] = []  # paragraphs
    items: list[str] = []
    quotation: str = ""  # text that somebody wrote
    deadline_text: str = ""  # the deadline, and what happens if it is missed
    links: list[SectionLink] = []
    reply_words: list[ReplyWord] = []
    tables: list[TableSummary] = []
    standings: list[StandingsExcerpt] = []
    conditions: list[StageConditions] = []


SectionWriter = Callable[[list[TournamentNotice]], EmailSection]

_section_writers: dict[str, SectionWriter] = {}


def register_section(kind: str) -> Callable[[SectionWriter], SectionWriter]:
    """Register the decorated function as the one that builds the section about notices of this kind."""

    def register(writer: SectionWriter) -> SectionWriter:
        _section_writers[kind] = writer
        return writer

    return register


def build_email_section(notices: list[TournamentNotice]) -> EmailSection:
    """Build the section about these notices, which are all of one kind."""
    return _section_writers[notices[0].kind](notices)


def load_notice_data(notice: TournamentNotice) -> dict[str, Any]:
    """Load the data that a notice carries."""
    found: dict[str, Any] = msgspec.json.decode(notice.data)
    return found


def require_entrant(notice: TournamentNotice) -> Entrant:
    """Return the entrant of a notice, for kinds that only entrants receive."""
    assert notice.entrant is not None  # noqa: S101 (the book leaves none without)
    return notice.entrant


def list_yes_no_words(yes: str, no: str) -> list[ReplyWord]:
    """Return the two replies; the words of all our languages are understood."""
    return [ReplyWord(_("yes"), yes), ReplyWord(_("no"), no)]


def build_seats_word() -> ReplyWord:
    """Return the reply that chooses seats, on a line of its own beside the yes."""
    return ReplyWord(
        _("seats 2 1 3"), _("you would like the second seat best, then the first, then the third")
    )
