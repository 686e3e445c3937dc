"""Export everything we know about a person, in one file for people and programs."""

import json
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.serializers.json import DjangoJSONEncoder

from accounts import personal_data, server_time
from accounts.models import User
from accounts.preferences import mail_preferences, time_out_choices


def build_export(user: User) -> dict[str, Any]:
    return {
        "exported_at": server_time.now(),
        "person": export_profile(user),
        "addresses": export_addresses(user),
        "former_handles": list(user.former_handles.values("handle", "until")),
        "passkeys": export_passkeys(user),
        **personal_data.export_all(user),
    }


def export_profile(user: User) -> dict[str, Any]:
    return {
        "handle": user.handle,
        "name": user.display_name,
        "address": user.email,
        "language": user.language,
        "time_zone": user.time_zone,
        "quiet_hours": {"from": user.quiet_from, "until": user.quiet_until} if user.quiet_from else None,
        "letters_wait_until_morning": user.holds_email,
        "free_days": user.free_days,
        "leave": [{"first": first, "until": until} for first, until in user.leave],
        "reminder_at_percent": user.reminder,
        "when_time_runs_out": user.time_out or time_out_choices.MINIMAL,
        "stands_in_for_others": user.is_stand_in,
        "has_calendar": user.calendar_key is not None,  # its address is a key
        "mail_preferences": {kind: user.get_mail_preference(kind) for kind in mail_preferences.MAIL_KINDS},
        "collected_at": user.digest_hours,
        "letters_came_back": {"times": user.bounce_days, "last": user.bounced_at},
        "unreachable_since": user.unreachable_since,
        "joined": user.date_joined,
        "last_sign_in": user.last_login,
        "guest": user.is_guest,
    }


def export_addresses(user: User) -> list[dict[str, Any]]:
    found = EmailAddress.objects.filter(user=user).order_by("pk")
    return [{"address": each.email, "verified": each.verified} for each in found]


def export_passkeys(user: User) -> list[dict[str, Any]]:
    """Return names and dates of the passkeys. The keys themselves are useless outside this server."""
    found = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).order_by("pk")
    return [{"name": str(each), "added": each.created_at, "last_used": each.last_used_at} for each in found]


def dump_export(user: User) -> str:
    return json.dumps(build_export(user), cls=DjangoJSONEncoder, indent=2, ensure_ascii=False) + "\n"
