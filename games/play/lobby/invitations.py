"""Invitations by email: to a table, or to a seat that its player gives up.

The link in an invitation proves that its holder owns the address, so no account is required.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, Sum
from django.utils.translation import gettext as _

from accounts import server_time
from accounts.preferences import languages
from games.models import Game, Invitation, JoinLink, Seat
from games.play import seats
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.play.lobby import join_links, tables
from games.play.lobby.invitation_blocks import is_blocked
from games.play.transaction import notices
from games.play.transaction.origin import DOUBLE_CLICK_WINDOW
from games.play.transaction.task_trigger import SEND_INVITATIONS, trigger_after_commit

MAX_OPEN_INVITATIONS = 30  # open at one table
MAX_SENDINGS = 5  # times one invitation may be sent
MAX_EMAILS_PER_DAY = 60  # that one user may cause in a day
MAX_EMAILS_PER_ADDRESS = 10  # emails to one address in a day, whoever causes them
MAX_REQUESTS = 30  # emails that one invitation link may cause
MAX_REQUESTS_PER_ADDRESS = 3  # emails to one address in a day that somebody has asked for by a link
RETENTION = timedelta(days=60)  # after the end of the game
IS_FROM_HOST = Q(join_link__isnull=True)  # what others ask for by a link does not use up the host's limits
A_DAY = timedelta(days=1)


@transaction.atomic
def invite_people(game_id: int, user: Any, addresses: Iterable[str]) -> list[Invitation]:
    """Invite these addresses to the table, except those already invited or seated."""
    game = tables.lock_open_table(game_id)
    tables.require_creator(game, user)
    known = _find_known_addresses(game)
    wanted = [
        address for address in dict.fromkeys(map(_normalize_address, addresses)) if address not in known
    ]
    if (
        game.invitations.filter(IS_FROM_HOST, state=Invitation.State.SENT).count() + len(wanted)
        > MAX_OPEN_INVITATIONS
    ):
        raise NotPossible(_("There are too many open invitations to this table."))
    _check_daily_limits(user, {address: address for address in wanted})
    return [_create_invitation(game, user, address) for address in wanted]


@transaction.atomic
def invite_users(game_id: int, host: Any, users: Iterable[Any]) -> list[Invitation]:
    """Invite people whom the host knows by name only: their addresses stay hidden from the host.

    Whoever cannot be written to today is invited without an email, so that nobody stops the others; their
    page of games lists the invitation."""
    game = tables.lock_open_table(game_id)
    tables.require_creator(game, host)
    known = _find_known_addresses(game)
    wanted = [user for user in users if user.email.lower() not in known]
    return [_invite_user(game, host, user) for user in wanted]


def _invite_user(game: Game, host: Any, user: Any) -> Invitation:
    try:
        _check_daily_limits(host, {user.email: user.name})
    except NotPossible:
        unsent = {"times_sent": 0, "status": Invitation.Status.DROPPED}
        return _create_invitation(game, host, user.email, invitee=user, **unsent)
    return _create_invitation(game, host, user.email, invitee=user)


@transaction.atomic
def offer_seat(game_id: int, seat_id: int, user: Any, address: str) -> Invitation:
    """Invite somebody to take over a seat of a running game; replaces an earlier offer of the same seat."""
    game = Game.objects.select_for_update().get(pk=game_id)
    seat = game.seats.get(pk=seat_id)
    if not seats.may_give_away(game, seat, user):
        raise NotAllowed(_("This seat is not yours to give."))
    address = _normalize_address(address)
    if game.seats.filter(user__email=address).exclude(pk=seat.pk).exists():
        raise NotPossible(_("This person is already at the table."))
    tables.withdraw_open_invitations(seat.offers, server_time.now())
    if game.invitations.filter(address=address, state=Invitation.State.SENT).exists():
        raise NotPossible(_("This person has already been invited."))
    _check_daily_limits(user, {address: address})
    return _create_invitation(game, user, address, seat=seat)


@transaction.atomic
def request_by_link(link_id: int, address: str) -> Invitation | None:
    """Send an invitation to whoever has a link and gives an address; its email proves that it is theirs.

    Whoever has asked before gets the email again. There is no email, and no other answer, if the owner sits
    at the table, was invited by the host, or may not be written to: nobody learns by this who it is."""
    link = join_links.lock_join_link(link_id)
    join_links.require_usable(link)
    address = _normalize_address(address)
    if link.game.seats.filter(user__email=address).exists():
        return None
    try:
        return _send_requested_email(link, address)
    except NotPossible:
        return None


def _send_requested_email(link: JoinLink, address: str) -> Invitation | None:
    """Create the invitation that somebody asks for, or send it again; leave one of the host's alone."""
    _check_request_limit(address)
    earlier = link.game.invitations.filter(address=address, state=Invitation.State.SENT).first()
    if earlier is not None:
        return _send_again(earlier, server_time.now()) if earlier.join_link_id else None
    if link.invitations.count() >= MAX_REQUESTS:
        return None
    return _create_invitation(link.game, link.game.creator, address, join_link=link)


def _check_request_limit(address: str) -> None:
    """Whoever has a link may type any address: its owner must not be flooded."""
    lately = Invitation.objects.filter(address=address, invited_at__gt=server_time.now() - A_DAY)
    if _count_emails(lately.exclude(IS_FROM_HOST)) >= MAX_REQUESTS_PER_ADDRESS:
        raise NotPossible(_("%(address)s cannot be invited today.") % {"address": address})
    _check_recipients({address: address})


def _normalize_address(address: str) -> str:
    return str(get_user_model().objects.normalize_email(address))


def _find_known_addresses(game: Game) -> set[str]:
    open_ones = game.invitations.filter(state=Invitation.State.SENT).values_list("address", flat=True)
    seated = game.seats.filter(user__isnull=False).values_list("user__email", flat=True)
    return {address.lower() for address in (*open_ones, *seated)}


def _check_daily_limits(user: Any, recipients: Mapping[str, str]) -> None:
    """Refuse to send too many emails in a day: invitations must not be used to flood strangers.

    The recipients are addresses, each with what the host calls its owner."""
    lately = Invitation.objects.filter(invited_at__gt=server_time.now() - A_DAY)
    if _count_emails(lately.filter(IS_FROM_HOST, invited_by=user)) + len(recipients) > MAX_EMAILS_PER_DAY:
        raise NotPossible(_("That is a lot of emails for one day. Please continue tomorrow."))
    _check_recipients(recipients)


def _check_recipients(recipients: Mapping[str, str]) -> None:
    """Refuse to write to people who want no invitations, or who have had enough of them today."""
    for address, label in recipients.items():
        if is_blocked(address):
            raise NotPossible(_("%(address)s does not want invitations.") % {"address": label})
    lately = Invitation.objects.filter(invited_at__gt=server_time.now() - A_DAY)
    for address, label in recipients.items():
        if _count_emails(lately.filter(address=address)) >= MAX_EMAILS_PER_ADDRESS:
            raise NotPossible(_("%(address)s cannot be invited today.") % {"address": label})


def _count_emails(invitations: Any) -> int:
    return invitations.aggregate(sent=Sum("times_sent"))["sent"] or 0


def _create_invitation(game: Game, user: Any, address: str, **more: Any) -> Invitation:
    known = get_user_model().objects.find_by_address(address)
    trigger_after_commit(SEND_INVITATIONS)
    values = {
        "language": known.language if known else languages.get_current_language(),
        "times_sent": 1,
        "invited_at": server_time.now(),
        "next_try_at": server_time.now(),
        **more,
    }
    return Invitation.objects.create(game=game, address=address, invited_by=user, **values)


def delete_old_invitations(now: datetime) -> int:
    """Delete invitations to games that ended long ago: they hold addresses, and their links open nothing."""
    old = Invitation.objects.filter(game__ended_at__lt=now - RETENTION)
    return old.delete()[1].get("games.Invitation", 0)


# --- sending again and answering


@transaction.atomic
def resend_invitation(invitation_id: int, user: Any) -> Invitation:
    """Queue another email for an open invitation, unless one is waiting or was just sent."""
    invitation = _lock_open_invitation(invitation_id)
    _require_inviter(invitation, user)
    now = server_time.now()
    if not _is_just_sent(invitation, now):
        if not follow_invitee(invitation):
            raise NotPossible(_("This person has already been invited."))
        _check_daily_limits(user, {invitation.address: invitation.label})
    return _send_again(invitation, now)


def follow_invitee(invitation: Invitation) -> bool:
    """Let the next email to somebody invited by name go to the address that they have by now.

    Return False if another open invitation to this table went there already."""
    if invitation.invitee is None or invitation.addressee:
        return True
    address = invitation.invitee.email
    if invitation.game.invitations.filter(address=address, state=Invitation.State.SENT).exists():
        return False
    invitation.address = address
    invitation.save(update_fields=["address"])
    return True


def _is_just_sent(invitation: Invitation, now: datetime) -> bool:
    return invitation.is_on_its_way or now - invitation.invited_at < DOUBLE_CLICK_WINDOW


def _send_again(invitation: Invitation, now: datetime) -> Invitation:
    if _is_just_sent(invitation, now):
        return invitation
    if invitation.times_sent >= MAX_SENDINGS:
        raise NotPossible(_("This invitation has been sent often enough."))
    _check_recipients({invitation.address: invitation.label})
    same = Invitation.objects.filter(pk=invitation.pk)
    same.requeue(now, times_sent=invitation.times_sent + 1, invited_at=now)
    trigger_after_commit(SEND_INVITATIONS)
    invitation.refresh_from_db()
    return invitation


@transaction.atomic
def withdraw(invitation_id: int, user: Any) -> Invitation:
    invitation = _lock_invitation(invitation_id)
    _require_inviter(invitation, user)
    if invitation.state == Invitation.State.WITHDRAWN:
        return invitation  # a double click
    _require_open(invitation)
    return _close_invitation(invitation, Invitation.State.WITHDRAWN, server_time.now())


@transaction.atomic
def decline(invitation_id: int, word: str = "") -> Invitation:
    """Decline an invitation, perhaps with a word for the person who sent it."""
    invitation = _lock_open_invitation(invitation_id)
    invitation.word = " ".join(word.split())[:200]
    notices.notify_host(invitation, server_time.now())
    return _close_invitation(invitation, Invitation.State.DECLINED, server_time.now())


@transaction.atomic
def accept(invitation_id: int, *, user: Any = None, handle: str = "") -> Seat:
    """Accept an invitation and take the seat, as the given user or else as the owner of the address."""
    invitation = _lock_open_invitation(invitation_id)
    person = user or _find_or_create_guest(invitation, handle)
    if invitation.join_link is not None:
        seat = _take_seat_by_link(invitation.join_link, person)
    elif invitation.seat_id is None:
        seat = tables.join_table(invitation.game_id, person, invited=True)
    else:
        seat = seats.hand_over_seat(invitation.game_id, invitation.seat_id, person, invitation.invited_by)
    _close_invitation(invitation, Invitation.State.ACCEPTED, server_time.now())
    return seat


@transaction.atomic
def mark_bounced(address: str) -> None:
    """Record that emails to this address come back, and tell the hosts of its open invitations, once each."""
    returned = Invitation.objects.filter(address=address.lower(), state=Invitation.State.SENT)
    for invitation in returned.filter(has_bounced=False).select_related("game"):
        notices.notify_host(invitation, server_time.now())
    returned.update(has_bounced=True)


def report_foreign_reply(invitation: Invitation) -> None:
    """Tell the host, once, that somebody has answered an invitation from an address that was not invited."""
    if Invitation.objects.filter(pk=invitation.pk, has_foreign_reply=False).update(has_foreign_reply=True):
        notices.notify_host(invitation, server_time.now())


def _take_seat_by_link(link: JoinLink, person: Any) -> Seat:
    """Count the use of the link by which the invitation came, unless the person sits there already."""
    seat = link.game.seats.filter(user=person).first()
    return seat or join_links.take_seat(link, person)


@transaction.atomic
def accept_after_all(invitation_id: int, user: Any) -> Seat:
    """Accept an invitation to a table on behalf of its invitee, who may have declined it before."""
    invitation = _lock_invitation(invitation_id)
    if invitation.state not in (Invitation.State.SENT, Invitation.State.DECLINED):
        raise NotNow(_("This invitation has been answered or withdrawn."))
    seat = tables.join_table(invitation.game_id, user, invited=True)
    _close_invitation(invitation, Invitation.State.ACCEPTED, server_time.now())
    return seat


def _find_or_create_guest(invitation: Invitation, handle: str) -> Any:
    """Find the invited person, or create a guest with the inviter's time zone for now."""
    host = invitation.invited_by
    theirs = {"language": invitation.language, "time_zone": host.time_zone if host else "UTC"}
    try:
        with transaction.atomic():
            person = invitation.addressee or get_user_model().objects.get_or_create_guest(
                invitation.address, handle, **theirs
            )
    except ValidationError as error:
        raise NotPossible(" ".join(error.messages)) from error
    except IntegrityError as error:  # somebody took the handle at the same moment
        raise NotPossible(_("This handle is taken.")) from error
    if not person.is_active:
        raise NotPossible(_("This address cannot be used to take a seat."))
    return person


def _lock_invitation(invitation_id: int) -> Invitation:
    """Lock the game first, then the invitation: the same order as when a table is closed."""
    game_id = Invitation.objects.values_list("game_id", flat=True).get(pk=invitation_id)
    game = Game.objects.select_for_update().get(pk=game_id)
    invitation = Invitation.objects.select_for_update().get(pk=invitation_id)
    invitation.game = game
    return invitation


def _lock_open_invitation(invitation_id: int) -> Invitation:
    invitation = _lock_invitation(invitation_id)
    _require_open(invitation)
    return invitation


def _require_open(invitation: Invitation) -> None:
    if invitation.state != Invitation.State.SENT:
        raise NotNow(_("This invitation has been answered or withdrawn."))


def _require_inviter(invitation: Invitation, user: Any) -> None:
    if user.pk not in (invitation.invited_by_id, invitation.game.creator_id):
        raise NotAllowed(_("Only the person who sent the invitation can do this."))


def _close_invitation(invitation: Invitation, state: str, now: datetime) -> Invitation:
    invitation.state, invitation.answered_at = state, now
    if invitation.status == Invitation.Status.WAITING:
        invitation.status = Invitation.Status.DROPPED
    invitation.save(update_fields=["state", "answered_at", "word", "status"])
    return invitation
