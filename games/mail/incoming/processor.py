"""Process stored incoming emails: parse them, execute their commands, answer them. Each step happens once.

All that an email asks for is done in one transaction, together with the result of each line; the answer is
sent afterwards. A process that dies in between leaves a row that the next one picks up. Answers go only to
the address on record, and automatic emails get none.
"""

from datetime import datetime, timedelta
from email.utils import parseaddr

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import translation

from accounts import server_time
from games.mail import addresses, registry
from games.mail.addresses import BOUNCE, JOIN, STOP, Address
from games.mail.content import invitation_email
from games.mail.incoming import bounces, reply_answer, reply_policy
from games.mail.incoming.commands import CommandReader
from games.mail.incoming.game_commands import GAME_COMMANDS
from games.mail.incoming.game_reply import GameReply
from games.mail.incoming.invitation_commands import INVITATION_COMMANDS, InvitationReply
from games.mail.incoming.subscription_commands import UNSUBSCRIBE_LINE
from games.mail.outgoing import game_outbox, queue
from games.mail.outgoing.queue import MAX_TRIES
from games.mail.outgoing.transport import AddressRefused, MailServerDown, MailSession
from games.mail.parsing import reply
from games.mail.parsing.reply import Reply
from games.mail.reply_outcome import ReplyOutcome, ReplyRefusal
from games.models import IncomingMail, Invitation, Seat
from games.play.lobby import invitations
from games.play.transaction.task_trigger import READ_MAIL

RETENTION = timedelta(days=30)
Status = IncomingMail.Status


def process_due_mail(now: datetime | None = None) -> int:
    """Execute all waiting emails, then answer them; return how many answers were sent.

    In this order people can still play while no email can be sent.
    """
    while rows := queue.claim(_find_due(Status.WAITING, now or server_time.now()), now or server_time.now()):
        for [email] in rows:
            _process_or_record_failure(email, now or server_time.now())
    return queue.send_due(
        lambda now: queue.claim(_find_due(Status.READ, now), now),
        lambda rows, mail, now: send_answer(rows[0], mail, now),
        READ_MAIL,
        now,
    )


def _find_due(status: str, now: datetime) -> QuerySet[IncomingMail]:
    return IncomingMail.objects.filter(status=status, next_try_at__lte=now).order_by("received_at", "pk")


def _process_or_record_failure(email: IncomingMail, now: datetime) -> None:
    """Process one email; record a failure instead of raising, so that it does not hold up the others."""
    try:
        if email.tries > MAX_TRIES:  # each try has killed its process
            raise RuntimeError
        process_email(email)
    except Exception as error:
        _record_failure(email, now, error)


def send_answer(email: IncomingMail, mail: MailSession, now: datetime) -> bool:
    """Build and send the answer to a processed email; return whether it was sent."""
    try:
        message = reply_answer.build_answer(email)
        if message is None:
            IncomingMail.objects.filter(pk=email.pk).update(status=Status.IGNORED, error="too late")
            return False
        mail.send(message)
    except MailServerDown as error:
        queue.schedule_retry([email], now, error, is_down=True)
        raise
    except Exception as error:
        _record_failure(email, now, error)
        return False
    IncomingMail.objects.filter(pk=email.pk).update(status=Status.ANSWERED, answered_at=now, error="")
    return True


def _record_failure(email: IncomingMail, now: datetime, error: Exception) -> None:
    """Schedule another try, later each time; park the email after too many, until an operator retries it."""
    queue.schedule_retry([email], now, error)
    if email.tries >= MAX_TRIES or isinstance(error, AddressRefused):
        IncomingMail.objects.filter(queue.select_claim(email)).update(status=Status.PARKED)
        _handle_unsent_answer(email, error)


def _handle_unsent_answer(email: IncomingMail, error: Exception) -> None:
    """Handle an answer that cannot be sent: record a refused address, or send the turn email in its place."""
    if email.user is None:
        return
    if isinstance(error, AddressRefused):
        bounces.record_refusal(email.user.email, str(error))
    elif email.seat is not None and email.seat.is_awaited and email.seat.user_id == email.user_id:
        game_outbox.resend_turn_email(email.seat, email.user)


def retry_parked(emails: QuerySet[IncomingMail]) -> int:
    """Retry parked emails, from processing or from answering, once an operator has fixed the cause."""
    parked = emails.filter(status=Status.PARKED)
    again = {"tries": 0, "next_try_at": server_time.now(), "error": ""}
    read_before = parked.exclude(outcome="").update(status=Status.READ, **again)
    return read_before + parked.filter(outcome="").update(status=Status.WAITING, **again)


def delete_old_mail(now: datetime) -> int:
    """Delete emails that were processed long ago. What they did is in the game log."""
    old = IncomingMail.objects.filter(received_at__lt=now - RETENTION)
    gone, _kinds = old.exclude(status__in=[Status.WAITING, Status.READ]).delete()
    return gone


# --- processing


def process_email(email: IncomingMail) -> None:
    """Execute an email and store its outcome, or why nothing was done, in one transaction.

    It is parsed before the transaction begins: input from strangers may take its time.
    """
    address = addresses.parse_address(email.recipient)
    heard = _parse_email(email, address)
    with transaction.atomic():
        locked = IncomingMail.objects.select_for_update().get(pk=email.pk)
        if locked.status != Status.WAITING:
            return
        outcome = _execute_reply(locked, address, heard) if address else "no address of ours"
        locked.status = Status.READ if isinstance(outcome, ReplyOutcome) else Status.IGNORED
        locked.ignore_reason = outcome if isinstance(outcome, str) else outcome.reason
        locked.outcome = msgspec.json.encode(outcome).decode() if isinstance(outcome, ReplyOutcome) else ""
        locked.tries, locked.error = 0, ""
        locked.next_try_at = locked.received_at  # the answer is due at once
        locked.save()


def _parse_email(email: IncomingMail, address: Address | None) -> Reply | str:
    """Parse an email into a reply; of a bounce return the verdict."""
    raw = bytes(email.raw)
    if address is not None and address.kind == BOUNCE:
        return bounces.classify_bounce(raw, email.sender)
    own = [parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()]
    return reply.parse_reply(raw, envelope_sender=email.sender, trusted=settings.AUTHSERV_ID, own=own)


def _execute_reply(email: IncomingMail, address: Address, heard: Reply | str) -> ReplyOutcome | str:
    """Dispatch a parsed email; return the outcome to answer, or a string that says why there is no answer."""
    if isinstance(heard, str):
        return bounces.handle_bounce(email, heard)
    if heard.auto_reply_reason or addresses.parse_address(heard.sender):
        return heard.auto_reply_reason or "own address"
    if (other := registry.find_app(address)) is not None:
        return other.handle_reply(email, address, heard)
    return (_execute_invitation_reply if address.kind == JOIN else _execute_seat_reply)(email, address, heard)


# --- replies from a seat


def _execute_seat_reply(email: IncomingMail, address: Address, reply: Reply) -> ReplyOutcome | str:
    seat = Seat.objects.select_related("user", "game").filter(reply_key=address.key).first()
    if seat is None or seat.user is None or not seat.user.is_active:
        return "nobody sits there"
    email.seat, email.user = seat, seat.user
    theirs = IncomingMail.objects.filter(seat=seat)
    refusal = reply_policy.find_refusal(seat.user, reply)
    if refusal := refusal or (ReplyRefusal.GUARDED if seat.has_revoked_links else ""):
        return reply_policy.warn_unless_often(refusal, theirs)
    if address.kind == STOP:  # whatever a mail program writes in it
        reply = msgspec.structs.replace(reply, lines=(UNSUBSCRIBE_LINE,), unreadable_reason="")
    was_reachable = seat.user.is_reachable
    outcome = reply_policy.execute_for_user(
        seat.user, theirs, lambda: _execute_game_commands(email, seat, address, reply)
    )
    if not was_reachable and isinstance(outcome, ReplyOutcome):  # the answer has what was queued again
        game_outbox.drop_pending_turn_notices(seat)
    return outcome


def _execute_game_commands(email: IncomingMail, seat: Seat, address: Address, reply: Reply) -> ReplyOutcome:
    context = GameReply(seat, email, address.decision, seat.user.language if seat.user else "en")
    outcome = CommandReader(GAME_COMMANDS, context).execute(reply)
    outcome.first_entry = context.first_entry
    return outcome


# --- replies to an invitation


def _execute_invitation_reply(email: IncomingMail, address: Address, reply: Reply) -> ReplyOutcome | str:
    invitation = Invitation.objects.select_related("game").filter(reply_key=address.key).first()
    if invitation is None:
        return "no such invitation"
    email.invitation = invitation
    if refusal := _find_invitation_refusal(invitation, reply):
        return _refuse_invitation_reply(invitation, refusal)
    with translation.override(invitation_email.find_reader_language(invitation)):
        outcome = CommandReader(INVITATION_COMMANDS, InvitationReply(invitation, email)).execute(reply)
    return reply_policy.answer_unless_often(outcome, IncomingMail.objects.filter(invitation=invitation))


def _find_invitation_refusal(invitation: Invitation, reply: Reply) -> str:
    if reply.sender != invitation.address.lower():
        return ReplyRefusal.FOREIGN
    return ReplyRefusal.UNPROVEN if reply.authentication == "fail" else ""


def _refuse_invitation_reply(invitation: Invitation, refusal: str) -> ReplyOutcome | str:
    """Tell the invited address that nothing was done, and the host if another address has answered."""
    if invitation.state != Invitation.State.SENT:
        return refusal
    if refusal == ReplyRefusal.FOREIGN:
        invitations.report_foreign_reply(invitation)
    return reply_policy.warn_unless_often(refusal, IncomingMail.objects.filter(invitation=invitation))
