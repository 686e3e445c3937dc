"""The director: a tournament runs from its start to its end by itself, and nothing is done twice."""

from collections import Counter
from datetime import timedelta
from itertools import combinations

import pytest
from django.db.transaction import atomic

from accounts import server_time
from accounts.models import User
from games import tasks
from games.models import Game
from games.play.transaction import task_trigger
from games.tournaments.director import director, rounds, start_tables
from games.tournaments.entries import registration
from games.tournaments.ledger.transaction import TournamentTransaction, load_state
from games.tournaments.models import (
    Avoidance,
    Entrant,
    LedgerEntry,
    Round,
    Stage,
    TableSeat,
    Tournament,
    TournamentNotice,
    TournamentTable,
)
from games.tournaments.settings import StageSettings, TournamentSettings
from games.tournaments.setup import drafts, lifecycle
from games.tournaments.standings import from_state
from tests.helpers.factories import UserFactory
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments.builder import TournamentBuilder
from tests.helpers.tournaments.dates import LONG_BEFORE
from tests.helpers.tournaments.finished_games import by_chance, end_games, play_out
from tests.helpers.tournaments.ledger import list_entries
from tests.helpers.tournaments.people import register_entrants
from tests.helpers.tournaments.stages import AT_ONCE, BY_HAND

pytestmark = pytest.mark.django_db

SWISS = StageSettings(format="swiss", size=4, least=3, most=4, rounds=3)
FINAL = StageSettings(format="knock_out", size=4, least=3, most=4)
LEAGUE = StageSettings(format="league", size=4, least=3, most=4, group=7)
HEATS = StageSettings(format="heats", size=4, least=3, most=4, rounds=3, best=2, go_on=4)


def games_of(tournament: Tournament) -> Counter[int]:
    """How many tables each entrant sat at that count."""
    state = load_state(tournament)
    return Counter(number for table in state.tables.values() if table.counts for number in table.seats)


@pytest.mark.parametrize(
    ("entrants", "stages", "tables"),
    [
        (8, (SWISS,), 6),
        (8, (StageSettings(format="swiss", size=4, least=4, most=4, rounds=2, at_once=2),), 8),
        (7, (LEAGUE,), 7),
        (14, (LEAGUE,), 14),
        (12, (HEATS, FINAL), 10),
        (16, (StageSettings(format="pods", size=4, least=3, most=4, rounds=4),), 16),
        (22, (StageSettings(format="knock_out", size=4, least=3, most=5),), 9),
        (21, (StageSettings(format="pyramid", size=4, least=3, most=4, group=7),), 21),
        (12, (StageSettings(format="swiss", size=4, least=3, most=4, rounds=2, go_on=4), FINAL), 7),
    ],
)
def test_every_format_is_played_to_its_end(entrants, stages, tables, scored):
    scored(by_chance(1))
    over = play_out(TournamentBuilder(*stages, **AT_ONCE).bots(entrants).started().build())
    assert over.state == Tournament.State.FINISHED
    assert (
        TournamentTable.objects.filter(tournament=over, state=TournamentTable.State.FINISHED).count()
        == tables
    )
    assert over.tables.exclude(state=TournamentTable.State.FINISHED).count() == 0
    assert director.run_due_steps(over.pk) == 0


@pytest.mark.parametrize(
    "stage", [SWISS, LEAGUE, HEATS, StageSettings(format="pods", size=4, rounds=3, least=3)]
)
def test_everybody_is_seated_as_often_as_the_rest(stage, scored):
    scored(by_chance(2))
    stage = StageSettings(
        **{**{field: getattr(stage, field) for field in stage.__struct_fields__}, "go_on": 0}
    )
    over = play_out(
        TournamentBuilder(stage, **AT_ONCE).bots(14 if stage.format == "league" else 12).started().build()
    )
    played = games_of(over)
    assert len(set(played.values())) == 1
    assert len(played) == over.entrants.count()


def test_the_game_has_the_seats_that_were_drawn_and_the_first_begins(scored):
    director.run_due_steps((made := TournamentBuilder(SWISS, **AT_ONCE).bots(8).started().build()).pk)
    for table in made.tables.select_related("game"):
        drawn = [one.entrant.number for one in table.seats.select_related("entrant").order_by("seat")]
        assert list(load_state(made).tables[table.number].seats) == drawn
        assert table.game.seats.count() == table.size


def test_running_it_twice_changes_nothing():
    made = TournamentBuilder(SWISS, **AT_ONCE).bots(8).started().directed().build()
    before = (LedgerEntry.objects.count(), Game.objects.count(), TournamentNotice.objects.count())
    assert director.run_due_steps(made.pk) == 0
    assert (LedgerEntry.objects.count(), Game.objects.count(), TournamentNotice.objects.count()) == before


@pytest.mark.parametrize("anonymous", [False, True])
def test_bots_are_called_at_tables_as_in_the_standings_unless_names_are_hidden(anonymous):
    made = (
        TournamentBuilder(
            StageSettings(format="swiss", size=4, least=3, most=4, anonymous=anonymous), **AT_ONCE
        )
        .bots(4)
        .started()
        .directed()
        .build()
    )
    table = made.tables.get()
    drawn = [one.entrant.name for one in table.seats.select_related("entrant").order_by("seat")]
    sitting = list(table.game.seats.order_by("place").values_list("name", flat=True))
    assert set(drawn) == {"Bot-1", "Bot-2", "Bot-3", "Bot-4"}
    assert (sitting == drawn) != anonymous


def test_who_dies_between_drawing_and_starting_leaves_a_tournament_that_goes_on(monkeypatch):
    made = TournamentBuilder(SWISS, **AT_ONCE).bots(8).started().build()
    real, calls = start_tables.start_table, []

    def dies_at_the_second(*arguments):
        calls.append(arguments)
        if len(calls) == 2:
            raise SystemExit
        return real(*arguments)

    monkeypatch.setattr(start_tables, "start_table", dies_at_the_second)
    with pytest.raises(SystemExit):
        director.run_due_steps(made.pk)
    assert Game.objects.count() == 0
    monkeypatch.setattr(start_tables, "start_table", real)
    director.run_due_steps(made.pk)
    assert Game.objects.count() == 2
    assert [table.state for table in made.tables.all()] == [TournamentTable.State.STARTED] * 2


def test_a_tournament_that_fails_does_not_hold_up_the_others(monkeypatch):
    broken, other = (
        TournamentBuilder(SWISS, **AT_ONCE).bots(8).started().build(),
        TournamentBuilder(SWISS, **AT_ONCE).bots(8).started().build(),
    )
    real = start_tables.start_table

    def fails(book, *rest):
        if book.tournament.pk == broken.pk:
            raise RuntimeError
        return real(book, *rest)

    monkeypatch.setattr(start_tables, "start_table", fails)
    director.direct_all_tournaments()
    assert not broken.tables.filter(state=TournamentTable.State.STARTED).exists()
    assert other.tables.filter(state=TournamentTable.State.STARTED).count() == 2


def test_who_dies_before_the_commit_has_dealt_nothing(monkeypatch):
    made = TournamentBuilder(SWISS, **AT_ONCE).bots(8).started().build()
    real = TournamentTransaction.append_entry

    def dies_at_the_start(book, kind, **data):
        if kind == "started":
            raise SystemExit
        return real(book, kind, **data)

    monkeypatch.setattr(TournamentTransaction, "append_entry", dies_at_the_start)
    with pytest.raises(SystemExit):
        director.run_due_steps(made.pk)
    assert Game.objects.count() == 0
    assert [table.state for table in made.tables.all()] == [TournamentTable.State.PLANNED] * 2


def test_nobody_sits_at_more_tables_at_a_time_than_the_cap(scored):
    scored(by_chance(3))
    plan = StageSettings(format="league", size=4, least=3, most=4, group=7, cap=2)
    made = TournamentBuilder(plan, **AT_ONCE).bots(7).started().build()
    seen = 0
    for _ in range(20):
        director.run_due_steps(made.pk)
        running = TableSeat.objects.filter(table__state=TournamentTable.State.STARTED)
        busy = Counter(running.values_list("entrant", flat=True))
        assert max(busy.values(), default=0) <= 2
        seen = max(seen, len(set(running.values_list("table", flat=True))))
        first = Game.objects.filter(state=Game.State.RUNNING).order_by("pk").first()
        if first is None:
            break
        Game.objects.filter(pk=first.pk).update(state=Game.State.OVER, ended_at=server_time.now())
    assert seen > 1
    assert Tournament.objects.get(pk=made.pk).state == Tournament.State.FINISHED


def test_a_player_may_wish_for_fewer_tables_at_a_time():
    made = TournamentBuilder(LEAGUE, least=7, most=7, check_in_hours=0).bots(7).build()
    made.entrants.update(cap=2)
    lifecycle.begin_tournament_now(made.pk, made.owner)
    director.run_due_steps(made.pk)
    busy = Counter(
        TableSeat.objects.filter(table__state=TournamentTable.State.STARTED).values_list("entrant", flat=True)
    )
    assert max(busy.values()) == 2


def test_started_tables_are_never_drawn_again():
    made = TournamentBuilder(BY_HAND, **AT_ONCE).bots(8).started().directed().build()
    row = Round.objects.get()
    assert row.state == Round.State.DRAFTED
    assert Game.objects.count() == 0
    rounds.pair_round_again(made.pk, made.owner, row.pk)
    rounds.publish_stage(made.pk, made.owner, 1)
    director.run_due_steps(made.pk)
    assert Game.objects.count() == 2
    with pytest.raises(rounds.NotNow):
        rounds.pair_round_again(made.pk, made.owner, row.pk)
    with pytest.raises(rounds.NotNow):
        rounds.swap_entrants(made.pk, made.owner, row.pk, 1, 2)


def test_drawing_anew_says_whether_anything_has_changed():
    made = TournamentBuilder(BY_HAND, **AT_ONCE).bots(8).started().directed().build()
    row = Round.objects.get()
    seats = [table.seats for table in load_state(made).tables.values()]
    assert rounds.pair_round_again(made.pk, made.owner, row.pk) is None
    assert len(list_entries(made, "drawn")) == 1
    rounds.swap_entrants(made.pk, made.owner, row.pk, seats[0][0], seats[1][0])
    assert rounds.pair_round_again(made.pk, made.owner, row.pk) == row
    assert [table.seats for table in load_state(made).tables.values()] == seats


def test_two_entrants_change_places_and_the_quality_is_told_anew():
    made = TournamentBuilder(BY_HAND, **AT_ONCE).bots(8).started().directed().build()
    row = Round.objects.get()
    state = load_state(made)
    one, other = state.tables[1].seats[0], state.tables[2].seats[3]
    rounds.swap_entrants(made.pk, made.owner, row.pk, one, other)
    after = [table.seats for table in load_state(made).tables.values()]
    assert after[0][0] == other
    assert after[1][3] == one
    assert Round.objects.get().quality


def test_whom_a_draw_keeps_apart_nobody_brings_together_by_hand():
    made = TournamentBuilder(BY_HAND, **AT_ONCE).bots(8).started().directed().build()
    row = Round.objects.get()
    here, there = load_state(made).tables[1].seats, load_state(made).tables[2].seats
    made.entrants.filter(number__in=[here[0], there[0]]).update(household="Horvat")
    shy, shunned = made.entrants.get(number=here[1]), made.entrants.get(number=there[1])
    Avoidance.objects.create(entrant=shy, other=shunned)
    for one, other in ((here[1], there[0]), (here[0], there[1])):
        with pytest.raises(rounds.NotPossible, match=messages.CONSTRAINED_SWAP.pattern):
            rounds.swap_entrants(made.pk, made.owner, row.pk, one, other)
    assert [table.seats for table in load_state(made).tables.values()] == [here, there]
    rounds.swap_entrants(made.pk, made.owner, row.pk, here[2], there[2])


def test_nobody_finds_out_by_trying_who_avoids_whom():
    made = TournamentBuilder(BY_HAND, **AT_ONCE).bots(8).started().directed().build()
    row = Round.objects.get()
    here, there = load_state(made).tables[1].seats, load_state(made).tables[2].seats
    shy, shunned = made.entrants.get(number=here[1]), made.entrants.get(number=there[1])
    Avoidance.objects.create(entrant=shy, other=shunned)
    for _time in range(rounds.MOST_REFUSED_SWAPS):
        with pytest.raises(rounds.NotPossible, match=messages.CONSTRAINED_SWAP.pattern):
            rounds.swap_entrants(made.pk, made.owner, row.pk, here[0], there[1])
    assert list_entries(made, "swap_refused") == [{"stage": 1, "round": 1}] * rounds.MOST_REFUSED_SWAPS
    with pytest.raises(rounds.NotNow):
        rounds.swap_entrants(made.pk, made.owner, row.pk, here[2], there[2])


def test_a_swap_between_groups_is_refused_in_the_same_words():
    plan = StageSettings(format="league", size=4, least=3, most=4, group=7, by_hand=True)
    made = TournamentBuilder(plan, **AT_ONCE).bots(14).started().directed().build()
    row, [first, second] = Round.objects.get(), load_state(made).stages[1].groups
    with pytest.raises(rounds.NotPossible, match=messages.CONSTRAINED_SWAP.pattern):
        rounds.swap_entrants(made.pk, made.owner, row.pk, first[0], second[0])


def test_nobody_meets_twice_while_that_can_be_helped(scored):
    scored(by_chance(4))
    over = play_out(
        TournamentBuilder(
            StageSettings(format="swiss", size=4, least=4, most=4, rounds=3, strictly=True), **AT_ONCE
        )
        .bots(16)
        .started()
        .build()
    )
    met = Counter(
        pair for table in load_state(over).tables.values() for pair in combinations(sorted(table.seats), 2)
    )
    assert max(met.values()) == 1


def test_whoever_has_withdrawn_is_not_waited_for(scored):
    scored(by_chance(5))
    made = (
        TournamentBuilder(StageSettings(format="heats", size=4, least=3, most=4, rounds=2, cap=1), **AT_ONCE)
        .bots(8)
        .started()
        .directed()
        .build()
    )
    gone = made.entrants.get(number=1)
    with atomic():
        transaction = TournamentTransaction(made.pk)
        transaction.append_entry("withdrew", entrant=1)
        Entrant.objects.filter(pk=gone.pk).update(state=Entrant.State.WITHDRAWN)
    end_games()
    director.run_due_steps(made.pk)
    started = made.tables.filter(state=TournamentTable.State.STARTED)
    assert sorted(table.size for table in started) == [3, 4]
    assert not started.filter(seats__entrant=gone).exists()


def test_too_few_people_are_told_once_to_those_who_run_it():
    made = TournamentBuilder(SWISS, least=8, check_in_hours=0).bots(5).build()
    later = made.starts_at + timedelta(minutes=1)
    for _ in range(3):
        director.run_due_steps(made.pk, later)
    assert Tournament.objects.get(pk=made.pk).state == Tournament.State.OPEN
    assert TournamentNotice.objects.filter(kind=TournamentNotice.Kind.DIGEST).count() == 1


def test_it_begins_at_its_hour_and_freezes_the_settings():
    made = TournamentBuilder(SWISS, least=4, check_in_hours=0).bots(8).build()
    director.run_due_steps(made.pk, made.starts_at - timedelta(minutes=1))
    assert Tournament.objects.get(pk=made.pk).state == Tournament.State.OPEN
    director.run_due_steps(made.pk, made.starts_at)
    assert Tournament.objects.get(pk=made.pk).state == Tournament.State.RUNNING
    with pytest.raises(drafts.NotNow):
        drafts.change_tournament(made.pk, made.owner, tournament_settings=TournamentSettings(least=2))


def test_the_best_go_on_and_the_others_are_in_line(scored):
    scored(lambda game, seat: 30 - seat)
    made = (
        TournamentBuilder(
            StageSettings(format="heats", size=4, least=3, most=4, rounds=2, go_on=4), FINAL, **AT_ONCE
        )
        .bots(12)
        .started()
        .build()
    )
    over = play_out(made)
    state = load_state(over)
    assert len(state.stages[1].advancing) == 4
    assert state.stages[1].advancing == from_state.compute_stage_order(state, 1)[:4]
    assert set(state.stages[2].field) == set(state.stages[1].advancing)
    final = Stage.objects.get(tournament=over, number=2)
    assert final.qualifiers.filter(state="alternate").count() == 8


def test_emails_go_to_people_and_not_to_bots(scored):
    scored(by_chance(6))
    play_out(TournamentBuilder(SWISS, **AT_ONCE).bots(8).started().build())
    assert set(TournamentNotice.objects.values_list("user", flat=True)) == {Tournament.objects.get().owner_id}


# --- tournaments in which people leave, or fail to come


def leave(made: Tournament, *numbers: int) -> None:
    with atomic():
        transaction = TournamentTransaction(made.pk)
        for number in numbers:
            transaction.append_entry("withdrew", entrant=number)
        made.entrants.filter(number__in=numbers).update(state=Entrant.State.WITHDRAWN)


def test_whoever_leaves_and_comes_again_is_in_the_field_once(scored):
    scored(by_chance(7))
    made = TournamentBuilder(SWISS, **AT_ONCE).bots(8).started().directed().build()
    with atomic():
        transaction = TournamentTransaction(made.pk)
        for kind in ("withdrew", "entered", "joined", "active"):
            transaction.append_entry(kind, entrant=3, name="Bot-3", stage=1)
    assert load_state(made).stages[1].field.count(3) == 1
    assert play_out(made).state == Tournament.State.FINISHED


@pytest.mark.parametrize(
    "stage",
    [
        SWISS,
        StageSettings(format="knock_out", size=4, least=3, most=4),
        StageSettings(format="heats", size=4, least=3, most=4, rounds=3, cap=1),
    ],
)
def test_a_tournament_ends_even_if_nearly_everybody_leaves(stage, scored):
    scored(by_chance(8))
    made = TournamentBuilder(stage, **AT_ONCE).bots(8).started().directed().build()
    leave(made, 1, 2, 3, 4, 5, 6)
    assert play_out(made).state == Tournament.State.FINISHED


def test_a_knock_out_whose_table_does_not_count_still_ends(scored):
    scored(by_chance(9))
    made = (
        TournamentBuilder(StageSettings(format="knock_out", size=4, least=3, most=4), **AT_ONCE)
        .bots(8)
        .started()
        .directed()
        .build()
    )
    end_games()
    with atomic():
        TournamentTransaction(made.pk).append_entry("ruled", table=1, ruling=1, void=True)
    assert play_out(made).state == Tournament.State.FINISHED


def test_in_a_knock_out_nobody_sits_out_the_final_because_of_ties(scored):
    scored(lambda game, seat: 20 if seat < 3 else 10)
    over = play_out(
        TournamentBuilder(StageSettings(format="knock_out", size=4, least=3, most=4), **AT_ONCE)
        .bots(8)
        .started()
        .build()
    )
    state = load_state(over)
    assert all(not drawn.byes for drawn in state.stages[1].rounds.values())
    champion = from_state.compute_standing_rows(state, 1)[0]
    assert champion.games > 0


def test_heats_that_too_few_want_are_not_drawn(scored):
    scored(by_chance(10))
    made = TournamentBuilder(
        StageSettings(format="heats", size=4, least=3, most=4), least=2, check_in_hours=0
    ).build()  # 4 rounds
    registration.add_bots(made.pk, made.owner, 6)
    made.entrants.filter(number__lt=6).update(heats=2)
    lifecycle.begin_tournament_now(made.pk, made.owner)
    over = play_out(made)
    assert over.state == Tournament.State.FINISHED
    assert len(load_state(over).stages[1].rounds) == 2


def test_a_table_that_begins_late_has_as_long_as_a_round():
    made = (
        TournamentBuilder(
            StageSettings(format="league", size=4, least=3, most=4, group=7, cap=1, round_days=10), **AT_ONCE
        )
        .bots(7)
        .started()
        .directed()
        .build()
    )
    later = server_time.now() + timedelta(days=9)
    Game.objects.update(state=Game.State.OVER, ended_at=later)
    director.run_due_steps(made.pk, later)
    begun_late = made.tables.filter(state=TournamentTable.State.STARTED)
    assert begun_late
    assert all(table.deadline == later + timedelta(days=10) for table in begun_late)


def test_somebody_whose_account_is_closed_does_not_hold_up_the_tournament():
    made = TournamentBuilder(SWISS, least=2, most=8, check_in_hours=0).build()
    person = UserFactory()
    registration.register_entrant(made.pk, person, now=LONG_BEFORE)
    registration.add_bots(made.pk, made.owner, 8)
    lifecycle.begin_tournament_now(made.pk, made.owner)
    User.objects.filter(pk=person.pk).update(is_active=False)
    director.run_due_steps(made.pk)
    assert made.tables.filter(state=TournamentTable.State.STARTED).count() == 2


def test_what_counts_is_written_down_whatever_is_usual_later():
    made = (
        TournamentBuilder(StageSettings(format="swiss", size=4, least=3, most=4), **AT_ONCE)
        .bots(8)
        .started()
        .directed()
        .build()
    )
    plan = load_state(made).stages[1].settings
    assert plan.rounds == 4
    assert plan.tie_breaks == ("PTS", "OPP", "SB", "WINS", "RELW", "LOT")
    assert '"points":"TEN"' in LedgerEntry.objects.get(kind="stage").data


def test_an_open_tournament_cannot_be_changed_into_an_impossible_one():
    made = TournamentBuilder(SWISS, least=4).build()
    Tournament.objects.filter(pk=made.pk).update(summary="x", rules="x", dispute_policy="x")
    with pytest.raises(drafts.NotPossible):
        drafts.change_tournament(
            made.pk, made.owner, stages=[StageSettings(format="swiss", size=3, least=5, most=5)]
        )
    assert made.stages.get().settings == SWISS


def test_a_tournament_does_not_shrink_below_those_who_have_a_place():
    made = TournamentBuilder(SWISS, least=4, most=12).build()
    Tournament.objects.filter(pk=made.pk).update(summary="x", rules="x", dispute_policy="x")
    register_entrants(made, 8)
    with pytest.raises(drafts.NotPossible, match=messages.PLACES_ARE_GIVEN.fill(n=8)):
        drafts.change_tournament(made.pk, made.owner, tournament_settings=TournamentSettings(least=4, most=7))
    drafts.change_tournament(made.pk, made.owner, tournament_settings=TournamentSettings(least=4, most=8))


def test_drawing_anew_does_not_move_the_bye_on():
    plan = StageSettings(format="swiss", size=3, least=3, most=3, rounds=2, by_hand=True)
    made = TournamentBuilder(plan, **AT_ONCE).bots(7).started().directed().build()
    rounds.publish_stage(made.pk, made.owner, 1)
    director.run_due_steps(made.pk)
    end_games()
    director.run_due_steps(made.pk)
    row = Round.objects.get(number=2)
    first = load_state(made).stages[1].rounds[2].byes
    rounds.pair_round_again(made.pk, made.owner, row.pk)
    assert load_state(made).stages[1].rounds[2].byes == first


def test_the_higher_division_stands_before_the_lower_one(scored):
    scored(by_chance(11))
    over = play_out(
        TournamentBuilder(StageSettings(format="pyramid", size=4, least=3, most=4, group=7), **AT_ONCE)
        .bots(21)
        .started()
        .build()
    )
    state = load_state(over)
    top = set(state.stages[1].groups[0])
    assert set(from_state.compute_stage_order(state, 1)[:7]) == top


# --- one tournament


@pytest.mark.django_db(transaction=True)
def test_what_happens_in_a_tournament_rings_for_that_tournament_alone(monkeypatch):
    rung: list[tuple[object, ...]] = []
    monkeypatch.setattr(task_trigger, "_last_sent", {})
    monkeypatch.setattr(task_trigger, "send_task", lambda *bell: rung.append(bell))
    one, other = TournamentBuilder().build(), TournamentBuilder().build()
    rung.clear()
    task_trigger._last_sent.clear()
    for _ in range(3):
        registration.register_entrant(one.pk, UserFactory())
    assert [bell for bell in rung if bell[0] == "games.tasks.direct_tournaments"] == [
        ("games.tasks.direct_tournaments", one.pk)
    ]
    registration.register_entrant(other.pk, UserFactory())
    assert ("games.tasks.direct_tournaments", other.pk) in rung


def test_a_bell_looks_after_its_tournament_and_the_sweep_after_all():
    made = [TournamentBuilder(least=2, check_in_hours=0).build() for _ in range(2)]
    for one in made:
        registration.add_bots(one.pk, one.owner, 4)
        Tournament.objects.filter(pk=one.pk).update(starts_at=server_time.now())
    states = Tournament.objects.order_by("pk").values_list("state", flat=True)
    assert tasks.direct_tournaments(made[0].pk)
    assert list(states.all()) == [Tournament.State.RUNNING, Tournament.State.OPEN]
    tasks.direct_tournaments()
    assert list(states.all()) == [Tournament.State.RUNNING] * 2
    assert tasks.direct_tournaments(10**9) == 0  # a draft that is gone
