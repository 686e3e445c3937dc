"""Who may act by a reply, in which language it is read, and how often we answer."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import QuerySet
from django.utils import timezone, translation

from accounts import server_time, users
from games.mail.parsing.reply import Reply
from games.mail.reply_outcome import NOTHING_DONE, ReplyOutcome, ReplyRefusal
from games.models import IncomingMail

MAX_IDLE_ANSWERS = 10  # in an hour, to emails that did nothing: prevents mail loops
MAX_WARNINGS = 3  # to one seat in a day, about emails that were not its player's


def find_refusal(user: Any, reply: Reply) -> str:
    """Return why this email may not act for this person; empty if it may."""
    if reply.sender not in _list_verified_addresses(user):
        return ReplyRefusal.FOREIGN
    return ReplyRefusal.UNPROVEN if reply.authentication == "fail" else ""


def _list_verified_addresses(user: Any) -> set[str]:
    proven = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    return {user.email.lower(), *(address.lower() for address in proven)}


def execute_for_user(
    user: Any, emails: QuerySet[IncomingMail], execute: Callable[[], ReplyOutcome]
) -> ReplyOutcome | str:
    """Carry out a reply in the language and time zone of its sender; return the outcome if it is answered.

    A reply may move or withdraw, and then book leave: users are locked before games and tournaments.
    """
    users.lock_user(user.pk)
    with translation.override(user.language), timezone.override(user.zone):
        outcome = execute()
    return answer_unless_often(outcome, emails)


def answer_unless_often(outcome: ReplyOutcome, emails: QuerySet[IncomingMail]) -> ReplyOutcome | str:
    """Always answer an email that did something; answer others only so many times an hour."""
    if outcome.reason != NOTHING_DONE:
        return outcome
    before = emails.filter(ignore_reason=NOTHING_DONE)
    return "often" if _exceeds_limit(before, MAX_IDLE_ANSWERS, timedelta(hours=1)) else outcome


def warn_unless_often(refusal: str, emails: QuerySet[IncomingMail]) -> ReplyOutcome | str:
    """Warn the person at the address on record, but not each time that somebody tries."""
    before = emails.filter(ignore_reason=refusal)
    is_often = _exceeds_limit(before, MAX_WARNINGS, timedelta(days=1))
    return "often" if is_often else ReplyOutcome(reason=refusal)


def _exceeds_limit(emails: QuerySet[IncomingMail], most: int, within: timedelta) -> bool:
    """Have so many of these arrived lately that we had better stay silent?"""
    return emails.filter(received_at__gt=server_time.now() - within).count() >= most
