"""Games that somebody has arranged, as pages and emails show them."""

import pytest
from django.core import mail
from django.test import Client

from accounts.server_time import now
from games.mail.outgoing import game_outbox
from games.models import Game
from games.play import referee
from tests.helpers.absent_players import replaced
from tests.helpers.arranged_games import arranged
from tests.helpers.factories import UserFactory
from tests.helpers.messages.votes import SEAT_NOT_YOURS
from tests.helpers.pages import client_of, forms, url
from tests.helpers.tables import advice, awaited, play_on
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.pages import address
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import start

pytestmark = pytest.mark.django_db

HANDLES = ["Zora", "Yvette", "Xaver", "Wanda"]


# --- seats that stay


def test_who_may_not_give_the_seat_away_still_chooses_what_answers_in_the_end():
    game = arranged()
    seat = awaited(game)
    client = client_of(seat.user)
    assert f'href="{url(game, "seat")}"' in client.get(url(game)).content.decode()
    page = client.get(url(game, "seat")).content
    assert [sorted(form["fields"]) for form in forms(page) if "time_out" in form["fields"]]
    assert b'name="address"' not in page
    assert client.post(url(game, "seat"), {"time_out": "bot"}).status_code == 302
    seat.refresh_from_db()
    assert seat.time_out == "bot"
    answer = client.post(url(game, "seat"), {"seat": seat.pk, "address": "eve@example.org"})
    assert (answer.status_code, SEAT_NOT_YOURS in answer.content.decode()) == (422, True)


def test_a_host_who_may_give_nothing_finds_no_such_page():
    host = UserFactory()
    seat = replaced(arranged(host_id=host.pk))
    client = client_of(host)
    assert client.get(url(seat.game)).status_code == 200
    assert client.get(url(seat.game, "seat")).status_code == 403


# --- the event


def test_a_table_of_an_event_leads_to_it():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    game, event = start(found).game, address(found)
    seat = awaited(game)
    client = client_of(seat.user)
    page = client.get(url(game)).content.decode()
    assert f'<a href="{event}">Autumn Cup</a>' in page
    alone = arranged()
    assert "/tournaments/autumn" not in client_of(awaited(alone).user).get(url(alone)).content.decode()


# --- without names


@pytest.fixture
def masked() -> Game:
    """Some moves into a game of three, one of whom was replaced."""
    *people, wanda = [UserFactory(handle=handle) for handle in HANDLES]
    game = arranged(*people, is_anonymous=True, visibility=Game.Visibility.ALWAYS)
    play_on(game, 12)
    referee.replace_player(game.pk, game.seats.all()[1].pk, None, person=wanda, reason="No move.")
    return game


def named_in(text: str, *, but: str = "") -> set[str]:
    return {handle for handle in HANDLES if handle in text and handle != but}


def test_no_page_of_the_table_tells_who_plays(masked):
    assert not named_in(Client().get(url(masked)).content.decode())
    for seat in masked.seats.select_related("user"):
        client = client_of(seat.user)
        for part in ([], ["log"], ["orders"], ["seat"], ["news", "0-0"]):
            page = client.get(url(masked, *part)).content.decode()
            assert not named_in(page, but=seat.user.handle), part
        assert seat.name in client.get(url(masked)).content.decode()


def test_no_email_tells_it(masked):
    game_outbox.send_due_notices(now())
    readers = {message.to[0].partition("@")[0].title(): message for message in mail.outbox}
    assert set(readers) == set(HANDLES)
    for reader, email in readers.items():
        shown = [email.subject, email.body, str(email.extra_headers)]
        assert not named_in("".join(shown + [one.content for one in email.alternatives]), but=reader)


def test_in_the_end_everybody_reads_who_it_was(masked):
    play_on(masked, 2000, advice)
    page = Client().get(url(masked)).content.decode()
    assert named_in(page) == {"Zora", "Xaver", "Wanda"}
    assert "played by Zora" in page
