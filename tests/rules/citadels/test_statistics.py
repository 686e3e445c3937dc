"""What statistics count of a finished game of Citadels."""

from random import Random

from games.rules import registry
from games.rules.citadels.statistics import build_census, translate_trait_titles
from games.rules.core.events import Event

CITADELS = registry.get("citadels")


def test_characters_rounds_and_unique_districts_are_counted():
    game, events = CITADELS.new(["Ann", "Bob", "Cat"], {"edition": "classic"}, "measures")
    dice = Random(1)
    while not CITADELS.over(game):
        (seat,) = CITADELS.awaits(game)
        advice = CITADELS.advice.choose_move(
            CITADELS.view(game, seat), CITADELS.offers(game, seat), dice.randrange
        )
        events += CITADELS.play(game, seat, advice)
    found = build_census(game, events)
    assert found.length == game.round
    for seat, player in game.players.items():
        traits = found.traits[seat]
        assert set(traits) == set(translate_trait_titles("en")) - {"length"}
        assert traits["last"] == sorted(player.characters)
        assert set(traits["last"]) <= set(traits["played"]) <= set(game.cast)
        assert set(traits["unique"]) <= set(player.city)


def test_who_exchanged_a_character_has_played_the_one_he_got():
    game, _events = CITADELS.new(["Ann", "Bob"], {}, "theater")
    swap = {"Ann": {"given": "king", "got": "thief"}, "Bob": {"given": "thief", "got": "king"}}
    events = [
        Event("picked", secret={"Ann": {"character": "king"}}),
        Event("picked", secret={"Bob": {"character": "thief"}}),
        Event("theater", secret=swap),
        Event("round"),
        Event("picked", secret={"Ann": {"character": "bishop"}}),
        Event("over"),
    ]
    traits = build_census(game, events).traits
    assert traits["Ann"]["played"] == ["bishop", "thief"]
    assert traits["Bob"]["played"] == ["king"]
