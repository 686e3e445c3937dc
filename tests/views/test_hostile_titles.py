"""Titles and announcements that try to be more than text, in every page, file, picture and email."""

import csv
import io

import pytest
from django.core import mail

from games.models import Game, GameNotice
from games.tournaments.mail import announcements, outbox
from games.tournaments.models import Tournament
from tests.helpers.mail.emails import email_to, html_of
from tests.helpers.routes import TABLE
from tests.helpers.tables import awaited

pytestmark = pytest.mark.django_db

TITLES = {
    "a tag": "<script>evil()</script>",
    "the end of an attribute": "\"><img src=x onerror=evil()>'",
    "a formula": '=HYPERLINK("http://evil.example","evil")',
    "another formula": "@SUM(1+1)*cmd|' /C evil'!A0",
    "a template": "{{ settings.SECRET_KEY }}{% load evil %}%(evil)s",
    "a calendar": "Ours\\nEND:VEVENT\\nBEGIN:VEVENT;X-EVIL:1,2",
    "another direction": "Ours\u202egnp.live\u2066",
    "an encoded word": "=?utf-8?q?X=0D=0AX-Evil:_1?=",
}
LINES = "Ours\r\nX-Evil: 1\r\nEND:VEVENT\r\nX-EVIL:1"  # forms refuse it
FORMULA = ("=", "+", "@", "\t", "\r")


@pytest.fixture(params=[*TITLES, "lines"])
def title(request) -> str:
    return TITLES.get(request.param, LINES)


@pytest.fixture
def named(scene, title):
    """Everything that people may name has this name."""
    Game.objects.update(name=title[:60])
    Tournament.objects.update(title=title[:80], summary=title, rules=title, prizes=title)
    host = Tournament.objects.get().roles.first().user
    announcements.send_announcement(scene.event.pk, host, subject=title[:60], text=title)
    return scene


def check_html(text: str) -> None:
    assert [tag for tag in ("<script>evil", "<img src=x", "only-for-tests") if tag in text] == []


def check_rows(text: str) -> None:
    """No cell begins what a spreadsheet would work out."""
    for row in csv.reader(io.StringIO(text)):
        assert not [cell for cell in row if cell.startswith(FORMULA) and not cell[1:].isdigit()], row


def check_calendar(text: str) -> None:
    lines = text.replace("\r\n ", "").splitlines()
    assert not [line for line in lines if line.startswith("X-E")]
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT")


def check_response(response, name: str) -> None:
    assert response.status_code != 500, name
    assert not [header for header, value in response.items() if header.lower() == "x-evil" or "\n" in value]
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    if kind.startswith("image/") and kind != "image/svg+xml":
        return
    text = b"".join(response).decode() if response.streaming else response.content.decode()
    if kind in ("text/html", "image/svg+xml", "application/xml", "application/atom+xml"):
        check_html(text)
    elif kind == "text/csv":
        check_rows(text)
    elif kind == "text/calendar":
        check_calendar(text)


def test_no_page_or_file_takes_a_title_for_more_than_text(named):
    client = named.clients["host"]  # who sees most
    for name, (method, where, _answers) in TABLE.items():
        if method == "get":
            check_response(client.get(named.address(name, where)), name)


def test_no_announcement_takes_a_title_for_more_than_text(named, title):
    if title == LINES:
        title = " ".join(title.split())
        Tournament.objects.update(title=title)
    outbox.send_due_notices()
    assert mail.outbox
    for email in mail.outbox:
        check_html(html_of(email))
        assert "X-Evil" not in email.message()


def test_no_email_takes_a_title_for_more_than_text(named):
    seat = awaited(named.tables["running"])
    for kind in (GameNotice.Kind.YOUR_TURN, GameNotice.Kind.STARTED, GameNotice.Kind.CHANGES):
        email = email_to(seat, kind)
        check_html(html_of(email))
        message = email.message()
        assert "X-Evil" not in message
        assert len(message.get_all("To")) == len(message.get_all("Subject")) == 1
