"""What statistics count of a finished game of Dominion, who acted against whom, and how long games are."""

from itertools import pairwise

import pytest

from games.rules.core.events import Event
from games.rules.core.rng import Rng
from games.rules.core.translation import LANGUAGES
from games.rules.dominion.ruleset import DOMINION
from games.rules.dominion.setup.kingdoms import SETS


def test_rounds_openings_and_kingdom_cards_are_counted():
    position, events = DOMINION.new(["Ann", "Bob"], {"set": "victory_dance"}, "census")
    rng = Rng("census")
    while not DOMINION.over(position):
        seat = DOMINION.awaits(position)[0]
        move = rng.choice(DOMINION.offers(position, seat)).sample(rng.below)
        events += DOMINION.play(position, seat, move)
    found = DOMINION.statistics.census(position, events)
    assert found.length == max(player.turns for player in position.players.values())
    bought = {(event.open["seat"], event.open["card"]) for event in events if event.kind == "bought"}
    for seat, traits in found.traits.items():
        assert set(traits) == set(DOMINION.statistics.census_titles()) - {"length"}
        assert traits["bought"] == sorted(
            {card for one, card in bought if one == seat} & set(position.kingdom)
        )


def bought(seat: str, turn: int, *cards: str) -> list[Event]:
    begun = Event("turn_begun", {"seat": seat, "turn": turn})
    return [begun, *(Event("bought", {"seat": seat, "card": card, "coins": 3}) for card in cards)]


def test_an_opening_is_what_was_bought_in_the_first_two_turns():
    position, _ = DOMINION.new(["Ann", "Bob"], {"set": "big_money"}, "opening")
    events = [
        *bought("Ann", 1, "silver"),
        *bought("Bob", 1),
        *bought("Ann", 2, "chapel"),
        *bought("Bob", 2),
        *bought("Ann", 3, "mine"),
    ]
    traits = DOMINION.statistics.census(position, events).traits
    assert traits["Ann"] == {"opening": ["chapel silver"], "bought": ["chapel", "mine"]}
    assert traits["Bob"] == {"opening": [], "bought": []}
    assert DOMINION.statistics.name_trait("chapel silver") == "Chapel + Silver"
    assert DOMINION.statistics.name_trait("chapel silver", "hu") == "Kápolna + Ezüstpénz"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_has_a_title(language):
    assert all(DOMINION.statistics.census_titles(language).values())


def played(seat: str, card: str) -> Event:
    return Event("played", {"seat": seat, "card": card})


HOSTILE = [
    ("swindler", Event("gained", {"seat": "Bob", "card": "curse", "to": "discard"}), True),
    ("swindler", Event("gained", {"seat": "Bob", "card": "copper", "to": "discard"}), False),
    ("spy", Event("discarded_revealed", {"seat": "Bob", "cards": ["gold"]}), True),
    ("spy", Event("discarded_revealed", {"seat": "Bob", "cards": ["estate"]}), False),
    ("spy", Event("discarded_revealed", {"seat": "Ann", "cards": ["gold"]}), False),
    ("witch", Event("gained", {"seat": "Bob", "card": "curse", "to": "discard"}), False),
    ("saboteur", Event("discarded_revealed", {"seat": "Bob", "cards": ["gold"]}), False),
]


@pytest.mark.parametrize(("card", "event", "is_hostile"), HOSTILE)
def test_only_what_was_chosen_for_one_seat_is_hostile(card, event, is_hostile):
    acts = DOMINION.statistics.hostile([played("Ann", card), event])
    assert [(act.place, act.by, act.against) for act in acts] == ([(1, "Ann", "Bob")] if is_hostile else [])


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({}, "asking"),
        ({"set": "random"}, "asking"),
        ({"set": "size_distortion"}, "calm"),
        ({"set": "victory_dance"}, "asking"),
        ({"set": "interaction"}, "reacting"),
        ({"kingdom": SETS["interaction"].split()}, "reacting"),
        ({"kingdom": "random"}, "asking"),
    ],
)
def test_how_often_others_are_asked_decides_about_the_length(options, kind):
    assert DOMINION.statistics.length_kind(options) == kind
    assert kind in DOMINION.statistics.lengths


@pytest.mark.parametrize("kind", DOMINION.statistics.lengths)
def test_it_is_known_how_often_games_of_every_kind_and_size_wait(kind):
    options = DOMINION.statistics.lengths[kind]
    waits = [DOMINION.statistics.usual_waits(seats, options) for seats in DOMINION.seats]
    assert all(len(sample) == 20 and sample == sorted(sample) for sample in waits)
    assert all(small[10] < large[10] for small, large in pairwise(waits))
