"""Pausing a table, a round or the event, more time, and games that follow one by one."""

from datetime import timedelta
from functools import partial

import pytest

from games.models import Game
from games.play import referee, votes
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.play.transaction.origin import by_user
from games.tournaments.director import director, pauses
from games.tournaments.entries import registration
from games.tournaments.models import Role, Round, Stage, Tournament, TournamentNotice, TournamentTable
from tests.helpers.frozen_time import NOON, clock  # noqa: F401 (a day that stands still)
from tests.helpers.threads import at_once
from tests.helpers.tournaments.running_tournament import (
    count_notices,
    cup,
    entries,
    helper,
    person,
    start,
    table,
    told,
)

pytestmark = pytest.mark.django_db

A_DAY = timedelta(days=1)
DUE = NOON + 10 * A_DAY
Hold = TournamentTable.Hold


@pytest.fixture
def event():
    """Two tables are played; everything has the same deadline."""
    found = cup()
    for number in (1, 2):
        start(found, number)
    found.tables.update(deadline=DUE)
    Round.objects.update(deadline=DUE)
    Stage.objects.filter(number=1).update(deadline=DUE)
    return found


def pause(event, reason="The mail server is down.", **where):
    pauses.pause(event.pk, event.owner, reason=reason, **where)


def resume(event, **where):
    pauses.resume(event.pk, event.owner, **where)


def games(event):
    return [table(event, number).game.state for number in (1, 2)]


def deadlines(event):
    return [table(event, number).deadline for number in (1, 2)]


def round_of(event):
    return Round.objects.get(stage__tournament=event)


def stage_of(event):
    return event.stages.get(number=1)


def state(event):
    event.refresh_from_db()
    return event.state


RUNNING, PAUSED = Game.State.RUNNING, Game.State.PAUSED


# --- the event


def test_whoever_leaves_during_a_pause_is_replaced_as_soon_as_it_ends(event):
    """By one run of the director: run again at once, it has nothing left to do."""
    pause(event)
    director.run_due_steps(event.pk)
    leaver = event.entrants.select_related("user").get(number=1)
    registration.withdraw_entrant(leaver.pk, leaver.user)
    resume(event)
    director.run_due_steps(event.pk)
    assert table(event).game.seats.get(original_user=leaver.user).bot
    assert director.run_due_steps(event.pk) == 0


def test_a_paused_event_pauses_all_its_games(event):
    pause(event)
    assert state(event) == Tournament.State.PAUSED
    assert games(event) == [RUNNING, RUNNING]  # they follow
    assert pauses.apply_holds(event.pk) == 2
    assert games(event) == [PAUSED, PAUSED]
    assert pauses.apply_holds(event.pk) == 0


def test_a_game_keeps_the_organizers_own_words(event):
    pause(event, reason="Áramszünet.")
    pauses.apply_holds(event.pk)
    resume(event)
    pauses.apply_holds(event.pk)
    kept = table(event).game.log_entries.order_by("number").values_list("reason", flat=True)
    assert list(kept)[-2:] == ["Áramszünet.", ""]


def test_when_it_goes_on_every_deadline_has_moved_by_the_pause(event, clock):  # noqa: F811
    pause(event)
    pauses.apply_holds(event.pk)
    clock.shift(3 * A_DAY)
    resume(event)
    pauses.apply_holds(event.pk)
    assert state(event) == Tournament.State.RUNNING
    assert games(event) == [RUNNING, RUNNING]
    later = DUE + 3 * A_DAY
    assert [*deadlines(event), round_of(event).deadline, stage_of(event).deadline] == [later] * 4
    assert set(event.tables.values_list("hold", flat=True)) == {Hold.NONE}


def test_a_second_click_pauses_and_wakes_nothing_anew(event, clock):  # noqa: F811
    pause(event)
    clock.shift(A_DAY)
    pause(event)
    resume(event)
    resume(event)
    assert deadlines(event) == [DUE + A_DAY] * 2
    assert (len(entries(event, "paused")), len(entries(event, "resumed"))) == (1, 1)


def test_everybody_is_told_why(event):
    pause(event)
    assert len(told(event, TournamentNotice.Kind.NEWS)) == 8
    assert entries(event, "paused") == [{"reason": "The mail server is down."}]


def test_a_pause_needs_a_reason(event):
    with pytest.raises(NotPossible, match="in words"):
        pause(event, reason=" ")
    assert state(event) == Tournament.State.RUNNING


def test_only_those_who_direct_it_pause_it(event):
    with pytest.raises(NotAllowed):
        pauses.pause(event.pk, helper(event, Role.Kind.REFEREE), reason="Please.")


def test_an_event_that_does_not_run_is_not_paused(event):
    Tournament.objects.update(state=Tournament.State.FINISHED)
    with pytest.raises(NotNow):
        pause(event)


# --- a round, a table


def test_a_paused_table_leaves_the_others_alone(event, clock):  # noqa: F811
    pause(event, table_number=1)
    pauses.apply_holds(event.pk)
    assert games(event) == [PAUSED, RUNNING]
    assert len(told(event, TournamentNotice.Kind.NEWS)) == 4
    clock.shift(A_DAY)
    resume(event, table_number=1)
    pauses.apply_holds(event.pk)
    assert games(event) == [RUNNING, RUNNING]
    assert deadlines(event) == [DUE + A_DAY, DUE]
    assert round_of(event).deadline == DUE


def test_a_table_without_a_deadline_of_its_own_gets_one_by_its_pause(event, clock):  # noqa: F811
    event.tables.update(deadline=None)
    pause(event, table_number=1)
    clock.shift(A_DAY)
    resume(event, table_number=1)
    assert deadlines(event) == [DUE + A_DAY, None]


def test_a_paused_round_holds_its_tables_and_moves_them(event, clock):  # noqa: F811
    pause(event, round_id=round_of(event).pk)
    pauses.apply_holds(event.pk)
    assert games(event) == [PAUSED, PAUSED]
    assert state(event) == Tournament.State.RUNNING
    clock.shift(A_DAY)
    resume(event, round_id=round_of(event).pk)
    assert [*deadlines(event), round_of(event).deadline] == [DUE + A_DAY] * 3
    assert stage_of(event).deadline == DUE


def test_a_table_paused_by_itself_stays_so_when_the_event_goes_on(event, clock):  # noqa: F811
    pause(event, table_number=1)
    clock.shift(A_DAY)
    pause(event)
    pauses.apply_holds(event.pk)
    clock.shift(A_DAY)
    resume(event)
    pauses.apply_holds(event.pk)
    assert games(event) == [PAUSED, RUNNING]
    clock.shift(A_DAY)
    resume(event, table_number=1)
    pauses.apply_holds(event.pk)
    assert games(event) == [RUNNING, RUNNING]
    assert deadlines(event) == [DUE + 3 * A_DAY, DUE + A_DAY]


def test_a_pause_within_a_pause_is_counted_once(event, clock):  # noqa: F811
    pause(event)
    clock.shift(A_DAY)
    pause(event, table_number=1)
    clock.shift(A_DAY)
    resume(event, table_number=1)
    assert deadlines(event) == [DUE, DUE]
    clock.shift(A_DAY)
    resume(event)
    pauses.apply_holds(event.pk)
    assert deadlines(event) == [DUE + 3 * A_DAY] * 2
    assert games(event) == [RUNNING, RUNNING]


def test_three_pauses_that_overlap_move_each_deadline_by_the_time_it_stood(event, clock):  # noqa: F811
    where = round_of(event).pk
    pause(event, table_number=1)  # day 0 to 4
    clock.shift(A_DAY)
    pause(event, round_id=where)  # day 1 to 5
    clock.shift(A_DAY)
    pause(event)  # day 2 to 3
    clock.shift(A_DAY)
    resume(event)
    clock.shift(A_DAY)
    resume(event, table_number=1)
    clock.shift(A_DAY)
    resume(event, round_id=where)
    assert deadlines(event) == [DUE + 5 * A_DAY, DUE + 4 * A_DAY]
    assert round_of(event).deadline == DUE + 4 * A_DAY


@pytest.mark.parametrize(
    ("where", "words"), [({"table_number": 9}, "not being played"), ({"round_id": 0}, "not being played")]
)
def test_what_is_not_there_is_not_paused(event, where, words):
    with pytest.raises(NotNow, match=words):
        pause(event, **where)


def test_a_table_that_is_over_is_not_paused(event):
    event.tables.update(state=TournamentTable.State.FINISHED)
    with pytest.raises(NotNow):
        pause(event, table_number=1)


# --- games that do not follow by themselves


def test_a_pause_that_the_operator_has_ended_is_made_anew(event):
    pause(event)
    pauses.apply_holds(event.pk)
    referee.decide_matter(table(event).game.pk, votes.Matter.RESUME, None)
    assert games(event) == [RUNNING, PAUSED]
    assert pauses.apply_holds(event.pk) == 1
    assert games(event) == [PAUSED, PAUSED]


def test_a_pause_for_which_the_players_have_voted_stays_theirs(event):
    game = table(event).game
    Game.objects.filter(pk=game.pk).update(has_fixed_pace=False)  # a game in which they may
    for number in (1, 2, 3):
        seat = game.seats.get(user=person(event, number))
        votes.cast_vote(game.pk, seat.name, votes.Matter.PAUSE, by_user(seat.user))
    pause(event)
    pauses.apply_holds(event.pk)
    resume(event)
    pauses.apply_holds(event.pk)
    assert games(event) == [PAUSED, RUNNING]
    assert set(event.tables.values_list("hold", flat=True)) == {Hold.NONE}


def test_players_cannot_vote_a_pause_of_the_organizers_away(event):
    pause(event)
    pauses.apply_holds(event.pk)
    seat = table(event).game.seats.get(user=person(event, 1))
    with pytest.raises(NotNow):
        votes.cast_vote(seat.game_id, seat.name, votes.Matter.RESUME, by_user(seat.user))


def test_a_game_that_has_ended_meanwhile_keeps_nobody_waiting(event):
    pause(event)
    referee.end_game(table(event).game.pk, None, reason="Ended.")
    pauses.apply_holds(event.pk)
    resume(event)
    pauses.apply_holds(event.pk)
    assert games(event) == [Game.State.ABANDONED, RUNNING]


def test_one_game_in_trouble_does_not_keep_the_others_waiting(event, monkeypatch):
    decide = referee.decide_matter
    broken = table(event, 1).game.pk

    def fails(game_id, *args, **options):
        if game_id == broken:
            raise RuntimeError("in trouble")
        return decide(game_id, *args, **options)

    pause(event)
    with monkeypatch.context() as patched:
        patched.setattr(referee, "decide_matter", fails)
        assert pauses.apply_holds(event.pk) == 1
    assert games(event) == [RUNNING, PAUSED]
    assert pauses.apply_all_holds() == 1
    assert games(event) == [PAUSED, PAUSED]


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_pause_each_game_once(event):
    pause(event)
    changed = at_once(*[lambda: pauses.apply_holds(event.pk)] * 2)
    assert sum(changed) == 2
    assert games(event) == [PAUSED, PAUSED]
    assert table(event).game.log_entries.filter(kind="pause").count() == 1


def test_a_table_that_has_not_begun_is_held_too(event):
    other = cup()
    pause(other, table_number=1)
    assert table(other).hold == Hold.HELD
    resume(other, table_number=1)
    pauses.apply_holds(other.pk)
    assert table(other).hold == Hold.NONE


# --- more time


@pytest.mark.parametrize(
    ("where", "moved"),
    [("table", [48, 0, 0, 0]), ("round", [48, 48, 48, 0]), ("event", [48, 48, 48, 48])],
)
def test_more_time_for_a_table_a_round_or_the_event(event, where, moved):
    given = {"table": {"table_number": 1}, "round": {"round_id": round_of(event).pk}, "event": {}}[where]
    pauses.extend_deadlines(event.pk, event.owner, 48, reason="Holidays.", **given)
    found = [*deadlines(event), round_of(event).deadline, stage_of(event).deadline]
    assert found == [DUE + timedelta(hours=hours) for hours in moved]
    (entry,) = entries(event, "extended")
    assert (entry["hours"], entry["reason"]) == (48, "Holidays.")
    assert count_notices(event, TournamentNotice.Kind.NEWS) == (4 if where == "table" else 8)


def test_a_second_click_gives_no_more_time(event, clock):  # noqa: F811
    for _ in range(2):
        pauses.extend_deadlines(event.pk, event.owner, 48, reason="Holidays.", table_number=1)
    assert deadlines(event)[0] == DUE + timedelta(hours=48)
    clock.shift(A_DAY)
    pauses.extend_deadlines(event.pk, event.owner, 48, reason="Holidays.", table_number=1)
    assert deadlines(event)[0] == DUE + timedelta(hours=96)


def test_nobody_gives_time_to_a_table_of_their_own(event):
    """Whoever has made the others wait would put the deadline off; for all of them it is fair."""
    director = helper(event, Role.Kind.DIRECTOR, person(event, 1))
    for give in (
        partial(pauses.pause, event.pk, director),
        partial(pauses.extend_deadlines, event.pk, director, 24),
    ):
        with pytest.raises(NotAllowed, match="You sit at this table"):
            give(table_number=1, reason="I am busy.")
    pauses.extend_deadlines(event.pk, director, 24, table_number=2, reason="They are busy.")
    pauses.pause(event.pk, director, reason="All are busy.")


@pytest.mark.parametrize("hours", [0, -5, 721])
def test_an_odd_number_of_hours_is_refused(event, hours):
    with pytest.raises(NotPossible, match="from 1 to 720"):
        pauses.extend_deadlines(event.pk, event.owner, hours, reason="Holidays.")


def test_a_deadline_does_not_lie_more_than_a_year_ahead(event):
    event.tables.update(deadline=NOON + 360 * A_DAY)
    with pytest.raises(NotPossible, match="more than a year"):
        pauses.extend_deadlines(event.pk, event.owner, 240, reason="Holidays.")
    assert deadlines(event) == [NOON + 360 * A_DAY] * 2


def test_a_pause_may_be_as_long_as_it_is(event, clock):  # noqa: F811
    pause(event)
    clock.shift(400 * A_DAY)
    resume(event)
    assert deadlines(event) == [DUE + 400 * A_DAY] * 2


def test_without_a_deadline_there_is_nothing_to_extend():
    found = cup()
    with pytest.raises(NotNow, match="has a deadline"):
        pauses.extend_deadlines(found.pk, found.owner, 48, reason="Holidays.")


def test_more_time_lets_the_referees_hear_of_the_table_again(event):
    event.tables.update(reported_late_at=NOON)
    pauses.extend_deadlines(event.pk, event.owner, 48, reason="Holidays.", table_number=1)
    assert [table(event, number).reported_late_at for number in (1, 2)] == [None, NOON]
