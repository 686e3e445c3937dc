"""Random games from beginning to end: nothing is lost, records hold, moves may be taken back."""

from collections import Counter

import pytest

from games.bots.fuzz import build_setup, fuzz_game
from games.rules.core.agenda import Step
from games.rules.core.rng import Rng
from games.rules.core.turns.preview import TurnPreview
from games.rules.core.undo import UndoHistory
from games.rules.dominion.ruleset import DOMINION
from games.rules.dominion.scoring import list_owned
from games.rules.dominion.setup.kingdoms import STARTING_DECK
from tests.helpers.random_games import NAMES, play_moments

FUZZED_GAMES, FUZZED_TOGETHER = 200, 20


@pytest.mark.parametrize("first", range(0, FUZZED_GAMES, FUZZED_TOGETHER))
def test_the_fuzzer_finds_nothing(first):
    for number in range(first, first + FUZZED_TOGETHER):
        assert fuzz_game(DOMINION, build_setup(DOMINION, "whole", number))


@pytest.mark.parametrize("seats", range(2, 7))
def test_cards_are_conserved_and_no_pile_is_ever_negative(seats):
    whole = None
    for moment in play_moments(DOMINION, "conserved", seats, {"boxes": ["intrigue", "base"]}):
        position = moment.position
        cards = Counter(position.supply) + Counter(position.trash)
        for player in position.players.values():
            cards.update(list_owned(player))
        assert cards == (whole := whole or cards)
        assert min(position.supply.values()) >= 0


def test_everybody_begins_with_seven_coppers_and_three_estates():
    position, events = DOMINION.new(NAMES[:6], {}, "deal")
    for player in position.players.values():
        assert sorted(list_owned(player)) == sorted(STARTING_DECK)
        assert len(player.hand) == 5
    assert [event.kind for event in events] == ["dealt", *["drew"] * 6, "turn_begun"]
    assert position.agenda == [[Step("main", position.turn)]]


def test_anybody_may_begin():
    assert {DOMINION.new(NAMES[:4], {}, str(seed))[0].turn for seed in range(40)} == {*NAMES[:4]}


def test_the_fallback_refuses_what_may_be_refused_and_gives_the_least():
    assert fallback(["militia"], ["province", "gold", "curse", "estate", "copper"]) == "discard curse estate"
    assert fallback(["witch"], ["moat"]) == "decline"
    assert fallback(["torturer"], ["gold", "gold"]) == "choose curse"
    assert fallback(["bureaucrat"], ["province", "estate", "duchy"]) == "topdeck estate"
    assert fallback(["masquerade"], ["village", "cellar", "gold"]) == "pass cellar"


def fallback(mine: list[str], theirs: list[str]) -> str:
    """The minimal answer of Bob to a card that Ann plays."""
    written = {"seats": ["Ann", "Bob"], "Ann": {"hand": mine}, "Bob": {"hand": theirs}}
    position = DOMINION.notation.load(written, {})
    DOMINION.play(position, "Ann", DOMINION.read(position, "Ann", f"play {mine[0]}"))
    return str(DOMINION.fallback(position, "Bob"))


def test_a_buy_may_be_taken_back_and_a_played_card_not():
    written = {"seats": ["Ann", "Bob"], "coins": 6, "Ann": {"hand": ["village", "copper"], "deck": ["gold"]}}
    history = UndoHistory(DOMINION, DOMINION.notation.load(written, {}))
    history.play("Ann", DOMINION.read(history.position, "Ann", "buy silver"))
    assert history.can_undo("Ann")
    assert history.undo("Ann").supply["silver"] == 40
    for line in ("treasures", "play village"):
        history = UndoHistory(DOMINION, DOMINION.notation.load(written, {}))
        history.play("Ann", DOMINION.read(history.position, "Ann", line))
        assert not history.can_undo("Ann")


def test_the_preview_of_a_turn_follows_treasures_and_buys():
    written = {"seats": ["Ann", "Bob"], "Ann": {"hand": ["gold", "silver", "estate"], "deck": ["gold"] * 9}}
    preview = TurnPreview(DOMINION, DOMINION.notation.load(written, {}), "Ann", "seed")
    assert preview.add_all(["treasures", "buy duchy"]) == ""
    assert preview.position.coins == 0
    assert [planned.label for planned in preview.lines] == [
        "Play all your Treasures, for 5",
        "Buy for 5: Duchy",
    ]


def test_a_position_is_small():
    game = play_moments(DOMINION, "small", 4, {"boxes": ["intrigue", "base"]})
    sizes = [len(DOMINION.dump(moment.position)) for moment in game]
    assert sizes[len(sizes) // 2] <= 3500


def test_dealing_again_leaves_a_game_that_can_be_finished():
    for moment in play_moments(DOMINION, "finish", 3, {"set": "underlings"}):
        if moment.number % 60 == 0:
            world = DOMINION.deal_again(moment.position, moment.seat, Rng(str(moment.number)))
            rng = Rng("on")
            while not DOMINION.over(world):
                seat = DOMINION.awaits(world)[0]
                DOMINION.play(world, seat, rng.choice(DOMINION.offers(world, seat)).sample(rng.below))
            DOMINION.audit(world)
