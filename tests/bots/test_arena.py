"""The arena: fair to every bot, the same for the same seed, and honest about chance."""

import io
import re
from collections import Counter

import pytest
from django.core.management import CommandError, call_command

from games.bots import arena
from games.bots.arena import ArenaResult, Contest, compute_wilson_interval, play_game, run_contest
from games.rules import registry
from games.rules.core.capabilities.advice import MoveAdvice
from games.rules.core.errors import BadOptions
from tests.helpers.rulesets.pebbles import PEBBLES, PebblesRules

FIRST_GAME = '{"preset": "first_game"}'
LINE = r"(\w+) +(\d+\.\d) %  \(95 % interval: (\d+\.\d) to (\d+\.\d) %\)"


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
        (1, 4, 0.0456, 0.6994),
    ],
)
def test_the_interval_has_its_known_values(wins, games, low, high):
    assert compute_wilson_interval(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_the_interval_holds_the_share():
    for games in (1, 7, 400):
        for wins in range(games + 1):
            low, high = compute_wilson_interval(wins, games)
            assert 0 <= low <= wins / games <= high <= 1


class EverybodyWins(PebblesRules):
    def winners(self, position):
        return self.players(position)


def test_a_shared_victory_is_a_fraction_for_each():
    results = run_contest(EverybodyWins(), Contest(("random", "random"), {}, "x"), games=6, processes=1)
    assert results == [ArenaResult("random", 3.0, 6), ArenaResult("random", 3.0, 6)]


def test_every_game_has_one_victory_to_give_away():
    results = run_contest(PEBBLES, Contest(("random", "random", "rule_based"), {}, "x"), games=9, processes=1)
    assert sum(result.wins for result in results) == pytest.approx(9)
    assert [result.bot for result in results] == ["random", "random", "rule_based"]


def test_a_sparring_partner_of_the_game_takes_part_under_its_name(monkeypatch):
    class FirstOfferAdvice(MoveAdvice):
        sparring = {"first_offer": lambda view, offers, below: next(offers[0].moves())}

    rules = PebblesRules()
    rules.advice = FirstOfferAdvice(rules)
    results = run_contest(rules, Contest(("first_offer", "random"), {}, "x"), games=4, processes=1)
    assert [result.bot for result in results] == ["first_offer", "random"]
    with pytest.raises(BadOptions, match="There is: random, rule_based, first_offer"):
        run_contest(rules, Contest(("nobody", "random"), {}, "x"), games=4)
    with pytest.raises(BadOptions, match="no bot “first_offer”"):
        run_contest(PEBBLES, Contest(("first_offer", "random"), {}, "x"), games=4)


class FirstSeatWins(PebblesRules):
    def winners(self, position):
        return [self.players(position)[0]]


def test_every_bot_has_every_seat_as_often_as_the_others():
    contest = Contest(("random",) * 4, {}, "x")
    assert [result.wins for result in run_contest(FirstSeatWins(), contest, games=20, processes=1)] == [
        5.0
    ] * 4


def test_neighbours_are_drawn_by_lot():
    contest = Contest(("random",) * 4, {}, "x")
    orders = Counter(tuple(arena._draw_seat_order(contest, deal, 0)) for deal in range(200))
    assert len(orders) == 24


def test_a_deal_is_played_once_in_every_rotation(monkeypatch):
    seeds = []

    class Noted(PebblesRules):
        def new(self, seats, options, seed):
            seeds.append(seed)
            return super().new(seats, options, seed)

    for number in range(6):
        play_game(Noted(), Contest(("random",) * 3, {}, "x"), number)
    assert seeds == ["x/0"] * 3 + ["x/1"] * 3


def test_the_seed_decides_and_the_number_of_processes_does_not():
    rules, bots = registry.get("citadels"), ("rule_based", "random")
    one = run_contest(rules, Contest(bots, {}, "a"), games=8, processes=1)
    assert run_contest(rules, Contest(bots, {}, "a"), games=8, processes=2) == one
    played = [[play_game(PEBBLES, Contest(("random",) * 2, {}, seed), n) for n in range(20)] for seed in "ab"]
    assert played[0] != played[1]


@pytest.mark.parametrize(
    ("bots", "options", "words"),
    [
        (("random", "nobody"), {}, "no bot “nobody”"),
        (("random",), {}, "for 2 to 8 bots"),
        (("random",) * 9, {}, "for 2 to 8 bots"),
        (("random",) * 2, {"preset": "nonsense"}, "preset"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(bots, options, words):
    with pytest.raises(BadOptions, match=words):
        run_contest(registry.get("citadels"), Contest(bots, options, "x"), games=10)


# --- the command


def run(*args):
    out = io.StringIO()
    call_command("arena", *args, stdout=out)
    return out.getvalue().splitlines()


def test_the_command_prints_a_line_for_each_bot_and_the_pace():
    lines = run("--bots", "rule_based,random,random,random", "--games", "8", "--options", FIRST_GAME)
    found = [re.fullmatch(LINE, line) for line in lines[:-1]]
    assert [one[1] for one in found] == ["rule_based", "random", "random", "random"]
    assert sum(float(one[2]) for one in found) == pytest.approx(100, abs=0.3)
    assert all(float(one[3]) <= float(one[2]) <= float(one[4]) for one in found)
    assert re.fullmatch(r"8 games, \d+\.\d games per second", lines[-1])


def test_the_command_hands_the_options_to_the_game(monkeypatch):
    seen = []
    monkeypatch.setattr(
        "games.management.commands.arena.run_contest",
        lambda rules, contest, games, processes: seen.append(contest) or [ArenaResult("random", 1, 1)],
    )
    run("--bots", "random, random", "--options", '{"short": true, "edition": "classic"}')
    assert seen == [Contest(("random", "random"), {"short": True, "edition": "classic"}, "1")]


def test_the_command_plays_any_game(monkeypatch):
    monkeypatch.setitem(registry.RULESETS, "pebbles", PEBBLES)
    lines = run("--game", "pebbles", "--bots", "rule_based,random", "--games", "6", "--processes", "1")
    assert (
        lines[:-1]
        == run("--game", "pebbles", "--bots", "rule_based,random", "--games", "6", "--seed", "1")[:-1]
    )


@pytest.mark.parametrize(
    "args", [["--bots", "rule_based,nobody"], ["--bots", "rule_based", "--options", FIRST_GAME]]
)
def test_the_command_says_what_is_wrong(args):
    with pytest.raises(CommandError):
        run(*args)
