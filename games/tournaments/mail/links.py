"""Signed links in tournament emails. Each allows one action of one entrant or helper and nothing else."""

from datetime import timedelta
from typing import NamedTuple, Self

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from games.links.kinds import UNSUBSCRIBE_LASTS
from games.links.tokens import compute_key_digest, compute_user_digest, declare_token, fits_digest
from games.tournaments.models import Entrant, Role, Tournament

ACTION_LASTS = timedelta(days=120)  # tournaments take months; most questions end much sooner

WITHDRAW, DISPUTE, APPEAL, SIT_OUT = (
    "withdraw",
    "dispute",
    "appeal",
    "sit_out",
)  # beside the kinds of questions


class EntrantActionLink(NamedTuple):
    """The payload of a link with which an entrant decides one thing."""

    entrant_id: int
    key_digest: bytes
    action: str
    about: int = 0  # number of a stage or table


class TournamentUnsubscribeLink(NamedTuple):
    """The payload of an unsubscribe link, for one entrant or (id 0) for all tournament emails to a user."""

    entrant_id: int
    key_digest: bytes
    user_id: int
    user_digest: bytes = b""  # in a link for all tournaments

    @classmethod
    def for_user(cls, user: User, entrant: Entrant | None) -> Self:
        if entrant is None:
            return cls(0, b"", user.pk, compute_user_digest(user))
        return cls(entrant.pk, compute_key_digest(entrant), user.pk)


class RoleLink(NamedTuple):
    """The payload of a link with which a helper declines a role; a new role needs a new link."""

    role_id: int
    user_id: int
    kind: str
    user_digest: bytes = b""

    @classmethod
    def for_role(cls, role: Role) -> Self:
        return cls(role.pk, role.user_id, role.kind, compute_user_digest(role.user))


ENTRANT_ACTION = declare_token("tournaments.matter.v1", EntrantActionLink, ACTION_LASTS)
ROLE = declare_token("tournaments.role.v1", RoleLink, ACTION_LASTS)
TOURNAMENT_UNSUBSCRIBE = declare_token(
    "tournaments.unsubscribe.v1", TournamentUnsubscribeLink, UNSUBSCRIBE_LASTS
)


def build_action_url(entrant: Entrant, what: str, about: int = 0) -> str:
    """Build the URL at which an entrant takes an action."""
    link = EntrantActionLink(entrant.pk, compute_key_digest(entrant), what, about)
    return _build_url(ENTRANT_ACTION.sign(link))


def build_role_url(role: Role) -> str:
    """Build the URL at which a helper declines a role."""
    return _build_url(ROLE.sign(RoleLink.for_role(role)))


def build_unsubscribe_url(entrant: Entrant | None, user: User) -> str:
    """Build the unsubscribe URL."""
    return _build_url(TOURNAMENT_UNSUBSCRIBE.sign(TournamentUnsubscribeLink.for_user(user, entrant)))


def matches_entrant(opened: EntrantActionLink | TournamentUnsubscribeLink, entrant: Entrant) -> bool:
    """Tell whether a link belongs to this entrant and has not been revoked since."""
    return opened.entrant_id == entrant.pk and fits_digest(opened.key_digest, entrant)


def _build_url(token: str) -> str:
    return settings.BASE_URL + reverse("tournament_link", args=[token])


def build_tournament_url(tournament: Tournament, route: str = "tournament") -> str:
    """Build the URL of a public page of the tournament."""
    return settings.BASE_URL + reverse(route, args=[tournament.slug])
