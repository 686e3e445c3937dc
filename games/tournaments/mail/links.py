"""Signed links in tournament emails. Each allows one action of one entrant or helper and nothing else."""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from games.links import tokens
from games.tournaments.models import Entrant, Role, Tournament

ACTION_SALT = "tournaments.matter.v1"
ACTION_LINK_LIFETIME = timedelta(days=120)  # tournaments take months; most questions end much sooner
ROLE_SALT = "tournaments.role.v1"
UNSUBSCRIBE_SALT = "tournaments.unsubscribe.v1"
UNSUBSCRIBE_LINK_LIFETIME = tokens.UNSUBSCRIBE_LASTS

WITHDRAW, DISPUTE, APPEAL = "withdraw", "dispute", "appeal"  # beside the kinds of questions


class EntrantActionLink(NamedTuple):
    """The payload of a link with which an entrant decides one thing."""

    entrant_id: int
    lock: str
    action: str
    about: int = 0  # number of a stage or table


class TournamentUnsubscribeLink(NamedTuple):
    """The payload of an unsubscribe link, for one entrant or (id 0) for all tournament emails to a user."""

    entrant_id: int
    lock: str
    user_id: int


class RoleLink(NamedTuple):
    """The payload of a link with which a helper declines a role; a new role needs a new link."""

    role_id: int
    user_id: int
    kind: str


def build_action_url(entrant: Entrant, what: str, about: int = 0) -> str:
    """Build the URL at which an entrant takes an action."""
    return _build_url(
        tokens.sign_token(
            ACTION_SALT, EntrantActionLink(entrant.pk, tokens.compute_key_digest(entrant), what, about)
        )
    )


def parse_action_token(token: str) -> EntrantActionLink:
    return EntrantActionLink(*tokens.read_token(ACTION_SALT, token, ACTION_LINK_LIFETIME))


def build_role_url(role: Role) -> str:
    """Build the URL at which a helper declines a role."""
    return _build_url(tokens.sign_token(ROLE_SALT, RoleLink(role.pk, role.user_id, role.kind)))


def parse_role_token(token: str) -> RoleLink:
    return RoleLink(*tokens.read_token(ROLE_SALT, token, ACTION_LINK_LIFETIME))


def build_unsubscribe_url(entrant: Entrant | None, user_id: int) -> str:
    """Build the unsubscribe URL."""
    key = (entrant.pk, tokens.compute_key_digest(entrant)) if entrant else (0, "")
    return _build_url(tokens.sign_token(UNSUBSCRIBE_SALT, TournamentUnsubscribeLink(*key, user_id)))


def parse_unsubscribe_token(token: str) -> TournamentUnsubscribeLink:
    return TournamentUnsubscribeLink(*tokens.read_token(UNSUBSCRIBE_SALT, token, UNSUBSCRIBE_LINK_LIFETIME))


def matches_entrant(opened: EntrantActionLink | TournamentUnsubscribeLink, entrant: Entrant) -> bool:
    """Tell whether a link belongs to this entrant and has not been revoked since."""
    return opened.entrant_id == entrant.pk and constant_time_compare(
        opened.lock, tokens.compute_key_digest(entrant)
    )


def _build_url(token: str) -> str:
    return settings.BASE_URL + reverse("tournament_link", args=[token])


def build_tournament_url(tournament: Tournament, route: str = "tournament") -> str:
    """Build the URL of a public page of the tournament."""
    return settings.BASE_URL + reverse(route, args=[tournament.slug])
