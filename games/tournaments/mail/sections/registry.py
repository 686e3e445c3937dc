"""Sections of tournament emails: which function builds each kind, and what several of them share."""

from collections.abc import Callable
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.mail.content.section import ReplyWord, Section
from games.tournaments.models import Entrant, TournamentNotice

SectionWriter = Callable[[list[TournamentNotice]], Section]

_section_writers: dict[str, SectionWriter] = {}


def register_section(kind: str) -> Callable[[SectionWriter], SectionWriter]:
    """Register the decorated function as the one that builds the section about notices of this kind."""

    def register(writer: SectionWriter) -> SectionWriter:
        _section_writers[kind] = writer
        return writer

    return register


def build_email_section(notices: list[TournamentNotice]) -> Section:
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
        _("seats 2 1 3"), _("you would like the second seat most, then the first, then the third")
    )
