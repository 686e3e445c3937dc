"""An email about a tournament as a whole: each thing once, short, and mail programs know what it is."""

import pytest
from django.core import mail
from django.test import override_settings

from games.mail import addresses
from games.tournaments.entries import registration
from games.tournaments.mail import email
from games.tournaments.mail.sections import registry
from games.tournaments.models import Tournament, TournamentNotice
from games.tournaments.settings import StageSettings
from tests.helpers.factories import UserFactory
from tests.helpers.mail.emails import MOST_BYTES, flat, html_of
from tests.helpers.mail.outbox import sent
from tests.helpers.messages import tournament_mail
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.factories import TournamentTableFactory
from tests.helpers.tournaments.ledger import write_ledger
from tests.helpers.tournaments.outbox import NOON, entry, nothing_waits, only, post, tell
from tests.helpers.tournaments.people import register_entrants
from tests.helpers.tournaments.tables import draw_round, play, refresh_standings

pytestmark = [pytest.mark.usefixtures("at_noon"), pytest.mark.django_db, pytest.mark.one_database]

Kind = TournamentNotice.Kind
HOUSE = override_settings(BASE_URL="https://play.example.org")


# --- what it tells


def test_every_kind_has_a_writer_and_a_weight():
    assert set(registry._section_writers) == set(Kind.values)
    assert set(email.KINDS_BY_PRIORITY) == set(Kind.values)


def test_whoever_leaves_and_comes_again_reads_of_it_once():
    cup, ann = TournamentBuilder().build(), UserFactory()
    entrant = registration.register_entrant(cup.pk, ann)
    registration.withdraw_entrant(entrant.pk, ann)
    registration.register_entrant(cup.pk, ann)
    assert post() == 1
    assert only(ann).body.count(tournament_mail.ENTERED.upper()) == 1


def test_an_organizer_who_plays_may_reply_as_a_player():
    cup = TournamentBuilder().build()
    entrant = registration.register_entrant(cup.pk, cup.owner)
    with write_ledger(cup, NOON) as transaction:
        transaction.append_entry("told")
        transaction.notify_staff(Kind.DIGEST, there=1, least=7)
    assert post() == 1
    email = only(cup.owner)
    first, last = TournamentNotice.objects.order_by("pk")
    assert email.reply_to == [addresses.format_address(addresses.TOURNAMENT, entrant.reply_key, first.pk)]
    assert f"-{last.pk}@" in email.extra_headers["Message-ID"]


def test_a_email_is_written_in_the_language_of_its_reader():
    cup = TournamentBuilder().build()
    registration.register_entrant(cup.pk, UserFactory(language="hu"))
    post()
    assert mail.outbox[0].extra_headers["Content-Language"] == "hu"
    assert "2027. március 1., hétfő, 18:00 (UTC)" in flat(mail.outbox[0].body)


# --- what it says to mail programs


@HOUSE
def test_headers_are_those_of_a_email_that_a_machine_has_written():
    cup = TournamentBuilder().build()
    [ann] = register_entrants(cup, 1, NOON)
    post()
    email, row = only(ann.user), TournamentNotice.objects.get()
    headers = email.extra_headers
    assert headers["Message-ID"] == f"<tournament-notice-{row.pk}@play.example.org>"
    assert headers["References"] == headers["In-Reply-To"] == f"<tournament-{cup.pk}@play.example.org>"
    assert headers["List-Id"] == f"<{cup.slug}.tournaments.play.example.org>"
    assert headers["Auto-Submitted"] == "auto-generated"
    assert headers["Content-Language"] == "en"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    page, by_mail = headers["List-Unsubscribe"].split(", ")
    assert page.startswith("<https://play.example.org/e/")
    assert by_mail == f"<mailto:tournament+{ann.reply_key}-stop@post.example.org>"
    assert email.from_email == addresses.build_bounce_address(row, ann.user.email)
    assert email.alternatives[0].mimetype == "text/html"


def test_a_title_cannot_bring_headers_or_tags():
    cup = TournamentBuilder().build()
    Tournament.objects.filter(pk=cup.pk).update(title="Cup\r\nBcc: x@y.z <b>")
    [ann] = register_entrants(cup, 1, NOON)
    post()
    email = only(ann.user)
    assert "\n" not in email.subject
    assert "<b>" not in html_of(email).partition("<h1")[2].partition("</h1>")[0]
    email.message()


# --- how much it takes


def test_the_largest_email_is_small_enough():
    cup = TournamentBuilder(StageSettings(format="league")).build()
    ann, *others = register_entrants(cup, 8, NOON)
    row = draw_round(cup, range(1, 9))
    for number in range(2, 32):
        TournamentTableFactory(round=row, number=number, entrants=[ann, *others])
    nothing_waits()
    tell(ann, Kind.STARTED, stage=1)
    tell(ann, Kind.ROUND, stage=1, rounds=[1])
    for _ in range(9):
        number = entry(cup, "announced", subject="x" * 120, text="<long> " * 570, to="all")
        with write_ledger(cup, NOON) as transaction:
            transaction.notify(Kind.NEWS, [ann], number)
    assert post() == 2
    first, second = sent(ann.user)
    assert max(len(html_of(one).encode()) for one in (first, second)) < MOST_BYTES
    assert tournament_mail.MORE_TABLES_ON_PAGE.fill(n=7) in flat(first.body + second.body)


def test_a_email_takes_few_questions_of_the_database(django_assert_max_num_queries):
    cup = TournamentBuilder().build()
    people = register_entrants(cup, 5, NOON)
    draw_round(cup, range(1, 6))
    play(cup, 1, 50, 40, 30, 20, 10)
    refresh_standings(cup)
    nothing_waits()
    for one in people:
        tell(one, Kind.CLOSED, stage=1, round=1)
    with django_assert_max_num_queries(70):
        assert post() == 5
