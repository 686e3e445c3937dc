"""Two worlds that differ only in what a seat cannot know look the same to that seat, byte for byte."""

import msgspec
import pytest

from games.rules.citadels.options import PRESETS
from games.rules.citadels.position import Game
from games.rules.citadels.ruleset import CITADELS
from games.rules.core.notation import Move
from games.rules.core.rng import Rng

from .games import Moment, any_set_up, moments, seen

SET_UPS = [
    *((seats, {"preset": preset}) for preset in PRESETS for seats in (2, 4, 7)),
    *(
        (3, {"preset": preset})
        for preset in ("devious_dignitaries", "vicious_nobles", "illustrious_emissaries")
    ),
    *((8, {"preset": preset}) for preset in ("devious_dignitaries", "cunning_agents")),
    *(
        (seats, {"edition": "classic", "preset": preset})
        for preset in ("base", "random")
        for seats in (2, 3, 5, 7)
    ),
]
# These turn up something hidden, and so they may: the number of cards found, the face of a threat.
TURNS_UP = ("spy", "reveal")


def name_of(set_up: object) -> str:
    seats, options = set_up
    return "-".join(map(str, (seats, *options.values())))


def as_bytes(position: Game, seat: str | None) -> bytes:
    return msgspec.json.encode(CITADELS.view(position, seat))


def other_world(moment: Moment, seat: str, *, same_characters: bool) -> Game:
    """The same for this seat, with other cards, and other characters and luck unless they are to stay."""
    world = CITADELS.deal_again(moment.position, seat, Rng(f"{seat} {moment.number}"))
    if same_characters:
        world.rng = Rng(moment.position.rng.seed, moment.position.rng.drawn)
        world.facedown = list(moment.position.facedown)
        world.character_deck = list(moment.position.character_deck)
        for other, player in world.players.items():
            player.characters = list(moment.position.players[other].characters)
    return world


@pytest.mark.parametrize("set_up", SET_UPS, ids=name_of)
def test_a_seat_sees_the_same_in_every_world_it_cannot_tell_apart(set_up):
    for moment in moments("static", *set_up):
        if moment.number % 5:
            continue
        for seat in moment.position.seats:
            world = other_world(moment, seat, same_characters=False)
            CITADELS.audit(world)
            assert as_bytes(world, seat) == as_bytes(moment.position, seat)
            assert CITADELS.awaits(world) == CITADELS.awaits(moment.position)


@pytest.mark.parametrize("set_up", SET_UPS, ids=name_of)
def test_a_move_of_another_tells_the_same_in_both_worlds(set_up):
    compared = 0
    for moment in moments("moving", *set_up):
        for seat in moment.position.seats:
            if seat != moment.seat and moment.move.verb not in TURNS_UP:
                compared += compare(moment, seat)
    assert compared > 30


def compare(moment: Moment, seat: str) -> bool:
    """Play the move in both worlds; what this seat is told must be the same, and whom the game awaits."""
    here = CITADELS.copy(moment.position)
    there = other_world(moment, seat, same_characters=True)
    if not is_legal(there, moment.seat, moment.move):
        return False  # a card that the mover does not hold there
    told_here = CITADELS.play(here, moment.seat, moment.move)
    told_there = CITADELS.play(there, moment.seat, moment.move)
    if any(seat in event.secret for event in told_here):
        return False  # this seat has a part in it and is shown cards
    assert seen(told_here, seat) == seen(told_there, seat)
    assert sentences(here, told_here, seat) == sentences(there, told_there, seat)
    if here.phase != "over":  # after the end everything is open
        assert as_bytes(here, seat) == as_bytes(there, seat)
    return True


def is_legal(position: Game, seat: str, move: Move) -> bool:
    return any(offer.accepts(move) for offer in CITADELS.offers(position, seat))


def sentences(position: Game, events, seat: str) -> list[str]:
    return [CITADELS.phrase(position, event.seen_by(seat), seat) for event in events]


def test_somebody_who_only_watches_sees_no_hidden_card():
    for seed in range(6):
        for moment in moments(f"watch {seed}", *any_set_up(f"watch {seed}")):
            view = CITADELS.view(moment.position, None)
            assert "you" not in view
            for player in view["players"].values():
                assert isinstance(player["hand"], int)
                assert isinstance(player["museum"], int)
                assert isinstance(player["characters"], int)


def test_the_seed_is_in_no_view_and_in_no_event():
    seed = "a-seed-that-nobody-may-see"
    position, events = CITADELS.new(["Ann", "Bob", "Cleo", "Dan"], {}, seed)
    for seat in (*position.seats, None):
        assert seed not in str(CITADELS.view(position, seat))
        assert seed not in str(seen(events, seat))


def test_dealing_again_changes_what_is_hidden():
    """The comparison above would be empty if the other world were the same one."""
    position, _ = CITADELS.new(["Ann", "Bob", "Cleo", "Dan"], {}, "changes")
    worlds = {tuple(CITADELS.deal_again(position, "Ann", Rng(str(n))).players["Bob"].hand) for n in range(20)}
    assert len(worlds) > 15


def test_characters_are_dealt_again_within_what_the_draft_showed():
    """Cleo chose third of four: what she left went to Dan or face down, what was gone before did not."""
    options = {"edition": "2016"}
    written = {
        "seats": ["Ann", "Bob", "Cleo", "Dan"],
        "character_deck": ["thief", "king", "bishop", "merchant", "architect"],
        "faceup": ["magician", "warlord"],
        "facedown": ["assassin"],
    }
    position = CITADELS.from_notation(written, options)
    position.drafted_from = "Ann"
    for seat, character in zip(position.seats, ("king", "thief", "bishop"), strict=False):
        CITADELS.play(position, seat, Move("pick", (character,)))
    holders = set()
    for number in range(60):
        world = CITADELS.deal_again(position, "Cleo", Rng(str(number)))
        before = {*world.players["Ann"].characters, *world.players["Bob"].characters, world.facedown[0]}
        assert before == {"king", "thief", "assassin"}
        assert set(world.character_deck) == {"merchant", "architect"}
        holders.add(world.players["Ann"].characters[0])
    assert holders == {"king", "thief", "assassin"}
