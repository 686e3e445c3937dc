"""Close an account: delete personal data, and keep games readable under a neutral name.

The user row stays, because games refer to it; the other players keep a complete game.
"""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import transaction

from accounts import personal_data, server_time
from accounts.models import User
from accounts.users import lock_user


def close_account(user: User) -> None:
    """Close an account for good: anonymise it and sign it out everywhere."""
    anonymise_account(user)
    delete_sessions(user)  # after the transaction: reading all sessions would keep games locked


@transaction.atomic
def anonymise_account(user: User) -> None:
    """Delete or neutralise all personal data of an account, in one transaction."""
    lock_user(user.pk)
    personal_data.close_all(user)
    delete_login_methods(user)
    anonymise_admin_log(user)
    user.former_handles.all().delete()
    user.groups.clear()
    user.user_permissions.clear()
    anonymise_user(user)


def build_neutral_handle(user: User) -> str:
    """Return a handle that is certainly free, because nobody can choose it."""
    return f"Former-{user.pk}"


def delete_login_methods(user: User) -> None:
    """Delete the addresses and passkeys with which the person could sign in."""
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()


def delete_sessions(user: User) -> None:
    """Delete the sessions. They are invalid without the old password, but contain an address or a seat's
    pass.
    """
    for session in Session.objects.iterator():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()


def anonymise_admin_log(user: User) -> None:
    """Neutralise the admin log, which keeps the names that rows had when they were edited."""
    names = LogEntry.objects.filter(object_repr__in=[user.handle, user.email])
    names.update(object_repr=build_neutral_handle(user))


def anonymise_user(user: User) -> None:
    """Reset the profile to its defaults, and replace handle and address."""
    fresh = User(pk=user.pk)
    for field in (
        *(
            "display_name",
            "language",
            "time_zone",
            "quiet_from",
            "quiet_until",
            "mail_preferences",
            "digest_hours",
            "last_login",
        ),
        *(
            "holds_email",
            "free_days",
            "leave",
            "reminder",
            "time_out",
            "is_stand_in",
            "calendar_key",
            "link_key",
        ),
        *("bounce_days", "bounced_at", "unreachable_since"),
    ):
        setattr(user, field, getattr(fresh, field))
    user.is_guest = user.is_active = user.is_staff = user.is_superuser = False
    user.handle = build_neutral_handle(user)
    user.email = f"closed-{user.pk}@closed.invalid"
    user.closed_at = server_time.now()
    user.set_unusable_password()  # a changed password ends sessions that were missed
    user.save()
