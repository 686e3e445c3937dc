"""Table talk: said, mended for a few minutes, reported, muted. Always plain text."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Game, Message, Mute, Notice, Report, Seat
from games.models.talk import LONGEST_MESSAGE
from games.play import wording
from games.play.errors import NotNow, NotPossible, NotYours
from games.play.notices import leave
from games.play.store import show_pages
from games.rules.core.errors import printable

MAY_BE_MENDED = timedelta(minutes=5)


@transaction.atomic
def say(game: Game, seat: Seat, text: str, *, key: str) -> Message:
    """Say something to the table. The same form sent twice says it once."""
    message, is_new = Message.objects.get_or_create(
        game=game,
        key=key,
        defaults={
            "seat": seat,
            "by_id": seat.user_id,
            "name": seat.name,
            "text": _tidy(text),
            "number": game.length,
            "at": timezone.now(),
        },
    )
    if is_new:
        show_pages(game.pk)
        _tell(game, seat, message)
    return message


def _tell(game: Game, speaker: Seat, message: Message) -> None:
    """A notice for everybody else who listens: one for all that is said between two moves."""
    listeners = game.seats.filter(user__isnull=False, bot="").exclude(pk=speaker.pk)
    told = list(listeners.exclude(mutes__muted=speaker).select_related("user")) if game.has_begun else []
    about: dict[str, Any] = {"game": game, "kind": Notice.Kind.TALK, "number": message.number}
    waits: dict[str, Any] = {"created_at": message.at, "next_try_at": message.at}
    leave([Notice(user=seat.user, seat=seat, **about, **waits) for seat in told])


@transaction.atomic
def mend(message: Message, seat: Seat, text: str) -> Message:
    """Write it better, as long as hardly anybody has read it."""
    if message.seat_id != seat.pk or message.by_id != seat.user_id:
        raise NotYours(_("This is not your message."))
    if not may_be_mended(message):
        raise NotNow(_("A message can be changed only for a few minutes."))
    message.text, message.edited_at = _tidy(text), timezone.now()
    message.save(update_fields=["text", "edited_at"])
    show_pages(message.game_id)
    return message


def may_be_mended(message: Message) -> bool:
    return not message.is_hidden and timezone.now() - message.at < MAY_BE_MENDED


@transaction.atomic
def report(message: Message, user: Any, reason: str = "") -> Report:
    """Tell the operator; once a person."""
    found, _new = Report.objects.get_or_create(
        message=message, by=user, defaults={"reason": printable(reason, 200), "at": timezone.now()}
    )
    return found


@transaction.atomic
def hide(message: Message, *, hidden: bool = True) -> None:
    """The operator takes a message from the table, or puts it back, and settles its reports."""
    message.is_hidden = hidden
    message.save(update_fields=["is_hidden"])
    message.reports.filter(settled_at__isnull=True).update(settled_at=timezone.now())
    show_pages(message.game_id)


def mute(seat: Seat, muted: Seat, *, on: bool = True) -> None:
    """Do not show this seat what the other says; nobody else learns of it."""
    if seat.game_id != muted.game_id or seat.pk == muted.pk:
        raise NotPossible(_("This seat cannot be muted."))
    if on:
        Mute.objects.get_or_create(seat=seat, muted=muted)
    else:
        Mute.objects.filter(seat=seat, muted=muted).delete()


def _tidy(text: str) -> str:
    tidy = wording.tidy(text)
    if not tidy:
        raise NotPossible(_("There is nothing in this message."))
    if len(tidy) > LONGEST_MESSAGE:
        raise NotPossible(_("A message has at most %(most)d letters.") % {"most": LONGEST_MESSAGE})
    return tidy
