"""All hands open: moments and sentences of games that are over, and what is counted of a table."""

import re

import pytest

from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.text.events import SENTENCES
from games.rules.citadels.text.events_revealed import REVEALING_SENTENCES
from games.rules.core.events import Event
from tests.helpers.citadels.random_games import any_set_up, finished, moments
from tests.helpers.messages.rules import LYING_FACE_DOWN

TURN = {
    "seats": ["Ann", "Bob", "Cleo"],
    "called": "bishop",
    "murdered": "thief",
    "facedown": ["king"],
    "Ann": {"characters": ["bishop", "warlord"], "revealed": ["bishop"], "gold": 3, "hand": ["tavern"]},
    "Bob": {"characters": ["thief"], "hand": ["docks", "temple"]},
    "Cleo": {"characters": ["architect"], "museum": ["keep"], "city": ["museum"]},
}


def test_everybody_shows_hand_and_characters():
    page = CITADELS.presentation.open_page(CITADELS.notation.load(TURN, {}))
    ann, bob, cleo = page["others"]
    assert (ann.role, bob.role, cleo.role) == (
        "Bishop, on turn; Warlord, to come",
        "Thief, murdered, no answer",
        "Architect, to come",
    )
    assert {call.slug: call.holder_name for call in page["calls"] if call.holder_name} == {
        "bishop": "Ann",
        "warlord": "Ann",
        "thief": "Bob",
        "architect": "Cleo",
    }
    assert [[card.slug for card in city.revealed_hand] for city in (ann, bob)] == [
        ["tavern"],
        ["temple", "docks"],
    ]
    aside = [sentence.replace("\xa0", " ") for sentence in page["aside"]]
    assert aside == [LYING_FACE_DOWN.fill(characters="King"), "Under the Museum of Cleo: Keep U3."]


def test_a_draft_tells_who_has_chosen_whom():
    written = {"seats": ["Ann", "Bob", "Cleo", "Dan"], "drafter": "Ann", "facedown": ["bishop"]}
    written |= {
        "faceup": ["thief", "magician"],
        "character_deck": ["assassin", "king", "merchant", "warlord"],
    }
    game = CITADELS.notation.load({**written, "Dan": {"characters": ["architect"]}}, {})
    page = CITADELS.presentation.open_page(game)
    assert [(call.holder_name, call.words) for call in page["calls"] if call.holder_name] == [
        ("Dan", "chosen")
    ]
    assert page["aside"] == [LYING_FACE_DOWN.fill(characters="Bishop")]


@pytest.mark.parametrize(
    ("secret", "sentence"),
    [
        ({"Bob": {"victim": "Bob"}}, "The Thief is called. No answer: Bob was murdered."),
        ({}, "The Thief is called. Nobody has it."),
    ],
)
def test_after_the_end_it_is_told_why_nobody_answered(secret, sentence):
    position = CITADELS.notation.load(TURN, {})
    silent = Event("silent", {"character": "thief"}, secret)
    assert CITADELS.presentation.open_phrase(position, silent) == sentence
    assert CITADELS.phrase(position, silent.seen_by("Ann"), "Ann") == "The Thief is called. No answer."


def test_in_the_end_the_open_page_is_the_page_that_everybody_sees():
    over = finished("open", 4, {})
    assert CITADELS.presentation.open_page(over) == CITADELS.presentation.page(over, None)


@pytest.mark.parametrize("seed", range(12))
def test_whole_games_are_told_in_full(seed):
    """At every moment there is an open page, and no sentence says less than that of an onlooker."""
    for moment in moments(f"open {seed}", *any_set_up(f"open {seed}")):
        page = CITADELS.presentation.open_page(moment.position)
        assert {city.seat: len(city.revealed_hand) for city in page["others"]} == {
            seat: len(player.hand) for seat, player in moment.position.players.items()
        }
        copy = CITADELS.copy(moment.position)
        for event in CITADELS.play(copy, moment.seat, moment.move):
            onlooker = CITADELS.phrase(copy, event.seen_by(None), None)
            text = CITADELS.presentation.open_phrase(copy, event)
            assert bool(text) or not onlooker
            assert not re.search(r"\b[Yy]ou\b|[{}]", text), text


def test_what_was_hidden_is_told_as_the_one_who_acted_knew_it():
    position, _ = CITADELS.new(["Ann", "Bob"], {}, "any")
    both = {"Ann": {"given": "king", "got": "thief"}, "Bob": {"given": "thief", "got": "king"}}
    swap = Event("theater", {"seat": "Ann", "rival": "Bob"}, both)
    assert CITADELS.presentation.open_phrase(position, swap) == "Ann gives Bob the King and gets the Thief."
    found = Event("uncovered", {}, {"Bob": {"seat": "Bob", "cards": ["keep"]}}, private=True)
    assert CITADELS.presentation.open_phrase(position, found) == "Under the Museum Bob finds Keep."


def test_orders_stay_between_a_player_and_the_house():
    position, _ = CITADELS.new(["Ann", "Bob"], {}, "any")
    fired = Event("order_fired", {}, {"Ann": {"seat": "Ann", "line": "always gold"}}, private=True)
    assert CITADELS.presentation.open_phrase(position, fired) == ""


def test_every_secret_has_an_open_sentence_of_its_own_kind():
    assert set(REVEALING_SENTENCES) <= set(SENTENCES)


def test_figures_are_those_that_everybody_can_count():
    position = CITADELS.notation.load(TURN, {})
    points, gold, size = CITADELS.presentation.figures(CITADELS.view(position, None))
    assert (points.title, gold.title, size.title) == ("Points", "Gold", "Districts")
    assert points.by_seat == {"Ann": 0, "Bob": 0, "Cleo": 4}
    assert gold.by_seat["Ann"] == 3
    assert size.by_seat == {"Ann": 0, "Bob": 0, "Cleo": 1}
