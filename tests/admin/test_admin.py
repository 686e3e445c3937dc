"""The operator sees games, seats, moves and notices, rules by the door, and never sees a hidden card."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse
from django.utils import translation

from accounts import server_time
from accounts.models import User
from games.mail import addresses
from games.mail.incoming import inbox
from games.models import ChatMessage, Game, GameNotice, IncomingMail, Outage, Seat
from games.play import chat
from games.play.deadlines import outages
from games.play.lobby import invitations
from games.tournaments.entries import eligibility
from games.tournaments.models import Ban, Round, TableSeat, TournamentNotice
from games.tournaments.rulings import rulings
from tests.helpers.factories import UserFactory
from tests.helpers.messages import play
from tests.helpers.messages.votes import NO_SUCH_VOTE
from tests.helpers.tables import awaited, opened, play_on, table
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.stages import FINAL, SWISS

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    game = table(4)
    play_on(game, 6)
    game.refresh_from_db()
    return game


@pytest.fixture
def operator(client):
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


def rule(client, game, **fields):
    return client.post(reverse("admin:games_game_referee", args=[game.pk]), fields, follow=True)


@pytest.mark.parametrize(
    "name", ["game", "gamelogentry", "gamenotice", "invitation", "chatmessage", "outage", "messagereport"]
)
def test_every_list_opens(operator, game, name):
    outages.record_mail_outage(game.started_at, game.started_at + timedelta(minutes=15))
    assert operator.get(reverse(f"admin:games_{name}_changelist")).status_code == 200


def test_no_page_of_the_operator_shows_a_hidden_card(operator, game):
    hidden = {game.seed, *game.seats.values_list("key", flat=True)}
    pages = [
        reverse("admin:games_game_change", args=[game.pk]),
        reverse("admin:games_game_referee", args=[game.pk]),
    ]
    pages += [reverse("admin:games_gamelogentry_change", args=[move.pk]) for move in game.log_entries.all()]
    for page in pages:
        text = operator.get(page).content.decode()
        assert not [secret for secret in hidden if secret in text]
        assert "&quot;hand&quot;" not in text
        assert "pick " not in text


def test_a_pause_and_more_time_are_written_in_the_journal(operator, game):
    before = awaited(game).due_at
    rule(operator, game, act="extend", hours=10)
    assert (awaited(game).due_at - before).total_seconds() == 36000
    rule(operator, game, act="pause")
    game.refresh_from_db()
    assert game.state == Game.State.PAUSED
    assert list(game.log_entries.filter(how="referee").values_list("kind", flat=True)) == ["extend", "pause"]


@pytest.mark.parametrize(
    "fields", [{"act": "extend", "hours": 5}, {"act": "pause"}, {"act": "take_back", "number": 5}]
)
def test_a_ruling_may_have_a_reason(operator, game, fields):
    rule(operator, game, reason="The mail server was down.", **fields)
    assert game.log_entries.filter(how="referee").last().reason == "The mail server was down."


def test_a_person_or_a_bot_is_put_on_a_seat(operator, game):
    seat, person = awaited(game), UserFactory()
    rule(operator, game, act="replace", seat=seat.pk, handle=person.handle)
    seat.refresh_from_db()
    assert seat.user == person
    rule(operator, game, act="bot", seat=seat.pk)
    seat.refresh_from_db()
    assert seat.bot == "rule_based"


def test_moves_are_taken_back_and_a_game_is_aborted(operator, game):
    rule(operator, game, act="take_back", number=5)
    assert game.log_entries.filter(taken_back=True).count() == 3
    rule(operator, game, act="abandon")
    game.refresh_from_db()
    assert game.state == Game.State.ABANDONED


@pytest.mark.parametrize(
    ("fields", "answer"),
    [
        ({"act": "extend"}, play.RULING_INCOMPLETE),
        ({"act": "replace", "handle": "Nobody-here"}, play.NOBODY_OF_THAT_NAME),
        ({"act": "take_back", "number": 99}, play.NO_SUCH_MOVE),
        ({"act": "resume"}, NO_SUCH_VOTE),
    ],
)
def test_a_ruling_that_cannot_be_is_answered_in_words(operator, game, fields, answer):
    assert answer in rule(operator, game, **fields).content.decode()


def test_somebody_of_the_staff_without_the_right_may_look_but_not_rule(client, game):
    staff = UserFactory(is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="view_game"))
    client.force_login(staff)
    assert client.get(reverse("admin:games_game_change", args=[game.pk])).status_code == 200
    rule(client, game, act="pause")
    game.refresh_from_db()
    assert game.state == Game.State.RUNNING


def test_players_and_strangers_see_no_admin_page(client, game):
    for user in (None, game.creator):
        if user:
            client.force_login(user)
        for page in ("admin:games_game_changelist", "admin:games_gamelogentry_changelist"):
            assert client.get(reverse(page)).status_code == 302
        assert client.post(reverse("admin:games_game_referee", args=[game.pk])).status_code == 302


def test_a_reported_message_is_hidden(operator, game):
    ann, bob = game.seats.select_related("game", "user")[:2]
    message = chat.post_message(game, ann, "Something rude", key="k")
    report = chat.report_message(message, bob.user)
    operator.post(
        reverse("admin:games_messagereport_changelist"),
        {"action": "hide_messages", "_selected_action": [report.pk]},
    )
    assert ChatMessage.objects.get(pk=message.pk).is_hidden


def test_emails_that_were_given_up_are_shown_and_tried_again(operator, game):
    stuck = game.notices.first()
    game.notices.filter(pk=stuck.pk).update(status="parked", error="SMTPDataError", tries=8)
    page = operator.get(reverse("admin:games_gamenotice_changelist"), {"status": "parked"})
    assert "SMTPDataError" in page.content.decode()
    operator.post(
        reverse("admin:games_gamenotice_changelist"),
        {"action": "retry_parked", "_selected_action": [stuck.pk]},
    )
    stuck.refresh_from_db()
    assert (stuck.status, stuck.tries) == ("waiting", 0)


def test_invitations_that_were_given_up_are_shown_and_tried_again(operator):
    waiting = opened()
    [stuck] = invitations.invite_people(waiting.pk, waiting.creator, ["bob@example.org"])
    waiting.invitations.update(status="parked", error="SMTPDataError", tries=8)
    page = operator.get(reverse("admin:games_invitation_changelist"), {"status": "parked"})
    assert "SMTPDataError" in page.content.decode()
    operator.post(
        reverse("admin:games_invitation_changelist"),
        {"action": "retry_parked", "_selected_action": [stuck.pk]},
    )
    stuck.refresh_from_db()
    assert stuck.is_on_its_way


def test_emails_that_came_in_are_shown_without_what_is_in_them(operator, game):
    seat = game.seats.first()
    email = inbox.store_email(
        b"\r\na secret\r\n", recipient=addresses.build_reply_address(seat), sender="ann@example.org"
    )
    IncomingMail.objects.filter(pk=email.pk).update(
        status="parked", ignore_reason="SMTPDataError", outcome="a secret"
    )
    pages = [
        operator.get(reverse("admin:games_incomingmail_changelist")).content.decode(),
        operator.get(reverse("admin:games_incomingmail_change", args=[email.pk])).content.decode(),
    ]
    assert "SMTPDataError" in pages[0]
    assert all("secret" not in page and seat.reply_key not in page for page in pages)
    operator.post(
        reverse("admin:games_incomingmail_changelist"),
        {"action": "retry_parked", "_selected_action": [email.pk]},
    )
    email.refresh_from_db()
    assert email.status == "read"


# --- tournaments


@pytest.fixture
def event():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    one = found.entrants.get(number=1)
    one.household = "Maple-Street"
    one.save()
    rulings.propose_ruling(found.pk, found.owner, "warning", entrant_number=1, reason="Be kind.")
    return found


@pytest.mark.parametrize("name", ["tournament", "entrant", "role", "ruling", "ban"])
def test_every_list_of_tournaments_opens_and_is_searched(operator, event, name):
    page = reverse(f"admin:tournaments_{name}_changelist")
    assert operator.get(page).status_code == 200
    assert operator.get(page, {"q": "Autumn"}).status_code == 200


def test_no_page_about_tournaments_shows_a_pass_or_can_change_anything(operator, event):
    one = event.entrants.get(number=1)
    secrets = {event.join_key, one.key, one.reply_key, one.household}
    rows = [event, one, event.roles.get(), event.rulings.get()]
    for row in rows:
        page = reverse(f"admin:tournaments_{row._meta.model_name}_change", args=[row.pk])
        text = operator.get(page).content.decode()
        assert not [secret for secret in secrets if secret in text]
        assert operator.post(page, {}).status_code == 403
    assert "Be kind." in text


def test_the_operator_bans_from_all_tournaments_but_leaves_rulings_alone(operator, event):
    person = event.entrants.get(number=2).user
    until = server_time.now() + timedelta(days=30)
    sent = {"user": person.pk, "until_0": f"{until:%Y-%m-%d}", "until_1": "12:00:00", "reason": "Threats."}
    assert operator.post(reverse("admin:tournaments_ban_add"), sent).status_code == 302
    made = Ban.objects.get()
    assert (made.organizer, made.by.is_staff) == (None, True)
    assert "Threats." in eligibility.list_ineligibility_reasons(event, person)[0]
    rulings.propose_ruling(event.pk, event.owner, "ban", entrant_number=1, until=until, reason="Twice.")
    ruled = Ban.objects.get(user=event.entrants.get(number=1).user)
    assert operator.post(reverse("admin:tournaments_ban_change", args=[ruled.pk]), sent).status_code == 403
    assert operator.post(reverse("admin:tournaments_ban_delete", args=[ruled.pk])).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [made.pk, ruled.pk], "post": "yes"}
    operator.post(reverse("admin:tournaments_ban_changelist"), chosen)
    assert Ban.objects.count() == 2
    operator.post(reverse("admin:tournaments_ban_changelist"), chosen | {"_selected_action": [made.pk]})
    assert list(Ban.objects.all()) == [ruled]


# --- one English word for two things


@pytest.mark.parametrize(
    ("one", "other", "hu", "hr"),
    [
        ((IncomingMail, "sender"), (Outage, "start"), ("feladó", "ettől"), ("pošiljatelj", "od")),
        ((TableSeat, "place"), (Seat, "place"), ("helyezés", "hely"), ("plasman", "mjesto")),
        ((User, "closed_at"), (Round, "closed_at"), ("megszűnt", "lezárva"), ("zatvoren", "zaključeno")),
    ],
)
def test_a_word_that_means_two_things_has_two_words_elsewhere(one, other, hu, hr):
    fields = [model._meta.get_field(name) for model, name in (one, other)]
    assert len({str(field.verbose_name) for field in fields}) == 1
    for language, words in (("hu", hu), ("hr", hr)):
        with translation.override(language):
            assert tuple(str(field.verbose_name) for field in fields) == words


def test_rounds_of_games_and_of_tournaments_are_told_apart():
    labels = [GameNotice.Kind.GAZETTE.label, TournamentNotice.Kind.CLOSED.label]
    with translation.override("hr"):
        assert [str(label) for label in labels] == ["završio je krug partije", "završilo je kolo turnira"]
