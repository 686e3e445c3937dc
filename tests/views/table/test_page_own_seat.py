"""What the table says to its players beside the game: their orders stand, a guest may have an account."""

import re

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from games.play import orders
from games.play.transaction.origin import by_user
from games.views.access import PASSES
from tests.helpers.messages.table import ORDERS_STAND, TURN_INTO_ACCOUNT
from tests.helpers.pages import client_of, url
from tests.helpers.tables import awaited

pytestmark = pytest.mark.django_db


def text(answer) -> str:
    return answer.content.decode()


def test_the_table_says_how_many_orders_of_yours_stand(game, seat, client):
    assert not re.search(ORDERS_STAND.pattern, text(client.get(url(game))))
    for line in ("always gold", "prefer king"):
        orders.file_order(game.pk, seat.name, line, by_user(seat.user))
    assert ORDERS_STAND.fill(number=2) in text(client.get(url(game)))
    other = client_of(awaited(game).user)
    assert not re.search(ORDERS_STAND.pattern, text(other.get(url(game))))


def test_a_guest_at_a_running_table_turns_the_seat_into_an_account(game, seat, client):
    assert TURN_INTO_ACCOUNT not in text(client.get(url(game)))
    User.objects.filter(pk=seat.user_id).update(is_guest=True)
    guest = Client()
    guest.get("/tables/")
    session = guest.session
    session[PASSES] = {str(seat.pk): seat.key}
    session.save()
    guest.cookies["sessionid"] = session.session_key
    assert TURN_INTO_ACCOUNT in text(guest.get(url(game)))
    assert guest.post(url(game, "account")).status_code == 302
    assert [email.to for email in mail.outbox] == [[seat.user.email]]
