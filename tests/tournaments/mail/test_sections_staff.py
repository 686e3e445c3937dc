"""Emails from those who run a tournament, and to them: news, rulings, disputes, and what to look at."""

from datetime import timedelta

import pytest

from games.tournaments.mail import announcements
from games.tournaments.models import Role, Ruling, TournamentNotice
from games.tournaments.rulings import disputes
from games.tournaments.settings import StageSettings
from tests.helpers.mail.emails import html_of
from tests.helpers.mail.outbox import parts
from tests.helpers.messages import tournament_mail
from tests.helpers.messages import tournaments as messages
from tests.helpers.tables import table
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import START
from tests.helpers.tournaments.factories import DisputeFactory, RulingFactory, TournamentTableFactory
from tests.helpers.tournaments.ledger import write_ledger
from tests.helpers.tournaments.outbox import NOON, entry, links_in, nothing_waits, only, opened, post, tell
from tests.helpers.tournaments.people import appoint, register_entrants
from tests.helpers.tournaments.tables import draw_round

pytestmark = [pytest.mark.usefixtures("at_noon"), pytest.mark.django_db, pytest.mark.one_database]

Kind = TournamentNotice.Kind


# --- news


def test_an_announcement_comes_as_it_was_written_and_can_be_answered():
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1, NOON)
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
        assert tournament_mail.REPLY_DISPUTES in part


@pytest.mark.parametrize(
    ("kind", "data", "says"),
    [
        (
            "changed",
            {"fields": ["starts_at"]},
            messages.BEGINS.fill(when="on Monday 1 March 2027, 18:00 (UTC)"),
        ),
        ("paused", {"table": 3, "reason": "A storm."}, tournament_mail.TABLE_IS_PAUSED.fill(table=3)),
        (
            "paused",
            {"stage": 1, "round": 2, "reason": "A storm."},
            tournament_mail.ROUND_IS_PAUSED.fill(round=2, stage="Swiss tables"),
        ),
        ("paused", {"reason": "A storm."}, tournament_mail.TOURNAMENT_IS_PAUSED.fill(title="Autumn Cup")),
        ("resumed", {"table": 3}, "Table 3 resumes."),
        (
            "extended",
            {"hours": 24, "reason": "Snow."},
            tournament_mail.DEADLINES_ARE_LATER.fill(title="Autumn Cup", hours=24),
        ),
        (
            "extended",
            {"table": 3, "hours": 1, "reason": "Snow."},
            tournament_mail.TABLE_HAS_AN_HOUR_MORE.fill(table=3),
        ),
        ("prolonged", {"table": 3, "until": START}, "until Monday 1 March 2027, 18:00 (UTC)."),
        (
            "remade",
            {"table": 3, "new": 9, "seats": [1]},
            tournament_mail.TABLE_IS_MADE_AGAIN.fill(table=3, new=9),
        ),
        ("remade", {"table": 3}, tournament_mail.TABLE_IS_VOID.fill(table=3)),
        ("struck", {"table": 3, "stage": 1, "by": [1]}, "will not play at table 3"),
        (
            "struck",
            {"table": 3, "stage": 1, "by": []},
            tournament_mail.CHALLENGED_ENTRANT_IS_OUT.fill(table=3),
        ),
    ],
)
def test_what_the_organizers_do_is_news(kind, data, says):
    cup = TournamentBuilder(StageSettings(format="swiss")).build()
    [ann] = register_entrants(cup, 1, NOON)
    nothing_waits()
    number = entry(cup, kind, **data)
    with write_ledger(cup, NOON) as transaction:
        transaction.notify(Kind.NEWS, [ann], number)
    post()
    for part in parts(only(ann.user)):
        assert says in part
        assert data.get("reason", "") in part


# --- rulings and disputes


@pytest.mark.parametrize(
    ("state", "heading", "says"),
    [
        ("proposed", tournament_mail.RULING_WAITS, "lapses on Thursday 4 February 2027"),
        ("lapsed", tournament_mail.RULING_HAS_LAPSED, tournament_mail.NOBODY_SIGNED),
    ],
)
def test_those_who_may_sign_are_told_until_when_and_when_it_is_too_late(state, heading, says):
    cup = TournamentBuilder().build()
    helper = appoint(cup)
    kind = Ruling.Kind.DISQUALIFY
    [ann] = register_entrants(cup, 1, NOON)
    one = RulingFactory(tournament=cup, kind=kind, entrant=ann, state=state)
    nothing_waits()
    with write_ledger(cup, NOON) as transaction:
        transaction.notify_users(Kind.RULING, [helper.pk], entry(cup, "proposed"), ruling=one.pk)
    post()
    for part in parts(only(helper)):
        assert heading.lower() in part.lower()
        assert says in part


def test_a_ruling_is_told_with_its_reason():
    cup = TournamentBuilder().build()
    ann, bob = register_entrants(cup, 2, NOON)
    row = draw_round(cup, (1, 2))
    one = RulingFactory(
        tournament=cup,
        kind=Ruling.Kind.RESULT,
        table=row.tables.get(),
        after='{"seats":[{"entrant":1,"score":"24"},{"entrant":2,"score":"21","left":true}]}',
        reason="The game stood still.",
        by=cup.owner,
    )
    nothing_waits()
    tell(ann, Kind.RULING, ruling=one.pk)
    tell(ann, Kind.RULING, ruling=one.pk)
    post()
    email = only(ann.user)
    assert email.subject == f"Autumn Cup: {tournament_mail.RULING_ABOUT_TABLE.fill(table=1)}"
    for part in parts(email):
        assert "The game stood still." in part
        assert f"{ann.name}: 24" in part
        assert f"{bob.name}: 21, but lost" in part
    assert email.body.count("The game stood still.") == 1


def test_an_answer_of_the_referees_can_be_appealed_against():
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1, NOON)
    nothing_waits()
    DisputeFactory(claimant=ann, state="ruled", answer="It stands.", appeal_until=NOON + timedelta(hours=72))
    tell(ann, Kind.TICKET, ticket=1, what="answered")
    post()
    email = only(ann.user)
    for part in parts(email):
        assert "It stands." in part
        assert tournament_mail.APPEAL_UNTIL.fill(when="Thursday 4 February 2027, 12:00 (UTC)") in part
    assert opened(links_in(email.body)[0])[2:] == ("appeal", 1)


def test_referees_read_what_is_disputed_and_have_no_links_of_the_claimant():
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1, NOON)
    nothing_waits()
    DisputeFactory(claimant=ann)
    with write_ledger(cup, NOON) as transaction:
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
    cup = TournamentBuilder().build()
    ann, bob = register_entrants(cup, 2, NOON)
    round_ = draw_round(cup, (1, 2))
    Role.objects.filter(tournament=cup).update(user=bob.user)
    nothing_waits()
    disputes.open_dispute(ann.pk, round_.tables.get().number, "Bob has looked at my cards.")
    post()
    for part in parts(only(bob.user)):
        assert tournament_mail.IMPARTIAL_REFEREE_NEEDED in part
        assert "looked" not in part
        assert ann.name not in part


# --- those who run it


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"there": 5, "least": 7}, tournament_mail.TOO_FEW_TO_BEGIN.fill(there=5, least=7)),
        ({"tables": [1]}, "Table 1: Our table"),
    ],
)
def test_those_who_run_it_are_told_what_to_look_at(data, says):
    cup = TournamentBuilder().build()
    TournamentTableFactory(tournament=cup, game=table(3))
    with write_ledger(cup, NOON) as transaction:
        transaction.notify_staff(Kind.DIGEST, **data)
    post()
    for part in parts(only(cup.owner)):
        assert says in part


def test_helpers_learn_what_they_may_do():
    cup = TournamentBuilder().build()
    bob = appoint(cup)
    with write_ledger(cup, NOON) as transaction:
        transaction.notify_users(Kind.ROLE, [bob.pk], role="referee")
    post()
    for part in parts(only(bob)):
        assert "as referee" in part
        assert tournament_mail.REFEREE_MAY in part
