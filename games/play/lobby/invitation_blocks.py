"""People who want no invitations: with an account by a preference, without one by their address."""

from django.db import transaction

from accounts.models import User
from accounts.preferences.mail_preferences import MAIL_KINDS, NONE
from accounts.users import lock_user
from games.models import Invitation, InvitationBlock
from games.models.invitation_block import compute_address_digest

INVITATION = "invitation"  # the kind of email


@transaction.atomic
def block_invitations(address: str) -> None:
    """Send no invitation to this address any more, not even one that is on its way."""
    user = User.objects.find_by_address(address)
    if user is not None:
        _set_preference(user, NONE)
    else:
        InvitationBlock.objects.get_or_create(address_digest=compute_address_digest(address))
    Invitation.objects.filter(address=address.lower()).waiting().drop()


@transaction.atomic
def allow_invitations(address: str) -> None:
    """Let people invite this address again."""
    user = User.objects.find_by_address(address)
    if user is not None:
        _set_preference(user, MAIL_KINDS[INVITATION].default)
    InvitationBlock.objects.of_address(address).delete()


def _set_preference(user: User, when: str) -> None:
    found = lock_user(user.pk)
    found.mail_preferences = {**found.mail_preferences, INVITATION: when}
    found.save(update_fields=["mail_preferences"])


def is_blocked(address: str) -> bool:
    """Has the owner of this address, who has no account, said that nobody shall invite them?"""
    blocked = InvitationBlock.objects.of_address(address)
    return blocked.exists() and User.objects.find_by_address(address) is None
