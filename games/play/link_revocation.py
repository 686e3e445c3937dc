"""Revocation of all links of a person, of whose seats somebody else has used one, until they sign in.

Every link, pass and reply address of all their seats and invitations is void; `accounts/revocation.py` does
the same for what belongs to no table.
"""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q

from accounts import server_time
from accounts.models import User
from accounts.revocation import revoke_everything
from games.models import Invitation, Seat
from games.models.game import generate_key, generate_reply_key
from games.play.deadlines import unreachable
from games.play.transaction import notices


@transaction.atomic
def revoke_links(seat: Seat) -> bool:
    """Revoke everything of a seat's player; return False if the player or the pass has changed meanwhile.

    Until the player says that it is them, emails to all their seats come without links."""
    same = Seat.objects.filter(pk=seat.pk, key=seat.key, user=seat.user_id)
    if seat.user is None or not same.exists():
        return False
    revoke_everything(seat.user)
    Seat.objects.filter(user=seat.user).update(has_revoked_links=True)
    notices.notify_of_revoked_links(seat)
    return True


def revoke_personal_links(user: User, addresses: Collection[str]) -> None:
    """Void what emails about games have brought this person at these addresses.

    Invitations come first: whoever accepts one locks it before the seat. A seat that is handed over at this
    moment is not closed to its new player."""
    for invitation in Invitation.objects.filter(Q(invitee=user) | Q(address__in=addresses)).order_by("pk"):
        Invitation.objects.filter(pk=invitation.pk).update(
            reply_key=generate_reply_key(), has_revoked_links=True
        )
    for pk in Seat.objects.filter(user=user).order_by("pk").values_list("pk", flat=True):
        Seat.objects.filter(pk=pk, user=user).update(key=generate_key(), reply_key=generate_reply_key())


def resend_open_questions(user: User) -> None:
    """Send what a person is asked once more, to the address that they have now."""
    for seat in unreachable.list_open_decisions(user):
        if not seat.has_emails_off:
            notices.resend_turn_notice(seat, user, server_time.now())


def restore_links(seat: Seat) -> bool:
    """Allow links for all seats of a player who has signed in; return whether this seat had none."""
    revoked = Seat.objects.filter(user=seat.user_id, has_revoked_links=True)
    was_revoked = revoked.filter(pk=seat.pk).exists()
    revoked.update(has_revoked_links=False)
    return was_revoked
