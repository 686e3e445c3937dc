"""More time: asked for at the table, granted there, or by the link of an email without signing in."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.clock.pace import Pace
from games.links import kinds
from games.models import ExtensionRequest, Game, GameLogEntry, Seat
from games.play import seats
from games.play.deadlines import extensions
from games.play.transaction.origin import How, Origin, by_user, new_request_key
from tests.helpers.factories import UserFactory
from tests.helpers.messages.clock import (
    ASK_FOR_MORE_TIME,
    ASKS_FOR_HOURS,
    GRANT_HOURS,
    GRANTED,
    HAS_HOURS_MORE,
    MAY_ASK_FOR_HOURS,
    TABLE_GIVES_HOURS,
    TABLE_HAS_GIVEN_YOU,
    TOO_LATE,
    YOU_HAVE_ASKED_FOR_HOURS,
)
from tests.helpers.messages.links import LINKS_REVOKED_BY_PLAYER
from tests.helpers.messages.table import NOT_ASKED
from tests.helpers.pages import client_of, url
from tests.helpers.tables import awaited, fallback, move, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return table(3, pace=Pace(hours=timedelta(hours=48)), visibility="always")


@pytest.fixture
def seat(game: Game) -> Seat:
    while (found := awaited(game)).user_id == game.creator_id:
        move(found, fallback(found))
    return found


@pytest.fixture
def wish(seat: Seat) -> ExtensionRequest:
    return extensions.request_extension(seat.game_id, seat.name, 24, by_user(seat.user))


@pytest.fixture
def granter(seat: Seat) -> Seat:
    return seat.game.seats.exclude(pk=seat.pk).select_related("user").first()


def link(wish: ExtensionRequest, granter: Seat) -> str:
    return f"/x/{kinds.EXTENSION.sign(kinds.ExtensionLink.for_user(wish.pk, granter.user, granter))}/"


def is_granted(wish: ExtensionRequest) -> bool:
    wish.refresh_from_db()
    return wish.granted_at is not None


# --- at the table


def test_whoever_is_asked_asks_at_the_table_and_sees_it_there(game, seat):
    client = client_of(seat.user)
    assert ASK_FOR_MORE_TIME in client.get(url(game)).content.decode()
    answer = client.post(url(game, "time"), {"hours": "24"}, follow=True)
    page = answer.content.decode()
    assert YOU_HAVE_ASKED_FOR_HOURS.fill(hours=24) in page
    assert ASK_FOR_MORE_TIME not in page
    assert ExtensionRequest.objects.get().seat == seat


@pytest.mark.parametrize("hours", ["", "0", "49", "x", "²", "99999999"])
def test_odd_hours_are_answered_in_words(game, seat, hours):
    answer = client_of(seat.user).post(url(game, "time"), {"hours": hours})
    assert answer.status_code == 409
    assert MAY_ASK_FOR_HOURS.fill(n=48) in answer.content.decode()


def test_another_player_grants_at_the_table(game, wish, granter):
    client = client_of(granter.user)
    assert GRANT_HOURS.fill(name=wish.seat.name, hours=24) in client.get(url(game)).content.decode()
    page = client.post(url(game, "time", wish.pk), follow=True).content.decode()
    assert GRANTED in page
    assert TABLE_GIVES_HOURS.fill(seat=wish.seat.name, n=24) in page
    assert is_granted(wish)


def test_an_onlooker_sees_no_button_and_can_grant_nothing(game, wish):
    client = client_of(UserFactory())
    page = client.get(url(game)).content.decode()
    assert not re.search(GRANT_HOURS.pattern, page)
    assert ASK_FOR_MORE_TIME not in page
    assert client.post(url(game, "time", wish.pk)).status_code == 403
    assert client.post(url(game, "time"), {"hours": "1"}).status_code == 403
    assert not is_granted(wish)


def test_a_wish_of_another_table_is_not_there(wish):
    other = table(2)
    assert client_of(other.creator).post(url(other, "time", wish.pk)).status_code == 404


def test_too_late_is_said_at_the_table(game, seat, wish, granter):
    move(seat, fallback(seat))
    answer = client_of(granter.user).post(url(game, "time", wish.pk))
    assert answer.status_code == 409
    assert TOO_LATE in answer.content.decode()


# --- by the link


def test_looking_changes_nothing_and_the_button_grants_without_signing_in(wish, granter):
    page = Client().get(link(wish, granter))
    assert page.status_code == 200
    assert ASKS_FOR_HOURS.fill(name=wish.seat.name, hours=24) in page.content.decode()
    assert page.headers["Referrer-Policy"] == "strict-origin"
    assert "no-store" in page.headers["Cache-Control"]
    assert not is_granted(wish)
    done = Client().post(link(wish, granter))
    assert HAS_HOURS_MORE.fill(name=wish.seat.name, n=24) in done.content.decode()
    assert is_granted(wish)
    assert (wish.granted_by, GameLogEntry.objects.get(kind=GameLogEntry.Kind.EXTEND).how) == (
        granter.user,
        "link",
    )


def test_twice_is_the_same_page(wish, granter):
    first, second = (Client().post(link(wish, granter)) for _ in range(2))
    assert first.status_code == second.status_code == 200
    assert HAS_HOURS_MORE.fill(name=wish.seat.name, n=24) in second.content.decode()
    again = Client().get(link(wish, granter)).content.decode()
    assert HAS_HOURS_MORE.fill(name=wish.seat.name, n=24) in again
    assert GameLogEntry.objects.filter(kind=GameLogEntry.Kind.EXTEND).count() == 1


def test_the_page_tells_no_secret_of_either_seat(wish, granter):
    page = Client().get(link(wish, granter)).content.decode()
    assert "sessionid" not in Client().get(link(wish, granter)).cookies
    assert "hand" not in page.lower().replace("handle", "")


@pytest.mark.parametrize("method", ["get", "post"])
def test_it_is_too_late_once_it_is_decided(seat, wish, granter, method):
    move(seat, fallback(seat))
    answer = getattr(Client(), method)(link(wish, granter))
    assert answer.status_code == 409
    assert TOO_LATE in answer.content.decode()


def test_a_forged_or_foreign_token_opens_nothing(wish, granter):
    token = kinds.EXTENSION.sign(kinds.ExtensionLink.for_user(wish.pk, granter.user, granter))
    assert Client().post(f"/x/{token[:-3]}aaa/").status_code == 404
    assert Client().post(f"/x/{kinds.TURN.sign(kinds.TurnLink.for_seat(wish.seat))}/").status_code == 404
    assert not is_granted(wish)


def test_an_old_link_says_so(wish, granter):
    old = link(wish, granter)
    with time_machine.travel(timezone.now() + timedelta(days=61)):
        answer = Client().post(old)
    assert answer.status_code == 410
    assert not is_granted(wish)


def test_the_link_dies_with_the_seat_that_it_was_written_to(wish, granter):
    old = link(wish, granter)
    origin = Origin(How.FORM, new_request_key(), timezone.now(), granter.user_id)
    seats.change_player(granter.game_id, granter.pk, origin, user=UserFactory())
    assert Client().post(old).status_code == 410
    assert not is_granted(wish)


def test_a_guarded_seat_has_no_link_that_works(wish, granter):
    old = link(wish, granter)
    Seat.objects.filter(pk=granter.pk).update(has_revoked_links=True)
    answer = Client().post(old)
    assert answer.status_code == 410
    assert LINKS_REVOKED_BY_PLAYER in answer.content.decode()
    assert not is_granted(wish)


def test_the_creator_without_a_seat_has_a_link_too(game, wish):
    own = game.seats.get(user=game.creator)
    origin = Origin(How.FORM, new_request_key(), timezone.now(), game.creator_id)
    seats.change_player(game.pk, own.pk, origin, user=UserFactory())
    token = kinds.EXTENSION.sign(kinds.ExtensionLink.for_user(wish.pk, game.creator, None))
    assert Client().post(f"/x/{token}/").status_code == 200
    assert is_granted(wish)


def test_without_a_seat_only_the_creator_has_one(wish):
    token = kinds.EXTENSION.sign(kinds.ExtensionLink.for_user(wish.pk, UserFactory(), None))
    assert Client().post(f"/x/{token}/").status_code == 410
    assert not is_granted(wish)


# --- no more emails about seats that look for a player


def test_one_click_ends_standing_in():
    user = UserFactory(is_stand_in=True)
    address = f"/u/{kinds.STAND_IN_UNSUBSCRIBE.sign(kinds.StandInUnsubscribeLink.for_user(user))}/"
    assert Client().get(address).status_code == 200
    user.refresh_from_db()
    assert user.is_stand_in
    assert Client().post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    user.refresh_from_db()
    assert not user.is_stand_in


def test_the_table_and_the_link_of_a_email_tell_what_was_given_once(wish, granter, seat):
    extensions.grant(wish.pk, granter.name, by_user(granter.user))
    text = TABLE_HAS_GIVEN_YOU.fill(n=24)
    pages = [
        client_of(seat.user).get(url(seat.game)),
        Client().get(f"/t/{kinds.TURN.sign(kinds.TurnLink.for_seat(awaited(seat.game)))}/"),
    ]
    for page in pages:
        assert page.content.decode().count(text) == 1


def test_a_link_that_comes_too_late_does_not_speak_of_the_readers_own_questions(wish, granter, seat):
    move(seat, fallback(seat))
    page = Client().get(link(wish, granter))
    assert page.status_code == 409
    assert NOT_ASKED not in page.content.decode()
