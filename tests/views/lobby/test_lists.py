"""Lists of tables, and the waiting room."""

import re
from datetime import time, timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.utils import timezone

from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import Pace
from games.models import Game, Invitation, Seat
from games.play.lobby import invitations, tables
from tests.helpers.citadels.cards import read_effect
from tests.helpers.factories import UserFactory
from tests.helpers.messages.fields import NOT_AN_ADDRESS
from tests.helpers.messages.lobby import (
    CANNOT_BEGIN_WITH,
    DEADLINES_DO_NOT_MOVE,
    DECISION_TIME,
    DUE_AT,
    EVERY_DAY,
    EVERYBODY_MAY_WATCH,
    GAME_TAKES,
    HOST_INVITES_YOU,
    HOW_LONG,
    LEAVE_STOPS_CLOCK_FOR_DAYS,
    LETTERS_ARE_ON_THEIR_WAY,
    NO_TABLE_WAITS,
    NONE_YET,
    NOT_FILLED_IN_TIME,
    NOTHING_WAITS,
    ONE_GAME_TO_READ_AGAIN,
    ONE_GAME_WAITS,
    ONE_INVITATION_UNANSWERED,
    ONLY_THE_CREATOR,
    SEATS_TAKEN,
    SIGN_IN_AND_TAKE_A_SEAT,
    SOMEBODY_INVITES_YOU,
    TABLE_IS_FULL,
    TABLE_WAS_CANCELLED,
    TABLE_WAS_NOT_FILLED,
    TIME_IS_OVER,
    TURN_INTO_ACCOUNT,
    WHEN_CREATOR_SAYS_SO,
    WON_BY,
    YOU_SIT_HERE,
    YOU_WON,
)
from tests.helpers.messages.pages import PAGE_OF
from tests.helpers.pages import client_of, url
from tests.helpers.tables import advice, opened, play_on

pytestmark = pytest.mark.django_db
SLOW = Pace(hours=timedelta(hours=72))


@pytest.fixture
def bob():
    return UserFactory(handle="Bob")


def text(page: Any) -> str:
    assert page.status_code == 200
    return re.sub(r"\s+", " ", page.content.decode())


def said(page: Any) -> list[str]:
    return [str(message) for message in get_messages(page.wsgi_request)]


def holder_of(seat: Seat) -> Client:
    """A browser with a pass for this seat."""
    client = Client()
    session = client.session
    session["passes"] = {str(seat.pk): seat.key}
    session.save()
    return client


# --- open tables


def test_open_tables_show_all_settings_to_everybody(ann):
    opened(ann, name="Slow and friendly", pace=SLOW, starts_when_full=False, visibility="always")
    page = text(Client().get("/tables/"))
    for words in (
        "Slow and friendly",
        "2016 Edition, First Game",
        DECISION_TIME.fill(time="3 days"),
        DEADLINES_DO_NOT_MOVE,
        WHEN_CREATOR_SAYS_SO.capitalize(),
        EVERYBODY_MAY_WATCH,
        SEATS_TAKEN.fill(taken=1, size=4),
        "Assassin, Thief",
        "Dragon Gate",
        SIGN_IN_AND_TAKE_A_SEAT,
    ):
        assert words in page
    assert re.search(GAME_TAKES.fill(size=4, length=".+"), page)


def test_private_and_begun_tables_are_not_in_the_list(ann):
    opened(ann, name="Secret", is_open=False)
    opened(ann, name="Begun", bots=3)
    page = text(client_of(ann).get("/tables/"))
    assert "Secret" not in page
    assert "Begun" not in page
    assert NO_TABLE_WAITS in page


def test_the_list_has_pages(ann, bob, django_assert_max_num_queries):
    for number in range(11):
        opened(ann, name=f"A{number}")
        opened(bob, name=f"B{number}")
    with django_assert_max_num_queries(8):
        assert PAGE_OF.fill(number=1, all=2) in text(Client().get("/tables/"))
    assert PAGE_OF.fill(number=2, all=2) in text(Client().get("/tables/?page=2"))
    assert PAGE_OF.fill(number=2, all=2) in text(Client().get("/tables/?page=99"))


# --- my games


def test_what_waits_for_me_comes_first_with_the_time_left(ann, bob):
    game = opened(ann, name="Autumn letters", size=2)
    tables.join_table(game.pk, bob)
    asked = Seat.objects.get(game=game, decision__isnull=False)
    waiting, idle = client_of(asked.user), client_of(bob if asked.user == ann else ann)
    page = text(waiting.get("/games/"))
    assert ONE_GAME_WAITS.fill(number=1) in page
    assert "23 h 59 min left" in page
    page = text(idle.get("/games/"))
    assert NOTHING_WAITS in page
    assert "Autumn letters" in page


def test_a_decision_whose_time_is_over_says_so(ann, bob):
    game = opened(ann, size=2)
    tables.join_table(game.pk, bob)
    Seat.objects.filter(decision__isnull=False).update(due_at=timezone.now() - timedelta(hours=1))
    asked = Seat.objects.get(decision__isnull=False)
    assert TIME_IS_OVER in text(client_of(asked.user).get("/games/"))


def test_my_games_list_tables_invitations_and_what_expired(ann, bob):
    opened(ann, name="Gathering")
    gone = opened(ann, name="Nobody came")
    Game.objects.filter(pk=gone.pk).update(expires_at=timezone.now())
    tables.expire_due_tables(timezone.now())
    other = opened(bob, name="Winter round", is_open=False)
    invitations.invite_people(other.pk, bob, [ann.email])
    page = client_of(ann).get("/games/")
    for words in (
        "Gathering",
        "Nobody came",
        NOT_FILLED_IN_TIME,
        "Winter round",
        SOMEBODY_INVITES_YOU.fill(who="Bob"),
    ):
        assert words in text(page)
    link = re.search(r'href="(/i/[^"]+)"', page.content.decode())
    assert HOST_INVITES_YOU.fill(host="Bob") in text(client_of(ann).get(link.group(1)))


def test_an_expired_table_is_told_for_two_weeks(ann):
    game = opened(ann, name="Nobody came")
    tables.expire_table(game.pk, timezone.now() + timedelta(days=30))
    Game.objects.update(ended_at=timezone.now() - timedelta(days=15))
    assert "Nobody came" not in text(client_of(ann).get("/games/"))


def test_a_guest_sees_the_games_of_their_passes(ann):
    game = opened(ann, name="With a guest", is_open=False)
    [invitation] = invitations.invite_people(game.pk, ann, ["eve@example.org"])
    seat = invitations.accept(invitation.pk, handle="Eve")
    guest = holder_of(seat)
    assert "With a guest" in text(guest.get("/games/"))
    assert "With a guest" not in text(Client().get("/games/"))
    Seat.objects.filter(pk=seat.pk).update(key="another")
    assert "With a guest" not in text(guest.get("/games/"))


def test_finished_games_tell_who_won(ann, bob):
    game = opened(ann, name="Spring", size=2)
    tables.join_table(game.pk, bob)
    play_on(game, 2000, advice)
    page = text(client_of(ann).get("/games/finished/"))
    assert "Spring" in page
    assert YOU_WON in page or WON_BY.fill(who="Bob") in page
    assert ONE_GAME_TO_READ_AGAIN.fill(number=1) in text(client_of(bob).get("/games/"))
    assert NONE_YET in text(client_of(UserFactory()).get("/games/finished/"))


# --- the waiting room


def test_the_waiting_room_tells_the_pace_in_few_words_in_full_and_how_long_it_will_take(ann):
    evenings = Pace(daily_at=(time(20),), zone="Europe/Budapest")
    game = opened(ann, pace=evenings, patience=MissedDeadlinePolicy(leave=5))
    page = text(Client().get(url(game)))
    due = DUE_AT.fill(days=EVERY_DAY, times="20:00", zone="Budapest")
    assert re.search(f'<p class="folio">[^<]*{due}', page)
    assert f"<li>{LEAVE_STOPS_CLOCK_FOR_DAYS.fill(n=5)}</li>" in page
    assert re.search(f"<dt>{HOW_LONG}</dt><dd>{GAME_TAKES.fill(size=4, length='.+')}", page)


def test_a_private_table_is_not_there_for_strangers(ann, bob):
    game = opened(ann, is_open=False)
    assert client_of(bob).get(url(game)).status_code == 404
    assert client_of(bob).get("/g/zzzzzzzzzzzz/").status_code == 404
    for act in (
        "join",
        "leave",
        "cancel",
        "start",
        "bots",
        "invite",
        "account",
        "remove/1",
        "invitations/1/again",
    ):
        answer = client_of(bob).post(f"{url(game)}{act}/")
        nowhere = client_of(bob).post(f"/g/zzzzzzzzzzzz/{act}/")
        assert (answer.status_code, nowhere.status_code) == (404, 404), act


def test_looking_changes_nothing(ann):
    game = opened(ann)
    for act in ("join", "leave", "cancel", "start", "bots", "invite", "account"):
        assert client_of(ann).get(f"{url(game)}{act}/").headers["Location"] == url(game)
    assert Client().get(url(game)).status_code == 200
    game.refresh_from_db()
    assert (game.state, game.seats.count()) == (Game.State.OPEN, 1)


def test_the_room_shows_everything_and_the_link_to_pass_on(ann, settings):
    settings.BASE_URL = "https://play.example.org"
    game = opened(ann, bots=1)
    page = text(client_of(ann).get(url(game)))
    for phrase in ("Ada-bot", read_effect("assassin"), f"https://play.example.org/g/{game.key}/"):
        assert phrase in page


def test_somebody_takes_a_seat_and_leaves(ann, bob):
    game, client = opened(ann), client_of(bob)
    assert client.post(url(game, "join")).url == url(game)
    assert client.post(url(game, "join")).url == url(game)
    assert YOU_SIT_HERE in text(client.get(url(game)))
    assert client.post(url(game, "leave")).url == "/games/"
    assert not Seat.objects.filter(user=bob).exists()


def test_whoever_is_not_signed_in_is_asked_to(ann):
    game = opened(ann)
    assert Client().post(url(game, "join")).url == f"/accounts/login/?next={url(game)}"


def test_what_the_door_refuses_is_a_sentence_on_the_page(ann, bob):
    game = opened(ann, size=2, bots=1, starts_when_full=False)
    assert said(client_of(bob).post(url(game, "join"))) == [TABLE_IS_FULL]
    assert said(client_of(bob).post(url(game, "start"))) == [ONLY_THE_CREATOR]
    page = client_of(bob).post(url(game, "join"), follow=True)
    assert TABLE_IS_FULL in text(page)


def test_the_rules_may_refuse_the_start(ann):
    game = opened(ann)
    [sentence] = said(client_of(ann).post(url(game, "start")))
    assert re.fullmatch(CANNOT_BEGIN_WITH.fill(there=1, size=4, why=".+"), sentence)


def test_the_host_adds_bots_removes_them_and_begins(ann):
    game, client = opened(ann), client_of(ann)
    client.post(url(game, "bots"), {"upto": "3"})
    client.post(url(game, "bots"), {"upto": "3"})
    assert game.seats.count() == 3
    client.post(url(game, "remove", game.seats.exclude(bot="").last().pk))
    assert game.seats.count() == 2
    client.post(url(game, "bots"), {"upto": "nonsense"})
    client.post(url(game, "start"))
    client.post(url(game, "start"))
    game.refresh_from_db()
    assert (game.state, game.size) == (Game.State.RUNNING, 2)


def test_the_host_cancels(ann):
    game, client = opened(ann), client_of(ann)
    assert client.post(url(game, "cancel")).url == "/games/"
    assert client.post(url(game, "cancel")).url == "/games/"
    assert TABLE_WAS_CANCELLED in text(client.get(url(game)))


def test_an_expired_table_says_so(ann):
    game = opened(ann)
    tables.expire_table(game.pk, timezone.now() + timedelta(days=30))
    assert TABLE_WAS_NOT_FILLED in text(client_of(ann).get(url(game)))


def test_only_the_host_reads_addresses(ann, bob):
    game = opened(ann)
    tables.join_table(game.pk, bob)
    invitations.invite_people(game.pk, ann, ["eve@example.org"])
    assert "eve@example.org" in text(client_of(ann).get(url(game)))
    page = text(client_of(bob).get(url(game)))
    assert "eve@example.org" not in page
    assert ONE_INVITATION_UNANSWERED.fill(number=1) in page


def test_the_host_invites_and_takes_it_back(ann):
    game, client = opened(ann), client_of(ann)
    [sentence] = said(client.post(url(game, "invite"), {"addresses": "eve@example.org\nzoe@example.org"}))
    assert sentence == LETTERS_ARE_ON_THEIR_WAY.fill(n=2)
    client.post(url(game, "invite"), {"addresses": "eve@example.org"})
    eve = Invitation.objects.get(address="eve@example.org")
    client.post(url(game, "invitations", eve.pk, "withdraw"))
    client.post(url(game, "invitations", eve.pk, "withdraw"))
    eve.refresh_from_db()
    assert eve.state == Invitation.State.WITHDRAWN


def test_an_address_that_is_none_is_told_beside_the_field(ann):
    game = opened(ann)
    page = client_of(ann).post(url(game, "invite"), {"addresses": "eve"})
    assert NOT_AN_ADDRESS.fill(word="eve") in text(page)


def test_an_invitation_of_another_table_is_not_there(ann, bob):
    mine, other = opened(ann), opened(bob)
    [invitation] = invitations.invite_people(other.pk, bob, ["eve@example.org"])
    answer = client_of(ann).post(url(mine, "invitations", invitation.pk, "withdraw"))
    assert answer.status_code == 404


def test_the_host_reads_why_somebody_declined(ann):
    game = opened(ann)
    [invitation] = invitations.invite_people(game.pk, ann, ["eve@example.org"])
    invitations.decline(invitation.pk, "<b>Exams</b> until December")
    page = text(client_of(ann).get(url(game)))
    assert "&lt;b&gt;Exams&lt;/b&gt; until December" in page


def test_whatever_costs_emails_has_a_limit(ann):
    game, client = opened(ann), client_of(ann)
    answers = [client.post(url(game, "invite"), {"addresses": ""}).status_code for _ in range(61)]
    assert answers[0] == 200
    assert answers[-1] == 429


# --- guests


def test_a_guest_turns_the_address_into_an_account(ann, mailoutbox):
    game = opened(ann, is_open=False)
    [invitation] = invitations.invite_people(game.pk, ann, ["eve@example.org"])
    guest = holder_of(invitations.accept(invitation.pk, handle="Eve"))
    assert TURN_INTO_ACCOUNT in text(guest.get(url(game)))
    answer = guest.post(url(game, "account"))
    assert answer.url.startswith("/accounts/login/code/")
    assert mailoutbox[0].to == ["eve@example.org"]


def test_whoever_has_an_account_needs_no_other(ann, mailoutbox):
    game = opened(ann)
    assert TURN_INTO_ACCOUNT not in text(client_of(ann).get(url(game)))
    assert client_of(ann).post(url(game, "account")).url == url(game)
    assert not mailoutbox
