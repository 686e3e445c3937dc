"""Closing an account: what is personal goes, games stay readable under a name that says nothing.

The row stays, because games point to it; a game with a hole in it would be no game for the others.
"""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from accounts import belongings
from accounts.models import User
from accounts.people import locked


def close(user: User) -> None:
    """Sign out everywhere, and forget who this was. There is no way back."""
    forget(user)
    forget_sessions(user)  # looks through all of them, so it does not keep games locked meanwhile


@transaction.atomic
def forget(user: User) -> None:
    locked(user.pk)
    belongings.close(user)
    forget_doors(user)
    forget_traces(user)
    user.former_handles.all().delete()
    user.groups.clear()
    user.user_permissions.clear()
    forget_person(user)


def neutral_handle(user: User) -> str:
    """Nobody can choose such a handle, so it is free."""
    return f"Former-{user.pk}"


def forget_doors(user: User) -> None:
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()


def forget_sessions(user: User) -> None:
    """They open nothing any more, since the password is another; but they hold an address or a pass."""
    for session in Session.objects.iterator():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()


def forget_traces(user: User) -> None:
    """The admin's log keeps what a row was called when it was edited."""
    names = LogEntry.objects.filter(object_repr__in=[user.handle, user.email])
    names.update(object_repr=neutral_handle(user))


def forget_person(user: User) -> None:
    fresh = User(pk=user.pk)
    for field in (
        *("language", "time_zone", "quiet_from", "quiet_until", "mail", "collect_at", "last_login"),
        *("holds_letters", "free_days", "leave", "reminder", "time_out", "stands_in", "calendar_key"),
        *("bounces", "bounced_at", "unreachable_since"),
    ):
        setattr(user, field, getattr(fresh, field))
    user.is_guest = user.is_active = user.is_staff = user.is_superuser = False
    user.handle = neutral_handle(user)
    user.email = f"closed-{user.pk}@closed.invalid"
    user.closed_at = timezone.now()
    user.set_unusable_password()  # another one: it ends a session that was missed
    user.save()
