"""Invitations by mail: to a table, or to a seat that somebody gives up.

Whoever holds the link of an invitation holds its address; an account is not asked for.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import languages
from games.models import Game, Invitation, Seat
from games.play import lobby, seats
from games.play.errors import NotNow, NotPossible, NotYours
from games.play.wake import POST_INVITATIONS, wake

MOST_INVITATIONS = 30  # open ones at a table
MOST_SENDINGS = 5  # of one invitation
MOST_LETTERS = 60  # that one person may cause in a day
MOST_AT_AN_ADDRESS = 10  # letters of invitation in a day, whoever causes them
A_DAY = timedelta(days=1)
A_MOMENT = timedelta(minutes=1)  # a second click


@transaction.atomic
def invite(game_id: int, user: Any, addresses: Iterable[str]) -> list[Invitation]:
    """Ask these people to the table. Who was asked already, or sits there, is not asked twice."""
    game = lobby.locked(game_id)
    lobby.only_creator(game, user)
    known = _known_addresses(game)
    wanted = [address for address in dict.fromkeys(map(_normal, addresses)) if address not in known]
    if game.invitations.filter(state=Invitation.State.SENT).count() + len(wanted) > MOST_INVITATIONS:
        raise NotPossible(_("That is too many open invitations for one table."))
    _must_not_flood(user, wanted)
    return [_send(game, user, address) for address in wanted]


@transaction.atomic
def offer_seat(game_id: int, seat_id: int, user: Any, address: str) -> Invitation:
    """Ask somebody to take over a seat of a running game."""
    game = Game.objects.select_for_update().get(pk=game_id)
    seat = game.seats.get(pk=seat_id)
    if not seats.may_offer(game, seat, user):
        raise NotYours(_("This seat is not yours to give."))
    address = _normal(address)
    if game.seats.filter(user__email=address).exclude(pk=seat.pk).exists():
        raise NotPossible(_("This person sits at the table already."))
    lobby.withdraw_open(seat.offered, timezone.now())
    if game.invitations.filter(address=address, state=Invitation.State.SENT).exists():
        raise NotPossible(_("This person has been asked already."))
    _must_not_flood(user, [address])
    return _send(game, user, address, seat)


def _normal(address: str) -> str:
    return str(get_user_model().objects.normalize_email(address))


def _known_addresses(game: Game) -> set[str]:
    open_ones = game.invitations.filter(state=Invitation.State.SENT).values_list("address", flat=True)
    seated = game.seats.filter(user__isnull=False).values_list("user__email", flat=True)
    return {address.lower() for address in (*open_ones, *seated)}


def _must_not_flood(user: Any, addresses: list[str]) -> None:
    """Whoever may invite could use it to fill the letter boxes of strangers."""
    lately = Invitation.objects.filter(sent_at__gt=timezone.now() - A_DAY)
    if _letters(lately.filter(invited_by=user)) + len(addresses) > MOST_LETTERS:
        raise NotPossible(_("That is many letters for one day. Please go on tomorrow."))
    for address in addresses:
        if _letters(lately.filter(address=address)) >= MOST_AT_AN_ADDRESS:
            raise NotPossible(_("%(address)s cannot be invited today.") % {"address": address})


def _letters(invitations: Any) -> int:
    return invitations.aggregate(letters=Sum("times_sent"))["letters"] or 0


def _send(game: Game, user: Any, address: str, seat: Seat | None = None) -> Invitation:
    known = get_user_model().objects.at(address)
    wake(POST_INVITATIONS)
    return Invitation.objects.create(
        game=game,
        seat=seat,
        address=address,
        invited_by=user,
        language=known.language if known else languages.spoken(),
        times_sent=1,
        sent_at=timezone.now(),
        next_try_at=timezone.now(),
    )


# --- what becomes of it


@transaction.atomic
def send_again(invitation_id: int, user: Any) -> Invitation:
    """Another letter, unless one is on its way or has just left."""
    invitation = _open(invitation_id)
    _only_host(invitation, user)
    now = timezone.now()
    if invitation.is_on_its_way or now - invitation.sent_at < A_MOMENT:
        return invitation
    if invitation.times_sent >= MOST_SENDINGS:
        raise NotPossible(_("This invitation has been sent often enough."))
    _must_not_flood(user, [invitation.address])
    invitation.times_sent += 1
    invitation.sent_at = invitation.next_try_at = now
    invitation.tries, invitation.is_refused = 0, False
    invitation.save(update_fields=["times_sent", "sent_at", "next_try_at", "tries", "is_refused"])
    wake(POST_INVITATIONS)
    return invitation


@transaction.atomic
def withdraw(invitation_id: int, user: Any) -> Invitation:
    invitation = _locked(invitation_id)
    _only_host(invitation, user)
    if invitation.state == Invitation.State.WITHDRAWN:
        return invitation  # a double click
    _must_be_open(invitation)
    return _settle(invitation, Invitation.State.WITHDRAWN, timezone.now())


@transaction.atomic
def decline(invitation_id: int, word: str = "") -> Invitation:
    """No, thank you; the word is for the one who invited."""
    invitation = _open(invitation_id)
    invitation.word = " ".join(word.split())[:200]
    return _settle(invitation, Invitation.State.DECLINED, timezone.now())


@transaction.atomic
def accept(invitation_id: int, *, user: Any = None, handle: str = "") -> Seat:
    """Take the seat: as the person who is signed in, or as the owner of the invited address."""
    invitation = _open(invitation_id)
    person = user or _person(invitation, handle)
    if invitation.seat_id is None:
        seat = lobby.join(invitation.game_id, person, invited=True)
    else:
        seat = seats.hand_over(invitation.game_id, invitation.seat_id, person, invitation.invited_by)
    _settle(invitation, Invitation.State.ACCEPTED, timezone.now())
    return seat


def _person(invitation: Invitation, handle: str) -> Any:
    """The owner of the address. A newcomer has the invitation's language, and the host's clock for now."""
    host = invitation.invited_by
    theirs = {"language": invitation.language, "time_zone": host.time_zone if host else "UTC"}
    try:
        with transaction.atomic():
            person = get_user_model().objects.guest(invitation.address, handle, **theirs)
    except ValidationError as error:
        raise NotPossible(" ".join(error.messages)) from error
    except IntegrityError as error:  # somebody else took the handle at the same moment
        raise NotPossible(_("This handle is taken.")) from error
    if not person.is_active:
        raise NotPossible(_("Nobody can take a seat with this address."))
    return person


def _locked(invitation_id: int) -> Invitation:
    """The game first, then the invitation: who closes a table locks in that order too."""
    game_id = Invitation.objects.values_list("game_id", flat=True).get(pk=invitation_id)
    game = Game.objects.select_for_update().get(pk=game_id)
    invitation = Invitation.objects.select_for_update().get(pk=invitation_id)
    invitation.game = game
    return invitation


def _open(invitation_id: int) -> Invitation:
    invitation = _locked(invitation_id)
    _must_be_open(invitation)
    return invitation


def _must_be_open(invitation: Invitation) -> None:
    if invitation.state != Invitation.State.SENT:
        raise NotNow(_("This invitation has been answered or withdrawn."))


def _only_host(invitation: Invitation, user: Any) -> None:
    if user.pk not in (invitation.invited_by_id, invitation.game.creator_id):
        raise NotYours(_("Only who sent the invitation may do this."))


def _settle(invitation: Invitation, state: str, now: datetime) -> Invitation:
    invitation.state, invitation.answered_at = state, now
    invitation.save(update_fields=["state", "answered_at", "word"])
    return invitation
