"""Table chat: post, read, edit for a few minutes, report and mute. Messages are plain text."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from accounts import server_time
from games.models import ChatMessage, Game, MessageReport, Mute, Seat
from games.models.chat import MAX_MESSAGE_LENGTH
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.play.transaction import notices
from games.play.transaction.sql import bump_page_version
from games.rules.core.errors import make_printable
from games.text import tidy_text

EDIT_WINDOW = timedelta(minutes=5)


@transaction.atomic
def post_message(game: Game, seat: Seat, text: str, *, key: str) -> ChatMessage:
    """Post a message to the table. The same form sent twice posts it once."""
    message, is_new = ChatMessage.objects.get_or_create(
        game=game,
        key=key,
        defaults={
            "seat": seat,
            "by_id": seat.user_id,
            "name": seat.name,
            "text": _clean_message(text),
            "number": game.log_length,
            "at": server_time.now(),
        },
    )
    if is_new:
        mark_read(seat, message.pk)  # who answers has read what was said before
        bump_page_version(game.pk)
        _notify_listeners(game, seat, message)
    return message


def mark_read(seat: Seat, message_id: int) -> None:
    """Store that the player of this seat has seen the messages of the table up to this one."""
    seen = ChatMessage.objects.filter(game=seat.game_id, pk__lte=message_id).aggregate(newest=Max("pk"))
    if newest := seen["newest"]:
        Seat.objects.filter(pk=seat.pk, chat_read_until__lt=newest).update(chat_read_until=newest)


def _notify_listeners(game: Game, speaker: Seat, message: ChatMessage) -> None:
    """Queue a notice for everybody who has not muted the speaker: one for all messages between two moves."""
    if game.has_begun:
        listeners = game.seats.filter(user__isnull=False, bot="").exclude(pk=speaker.pk)
        notices.notify_of_message(game, message, listeners.exclude(mutes__muted_seat=speaker))


@transaction.atomic
def edit_message(message: ChatMessage, seat: Seat, text: str) -> ChatMessage:
    """Edit an own message within a few minutes, while hardly anybody has read it."""
    if message.seat_id != seat.pk or message.by_id != seat.user_id:
        raise NotAllowed(_("This is not your message."))
    if not may_edit(message):
        raise NotNow(_("A message can be changed only for a few minutes."))
    message.text, message.edited_at = _clean_message(text), server_time.now()
    message.save(update_fields=["text", "edited_at"])
    bump_page_version(message.game_id)
    return message


def may_edit(message: ChatMessage) -> bool:
    return not message.is_hidden and server_time.now() - message.at < EDIT_WINDOW


@transaction.atomic
def report_message(message: ChatMessage, user: Any, reason: str = "") -> MessageReport:
    """Report a message to the operator, once for each user."""
    found, _new = MessageReport.objects.get_or_create(
        message=message, by=user, defaults={"reason": make_printable(reason, 200), "at": server_time.now()}
    )
    return found


@transaction.atomic
def hide_message(message: ChatMessage, *, hidden: bool = True) -> None:
    """Hide a message, or show it again, on behalf of the operator, and close its reports."""
    message.is_hidden = hidden
    message.save(update_fields=["is_hidden"])
    message.reports.filter(settled_at__isnull=True).update(settled_at=server_time.now())
    bump_page_version(message.game_id)


def mute_seat(seat: Seat, muted: Seat, *, on: bool = True) -> None:
    """Hide the messages of another seat from this one, or show them again. Nobody else is told."""
    if seat.game_id != muted.game_id or seat.pk == muted.pk:
        raise NotPossible(_("This seat cannot be muted."))
    if on:
        Mute.objects.get_or_create(seat=seat, muted_seat=muted)
    else:
        Mute.objects.filter(seat=seat, muted_seat=muted).delete()


def _clean_message(text: str) -> str:
    tidy = tidy_text(text)
    if not tidy:
        raise NotPossible(_("The message is empty."))
    if len(tidy) > MAX_MESSAGE_LENGTH:
        raise NotPossible(_("A message can have at most %(most)d characters.") % {"most": MAX_MESSAGE_LENGTH})
    return tidy
