"""The chat of a table as one of its readers sees it."""

from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Count, Exists, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce

from games.models import ChatMessage, Mute
from games.play.chat import may_edit
from games.queries.game_view import GameView

CHAT_LENGTH = 50


class ChatEntry(msgspec.Struct, frozen=True):
    """A chat message as this reader sees it."""

    pk: int
    seat_id: int | None
    name: str
    text: str  # empty if it is hidden, or the reader has muted its author
    at: datetime
    is_edited: bool
    is_hidden: bool
    is_muted: bool
    is_mine: bool
    is_unread: bool  # new to the reader, and worth reading
    may_edit: bool


def list_messages(view: GameView) -> list[ChatEntry]:
    """List the latest chat messages, in order."""
    muted = Mute.objects.filter(seat=view.seat, muted_seat=OuterRef("seat_id"))
    messages = ChatMessage.objects.filter(game=view.game).annotate(is_muted=Exists(muted))
    newest = list(messages.order_by("-at", "-pk")[:CHAT_LENGTH])
    return [_build_chat_entry(view, message) for message in reversed(newest)]


def build_unread_count() -> Coalesce:
    """Build an annotation for seats: how many messages their players have not seen, and would want to."""
    muted = Mute.objects.filter(seat=OuterRef(OuterRef("pk")), muted_seat=OuterRef("seat_id"))
    unseen = ChatMessage.objects.filter(
        ~Exists(muted), game=OuterRef("game_id"), pk__gt=OuterRef("chat_read_until"), is_hidden=False
    )
    others = unseen.exclude(seat=OuterRef("pk"))
    counted = others.order_by().values("game").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def _build_chat_entry(view: GameView, message: Any) -> ChatEntry:
    # a new player takes over the seat, but not the messages of the former one
    seat = view.seat
    is_mine = seat is not None and (message.seat_id, message.by_id) == (seat.pk, seat.user_id)
    is_withheld = message.is_hidden or message.is_muted
    is_new = seat is not None and message.pk > seat.chat_read_until
    return ChatEntry(
        pk=message.pk,
        seat_id=message.seat_id,
        name=view.shown_names.get(message.name, message.name),
        text="" if is_withheld else message.text,
        at=message.at,
        is_edited=message.edited_at is not None,
        is_hidden=message.is_hidden,
        is_muted=message.is_muted,
        is_mine=is_mine,
        is_unread=is_new and not is_mine and not is_withheld,
        may_edit=is_mine and may_edit(message),
    )
