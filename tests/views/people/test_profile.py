"""The public page of a person, and the phrase beside a name."""

import pytest
from django.test import Client

from accounts.close_account import close_account
from games.models import Seat
from games.play import replacements
from games.play.lobby import invitations, tables
from games.play.transaction.origin import by_user
from tests.helpers.absent_players import replaced
from tests.helpers.factories import UserFactory
from tests.helpers.messages.people import LEFT_TO_A_BOT, NEW_HERE, NO_ANSWERS_YET, PAGE_IS_PUBLIC
from tests.helpers.pages import client_of
from tests.helpers.tables import table

pytestmark = pytest.mark.django_db


def got(handle: str):
    return Client().get(f"/people/{handle}/")


def test_everybody_may_see_how_reliably_somebody_plays():
    seat = replaced(table(3))
    bob = UserFactory()
    replacements.take_over_seat(seat.game_id, seat.pk, bob, by_user(bob))
    page = got(seat.user.handle).content.decode()
    assert "0 of 1" in page
    assert LEFT_TO_A_BOT in page
    assert "0 times" in page
    assert NO_ANSWERS_YET in got(bob.handle).content.decode()


def test_nothing_private_is_on_it():
    ann = UserFactory(handle="Ann", time_zone="Europe/Budapest", language="hu")
    page = got("Ann").content.decode()
    assert ann.email not in page
    assert "Budapest" not in page
    assert 'name="robots" content="noindex"' in page


def test_a_handle_in_another_case_and_an_old_one_lead_to_the_new_one():
    ann = UserFactory(handle="Ann")
    ann.rename("Anna")
    ann.rename("Annie")
    for old in ("ann", "Ann", "Anna", "annie"):
        assert got(old)["Location"] == "/people/Annie/"


def test_whoever_has_a_handle_now_comes_before_whoever_had_it():
    UserFactory(handle="Anna").former_handles.create(handle="Ann", until="2020-01-01T00:00Z")
    UserFactory(handle="Ann")
    assert got("Ann").status_code == 200


def test_guests_closed_accounts_and_nobody_have_no_page():
    guest, gone = UserFactory(is_guest=True), UserFactory(handle="Gone")
    gone.rename("Vanished")
    close_account(gone)
    for handle in (guest.handle, f"Former-{gone.pk}", "Gone", "Vanished", "Nobody-yet"):
        assert got(handle).status_code == 404, handle


def test_the_phrase_stands_beside_names_in_the_waiting_room():
    game = table(1, size=4)
    guest = UserFactory(is_guest=True)
    tables.join_table(game.pk, guest)
    page = client_of(game.creator).get(f"/g/{game.key}/").content.decode()
    assert f'<a href="/people/{game.creator.handle}/">{NEW_HERE}</a>' in page
    assert f"/people/{guest.handle}/" not in page


def test_the_phrase_stands_in_an_invitation():
    game = table(1, size=4)
    invitations.invite_people(game.pk, game.creator, ["dora@example.org"])
    dora = UserFactory(email="dora@example.org")
    (row,) = client_of(dora).get("/games/").context["invitations"]
    page = Client().get(f"/i/{row[1]}/").content.decode()
    assert f"/people/{game.creator.handle}/" in page


def test_the_own_page_says_so_and_the_profile_leads_there():
    ann = UserFactory(handle="Ann")
    client = client_of(ann)
    assert 'href="/people/Ann/"' in client.get("/accounts/").content.decode()
    assert PAGE_IS_PUBLIC in client.get("/people/Ann/").content.decode()
    assert not Seat.objects.exists()
