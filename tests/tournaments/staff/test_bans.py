"""Bans from tournaments: by whom, from what, with which words, and that they end by themselves."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from accounts import server_time
from games.play.errors import NotAllowed, NotPossible
from games.tournaments import personal_data
from games.tournaments.director import start_tables
from games.tournaments.entries import eligibility, registration
from games.tournaments.models import Ban, Ruling, TournamentNotice
from games.tournaments.rulings import rulings
from tests.helpers.factories import UserFactory
from tests.helpers.frozen_time import NOON
from tests.helpers.messages import tournaments as messages
from tests.helpers.pages import client_of
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.factories import BanFactory
from tests.helpers.tournaments.ledger import list_entries, write_ledger
from tests.helpers.tournaments.pages import press, text
from tests.helpers.tournaments.people import appoint, person, told
from tests.helpers.tournaments.stages import FINAL, SWISS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

A_WEEK = timedelta(days=7)
REASON = "Two accounts at one table."


@pytest.fixture
def first():
    return TournamentBuilder(SWISS, FINAL).drawn().build()


def another(tournament):
    """A later tournament of the same organizer."""
    made = TournamentBuilder().build()
    made.owner = tournament.owner
    made.save()
    return made


def ban(tournament, number=3, by=None, until=NOON + A_WEEK):
    return rulings.propose_ruling(
        tournament.pk, by or tournament.owner, "ban", entrant_number=number, until=until, reason=REASON
    )


def test_a_banned_person_enters_no_tournament_of_this_organizer_and_reads_why(first):
    made = ban(first)
    user = person(first, 3)
    assert made.state == Ruling.State.IN_FORCE
    with pytest.raises(registration.NotEligible) as refused:
        registration.register_entrant(another(first).pk, user)
    assert refused.value.reasons == [
        f"You may not enter tournaments by {first.owner.handle} until {told_end()}. The reason: {REASON}"
    ]
    assert eligibility.list_ineligibility_reasons(TournamentBuilder().build(), user) == []  # somebody else's
    assert eligibility.list_ineligibility_reasons(another(first), person(first, 4)) == []


def told_end() -> str:
    end = NOON + A_WEEK
    return f"{end.day} {end:%B %Y, %H:%M}"


def test_it_ends_by_itself(first, clock):
    ban(first)
    clock.move_to(NOON + A_WEEK)
    assert eligibility.list_ineligibility_reasons(another(first), person(first, 3)) == []


def test_it_is_taken_back_and_stays_on_record(first):
    made = ban(first)
    rulings.reverse_ruling(made.pk, appoint(first), "It was his brother.")
    assert eligibility.list_ineligibility_reasons(another(first), person(first, 3)) == []
    assert set(first.rulings.values_list("kind", "state")) == {("ban", "reversed"), ("reverse", "in_force")}


def test_whom_it_concerns_gets_a_email_and_the_ledger_and_the_public_have_it(first):
    ban(first)
    assert told(first, TournamentNotice.Kind.RULING) == {person(first, 3).pk}
    assert list_entries(first, "banned")[0]["entrant"] == 3
    page = text(first, "rulings/")
    assert REASON in page
    assert "Until" in page


@pytest.mark.parametrize(
    ("until", "words"),
    [
        (None, messages.BAN_END_NEEDED.pattern),
        (NOON - A_WEEK, messages.BAN_END_IS_PAST.pattern),
        (NOON + timedelta(days=4000), messages.BAN_IS_TOO_LONG.pattern),
    ],
)
def test_a_ban_needs_an_end_that_makes_sense(first, until, words):
    with pytest.raises(NotPossible, match=words):
        ban(first, until=until)
    assert not Ban.objects.exists()


def test_nobody_bans_themselves(first):
    with pytest.raises(NotAllowed):
        ban(first, 3, by=appoint(first, user=person(first, 3)))


def test_a_ban_of_the_house_holds_everywhere_and_for_standing_in():
    user, made = UserFactory(is_stand_in=True), TournamentBuilder(SWISS, FINAL).drawn().build()
    with write_ledger(made) as transaction:
        assert start_tables._list_volunteers(transaction) == [user.pk]
        BanFactory(user=user, until=server_time.now() + A_WEEK, reason=REASON)
        assert start_tables._list_volunteers(transaction) == []
    assert re.search(
        messages.BANNED_FROM_SITE.pattern,
        eligibility.list_ineligibility_reasons(TournamentBuilder().build(), user)[0],
    )
    assert personal_data.export_user_data(user)["bans"][0]["reason"] == REASON


def test_at_the_desk_a_ban_has_its_last_day(first):
    day = (NOON + A_WEEK).date()
    sent = {"do": "propose", "kind": "ban", "entrant": 3, "reason": REASON}
    assert press(first.owner, first, "staff/rulings/", **sent) == ["Until: Please say until when."]
    assert press(first.owner, first, "staff/rulings/", **sent, until=day.isoformat()) == [messages.RULED]
    assert Ban.objects.get().until.date() == day + timedelta(days=1)
    banned, later = client_of(person(first, 3)), another(first)
    assert REASON in banned.get(reverse("tournament", args=[later.slug])).content.decode()
    assert REASON in banned.post(reverse("enter_tournament", args=[later.slug])).content.decode()
    assert (
        messages.ENTER_BUTTON
        in client_of(person(first, 4)).get(reverse("tournament", args=[later.slug])).content.decode()
    )
