"""What a seat was told is not contradicted by what the position remembers, nor by a world dealt again."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.rules.citadels.position import CitadelsGame, Glimpse, Memory
from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.setup.options import PRESETS
from games.rules.core.errors import ImpossibleDeal
from games.rules.core.rng import Rng
from tests.helpers.citadels.observer import Follower
from tests.helpers.citadels.random_games import finished, moments, seen

SEATS = ["Ann", "Bob", "Cleo", "Dan"]
SET_UPS = [
    *((seats, {"preset": preset}) for preset in (*PRESETS, "random") for seats in (2, 4, 7)),
    *((seats, {"edition": "classic", "preset": "random"}) for seats in (2, 3, 5, 8)),
]


@pytest.mark.parametrize("set_up", SET_UPS, ids=str)
def test_no_world_contradicts_what_a_seat_was_told(set_up):
    notes: dict[str, Follower] = {}
    for moment in moments("follow", *set_up):
        position = moment.position
        if not notes:
            notes = {seat: Follower(seat, CITADELS.view(position, seat)) for seat in position.seats}
        for seat, follower in notes.items():
            assert follower.contradiction(position) == ""
            if moment.number % 5 == position.seats.index(seat) % 5:
                world = CITADELS.deal_again(position, seat, Rng(f"{moment.number}"))
                assert follower.contradiction(world) == ""
        after = CITADELS.copy(position)
        events = CITADELS.play(after, moment.seat, moment.move)
        for seat, follower in notes.items():
            follower.follow(moment.seat, moment.move, seen(events, seat), CITADELS.view(after, seat))


# --- one thing at a time


def played(position: dict[str, Any], *lines: str, edition: str = "2016") -> CitadelsGame:
    """The position after these lines, each of them a seat and its move."""
    game = CITADELS.notation.load({"seats": SEATS, "crown": "Dan", **position}, {"edition": edition})
    for line in lines:
        seat, _, text = line.partition(" ")
        CITADELS.play(game, seat, CITADELS.read(game, seat, text))
    return game


def worlds(game: CitadelsGame, seat: str) -> Iterator[CitadelsGame]:
    for number in range(40):
        yield CITADELS.deal_again(game, seat, Rng(str(number)))


def test_everybody_knows_what_was_bought_out_of_the_graveyard():
    position = {
        "called": "warlord",
        "Ann": {"characters": ["warlord"]},
        "Bob": {"city": ["market"], "hand": ["tavern", "temple"]},
        "Cleo": {"gold": 1, "hand": ["manor", "castle"], "city": ["graveyard"]},
    }
    game = played(position, "Ann gold", "Ann destroy Bob market", "Cleo recover", edition="classic")
    assert all(
        "market" in world.players["Cleo"].hand for seat in ("Ann", "Bob") for world in worlds(game, seat)
    )


def test_what_a_seat_put_under_the_deck_lies_there():
    position = {
        "called": "magician",
        "deck": ["manor", "castle", "palace", "church", "harbor"],
        "Ann": {"characters": ["magician"], "hand": ["tavern", "temple"], "city": ["laboratory"]},
        "Bob": {"hand": ["market", "docks"]},
    }
    lines = ("Ann cards", "Ann keep manor", "Ann laboratory tavern", "Ann redraw temple")
    game = played(position, *lines)
    assert CITADELS.view(game, "Ann")["you"]["deck"]["places"] == [
        [2, "castle"],
        [3, "tavern"],
        [4, "temple"],
    ]
    assert all(world.deck[2:] == ["castle", "tavern", "temple"] for world in worlds(game, "Ann"))
    assert any(world.deck[2:] != ["castle", "tavern", "temple"] for world in worlds(game, "Bob"))


def test_a_destroyed_district_lies_under_the_deck_for_all_to_know():
    position = {
        "called": "warlord",
        "gathered": True,
        "Ann": {"characters": ["warlord"], "gold": 9},
        "Bob": {"city": ["palace"], "hand": ["market"]},
    }
    game = played(position, "Ann destroy Bob palace")
    assert all(world.deck[-1] == "palace" for seat in SEATS for world in worlds(game, seat))


def test_a_known_card_of_the_deck_is_known_in_the_hand_that_draws_it():
    """Ann has put the Tavern under the deck; there it is on top by now."""
    position = {
        "called": "magician",
        "deck": ["manor", "castle"],
        "Ann": {"characters": ["magician"], "hand": ["tavern"]},
        "Bob": {"characters": ["architect"], "hand": ["docks"]},
        "Cleo": {"hand": ["market"]},
    }
    game = played(position, "Ann redraw tavern", "Ann gold", "Ann end", "Bob gold", "Bob bonus")
    assert game.players["Bob"].hand == ["docks", "castle", "tavern"]
    assert all("tavern" in world.players["Bob"].hand for world in worlds(game, "Ann"))


def test_who_gave_a_museum_away_knows_what_lies_under_it():
    position = {
        "called": "diplomat",
        "gathered": True,
        "Ann": {"characters": ["diplomat"], "gold": 9, "city": ["museum"], "museum": ["manor", "tavern"]},
        "Bob": {"city": ["palace"], "hand": ["docks"]},
        "Cleo": {"hand": ["market", "temple"]},
    }
    game = played(position, "Ann exchange Bob palace museum")
    assert CITADELS.view(game, "Ann")["you"]["under"] == {"Bob": ["manor", "tavern"]}
    assert all(world.players["Bob"].museum == ["manor", "tavern"] for world in worlds(game, "Ann"))
    assert any(world.players["Bob"].museum != ["manor", "tavern"] for world in worlds(game, "Cleo"))


def test_of_a_hand_that_was_seen_all_but_one_are_still_there_when_one_has_left():
    hand = ["manor", "castle", "tavern", "docks"]
    position = {
        "called": "spy",
        "Ann": {"characters": ["spy"]},
        "Bob": {"characters": ["king"], "hand": hand, "city": ["laboratory"]},
        "Cleo": {"hand": ["market", "temple"]},
    }
    game = played(position, "Ann spy Bob unique", "Ann gold", "Ann end", "Bob laboratory castle")
    seen_there = {"cards": sorted(hand), "gone": 1, "types": {}}
    assert CITADELS.view(game, "Ann")["you"]["glimpses"] == {"Bob": seen_there}
    left = [sorted(world.players["Bob"].hand) for world in worlds(game, "Ann")]
    assert all(len(cards) == 3 and set(cards) < set(hand) for cards in left)
    assert len({tuple(cards) for cards in left}) == 4


def test_all_know_how_many_cards_of_a_type_a_spy_has_found():
    position = {
        "called": "spy",
        "Ann": {"characters": ["spy"]},
        "Bob": {"hand": ["manor", "castle", "tavern"]},
    }
    game = played(position, "Ann spy Bob noble")
    for world in worlds(game, "Cleo"):
        assert sum(card in ("manor", "castle", "palace") for card in world.players["Bob"].hand) == 2


@pytest.mark.parametrize("answer", ["search palace", "decline"])
def test_who_has_searched_the_deck_knows_what_is_in_it(answer):
    deck = ["manor", "castle", "palace", "temple"]
    position = {
        "called": "merchant",
        "gathered": True,
        "deck": deck,
        "Ann": {"characters": ["merchant"], "gold": 3, "hand": ["lighthouse"]},
        "Bob": {"hand": ["market", "docks"]},
    }
    game = played(position, "Ann build lighthouse", f"Ann {answer}", edition="classic")
    left = [card for card in deck if card not in game.players["Ann"].hand]
    assert all(sorted(world.deck) == sorted(left) for world in worlds(game, "Ann"))
    assert any(sorted(world.deck) != sorted(left) for world in worlds(game, "Cleo"))


def test_of_a_searched_deck_all_but_the_drawn_ones_are_still_there():
    position = {
        "called": "merchant",
        "gathered": True,
        "deck": ["manor", "castle", "palace", "temple", "church"],
        "Ann": {"characters": ["merchant"], "gold": 3, "hand": ["lighthouse"]},
        "Bob": {"characters": ["architect"], "hand": ["market", "docks"]},
    }
    lines = ("Ann build lighthouse", "Ann search palace", "Ann end", "Bob gold")
    game = played(position, *lines, edition="classic")
    assert len(game.deck) == 2
    for world in worlds(game, "Ann"):
        assert set(world.deck) < {"manor", "castle", "temple", "church"}


# --- characters


def exchanged(seed: str, seats: int) -> CitadelsGame:
    """A draft by lot, after which Ann exchanges a character by her Theater."""
    rng = Rng(seed)
    game, _ = CITADELS.new(SEATS[:seats], {"preset": "cunning_agents"}, seed)
    game.deck.remove("theater") if "theater" in game.deck else take_theater(game)
    game.players["Ann"].city = ["theater"]
    while game.phase != "turns":
        (seat,) = CITADELS.awaits(game)
        choices = [offer for offer in CITADELS.offers(game, seat) if offer.verb != "decline"]
        CITADELS.play(game, seat, rng.choice(choices).sample(rng.below))
    return game


def take_theater(game: CitadelsGame) -> None:
    next(player for player in game.players.values() if "theater" in player.hand).hand.remove("theater")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_exchange_by_a_theater_leaves_a_world_that_fits(seats):
    """Not one of many positions is left as it is for want of a world."""
    for number in range(12):
        game, rng = exchanged(f"{number}", seats), Rng(f"{number}")
        while game.round == 1:
            for seat in game.seats:
                world = CITADELS.deal_again(game, seat, Rng(f"{number}"))
                CITADELS.audit(world)
                assert CITADELS.view(world, seat) == CITADELS.view(game, seat)
            (seat,) = CITADELS.awaits(game)
            CITADELS.play(game, seat, rng.choice(CITADELS.offers(game, seat)).sample(rng.below))


def test_who_exchanged_by_a_theater_knows_what_the_other_got():
    for number in range(12):
        game = exchanged(f"{number}", 3)
        ann = game.players["Ann"]
        (given,) = set(ann.picked) - set(ann.characters)
        for world in worlds(game, "Ann"):
            assert given in world.players[game.swapped[1]].characters


def test_a_memory_that_cannot_be_is_a_bug_and_loud():
    game = finished("loud", 4, {})
    game.phase = "turns"
    chosen, *others = game.players["Ann"].seen[0]
    game.players["Ann"].picked = (others[0] if game.players["Ann"].picked == (chosen,) else chosen,)
    with pytest.raises(ImpossibleDeal):
        CITADELS.deal_again(game, "Ann", Rng("1"))


def test_a_card_that_cannot_be_there_is_a_bug_and_loud():
    game, _ = CITADELS.new(SEATS, {}, "loud")
    game.players["Ann"].memory = Memory(glimpses={"Bob": Glimpse(("keep", "keep", "keep"), 1)})
    with pytest.raises(ImpossibleDeal):
        CITADELS.deal_again(game, "Ann", Rng("1"))


def test_what_others_chose_is_in_no_world():
    game = exchanged("1", 4)
    world = CITADELS.deal_again(game, "Ann", Rng("1"))
    assert world.players["Bob"].picked == ()
    assert (
        CITADELS.deal_again(world, "Bob", Rng("1")).players["Bob"].characters
        == world.players["Bob"].characters
    )
