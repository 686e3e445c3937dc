"""The post room: emails of a house without a mail server, for whoever has the key that its start prints."""

from email import message_from_bytes
from email.policy import default
from urllib.parse import quote

import pytest
from django.core.mail import EmailMultiAlternatives, send_mail
from django.test import Client

from accounts.dev_inbox_access import build_inbox_pass, list_foreign_hosts
from games.mail import dev_inbox
from games.mail.outgoing import game_outbox
from games.models import IncomingMail
from tests.helpers.factories import UserFactory
from tests.helpers.mail.post_room import ADDRESS, KEY, at_this_machine, open_post_room
from tests.helpers.messages import dev_inbox as dev_inbox_messages
from tests.helpers.sign_in import CODE, ask_for_code, signed_in_as, type_code
from tests.helpers.tables import awaited, table

HTML = "<html><head><title>x</title></head><body><script>alert(1)</script><a href='https://x.org/'>go</a></body></html>"


@pytest.fixture
def room(settings, tmp_path):
    open_post_room(settings, tmp_path / "dev_inbox")
    settings.ALLOWED_HOSTS = ["*"]
    return settings.DEV_INBOX_DIR


@pytest.fixture
def here(room) -> Client:
    """Somebody at this machine."""
    return at_this_machine(headers={"host": "localhost:8000"})


def post(
    to: str = "ann@example.org",
    subject: str = "Your turn",
    html: str = "",
    headers: dict[str, str] | None = None,
) -> dev_inbox.StoredEmail:
    text = "Open https://play.example.org/t/1\n<b>plain</b>"
    email = EmailMultiAlternatives(subject, text, None, [to], headers=headers)
    if html:
        email.attach_alternative(html, "text/html")
    email.send()
    return dev_inbox.list_emails()[0]


def test_each_email_is_a_file_and_the_newest_comes_first(room):
    post(subject="One")
    post(subject="Kettő")
    assert [email.subject for email in dev_inbox.list_emails()] == ["Kettő", "One"]
    assert {path.suffix for path in room.iterdir()} == {".eml"}


def test_a_email_can_be_read(room):
    email = post(html=HTML)
    assert email.addresses == ["ann@example.org"]
    assert email.text.startswith("Open https://play.example.org/t/1")
    assert "<script>" in email.html
    assert ("Subject", "Your turn") in email.headers
    assert "Content-Type: multipart/alternative" in email.source
    assert email.sent_at.tzinfo is not None


def test_there_is_a_box_for_each_address(room, here):
    post("ann@example.org", "For Ann")
    post("bob@example.org", "For Bob")
    everything = here.get("/dev-inbox/").content.decode()
    assert "For Ann" in everything
    assert "For Bob" in everything
    anns = here.get("/dev-inbox/?to=ann@example.org").content.decode()
    assert "For Ann" in anns
    assert "For Bob" not in anns


def test_an_empty_room_is_a_page_too(room, here):
    assert dev_inbox_messages.EMPTY in here.get("/dev-inbox/").content.decode()


def test_text_is_shown_as_text_and_its_links_can_be_followed(room, here):
    page = here.get(f"/dev-inbox/{post().name}/").content.decode()
    assert '<a href="https://play.example.org/t/1" rel="nofollow">' in page
    assert "&lt;b&gt;plain&lt;/b&gt;" in page
    assert "<iframe" not in page


def test_html_stays_in_a_frame_with_a_policy_of_its_own(room, here):
    name = post(html=HTML).name
    page = here.get(f"/dev-inbox/{name}/")
    assert (
        f'src="/dev-inbox/{name}/html/" sandbox="allow-top-navigation-by-user-activation"'
        in page.content.decode()
    )
    assert "frame-src 'self'" in page["Content-Security-Policy"]
    assert "alert(1)" not in page.content.decode().split("Source")[0]
    frame = here.get(f"/dev-inbox/{name}/html/")
    policy = frame["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "script" not in policy
    assert frame["X-Frame-Options"] == "SAMEORIGIN"
    assert '<head><base target="_top">' in frame.content.decode()


def test_a_email_without_html_has_no_frame(room, here):
    assert here.get(f"/dev-inbox/{post().name}/html/").status_code == 404


@pytest.mark.parametrize("name", ["nothing", "20260101T000000000000-00000000", "..", "secret_key"])
def test_there_are_no_other_emails(room, here, name):
    (room.parent / "secret_key.eml").write_text("Subject: secret\n\nsecret")
    assert here.get(f"/dev-inbox/{name}/").status_code == 404
    assert dev_inbox.find_email(f"../{name}") is None


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "localhost"},  # a proxy in front that names nobody
        {"host": "127.0.0.1:8000"},
        {"host": "play.example.org"},
        {"host": "localhost", "x-forwarded-for": "203.0.113.7"},
    ],
)
@pytest.mark.parametrize("key", ["", "?key=", "?key=another"])
def test_without_its_key_the_room_shows_nothing_wherever_somebody_seems_to_be(room, headers, key):
    name = post().name
    client = Client(headers=headers)
    for path in ("/dev-inbox/", f"/dev-inbox/{name}/", f"/dev-inbox/{name}/html/"):
        page = client.get(path + key)
        assert page.status_code == 403
        assert "Your turn" not in page.content.decode()
    assert client.post(f"/dev-inbox/{name}/reply/", {"words": "gold"}).status_code == 403
    assert "dev_inbox" not in client.cookies


def test_without_a_key_of_the_server_nothing_fits(room, settings):
    settings.DEV_INBOX_KEY = ""
    client = Client()
    client.cookies["dev_inbox"] = build_inbox_pass()
    assert client.get("/dev-inbox/").status_code == 403
    assert client.get("/dev-inbox/?key=").status_code == 403


def test_the_key_becomes_a_cookie_and_leaves_the_address(room):
    client = Client()
    answer = client.get(f"{ADDRESS}&to=ann@example.org")
    assert (answer.status_code, answer["Location"]) == (302, "/dev-inbox/")
    cookie = client.cookies["dev_inbox"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", "")
    assert KEY not in cookie.value
    assert client.get("/dev-inbox/").status_code == 200


def test_the_cookie_of_an_earlier_start_opens_nothing(room, here, settings):
    settings.DEV_INBOX_KEY = "the key of another start"
    assert here.get("/dev-inbox/").status_code == 403


def test_who_has_no_key_reads_where_it_is_to_be_found(room):
    page = Client().get("/dev-inbox/").content.decode()
    assert dev_inbox_messages.WHERE_THE_KEY_IS in page


def test_a_house_with_a_mail_server_has_no_such_room(here, settings):
    settings.DEV_INBOX = False
    assert here.get("/dev-inbox/").status_code == 404
    assert Client().get(ADDRESS).status_code == 404


@pytest.mark.parametrize(
    ("hosts", "base", "foreign"),
    [
        (["localhost", "127.0.0.1", "[::1]"], "http://127.0.0.1:8000", []),
        (["localhost", "play.example.org"], "http://127.0.0.1:8000", ["play.example.org"]),
        (["localhost"], "https://play.example.org", ["play.example.org"]),
        (["*"], "http://192.168.1.5:8000", ["*", "192.168.1.5"]),
    ],
)
def test_a_room_in_a_house_that_others_may_reach_is_warned_of(settings, hosts, base, foreign):
    settings.ALLOWED_HOSTS, settings.BASE_URL = hosts, base
    assert list_foreign_hosts() == foreign


def test_the_room_is_for_looking(room, here):
    assert here.post("/dev-inbox/").status_code == 405


@pytest.mark.django_db
def test_a_newcomer_finds_the_code_there(room, here):
    ann = UserFactory(handle="Ann")
    ask_for_code(here, ann.email)
    page = here.get("/accounts/login/code/").content.decode()
    assert 'href="/dev-inbox/"' in page
    type_code(here, CODE.search(dev_inbox.list_emails(ann.email)[0].text)[1])
    assert signed_in_as(here) == "Ann"


def test_a_broken_file_does_not_shut_the_room(room, here):
    post()
    (room / "notes.eml").write_text("not ours")
    (room / "20260101T000000000000-0000abcd.eml").write_bytes(b"\xff\xfe nonsense")
    assert here.get("/dev-inbox/").status_code == 200
    assert here.get("/dev-inbox/20260101T000000000000-0000abcd/").status_code == 200


def test_plain_django_mail_lands_there(room):
    assert send_mail("Hello", "World", "post@example.org", ["ann@example.org", "bob@example.org"]) == 1
    assert dev_inbox.list_emails()[0].addresses == ["ann@example.org", "bob@example.org"]


# --- answering


@pytest.fixture
def asked(room, db) -> dev_inbox.StoredEmail:
    """The email to somebody who is asked something."""
    seat = awaited(table(3))
    game_outbox.send_due_notices()
    return dev_inbox.list_emails(seat.user.email)[0]


def page_of(email: dev_inbox.StoredEmail) -> str:
    return f"/dev-inbox/{email.name}/"


def reply(client: Client, email: dev_inbox.StoredEmail, words: str = "gold\nend", **more):
    return client.post(f"{page_of(email)}reply/", {"words": words, **more})


def taken() -> tuple[IncomingMail, object]:
    row = IncomingMail.objects.get()
    return row, message_from_bytes(bytes(row.raw), policy=default)


def test_a_email_that_can_be_answered_has_a_box_for_it(asked, here):
    page = here.get(page_of(asked)).content.decode()
    assert dev_inbox_messages.REPLY_AS.fill(address=asked.recipient) in page
    assert asked.reply_to in page


def test_a_email_that_wants_no_answer_has_none(room, here):
    email = post()
    assert not dev_inbox_messages.REPLY_AS.is_in(here.get(page_of(email)).content.decode())
    assert reply(here, email).status_code == 404


def test_the_reply_is_a_email_like_any_other(asked, here):
    assert reply(here, asked, "gold\nÁrvíztűrő end").status_code == 302
    row, email = taken()
    assert (row.recipient, row.sender) == (asked.reply_to, asked.recipient)
    assert (email["From"], email["To"]) == (asked.recipient, asked.reply_to)
    assert email["Subject"] == f"Re: {asked.subject}"
    assert email["In-Reply-To"] == asked.message["Message-ID"]
    assert email["References"].split() == [asked.message["References"], asked.message["Message-ID"]]
    assert email["Message-ID"] not in (None, asked.message["Message-ID"])
    assert email["Date"].datetime is not None
    words, _, quoted = email.get_body().get_content().replace("\r\n", "\n").partition("\n\n")
    assert words.splitlines() == ["gold", "Árvíztűrő end"]
    above, *below = quoted.rstrip("\n").splitlines()
    assert above.endswith("wrote:")
    assert below == [f"> {line}" for line in asked.text.splitlines()]


def test_two_replies_are_two_emails(asked, here):
    for _ in range(2):
        reply(here, asked)
    assert IncomingMail.objects.count() == 2


def test_an_answer_to_an_answer_is_marked_once(room):
    email = post(headers={"Reply-To": "reply+abc@post.example.org"})
    assert email.reply_to == "reply+abc@post.example.org"
    raw = message_from_bytes(dev_inbox.build_reply(email, "yes"), policy=default)
    assert raw["Subject"] == "Re: Your turn"
    again = dev_inbox.StoredEmail("20260101T000000000000-0000abcd", email.path, raw)
    assert (
        message_from_bytes(dev_inbox.build_reply(again, "yes"), policy=default)["Subject"] == "Re: Your turn"
    )


def test_the_page_says_where_the_answer_will_come(asked, here):
    page = here.get(reply(here, asked).url).content.decode()
    assert dev_inbox_messages.REPLY_POSTED.fill(address=asked.recipient) in page
    assert f"/dev-inbox/?to={quote(asked.recipient)}" in page


def test_nothing_written_is_nothing_sent(asked, here):
    answer = reply(here, asked, "  \n ")
    assert answer.status_code == 422
    assert dev_inbox_messages.WRITE_SOMETHING in answer.content.decode()
    assert "frame-src 'self'" in answer["Content-Security-Policy"]
    assert not IncomingMail.objects.exists()


@pytest.mark.django_db
def test_an_address_that_leads_nowhere_says_so_and_keeps_the_words(room, here):
    email = post(headers={"Reply-To": "reply+nobody@post.example.org"})
    answer = reply(here, email, "gold and more")
    assert answer.status_code == 422
    assert dev_inbox_messages.NOBODY_THERE in answer.content.decode()
    assert "gold and more" in answer.content.decode()


def test_words_and_addresses_make_no_headers(asked, here):
    reply(here, asked, "gold\nBcc: everybody@example.org\n\nend")
    _row, email = taken()
    assert email["Bcc"] is None


def test_a_form_without_its_token_is_refused(asked):
    strict = Client(enforce_csrf_checks=True, headers={"host": "localhost:8000"})
    assert reply(strict, asked).status_code == 403


def test_replying_is_for_whoever_has_the_key(asked, here, settings):
    for stranger in (Client(headers={"host": "localhost"}), Client(headers={"host": "play.example.org"})):
        assert reply(stranger, asked).status_code == 403
    settings.DEV_INBOX = False
    assert reply(here, asked).status_code == 404
    assert not IncomingMail.objects.exists()


def test_looking_posts_nothing(asked, here):
    assert here.get(f"{page_of(asked)}reply/").status_code == 405
