"""The outbox of invitations: find the rows whose email is due, and send it.

A row is claimed for some minutes before its email is sent. If the process dies in between, the claim expires
and the next one sends the same email with the same Message-ID, so that a mail program shows it once.
"""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth import get_user_model

from accounts.preferences.mail_preferences import NONE
from games.mail.content.invitation_email import build_invitation_email
from games.mail.outgoing import queue
from games.mail.outgoing.transport import MailSession
from games.models import Invitation
from games.play.lobby import invitations
from games.play.transaction.task_trigger import SEND_INVITATIONS

UNREACHABLE = "out of reach"


def send_due_invitations(now: datetime | None = None) -> int:
    """Send all invitations that are due; return how many emails were sent."""
    return queue.send_due_mail(claim, send_or_drop, SEND_INVITATIONS, now)


def claim(now: datetime) -> list[Sequence[Invitation]]:
    """Claim the next invitations that are due, so that nobody else sends them for a while."""
    return queue.claim(Invitation.objects.due(now).order_by("next_try_at", "pk"), now)


def send_or_drop(claimed: Sequence[Invitation], mail: MailSession, now: datetime) -> bool:
    """Send the email of an invitation, postpone it, or decide that none is sent. Was an email sent?"""
    [invitation] = claimed
    # the host may have asked for another email meanwhile, if this one took very long
    same = Invitation.objects.filter(pk=invitation.pk, times_sent=invitation.times_sent)
    if not same.waiting().exists():  # answered or withdrawn since it was claimed
        return False
    if not invitations.follow_invitee(invitation):
        same.drop()  # another invitation has reached them
        return False
    reader = get_user_model().objects.find_by_address(invitation.address)
    is_requested = invitation.join_link_id is not None  # its reader may be waiting for it
    if reader is not None and not is_requested and (when := reader.next_email_time(now)) > now:
        same.postpone(when)
    elif reader is not None and not reader.is_reachable:
        invitations.mark_bounced(invitation.address)
        same.drop(UNREACHABLE)  # the host knows; an operator can do nothing
    elif reader is not None and reader.get_mail_preference("invitation") == NONE:
        same.drop()  # the invitation is listed on the page of their games
    else:
        mail.send(build_invitation_email(invitation))
        same.mark_sent(now)
        return True
    return False
