"""Emails about play: tables and who sits there, how it stands, who is waited for, and how it ended."""

import re
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.tournaments.entries import preferences, registration
from games.tournaments.models import TableSeat, Tournament, TournamentNotice, TournamentTable
from games.tournaments.settings import StageSettings
from tests.helpers.mail.emails import flat, html_of
from tests.helpers.mail.outbox import parts
from tests.helpers.messages import tournament_mail
from tests.helpers.tables import awaited, table
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import START
from tests.helpers.tournaments.factories import RoundFactory, TournamentTableFactory
from tests.helpers.tournaments.outbox import NOON, links_in, nothing_waits, only, opened, post, tell
from tests.helpers.tournaments.people import register_entrants
from tests.helpers.tournaments.tables import draw_round, play, refresh_standings

pytestmark = [pytest.mark.usefixtures("at_noon"), pytest.mark.django_db, pytest.mark.one_database]

Kind, Phase = TournamentNotice.Kind, Tournament.State


# --- tables


def test_a_round_is_told_with_opponents_seats_and_links():
    cup = TournamentBuilder().build()
    ann, bob, cat = register_entrants(cup, 3, NOON)
    row = draw_round(cup, (2, 1, 3), deadline=START)
    nothing_waits()
    game = table(3)
    TournamentTable.objects.filter(round=row).update(game=game, state=TournamentTable.State.STARTED)
    tell(ann, Kind.ROUND, stage=1, rounds=[1])
    post()
    email = only(ann.user)
    assert email.subject == f"Autumn Cup: {tournament_mail.YOUR_TABLE_OF_ROUND.fill(round=1)}"
    text, html = parts(email)
    assert f"1. {bob.name} 2. {ann.name} (you) 3. {cat.name}" in text
    for part in (text, html):
        assert tournament_mail.TABLES_END.fill(when="Monday 1 March 2027, 18:00 (UTC)") in part
        assert bob.name in part
    for body in (email.body, html_of(email)):
        assert f"/g/{game.key}/" in body


def test_several_rounds_that_are_drawn_at_once_are_one_list():
    cup = TournamentBuilder(StageSettings(format="league")).build()
    ann, _bob, cat = register_entrants(cup, 3, NOON)
    row = draw_round(cup, (1, 2, 3))
    TournamentTableFactory(round=RoundFactory(stage=row.stage), entrants=[cat, ann])
    nothing_waits()
    tell(ann, Kind.STARTED, stage=1)
    tell(ann, Kind.ROUND, stage=1, rounds=[1])
    tell(ann, Kind.ROUND, stage=1, rounds=[2])
    assert post() == 1
    email = only(ann.user)
    text, _html = parts(email)
    assert "Round 1, table 1 (to come)" in text
    assert "Round 2, table 2 (to come)" in text
    assert text.count(tournament_mail.YOUR_TABLES.upper()) == 1
    assert "“LEAGUE” BEGINS" in text


def test_whoever_sits_out_is_told_what_it_counts():
    cup = TournamentBuilder(StageSettings(format="swiss")).build()
    ann, _bob = register_entrants(cup, 2, NOON)
    draw_round(cup, (2,))
    nothing_waits()
    tell(ann, Kind.ROUND, stage=1, rounds=[1])
    post()
    assert tournament_mail.SITTING_OUT.fill(round=1) in flat(only(ann.user).body)


def test_of_anonymous_tables_no_name_is_told():
    cup = TournamentBuilder(StageSettings(format="swiss", anonymous=True)).build()
    ann, bob = register_entrants(cup, 2, NOON)
    row = draw_round(cup, (1, 2))
    nothing_waits()
    tell(ann, Kind.ROUND, stage=1, rounds=[1])
    post()
    assert bob.name not in only(ann.user).body + html_of(only(ann.user))
    row.tables.update(state=TournamentTable.State.FINISHED)
    TournamentTableFactory(round=row, entrants=[ann])
    tell(ann, Kind.ROUND, stage=1, rounds=[1])
    post()
    assert bob.name in only(ann.user).body


def test_a_challenge_can_be_accepted_or_declined():
    cup = TournamentBuilder(StageSettings(format="ladder")).build()
    ann, bob = register_entrants(cup, 2, NOON)
    draw_round(cup, (1, 2)).tables.update(round=None, deadline=START)
    TableSeat.objects.update(has_agreed=False)
    nothing_waits()
    tell(ann, Kind.CHALLENGE, table=1)
    post()
    email = only(ann.user)
    for part in parts(email):
        assert tournament_mail.CHALLENGED.fill(names=bob.name) in part
        assert tournament_mail.ANSWER_BY.fill(when="Monday 1 March 2027, 18:00 (UTC)") in part
    assert opened(links_in(email.body)[0])[2:] == ("challenge", 1)
    TableSeat.objects.update(has_agreed=True)
    tell(ann, Kind.CHALLENGE, table=1)
    assert post() == 0


def test_when_a_ladder_begins_everybody_reads_how_to_challenge_by_a_reply():
    cup = TournamentBuilder(StageSettings(format="ladder")).build()
    [ann] = register_entrants(cup, 1, NOON)
    draw_round(cup, (1,))
    nothing_waits()
    tell(ann, Kind.STARTED, stage=1)
    post()
    for part in parts(only(ann.user)):
        assert tournament_mail.CHALLENGE_EXAMPLE in part


def test_whoever_avoids_somebody_of_a_challenge_is_told_that_to_decline_costs_nothing():
    cup = TournamentBuilder(StageSettings(format="ladder")).build()
    ann, bob = register_entrants(cup, 2, NOON)
    draw_round(cup, (1, 2)).tables.update(round=None, deadline=START)
    TableSeat.objects.update(has_agreed=False)
    preferences.add_avoidance(ann.pk, bob.pk, ann.user)
    nothing_waits()
    for one in (ann, bob):
        tell(one, Kind.CHALLENGE, table=1)
    post()
    assert re.search(tournament_mail.DECLINING_IS_FREE.pattern, flat(only(ann.user).body))
    assert re.search(tournament_mail.DECLINING_AGAIN_IS_A_LOSS.pattern, flat(only(bob.user).body))


def test_a_nudge_leads_to_the_decision():
    cup = TournamentBuilder().build()
    game = table(3)
    seat = awaited(game)
    ann = registration.register_entrant(cup.pk, seat.user, now=NOON)
    TournamentTableFactory(tournament=cup, game=game)
    nothing_waits()
    tell(ann, Kind.NUDGE, table=1)
    post()
    email = only(seat.user)
    assert re.search(r"It is due on [^.]+\. After that you have", flat(email.body))
    assert "If you have not answered by" in flat(email.body)
    [link] = re.findall(r"https?://\S+/t/\S+", email.body)
    assert Client().get(urlsplit(link).path).status_code == 200


# --- how it stands


def test_a_round_that_is_over_is_told_with_the_standings_around_the_reader():
    cup = TournamentBuilder().build()
    people = register_entrants(cup, 7, NOON)
    draw_round(cup, range(1, 8))
    play(cup, 1, 70, 60, 50, 40, 30, 20, 10)
    refresh_standings(cup)
    nothing_waits()
    reader = people[5]
    tell(reader, Kind.CLOSED, stage=1, round=1)
    post()
    email = only(reader.user)
    assert email.subject == f"Autumn Cup: {tournament_mail.ROUND_IS_OVER.fill(round=1)}"
    text, html = parts(email)
    assert f"> 6. {reader.name}" in text
    for part in (text, html):
        assert "You are in place 6" in part
        texts = [one.name for one in people if one.name in part]
        assert texts == [people[place].name for place in (0, 1, 2, 4, 5, 6)]
    assert "/tournaments/" in email.body


def test_those_who_do_not_go_on_are_told_so():
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1, NOON)
    draw_round(cup, (1,))
    nothing_waits()
    tell(ann, Kind.CLOSED, stage=1, out=True)
    post()
    for part in parts(only(ann.user)):
        assert tournament_mail.NOT_GOING_ON in part


def test_the_end_is_told_with_the_final_standings():
    cup = TournamentBuilder().build()
    people = register_entrants(cup, 3, NOON)
    draw_round(cup, (1, 2, 3))
    play(cup, 1, 30, 20, 10)
    refresh_standings(cup)
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.FINISHED)
    nothing_waits()
    tell(people[1], Kind.ENDED)
    tell(people[1], Kind.CLOSED, stage=1, round=1)
    post()
    email = only(people[1].user)
    for part in parts(email):
        assert f"Thank you for playing. {people[0].name} has won. You are in place 2" in part
        assert people[0].name in part
        assert tournament_mail.ROUND_IS_OVER.fill(round=1) not in part  # the end tells it anyway


def test_a_tournament_that_is_called_off_says_why():
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1, NOON)
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.CANCELLED)
    nothing_waits()
    tell(ann, Kind.ENDED, reason="The hall has burnt down.")
    post()
    for part in parts(only(ann.user)):
        assert tournament_mail.CALLED_OFF.fill(title="Autumn Cup") in part
        assert "The hall has burnt down." in part
