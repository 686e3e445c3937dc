"""Links of letters about events: each is signed for one matter of one entrant, and opens nothing else."""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from games.links import tokens
from games.tournaments.models import Entrant, Role, Tournament

MATTER = "tournaments.matter.v1"
MATTER_LASTS = timedelta(days=120)  # an event takes months; what it asks usually ends much sooner
ROLE = "tournaments.role.v1"
LETTERS = "tournaments.letters.v1"
LETTERS_LAST = tokens.LETTERS_LAST

WITHDRAW, DISPUTE, APPEAL = "withdraw", "dispute", "appeal"  # beside the questions of questions.py


class Matter(NamedTuple):
    """What somebody may decide here: one matter of one entrant."""

    entrant_id: int
    lock: str
    what: str
    about: int = 0  # the number of a stage, or of a table


class Letters(NamedTuple):
    """The letters about one event that come to an entrant; without one, all about events to a person."""

    entrant_id: int
    lock: str
    user_id: int


class Named(NamedTuple):
    """A person who was named to help; another role of theirs is another matter."""

    role_id: int
    user_id: int
    kind: str


def matter(entrant: Entrant, what: str, about: int = 0) -> str:
    """The address at which this entrant decides this matter."""
    return _address(tokens.write(MATTER, Matter(entrant.pk, tokens.lock(entrant), what, about)))


def read_matter(token: str) -> Matter:
    return Matter(*tokens.read(MATTER, token, MATTER_LASTS))


def role(role: Role) -> str:
    """The address at which a helper declines what they were named for."""
    return _address(tokens.write(ROLE, Named(role.pk, role.user_id, role.kind)))


def read_role(token: str) -> Named:
    return Named(*tokens.read(ROLE, token, MATTER_LASTS))


def no_more(entrant: Entrant | None, user_id: int) -> str:
    """The address at which these letters end."""
    key = (entrant.pk, tokens.lock(entrant)) if entrant else (0, "")
    return _address(tokens.write(LETTERS, Letters(*key, user_id)))


def read_letters(token: str) -> Letters:
    return Letters(*tokens.read(LETTERS, token, LETTERS_LAST))


def fits(opened: Matter | Letters, entrant: Entrant) -> bool:
    """Is it this entrant, and still in the same hands?"""
    return opened.entrant_id == entrant.pk and constant_time_compare(opened.lock, tokens.lock(entrant))


def _address(token: str) -> str:
    return settings.BASE_URL + reverse("event_link", args=[token])


def event_page(tournament: Tournament, route: str = "tournament") -> str:
    """A public page of the event."""
    return settings.BASE_URL + reverse(route, args=[tournament.slug])
