"""What is left to chance: every outcome that the rules allow comes up, and no other.

A scenario has one outcome; these positions are tried with many seeds.
"""

from collections.abc import Iterator
from typing import Any

from games.rules.citadels.position import CitadelsGame
from games.rules.citadels.ruleset import CITADELS

SEEDS = range(120)
FIVE = {"magician", "bishop", "merchant", "architect", "artist"}


def played(
    position: dict[str, Any], *moves: tuple[str, str], edition: str = "2016"
) -> Iterator[CitadelsGame]:
    """The position after these moves, once for every seed."""
    for seed in SEEDS:
        game = CITADELS.notation.load({**position, "seed": seed}, {"edition": edition})
        for seat, line in moves:
            CITADELS.play(game, seat, CITADELS.read(game, seat, line))
        yield game


def test_between_the_passes_of_three_one_of_five_cards_goes_face_down():
    """D9: whichever it is, four are left for the second pass."""
    position = {
        "seats": ["Ann", "Bob", "Cleo"],
        "drafter": "Cleo",
        "facedown": ["warlord"],
        "character_deck": ["assassin", *sorted(FIVE)],
        "Ann": {"characters": ["king"]},
        "Bob": {"characters": ["thief"]},
    }
    put_away = set()
    for game in played(position, ("Cleo", "pick assassin")):
        first, second = game.facedown
        assert first == "warlord"
        assert sorted([second, *game.character_deck]) == [
            "architect",
            "artist",
            "bishop",
            "magician",
            "merchant",
        ]
        put_away.add(second)
    assert put_away == {"architect", "artist", "bishop", "magician", "merchant"}


def test_classic_has_no_discard_between_the_passes_of_three():
    """R8: four of seven are left when everybody has chosen once."""
    position = {
        "seats": ["Ann", "Bob", "Cleo"],
        "facedown": ["warlord"],
        "character_deck": ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect"],
    }
    moves = ("Ann", "pick assassin"), ("Bob", "pick thief"), ("Cleo", "pick king")
    for game in played(position, *moves, edition="classic"):
        assert game.character_deck == ["magician", "bishop", "merchant", "architect"]
        assert game.facedown == ["warlord"]


def test_theater_of_three_brings_back_either_of_the_two():
    """D13"""
    position = {
        "seats": ["Ann", "Bob", "Cleo"],
        "phase": "theater",
        "Ann": {"characters": ["assassin", "king"], "city": ["theater"]},
        "Bob": {"characters": ["thief", "merchant"]},
        "Cleo": {"characters": ["bishop", "artist"]},
    }
    hands = set()
    for game in played(position, ("Ann", "theater Bob king")):
        hands.add((*sorted(game.players["Ann"].characters), *sorted(game.players["Bob"].characters)))
        assert game.players["Cleo"].characters == ["bishop", "artist"]
    assert hands == {("assassin", "thief", "king", "merchant"), ("assassin", "merchant", "king", "thief")}


def test_the_emperor_draws_any_card_of_the_hand():
    """T14, 2016"""
    position = {
        "seats": ["Ann", "Bob", "Cleo", "Dan"],
        "crown": "Dan",
        "called": "emperor",
        "Ann": {"characters": ["emperor"]},
        "Bob": {"gold": 1, "hand": ["tavern", "temple", "castle"]},
    }
    taken = set()
    for game in played(position, ("Ann", "crown Bob card")):
        (card,) = game.players["Ann"].hand
        assert sorted([card, *game.players["Bob"].hand]) == ["castle", "tavern", "temple"]
        assert game.players["Bob"].gold == 1
        taken.add(card)
    assert taken == {"tavern", "temple", "castle"}


def test_the_seer_draws_any_card_of_every_hand():
    position = {
        "seats": ["Ann", "Bob", "Cleo", "Dan"],
        "called": "seer",
        "Ann": {"characters": ["seer"]},
        "Bob": {"hand": ["tavern", "temple"]},
        "Dan": {"hand": ["castle", "manor"]},
    }
    taken = {tuple(sorted(game.players["Ann"].hand)) for game in played(position, ("Ann", "foresee"))}
    assert taken == {("castle", "tavern"), ("castle", "temple"), ("manor", "tavern"), ("manor", "temple")}


def test_what_a_scholar_leaves_is_shuffled_into_the_deck():
    """Not put under it: any card may lie on top."""
    position = {
        "seats": ["Ann", "Bob", "Cleo", "Dan"],
        "called": "scholar",
        "deck": ["manor", "castle", "palace", "temple", "church", "tavern", "market", "docks"],
        "Ann": {"characters": ["scholar"]},
    }
    tops = {game.deck[0] for game in played(position, ("Ann", "study"), ("Ann", "keep palace"))}
    assert tops == {"manor", "castle", "temple", "church", "tavern", "market", "docks"}


def test_the_deck_is_shuffled_after_a_lighthouse():
    position = {
        "seats": ["Ann", "Bob", "Cleo", "Dan"],
        "called": "merchant",
        "gathered": True,
        "deck": ["manor", "castle", "palace", "temple"],
        "Ann": {"characters": ["merchant"], "gold": 3, "hand": ["lighthouse"]},
    }
    moves = ("Ann", "build lighthouse"), ("Ann", "search palace")
    tops = {game.deck[0] for game in played(position, *moves, edition="classic")}
    assert tops == {"manor", "castle", "temple"}
