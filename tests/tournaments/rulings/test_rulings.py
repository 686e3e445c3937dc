"""Rulings: who may make them, which need two signatures, and how they are taken back."""

import threading
from datetime import timedelta

import msgspec
import pytest
from django.db import DatabaseError

from accounts import server_time
from games.models import Game
from games.play.errors import NotAllowed, NotNow, NotPossible, PlayError
from games.tournaments.director import director
from games.tournaments.entries import registration
from games.tournaments.export import files
from games.tournaments.ledger.state import VerdictLine
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import (
    Ban,
    CachedStanding,
    Entrant,
    Role,
    Ruling,
    Stage,
    Tournament,
    TournamentNotice,
    TournamentTable,
)
from games.tournaments.rulings import rulings
from games.tournaments.standings import from_state
from tests.helpers.factories import UserFactory
from tests.helpers.messages import tournaments as messages
from tests.helpers.threads import at_once, unlocked
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.factories import EntrantFactory
from tests.helpers.tournaments.ledger import list_entries
from tests.helpers.tournaments.people import appoint, count_notices, entrant, person, told
from tests.helpers.tournaments.stages import FINAL, ONE_ROUND, SWISS
from tests.helpers.tournaments.tables import lines, places, play, start, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

Kind, State = Ruling.Kind, Ruling.State
AS_PLAYED = {1: 30, 2: 26, 3: 22, 4: 18}
NOBODY_ELSE = {1: 31, 2: 26, 3: 22, 4: 18}  # the same places
SOMEBODY_ELSE = {1: 30, 2: 10, 3: 22, 4: 18}  # 3 goes on, and not 2


@pytest.fixture
def tournament():
    """Two tables are over: 1 and 2, 5 and 6 would go on."""
    found = TournamentBuilder(ONE_ROUND, FINAL).drawn().build()
    play(found, 1, 30, 26, 22, 18)
    play(found, 2, 30, 26, 22, 18)
    return found


@pytest.fixture
def referee(tournament):
    return appoint(tournament)


@pytest.fixture
def second(tournament):
    return appoint(tournament)


def rule(tournament, by, kind=Kind.RESULT, reason="As both have told us.", **what):
    if kind == Kind.RESULT:
        what = {"table_number": 1, "lines": lines(NOBODY_ELSE)} | what
    return rulings.propose_ruling(tournament.pk, by, kind, reason=reason, **what)


# --- one signature


def test_a_result_that_changes_nobody_who_goes_on_is_in_force_at_once(tournament, referee):
    made = rule(tournament, referee)
    assert (made.state, made.by, made.second_by) == (State.IN_FORCE, referee, None)
    (entry,) = list_entries(tournament, "ruled")
    assert (entry["table"], entry["ruling"], entry["void"]) == (1, made.pk, False)
    assert table(tournament).state == TournamentTable.State.ADJUDICATED
    assert [one.score for one in table(tournament).seats.all()] == ["31", "26", "22", "18"]


def test_everybody_at_the_table_is_told_and_nobody_else(tournament, referee):
    rule(tournament, referee)
    assert told(tournament, TournamentNotice.Kind.RULING) == {
        person(tournament, number).pk for number in (1, 2, 3, 4)
    }


def test_a_second_click_is_the_same_ruling(tournament, referee):
    assert rule(tournament, referee) == rule(tournament, referee)
    assert Ruling.objects.count() == len(list_entries(tournament, "ruled")) == 1


def test_the_same_later_is_how_it_stands_already(tournament, referee, clock):
    rule(tournament, referee)
    clock.shift(3600)
    with pytest.raises(NotPossible, match=messages.NOTHING_WOULD_CHANGE.pattern):
        rule(tournament, referee)


def test_a_warning_is_between_the_referees_and_whom_it_is_about(tournament, referee):
    made = rule(tournament, referee, Kind.WARNING, entrant_number=3, table_number=1)
    assert made.state == State.IN_FORCE
    assert told(tournament, TournamentNotice.Kind.RULING) == {person(tournament, 3).pk}
    assert list_entries(tournament, "warned") == [{"ruling": made.pk, "table": 1, "entrant": 3}]


def test_a_game_is_lost_for_nothing_and_the_others_close_ranks(tournament, referee, second):
    made = rule(tournament, referee, Kind.LOSS, table_number=1, entrant_number=1)
    rulings.sign_ruling(made.pk, second)
    assert places(tournament, 1) == {1: 4, 2: 1, 3: 2, 4: 3}
    assert [one.points for one in table(tournament).seats.all()] == ["0/1", "10/1", "6/1", "3/1"]


# --- who may rule


def test_nobody_rules_at_the_own_table(tournament):
    mine = appoint(tournament, user=person(tournament, 4))
    with pytest.raises(NotAllowed, match=messages.RULER_SITS_AT_TABLE.pattern):
        rule(tournament, mine)


def test_whoever_sits_elsewhere_may(tournament):
    assert rule(tournament, appoint(tournament, user=person(tournament, 8))).state == State.IN_FORCE


def test_nobody_rules_where_they_stand_in(tournament):
    stand_in = appoint(tournament)
    table(tournament).seats.filter(seat=0).update(stand_in=stand_in)
    with pytest.raises(NotAllowed, match=messages.RULER_SITS_AT_TABLE.pattern):
        rule(tournament, stand_in)


def test_nobody_rules_about_themselves(tournament):
    mine = appoint(tournament, user=person(tournament, 4))
    with pytest.raises(NotAllowed, match=messages.RULING_IS_ABOUT_YOU.pattern):
        rule(tournament, mine, Kind.WARNING, entrant_number=4)


def test_nobody_disqualifies_whom_they_have_played_with(tournament):
    with pytest.raises(NotAllowed, match=messages.RULER_SITS_AT_TABLE.pattern):
        rule(tournament, appoint(tournament, user=person(tournament, 4)), Kind.DISQUALIFY, entrant_number=3)


@pytest.mark.parametrize("role", [Role.Kind.ANNOUNCER, None])
def test_whoever_only_writes_emails_or_nothing_does_not_rule(tournament, role):
    somebody = appoint(tournament, role) if role else UserFactory()
    with pytest.raises(NotAllowed, match=messages.STAFF_ONLY.pattern):
        rule(tournament, somebody)


# --- bad input


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ({"table_number": 9}, messages.NO_SUCH_TABLE.pattern),
        ({"lines": lines({1: 30, 2: 26, 3: 22})}, messages.RESULT_NEEDS_EVERY_SEAT.pattern),
        ({"lines": lines({1: 30, 2: 26, 3: 22, 5: 18})}, messages.RESULT_NEEDS_EVERY_SEAT.pattern),
        (
            {"lines": [*lines({1: 30, 2: 26, 3: 22, 4: 18}), VerdictLine(1, "3")]},
            messages.RESULT_NEEDS_EVERY_SEAT.pattern,
        ),
        ({"lines": [VerdictLine(1, "many"), *lines({2: 26, 3: 22, 4: 18})]}, messages.NOT_A_SCORE.pattern),
        (
            {"lines": [VerdictLine(1, "9" * 21), *lines({2: 26, 3: 22, 4: 18})]},
            messages.TEXT_IS_TOO_LONG.pattern,
        ),
        (
            {"lines": [VerdictLine(1, "30", 1), *lines({2: 26, 3: 22, 4: 18})]},
            messages.PLACES_FOR_ALL_OR_NONE.pattern,
        ),
        (
            {"lines": [VerdictLine(number, "1", 5) for number in (1, 2, 3, 4)]},
            messages.PLACES_FOR_ALL_OR_NONE.pattern,
        ),
        ({"lines": lines(AS_PLAYED)}, messages.NOTHING_WOULD_CHANGE.pattern),
        ({"reason": "  "}, messages.WORDS_NEEDED.pattern),
        ({"reason": "x" * 1001}, messages.TEXT_IS_TOO_LONG.pattern),
        ({"kind": "gift"}, messages.NO_SUCH_RULING.pattern),
        ({"kind": Kind.REVERSE}, messages.NO_SUCH_RULING.pattern),
        ({"kind": Kind.VOID, "table_number": None}, "which table"),
        ({"kind": Kind.DISQUALIFY}, messages.ENTRANT_NEEDED.pattern),
        ({"kind": Kind.DISQUALIFY, "entrant_number": 99}, messages.NO_SUCH_ENTRANT.pattern),
        ({"kind": Kind.LOSS, "table_number": 1, "entrant_number": 5}, messages.LOSER_NEEDED.pattern),
    ],
)
def test_what_cannot_be_ruled_is_refused_with_the_reason(tournament, referee, what, words):
    with pytest.raises(NotPossible, match=words):
        rule(tournament, referee, **what)
    assert not Ruling.objects.exists()


def test_a_table_that_has_not_begun_is_not_ruled(referee, tournament):
    other = TournamentBuilder(ONE_ROUND, FINAL).drawn().build()
    appoint(other, user=referee)
    with pytest.raises(NotNow, match=messages.TABLE_HAS_NOT_BEGUN.pattern):
        rule(other, referee, Kind.VOID, table_number=1)


def test_somebody_who_plays_is_not_taken_in_again(tournament, referee):
    with pytest.raises(NotNow, match=messages.ENTRANT_IS_NOT_OUT.pattern):
        rule(tournament, referee, Kind.REINSTATE, entrant_number=1)


# --- the organizer takes somebody out


def test_an_organizer_takes_nobody_out_with_whom_they_play(tournament):
    """Or a director would get rid of an opponent by one button, where a referee may not even warn them."""
    with pytest.raises(NotAllowed, match=messages.RULER_SITS_AT_TABLE.pattern):
        registration.withdraw_entrant(
            entrant(tournament, 4).pk, appoint(tournament, Role.Kind.DIRECTOR, person(tournament, 1))
        )


def test_an_organizer_alone_does_not_change_who_goes_on(tournament):
    with pytest.raises(NotPossible, match=messages.RULING_NEEDED_TO_CHANGE_ADVANCEMENT.pattern):
        registration.withdraw_entrant(entrant(tournament, 1).pk, tournament.owner)
    assert (
        registration.withdraw_entrant(entrant(tournament, 4).pk, tournament.owner).state
        == Entrant.State.WITHDRAWN
    )


def test_an_organizer_takes_somebody_off_the_waiting_list_of_a_tournament_that_runs(tournament):
    waits = EntrantFactory(tournament=tournament, state=Entrant.State.WAITING)
    assert registration.withdraw_entrant(waits.pk, tournament.owner).state == Entrant.State.WITHDRAWN


# --- two signatures


def test_a_result_that_changes_who_goes_on_waits_for_a_second_referee(tournament, referee, second):
    made = rule(tournament, referee, lines=lines(SOMEBODY_ELSE))
    assert made.state == State.PROPOSED
    assert not list_entries(tournament, "ruled")
    assert told(tournament, TournamentNotice.Kind.RULING) == {tournament.owner_id, referee.pk, second.pk}
    signed = rulings.sign_ruling(made.pk, second)
    assert (signed.state, signed.second_by) == (State.IN_FORCE, second)
    assert places(tournament, 1) == {1: 1, 2: 4, 3: 2, 4: 3}


def test_the_same_referee_does_not_sign_twice(tournament, referee):
    made = rule(tournament, referee, lines=lines(SOMEBODY_ELSE))
    with pytest.raises(NotAllowed, match=messages.SECOND_SIGNATURE_NEEDED.pattern):
        rulings.sign_ruling(made.pk, referee)


def test_nobody_signs_at_the_own_table(tournament, referee):
    made = rule(tournament, referee, lines=lines(SOMEBODY_ELSE))
    with pytest.raises(NotAllowed, match=messages.RULER_SITS_AT_TABLE.pattern):
        rulings.sign_ruling(made.pk, appoint(tournament, user=person(tournament, 4)))


def test_a_second_click_on_the_signature_changes_nothing(tournament, referee, second):
    made = rule(tournament, referee, lines=lines(SOMEBODY_ELSE))
    assert rulings.sign_ruling(made.pk, second) == rulings.sign_ruling(made.pk, second)
    assert len(list_entries(tournament, "ruled")) == 1


def test_what_is_signed_is_not_signed_by_a_third(tournament, referee, second):
    made = rule(tournament, referee, lines=lines(SOMEBODY_ELSE))
    rulings.sign_ruling(made.pk, second)
    with pytest.raises(NotNow, match=messages.IN_FORCE.pattern):
        rulings.sign_ruling(made.pk, appoint(tournament))


def test_a_refused_ruling_leaves_everything_as_it_is(tournament, referee, second):
    made = rule(tournament, referee, lines=lines(SOMEBODY_ELSE))
    refused = rulings.refuse_ruling(made.pk, second, "The log says otherwise.")
    assert (refused.state, refused.objection) == (State.REFUSED, "The log says otherwise.")
    assert places(tournament, 1) == {1: 1, 2: 2, 3: 3, 4: 4}
    assert count_notices(tournament, TournamentNotice.Kind.RULING) == 6  # to the three of them, twice
    with pytest.raises(NotNow, match="refused"):
        rulings.sign_ruling(made.pk, second)


def test_two_proposals_about_one_table_do_not_wait_beside_each_other(tournament, referee, second):
    rule(tournament, referee, lines=lines(SOMEBODY_ELSE))
    with pytest.raises(NotNow, match=messages.PROPOSAL_WAITS.pattern):
        rule(tournament, second, Kind.VOID, table_number=1)


def test_a_ruling_that_is_not_there_is_not_signed(tournament, referee):
    with pytest.raises(NotPossible, match=messages.NO_SUCH_RULING.pattern):
        rulings.sign_ruling(0, referee)


@pytest.fixture
def no_lock(monkeypatch):
    """The book without its lock, and both referees past the reading before either signs."""
    met = threading.Barrier(2, timeout=10)
    opened = rulings._open_for_referee

    def reads_only(*args):
        found = opened(*args)
        assert found[0].state  # the ledger is read before either writes, too
        met.wait()
        return found

    monkeypatch.setattr(rulings, "_open_for_referee", reads_only)
    unlocked(monkeypatch)


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_two_signatures_at_once_collide_in_the_database(
    tournament, referee, second, no_lock
):
    third = appoint(tournament)
    made = rule(tournament, referee, lines=lines(SOMEBODY_ELSE))
    answers = at_once(*[lambda who=who: rulings.sign_ruling(made.pk, who) for who in (second, third)])
    assert any(isinstance(answer, DatabaseError) for answer in answers)


@pytest.mark.django_db(transaction=True)
def test_of_two_signatures_at_once_one_counts(tournament, referee, second):
    third = appoint(tournament)
    made = rule(tournament, referee, lines=lines(SOMEBODY_ELSE))
    answers = at_once(*[lambda who=who: rulings.sign_ruling(made.pk, who) for who in (second, third)])
    assert sum(isinstance(answer, Ruling) for answer in answers) == 1
    assert sum(isinstance(answer, NotNow) for answer in answers) == 1
    assert len(list_entries(tournament, "ruled")) == 1


@pytest.mark.django_db(transaction=True)
def test_signed_and_refused_at_once_is_one_of_them(tournament, referee, second):
    third = appoint(tournament)
    made = rule(tournament, referee, lines=lines(SOMEBODY_ELSE))
    answers = at_once(
        lambda: rulings.sign_ruling(made.pk, second), lambda: rulings.refuse_ruling(made.pk, third, "No.")
    )
    assert sum(isinstance(answer, Ruling) for answer in answers) == 1
    assert sum(isinstance(answer, PlayError) for answer in answers) == 1
    made.refresh_from_db()
    assert len(list_entries(tournament, "ruled")) == (made.state == State.IN_FORCE)


@pytest.mark.django_db(transaction=True)
def test_the_same_ruling_clicked_twice_at_once_is_made_once(tournament, referee):
    answers = at_once(*[lambda: rule(tournament, referee)] * 2)
    assert {answer.pk for answer in answers} == {Ruling.objects.get().pk}
    assert len(list_entries(tournament, "ruled")) == 1


# --- which round it is


def test_in_a_round_that_others_follow_one_signature_is_enough(referee):
    early = TournamentBuilder(SWISS, FINAL).drawn().build()
    play(early, 1, 30, 26, 22, 18)
    play(early, 2, 30, 26, 22, 18)
    appoint(early, user=referee)
    assert rule(early, referee, lines=lines(SOMEBODY_ELSE)).state == State.IN_FORCE


def test_whoever_would_be_put_out_has_no_later_round(referee):
    early = TournamentBuilder(SWISS, FINAL).drawn().build()
    play(early, 1, 30, 26, 22, 18)
    appoint(early, user=referee)
    assert rule(early, referee, Kind.DISQUALIFY, entrant_number=1).state == State.PROPOSED


def test_every_round_of_a_knock_out_decides_who_goes_on(referee):
    final = TournamentBuilder(FINAL).drawn().build()
    play(final, 1, 30, 26, 22, 18)
    appoint(final, user=referee)
    assert rule(final, referee, lines=lines({1: 10, 2: 26, 3: 22, 4: 18})).state == State.PROPOSED


def test_a_table_of_a_knock_out_is_not_ruled_void_as_nobody_would_go_on(referee):
    final = TournamentBuilder(FINAL).drawn().build()
    play(final, 1, 30, 26, 22, 18)
    appoint(final, user=referee)
    with pytest.raises(NotPossible, match=messages.VOID_KNOCK_OUT_TABLE.pattern):
        rule(final, referee, Kind.VOID, table_number=1)


# --- the tournament waits, but not for ever


def stages(found):
    return list(found.stages.order_by("number").values_list("state", flat=True))


def test_no_stage_ends_while_a_ruling_about_who_goes_on_is_open(tournament, referee, second):
    made = rule(tournament, referee, lines=lines(SOMEBODY_ELSE))
    director.run_due_steps(tournament.pk)
    assert stages(tournament) == [Stage.State.RUNNING, Stage.State.PLANNED]
    rulings.sign_ruling(made.pk, second)
    director.run_due_steps(tournament.pk)
    assert set(list_entries(tournament, "stage_over")[0]["through"]) == {1, 3, 5, 6}
    assert stages(tournament) == [Stage.State.FINISHED, Stage.State.RUNNING]


def test_no_round_of_a_knock_out_is_drawn_while_it_is_open_who_plays_in_it(referee, second):
    found = TournamentBuilder(FINAL).drawn().build()
    for number in (1, 2):
        play(found, number, 30, 26, 22, 18)
    appoint(found, user=referee)
    made = rule(found, referee, lines=lines({1: 10, 2: 26, 3: 22, 4: 18}))
    director.run_due_steps(found.pk)
    assert not list_entries(found, "closed")
    rulings.refuse_ruling(made.pk, referee, "I was wrong.")
    director.run_due_steps(found.pk)
    assert [drawn["round"] for drawn in list_entries(found, "drawn")] == [1, 2]


def test_what_nobody_signs_lapses_and_the_tournament_goes_on(tournament, referee, clock):
    made = rule(tournament, referee, lines=lines(SOMEBODY_ELSE))
    clock.shift(timedelta(days=3) - timedelta(minutes=1))
    director.run_due_steps(tournament.pk)
    assert stages(tournament)[0] == Stage.State.RUNNING
    clock.shift(timedelta(minutes=2))
    director.run_due_steps(tournament.pk)
    made.refresh_from_db()
    assert made.state == State.LAPSED
    assert set(list_entries(tournament, "stage_over")[0]["through"]) == {1, 2, 5, 6}
    assert (
        count_notices(tournament, TournamentNotice.Kind.RULING) == 4
    )  # to both who may rule, of the proposal and of its end
    with pytest.raises(NotNow, match="lapsed"):
        rulings.sign_ruling(made.pk, appoint(tournament))


def test_what_nobody_signs_lapses_also_when_all_is_over(tournament, referee, clock):
    made = rule(tournament, referee, lines=lines(SOMEBODY_ELSE))
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    assert director.direct_all_tournaments() == 0
    clock.shift(timedelta(days=3, minutes=1))
    assert director.direct_all_tournaments() == 1
    made.refresh_from_db()
    assert made.state == State.LAPSED
    assert director.direct_tournament(tournament.pk) == 0


def test_what_has_lapsed_may_be_proposed_again(tournament, referee, clock):
    rule(tournament, referee, lines=lines(SOMEBODY_ELSE))
    play_on = tournament.tables.get(number=2)
    TournamentTable.objects.filter(pk=play_on.pk).update(
        state=TournamentTable.State.STARTED
    )  # the round is not over
    clock.shift(timedelta(days=4))
    director.run_due_steps(tournament.pk)
    assert rule(tournament, referee, lines=lines(SOMEBODY_ELSE)).state == State.PROPOSED


# --- people


def test_a_disqualification_takes_all_results_and_the_others_close_ranks(tournament, referee, second):
    made = rule(tournament, referee, Kind.DISQUALIFY, entrant_number=1)
    assert made.state == State.PROPOSED  # 1 would go on
    rulings.sign_ruling(made.pk, second)
    assert entrant(tournament, 1).state == Entrant.State.DISQUALIFIED
    assert places(tournament, 1) == {1: 4, 2: 1, 3: 2, 4: 3}
    assert list_entries(tournament, "disqualified") == [{"ruling": made.pk, "entrant": 1}]
    assert told(tournament, TournamentNotice.Kind.RULING) >= {
        person(tournament, number).pk for number in (1, 2, 3, 4)
    }


def test_whoever_would_not_go_on_is_disqualified_by_one(tournament, referee):
    assert rule(tournament, referee, Kind.DISQUALIFY, entrant_number=8).state == State.IN_FORCE
    with pytest.raises(NotNow, match=messages.ENTRANT_IS_OUT.pattern):
        rule(tournament, referee, Kind.DISQUALIFY, entrant_number=8, reason="Again.")


def test_somebody_who_is_out_is_taken_in_again(tournament, referee):
    rule(tournament, referee, Kind.DISQUALIFY, entrant_number=8)
    made = rule(tournament, referee, Kind.REINSTATE, entrant_number=8)
    assert made.state == State.IN_FORCE
    assert entrant(tournament, 8).state == Entrant.State.ACTIVE
    assert places(tournament, 2) == {5: 1, 6: 2, 7: 3, 8: 4}


def test_after_the_end_a_ruling_changes_the_standings_that_pages_show(tournament, referee):
    Tournament.objects.update(state=Tournament.State.FINISHED)
    rule(tournament, referee)
    shown = CachedStanding.objects.get(stage__tournament=tournament, stage__number=1)
    tournament.refresh_from_db()
    assert shown.number == tournament.ledger_length


# --- games that run


def test_a_result_for_a_table_that_runs_ends_its_game(tournament, referee):
    other = TournamentBuilder(ONE_ROUND, FINAL).drawn().build()
    appoint(other, user=referee)
    game = start(other, 1).game
    made = rule(other, referee, lines=lines(AS_PLAYED))
    rulings.sign_ruling(made.pk, other.owner)
    game.refresh_from_db()
    assert game.state == Game.State.ABANDONED
    assert game.log_entries.order_by("-number").first().reason == made.reason
    assert table(other).state == TournamentTable.State.ADJUDICATED


def test_a_table_that_runs_is_not_lost_yet(tournament, referee):
    other = TournamentBuilder(ONE_ROUND, FINAL).drawn().build()
    appoint(other, user=referee)
    start(other, 1)
    with pytest.raises(NotNow, match=messages.LOSS_NEEDS_FINISHED_TABLE.pattern):
        rule(other, referee, Kind.LOSS, table_number=1, entrant_number=1)


# --- taking back


def test_a_ruling_is_taken_back_and_what_was_played_counts_again(tournament, referee):
    made = rule(tournament, referee)
    undone = rulings.reverse_ruling(made.pk, referee, "We have mixed up the tables.")
    made.refresh_from_db()
    assert (undone.kind, undone.state, made.state) == (Kind.REVERSE, State.IN_FORCE, State.REVERSED)
    assert list_entries(tournament, "reversed") == [{"ruling": made.pk, "by": undone.pk}]
    assert table(tournament).state == TournamentTable.State.FINISHED
    assert [one.score for one in table(tournament).seats.all()] == ["30", "26", "22", "18"]


def test_a_second_click_on_taking_back_changes_nothing(tournament, referee):
    made = rule(tournament, referee)
    assert rulings.reverse_ruling(made.pk, referee, "Sorry.") == rulings.reverse_ruling(
        made.pk, referee, "Sorry."
    )
    assert len(list_entries(tournament, "reversed")) == 1


def test_taking_back_what_changed_who_goes_on_needs_two_as_well(tournament, referee, second):
    made = rule(tournament, referee, lines=lines(SOMEBODY_ELSE))
    rulings.sign_ruling(made.pk, second)
    undone = rulings.reverse_ruling(made.pk, referee, "It was right before.")
    assert undone.state == State.PROPOSED
    assert places(tournament, 1) == {1: 1, 2: 4, 3: 2, 4: 3}
    rulings.sign_ruling(undone.pk, second)
    assert places(tournament, 1) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_a_disqualification_taken_back_gives_everything_back(tournament, referee, second):
    made = rule(tournament, referee, Kind.DISQUALIFY, entrant_number=1)
    rulings.sign_ruling(made.pk, second)
    undone = rulings.reverse_ruling(made.pk, second, "Somebody else had that handle.")
    rulings.sign_ruling(undone.pk, referee)
    assert entrant(tournament, 1).state == Entrant.State.ACTIVE
    assert places(tournament, 1) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_what_was_taken_back_of_somebody_withdrawn_leaves_them_withdrawn(tournament, referee):
    Entrant.objects.filter(pk=entrant(tournament, 8).pk).update(state=Entrant.State.WITHDRAWN)
    made = rule(tournament, referee, Kind.REINSTATE, entrant_number=8)
    rulings.reverse_ruling(made.pk, referee, "They do not want to.")
    assert entrant(tournament, 8).state == Entrant.State.WITHDRAWN


def test_a_game_that_was_ended_cannot_go_on_so_the_table_needs_a_result(tournament, referee):
    other = TournamentBuilder(ONE_ROUND, FINAL).drawn().build()
    appoint(other, user=referee)
    start(other, 1)
    made = rulings.sign_ruling(rule(other, referee, lines=lines(AS_PLAYED)).pk, other.owner)
    with pytest.raises(NotPossible, match=messages.NOTHING_LEFT_OF_TABLE.pattern):
        rulings.reverse_ruling(made.pk, referee, "Let them play.")


def test_only_what_is_in_force_is_taken_back(tournament, referee, second):
    made = rule(tournament, referee, lines=lines(SOMEBODY_ELSE))
    with pytest.raises(NotNow, match=messages.IN_FORCE.pattern):
        rulings.reverse_ruling(made.pk, second, "No.")


def test_a_void_table_counts_for_nobody_until_that_is_taken_back(tournament, referee, second):
    made = rulings.sign_ruling(rule(tournament, referee, Kind.VOID, table_number=1).pk, second)
    assert table(tournament).state == TournamentTable.State.VOID
    assert places(tournament, 1) == {1: None, 2: None, 3: None, 4: None}
    undone = rulings.reverse_ruling(made.pk, referee, "It was fair.")
    rulings.sign_ruling(undone.pk, second)
    assert places(tournament, 1) == {1: 1, 2: 2, 3: 3, 4: 4}


# --- what a ruling would change


def test_a_preview_tells_who_would_stand_where_and_changes_nothing(tournament, referee):
    found = rulings.preview_ruling(
        tournament.pk, referee, Kind.RESULT, table_number=1, lines=lines(SOMEBODY_ELSE)
    )
    changed = {one.entrant: (one.points, one.points_after) for one in found.changes}
    assert changed[2] == (6, 1)
    assert changed[3] == (3, 6)
    assert found.needs_second
    assert not tournament.rulings.exists()
    unchanged = rulings.preview_ruling(tournament.pk, referee, Kind.WARNING, entrant_number=1)
    assert (unchanged.changes, unchanged.needs_second) == ([], False)


def test_a_preview_is_what_the_ruling_does(tournament, referee, second):
    how = {"table_number": 1, "lines": lines(SOMEBODY_ELSE)}
    found = rulings.preview_ruling(tournament.pk, referee, Kind.RESULT, **how)
    made = rulings.propose_ruling(tournament.pk, referee, Kind.RESULT, reason="A mistake.", **how)
    rulings.sign_ruling(made.pk, second)
    rows = {row.entrant: row for row in from_state.compute_standing_rows(load_state(tournament_of(made)), 1)}
    assert {one.entrant: (one.rank_after, one.points_after) for one in found.changes} == {
        one.entrant: (rows[one.entrant].rank, rows[one.entrant].points) for one in found.changes
    }


def tournament_of(made):
    return Tournament.objects.get(pk=made.tournament_id)


# --- bans


def test_a_ban_is_the_owners_or_has_two_signatures(tournament, referee, second):
    until = server_time.now() + timedelta(days=7)
    how = {"entrant_number": 1, "until": until, "reason": "Two accounts."}
    made = rulings.propose_ruling(tournament.pk, referee, Kind.BAN, **how)
    assert made.state == State.PROPOSED
    assert not Ban.objects.exists()
    assert rulings.sign_ruling(made.pk, second).state == State.IN_FORCE
    assert Ban.objects.count() == 1
    how["entrant_number"] = 3
    assert rulings.propose_ruling(tournament.pk, tournament.owner, Kind.BAN, **how).state == State.IN_FORCE


def test_the_file_has_the_signatures_and_what_held_before_and_after(tournament, referee, second):
    made = rulings.propose_ruling(
        tournament.pk, referee, Kind.RESULT, table_number=1, lines=lines(SOMEBODY_ELSE), reason="A mistake."
    )
    rulings.sign_ruling(made.pk, second)
    [found] = msgspec.json.decode(files.render_json(tournament_of(made)))["rulings"]
    assert (found["by_rule"], found["signed"]) == (False, [referee.handle, second.handle])
    assert [line["score"] for line in found["before"]["seats"]] == ["30", "26", "22", "18"]
    assert [line["score"] for line in found["after"]["seats"]] == ["30", "10", "22", "18"]
