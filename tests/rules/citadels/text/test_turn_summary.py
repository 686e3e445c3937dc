"""Turns of the record in a few words."""

from games.rules.citadels.ruleset import CITADELS
from games.rules.citadels.text.events import SENTENCES
from games.rules.citadels.text.turn_summary import PHRASES_ABOUT_READER, SUMMARY_PHRASES
from games.rules.core.rng import Rng
from tests.helpers.citadels.random_games import NAMES, any_set_up


def test_every_event_of_every_game_has_its_gist_or_none():
    """And every turn its title, in whichever language."""
    found = {}
    for seed in range(8):
        for language in ("en", "hu", "hr"):
            for seen, position in told(f"gists {seed}"):
                title = CITADELS.presentation.turn_heading(position, seen, None, language)
                assert bool(title) == (seen["kind"] in ("round", "silent", "revealed"))
                found[seen["kind"]] = CITADELS.presentation.gist(position, seen, None, language)
    assert {kind for kind, gist in found.items() if gist} == set(SUMMARY_PHRASES) & set(found)
    assert len(set(SUMMARY_PHRASES) & set(found)) > 9


def told(seed: str):
    """All that somebody who only watches is told of a random game."""
    rng = Rng(seed)
    seats, options = any_set_up(seed)
    position, events = CITADELS.new(NAMES[:seats], options, seed)
    while not CITADELS.over(position):
        yield from ((seen, position) for event in events if (seen := event.seen_by(None)))
        (seat,) = CITADELS.awaits(position)
        move = rng.choice(CITADELS.offers(position, seat)).sample(rng.below)
        events = CITADELS.play(position, seat, move)


def test_gists_are_of_events_that_there_are():
    assert set(PHRASES_ABOUT_READER) <= set(SUMMARY_PHRASES) <= set(SENTENCES)


def test_whose_turn_it_is_stands_in_its_title():
    position, _events = CITADELS.new(["Ann", "Bob", "Cleo", "Dan"], {}, "titles")
    seen = {"kind": "revealed", "seat": "Bob", "character": "king"}
    assert CITADELS.presentation.turn_heading(position, seen, "Ann") == "King: Bob"
    assert CITADELS.presentation.turn_heading(position, seen, "Bob") == "King: You"
    built = {"kind": "built", "seat": "Bob", "card": "market", "gold": 2}
    assert CITADELS.presentation.gist(position, built, None) == "built: Market"


def test_a_gist_says_whose_district_it_was_and_calls_the_reader_you():
    position, _events = CITADELS.new(["Ann", "Bob", "Cleo", "Dan"], {}, "titles")
    destroyed = {"kind": "destroyed", "seat": "Bob", "rival": "Cleo", "card": "castle", "gold": 3}
    assert CITADELS.presentation.gist(position, destroyed, "Ann") == "destroyed: Cleo’s Castle"
    assert CITADELS.presentation.gist(position, destroyed, "Cleo") == "destroyed: your Castle"
    crowned = {"kind": "crowned", "seat": "Cleo"}
    assert CITADELS.presentation.gist(position, crowned, "Ann") == "crown: Cleo"
    assert CITADELS.presentation.gist(position, crowned, "Cleo") == "crown: you"
