"""No seat is called like a word that the game writes or stores: a name can be taken out of a whole game."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.bots.random_bot import RandomBot
from games.rules import registry
from games.rules.core.rng import Rng
from games.rules.core.ruleset import Ruleset

CITADELS = registry.get("citadels")
RULESETS = list(registry.RULESETS.values())
WORDS_AT_LEAST = {"citadels": 100, "dominion": 50, "tournay": 50}  # in one game
HANDLE = re.compile(r"[A-Za-z][A-Za-z0-9_-]{1,19}")


def words(value: Any) -> Iterator[str]:
    """Every string in this data, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from words(one)
    elif isinstance(value, list):
        for one in value:
            yield from words(one)


def stored(rules: Ruleset[Any], number: int) -> set[str]:
    """All words of the positions and events of a random game whose seats are easily told apart."""
    seats, options = rules.setup.sample(Rng(f"names {number}"))
    position, events = rules.new([f"Zed-{n}" for n in range(seats)], options, f"a seed with blanks {number}")
    bot, found = RandomBot(str(number)), set()
    for count in range(500):
        found |= set(words(msgspec.to_builtins(events)))
        if count % 9 == 0:
            found |= set(words(msgspec.json.decode(rules.dump(position))))
        if rules.over(position):
            break
        seat = rules.awaits(position)[0]
        events = rules.play(position, seat, bot.choose({}, rules.offers(position, seat)))
    return found


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.slug)
def test_whatever_is_stored_cannot_be_the_name_of_a_seat(rules, number):
    found = stored(rules, number)
    handles = {word for word in found if HANDLE.fullmatch(word) and not word.startswith("Zed-")}
    assert len(handles) > WORDS_AT_LEAST[rules.slug]
    assert not [word for word in handles if rules.vocabulary.may_be_seat(word)]


@pytest.mark.parametrize("name", ["agenda", "Players", "turn", "Hand", "seats", "Market", "or", "classic"])
def test_these_would_destroy_a_game_or_its_moves(name):
    assert not CITADELS.vocabulary.may_be_seat(name)


@pytest.mark.parametrize("name", ["Anna", "Turner", "Agenda2", "kingsley", "Former-12", "Ada-bot"])
def test_these_are_good_names(name):
    assert CITADELS.vocabulary.may_be_seat(name)
