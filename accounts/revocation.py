"""Revocation: nothing that was ever sent to a person, or that signs them in, is good any longer.

It happens when a person says that somebody else has used their links, and when they get another address: the
old mailbox may be read by others.
"""

from collections.abc import Collection
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth import update_session_auth_hash
from django.db import transaction
from django.http import HttpRequest
from django.utils.crypto import get_random_string

from accounts import bounces, personal_data
from accounts.models import User
from accounts.users import lock_user

LINK_KEY_LENGTH = 12


@transaction.atomic
def revoke_everything(user: User, addresses: Collection[str] = ()) -> None:
    """End all sessions of a person; void their calendar address, and all links, passes and reply addresses.

    Codes that were sent to sign in are void, too. `addresses` are those that were theirs besides the present
    one. Passkeys stay: nobody can have one without having signed in."""
    found = lock_user(user.pk)
    user.link_key, user.calendar_key = get_random_string(LINK_KEY_LENGTH), None
    found.link_key, found.calendar_key = user.link_key, None
    found.save(update_fields=["link_key", "calendar_key"])
    personal_data.revoke_all(found, {found.email, *addresses})


def handle_address_change(
    user: User, request: HttpRequest | None = None, from_email_address: EmailAddress | None = None, **_: Any
) -> None:
    """Revoke what lies in the old mailbox, forget its bounces, and send what is open to the new one.

    The browser in which the new address was proved stays signed in."""
    was_reachable = user.is_reachable
    with transaction.atomic():
        revoke_everything(user, [from_email_address.email] if from_email_address else [])
        bounces.mark_reachable(user)
        if was_reachable:  # else open questions were sent again just now
            personal_data.notify_address_changed(user)
    if request is not None and request.user.pk == user.pk:
        update_session_auth_hash(request, user)
