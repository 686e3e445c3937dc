"""Who may act by a reply, in which language it is read, and how often we answer."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import QuerySet
from django.utils import timezone, translation

from accounts import bounces, server_time, users
from games.mail.parsing.reply import Reply
from games.mail.reply_outcome import NOTHING_DONE, ReplyOutcome, ReplyRefusal
from games.models import IncomingMail

MAX_IDLE_ANSWERS = 10  # to emails that did nothing: prevents mail loops
IDLE_PERIOD = timedelta(hours=1)
MAX_WARNINGS = 3  # to one seat, about emails that were not its player's
WARNING_PERIOD = timedelta(days=1)


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

    A reply may move or withdraw, and then book leave: users are locked before games and tournaments. It
    also proves that emails reach its sender, who answers one of ours.
    """
    users.lock_user(user.pk)
    if not user.is_reachable:
        bounces.mark_reachable(user)
    with translation.override(user.language), timezone.override(user.zone):
        outcome = execute()
    return answer_unless_often(outcome, emails)


def answer_unless_often(outcome: ReplyOutcome, emails: QuerySet[IncomingMail]) -> ReplyOutcome | str:
    """Always answer an email that did something; answer others only so many times an hour."""
    if outcome.reason != NOTHING_DONE:
        return outcome
    return _answer_within_limit(outcome, emails, MAX_IDLE_ANSWERS, IDLE_PERIOD)


def warn_unless_often(refusal: str, emails: QuerySet[IncomingMail]) -> ReplyOutcome | str:
    """Warn the person at the address on record, but not each time that somebody tries."""
    return _answer_within_limit(ReplyOutcome(reason=refusal), emails, MAX_WARNINGS, WARNING_PERIOD)


def _answer_within_limit(
    outcome: ReplyOutcome, emails: QuerySet[IncomingMail], most: int, period: timedelta
) -> ReplyOutcome | str:
    """Answer so many emails with this reason in a period; the last answer says until when there is none."""
    now = server_time.now()
    same = emails.filter(ignore_reason=outcome.reason, received_at__gt=now - period)
    received = list(same.order_by("received_at").values_list("received_at", flat=True)[:most])
    if len(received) >= most:
        return "often"
    if len(received) == most - 1:
        outcome.silent_until = min([*received, now]) + period
    return outcome
