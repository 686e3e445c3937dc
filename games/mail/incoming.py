"""Letters that have come in: read, obeyed and answered, each once.

All that a letter asks for is done in one transaction, together with what became of each line. The answer
leaves afterwards. Who dies in between leaves a row, and the next one goes on from there. We answer to the
address that we know and to no other; a machine gets no answer.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from email.utils import parseaddr
from typing import Any

import msgspec
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts import people
from games.mail import addresses, answers, bounces, correspondence, invitations, outbox, posting
from games.mail.addresses import BOUNCE, JOIN, STOP, Address
from games.mail.answers import IDLE, Outcome, Refusal
from games.mail.obeying import Line, Reader
from games.mail.posting import MOST_TRIES, Post, PostIsDown, Refused
from games.mail.reading import replies
from games.mail.reading.replies import Reply
from games.mail.wording import spoken
from games.models import Incoming, Invitation, Seat
from games.play import inviting, times
from games.play.errors import DoorError
from games.play.wake import READ_POST
from games.rules.core.lexicon import plain

KEPT = timedelta(days=30)
MOST_ANSWERS = 10  # in an hour, to letters that did nothing: two machines must not talk through us
MOST_WARNINGS = 3  # to one seat in a day, about letters that were not its player's

YES = {"yes", "accept", "join", "igen", "elfogadom", "da", "prihvacam"}
NO = {"no", "decline", "nem", "ne"}
PLEASE = {"please", "thanks", "thank you", "kerem", "koszonom", "molim", "hvala"}  # no name for a seat

Status = Incoming.Status


def read_due(now: datetime | None = None) -> int:
    """Obey all that has come, then answer it; return how many answers have left.

    In this order: while no letter can leave, people can still play."""
    while rows := posting.claim(_due(Status.WAITING, now or times.now()), now or times.now()):
        for [letter] in rows:
            _obey(letter, now or times.now())
    return posting.send_due(
        lambda now: posting.claim(_due(Status.READ, now), now),
        lambda rows, mail, now: answer(rows[0], mail, now),
        READ_POST,
        now,
    )


def _due(status: str, now: datetime) -> QuerySet[Incoming]:
    return Incoming.objects.filter(status=status, next_try_at__lte=now).order_by("received_at", "pk")


def _obey(letter: Incoming, now: datetime) -> None:
    """Do what it asks for; one that cannot be read must not hold up the others."""
    try:
        if letter.tries > MOST_TRIES:  # nobody has lived to tell what is wrong with it
            raise RuntimeError
        read(letter)
    except Exception as error:
        _failed(letter, now, error)


def answer(letter: Incoming, mail: Post, now: datetime) -> bool:
    """Has an answer left?"""
    try:
        message = answers.letter(letter)
        if message is None:
            Incoming.objects.filter(pk=letter.pk).update(status=Status.IGNORED, error="too late")
            return False
        mail.send(message)
    except PostIsDown as error:
        posting.try_later(Incoming.objects.all(), [letter], now, error, is_down=True)
        raise
    except Exception as error:
        _failed(letter, now, error)
        return False
    Incoming.objects.filter(pk=letter.pk).update(status=Status.ANSWERED, answered_at=now, error="")
    return True


def _failed(letter: Incoming, now: datetime, error: Exception) -> None:
    """Later and later, and after some tries not before an operator says so."""
    posting.try_later(Incoming.objects.all(), [letter], now, error)
    if letter.tries >= MOST_TRIES or isinstance(error, Refused):
        Incoming.objects.filter(pk=letter.pk).update(status=Status.PARKED)
        _ask_otherwise(letter, error)


def _ask_otherwise(letter: Incoming, error: Exception) -> None:
    """The answer would have put the next question: without it, a letter of the game does."""
    if letter.user is None:
        return
    if isinstance(error, Refused):
        bounces.refused(letter.user.email, str(error))
    elif letter.seat is not None and letter.seat.is_awaited and letter.seat.user_id == letter.user_id:
        outbox.send_again(letter.seat, letter.user)


def try_again(letters: QuerySet[Incoming]) -> int:
    """The operator has mended what stood in the way."""
    parked = letters.filter(status=Status.PARKED)
    again = {"tries": 0, "next_try_at": times.now(), "error": ""}
    read_before = parked.exclude(outcome="").update(status=Status.READ, **again)
    return read_before + parked.filter(outcome="").update(status=Status.WAITING, **again)


def forget_old(now: datetime) -> int:
    """Throw away the letters that were read long ago. What they did stands in the journal."""
    old = Incoming.objects.filter(received_at__lt=now - KEPT)
    gone, _kinds = old.exclude(status__in=[Status.WAITING, Status.READ]).delete()
    return gone


# --- reading


def read(letter: Incoming) -> None:
    """Obey, and write down what became of it, or why nothing was done, in one transaction.

    What a stranger has sent is taken apart before it: that may take its time."""
    address = addresses.read(letter.recipient)
    heard = _heard(letter, address)
    with transaction.atomic():
        locked = Incoming.objects.select_for_update().get(pk=letter.pk)
        if locked.status != Status.WAITING:
            return
        outcome = _obeyed(locked, address, heard) if address else "no address of ours"
        locked.status = Status.READ if isinstance(outcome, Outcome) else Status.IGNORED
        locked.why = outcome if isinstance(outcome, str) else outcome.why
        locked.outcome = msgspec.json.encode(outcome).decode() if isinstance(outcome, Outcome) else ""
        locked.tries, locked.error = 0, ""
        locked.next_try_at = locked.received_at  # the answer is due at once
        locked.save()


def _heard(letter: Incoming, address: Address | None) -> Reply | str:
    """What it says; of one that came back, in a word."""
    raw = bytes(letter.raw)
    if address is not None and address.kind == BOUNCE:
        return bounces.verdict_of(raw, letter.sender)
    own = [parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()]
    return replies.read(raw, envelope_sender=letter.sender, trusted=settings.AUTHSERV_ID, own=own)


def _obeyed(letter: Incoming, address: Address, heard: Reply | str) -> Outcome | str:
    """What is to be answered; or, as a word, why nothing is."""
    if isinstance(heard, str):
        return bounces.read(letter, heard)
    if heard.automatic or addresses.read(heard.sender):
        return heard.automatic or "own address"
    if (other := correspondence.of(address)) is not None:
        return other.obey(letter, address, heard)
    return (_join if address.kind == JOIN else _seat)(letter, address, heard)


def unless_often(outcome: Outcome, letters: QuerySet[Incoming]) -> Outcome | str:
    """A letter that did something is always answered; others only so often."""
    if outcome.why != IDLE:
        return outcome
    return "often" if _too_many(letters.filter(why=IDLE), MOST_ANSWERS, timedelta(hours=1)) else outcome


def _too_many(letters: QuerySet[Incoming], most: int, within: timedelta) -> bool:
    """Has so much been answered lately that we had better be silent?"""
    return letters.filter(received_at__gt=times.now() - within).count() >= most


# --- letters to a seat


def _seat(letter: Incoming, address: Address, reply: Reply) -> Outcome | str:
    seat = Seat.objects.select_related("user", "game").filter(post_key=address.key).first()
    if seat is None or seat.user is None or not seat.user.is_active:
        return "nobody sits there"
    letter.seat, letter.user = seat, seat.user
    if refusal := refusal_of(seat.user, reply) or (Refusal.GUARDED if seat.is_guarded else ""):
        return warned(refusal, Incoming.objects.filter(seat=seat))
    if address.kind == STOP:
        Seat.objects.filter(pk=seat.pk).update(is_silent=True)
        return "no more letters"
    people.locked(seat.user.pk)  # a letter may move and then book leave: people come before games
    with translation.override(seat.user.language), timezone.override(seat.user.zone):
        outcome = _done(letter, seat, address, reply)
    return unless_often(outcome, Incoming.objects.filter(seat=seat))


def refusal_of(user: Any, reply: Reply) -> str:
    """Why this letter may not act for this person."""
    if reply.sender not in _addresses_of(user):
        return Refusal.FOREIGN
    return Refusal.UNPROVEN if reply.verdict == "fail" else ""


def warned(refusal: str, letters: QuerySet[Incoming]) -> Outcome | str:
    """The person is told at the stored address, but not each time that somebody tries."""
    before = letters.filter(why=refusal)
    return "often" if _too_many(before, MOST_WARNINGS, timedelta(days=1)) else Outcome(why=refusal)


def _addresses_of(user: Any) -> set[str]:
    proven = EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    return {user.email.lower(), *(address.lower() for address in proven)}


def _done(letter: Incoming, seat: Seat, address: Address, reply: Reply) -> Outcome:
    reader = Reader(seat, letter, address.decision, seat.user.language if seat.user else "en")
    lines = reader.read(reply.lines)
    why = "" if reader.has_acted else IDLE
    wants_help = reader.wants_help or not lines
    return Outcome(lines, why, start=reader.start, wants_help=wants_help, is_cut=reply.is_cut)


# --- letters that answer an invitation


def _join(letter: Incoming, address: Address, reply: Reply) -> Outcome | str:
    invitation = Invitation.objects.select_related("game").filter(post_key=address.key).first()
    if invitation is None:
        return "no such invitation"
    letter.invitation = invitation
    if reply.sender != invitation.address.lower() or reply.verdict == "fail":
        return Refusal.FOREIGN  # whoever it is: we do not write to somebody who has not answered yet
    with translation.override(invitation.language):
        written = spoken(reply.lines)
        line = Line(next(written, ""))
        _answer_invitation(letter, invitation, line)
        others = [Line(text, _("Only “yes” or “no” is read here.")) for text in written]
        outcome = Outcome(lines=[line, *others], why="" if line.is_done else IDLE)
    return unless_often(outcome, Incoming.objects.filter(invitation=invitation))


def _answer_invitation(letter: Incoming, invitation: Invitation, line: Line) -> None:
    word, _space, rest = line.text.partition(" ")
    spelt = plain(word)
    if spelt in YES:
        handle = "" if word.endswith(",") or plain(rest) in PLEASE else rest.strip()
        _try(line, lambda: _accept(letter, invitation, handle))
    elif spelt in NO:
        _try(line, lambda: _decline(invitation, rest))
    else:
        line.sentence = _("Please answer with “yes” or “no” in the first line.")


def _accept(letter: Incoming, invitation: Invitation, handle: str) -> str:
    seat = inviting.accept(invitation.pk, handle=handle or invitations.handle_for(invitation.address))
    letter.seat, letter.user = seat, seat.user
    outbox.told_otherwise(seat)
    return _("You sit at the table as %(name)s.") % {"name": seat.name}


def _decline(invitation: Invitation, word: str) -> str:
    inviting.decline(invitation.pk, word)
    return _("You have declined. Your host sees it at the table.")


def _try(line: Line, do: Callable[[], str]) -> None:
    try:
        with transaction.atomic():
            line.sentence = do()
        line.is_done = True
    except DoorError as error:
        line.sentence = str(error)
