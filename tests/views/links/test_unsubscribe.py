"""No more emails: one click of a mail program is enough, and looking is not."""

import pytest
from django.core import mail
from django.test import Client

from games.links import kinds
from games.mail.outgoing import game_outbox
from games.models import Seat
from tests.helpers.messages import replies
from tests.helpers.messages.links import GAME_GOES_ON, KIND_STOPPED, STOP_THIS_KIND
from tests.helpers.messages.table import STOP_EMAILS
from tests.helpers.tables import awaited, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def seat() -> Seat:
    return awaited(table(3))


def address(seat: Seat, kind: str = "your_turn") -> str:
    return f"/u/{kinds.UNSUBSCRIBE.sign(kinds.GameUnsubscribeLink.for_seat(seat, kind))}/"


def fresh(seat: Seat) -> Seat:
    return Seat.objects.select_related("user").get(pk=seat.pk)


@pytest.mark.drill(30, "one click without cookies, and again")
def test_one_click_silences_the_table_without_cookies_or_redirect(seat):
    """As RFC 8058 wants it, in both ways a form can be sent."""
    client = Client(enforce_csrf_checks=True)
    answer = client.post(address(seat), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not answer.cookies
    assert fresh(seat).has_emails_off
    urlencoded = "application/x-www-form-urlencoded"
    assert (
        client.post(address(seat), "List-Unsubscribe=One-Click", content_type=urlencoded).status_code == 200
    )
    assert fresh(seat).has_emails_off
    game_outbox.send_due_notices()
    assert [notice.kind for notice in seat.user.notices.filter(status="sent")] == ["stopped"]
    assert replies.REPLY_START in " ".join(mail.outbox[-1].body.split())
    assert [email.to for email in mail.outbox].count([seat.user.email]) == 1


def test_a_click_on_the_page_is_confirmed_by_the_page(client, seat):
    client.post(address(seat), {"what": "table"})
    assert fresh(seat).has_emails_off
    assert not seat.user.notices.filter(kind="stopped").exists()


def test_whoever_wants_emails_again_gets_no_confirmation_that_they_stopped(seat):
    Client().post(address(seat), {"List-Unsubscribe": "One-Click"})
    Client().post(address(seat), {"what": "again"})
    game_outbox.send_due_notices()
    assert not seat.user.notices.filter(kind="stopped", status="sent").exists()


@pytest.mark.drill(30, "a scanner looks")
@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_looking_changes_nothing(seat, method):
    answer = getattr(Client(), method)(address(seat))
    assert not answer.cookies
    assert not fresh(seat).has_emails_off
    assert fresh(seat).user.mail_preferences == {}


def test_collected_emails_end_by_their_kinds_and_stay_ended(seat):
    page = Client().get(address(seat, "collected")).content.decode()
    assert STOP_THIS_KIND in page
    Client().post(address(seat, "collected"))
    assert fresh(seat).user.mail_preferences["talk"] == "none"
    page = Client().get(address(seat, "collected")).content.decode()
    assert KIND_STOPPED in page
    assert "<button" not in page.partition("<main")[2].partition("</main")[0]


def test_the_page_says_what_it_means_and_offers_more(seat):
    page = Client().get(address(seat)).content.decode()
    assert STOP_EMAILS in page
    assert GAME_GOES_ON in page
    Client().post(address(seat), {"what": "kind"})
    assert fresh(seat).user.mail_preferences == {"your_turn": "none"}
    assert not fresh(seat).has_emails_off


def test_there_is_a_way_back(seat):
    Client().post(address(seat))
    Client().post(address(seat), {"what": "again"})
    assert not fresh(seat).has_emails_off


def test_a_kind_that_has_no_wish_of_its_own_follows_another(seat):
    Client().post(address(seat, "expired"), {"what": "kind"})
    assert fresh(seat).user.mail_preferences == {"changes": "none"}


def test_what_is_not_ours_changes_nothing(seat):
    good = address(seat)
    assert Client().post(good[:-5] + "/").status_code == 404
    assert Client().post(f"/u/{kinds.TURN.sign(kinds.TurnLink.for_seat(seat))}/").status_code == 404
    Seat.objects.filter(pk=seat.pk).update(key="another")
    assert Client().post(good).status_code == 410
    assert not fresh(seat).has_emails_off
