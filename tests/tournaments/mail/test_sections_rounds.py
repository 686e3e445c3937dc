"""Emails about play: tables and who sits there, how it stands, who is waited for, and how it ended."""

import re
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.tournaments.entries import preferences, registration
from games.tournaments.models import Round, TableSeat, Tournament, TournamentNotice, TournamentTable
from games.tournaments.settings import StageSettings
from tests.helpers.mail.emails import flat, html_of
from tests.helpers.mail.outbox import parts
from tests.helpers.tables import awaited, table
from tests.helpers.tournaments.open_tournament import START, entered, event
from tests.helpers.tournaments.outbox import NOON, at_noon, links_in, nothing_waits, only, opened, post, tell  # noqa: F401 (a day that stands still)
from tests.helpers.tournaments.running_tournament import at_table, reckoned, running

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Kind, Phase = TournamentNotice.Kind, Tournament.State


# --- tables


def test_a_round_is_told_with_opponents_seats_and_links():
    cup = event()
    ann, bob, cat = entered(cup, 3, NOON)
    row = running(cup, bob, ann, cat)
    nothing_waits()
    game = table(3)
    TournamentTable.objects.filter(round=row).update(game=game, state=TournamentTable.State.STARTED)
    tell(ann, Kind.ROUND, stage=1, rounds=[1])
    post()
    email = only(ann.user)
    assert email.subject == "Autumn Cup: Your table of round 1"
    text, html = parts(email)
    assert f"1. {bob.name} 2. {ann.name}, that is you 3. {cat.name}" in text
    for part in (text, html):
        assert "The time for these tables ends on Monday 1 March 2027, 18:00 (UTC)." in part
        assert bob.name in part
    for body in (email.body, html_of(email)):
        assert f"/g/{game.key}/" in body


def test_several_rounds_that_are_drawn_at_once_are_one_list():
    cup = event(StageSettings(format="league"))
    ann, bob, cat = entered(cup, 3, NOON)
    row = running(cup, ann, bob, cat)
    second = Round.objects.create(stage=row.stage, number=2, state=Round.State.PUBLISHED)
    drawn = TournamentTable.objects.create(tournament=cup, round=second, number=2, size=2, planned_at=NOON)
    for place, one in enumerate((cat, ann)):
        TableSeat.objects.create(table=drawn, seat=place, entrant=one)
    nothing_waits()
    tell(ann, Kind.STARTED, stage=1)
    tell(ann, Kind.ROUND, stage=1, rounds=[1])
    tell(ann, Kind.ROUND, stage=1, rounds=[2])
    assert post() == 1
    email = only(ann.user)
    text, _html = parts(email)
    assert "Round 1, table 1 (to come)" in text
    assert "Round 2, table 2 (to come)" in text
    assert text.count("YOUR TABLES") == 1
    assert "“LEAGUE” BEGINS" in text


def test_whoever_sits_out_is_told_what_it_counts():
    cup = event(StageSettings(format="swiss"))
    ann, bob = entered(cup, 2, NOON)
    running(cup, bob)
    nothing_waits()
    tell(ann, Kind.ROUND, stage=1, rounds=[1])
    post()
    assert "In round 1 you sit out: that counts like a middling table." in flat(only(ann.user).body)


def test_of_anonymous_tables_no_name_is_told():
    cup = event(StageSettings(format="swiss", anonymous=True))
    ann, bob = entered(cup, 2, NOON)
    row = running(cup, ann, bob)
    nothing_waits()
    tell(ann, Kind.ROUND, stage=1, rounds=[1])
    post()
    assert bob.name not in only(ann.user).body + html_of(only(ann.user))
    row.tables.update(state=TournamentTable.State.FINISHED)
    TournamentTable.objects.create(tournament=cup, round=row, number=9, size=1, planned_at=NOON).seats.create(
        seat=0, entrant=ann
    )
    tell(ann, Kind.ROUND, stage=1, rounds=[1])
    post()
    assert bob.name in only(ann.user).body


def test_a_challenge_can_be_accepted_or_declined():
    cup = event(StageSettings(format="ladder"))
    ann, bob = entered(cup, 2, NOON)
    running(cup, ann, bob).tables.update(round=None, deadline=START)
    TableSeat.objects.update(has_agreed=False)
    nothing_waits()
    tell(ann, Kind.CHALLENGE, table=1)
    post()
    email = only(ann.user)
    for part in parts(email):
        assert f"You are asked to play at a table with {bob.name}." in part
        assert "Please answer by Monday 1 March 2027, 18:00 (UTC)." in part
    assert opened(links_in(email.body)[0])[2:] == ("challenge", 1)
    TableSeat.objects.update(has_agreed=True)
    tell(ann, Kind.CHALLENGE, table=1)
    assert post() == 0


def test_when_a_ladder_begins_everybody_reads_how_to_challenge_by_a_reply():
    cup = event(StageSettings(format="ladder"))
    [ann] = entered(cup, 1, NOON)
    running(cup, ann)
    nothing_waits()
    tell(ann, Kind.STARTED, stage=1)
    post()
    for part in parts(only(ann.user)):
        assert "challenge Anna, Luka" in part


def test_whoever_avoids_somebody_of_a_challenge_is_told_that_to_decline_costs_nothing():
    cup = event(StageSettings(format="ladder"))
    ann, bob = entered(cup, 2, NOON)
    running(cup, ann, bob).tables.update(round=None, deadline=START)
    TableSeat.objects.update(has_agreed=False)
    preferences.add_avoidance(ann.pk, bob.pk, ann.user)
    nothing_waits()
    for one in (ann, bob):
        tell(one, Kind.CHALLENGE, table=1)
    post()
    assert "costs you nothing" in flat(only(ann.user).body)
    assert "counts as a lost game" in flat(only(bob.user).body)


def test_a_nudge_leads_to_the_decision():
    cup = event()
    game = table(3)
    seat = awaited(game)
    ann = registration.register_entrant(cup.pk, seat.user, now=NOON)
    at_table(cup, game)
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
    cup = event()
    people = entered(cup, 7, NOON)
    running(cup, *people)
    reckoned(cup, 70, 60, 50, 40, 30, 20, 10)
    nothing_waits()
    reader = people[5]
    tell(reader, Kind.CLOSED, stage=1, round=1)
    post()
    email = only(reader.user)
    assert email.subject == "Autumn Cup: Round 1 is over"
    text, html = parts(email)
    assert f"> 6. {reader.name}" in text
    for part in (text, html):
        assert "You are in place 6" in part
        texts = [one.name for one in people if one.name in part]
        assert texts == [people[place].name for place in (0, 1, 2, 4, 5, 6)]
    assert "/tournaments/" in email.body


def test_those_who_do_not_go_on_are_told_so():
    cup = event()
    [ann] = entered(cup, 1, NOON)
    running(cup, ann)
    nothing_waits()
    tell(ann, Kind.CLOSED, stage=1, out=True)
    post()
    for part in parts(only(ann.user)):
        assert "You are not among those who go on." in part


def test_the_end_is_told_with_the_final_standings():
    cup = event()
    people = entered(cup, 3, NOON)
    running(cup, *people)
    reckoned(cup, 30, 20, 10)
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.FINISHED)
    nothing_waits()
    tell(people[1], Kind.ENDED)
    tell(people[1], Kind.CLOSED, stage=1, round=1)
    post()
    email = only(people[1].user)
    for part in parts(email):
        assert f"Thank you for playing. {people[0].name} has won. You are in place 2" in part
        assert people[0].name in part
        assert "Round 1 is over" not in part  # the end tells it anyway


def test_an_event_that_is_called_off_says_why():
    cup = event()
    [ann] = entered(cup, 1, NOON)
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.CANCELLED)
    nothing_waits()
    tell(ann, Kind.ENDED, reason="The hall has burnt down.")
    post()
    for part in parts(only(ann.user)):
        assert "“Autumn Cup” does not take place." in part
        assert "The hall has burnt down." in part
