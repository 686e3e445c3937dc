"""Whether a player gets emails about one table. Stopping them never stops the game or its clock."""

from typing import Any

from games.models import Game, Seat
from games.play.transaction import notices


def stop_seat_emails(seat: Seat, user: Any, *, is_confirmed_by_email: bool = False) -> bool:
    """Stop the emails about the table of this seat; return False if they were stopped before.

    A mail program that unsubscribes its reader by one click shows no page of ours: then an email confirms it
    while the game runs, because the clock runs on."""
    is_new = bool(_find_seat(seat, user).filter(has_emails_off=False).update(has_emails_off=True))
    if is_new and is_confirmed_by_email and seat.game.state in (Game.State.RUNNING, Game.State.PAUSED):
        notices.notify_of_stopped_emails(seat)
    return is_new


def resume_seat_emails(seat: Seat, user: Any) -> bool:
    """Send emails about the table of this seat again; return False if they were never stopped."""
    return bool(_find_seat(seat, user).filter(has_emails_off=True).update(has_emails_off=False))


def _find_seat(seat: Seat, user: Any) -> Any:
    """Find the seat as long as it is this user's: it may be handed over at the same moment."""
    return Seat.objects.filter(pk=seat.pk, user=user)
