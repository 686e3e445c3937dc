"""Emails from those who run an event, and to them: news, rulings, disputes, and what to look at."""

from datetime import timedelta

import pytest

from games.tournaments.mail import announcements
from games.tournaments.models import Dispute, Entrant, Role, Ruling, Tournament, TournamentNotice
from games.tournaments.rulings import disputes
from games.tournaments.settings import StageSettings
from tests.helpers.factories import UserFactory
from tests.helpers.mail.emails import html_of
from tests.helpers.mail.outbox import parts
from tests.helpers.tables import table
from tests.helpers.tournaments.open_tournament import START, booked, entered, event
from tests.helpers.tournaments.outbox import (  # noqa: F401 (a day that stands still)
    NOON,
    at_noon,
    entry,
    links_in,
    nothing_waits,
    only,
    opened,
    post,
    tell,
)
from tests.helpers.tournaments.running_tournament import at_table, running

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Kind = TournamentNotice.Kind


# --- news


def test_an_announcement_comes_as_it_was_written_and_can_be_answered():
    cup = event()
    [ann] = entered(cup, 1, NOON)
    nothing_waits()
    announcements.send_announcement(
        cup.pk, cup.owner, subject="A  pause\nover Easter", text="Dear all,\n\n1 < 2 & so on."
    )
    post()
    email = only(ann.user)
    assert email.subject == "Autumn Cup: A pause over Easter"
    assert "1 < 2 & so on." in email.body
    assert "1 &lt; 2 &amp; so on." in html_of(email)
    assert email.reply_to
    for part in parts(email):
        assert "a question or a complaint to the referees" in part


@pytest.mark.parametrize(
    ("kind", "data", "says"),
    [
        ("changed", {"fields": ["starts_at"]}, "It begins on Monday 1 March 2027, 18:00 (UTC)."),
        ("paused", {"table": 3, "reason": "A storm."}, "Table 3 is paused."),
        ("paused", {"stage": 1, "round": 2, "reason": "A storm."}, "Round 2 of “Swiss tables” is paused."),
        ("paused", {"reason": "A storm."}, "“Autumn Cup” is paused."),
        ("resumed", {"table": 3}, "Table 3 goes on."),
        ("extended", {"hours": 24, "reason": "Snow."}, "All deadlines of “Autumn Cup” are 24 hours later."),
        ("extended", {"table": 3, "hours": 1, "reason": "Snow."}, "Table 3 has an hour more."),
        ("prolonged", {"table": 3, "until": START}, "until Monday 1 March 2027, 18:00 (UTC)."),
        ("remade", {"table": 3, "new": 9, "seats": [1]}, "table 9 takes its place"),
        ("remade", {"table": 3}, "too few are left for another"),
        ("struck", {"table": 3, "stage": 1, "by": [1]}, "does not play at table 3"),
        ("struck", {"table": 3, "stage": 1, "by": []}, "Somebody of table 3 is out of the tournament"),
    ],
)
def test_what_the_organizers_do_is_news(kind, data, says):
    cup = event(StageSettings(format="swiss"))
    [ann] = entered(cup, 1, NOON)
    nothing_waits()
    number = entry(cup, kind, **data)
    with booked(cup, NOON) as transaction:
        transaction.notify(Kind.NEWS, [ann], number)
    post()
    for part in parts(only(ann.user)):
        assert says in part
        assert data.get("reason", "") in part


# --- rulings and disputes


@pytest.mark.parametrize(
    ("state", "heading", "says"),
    [
        ("proposed", "A ruling waits for a signature", "lapses on Thursday 4 February 2027"),
        ("lapsed", "A ruling was not signed", "Nobody has signed it in time."),
    ],
)
def test_those_who_may_sign_are_told_until_when_and_when_it_is_too_late(state, heading, says):
    cup = event()
    helper = UserFactory()
    Role.objects.create(tournament=cup, user=helper, kind=Role.Kind.REFEREE)
    kind = Ruling.Kind.DISQUALIFY
    [ann] = entered(cup, 1, NOON)
    one = Ruling.objects.create(tournament=cup, kind=kind, entrant=ann, state=state, reason="x", at=NOON)
    nothing_waits()
    with booked(cup, NOON) as transaction:
        transaction.notify_users(Kind.RULING, [helper.pk], entry(cup, "proposed"), ruling=one.pk)
    post()
    for part in parts(only(helper)):
        assert heading.lower() in part.lower()
        assert says in part


def test_a_ruling_is_told_with_its_reason():
    cup = event()
    ann, bob = entered(cup, 2, NOON)
    row = running(cup, ann, bob)
    one = Ruling.objects.create(
        tournament=cup,
        kind=Ruling.Kind.RESULT,
        table=row.tables.get(),
        state=Ruling.State.IN_FORCE,
        after='{"seats":[{"entrant":1,"score":"24"},{"entrant":2,"score":"21","left":true}]}',
        reason="The game stood still.",
        by=cup.owner,
        at=NOON,
    )
    nothing_waits()
    tell(ann, Kind.RULING, ruling=one.pk)
    tell(ann, Kind.RULING, ruling=one.pk)
    post()
    email = only(ann.user)
    assert email.subject == "Autumn Cup: A ruling about table 1"
    for part in parts(email):
        assert "The game stood still." in part
        assert f"{ann.name}: 24" in part
        assert f"{bob.name}: 21, but lost" in part
    assert email.body.count("The game stood still.") == 1


def dispute(cup: Tournament, entrant: Entrant, **fields) -> Dispute:
    return Dispute.objects.create(
        **{"tournament": cup, "number": 1, "claimant": entrant, "text": "He looked.", "at": NOON, **fields}
    )


def test_an_answer_of_the_referees_can_be_appealed_against():
    cup = event()
    [ann] = entered(cup, 1, NOON)
    nothing_waits()
    dispute(cup, ann, state="ruled", answer="It stands.", appeal_until=NOON + timedelta(hours=72))
    tell(ann, Kind.TICKET, ticket=1, what="answered")
    post()
    email = only(ann.user)
    for part in parts(email):
        assert "It stands." in part
        assert "You may appeal until Thursday 4 February 2027, 12:00 (UTC)." in part
    assert opened(links_in(email.body)[0])[2:] == ("appeal", 1)


def test_referees_read_what_is_disputed_and_have_no_links_of_the_claimant():
    cup = event()
    [ann] = entered(cup, 1, NOON)
    nothing_waits()
    dispute(cup, ann)
    with booked(cup, NOON) as transaction:
        transaction.notify_users(Kind.TICKET, [cup.owner_id], ticket=1, what="ticket")
    post()
    email = only(cup.owner)
    for part in parts(email):
        assert "He looked." in part
        assert ann.name in part
    for written in (email.body, html_of(email)):
        assert f"/tournaments/{cup.slug}/staff/disputes/" in written
    assert len(links_in(email.body)) == 1  # no more emails
    assert email.reply_to == []


def test_a_referee_who_is_a_party_does_not_read_what_is_disputed():
    """If nobody else is left, they hear that somebody must be found."""
    cup = event()
    ann, bob = entered(cup, 2, NOON)
    round_ = running(cup, ann, bob)
    Role.objects.filter(tournament=cup).update(user=bob.user)
    nothing_waits()
    disputes.open_dispute(ann.pk, round_.tables.get().number, "Bob has looked at my cards.")
    post()
    for part in parts(only(bob.user)):
        assert "Please name a referee" in part
        assert "looked" not in part
        assert ann.name not in part


# --- those who run it


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"there": 5, "least": 7}, "Only 5 are there, and 7 are needed."),
        ({"tables": [1]}, "Table 1: Our table"),
    ],
)
def test_those_who_run_it_are_told_what_to_look_at(data, says):
    cup = event()
    at_table(cup, table(3))
    with booked(cup, NOON) as transaction:
        transaction.notify_staff(Kind.DIGEST, **data)
    post()
    for part in parts(only(cup.owner)):
        assert says in part


def test_helpers_learn_what_they_may_do():
    cup, bob = event(), UserFactory()
    Role.objects.create(tournament=cup, user=bob, kind=Role.Kind.REFEREE)
    with booked(cup, NOON) as transaction:
        transaction.notify_users(Kind.ROLE, [bob.pk], role="referee")
    post()
    for part in parts(only(bob)):
        assert "as referee" in part
        assert "not where you play yourself" in part
