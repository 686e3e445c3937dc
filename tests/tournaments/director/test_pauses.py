"""Pausing a table, a round or the tournament, more time, and games that follow one by one."""

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
from tests.helpers.frozen_time import NOON
from tests.helpers.messages import tournaments as messages
from tests.helpers.threads import at_once
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.ledger import list_entries
from tests.helpers.tournaments.people import appoint, count_notices, person, told
from tests.helpers.tournaments.stages import FINAL, SWISS
from tests.helpers.tournaments.tables import start, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

A_DAY = timedelta(days=1)
DUE = NOON + 10 * A_DAY
Hold = TournamentTable.Hold


@pytest.fixture
def tournament():
    """Two tables are played; everything has the same deadline."""
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    for number in (1, 2):
        start(found, number)
    found.tables.update(deadline=DUE)
    Round.objects.update(deadline=DUE)
    Stage.objects.filter(number=1).update(deadline=DUE)
    return found


def pause(tournament, reason="The mail server is down.", **where):
    pauses.pause(tournament.pk, tournament.owner, reason=reason, **where)


def resume(tournament, **where):
    pauses.resume(tournament.pk, tournament.owner, **where)


def games(tournament):
    return [table(tournament, number).game.state for number in (1, 2)]


def deadlines(tournament):
    return [table(tournament, number).deadline for number in (1, 2)]


def round_of(tournament):
    return Round.objects.get(stage__tournament=tournament)


def stage_of(tournament):
    return tournament.stages.get(number=1)


def state(tournament):
    tournament.refresh_from_db()
    return tournament.state


RUNNING, PAUSED = Game.State.RUNNING, Game.State.PAUSED


# --- the tournament


def test_whoever_leaves_during_a_pause_is_replaced_as_soon_as_it_ends(tournament):
    """By one run of the director: run again at once, it has nothing left to do."""
    pause(tournament)
    director.run_due_steps(tournament.pk)
    leaver = tournament.entrants.select_related("user").get(number=1)
    registration.withdraw_entrant(leaver.pk, leaver.user)
    resume(tournament)
    director.run_due_steps(tournament.pk)
    assert table(tournament).game.seats.get(original_user=leaver.user).bot
    assert director.run_due_steps(tournament.pk) == 0


def test_a_paused_tournament_pauses_all_its_games(tournament):
    pause(tournament)
    assert state(tournament) == Tournament.State.PAUSED
    assert games(tournament) == [RUNNING, RUNNING]  # they follow
    assert pauses.apply_holds(tournament.pk) == 2
    assert games(tournament) == [PAUSED, PAUSED]
    assert pauses.apply_holds(tournament.pk) == 0


def test_a_game_keeps_the_organizers_own_words(tournament):
    pause(tournament, reason="Áramszünet.")
    pauses.apply_holds(tournament.pk)
    resume(tournament)
    pauses.apply_holds(tournament.pk)
    kept = table(tournament).game.log_entries.order_by("number").values_list("reason", flat=True)
    assert list(kept)[-2:] == ["Áramszünet.", ""]


def test_when_it_goes_on_every_deadline_has_moved_by_the_pause(tournament, clock):
    pause(tournament)
    pauses.apply_holds(tournament.pk)
    clock.shift(3 * A_DAY)
    resume(tournament)
    pauses.apply_holds(tournament.pk)
    assert state(tournament) == Tournament.State.RUNNING
    assert games(tournament) == [RUNNING, RUNNING]
    later = DUE + 3 * A_DAY
    assert [*deadlines(tournament), round_of(tournament).deadline, stage_of(tournament).deadline] == [
        later
    ] * 4
    assert set(tournament.tables.values_list("hold", flat=True)) == {Hold.NONE}


def test_a_second_click_pauses_and_wakes_nothing_anew(tournament, clock):
    pause(tournament)
    clock.shift(A_DAY)
    pause(tournament)
    resume(tournament)
    resume(tournament)
    assert deadlines(tournament) == [DUE + A_DAY] * 2
    assert (len(list_entries(tournament, "paused")), len(list_entries(tournament, "resumed"))) == (1, 1)


def test_everybody_is_told_why(tournament):
    pause(tournament)
    assert len(told(tournament, TournamentNotice.Kind.NEWS)) == 8
    assert list_entries(tournament, "paused") == [{"reason": "The mail server is down."}]


def test_a_pause_needs_a_reason(tournament):
    with pytest.raises(NotPossible, match=messages.WORDS_NEEDED.pattern):
        pause(tournament, reason=" ")
    assert state(tournament) == Tournament.State.RUNNING


def test_only_those_who_direct_it_pause_it(tournament):
    with pytest.raises(NotAllowed):
        pauses.pause(tournament.pk, appoint(tournament, Role.Kind.REFEREE), reason="Please.")


def test_a_tournament_that_does_not_run_is_not_paused(tournament):
    Tournament.objects.update(state=Tournament.State.FINISHED)
    with pytest.raises(NotNow):
        pause(tournament)


# --- a round, a table


def test_a_paused_table_leaves_the_others_alone(tournament, clock):
    pause(tournament, table_number=1)
    pauses.apply_holds(tournament.pk)
    assert games(tournament) == [PAUSED, RUNNING]
    assert len(told(tournament, TournamentNotice.Kind.NEWS)) == 4
    clock.shift(A_DAY)
    resume(tournament, table_number=1)
    pauses.apply_holds(tournament.pk)
    assert games(tournament) == [RUNNING, RUNNING]
    assert deadlines(tournament) == [DUE + A_DAY, DUE]
    assert round_of(tournament).deadline == DUE


def test_a_table_without_a_deadline_of_its_own_gets_one_by_its_pause(tournament, clock):
    tournament.tables.update(deadline=None)
    pause(tournament, table_number=1)
    clock.shift(A_DAY)
    resume(tournament, table_number=1)
    assert deadlines(tournament) == [DUE + A_DAY, None]


def test_a_paused_round_holds_its_tables_and_moves_them(tournament, clock):
    pause(tournament, round_id=round_of(tournament).pk)
    pauses.apply_holds(tournament.pk)
    assert games(tournament) == [PAUSED, PAUSED]
    assert state(tournament) == Tournament.State.RUNNING
    clock.shift(A_DAY)
    resume(tournament, round_id=round_of(tournament).pk)
    assert [*deadlines(tournament), round_of(tournament).deadline] == [DUE + A_DAY] * 3
    assert stage_of(tournament).deadline == DUE


def test_a_table_paused_by_itself_stays_so_when_the_tournament_goes_on(tournament, clock):
    pause(tournament, table_number=1)
    clock.shift(A_DAY)
    pause(tournament)
    pauses.apply_holds(tournament.pk)
    clock.shift(A_DAY)
    resume(tournament)
    pauses.apply_holds(tournament.pk)
    assert games(tournament) == [PAUSED, RUNNING]
    clock.shift(A_DAY)
    resume(tournament, table_number=1)
    pauses.apply_holds(tournament.pk)
    assert games(tournament) == [RUNNING, RUNNING]
    assert deadlines(tournament) == [DUE + 3 * A_DAY, DUE + A_DAY]


def test_a_pause_within_a_pause_is_counted_once(tournament, clock):
    pause(tournament)
    clock.shift(A_DAY)
    pause(tournament, table_number=1)
    clock.shift(A_DAY)
    resume(tournament, table_number=1)
    assert deadlines(tournament) == [DUE, DUE]
    clock.shift(A_DAY)
    resume(tournament)
    pauses.apply_holds(tournament.pk)
    assert deadlines(tournament) == [DUE + 3 * A_DAY] * 2
    assert games(tournament) == [RUNNING, RUNNING]


def test_three_pauses_that_overlap_move_each_deadline_by_the_time_it_stood(tournament, clock):
    where = round_of(tournament).pk
    pause(tournament, table_number=1)  # day 0 to 4
    clock.shift(A_DAY)
    pause(tournament, round_id=where)  # day 1 to 5
    clock.shift(A_DAY)
    pause(tournament)  # day 2 to 3
    clock.shift(A_DAY)
    resume(tournament)
    clock.shift(A_DAY)
    resume(tournament, table_number=1)
    clock.shift(A_DAY)
    resume(tournament, round_id=where)
    assert deadlines(tournament) == [DUE + 5 * A_DAY, DUE + 4 * A_DAY]
    assert round_of(tournament).deadline == DUE + 4 * A_DAY


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ({"table_number": 9}, messages.TABLE_IS_NOT_PLAYED.pattern),
        ({"round_id": 0}, messages.ROUND_IS_NOT_PLAYED.pattern),
    ],
)
def test_what_is_not_there_is_not_paused(tournament, where, words):
    with pytest.raises(NotNow, match=words):
        pause(tournament, **where)


def test_a_table_that_is_over_is_not_paused(tournament):
    tournament.tables.update(state=TournamentTable.State.FINISHED)
    with pytest.raises(NotNow):
        pause(tournament, table_number=1)


# --- games that do not follow by themselves


def test_a_pause_that_the_operator_has_ended_is_made_anew(tournament):
    pause(tournament)
    pauses.apply_holds(tournament.pk)
    referee.decide_matter(table(tournament).game.pk, votes.Matter.RESUME, None)
    assert games(tournament) == [RUNNING, PAUSED]
    assert pauses.apply_holds(tournament.pk) == 1
    assert games(tournament) == [PAUSED, PAUSED]


def test_a_pause_for_which_the_players_have_voted_stays_theirs(tournament):
    game = table(tournament).game
    Game.objects.filter(pk=game.pk).update(has_fixed_pace=False)  # a game in which they may
    for number in (1, 2, 3):
        seat = game.seats.get(user=person(tournament, number))
        votes.cast_vote(game.pk, seat.name, votes.Matter.PAUSE, by_user(seat.user))
    pause(tournament)
    pauses.apply_holds(tournament.pk)
    resume(tournament)
    pauses.apply_holds(tournament.pk)
    assert games(tournament) == [PAUSED, RUNNING]
    assert set(tournament.tables.values_list("hold", flat=True)) == {Hold.NONE}


def test_players_cannot_vote_a_pause_of_the_organizers_away(tournament):
    pause(tournament)
    pauses.apply_holds(tournament.pk)
    seat = table(tournament).game.seats.get(user=person(tournament, 1))
    with pytest.raises(NotNow):
        votes.cast_vote(seat.game_id, seat.name, votes.Matter.RESUME, by_user(seat.user))


def test_a_game_that_has_ended_meanwhile_keeps_nobody_waiting(tournament):
    pause(tournament)
    referee.end_game(table(tournament).game.pk, None, reason="Ended.")
    pauses.apply_holds(tournament.pk)
    resume(tournament)
    pauses.apply_holds(tournament.pk)
    assert games(tournament) == [Game.State.ABANDONED, RUNNING]


def test_one_game_in_trouble_does_not_keep_the_others_waiting(tournament, monkeypatch):
    decide = referee.decide_matter
    broken = table(tournament, 1).game.pk

    def fails(game_id, *args, **options):
        if game_id == broken:
            raise RuntimeError("in trouble")
        return decide(game_id, *args, **options)

    pause(tournament)
    with monkeypatch.context() as patched:
        patched.setattr(referee, "decide_matter", fails)
        assert pauses.apply_holds(tournament.pk) == 1
    assert games(tournament) == [RUNNING, PAUSED]
    assert pauses.apply_all_holds() == 1
    assert games(tournament) == [PAUSED, PAUSED]


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_pause_each_game_once(tournament):
    pause(tournament)
    changed = at_once(*[lambda: pauses.apply_holds(tournament.pk)] * 2)
    assert sum(changed) == 2
    assert games(tournament) == [PAUSED, PAUSED]
    assert table(tournament).game.log_entries.filter(kind="pause").count() == 1


def test_a_table_that_has_not_begun_is_held_too(tournament):
    other = TournamentBuilder(SWISS, FINAL).drawn().build()
    pause(other, table_number=1)
    assert table(other).hold == Hold.HELD
    resume(other, table_number=1)
    pauses.apply_holds(other.pk)
    assert table(other).hold == Hold.NONE


# --- more time


@pytest.mark.parametrize(
    ("where", "moved"),
    [("table", [48, 0, 0, 0]), ("round", [48, 48, 48, 0]), ("tournament", [48, 48, 48, 48])],
)
def test_more_time_for_a_table_a_round_or_the_tournament(tournament, where, moved):
    given = {"table": {"table_number": 1}, "round": {"round_id": round_of(tournament).pk}, "tournament": {}}[
        where
    ]
    pauses.extend_deadlines(tournament.pk, tournament.owner, 48, reason="Holidays.", **given)
    found = [*deadlines(tournament), round_of(tournament).deadline, stage_of(tournament).deadline]
    assert found == [DUE + timedelta(hours=hours) for hours in moved]
    (entry,) = list_entries(tournament, "extended")
    assert (entry["hours"], entry["reason"]) == (48, "Holidays.")
    assert count_notices(tournament, TournamentNotice.Kind.NEWS) == (4 if where == "table" else 8)


def test_a_second_click_gives_no_more_time(tournament, clock):
    for _ in range(2):
        pauses.extend_deadlines(tournament.pk, tournament.owner, 48, reason="Holidays.", table_number=1)
    assert deadlines(tournament)[0] == DUE + timedelta(hours=48)
    clock.shift(A_DAY)
    pauses.extend_deadlines(tournament.pk, tournament.owner, 48, reason="Holidays.", table_number=1)
    assert deadlines(tournament)[0] == DUE + timedelta(hours=96)


def test_nobody_gives_time_to_a_table_of_their_own(tournament):
    """Whoever has made the others wait would put the deadline off; for all of them it is fair."""
    director = appoint(tournament, Role.Kind.DIRECTOR, person(tournament, 1))
    for give in (
        partial(pauses.pause, tournament.pk, director),
        partial(pauses.extend_deadlines, tournament.pk, director, 24),
    ):
        with pytest.raises(NotAllowed, match=messages.RULER_SITS_AT_TABLE.pattern):
            give(table_number=1, reason="I am busy.")
    pauses.extend_deadlines(tournament.pk, director, 24, table_number=2, reason="They are busy.")
    pauses.pause(tournament.pk, director, reason="All are busy.")


@pytest.mark.parametrize("hours", [0, -5, 721])
def test_an_odd_number_of_hours_is_refused(tournament, hours):
    with pytest.raises(NotPossible, match="between 1 and 720"):
        pauses.extend_deadlines(tournament.pk, tournament.owner, hours, reason="Holidays.")


def test_a_deadline_does_not_lie_more_than_a_year_ahead(tournament):
    tournament.tables.update(deadline=NOON + 360 * A_DAY)
    with pytest.raises(NotPossible, match=messages.DEADLINE_IS_TOO_LATE.pattern):
        pauses.extend_deadlines(tournament.pk, tournament.owner, 240, reason="Holidays.")
    assert deadlines(tournament) == [NOON + 360 * A_DAY] * 2


def test_a_pause_may_be_as_long_as_it_is(tournament, clock):
    pause(tournament)
    clock.shift(400 * A_DAY)
    resume(tournament)
    assert deadlines(tournament) == [DUE + 400 * A_DAY] * 2


def test_without_a_deadline_there_is_nothing_to_extend():
    found = TournamentBuilder(SWISS, FINAL).drawn().build()
    with pytest.raises(NotNow, match=messages.NO_DEADLINE_HERE.pattern):
        pauses.extend_deadlines(found.pk, found.owner, 48, reason="Holidays.")


def test_more_time_lets_the_referees_hear_of_the_table_again(tournament):
    tournament.tables.update(reported_late_at=NOON)
    pauses.extend_deadlines(tournament.pk, tournament.owner, 48, reason="Holidays.", table_number=1)
    assert [table(tournament, number).reported_late_at for number in (1, 2)] == [None, NOON]
