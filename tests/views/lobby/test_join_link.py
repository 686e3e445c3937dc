"""The invitation link: what its host sees, and what whoever has it."""

import re
from datetime import timedelta
from xml.dom.minidom import parseString

import pytest
from django.core import mail
from django.test import Client

from games.links import kinds
from games.mail.outgoing import invitation_outbox
from games.models import Game, JoinLink
from games.play.lobby import invitations, join_links
from games.views.lobby.qr_code import render_qr_code
from tests.helpers.factories import JoinLinkFactory, UserFactory
from tests.helpers.messages import lobby, play
from tests.helpers.pages import client_of, url
from tests.helpers.tables import opened

pytestmark = pytest.mark.django_db


def address(link: JoinLink) -> str:
    return f"/j/{kinds.JOIN_LINK.sign(kinds.JoinLinkToken(link.pk))}/"


def tag(page: str, name: str) -> str:
    found = re.search(rf'<meta property="og:{name}" content="([^"]*)"', page)
    return found[1] if found else ""


# --- the host


def test_the_host_makes_a_link_sees_it_as_text_and_picture_and_revokes_it():
    game = opened(is_open=False)
    client = client_of(game.creator)
    assert client.post(url(game, "link"), {"uses": "2", "days": "3"}).status_code == 302
    page = client.get(url(game)).content.decode()
    [shown] = re.findall(r'value="https?://[^/"]+(/j/[^"]+)"', page)
    assert Client().get(shown).status_code == 200
    assert '<svg role="img"' in page
    client.post(url(game, "link", "revoke"))
    assert Client().get(shown).status_code == 410


def test_nobody_else_sees_the_link():
    link = JoinLinkFactory(game__is_open=False)
    guest = UserFactory()
    join_links.join_by_link(link.pk, guest)
    assert "/j/" not in client_of(guest).get(url(link.game)).content.decode()


@pytest.mark.parametrize(
    "sent", [{}, {"uses": "0", "days": "3"}, {"uses": "2", "days": "400"}, {"uses": "x"}]
)
def test_a_link_without_a_limit_is_not_made(sent):
    game = opened(is_open=False)
    page = client_of(game.creator).post(url(game, "link"), sent, follow=True).content.decode()
    assert lobby.CHOOSE_LIMITS in page
    assert not JoinLink.objects.exists()


def test_a_qr_code_is_drawn_without_styles_or_scripts_and_escapes_its_title():
    drawn = render_qr_code("https://example.org/j/abc/", "A & <b>")
    assert parseString(drawn).documentElement.tagName == "svg"  # noqa: S318 (we have drawn it)
    assert "style" not in drawn


# --- whoever has it


def test_looking_changes_nothing_and_a_click_takes_the_seat():
    link, ann = JoinLinkFactory(), UserFactory()
    client = client_of(ann)
    assert (
        lobby.HOST_INVITES_YOU.fill(host=link.game.creator.handle)
        in client.get(address(link)).content.decode()
    )
    assert link.game.seats.count() == 1
    assert client.post(address(link))["Location"] == url(link.game)
    assert client.post(address(link))["Location"] == url(link.game)  # a double click
    assert link.game.seats.filter(user=ann).count() == 1


def test_without_an_account_an_address_and_a_name_are_enough():
    link, client = JoinLinkFactory(), Client()
    response = client.post(address(link), {"address": "bob@example.org"})
    assert response.status_code == 200
    invitation_outbox.send_due_invitations()
    [email] = mail.outbox
    assert email.to == ["bob@example.org"]
    [way] = re.findall(r"https?://[^/\s]+(/i/\S+)", email.body)
    response = client.post(way, {"answer": "accept", "handle": "Bobby"}, follow=True)
    assert response.redirect_chain[-1][0] == url(link.game)
    assert link.game.seats.filter(user__handle="Bobby", user__is_guest=True).exists()


def test_an_address_with_an_account_gets_the_same_answer_and_its_owner_alone_the_seat():
    link, ann, eve = JoinLinkFactory(), UserFactory(), UserFactory(mail_preferences={"invitation": "none"})
    shown = address(link)
    answers = [
        Client().post(shown, {"address": one}).content.decode().replace(one, "…")
        for one in (ann.email, eve.email, "new@example.org", link.game.creator.email)
    ]
    assert len({re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer) for answer in answers}) == 1
    assert link.game.seats.count() == 1
    invitation_outbox.send_due_invitations()
    assert {email.to[0] for email in mail.outbox} == {ann.email, "new@example.org"}  # Eve wants none


def test_every_request_counts_also_for_who_sits_there(monkeypatch):
    monkeypatch.setattr(invitations, "MAX_REQUESTS", 2)
    link = JoinLinkFactory()
    for one in (link.game.creator.email, "new@example.org"):
        assert Client().post(address(link), {"address": one}).status_code == 200
    for one in (link.game.creator.email, "other@example.org"):
        page = Client().post(address(link), {"address": one}).content.decode()
        assert play.TOO_MANY_REQUESTS in page


def test_the_host_does_not_learn_the_address():
    link = JoinLinkFactory(game__is_open=False)
    Client().post(address(link), {"address": "bob@example.org"})
    page = client_of(link.game.creator).get(url(link.game)).content.decode()
    assert lobby.SOMEBODY_WITH_YOUR_LINK in page
    assert "bob@example.org" not in page


def test_a_wrong_address_is_asked_for_again():
    link = JoinLinkFactory()
    response = Client().post(address(link), {"address": "bob"})
    assert 'class="error"' in response.content.decode()
    assert not link.invitations.exists()


@pytest.mark.parametrize("token", ["nonsense", "a:b:c"])
def test_a_link_that_is_none_of_ours_opens_nothing(token):
    response = Client().get(f"/j/{token}/")
    assert response.status_code == 404
    assert lobby.INVITATION_UNKNOWN in response.content.decode()


def test_a_token_of_another_kind_opens_nothing():
    link = JoinLinkFactory()
    token = kinds.INVITATION.sign(kinds.InvitationLink(link.pk))
    assert Client().get(f"/j/{token}/").status_code == 404


def test_a_closed_link_says_why_and_what_to_do():
    link = JoinLinkFactory()
    join_links.revoke_join_link(link.game_id, link.game.creator)
    for response in (Client().get(address(link)), client_of(UserFactory()).post(address(link))):
        page = response.content.decode()
        assert response.status_code == 410
        assert play.LINK_REVOKED in page
        assert 'href="/tables/"' in page
        assert link.game.name not in page


def test_who_sits_there_is_led_to_the_table_even_if_the_link_is_closed():
    link = JoinLinkFactory()
    join_links.revoke_join_link(link.game_id, link.game.creator)
    assert client_of(link.game.creator).get(address(link))["Location"] == url(link.game)


def test_messengers_show_the_table_and_a_picture_without_secrets():
    link = JoinLinkFactory(game__name="Winter")
    shown = address(link)
    page = Client().get(shown).content.decode()
    assert "Winter" in tag(page, "title")
    assert tag(page, "url").endswith(shown)
    picture = re.sub(r"^https?://[^/]+", "", tag(page, "image"))
    assert link.game.key not in picture
    assert shown.split("/")[2] not in picture
    response = Client().get(picture)
    assert (response.status_code, response["Content-Type"]) == (200, "image/png")


def test_the_secret_of_the_address_does_not_leak():
    response = Client().get(address(JoinLinkFactory()))
    assert response["Referrer-Policy"] == "strict-origin"
    assert response["Cache-Control"] == "no-store"
    assert response["X-Robots-Tag"] == "noindex"


def test_the_game_begins_with_the_last_seat():
    link = JoinLinkFactory(game__size=2, max_uses=1)
    client_of(UserFactory()).post(address(link))
    assert Game.objects.get(pk=link.game_id).has_begun


def test_a_link_lasts_as_long_as_its_host_chose():
    game = opened(is_open=False)
    client_of(game.creator).post(url(game, "link"), {"uses": "1", "days": "1"})
    link = JoinLink.objects.get()
    assert link.expires_at - link.created_at == timedelta(days=1)
