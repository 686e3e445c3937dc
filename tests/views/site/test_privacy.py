"""What is kept, and for how long: the page says what the code does."""

import pytest
from django.conf import settings
from django.test import Client

from accounts import handles
from games.mail.incoming import inbox, processor
from games.play.lobby import invitations, tutorial
from tests.helpers.factories import UserFactory
from tests.helpers.pages import client_of

pytestmark = pytest.mark.django_db


def test_the_periods_are_those_of_the_code():
    kept = Client().get("/privacy/").context["kept"]
    periods = [processor.RETENTION, invitations.RETENTION, tutorial.VISITOR_LIFETIME]
    told = " ".join(f"{one.time} {one.about}" for one in kept)
    for days in [*(period.days for period in periods), settings.SESSION_COOKIE_AGE // 86400]:
        assert f"{days} days" in told
    assert f"{handles.RESERVATION_TIME.days} days" in told
    assert str(inbox.MAX_EMAILS_A_DAY) in told


@pytest.mark.parametrize("language", ["en", "hu", "hr"])
def test_every_page_leads_there_and_it_speaks_the_language_of_the_reader(language):
    reader = client_of(UserFactory(language=language))
    assert 'href="/privacy/"' in reader.get("/tables/").content.decode()
    page = reader.get("/privacy/").content.decode()
    assert f'<html lang="{language}">' in page
    assert 'href="/accounts/"' in page


def test_it_is_for_everybody_and_sets_no_session():
    client = Client()
    assert client.get("/privacy/").status_code == 200
    assert "sessionid" not in client.cookies
