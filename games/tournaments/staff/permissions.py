"""Which roles may do what in a tournament."""

from typing import Any

from django.utils.translation import gettext as _

from games.play.errors import NotAllowed
from games.tournaments.models import Role, Tournament

REFEREE_ROLES = {Role.Kind.OWNER, Role.Kind.DIRECTOR, Role.Kind.REFEREE}

DIRECTOR_ROLES = {Role.Kind.OWNER, Role.Kind.DIRECTOR}

ANNOUNCER_ROLES = {Role.Kind.OWNER, Role.Kind.DIRECTOR, Role.Kind.ANNOUNCER}

OWNER_ROLES = {Role.Kind.OWNER}


def find_role(tournament: Tournament, user: Any) -> str:
    """Return the role of a user in a tournament; empty if they have none."""
    if not getattr(user, "is_authenticated", False):
        return ""
    return tournament.roles.filter(user=user).values_list("kind", flat=True).first() or ""


def require_role(tournament: Tournament, user: Any, roles: set[Any]) -> None:
    if find_role(tournament, user) not in roles:
        raise NotAllowed(_("Only those who run this tournament can do this."))
