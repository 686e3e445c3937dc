"""How long a game will take and when a seat is called: out of the journal, or out of what was counted."""

from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random

import pytest
from django.core.cache import cache
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.clock import forecast
from games.clock.pace import PRESETS, Pace
from games.management.simulation.people import SimulatedHabits
from games.management.simulation.report import list_days, ninetieth_percentile
from games.management.simulation.runner import LOOKS_PER_DAY, Trial, play_trial
from games.models import Game, GameLogEntry, Seat
from games.models.game import dump_pace_json
from games.queries.forecast import (
    MIN_ANSWERS,
    SIMULATED_ANSWER_SHARES,
    TABLE_VARIATION,
    GameLength,
    TableWait,
    TimedMove,
    count_waits_before,
    describe_length,
    extract_waits,
    forecast_game_length,
    forecast_next_turn,
    scale_waits,
    simulate_answer_times,
)
from games.rules import registry
from tests.helpers.rulesets.pebbles import PEBBLES

CITADELS = registry.get("citadels")
DAILY = PRESETS["daily"]
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
ONE, TWO, THREE = 1, 2, 3
numbers = count(1)


def after(hours: float) -> datetime:
    return NOON + hours * HOUR


def entries(*rows):
    """Seat, asked and answered, in hours after noon."""
    return [TimedMove(1, seat, after(at), after(asked)) for seat, asked, at in rows]


def lengths(*rows):
    return [(wait.seat_id, wait.length / HOUR) for wait in extract_waits(entries(*rows))]


# --- waits


def test_each_answer_is_a_wait():
    assert lengths((ONE, 0, 2), (TWO, 2, 5)) == [(ONE, 2), (TWO, 3)]


def test_the_rest_of_a_turn_is_no_wait():
    assert lengths((ONE, 0, 2), (ONE, 2, 2.01), (ONE, 2.01, 2.2), (TWO, 2.2, 5)) == [(ONE, 2), (TWO, 2.8)]


def test_whoever_goes_away_in_the_middle_of_a_turn_is_waited_for():
    assert lengths((ONE, 0, 2), (ONE, 2, 9)) == [(ONE, 2), (ONE, 7)]


def test_an_order_answers_at_once_and_is_no_wait():
    assert lengths((ONE, 0, 2), (TWO, 2, 2), (THREE, 2, 4)) == [(ONE, 2), (THREE, 2)]
    assert lengths((ONE, 0, 2), (TWO, 2, 2)) == [(ONE, 2)]


def test_asked_again_after_the_orders_of_others_one_is_still_there():
    assert lengths((ONE, 0, 2), (TWO, 2, 2), (ONE, 2, 2.1)) == [(ONE, 2)]


def test_what_is_put_to_several_is_one_wait_until_the_last_answer():
    assert lengths((ONE, 0, 2), (TWO, 0, 3), (THREE, 0, 7), (ONE, 7, 8)) == [(THREE, 7), (ONE, 1)]


@given(st.lists(st.tuples(st.integers(1, 4), st.floats(0, 50)), max_size=40))
def test_waits_of_one_after_the_other_never_take_longer_than_the_game(turns):
    at, rows = 0.0, []
    for seat, hours in turns:
        rows.append((seat, at, at + hours))
        at += hours
    waits = list(extract_waits(entries(*rows)))
    assert len(waits) <= len(turns)
    assert sum((wait.length for wait in waits), timedelta()) <= after(at) - NOON + timedelta(seconds=1)


# --- before anybody has played


def simulated(name: str, size: int = 5) -> GameLength:
    found = forecast_game_length("citadels", {}, size, PRESETS[name])
    assert found is not None
    return found


@pytest.mark.django_db
@pytest.mark.parametrize("name", PRESETS)
def test_a_new_house_forecasts_what_simulated_people_take(name):
    """Measured anew with other people: the constants are what they say they are."""
    pace, habits = PRESETS[name], SimulatedHabits(looks=LOOKS_PER_DAY[name])
    trial = Trial(CITADELS, 5, 50, 10, pace, habits, {"preset": "random"}, seed="measured")
    played = list_days(list(play_trial(trial, "none", processes=1)))
    found = simulated(name)
    assert found.median == pytest.approx(sum(played) / len(played), rel=0.25)
    assert found.ninetieth == pytest.approx(ninetieth_percentile(played), rel=0.4)


@pytest.mark.django_db
def test_more_seats_and_slower_paces_take_longer():
    by_size = [simulated("daily", size).median for size in CITADELS.seats]
    assert by_size == sorted(by_size)
    by_pace = [simulated(name).median for name in PRESETS]
    assert by_pace == sorted(by_pace)


@pytest.mark.parametrize(
    ("people", "size", "share"),
    [(2, 4, 0.39), (3, 4, 0.72), (2, 5, 0.31), (3, 5, 0.53), (4, 5, 0.75), (2, 7, 0.21), (5, 7, 0.68)],
)
def test_with_bots_there_are_as_many_waits_as_were_counted_among_bots(people, size, share):
    assert scale_waits(people, [1000], size)[0] == pytest.approx(1000 * share, abs=40)


def test_without_bots_every_wait_counts_and_a_game_has_one_at_least():
    assert scale_waits(5, [60, 80], 5) == [60, 80]
    assert scale_waits(1, [60, 80], 5) == [1, 1]


@pytest.mark.django_db
def test_a_game_with_bots_has_a_forecast_of_its_own():
    whole = forecast_game_length("citadels", {}, 5, DAILY)
    with_bots = forecast_game_length("citadels", {}, 5, DAILY, bots=2)
    assert 0.4 < with_bots.median / whole.median < 0.65
    assert with_bots.worst < whole.worst
    assert forecast_game_length("citadels", {}, 5, DAILY) == whole


@pytest.mark.django_db
def test_the_worst_game_is_longer_than_nine_of_ten():
    for name in PRESETS:
        found = simulated(name)
        assert found.median < found.ninetieth < found.worst


@pytest.mark.django_db
def test_a_pace_of_ones_own_is_like_the_nearest_preset():
    own = Pace(hours=timedelta(hours=20))
    assert simulate_answer_times(own) == [share * 20 * HOUR for share in SIMULATED_ANSWER_SHARES["daily"]]
    assert (
        simulate_answer_times(Pace(hours=timedelta(days=6)))[0]
        == SIMULATED_ANSWER_SHARES["correspondence"][0] * 144 * HOUR
    )


@pytest.mark.django_db
def test_a_game_that_nobody_has_counted_has_no_forecast(monkeypatch):
    monkeypatch.setitem(registry.RULESETS, "pebbles", PEBBLES)
    assert forecast_game_length("pebbles", {}, 3, DAILY) is None


# --- what people have played


def table(size: int = 5, pace: Pace = DAILY, state: str = "over", options: str = "{}") -> Game:
    game = Game.objects.create(
        name="Played",
        ruleset="citadels",
        size=size,
        options=options,
        state=state,
        pace_data=dump_pace_json(pace),
        created_at=NOON,
        started_at=NOON,
        ended_at=NOON if state == "over" else None,
        changed_at=NOON,
    )
    seats = [Seat(game=game, place=place, name=f"Seat{place}", joined_at=NOON) for place in range(size)]
    Seat.objects.bulk_create(seats)
    return game


def play(game: Game, waits: int, hours: float, how: str = "form", order: list[int] | None = None) -> Game:
    """So many waits of so many hours each, one seat after the other."""
    seats = list(game.seats.order_by("place"))
    turns = order or [turn % len(seats) for turn in range(waits)]
    GameLogEntry.objects.bulk_create(
        GameLogEntry(
            game=game,
            number=number + 1,
            seat=seats[place],
            text="end",
            decision=number,
            how=how,
            key=f"{next(numbers)}",
            asked_at=after(number * hours),
            at=after((number + 1) * hours),
        )
        for number, place in enumerate(turns)
    )
    return game


@pytest.mark.django_db
def test_twenty_finished_games_say_more_than_games_among_bots():
    for _ in range(19):
        play(table(), waits=30, hours=8)
    counted = forecast_game_length("citadels", {}, 5, DAILY)
    cache.clear()
    play(table(), waits=30, hours=8)
    seen = forecast_game_length("citadels", {}, 5, DAILY)
    assert seen.median == pytest.approx(10, rel=0.01)  # 30 waits of 8 hours
    assert counted.median > 2 * seen.median
    assert seen.worst == pytest.approx(forecast.compute_longest_length([30], DAILY, seats=5))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "other",
    [
        {"size": 4},
        {"options": '{"edition": "classic"}'},
        {"state": "running"},
    ],
)
def test_other_games_do_not_count(other):
    before = forecast_game_length("citadels", {}, 5, DAILY)
    cache.clear()
    for _ in range(20):
        play(table(pace=PRESETS["relaxed"], **other), waits=3, hours=8)
    assert forecast_game_length("citadels", {}, 5, DAILY) == before


@pytest.mark.django_db
def test_games_with_bots_do_not_count():
    before = forecast_game_length("citadels", {}, 5, DAILY)
    cache.clear()
    for _ in range(20):
        game = play(table(pace=PRESETS["relaxed"]), waits=3, hours=8)
        game.log_entries.filter(number=1).update(how="bot")
    assert forecast_game_length("citadels", {}, 5, DAILY) == before


@pytest.mark.django_db
def test_what_was_taken_back_and_what_is_no_move_is_no_wait():
    for _ in range(20):
        game = play(table(), waits=30, hours=8)
        game.log_entries.filter(number__lte=5).update(taken_back=True)
        game.log_entries.filter(number__in=[6, 7]).update(kind="pause")
    found = forecast_game_length("citadels", {}, 5, DAILY)
    assert found.median == pytest.approx(23 * 8 / 24, rel=0.01)


@pytest.mark.django_db
def test_answers_at_tables_of_this_pace_say_more_than_the_simulation():
    before = forecast_game_length("citadels", {}, 5, DAILY)
    cache.clear()
    play(table(state="running", pace=PRESETS["brisk"]), waits=100, hours=1)
    assert forecast_game_length("citadels", {}, 5, DAILY) == before
    cache.clear()
    play(table(state="running"), waits=100, hours=1)
    found = forecast_game_length("citadels", {}, 5, DAILY)
    usual = forecast.forecast_length(CITADELS.statistics.usual_waits(5, {}), [HOUR], between=TABLE_VARIATION)
    assert found.median == pytest.approx(usual.median)


@pytest.mark.django_db
def test_a_handful_of_answers_is_not_enough():
    before = forecast_game_length("citadels", {}, 5, DAILY)
    cache.clear()
    play(table(state="running"), waits=MIN_ANSWERS - 1, hours=1)
    assert forecast_game_length("citadels", {}, 5, DAILY) == before


@pytest.mark.django_db
def test_a_forecast_is_kept_for_all_sets_of_an_edition(django_assert_num_queries):
    first = forecast_game_length("citadels", {}, 5, DAILY)
    with django_assert_num_queries(0):
        assert forecast_game_length("citadels", {"preset": "cunning_agents"}, 5, DAILY) == first
        assert forecast_game_length("citadels", {"edition": "2016"}, 5, DAILY) == first


@pytest.mark.django_db
def test_that_nobody_knows_is_kept_too(monkeypatch, django_assert_num_queries):
    monkeypatch.setitem(registry.RULESETS, "pebbles", PEBBLES)
    forecast_game_length("pebbles", {}, 3, DAILY)
    with django_assert_num_queries(0):
        assert forecast_game_length("pebbles", {}, 3, DAILY) is None


# --- in words


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (GameLength(12.4, 19.8, 90), "about 12 days; nine games in ten within 20"),
        (GameLength(0.2, 0.4, 3), "about a day; nine games in ten within 1"),
        (GameLength(2.6, 2.9, 3), "about 3 days; nine games in ten within 3"),
        (GameLength(100, 150, 900), "about 14 weeks; nine games in ten within 21"),
    ],
)
def test_a_length_in_words(length, words):
    with translation.override("en"):
        assert describe_length(length) == words


# --- when a seat is called


def waits_of(*seats: int) -> list[TableWait]:
    return [TableWait(seat, after(place), after(place + 1)) for place, seat in enumerate(seats)]


def test_as_many_waits_as_usual_between_two_calls_less_those_since():
    assert count_waits_before(ONE, waits_of(1, 2, 3, 4, 1, 2, 3, 4, 1), 4) == 3
    assert count_waits_before(ONE, waits_of(1, 2, 3, 4, 1, 2, 3, 4, 1, 2), 4) == 2


def test_one_wait_at_least_is_to_come():
    assert count_waits_before(ONE, waits_of(1, 2, 1, 2, 2, 2, 2), 2) == 1


def test_who_was_never_called_waits_for_all_the_others():
    assert count_waits_before(ONE, [], 5) == 4
    assert count_waits_before(ONE, waits_of(2, 3), 5) == 2


def running(
    hours: float = 2, order: tuple[int, ...] = (0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1)
) -> tuple[Game, Seat]:
    """A table of three where the third is asked now."""
    game = play(table(3, state="running"), waits=0, hours=hours, order=list(order))
    game.seats.filter(place=2).update(decision=len(order), asked_at=after(hours * len(order)))
    return game, game.seats.get(place=0)


@pytest.mark.django_db
def test_a_seat_is_called_after_those_before_it():
    game, seat = running(hours=2)
    found = forecast_next_turn(game, seat, after(22))
    assert found.early == found.around == found.late == after(24)  # one wait of two hours, as all were


@pytest.mark.django_db
def test_a_call_that_is_late_is_expected_any_moment():
    game, seat = running(hours=2)
    assert forecast_next_turn(game, seat, after(30)).around == after(30)


@pytest.mark.django_db
def test_looking_again_does_not_put_the_call_off():
    game, seat = running(hours=2)
    assert forecast_next_turn(game, seat, after(22)) == forecast_next_turn(game, seat, after(23.5))


@pytest.mark.django_db
def test_a_young_table_is_as_fast_as_the_house():
    for _ in range(2):
        play(table(state="running"), waits=60, hours=5)
    game, seat = running(hours=1, order=(0, 1))
    assert forecast_next_turn(game, seat, after(2)).around == after(2) + 5 * HOUR


@pytest.mark.django_db
def test_who_is_asked_and_who_is_no_person_is_not_called():
    game, seat = running()
    assert forecast_next_turn(game, game.seats.get(place=2), after(22)) is None
    seat.bot = "rule_based"
    assert forecast_next_turn(game, seat, after(22)) is None


@pytest.mark.django_db
@pytest.mark.parametrize("state", ["paused", "over", "abandoned"])
def test_nobody_is_called_in_a_game_that_stands_still(state):
    game, seat = running()
    game.state = state
    assert forecast_next_turn(game, seat, after(22)) is None


@pytest.mark.django_db
def test_the_call_hangs_on_nothing_that_is_hidden():
    """Other cards, moves and orders: who was asked when, and when the answer came, is all that counts."""
    game, seat = running(order=tuple(Random(3).choices(range(3), k=20)))
    before = forecast_next_turn(game, seat, after(40))
    game.log_entries.update(text="pick assassin", events='[["secret"]]', how="order")
    Game.objects.filter(pk=game.pk).update(position='{"hidden": 1}', seed="another", options='{"x": 1}')
    game.refresh_from_db()
    assert forecast_next_turn(game, seat, after(40)) == before


@pytest.mark.django_db
def test_a_call_is_found_in_one_statement(django_assert_num_queries):
    game, seat = running()
    with django_assert_num_queries(1):
        forecast_next_turn(game, seat, after(22))
