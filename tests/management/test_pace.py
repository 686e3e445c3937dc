"""manage.py pace: simulated people, the real rules and clocks, and what is counted."""

import io
import tomllib
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from operator import attrgetter
from statistics import median

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.rule_based_bot import RuleBasedBot
from games.bots.self_play import play_one_move
from games.clock.pace import PRESETS
from games.clock.quiet_hours import find_first_awake
from games.clock.spans import ZERO
from games.management.simulation import wait_counts
from games.management.simulation.decisions import MODES, DecisionMaker, merge_turns
from games.management.simulation.people import CALENDAR_DAYS, CALENDAR_START, SimulatedHabits, create_person
from games.management.simulation.report import (
    compute_answer_shares,
    compute_shares,
    compute_table_spread,
    format_report,
    mean_emails_per_player,
)
from games.management.simulation.runner import Trial, play_game, play_trial
from games.management.simulation.table import SimulatedTable
from games.rules import registry
from games.rules.core import orders
from games.rules.core.rng import Rng
from games.rules.dominion.ruleset import DOMINION
from tests.helpers.rulesets.market_day import MARKET_DAY
from tests.helpers.rulesets.pebbles import PEBBLES

CITADELS = registry.get("citadels")
SMALL = Trial(CITADELS, seats=4, people=16, games=4, seed="a trial")
A_SECOND = timedelta(seconds=1)
NEVER_IN_THE_MOOD = SimulatedHabits(mood=0.0)


@cache
def played(mode):
    return tuple(play_trial(SMALL, mode, processes=1))


# --- people


SPRING = datetime(2026, 2, 1, tzinfo=UTC)
moments = st.timedeltas(ZERO, timedelta(days=730)).map(lambda later: SPRING + later)
people = st.builds(
    create_person,
    st.text("abc", min_size=1, max_size=6),
    st.builds(SimulatedHabits, st.sampled_from([0.3, 2.0, 9.0]), away=st.sampled_from([0.0, 0.05, 0.5])),
)


@given(people, moments)
@settings(max_examples=60, deadline=None)
def test_everybody_looks_at_the_mail_awake_and_at_home(person, at):
    look = person.next_look(at)
    assert look.at > at
    assert find_first_awake(look.at, person.hours) == look.at
    assert not person.is_away(look.at)


@given(people, moments, st.timedeltas(ZERO, timedelta(days=9)), st.none() | moments)
@settings(max_examples=60, deadline=None)
def test_all_of_a_time_is_spent_with_something(person, start, length, looked):
    parts = person.split_by_cause(start, start + length, looked)
    assert min(parts.values()) >= ZERO
    assert sum(parts.values(), ZERO) == length


@pytest.mark.parametrize("share", [0.0, 0.05, 0.3])
def test_so_many_days_are_spent_away(share):
    group = [create_person(f"{number}", SimulatedHabits(away=share)) for number in range(60)]
    away = sum((span.length for one in group for span in (*one.leave, *one.missing)), ZERO)
    assert away / timedelta(days=CALENDAR_DAYS * len(group)) == pytest.approx(share, abs=0.02)


def test_some_trips_are_booked_and_some_are_not():
    group = [create_person(f"{number}", SimulatedHabits()) for number in range(20)]
    assert any(one.leave for one in group)
    assert any(one.missing for one in group)


def test_some_look_twice_a_day_and_some_ten_times():
    looks = {create_person(f"{number}", SimulatedHabits(looks=5)).looks for number in range(60)}
    assert min(looks) == 2
    assert max(looks) == 10


# --- whole games


def test_the_same_seed_makes_the_same_games():
    assert play_game(SMALL, "all", 1) == play_game(SMALL, "all", 1)
    assert play_game(SMALL, "all", 1) != play_game(replace(SMALL, seed="another"), "all", 1)


def test_orders_take_at_most_half_of_the_days_and_lists_lie_between():
    none, lists, everything = (median(game.length for game in played(mode)) for mode in MODES)
    assert everything < lists < none
    assert everything <= none / 2


def test_orders_take_fewer_waits_and_fewer_emails():
    none, lists, everything = (played(mode) for mode in MODES)
    waits = [sum(game.waits for game in games) for games in (none, lists, everything)]
    assert waits[2] < waits[1] < waits[0]
    assert mean_emails_per_player(everything) < mean_emails_per_player(lists) < mean_emails_per_player(none)


def test_lists_of_what_to_buy_and_plans_from_the_view_save_most_of_the_waits_of_dominion():
    trial = replace(SMALL, rules=DOMINION, seats=3, games=2)
    waits = {mode: sum(play_game(trial, mode, number).waits for number in range(2)) for mode in MODES}
    assert waits["all"] < waits["none"] / 2


@pytest.mark.parametrize("mode", MODES)
def test_all_waiting_is_accounted_for(mode):
    for game in played(mode):
        for parts in (game.causes, game.questions, game.people):
            assert abs(sum(parts.values(), ZERO) - game.length) < A_SECOND
        assert sum(game.answers, ZERO) == game.length
    for parts in map(attrgetter, ("causes", "questions", "people")):
        assert sum(compute_shares(played(mode), parts).values()) == pytest.approx(1)


def test_without_orders_none_are_carried_out():
    assert all(game.by_order == 0 and game.after_stops == ZERO for game in played("none"))
    assert all("draft.pick" in game.questions for game in played("none"))


def test_draft_lists_answer_drafts_and_nothing_else():
    """Four picks a round; the first round has begun before everybody has written a list."""
    for game in played("lists"):
        drafted, whole = game.questions.get("draft.pick", ZERO), game.length
        assert 0 < game.by_order < 0.4 * game.decisions
        assert drafted < 0.3 * whole


def test_plans_that_do_not_hold_are_waited_for():
    assert sum((game.after_stops for game in played("all")), ZERO) > ZERO


class WatchedTable(SimulatedTable):
    """Notes who sits down when, and who gets which email while somebody sits there."""

    def __init__(self, *args):
        self.sat = []
        self.post = []
        self.present = None
        super().__init__(*args)

    def _sit_down(self, seat):
        asked = self.open.get(seat)
        self.sat.append((seat, self.now, bool(asked and asked.is_reminded)))
        self.present = seat
        super()._sit_down(seat)
        self.present = None

    def _send_email(self, seat, kind):
        self.post.append((seat, kind, self.present, self.rules.over(self.position)))
        super()._send_email(seat, kind)


def watched(mode, rules=CITADELS, seats=4, habits=None, pace=PRESETS["daily"]):
    group = {
        f"Seat{n}": create_person(f"watched {n}", habits or SimulatedHabits(away=0.2))
        for n in range(1, seats + 1)
    }
    table = WatchedTable(rules, group, {}, pace, mode, "watched", datetime(2026, 3, 20, tzinfo=UTC))
    table.play()
    return table


@pytest.mark.parametrize("mode", MODES)
def test_nobody_sits_down_asleep_or_away(mode):
    table = watched(mode)
    assert len(table.sat) > 20
    for seat, at, _ in table.sat:
        person = table.people[seat]
        assert find_first_awake(at, person.hours) == at
        assert not person.is_away(at)


@pytest.mark.parametrize("mode", MODES)
def test_whoever_is_at_the_page_gets_no_email_but_the_last_one(mode):
    table = watched(mode)
    at_the_page = {kind for seat, kind, present, over in table.post if seat == present and not over}
    assert at_the_page == set()
    kinds = Counter(kind for _, kind, _, _ in table.post)
    assert kinds == table.tally.emails
    assert kinds["started"] == kinds["over"] == 4


def test_whoever_is_never_in_the_mood_answers_after_a_reminder():
    table = watched("none", habits=NEVER_IN_THE_MOOD)
    assert table.sat
    assert all(reminded for _, _, reminded in table.sat)
    assert table.tally.emails["reminder"] >= len(table.sat)


def test_the_clock_plays_for_whoever_never_comes():
    """Nobody looks more than every other week: brisk games go on all the same."""
    table = watched("none", habits=SimulatedHabits(looks=0.1), pace=PRESETS["brisk"])
    tally = table.tally
    assert tally.timed_out > tally.waits / 2
    assert tally.emails["missed"] == tally.timed_out
    assert CITADELS.over(table.position)
    longest = PRESETS["brisk"].hours + PRESETS["brisk"].cap + PRESETS["brisk"].grace + PRESETS["brisk"].shift
    at_home = [one for one in tally.answers if one <= longest]
    assert len(at_home) > 0.9 * tally.waits  # the others were on leave


def test_with_all_others_on_orders_the_clock_plays_one_turn():
    group = {f"Seat{n}": create_person(f"ordered {n}", SimulatedHabits()) for n in range(1, 5)}
    start = datetime(2026, 3, 20, tzinfo=UTC)
    table = SimulatedTable(CITADELS, group, {}, PRESETS["daily"], "all", "ordered", start)
    table._ask(moved=())
    [(late, asked)] = table.open.items()
    for seat in {*group} - {late}:
        cast = " ".join(table.position.cast)
        CITADELS.orders.lines(table.position, seat).extend([f"prefer {cast}", *("gold or cards", "end") * 3])
    table._time_out(late, asked.number)
    assert table.tally.by_order > 3
    assert table.tally.decisions - table.tally.by_order == 1
    assert [*table.open] == [late]


def test_what_is_put_to_several_is_one_wait():
    """On a market day all show a fruit at once, three times; then the leader alone decides."""
    table = watched("none", rules=MARKET_DAY, seats=3)
    assert table.tally.waits <= 6
    assert table.tally.emails["alone"] >= 1
    assert abs(sum(table.tally.causes.values(), ZERO) - table.tally.length) < A_SECOND


@pytest.mark.parametrize("mode", MODES)
def test_a_game_without_orders_is_simulated_too(mode):
    table = watched(mode, rules=PEBBLES, seats=3)
    assert table.tally.by_order == 0
    assert table.tally.waits > 2


# --- what people decide ahead


def moments_of_games(number):
    """A moment in the middle of so many games of all kinds."""
    for place in range(number):
        seats, options = CITADELS.setup.sample(Rng(f"kind {place}"))
        names = [f"Seat{n}" for n in range(seats)]
        position, _ = CITADELS.new(names, options, f"game {place}")
        bots = {name: RuleBasedBot(CITADELS, f"{place}/{name}") for name in names}
        for _ in range(5 + 11 * place % 90):
            if not CITADELS.over(position):
                play_one_move(CITADELS, position, bots)
        if not CITADELS.over(position):
            yield names, position


def test_every_advised_order_can_be_filed():
    kinds = set()
    for names, position in moments_of_games(30):
        for seat in names:
            for line in CITADELS.advice.suggest_orders(CITADELS.view(position, seat), Rng("dice").below):
                kinds.add(CITADELS.orders.kind(orders.file_order(CITADELS, position, seat, line)))
    assert {"prefer", "bribe", "reveal", "confiscate", "end", "thanks", "tribute"} <= kinds


def test_an_advised_list_names_the_whole_cast_so_that_no_draft_waits():
    for names, position in moments_of_games(10):
        view = CITADELS.view(position, names[0])
        [line] = [
            one for one in CITADELS.advice.suggest_orders(view, Rng("1").below) if one.startswith("prefer ")
        ]
        assert sorted(line.split()[1:]) == sorted(view["cast"])


def test_standing_orders_depend_on_nothing_hidden():
    for names, position in moments_of_games(12):
        for seat in names:
            other = CITADELS.deal_again(position, seat, Rng("another world"))
            filed = [
                DecisionMaker(CITADELS, seat, "all", "mind"),
                DecisionMaker(CITADELS, seat, "all", "mind"),
            ]
            for mind, world in zip(filed, (position, other), strict=True):
                CITADELS.orders.lines(world, seat).clear()
                mind.leave_orders(world)
            assert standing(position, seat) == standing(other, seat)


def standing(position, seat):
    return [line for line in CITADELS.orders.lines(position, seat) if CITADELS.orders.kind(line)]


def test_a_plan_is_made_in_imagined_worlds_only(monkeypatch):
    """Whatever is tried out is tried in a copy that was dealt afresh, never in the game itself."""
    names, position = next(moments_of_games(1))
    seat = next(name for name in names if name not in CITADELS.awaits(position))
    dealt, tried = [], []
    deal_again, choose = CITADELS.deal_again, DecisionMaker.choose

    def noted_deal(self, position, seat, rng):
        dealt.append(deal_again(position, seat, rng))
        return dealt[-1]

    def noted_choice(self, position):
        tried.append(position)
        return choose(self, position)

    monkeypatch.setattr(type(CITADELS), "deal_again", noted_deal)
    monkeypatch.setattr(DecisionMaker, "choose", noted_choice)
    before = CITADELS.dump(position)
    DecisionMaker(CITADELS, seat, "all", "mind")._build_plan_lines(position)
    assert dealt
    assert all(any(world is one for one in dealt) for world in tried)
    assert CITADELS.dump(position) == before


def test_a_plan_puts_the_longer_turn_first():
    assert merge_turns([["gold", "end"], ["gold", "build market", "end"]]) == [
        "gold",
        "build market or end",
        "end",
    ]
    assert merge_turns([]) == []


# --- counts


def test_the_moves_of_one_turn_are_one_wait():
    """In Pebbles whoever ends a turn hands over to the next: there are as many waits as turns."""
    position, _ = PEBBLES.new(["Seat1", "Seat2", "Seat3"], {}, "seed")
    bots = {seat: RuleBasedBot(PEBBLES, f"seed/{seat}") for seat in position.seats}
    turns = 0
    while not PEBBLES.over(position):
        turns += play_one_move(PEBBLES, position, bots).move.verb == "end"
    assert wait_counts.count_waits(PEBBLES, 3, {}, "seed") == turns


def test_a_market_day_has_at_most_two_waits_a_round():
    assert 3 <= wait_counts.count_waits(MARKET_DAY, 3, {}, "seed") <= 6


def test_a_sample_goes_from_the_shortest_to_the_longest():
    assert wait_counts.sample_evenly([5, 3, 4]) == [3, 4, 5]
    found = wait_counts.sample_evenly(range(1000))
    assert len(found) == wait_counts.SAMPLE_SIZE
    assert found == sorted(found)
    assert found[0] < 50
    assert found[-1] > 950


@pytest.mark.parametrize("kind", CITADELS.statistics.lengths)
@pytest.mark.parametrize("seats", CITADELS.seats)
def test_every_size_of_every_kind_is_counted(kind, seats):
    waits = CITADELS.statistics.usual_waits(seats, CITADELS.statistics.lengths[kind])
    assert len(waits) == wait_counts.SAMPLE_SIZE
    assert waits == sorted(waits)


def test_the_counts_are_those_of_games():
    waits = CITADELS.statistics.usual_waits(4, {})
    for number in range(4):
        found = wait_counts.count_waits(CITADELS, 4, CITADELS.statistics.lengths["2016"], f"again {number}")
        assert 0.7 * waits[0] < found < 1.3 * waits[-1]


def test_options_written_out_find_the_same_counts():
    for options in CITADELS.statistics.lengths.values():
        clean = CITADELS.setup.clean(5, options, "seed")
        assert CITADELS.statistics.usual_waits(5, clean) == CITADELS.statistics.usual_waits(5, options)
    assert CITADELS.statistics.usual_waits(9, {}) == []


def test_a_short_game_is_shorter():
    classic = {"edition": "classic"}
    assert median(CITADELS.statistics.usual_waits(5, classic | {"short": True})) < median(
        CITADELS.statistics.usual_waits(5, classic)
    )


# --- the command


@pytest.fixture
def pace():
    def run(*args):
        out = io.StringIO()
        call_command("pace", *args, stdout=out)
        # how far it is, is told now and then: on a busy machine more often
        return [line for line in out.getvalue().splitlines() if not line.endswith(" games")]

    return run


QUICK = ("--seats", "4", "--people", "8", "--processes", "1")


def test_the_table_has_a_column_for_each_way_to_play(pace):
    lines = pace(*QUICK)
    assert lines[0].startswith("citadels for 4, 2 games of 8 people")
    assert all(text in lines[2] for text in MODES.values())
    [row] = [line for line in lines if line.startswith("days per game: median")]
    none, lists, everything = map(float, row.split()[-3:])
    assert everything < lists < none
    assert "waiting for somebody who is" in lines
    assert pace(*QUICK) == lines


def test_one_way_alone(pace):
    lines = pace(*QUICK, "--mode", "none", "--games", "1", "--preset", "brisk", "--zones", "near")
    assert "1 games of 8 people who look 8 times a day" in lines[0]
    assert not any("of that in the first column" in line for line in lines)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--seats", "9"], "citadels is for 2 to 8 people"),
        (["--people", "3"], "citadels is for 2 to 8 people"),
        (["--game", "chess"], "There is no game “chess”"),
        (["--looks", "0"], "between 0.1 and 100 times a day"),
        (["--away", "1.5"], "this is a part from 0 to 1"),
        (["--mood", "often"], "“often” is not a number"),
        (["--options", '{"edition": "1999"}'], "“edition” is one of"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(pace, args, said):
    with pytest.raises(CommandError, match=said):
        pace(*args)


def test_counts_are_written_where_the_ruleset_reads_them(pace, monkeypatch, tmp_path):
    monkeypatch.setattr(CITADELS.statistics, "waits_file", tmp_path / "waits.toml")
    monkeypatch.setattr(type(CITADELS), "seats", range(2, 4))
    lines = pace("--counts", "--games", "2", "--processes", "1")
    assert lines[-1] == "written to waits.toml"
    found = tomllib.loads((tmp_path / "waits.toml").read_text("utf-8"))
    assert set(found) == set(CITADELS.statistics.lengths)
    assert all(len(found[kind][size]) == 2 for kind in found for size in ("2", "3"))


def test_a_ruleset_without_a_file_is_told_to_name_one(pace, monkeypatch):
    monkeypatch.setitem(registry.RULESETS, "pebbles", PEBBLES)
    with pytest.raises(CommandError, match="name one in waits_file"):
        pace("--game", "pebbles", "--counts")


# --- for the forecast


def test_tenths_keep_the_mean_of_all_waits():
    games = played("none")
    waits = [answer for game in games for answer in game.answers]
    tenths = compute_answer_shares(games, SMALL.pace)
    assert len(tenths) == 10
    assert tenths == sorted(tenths)
    mean = sum(waits, ZERO) / len(waits) / SMALL.pace.hours
    assert sum(tenths) / 10 == pytest.approx(mean, rel=0.1)


def test_tables_where_all_answer_alike_do_not_differ():
    game = played("none")[0]
    assert compute_table_spread([game, game]) == 0
    slow = replace(
        game, ended_at=game.started_at + 2 * game.length, answers=[2 * one for one in game.answers]
    )
    assert compute_table_spread([game, slow]) > 0.2


def test_a_report_of_one_game_can_be_written():
    assert any("days per game" in line for line in format_report({"none": played("none")[:1]}))


def test_the_calendar_begins_before_all_games():
    assert played("none")[0].started_at.date() >= CALENDAR_START
