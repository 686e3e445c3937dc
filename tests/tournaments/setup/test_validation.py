"""Settings that cannot be: the reason, and what would be possible; and how long those take that can."""

from datetime import timedelta

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pairing import next_round
from games.tournaments.settings import FORMATS, StageSettings, TournamentSettings
from games.tournaments.setup import duration
from games.tournaments.setup.drafts import TEMPLATES
from games.tournaments.setup.validation import Problem, describe_group, find_problems, list_warnings
from tests.helpers.frozen_time import NOON
from tests.helpers.messages import tournaments as messages
from tests.helpers.tournaments import score_sheets
from tests.helpers.tournaments.dates import START, hours_before

patiently = settings(score_sheets.patiently, max_examples=20)
FOURS = StageSettings(format="swiss", size=4, least=3, most=4)
EVENT = TournamentSettings(least=8, most=32)


def changed(plan, **fields):
    return msgspec.structs.replace(plan, **fields)


def followed(
    tournament: TournamentSettings, stages: list[StageSettings], problem: Problem
) -> tuple[TournamentSettings, list[StageSettings]]:
    """What was proposed is filled in."""
    is_number = problem.suggestion.isdecimal()
    fields = {problem.field: int(problem.suggestion) if is_number else problem.suggestion}
    if problem.where == "tournament":
        return changed(tournament, **fields), stages
    number = int(problem.where.removeprefix("stage ")) - 1
    return tournament, [*stages[:number], changed(stages[number], **fields), *stages[number + 1 :]]


@pytest.mark.parametrize(
    ("tournament", "stage", "where", "field", "instead"),
    [
        (EVENT, changed(FOURS, size=5), "stage 1", "most", "5"),
        (EVENT, changed(FOURS, most=9), "stage 1", "most", "8"),
        (TournamentSettings(least=2), FOURS, "tournament", "least", "3"),
        (TournamentSettings(least=9, most=8), FOURS, "tournament", "most", "9"),
        (TournamentSettings(most=2000), FOURS, "tournament", "most", "1000"),
        (EVENT, changed(FOURS, format="knock_out", least=4), "stage 1", "least", "3"),
        (EVENT, changed(FOURS, format="league", group=3), "stage 1", "group", "4"),
        (EVENT, changed(FOURS, format="knock_out", through=3), "stage 1", "through", "2"),
        (EVENT, changed(FOURS, rounds=30, at_once=8), "stage 1", "at_once", "1"),
        (EVENT, changed(FOURS, rounds=6, at_once=8), "stage 1", "at_once", "6"),
        (changed(EVENT, rating_from=20, rating_to=10), FOURS, "tournament", "rating_to", "20"),
        (EVENT, changed(FOURS, format="heats", rounds=3, best=4), "stage 1", "best", "3"),
        (EVENT, changed(FOURS, go_on=4), "stage 1", "go_on", "0"),
        (EVENT, changed(FOURS, points="CUSTOM", vectors={"4": [3, 2, 1, 0]}), "stage 1", "points", "TEN"),
        (
            EVENT,
            changed(FOURS, tie_breaks=("HEIGHT",)),
            "stage 1",
            "tie_breaks",
            "PTS, OPP, SB, WINS, RELW, LOT",
        ),
        (EVENT, changed(FOURS, at_once=9), "stage 1", "at_once", "8"),
    ],
)
def test_what_cannot_be_is_refused_with_the_nearest_that_can(tournament, stage, where, field, instead):
    [found] = find_problems("citadels", tournament, [stage])
    assert found.text
    assert (found.where, found.field, found.suggestion) == (where, field, instead)


@pytest.mark.parametrize(
    ("go_on", "least", "where", "field", "instead"),
    [(2, 8, "stage 1", "go_on", "4"), (16, 8, "stage 1", "go_on", "8"), (5, 4, "tournament", "least", "5")],
)
def test_as_many_go_on_as_there_are_and_as_what_follows_needs(go_on, least, where, field, instead):
    final = changed(
        FOURS, format="knock_out", least=5 if least == 4 else 3, size=5 if least == 4 else 4, most=5
    )
    stages = [changed(FOURS, most=5, go_on=go_on), final]
    found = find_problems("citadels", changed(EVENT, least=least), stages)[0]
    assert (found.where, found.field, found.suggestion) == (where, field, instead)


def test_nothing_follows_a_ladder():
    found = find_problems("citadels", EVENT, [changed(FOURS, format="ladder", go_on=4), FOURS])
    assert [(one.field, one.suggestion) for one in found] == [("format", "swiss")]


stages = st.builds(
    StageSettings,
    format=st.sampled_from(FORMATS),
    size=st.integers(2, 8),
    least=st.integers(2, 9),
    most=st.integers(1, 9),
    rounds=st.integers(0, 40),
    group=st.integers(2, 15),
    through=st.integers(0, 7),
    best=st.integers(-1, 6),
    go_on=st.integers(-1, 20),
    reach=st.integers(0, 3),
    at_once=st.integers(0, 9),
    cap=st.integers(0, 4),
)


@patiently
@given(st.lists(stages, min_size=1, max_size=3), st.integers(0, 30), st.integers(0, 60))
def test_whoever_follows_what_is_proposed_comes_to_a_tournament_that_can_be_played(stages, least, more):
    tournament_settings = TournamentSettings(least=least, most=least + more)
    for _ in range(60):
        found = find_problems("citadels", tournament_settings, stages)
        if not found:
            break
        tournament_settings, stages = followed(tournament_settings, stages, found[0])
    else:
        raise AssertionError(found)
    for number in {tournament_settings.least, tournament_settings.most}:
        assert next_round.build_table_shape(stages[0]).split(number).tables
        if stages[0].format == "knock_out":
            assert next_round.compute_knock_out_fields(stages[0], number)[-1] <= stages[0].most


def test_points_that_favour_some_tables_are_doubted():
    uneven = changed(FOURS, points="CUSTOM", vectors={"4": [9, 5, 2, 0], "3": [9, 6, 3]})
    assert find_problems("citadels", EVENT, [uneven]) == []
    [doubt] = list_warnings(EVENT, [uneven])
    assert doubt == messages.TABLES_WORTH_MORE.fill(high=3, low=4, more=6, less=4)


def test_fields_without_a_fair_split_are_told_with_the_figure():
    fair = changed(FOURS, format="league", group=7)
    assert list_warnings(EVENT, [fair]) == []
    large = changed(FOURS, format="league", group=12, least=4)
    [doubt] = list_warnings(changed(EVENT, least=12, most=12), [large])
    [twelve] = next_round.plan_groups(large, 12)
    assert (twelve.pairs, twelve.meetings, twelve.is_even) == (66, 72, False)
    assert doubt.endswith(describe_group(twelve))


@pytest.mark.django_db
@pytest.mark.parametrize("entrants", [7, 8, 10, 13, 22])
def test_what_is_planned_for_a_group_is_what_its_players_get(entrants):
    stage = changed(FOURS, format="league", group=7)
    for group in next_round.plan_groups(stage, entrants):
        assert group.is_even
        assert group.tables * 6 >= group.meetings >= group.pairs
        assert duration.estimate_stage("citadels", stage, entrants).games >= group.games


@pytest.mark.parametrize(
    ("hours", "left", "said"),
    [
        (72, 100, []),
        (0, 100, [messages.WARN_NO_CHECK_IN]),
        (
            72,
            48,
            [(messages.WARN_CHECK_IN_IS_PAST.fill(when="Friday 26 February 2027, 18:00 (UTC)", n=24))],
        ),
        (72, 5, [messages.WARN_START_TOO_SOON]),
        (3, 100, [messages.WARN_CHECK_IN_TOO_SHORT.fill(least=6)]),
        (72, -1, []),  # that the start is past is a problem of its own
    ],
)
def test_a_check_in_that_cannot_open_in_time_is_told(hours, left, said):
    assert list_warnings(changed(EVENT, check_in_hours=hours), [FOURS], START, hours_before(left)) == said


# --- how long it takes


@pytest.mark.django_db
def test_a_round_has_room_for_a_middling_game():
    [found] = duration.find_too_short_rounds("citadels", [FOURS, changed(FOURS, round_days=3)])
    days = int(found.suggestion)
    assert (found.where, found.field) == ("stage 2", "round_days")
    assert list(duration.find_too_short_rounds("citadels", [changed(FOURS, round_days=days)])) == []
    assert list(duration.find_too_short_rounds("citadels", [changed(FOURS, round_days=days - 1)]))
    assert f"a typical game takes {days} days" in found.text


@pytest.mark.django_db
def test_a_pace_at_which_a_game_lasts_longer_than_a_year_is_refused():
    slow = changed(FOURS, pace={"hours": 24 * 30}, round_days=365)
    [found] = duration.find_too_short_rounds("citadels", [slow])
    assert (found.field, found.suggestion) == ("pace", "")


@pytest.mark.django_db
@pytest.mark.parametrize("name", TEMPLATES)
def test_in_what_an_organizer_begins_with_no_table_is_cut_short(name):
    kind = TEMPLATES[name]
    assert find_problems("citadels", kind.settings, kind.stages) == []
    assert list(duration.find_too_short_rounds("citadels", kind.stages)) == []
    found = duration.estimate_tournament("citadels", kind.stages, kind.settings.least, NOON)
    assert not any(stage.ends_by_deadline for stage in found.stages)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("plan", "entrants", "games", "in_a_row", "tables"),
    [
        (changed(FOURS, format="league", group=7, cap=1), 7, 4, 4, 7),
        (changed(FOURS, format="league", group=7, cap=2), 7, 4, 2, 7),
        (changed(FOURS, format="league", group=7, cap=4), 14, 4, 1, 14),
        (changed(FOURS, format="pods", rounds=5, cap=2), 16, 5, 3, 20),
        (changed(FOURS, rounds=4), 16, 4, 4, 16),
        (changed(FOURS, rounds=2, at_once=2), 16, 4, 2, 16),
        (changed(FOURS, rounds=2, at_once=2, cap=1), 16, 4, 4, 16),
        (changed(FOURS, format="knock_out"), 22, 3, 3, 9),
    ],
)
def test_games_one_after_the_other_take_the_time(plan, entrants, games, in_a_row, tables):
    found = duration.estimate_stage("citadels", plan, entrants)
    assert (found.games, found.games_in_a_row, found.tables) == (games, in_a_row, tables)
    usual = in_a_row * found.game * duration.SLOWEST_TABLE_FACTOR
    assert found.days == min(usual, in_a_row * plan.round_days)
    assert found.ends_by_deadline == (usual > in_a_row * plan.round_days)


@pytest.mark.django_db
def test_stages_are_added_up_and_a_ladder_has_no_end():
    final = changed(FOURS, format="knock_out")
    found = duration.estimate_tournament("citadels", [changed(FOURS, rounds=2, go_on=4), final], 16, NOON)
    assert [stage.entrants for stage in found.stages] == [16, 4]
    assert found.ends == NOON + timedelta(days=sum(stage.days for stage in found.stages))
    assert duration.estimate_tournament("citadels", [changed(FOURS, format="ladder")], 16, NOON).ends is None


@pytest.mark.django_db
def test_an_estimate_has_the_time_in_which_people_say_whether_they_come():
    first, final = changed(FOURS, rounds=2, go_on=4), changed(FOURS, format="knock_out", most=4)
    at_once = duration.estimate_tournament("citadels", [first, final], 16, NOON)
    asked = duration.estimate_tournament("citadels", [first, changed(final, check_in_hours=72)], 16, NOON)
    assert asked.days - at_once.days == pytest.approx(3)
    assert (
        duration.estimate_tournament("citadels", [changed(first, check_in_hours=72), final], 16, NOON)
        == at_once
    )
