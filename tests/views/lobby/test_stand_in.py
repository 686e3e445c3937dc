"""Seats that look for a player: listed, looked at, taken; and the way back for whoever stayed away."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.links import kinds
from games.models import Game, Seat
from games.play import bot_moves, replacements
from games.play.transaction.origin import by_user
from games.rules import registry
from tests.helpers.absent_players import replaced
from tests.helpers.factories import UserFactory
from tests.helpers.messages.lobby import (
    BOT_PLAYS_FOR_YOU,
    BOT_PLAYS_UNTIL_YOU_ARE_BACK,
    DECISION_TIME,
    MEND_ADDRESS_FIRST,
    MOVES_SO_FAR,
    SEAT_NOT_FREE,
    SEATS_LOOKING,
    SIGN_IN_AND_TAKE_THE_SEAT,
    SIGN_IN_TO_YOUR_SEAT,
    WELCOME_BACK,
    YOU_PLAY_ALREADY,
    YOU_PLAY_YOURSELF,
)
from tests.helpers.messages.mail import YOUR_HAND
from tests.helpers.messages.pages import TO_YOUR_GAMES
from tests.helpers.pages import client_of, url
from tests.helpers.sign_in import same
from tests.helpers.tables import awaited, play_on, position, table

pytestmark = pytest.mark.django_db


@pytest.fixture
def away() -> Seat:
    return replaced(table(3, name="Short of one", visibility=Game.Visibility.NOBODY))


def offer(seat: Seat) -> str:
    return f"/g/{seat.game.key}/stand-in/{seat.pk}/"


# --- standing in


def test_the_seat_is_listed_with_what_one_should_know(away):
    other = table(3)
    play_on(other, 3)
    replaced(other)
    page = Client().get("/tables/").content.decode()
    assert SEATS_LOOKING in page
    assert offer(away) in page
    assert MOVES_SO_FAR.fill(number=0) in page
    assert MOVES_SO_FAR.fill(number=3) in page
    assert DECISION_TIME.fill(time="a day") in page


def test_nothing_is_listed_for_those_at_the_table_or_where_only_a_bot_may_play(away):
    other = away.game.seats.exclude(pk=away.pk)[0].user
    assert SEATS_LOOKING not in client_of(other).get("/tables/").content.decode()
    Game.objects.update(state=Game.State.OVER)
    replaced(table(2, patience=MissedDeadlinePolicy(stand_ins=False)))
    assert SEATS_LOOKING not in Client().get("/tables/").content.decode()


def test_a_stranger_sees_only_what_everybody_may_know(away):
    before = same(Client().get(offer(away)), "-")
    assert SIGN_IN_AND_TAKE_THE_SEAT in before
    other = position(away.game)
    held = other.players[away.name].hand
    other.players[away.name].hand, other.deck[: len(held)] = other.deck[: len(held)], held
    rules = registry.get(away.game.ruleset)
    Game.objects.filter(pk=away.game_id).update(position=rules.dump(other).decode())
    assert same(Client().get(offer(away)), "-") == before
    assert Client().get(url(away.game)).status_code == 404


def test_the_seat_of_a_private_table_is_for_those_who_stand_in():
    away = replaced(table(3, visibility="nobody"))
    Game.objects.update(is_open=False)
    asked, helper = client_of(UserFactory()), client_of(UserFactory(is_stand_in=True))
    for visitor in (Client(), asked):
        assert SEATS_LOOKING not in visitor.get("/tables/").content.decode()
        assert visitor.get(offer(away)).status_code == 404
    assert offer(away) in helper.get("/tables/").content.decode()
    assert helper.get(offer(away)).status_code == 200


def test_the_table_is_shown_as_those_who_watch_see_it_and_not_as_text_for_a_phone(away):
    page = Client().get(offer(away)).content.decode()
    assert page.count('<article class="city') == away.game.seats.count()
    assert "state-text" not in page
    for seat in away.game.seats.all():
        assert re.search(rf'class="city-name"[^>]*><bdi>{seat.name}<', page)
    assert YOUR_HAND not in page


def test_a_stranger_is_asked_to_sign_in_and_comes_back_to_the_page(away):
    assert Client().post(offer(away))["Location"] == f"/accounts/login/?next={offer(away)}"


def test_whoever_takes_the_seat_sits_there_and_a_second_click_leads_to_the_table(away):
    bob = UserFactory()
    client = client_of(bob)
    for _ in range(2):
        assert client.post(offer(away))["Location"] == url(away.game)
    away.refresh_from_db()
    assert (away.user, away.bot) == (bob, "")
    assert client.get(url(away.game)).status_code == 200
    assert client_of(User.objects.exclude(seats__game=away.game)[0]).get(url(away.game)).status_code == 404


def test_who_comes_too_late_is_told(away):
    replacements.return_to_seat(away.game_id, away.name, by_user(away.user))
    late = client_of(UserFactory())
    for answer in (late.get(offer(away)), late.post(offer(away))):
        assert answer.status_code == 410
        assert SEAT_NOT_FREE in answer.content.decode()
        assert SIGN_IN_TO_YOUR_SEAT not in answer.content.decode()
        assert TO_YOUR_GAMES in answer.content.decode()
    assert SIGN_IN_TO_YOUR_SEAT in Client().get(offer(away)).content.decode()


def test_who_may_not_stand_in_reads_why(away):
    answer = client_of(UserFactory(unreachable_since="2026-01-01T00:00Z")).post(offer(away))
    assert answer.status_code == 409
    assert MEND_ADDRESS_FIRST in answer.content.decode()


def test_a_seat_of_another_table_is_not_there(away):
    other = table(2)
    assert Client().get(f"/g/{other.key}/stand-in/{away.pk}/").status_code == 404


# --- coming back


def test_the_list_of_games_marks_a_seat_that_a_bot_plays(away):
    context = client_of(away.user).get("/games/")
    assert BOT_PLAYS_UNTIL_YOU_ARE_BACK in context.content.decode()
    assert context.context["waiting"] == []


def test_the_table_has_a_button_for_an_absent_player_and_for_nobody_else(away):
    assert url(away.game, "return") in client_of(away.user).get(url(away.game)).content.decode()
    other = away.game.seats.exclude(pk=away.pk)[0].user
    assert url(away.game, "return") not in client_of(other).get(url(away.game)).content.decode()


def test_the_button_brings_the_player_back(away):
    page = client_of(away.user).post(url(away.game, "return"), follow=True).content.decode()
    assert WELCOME_BACK in page
    assert awaited(away.game) == away
    assert url(away.game, "return") not in page


def test_whoever_is_there_reads_that_they_play_already(away):
    client = client_of(away.user)
    client.post(url(away.game, "return"), follow=True)
    page = client.post(url(away.game, "return"), follow=True).content.decode()
    assert YOU_PLAY_ALREADY in page
    assert WELCOME_BACK not in page


def test_a_pass_is_enough_to_come_back(away):
    browser = Client()
    session = browser.session
    session["passes"] = {str(away.pk): away.key}
    session.save()
    browser.cookies["sessionid"] = session.session_key
    browser.post(url(away.game, "return"))
    away.refresh_from_db()
    assert away.bot == ""


def link(seat: Seat) -> str:
    return f"/b/{kinds.SEAT_RETURN.sign(kinds.SeatReturnLink.for_seat(seat))}/"


def test_the_link_of_a_email_shows_and_its_button_brings_back(away):
    shown = Client().get(link(away))
    assert BOT_PLAYS_FOR_YOU in shown.content.decode()
    assert (shown["Cache-Control"], shown["Referrer-Policy"]) == ("no-store", "strict-origin")
    away.refresh_from_db()
    assert away.is_absent
    for _ in range(2):
        assert YOU_PLAY_YOURSELF in Client().post(link(away)).content.decode()
    away.refresh_from_db()
    assert away.bot == ""


def test_the_link_is_out_of_use_when_somebody_else_plays_there(away):
    old = link(away)
    bob = UserFactory()
    replacements.take_over_seat(away.game_id, away.pk, bob, by_user(bob))
    for answer in (Client().get(old), Client().post(old)):
        assert answer.status_code == 410
    away.refresh_from_db()
    assert away.user == bob


def test_a_forged_link_and_a_guarded_seat_open_nothing(away):
    assert Client().post("/b/forged/").status_code == 404
    Seat.objects.filter(pk=away.pk).update(has_revoked_links=True)
    assert Client().post(link(away)).status_code == 410
    away.refresh_from_db()
    assert away.is_absent


def test_after_the_end_there_is_nothing_to_come_back_to(away):
    Game.objects.update(state=Game.State.OVER)
    assert Client().post(link(away)).status_code == 410


def test_what_the_bot_played_meanwhile_stays_played(away):
    bot_moves.play_bot_moves(away.game_id)
    before = away.game.log_entries.count()
    client_of(away.user).post(url(away.game, "return"))
    assert away.game.log_entries.count() == before + 1
