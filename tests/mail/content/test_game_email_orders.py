"""What orders did, told to their owner and to nobody else."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.utils import timezone

from games.mail.content import game_email
from games.mail.content.game_update import GameUpdate
from games.mail.outgoing import game_outbox
from games.models import GameNotice
from games.play.moves import play_moves
from games.play.transaction.origin import How, Origin
from tests.helpers.mail.outbox import Kind, Status, everything_now, nothing_waits, parts, post, sent
from tests.helpers.messages import mail as messages
from tests.helpers.messages import rules
from tests.helpers.messages.rules import PLAN_STOPS_AT
from tests.helpers.tables import (
    awaited,
    drafting,
    fallback,
    favourites,
    move,
    table,
    until_gathering,
    with_order,
)

pytestmark = pytest.mark.django_db


def test_an_order_that_answered_is_told_to_its_owner():
    game = table(4)
    first, second = drafting(game)
    everything_now(second.user)
    nothing_waits()
    with_order(game, second, favourites(game))
    move(first, fallback(first))
    post()
    [email] = sent(second.user)
    assert email.extra_headers["X-Citadels-Kind"] == "orders"
    for part in parts(email):
        assert rules.ORDER_ANSWERS.fill(line=favourites(game)) in part
        assert messages.ONLY_OWNER_LEARNS_OF_ORDER in part
    for other in mail.outbox:
        text = " ".join(parts(other)).replace("in order", "").replace(messages.OWN_ORDERS, "")
        assert other is email or "order" not in text


def test_the_email_of_a_turn_tells_what_an_order_has_answered():
    game = table(2)
    seat = until_gathering(game)
    nothing_waits()
    with_order(game, seat, "always gold")
    move(awaited(game), "end")
    post()
    [email] = sent(seat.user)
    assert email.extra_headers["X-Citadels-Kind"] == "your_turn"
    for part in parts(email):
        assert rules.ORDER_ANSWERS.fill(line="always gold") in part


def test_a_plan_that_stops_at_ones_own_move_is_told_too():
    """It stands in the entry of that very move, after which everything else is news."""
    game = table(2)
    seat = until_gathering(game)
    move(awaited(game), "end")
    nothing_waits()
    with_order(game, seat, "plan build palace")
    link = Origin(How.LINK, "k", timezone.now(), seat.user_id)
    play_moves(game.pk, seat.name, ["gold"], link, decision=awaited(game).decision)
    assert awaited(game) == seat
    post(timezone.now() + timedelta(minutes=3))
    [email] = sent(seat.user)
    for part in parts(email):
        assert PLAN_STOPS_AT.is_in(part, line="build palace")


def test_orders_are_no_news_to_somebody_who_has_decided_since():
    game = table(4)
    first, second = drafting(game)
    with_order(game, second, favourites(game))
    nothing_waits()
    move(first, fallback(first))
    notice = GameNotice.objects.get(kind=Kind.ORDERS)
    while awaited(game) != second:
        move(awaited(game), fallback(awaited(game)))
    move(awaited(game), fallback(awaited(game)))
    everything_now(second.user)
    game_outbox.send_due_notices()
    notice.refresh_from_db()
    assert notice.status == Status.DROPPED


def test_nobody_else_sees_whether_a_hand_or_an_order_has_answered():
    """The emails of all others are the same, byte for byte."""
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False):
        game = table(4)
        first, second = drafting(game)
        move(first, fallback(first))
        move(awaited(game), fallback(awaited(game)))
        others = [seat for seat in game.seats.select_related("user") if seat != second]
        notices = [
            GameNotice(pk=7, game=game, user=seat.user, kind=Kind.YOUR_TURN, number=3) for seat in others
        ]
        by_hand = [bytes_of(notice) for notice in notices]
        entry = game.log_entries.get(seat=second, kind="move")
        note = '{"kind":"order_fired","open":{},"secret":{"%s":{"seat":"%s","line":"x"}},"private":true}'
        entry.events = entry.events.replace("[", "[" + note % (second.name, second.name) + ",", 1)
        entry.how = How.ORDER
        entry.save()
        assert [bytes_of(notice) for notice in notices] == by_hand


def bytes_of(notice: GameNotice) -> bytes:
    email = game_email.build_game_email(notice.user, [GameUpdate([notice])])
    email.extra_headers.setdefault("Date", "now")
    return re.sub(rb"=+\d{10,}=+", b"", email.message().as_bytes())
