"""What happens when a person has a new address."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth import update_session_auth_hash
from django.db import transaction
from django.http import HttpRequest

from accounts import bounces, personal_data
from accounts.models import User
from accounts.revocation import revoke_everything


def handle_address_change(
    user: User, request: HttpRequest | None = None, from_email_address: EmailAddress | None = None, **_: Any
) -> None:
    """Revoke what lies in the old mailbox, forget its bounces, and send what is open to the new one.

    The browser in which the new address was proved stays signed in."""
    was_reachable = user.is_reachable
    with transaction.atomic():
        revoke_everything(user, [from_email_address.email] if from_email_address else [])
        bounces.mark_reachable(user)
        if was_reachable:  # else it was done just now
            personal_data.notify_reachable(user)
    if request is not None and request.user.pk == user.pk:
        update_session_auth_hash(request, user)
