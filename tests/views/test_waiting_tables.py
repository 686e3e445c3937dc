"""The way to the next table: the most urgent one that waits for the reader, from a table or an email."""

from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client

from games.mail.outgoing import game_outbox
from games.models import Game, Seat
from games.play.lobby import tables
from tests.helpers.factories import UserFactory
from tests.helpers.messages.site import NEXT_TABLE, NO_TABLE_WAITS
from tests.helpers.pages import client_of, url
from tests.helpers.tables import awaited, fallback, move, table

pytestmark = pytest.mark.django_db


def another(user, name: str) -> Seat:
    """Another table, at which this person is asked."""
    while True:
        game = tables.open_table(user, tables.NewTable(name, "citadels", {}, 2))
        tables.join_table(game.pk, UserFactory(), invited=True)
        if (seat := awaited(game)).user == user:
            return seat


def set_due(seat: Seat, hours: int) -> None:
    Seat.objects.filter(pk=seat.pk).update(due_at=seat.asked_at + timedelta(hours=hours))


@pytest.fixture
def asked() -> Seat:
    return awaited(table(2, name="First table"))


def test_the_most_urgent_table_comes_first(asked):
    urgent, relaxed = another(asked.user, "Urgent"), another(asked.user, "Relaxed")
    for seat, hours in ((asked, 20), (urgent, 2), (relaxed, 90)):
        set_due(seat, hours)
    client = client_of(asked.user)
    assert client.get("/next/").headers["Location"] == url(urgent.game)
    Seat.objects.filter(pk=urgent.pk).update(stopped_at=urgent.asked_at)  # its clock stands still
    assert client.get("/next/").headers["Location"] == url(asked.game)


def test_without_one_it_is_the_list_of_games(asked):
    other = asked.game.seats.exclude(pk=asked.pk).select_related("user")[0]
    answer = client_of(other.user).get("/next/", follow=True)
    assert answer.redirect_chain[-1][0] == "/games/"
    assert NO_TABLE_WAITS in answer.content.decode()


def test_whoever_is_not_known_signs_in_first():
    assert Client().get("/next/").headers["Location"] == "/accounts/login/?next=/next/"


def test_after_a_move_a_button_leads_to_the_next_table(asked):
    later = another(asked.user, "The <next> one")
    client = client_of(asked.user)
    assert f'href="{url(later.game)}"' not in client.get(url(asked.game)).content.decode()
    move(asked, fallback(asked))
    page = client.get(url(asked.game)).content.decode()
    assert f'href="{url(later.game)}"' in page
    assert NEXT_TABLE.fill(name="The &lt;next&gt; one") in page
    Game.objects.filter(pk=later.game_id).update(state=Game.State.PAUSED)
    assert f'href="{url(later.game)}"' not in client.get(url(asked.game)).content.decode()


def test_every_email_about_a_game_leads_there_without_a_secret(asked, settings):
    game_outbox.send_due_notices()
    assert mail.outbox
    for email in mail.outbox:
        html = email.alternatives[0][0]
        assert f"{settings.BASE_URL}/next/\n" in email.body
        assert f'href="{settings.BASE_URL}/next/"' in html
