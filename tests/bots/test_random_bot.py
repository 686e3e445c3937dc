"""The random bot, and a table where only bots sit."""

from collections import Counter

import pytest

from games.bots.random_bot import RandomBot
from games.bots.self_play import EndlessGame, play_one_move, play_to_end
from games.rules import registry
from games.rules.core.notation import Move, offer_cards
from tests.helpers.rulesets.fair import FAIR
from tests.helpers.rulesets.pebbles import PEBBLES


def test_every_offer_is_as_likely_as_any_other():
    offers = [Move("end"), Move("draw"), offer_cards("lay", ["red", "blue", "green"], 1, 3)]
    bot = RandomBot(1)
    verbs = Counter(bot.choose({}, offers).verb for _ in range(3000))
    assert all(900 < verbs[verb] < 1100 for verb in ("end", "draw", "lay"))


def test_all_that_an_offer_holds_may_be_chosen():
    offer = offer_cards("lay", ["red", "blue"], 0, 2)
    bot = RandomBot(1)
    chosen = {frozenset(bot.choose({}, [offer]).args) for _ in range(200)}
    assert chosen == {frozenset(), frozenset({"red"}), frozenset({"blue"}), frozenset({"red", "blue"})}


def test_the_same_seed_makes_the_same_choices():
    offers = [Move("put", (pebble,)) for pebble in "abcdefgh"]
    one, twin, other = RandomBot("x"), RandomBot("x"), RandomBot("y")
    row = [one.choose({}, offers) for _ in range(20)]
    assert row == [twin.choose({}, offers) for _ in range(20)]
    assert row != [other.choose({}, offers) for _ in range(20)]


@pytest.mark.parametrize("slug", registry.RULESETS)
def test_bots_play_every_game_to_its_end(slug):
    rules = registry.get(slug)
    for count in rules.seats:
        seats = [f"Bot{number}" for number in range(count)]
        position, _ = rules.new(seats, {}, f"game {count}")
        plays = play_to_end(rules, position, {seat: RandomBot(seat) for seat in seats})
        assert rules.over(position)
        assert {play.seat for play in plays} == set(seats)


def test_a_game_without_an_end_is_given_up():
    position, _ = PEBBLES.new(["Ann", "Bob"], {}, "x")
    bot = LastBot()
    with pytest.raises(EndlessGame, match="not over after 50 moves"):
        play_to_end(PEBBLES, position, {"Ann": bot, "Bob": bot}, limit=50)


class LastBot:
    """Always takes the last offer, and keeps what it was shown."""

    name = "last"
    needs_view = True

    def __init__(self) -> None:
        self.views = []

    def choose(self, view, offers):
        self.views.append(view)
        return next(offers[-1].moves())


def test_a_bot_sees_the_view_of_its_own_seat_and_nothing_else():
    position, _ = PEBBLES.new(["Ann", "Bob"], {}, "x")
    expected = [PEBBLES.view(position, "Ann"), PEBBLES.view(position, "Bob")]
    ann, bob = LastBot(), LastBot()
    play_one_move(PEBBLES, position, {"Ann": ann, "Bob": bob})
    play_one_move(PEBBLES, position, {"Ann": ann, "Bob": bob})
    assert [ann.views, bob.views] == [expected[:1], expected[1:]]


def test_of_several_who_are_asked_at_once_anybody_may_answer_first():
    firsts = set()
    for seed in range(20):
        position, _ = FAIR.new(["Ann", "Bob", "Cleo"], {}, str(seed))
        bots = {seat: RandomBot(seat) for seat in ("Ann", "Bob", "Cleo")}
        firsts.add(play_one_move(FAIR, position, bots).seat)
    assert firsts == {"Ann", "Bob", "Cleo"}


def test_the_view_is_not_made_for_a_bot_that_does_not_look(monkeypatch):
    monkeypatch.setattr(PEBBLES, "view", None)
    position, _ = PEBBLES.new(["Ann", "Bob"], {}, "x")
    play_one_move(PEBBLES, position, {"Ann": RandomBot(1)})
