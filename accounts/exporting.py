"""Everything we know about a person, in one file that they and a program can read."""

import json
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from accounts import belongings, hours, letters
from accounts.models import User


def export(user: User) -> dict[str, Any]:
    return {
        "exported_at": timezone.now(),
        "person": person(user),
        "addresses": addresses(user),
        "former_handles": list(user.former_handles.values("handle", "until")),
        "passkeys": passkeys(user),
        **belongings.exported(user),
    }


def person(user: User) -> dict[str, Any]:
    return {
        "handle": user.handle,
        "address": user.email,
        "language": user.language,
        "time_zone": user.time_zone,
        "quiet_hours": {"from": user.quiet_from, "until": user.quiet_until} if user.quiet_from else None,
        "letters_wait_until_morning": user.holds_letters,
        "free_days": user.free_days,
        "leave": [{"first": first, "until": until} for first, until in user.leave],
        "reminder_at_percent": user.reminder,
        "when_time_runs_out": user.time_out or hours.MINIMAL,
        "stands_in_for_others": user.stands_in,
        "has_calendar": user.calendar_key is not None,  # its address is a key
        "letters": {kind: user.wants(kind) for kind in letters.KINDS},
        "collected_at": user.collect_at,
        "letters_came_back": {"times": user.bounces, "last": user.bounced_at},
        "unreachable_since": user.unreachable_since,
        "joined": user.date_joined,
        "last_sign_in": user.last_login,
        "guest": user.is_guest,
    }


def addresses(user: User) -> list[dict[str, Any]]:
    found = EmailAddress.objects.filter(user=user).order_by("pk")
    return [{"address": each.email, "verified": each.verified} for each in found]


def passkeys(user: User) -> list[dict[str, Any]]:
    """Their names and dates. The key itself is of no use outside this house."""
    found = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).order_by("pk")
    return [{"name": str(each), "added": each.created_at, "last_used": each.last_used_at} for each in found]


def as_file(user: User) -> str:
    return json.dumps(export(user), cls=DjangoJSONEncoder, indent=2, ensure_ascii=False) + "\n"
