"""Language and colours, as any reader may choose them at the foot of a page."""

import pytest
from django.utils import timezone, translation
from django.utils.formats import date_format

from games.models import Game
from games.templatetags.times import full_time
from tests.helpers.move_links import link
from tests.helpers.sign_in import SAME
from tests.helpers.tables import awaited

pytestmark = pytest.mark.django_db


def html(response) -> str:
    return response.content.decode()


def choose(client, what: str, value: str, back: str = "/tables/", **more):
    headers = {"origin": "http://testserver"}
    return client.post(f"/accounts/{what}/", {what: value, "next": back}, headers=headers, **more)


@pytest.mark.parametrize(("language", "word"), [("hu", "Szabályok"), ("hr", "Pravila"), ("en", "Rules")])
def test_a_stranger_chooses_a_language_for_this_browser(client, language, word):
    response = choose(client, "language", language)
    assert response["Location"] == "/tables/"
    page = html(client.get("/tables/", headers={"accept-language": "de"}))
    assert f'<html lang="{language}">' in page
    assert f">{word}</a>" in page
    assert f'value="{language}" lang="{language}" aria-pressed="true"' in page
    assert [f">{name}</button>" in page for name in ("English", "Magyar", "Hrvatski")] == [True] * 3


def test_the_browser_decides_until_somebody_chooses(client):
    assert '<html lang="hr">' in html(client.get("/", headers={"accept-language": "hr, en;q=0.5"}))


def test_who_is_signed_in_is_written_to_in_that_language_too(client, ann):
    client.force_login(ann)
    choose(client, "language", "hu")
    ann.refresh_from_db()
    assert ann.language == "hu"
    assert '<html lang="hu">' in html(client.get("/games/"))


@pytest.mark.parametrize(
    "origin", ["https://elsewhere.example", "null", "http://testserver.elsewhere.example"]
)
def test_another_site_changes_nothing_for_who_is_signed_in(client, ann, origin):
    client.force_login(ann)
    response = client.post("/accounts/language/", {"language": "hu"}, headers={"origin": origin})
    assert response.status_code == 403
    ann.refresh_from_db()
    assert ann.language == "en"


@pytest.mark.parametrize("language", ["", "xx", "hu\r\nX: y", "../hu"])
def test_a_language_that_nobody_speaks_changes_nothing(client, ann, language):
    client.force_login(ann)
    choose(client, "language", language)
    ann.refresh_from_db()
    assert ann.language == "en"


@pytest.mark.parametrize("what", ["language", "theme"])
@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
def test_nobody_is_led_elsewhere(client, what, back):
    assert choose(client, what, {"language": "hu", "theme": "dark"}[what], back)["Location"] == "/"


@pytest.mark.parametrize("what", ["language", "theme"])
def test_looking_changes_nothing(client, what):
    assert client.get(f"/accounts/{what}/").status_code == 405


def test_day_and_night(client):
    assert "data-theme" not in html(client.get("/"))
    choose(client, "theme", "dark")
    assert 'data-theme="dark"' in html(client.get("/"))
    choose(client, "theme", "light")
    assert 'data-theme="light"' in html(client.get("/"))
    choose(client, "theme", "")
    assert "data-theme" not in html(client.get("/"))


def test_a_cookie_that_somebody_has_written_by_hand_does_nothing(client):
    client.cookies["theme"] = '"><script>'
    assert "data-theme" not in html(client.get("/"))


def test_the_page_of_a_email_speaks_as_the_email_until_the_browser_is_told(client, game: Game):
    seat = awaited(game)
    type(seat.user).objects.filter(pk=seat.user_id).update(language="hr")
    address = link(seat)
    assert '<html lang="hr">' in html(client.get(address))
    assert choose(client, "language", "hu", address)["Location"] == address
    assert '<html lang="hu">' in html(client.get(address))


def test_who_chooses_another_language_in_the_profile_reads_emails_in_it_too(client, game: Game):
    seat = awaited(game)
    choose(client, "language", "hu")
    client.force_login(seat.user)
    saved = client.post("/accounts/", {**SAME, "handle": seat.user.handle, "language": "hr"})
    assert saved.status_code == 302
    assert '<html lang="hr">' in html(client.get(link(seat)))


def test_from_the_answer_to_a_form_one_comes_back_to_the_page_with_the_form(client, game: Game):
    seat = awaited(game)
    client.force_login(seat.user)
    wrong = {"decision": seat.decision, "key": "k", "line": "build nothing"}
    headers = {"referer": f"http://testserver/g/{game.key}/?a=1"}
    page = client.post(f"/g/{game.key}/move/", wrong, headers=headers)
    assert page.status_code == 422
    assert f'name="next" value="/g/{game.key}/?a=1"' in html(page)
    for elsewhere in ("", "https://elsewhere.example/g/", "http://testserver/"):
        page = client.post(f"/g/{game.key}/move/", wrong, headers={"referer": elsewhere})
        assert f'name="next" value="/g/{game.key}/move/"' in html(page)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Friday 20 November 2026, 18:05"),
        ("hu", "2026. november 20., péntek, 18:05"),
        ("hr", "petak, 20. studenoga 2026. u 18:05"),
    ],
)
def test_dates_are_written_as_people_write_them(language, said):
    with translation.override(language):
        moment = timezone.datetime(2026, 11, 20, 18, 5, tzinfo=timezone.get_current_timezone())
        assert date_format(moment, "WEEKDAY_DATETIME") == said
        assert "18:05" in full_time(moment)
