"""Disputes: opened, answered by somebody impartial, appealed against once."""

import re
from datetime import timedelta

import pytest

from games.play.errors import NotAllowed, NotNow, NotPossible
from games.tournaments.models import Dispute, Role, Tournament, TournamentNotice
from games.tournaments.rulings import disputes
from tests.helpers.frozen_time import NOON
from tests.helpers.messages import tournament_mail
from tests.helpers.messages import tournaments as messages
from tests.helpers.threads import at_once
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.ledger import list_entries
from tests.helpers.tournaments.people import appoint, count_notices, entrant, person, told
from tests.helpers.tournaments.stages import FINAL, SWISS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

State = Dispute.State
HOURS = timedelta(hours=1)


@pytest.fixture
def tournament():
    return TournamentBuilder(SWISS, FINAL).drawn().build()


@pytest.fixture
def referee(tournament):
    return appoint(tournament)


@pytest.fixture
def second(tournament):
    return appoint(tournament)


def opened(tournament, text="P2 has written to me elsewhere.", number=1, table_number=1):
    return disputes.open_dispute(entrant(tournament, number).pk, table_number, text)


# --- opening


def test_a_dispute_is_told_to_the_referees_and_confirmed_to_the_claimant(tournament, referee):
    appoint(tournament, Role.Kind.ANNOUNCER)
    dispute = opened(tournament)
    assert (dispute.number, dispute.state, dispute.table.number) == (1, State.OPEN, 1)
    assert told(tournament, TournamentNotice.Kind.TICKET) == {
        tournament.owner_id,
        referee.pk,
        person(tournament, 1).pk,
    }


def test_what_was_written_is_not_in_the_ledger(tournament):
    opened(tournament)
    assert list_entries(tournament, "ticket_opened") == [{"ticket": 1}]


def test_a_referee_at_the_table_hears_nothing_of_it(tournament, referee):
    mine = appoint(tournament, user=person(tournament, 2))
    dispute = opened(tournament)
    assert mine.pk not in told(tournament, TournamentNotice.Kind.TICKET)
    assert not disputes.may_see_dispute(dispute, mine)
    assert disputes.may_see_dispute(dispute, referee)
    assert disputes.may_see_dispute(dispute, person(tournament, 1))
    assert not disputes.may_see_dispute(dispute, person(tournament, 5))


def test_if_nobody_is_impartial_those_who_run_it_hear_that_they_must_find_somebody(tournament):
    Role.objects.filter(tournament=tournament).update(user=person(tournament, 2))
    opened(tournament)
    assert person(tournament, 2).pk in told(tournament, TournamentNotice.Kind.TICKET)


def test_a_dispute_may_be_about_the_tournament(tournament):
    assert opened(tournament, table_number=None).table is None


def test_nobody_disputes_the_table_of_others(tournament):
    with pytest.raises(NotAllowed, match=messages.NOT_AT_THIS_TABLE.pattern):
        opened(tournament, table_number=2)


def test_the_same_words_twice_are_one_dispute(tournament):
    assert opened(tournament) == opened(tournament)
    assert count_notices(tournament, TournamentNotice.Kind.TICKET) == 2


def test_three_open_disputes_are_enough(tournament):
    for number in range(3):
        opened(tournament, f"Number {number}")
    with pytest.raises(NotNow, match=re.escape(messages.TOO_MANY_DISPUTES.fill(n=3))):
        opened(tournament, "Number 4")
    opened(tournament, "Mine", number=2)


def test_five_a_day_are_enough(tournament, referee, clock):
    for number in range(5):
        disputes.answer_dispute(opened(tournament, f"Number {number}").pk, referee, "No.")
    with pytest.raises(NotNow, match=messages.MANY_DISPUTES_TODAY.pattern):
        opened(tournament, "Number 6")
    clock.shift(timedelta(days=1))
    opened(tournament, "Number 6")


@pytest.mark.parametrize("text", ["", " \n ", "x" * 2001])
def test_a_dispute_has_words_and_not_too_many(tournament, text):
    with pytest.raises(NotPossible):
        opened(tournament, text)


def test_a_week_after_the_end_what_was_played_stands(tournament, clock):
    Tournament.objects.update(state=Tournament.State.FINISHED, ended_at=NOON)
    clock.shift(timedelta(days=7))
    opened(tournament)
    clock.shift(timedelta(seconds=1))
    with pytest.raises(NotNow, match=messages.RESULTS_STAND.pattern):
        opened(tournament, "Too late.")


def test_nobody_who_is_not_in_it_opens_one(tournament):
    with pytest.raises(NotAllowed):
        disputes.open_dispute(0, None, "Hello.")


# --- answering


def test_an_answer_is_told_and_the_public_reads_what_it_may(tournament, referee):
    dispute = disputes.answer_dispute(
        opened(tournament).pk, referee, "P2 has been warned.", "A player was warned."
    )
    assert (dispute.state, dispute.answered_by) == (State.RULED, referee)
    assert (dispute.answer, dispute.public_answer) == ("P2 has been warned.", "A player was warned.")
    assert dispute.appeal_until == NOON + 72 * HOURS
    assert count_notices(tournament, TournamentNotice.Kind.TICKET) == 6


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, messages.RULING_IS_ABOUT_YOU.pattern), (2, messages.RULER_SITS_AT_TABLE.pattern)],
)
def test_neither_the_claimant_nor_anybody_at_the_table_answers(tournament, number, words):
    dispute = opened(tournament)
    with pytest.raises(NotAllowed, match=words):
        disputes.answer_dispute(
            dispute.pk, appoint(tournament, user=person(tournament, number)), "I was right."
        )


def test_only_referees_answer(tournament):
    dispute = opened(tournament)
    with pytest.raises(NotAllowed):
        disputes.answer_dispute(dispute.pk, appoint(tournament, Role.Kind.ANNOUNCER), "No.")


def test_a_second_click_is_one_answer_and_another_referee_comes_too_late(tournament, referee, second):
    dispute = opened(tournament)
    for _ in range(2):
        disputes.answer_dispute(dispute.pk, referee, "No.")
    assert len(list_entries(tournament, "ticket_answered")) == 1
    with pytest.raises(NotNow, match=messages.DISPUTE_IS_ANSWERED.pattern):
        disputes.answer_dispute(dispute.pk, second, "Yes.")


@pytest.mark.django_db(transaction=True)
def test_of_two_answers_at_once_one_counts(tournament, referee, second):
    dispute = opened(tournament)
    answers = at_once(
        lambda: disputes.answer_dispute(dispute.pk, referee, "No."),
        lambda: disputes.answer_dispute(dispute.pk, second, "Yes."),
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Dispute", "NotNow"]


# --- appealing


def appealed(tournament, referee):
    dispute = disputes.answer_dispute(opened(tournament).pk, referee, "No.")
    return disputes.appeal_dispute(dispute.pk, dispute.claimant_id, "You have not read the log.")


def test_an_appeal_is_answered_by_somebody_else_and_that_is_the_end(tournament, referee, second):
    dispute = appealed(tournament, referee)
    with pytest.raises(NotAllowed, match=messages.OTHER_REFEREE_FOR_APPEAL.pattern):
        disputes.answer_dispute(dispute.pk, referee, "Still no.")
    done = disputes.answer_dispute(dispute.pk, second, "You are right.", "The result was changed.")
    assert (done.state, done.answer, done.final_answer) == (State.CLOSED, "No.", "You are right.")
    assert (done.answered_by, done.final_answer_by) == (referee, second)
    with pytest.raises(NotNow, match=tournament_mail.NO_ANSWER_TO_APPEAL.pattern):
        disputes.appeal_dispute(dispute.pk, dispute.claimant_id, "And again.")


def test_whose_answer_is_appealed_against_is_not_asked_again_if_there_is_somebody_else(tournament, referee):
    dispute = opened(tournament)
    disputes.answer_dispute(dispute.pk, referee, "That is allowed.")
    TournamentNotice.objects.all().delete()
    disputes.appeal_dispute(dispute.pk, dispute.claimant_id, "It is not.", receipt=False)
    assert told(tournament, TournamentNotice.Kind.TICKET) == {tournament.owner_id}


def test_a_second_click_on_an_appeal_is_one(tournament, referee):
    dispute = appealed(tournament, referee)
    disputes.appeal_dispute(dispute.pk, dispute.claimant_id, "You have not read the log.")
    assert len(list_entries(tournament, "ticket_appealed")) == 1


def test_after_72_hours_there_is_no_appeal(tournament, referee, clock):
    dispute = disputes.answer_dispute(opened(tournament).pk, referee, "No.")
    clock.shift(72 * HOURS + timedelta(seconds=1))
    with pytest.raises(NotNow, match=messages.APPEAL_IS_TOO_LATE.pattern):
        disputes.appeal_dispute(dispute.pk, dispute.claimant_id, "But.")


def test_nobody_appeals_for_others(tournament, referee):
    dispute = disputes.answer_dispute(opened(tournament).pk, referee, "No.")
    with pytest.raises(NotAllowed):
        disputes.appeal_dispute(dispute.pk, entrant(tournament, 2).pk, "But.")


# --- putting away


def test_a_referee_puts_away_what_nobody_appealed_against(tournament, referee, clock):
    dispute = opened(tournament)
    with pytest.raises(NotNow, match=messages.DISPUTE_WAITS.pattern):
        disputes.close_dispute(dispute.pk, referee)
    disputes.answer_dispute(dispute.pk, referee, "No.")
    with pytest.raises(NotNow, match=messages.APPEAL_IS_POSSIBLE.pattern):
        disputes.close_dispute(dispute.pk, referee)
    clock.shift(73 * HOURS)
    assert disputes.close_dispute(dispute.pk, referee).state == State.CLOSED
    assert disputes.close_dispute(dispute.pk, referee).state == State.CLOSED
    assert len(list_entries(tournament, "ticket_closed")) == 1


def test_the_claimant_takes_it_back(tournament):
    dispute = opened(tournament)
    assert disputes.withdraw_dispute(dispute.pk, dispute.claimant_id).state == State.CLOSED
    with pytest.raises(NotAllowed):
        disputes.withdraw_dispute(dispute.pk, entrant(tournament, 2).pk)
