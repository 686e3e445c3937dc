"""Disputes: opened, answered by somebody impartial, appealed against once."""

from datetime import timedelta

import pytest

from games.play.errors import NotAllowed, NotNow, NotPossible
from games.tournaments.models import Dispute, Role, Tournament, TournamentNotice
from games.tournaments.rulings import disputes
from tests.helpers.frozen_time import NOON, clock  # noqa: F401 (a day that stands still)
from tests.helpers.threads import at_once
from tests.helpers.tournaments.running_tournament import (
    count_notices,
    cup,
    entrant,
    entries,
    helper,
    person,
    told,
)

pytestmark = pytest.mark.django_db

State = Dispute.State
HOURS = timedelta(hours=1)


@pytest.fixture
def event():
    return cup()


@pytest.fixture
def referee(event):
    return helper(event)


@pytest.fixture
def second(event):
    return helper(event)


def opened(event, text="P2 has written to me elsewhere.", number=1, table_number=1):
    return disputes.open_dispute(entrant(event, number).pk, table_number, text)


# --- opening


def test_a_dispute_is_told_to_the_referees_and_confirmed_to_the_claimant(event, referee):
    helper(event, Role.Kind.ANNOUNCER)
    dispute = opened(event)
    assert (dispute.number, dispute.state, dispute.table.number) == (1, State.OPEN, 1)
    assert told(event, TournamentNotice.Kind.TICKET) == {event.owner_id, referee.pk, person(event, 1).pk}


def test_what_was_written_is_not_in_the_ledger(event):
    opened(event)
    assert entries(event, "ticket_opened") == [{"ticket": 1}]


def test_a_referee_at_the_table_hears_nothing_of_it(event, referee):
    mine = helper(event, user=person(event, 2))
    dispute = opened(event)
    assert mine.pk not in told(event, TournamentNotice.Kind.TICKET)
    assert not disputes.may_see_dispute(dispute, mine)
    assert disputes.may_see_dispute(dispute, referee)
    assert disputes.may_see_dispute(dispute, person(event, 1))
    assert not disputes.may_see_dispute(dispute, person(event, 5))


def test_if_nobody_is_impartial_those_who_run_it_hear_that_they_must_find_somebody(event):
    Role.objects.filter(tournament=event).update(user=person(event, 2))
    opened(event)
    assert person(event, 2).pk in told(event, TournamentNotice.Kind.TICKET)


def test_a_dispute_may_be_about_the_event(event):
    assert opened(event, table_number=None).table is None


def test_nobody_disputes_the_table_of_others(event):
    with pytest.raises(NotAllowed, match="do not sit"):
        opened(event, table_number=2)


def test_the_same_words_twice_are_one_dispute(event):
    assert opened(event) == opened(event)
    assert count_notices(event, TournamentNotice.Kind.TICKET) == 2


def test_three_open_disputes_are_enough(event):
    for number in range(3):
        opened(event, f"Number {number}")
    with pytest.raises(NotNow, match="look at 3 disputes of yours"):
        opened(event, "Number 4")
    opened(event, "Mine", number=2)


def test_five_a_day_are_enough(event, referee, clock):  # noqa: F811
    for number in range(5):
        disputes.answer_dispute(opened(event, f"Number {number}").pk, referee, "No.")
    with pytest.raises(NotNow, match="for one day"):
        opened(event, "Number 6")
    clock.shift(timedelta(days=1))
    opened(event, "Number 6")


@pytest.mark.parametrize("text", ["", " \n ", "x" * 2001])
def test_a_dispute_has_words_and_not_too_many(event, text):
    with pytest.raises(NotPossible):
        opened(event, text)


def test_a_week_after_the_end_what_was_played_stands(event, clock):  # noqa: F811
    Tournament.objects.update(state=Tournament.State.FINISHED, ended_at=NOON)
    clock.shift(timedelta(days=7))
    opened(event)
    clock.shift(timedelta(seconds=1))
    with pytest.raises(NotNow, match="is over"):
        opened(event, "Too late.")


def test_nobody_who_is_not_in_it_opens_one(event):
    with pytest.raises(NotAllowed):
        disputes.open_dispute(0, None, "Hello.")


# --- answering


def test_an_answer_is_told_and_the_public_reads_what_it_may(event, referee):
    dispute = disputes.answer_dispute(
        opened(event).pk, referee, "P2 has been warned.", "A player was warned."
    )
    assert (dispute.state, dispute.answered_by) == (State.RULED, referee)
    assert (dispute.answer, dispute.public_answer) == ("P2 has been warned.", "A player was warned.")
    assert dispute.appeal_until == NOON + 72 * HOURS
    assert count_notices(event, TournamentNotice.Kind.TICKET) == 6


@pytest.mark.parametrize(("number", "words"), [(1, "about you"), (2, "sit at this table")])
def test_neither_the_claimant_nor_anybody_at_the_table_answers(event, number, words):
    dispute = opened(event)
    with pytest.raises(NotAllowed, match=words):
        disputes.answer_dispute(dispute.pk, helper(event, user=person(event, number)), "I was right.")


def test_only_referees_answer(event):
    dispute = opened(event)
    with pytest.raises(NotAllowed):
        disputes.answer_dispute(dispute.pk, helper(event, Role.Kind.ANNOUNCER), "No.")


def test_a_second_click_is_one_answer_and_another_referee_comes_too_late(event, referee, second):
    dispute = opened(event)
    for _ in range(2):
        disputes.answer_dispute(dispute.pk, referee, "No.")
    assert len(entries(event, "ticket_answered")) == 1
    with pytest.raises(NotNow, match="been answered"):
        disputes.answer_dispute(dispute.pk, second, "Yes.")


@pytest.mark.django_db(transaction=True)
def test_of_two_answers_at_once_one_counts(event, referee, second):
    dispute = opened(event)
    answers = at_once(
        lambda: disputes.answer_dispute(dispute.pk, referee, "No."),
        lambda: disputes.answer_dispute(dispute.pk, second, "Yes."),
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["Dispute", "NotNow"]


# --- appealing


def appealed(event, referee):
    dispute = disputes.answer_dispute(opened(event).pk, referee, "No.")
    return disputes.appeal_dispute(dispute.pk, dispute.claimant_id, "You have not read the log.")


def test_an_appeal_is_answered_by_somebody_else_and_that_is_the_end(event, referee, second):
    dispute = appealed(event, referee)
    with pytest.raises(NotAllowed, match="somebody else"):
        disputes.answer_dispute(dispute.pk, referee, "Still no.")
    done = disputes.answer_dispute(dispute.pk, second, "You are right.", "The result was changed.")
    assert (done.state, done.answer, done.final_answer) == (State.CLOSED, "No.", "You are right.")
    assert (done.answered_by, done.final_answer_by) == (referee, second)
    with pytest.raises(NotNow, match="no answer that you could appeal"):
        disputes.appeal_dispute(dispute.pk, dispute.claimant_id, "And again.")


def test_whose_answer_is_appealed_against_is_not_asked_again_if_there_is_somebody_else(event, referee):
    dispute = opened(event)
    disputes.answer_dispute(dispute.pk, referee, "That is allowed.")
    TournamentNotice.objects.all().delete()
    disputes.appeal_dispute(dispute.pk, dispute.claimant_id, "It is not.", receipt=False)
    assert told(event, TournamentNotice.Kind.TICKET) == {event.owner_id}


def test_a_second_click_on_an_appeal_is_one(event, referee):
    dispute = appealed(event, referee)
    disputes.appeal_dispute(dispute.pk, dispute.claimant_id, "You have not read the log.")
    assert len(entries(event, "ticket_appealed")) == 1


def test_after_72_hours_there_is_no_appeal(event, referee, clock):  # noqa: F811
    dispute = disputes.answer_dispute(opened(event).pk, referee, "No.")
    clock.shift(72 * HOURS + timedelta(seconds=1))
    with pytest.raises(NotNow, match="time for an appeal"):
        disputes.appeal_dispute(dispute.pk, dispute.claimant_id, "But.")


def test_nobody_appeals_for_others(event, referee):
    dispute = disputes.answer_dispute(opened(event).pk, referee, "No.")
    with pytest.raises(NotAllowed):
        disputes.appeal_dispute(dispute.pk, entrant(event, 2).pk, "But.")


# --- putting away


def test_a_referee_puts_away_what_nobody_appealed_against(event, referee, clock):  # noqa: F811
    dispute = opened(event)
    with pytest.raises(NotNow, match="waits for an answer"):
        disputes.close_dispute(dispute.pk, referee)
    disputes.answer_dispute(dispute.pk, referee, "No.")
    with pytest.raises(NotNow, match="still time"):
        disputes.close_dispute(dispute.pk, referee)
    clock.shift(73 * HOURS)
    assert disputes.close_dispute(dispute.pk, referee).state == State.CLOSED
    assert disputes.close_dispute(dispute.pk, referee).state == State.CLOSED
    assert len(entries(event, "ticket_closed")) == 1


def test_the_claimant_takes_it_back(event):
    dispute = opened(event)
    assert disputes.withdraw_dispute(dispute.pk, dispute.claimant_id).state == State.CLOSED
    with pytest.raises(NotAllowed):
        disputes.withdraw_dispute(dispute.pk, entrant(event, 2).pk)
