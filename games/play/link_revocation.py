"""Revocation of all links of a seat that somebody else has used, until its player signs in."""

from django.db import transaction

from games.models import Seat
from games.models.game import generate_key, generate_reply_key
from games.play.transaction import notices


@transaction.atomic
def revoke_links(seat: Seat) -> bool:
    """Revoke all links and reply addresses of a seat; return False if its player has changed meanwhile.

    A single UPDATE, so that a seat handed over at this moment is not closed to its new player."""
    same = Seat.objects.filter(pk=seat.pk, key=seat.key, user=seat.user_id)
    is_closed = bool(same.update(key=generate_key(), reply_key=generate_reply_key(), has_revoked_links=True))
    if is_closed:
        notices.notify_of_revoked_links(seat)
    return is_closed


def restore_links(seat: Seat) -> bool:
    """Allow links for the seat again after its player has signed in; return whether they were revoked."""
    return bool(
        Seat.objects.filter(pk=seat.pk, user=seat.user_id, has_revoked_links=True).update(
            has_revoked_links=False
        )
    )
