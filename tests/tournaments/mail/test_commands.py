"""Replies to emails about tournaments: what a player must do works by mail, and nobody else can do it."""

import re
from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.core import mail
from django.test import override_settings

from accounts import server_time
from games.mail import addresses
from games.models import IncomingMail
from games.tournaments.director.ladder import challenge_entrants
from games.tournaments.entries import registration
from games.tournaments.mail import announcements, outbox, sections
from games.tournaments.mail.commands import TOURNAMENT_COMMANDS
from games.tournaments.models import (
    Dispute,
    Entrant,
    Qualifier,
    Stage,
    Tournament,
    TournamentNotice,
    TournamentTable,
)
from games.tournaments.settings import StageSettings
from tests.helpers import tables
from tests.helpers.factories import UserFactory
from tests.helpers.mail.emails import html_of, words_of
from tests.helpers.mail.inbox import last_email, post, written
from tests.helpers.mail.inbox import reply as post_to
from tests.helpers.messages import tournament_mail
from tests.helpers.messages import tournaments as messages
from tests.helpers.messages.replies import LEAVE_BOOKED, REPLY_START, TOURNAMENT_EMAILS_RESUMED, WHICH_DAYS
from tests.helpers.messages.table import NOT_ASKED
from tests.helpers.tables import awaited
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import hours_before
from tests.helpers.tournaments.factories import (
    DisputeFactory,
    QualifierFactory,
    StageFactory,
    TournamentNoticeFactory,
    TournamentTableFactory,
)
from tests.helpers.tournaments.ledger import write_ledger
from tests.helpers.tournaments.people import WHILE_CHECKING_IN, checking_in, entrant, fresh, register_entrants
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import play, refresh_standings, start

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Kind, State, Phase = TournamentNotice.Kind, Entrant.State, Tournament.State


@pytest.fixture(autouse=True)
def _while_people_check_in():
    with time_machine.travel(WHILE_CHECKING_IN, tick=False):
        yield


def to(entrant: Entrant, rest: object = "") -> str:
    return addresses.format_address(addresses.TOURNAMENT, entrant.reply_key, str(rest))


def reply(entrant: Entrant, *lines: str, rest: object = "", **headers: str) -> IncomingMail:
    return post(written(to(entrant, rest), entrant.user.email, *lines, **headers))


def answer_to(entrant: Entrant, kind: str, *lines: str) -> IncomingMail:
    """As a mail program does: to the Reply-To of the email."""
    notice = entrant.notices.filter(kind=kind).latest("pk")
    return reply(entrant, *lines, rest=notice.pk)


@pytest.fixture
def cup() -> Tournament:
    return TournamentBuilder(most=2).build()


@pytest.fixture
def ann(cup) -> Entrant:
    """She has entered, and is asked to check in."""
    [ann, *_] = register_entrants(cup, 3)
    checking_in(cup)
    TournamentNotice.objects.update(status="sent")
    return fresh(ann)


# --- checking in


@pytest.mark.parametrize(
    "line", ["CHECKIN", "check in", "Check-in.", "checkin!", "bejelentkezem", "Prijavljujem", "jövök"]
)
def test_a_word_checks_in(ann, line):
    email = reply(ann, line)
    assert (email.status, email.user, fresh(ann).state) == ("answered", ann.user, State.CHECKED)
    assert messages.CHECKED_IN in last_email()


@pytest.mark.parametrize(
    ("line", "state"), [("Yes", "checked"), ("igen", "checked"), ("no", "withdrawn"), ("ne", "withdrawn")]
)
def test_yes_and_no_answer_the_email_that_asked(ann, line, state):
    answer_to(ann, Kind.CHECK_IN, line)
    assert fresh(ann).state == state


def test_the_same_answer_twice_is_the_same_answer(ann):
    for _ in range(2):
        answer_to(ann, Kind.CHECK_IN, "yes")
        assert messages.CHECKED_IN in last_email()
    assert ann.tournament.ledger_entries.filter(kind="checked").count() == 1


def test_yes_to_any_email_answers_the_one_thing_that_is_asked(ann):
    reply(ann, "Yes", "Thanks, Ann")
    assert fresh(ann).state == State.CHECKED


def test_yes_when_nothing_is_asked_changes_nothing(ann):
    registration.check_in(ann.pk, ann.user)
    reply(ann, "yes")
    assert NOT_ASKED in last_email()


def test_too_late_is_told_with_how_it_stands(ann):
    with time_machine.travel(hours_before(10), tick=False):
        answer_to(ann, Kind.CHECK_IN, "yes")
    assert messages.CHECK_IN_IS_OVER in last_email()
    assert fresh(ann).state == State.ENTERED


# --- places


@pytest.fixture
def bob(cup, ann) -> Entrant:
    """He has moved up while others check in."""
    registration.withdraw_entrant(ann.pk, ann.user)
    return fresh(cup.entrants.get(number=3))


def test_yes_to_a_place_that_must_be_confirmed_checks_in(bob):
    answer_to(bob, Kind.PLACE, "yes")
    assert fresh(bob).state == State.CHECKED


def test_no_to_a_place_gives_it_on(bob):
    answer_to(bob, Kind.PLACE, "No, sorry")
    assert fresh(bob).state == State.WITHDRAWN
    assert messages.PLACE_GIVEN_UP in last_email()


@pytest.mark.parametrize("kind", [Kind.PLACE, Kind.CHECK_IN])
def test_no_to_an_old_email_takes_nobody_out_of_a_tournament_that_runs(cup, ann, bob, kind):
    registration.check_in(bob.pk, bob.user)
    asked = TournamentNoticeFactory(entrant=bob, kind=kind, number=99)
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.RUNNING, frozen_at=WHILE_CHECKING_IN)
    Entrant.objects.filter(pk=bob.pk).update(state=State.ACTIVE)
    reply(bob, "no", rest=asked.pk)
    assert fresh(bob).state == State.ACTIVE
    assert messages.NO_LONGER_ASKED in last_email()


def test_an_offer_is_taken_by_yes():
    with time_machine.travel(hours_before(400), tick=False):
        cup = TournamentBuilder(most=1).build()
        ann, bob = register_entrants(cup, 2)
        registration.withdraw_entrant(ann.pk, ann.user)
        answer_to(bob, Kind.PLACE, "da")
        assert fresh(bob).state == State.ENTERED
        assert messages.PLACE_TAKEN in last_email()


@pytest.mark.parametrize(("line", "state"), [("yes", "accepted"), ("no", "declined")])
def test_a_place_in_the_next_stage_is_answered(line, state):
    cup = TournamentBuilder(
        StageSettings(), StageSettings(format="knock_out", check_in_hours=72), check_in_hours=0
    ).build()
    [ann] = register_entrants(cup, 1)
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.RUNNING, frozen_at=WHILE_CHECKING_IN)
    until = WHILE_CHECKING_IN + timedelta(hours=72)
    QualifierFactory(stage=cup.stages.get(number=2), entrant=ann, answer_until=until)
    with write_ledger(cup, WHILE_CHECKING_IN) as transaction:
        transaction.notify(Kind.THROUGH, [ann], stage=2)
    answer_to(ann, Kind.THROUGH, line)
    assert Qualifier.objects.get().state == state


def finalist() -> Entrant:
    """She is asked whether she comes to the last table, where seats are chosen."""
    final = StageSettings(format="knock_out", check_in_hours=72, choose_seats=True)
    cup = TournamentBuilder(StageSettings(go_on=4), final, check_in_hours=0).build()
    [ann] = register_entrants(cup, 1)
    Tournament.objects.filter(pk=cup.pk).update(state=Phase.RUNNING, frozen_at=WHILE_CHECKING_IN)
    until = WHILE_CHECKING_IN + timedelta(hours=72)
    QualifierFactory(stage=cup.stages.get(number=2), entrant=ann, answer_until=until)
    with write_ledger(cup, WHILE_CHECKING_IN) as transaction:
        transaction.notify(Kind.THROUGH, [ann], stage=2)
    return ann


@pytest.mark.parametrize("lines", [("yes", "seats 2 1"), ("helyek: 2, 1", "igen"), ("da", "mjesta 2 1")])
def test_whoever_comes_says_where_they_would_like_to_sit(lines):
    ann = finalist()
    answer_to(ann, Kind.THROUGH, *lines)
    place = Qualifier.objects.get()
    assert (place.state, place.seats) == ("accepted", "[2,1]")
    assert tournament_mail.SEATS_WANTED_KEPT in last_email()


def test_the_email_asks_for_seats_and_what_is_none_is_refused():
    ann = finalist()
    outbox.send_due_notices()
    assert "seats 2 1 3" in last_email()
    answer_to(ann, Kind.THROUGH, "seats by the window")
    assert "from 1 to 4" in last_email()
    assert Qualifier.objects.get().seats == ""


def ladder() -> tuple[Entrant, Entrant]:
    """A ladder runs, and the second has challenged the first."""
    cup = TournamentBuilder(StageSettings(format="ladder", size=2, least=2, most=2), check_in_hours=0).build()
    first, second = register_entrants(cup, 2)
    with write_ledger(cup, WHILE_CHECKING_IN) as transaction:
        stage = transaction.stages[0]
        transaction.append_entry("stage", stage=1, plan=stage.settings, field=[1, 2])
        stage.state = Stage.State.RUNNING
        stage.save()
        transaction.update_tournament(state=Phase.RUNNING, frozen_at=WHILE_CHECKING_IN)
    cup.entrants.update(state=State.ACTIVE)
    challenge_entrants(cup.pk, second.user, [first.number])
    return fresh(first), fresh(second)


@pytest.mark.parametrize(
    ("line", "state", "says"),
    [("yes", "started", messages.CHALLENGE_ACCEPTED), ("no", "void", messages.CHALLENGE_DECLINED)],
)
def test_a_challenge_is_answered(line, state, says):
    first, _second = ladder()
    for _ in range(2):
        answer_to(first, Kind.CHALLENGE, line)
        assert TournamentTable.objects.get().state == state
        assert says in last_email()


def after_the_challenge() -> tuple[Entrant, Entrant]:
    """The ladder again, with nothing open."""
    first, second = ladder()
    answer_to(first, Kind.CHALLENGE, "no")
    return first, second


@pytest.mark.parametrize("line", ["challenge {name}", "Challenge: {name}!", "kihívom 1", "izazivam {name},"])
def test_a_ladder_is_played_from_the_inbox(line):
    first, second = after_the_challenge()
    reply(second, line.format(name=first.name.upper()))
    assert messages.CHALLENGE_SENT in last_email()
    assert TournamentTable.objects.latest("number").state == TournamentTable.State.PLANNED
    answer_to(first, Kind.CHALLENGE, "yes")
    assert TournamentTable.objects.latest("number").state == TournamentTable.State.STARTED


@pytest.mark.parametrize("line", ["challenge", "challenge Nobody-in-particular"])
def test_whoever_names_nobody_reads_whom_they_may_challenge(line):
    first, second = after_the_challenge()
    reply(second, line)
    assert f"You can challenge: 1 {first.name}." in last_email()
    assert TournamentTable.objects.count() == 1


def test_where_there_is_no_ladder_nobody_is_challenged(ann):
    reply(ann, "challenge Bob")
    assert messages.NOBODY_TO_CHALLENGE in last_email()


def test_a_challenge_is_part_of_how_it_stands():
    first, second = ladder()
    reply(first, "status")
    assert tournament_mail.ASKED_TO_PLAY_CHALLENGE in last_email()
    reply(second, "status")
    assert "challenge" not in last_email()


def test_two_open_questions_must_be_told_apart(ann):
    QualifierFactory(stage=StageFactory(tournament=ann.tournament), entrant=ann)
    reply(ann, "yes")
    assert tournament_mail.SEVERAL_QUESTIONS_OPEN in last_email()
    assert fresh(ann).state == State.ENTERED


# --- withdrawing


def test_withdrawing_takes_a_second_word(ann):
    email = reply(ann, "withdraw")
    assert (email.ignore_reason, fresh(ann).state) == ("idle", State.ENTERED)
    assert re.search(tournament_mail.WITHDRAWAL_TO_BE_CONFIRMED.pattern, last_email())
    assert "/e/" in last_email()
    reply(ann, "WITHDRAW YES")
    assert fresh(ann).state == State.WITHDRAWN
    assert messages.WITHDRAWN in last_email()


@pytest.mark.parametrize("word", ["yes", "no"])
def test_a_yes_below_withdraw_is_no_answer_to_the_email(ann, word):
    """Whoever wants to leave must not be checked in by it."""
    answer_to(ann, Kind.CHECK_IN, "withdraw", word)
    assert fresh(ann).state == State.ENTERED
    assert tournament_mail.YES_MEANT_FOR_LINE_ABOVE in last_email()


@pytest.mark.parametrize("line", ["visszalépek igen", "odustajem da", "Povlačim se, da"])
def test_withdrawing_in_other_languages(ann, line):
    reply(ann, line)
    assert fresh(ann).state == State.WITHDRAWN


# --- leave


@pytest.mark.parametrize(
    "line", ["LEAVE 2027-03-01..05", "leave 1 March to 5 March", "szabadság március 1-től 5-ig"]
)
def test_leave_is_booked_for_all_tables(ann, line):
    reply(ann, line)
    ann.user.refresh_from_db()
    assert ann.user.leave == [["2027-03-01", "2027-03-06"]]
    assert re.search(LEAVE_BOOKED.pattern, last_email())


def test_days_that_cannot_be_read_are_asked_for(ann):
    reply(ann, "leave soon")
    assert WHICH_DAYS in last_email()


# --- disputes


def seated(entrant: Entrant, number: int = 12) -> TournamentTable:
    return TournamentTableFactory(tournament=entrant.tournament, number=number, entrants=[entrant])


def test_a_dispute_has_a_table_and_all_that_follows(ann):
    seated(ann)
    reply(ann, "DISPUTE 12 Bob has looked", "into my cards.", "help me", "Thanks")
    dispute = Dispute.objects.get()
    assert (dispute.table.number, dispute.text) == (12, "Bob has looked\ninto my cards.\nhelp me")
    assert "as dispute 1" in last_email()
    notices = TournamentNotice.objects.filter(kind=TournamentNotice.Kind.TICKET)
    assert set(notices.values_list("user", flat=True)) == {ann.tournament.owner_id}  # one answer is enough


def test_a_dispute_without_a_number_is_about_the_tournament(ann):
    reply(ann, "panasz", "The start is too early.")
    assert Dispute.objects.get().table is None


@pytest.mark.parametrize("words", ["dispute", "vita 1", "Prigovor 1"])
def test_a_dispute_may_answer_the_email_of_a_table(words):
    cup = TournamentBuilder(SWISS, FINAL).drawn().build()
    game = start(cup).game
    seat = game.seats.select_related("user")[0]
    email = post(post_to(seat, f"{words} He looked", "help"))
    dispute = Dispute.objects.get()
    assert (email.status, dispute.claimant.user) == ("answered", seat.user)
    assert (dispute.table.game, dispute.text) == (game, "He looked\nhelp")
    assert "as dispute 1" in last_email()


def test_at_any_other_table_it_is_no_word():
    seat = awaited(tables.table(2))
    post(post_to(seat, "dispute He looked"))
    assert not Dispute.objects.exists()


def test_nobody_disputes_at_tables_of_others(ann):
    TournamentTableFactory(tournament=ann.tournament, number=5)
    reply(ann, "dispute 5 I do not like it")
    assert messages.NOT_AT_THIS_TABLE in last_email()
    assert not Dispute.objects.exists()


def test_an_empty_dispute_is_none(ann):
    reply(ann, "dispute")
    assert messages.WORDS_NEEDED in last_email()


def test_an_appeal_goes_to_the_last_answer(ann):
    until = WHILE_CHECKING_IN + timedelta(hours=72)
    dispute = DisputeFactory(claimant=ann, state="ruled", answer="It stands.", appeal_until=until)
    reply(ann, "appeal I have a photograph.")
    dispute.refresh_from_db()
    assert (dispute.state, dispute.appeal) == ("appealed", "I have a photograph.")
    reply(ann, "appeal once more")
    assert tournament_mail.NO_ANSWER_TO_APPEAL in last_email()


# --- what is not understood


def test_a_free_reply_to_an_announcement_is_answered_with_the_way_to_the_referees(cup, ann):
    announcements.send_announcement(cup.pk, cup.owner, subject="Easter", text="We pause.")
    outbox.send_due_notices()
    answer_to(ann, Kind.NEWS, "But I would like to play on!")
    text = last_email()
    assert tournament_mail.NOT_UNDERSTOOD in text
    assert tournament_mail.REPLY_HELP.upper() in text
    assert "leave 2027-03-01..05" in text
    assert not Dispute.objects.exists()


@pytest.mark.parametrize("line", ["help", "segítség", "Pomoć"])
def test_help_helps(ann, line):
    reply(ann, line)
    assert tournament_mail.HELP_WITHDRAW in last_email()


def test_the_status_tells_what_is_asked_and_how_to_answer(ann):
    reply(ann, "status")
    email = mail.outbox[-1]
    for part in (last_email(), words_of(html_of(email))):
        assert "You have a place in “Autumn Cup”. You are asked to check in." in part
        assert tournament_mail.ANSWER_BY.fill(when="Sunday 28 February 2027, 18:00 (UTC)") in part
    assert "/e/" in email.body


def test_the_status_tells_how_somebody_stands():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    section = sections.describe_status(entrant(found, 1), server_time.now())
    assert section.standings == []  # nothing was played
    for number, scores in ((1, (30, 25, 20, 10)), (2, (25, 25, 20, 10))):
        assert (
            sections.describe_status(entrant(found, 1), server_time.now()).standings == []
        )  # nor while it is kept
        play(found, number, *scores)
        refresh_standings(found)
    section = sections.describe_status(entrant(found, 1), server_time.now())
    assert tournament_mail.OWN_PLACE.fill(rank=1, points=10) in section.paragraphs
    assert section.standings[0].ranks[0].is_own


def test_the_answer_belongs_to_the_email_that_was_written(ann):
    reply(ann, "status", Message_ID="<mine@mail.example.org>")
    email = mail.outbox[-1]
    assert email.extra_headers["In-Reply-To"] == "<mine@mail.example.org>"
    assert email.extra_headers["References"].split()[-1] == "<mine@mail.example.org>"
    assert email.extra_headers["Auto-Submitted"] == "auto-replied"
    assert email.from_email.startswith("bounce+r")
    assert email.reply_to == [to(ann)]
    assert email.subject == "Autumn Cup: Your email"


def test_each_line_is_read_for_itself(ann):
    reply(ann, "Hello,", "checkin", "leave 2027-03-01..05", "build market")
    ann.user.refresh_from_db()
    assert fresh(ann).state == State.CHECKED
    assert ann.user.leave
    assert last_email().count(tournament_mail.NOT_UNDERSTOOD) == 1


# --- who writes


def test_a_stranger_does_nothing_and_the_player_is_told(ann):
    email = post(written(to(ann), "eve@example.com", "withdraw yes"))
    assert (email.ignore_reason, fresh(ann).state) == ("foreign", State.ENTERED)
    assert mail.outbox[-1].to == [ann.user.email]
    assert tournament_mail.WRITTEN_FROM_STRANGE_ADDRESS in last_email()


def test_the_player_is_not_told_each_time(ann):
    for _ in range(5):
        post(written(to(ann), "eve@example.com", "withdraw yes"))
    assert len(mail.outbox) == 3


@override_settings(AUTHSERV_ID="mx.example.org")
def test_a_email_that_is_not_vouched_for_does_nothing(ann):
    email = reply(ann, "withdraw yes", Authentication_Results="mx.example.org; dmarc=fail")
    assert (email.ignore_reason, fresh(ann).state) == ("unproven", State.ENTERED)


def test_machines_are_neither_obeyed_nor_answered(ann):
    email = reply(ann, "withdraw yes", Auto_Submitted="auto-replied")
    assert (email.status, fresh(ann).state) == ("ignored", State.ENTERED)
    assert not mail.outbox


def test_nonsense_is_answered_only_so_often(ann):
    for number in range(12):
        reply(ann, f"nonsense {number}")
    assert len(mail.outbox) == 10


def test_a_email_to_the_stop_address_ends_the_emails(ann):
    email = reply(ann, "Please remove me", rest="stop")
    assert (email.status, fresh(ann).is_unsubscribed) == ("answered", True)
    assert REPLY_START in " ".join(mail.outbox[-1].body.split())


def test_emails_about_a_tournament_end_and_come_again_by_a_word(ann):
    reply(ann, "stop")
    assert fresh(ann).is_unsubscribed
    reply(ann, "start")
    assert not fresh(ann).is_unsubscribed
    assert TOURNAMENT_EMAILS_RESUMED in " ".join(mail.outbox[-1].body.split())


def test_language_and_quiet_hours_are_chosen_by_a_reply_about_a_tournament(ann):
    reply(ann, "quiet 22-7", "language hu")
    user = fresh(ann).user
    assert (user.language, user.quiet_from) == ("hu", time(22))
    assert mail.outbox[-1].extra_headers["Content-Language"] == "hu"


def test_the_rules_of_a_tournament_are_a_page(ann):
    reply(ann, "rules")
    assert f"/tournaments/{ann.tournament.slug}/rules/" in mail.outbox[-1].body


def test_an_address_that_nobody_has_is_not_taken(ann):
    with pytest.raises(AssertionError):
        post(written("tournament+nobodynobodynobody@post.example.org", ann.user.email, "yes"))


def test_a_closed_account_is_not_answered(ann):
    ann.user.is_active = False
    ann.user.save()
    assert reply(ann, "yes").ignore_reason == "nobody enters by it"
    assert not mail.outbox


def test_a_number_of_somebody_elses_email_answers_nothing(cup, ann):
    other = register_entrants(TournamentBuilder().build(), 1)[0]
    theirs = TournamentNotice.objects.filter(entrant=other).first()
    reply(ann, "yes", rest=theirs.pk)
    assert fresh(ann).state == State.CHECKED  # what she herself is asked
    assert fresh(other).state == State.ENTERED


@pytest.mark.parametrize(
    ("text", "meant", "rest"),
    [
        ("check in please", "check_in", "please"),
        ("dispute 12 a b", "dispute", "12 a b"),
        ("yes", "yes", ""),
        ("withdraw, yes", "withdraw", "yes"),
        ("nothing of ours", "", "nothing of ours"),
        ("…", "", "…"),
    ],
)
def test_the_meaning_of_a_line(text, meant, rest):
    command, found = TOURNAMENT_COMMANDS.find_command(text)
    assert (command.key if command else "", found.rest) == (meant, rest)


def test_a_email_with_nothing_in_it_is_answered_with_help(ann):
    email = reply(ann, "")
    assert email.ignore_reason == "idle"
    assert tournament_mail.REPLY_HELP.upper() in last_email()


def test_whole_mail_life_without_the_site():
    """Entered on the site, and then nothing but emails: a place, the check-in, leave, a dispute."""
    with time_machine.travel(hours_before(100), tick=False):
        cup = TournamentBuilder(most=1).build()
        ann, bob = register_entrants(cup, 2, hours_before(100))
        reply(ann, "withdraw yes")
    assert fresh(bob).state == State.ENTERED
    checking_in(cup)
    outbox.send_due_notices()
    answer_to(bob, Kind.CHECK_IN, "checkin", "leave 2027-03-08..09")
    reply(bob, "dispute When does it begin?")
    assert fresh(bob).state == State.CHECKED
    assert Dispute.objects.get().text == "When does it begin?"


def test_time_is_told_in_the_zone_of_the_reader():
    cup = TournamentBuilder().build()
    entrant = registration.register_entrant(
        cup.pk, UserFactory(time_zone="America/New_York"), now=hours_before(100)
    )
    checking_in(cup)
    reply(fresh(entrant), "status")
    assert "Sunday 28 February 2027, 13:00 (America/New York)" in last_email()
    assert datetime(2027, 2, 28, 18, tzinfo=UTC) == fresh(entrant).offered_until
