"""No seat is called like a word that the game writes or stores: a name can be taken out of a whole game."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.bots.random_bot import RandomBot
from games.rules.citadels.ruleset import CITADELS
from games.rules.core.rng import Rng

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


def stored(number: int) -> set[str]:
    """All words of the positions and events of a random game whose seats are easily told apart."""
    seats, options = CITADELS.setup.sample(Rng(f"names {number}"))
    position, events = CITADELS.new(
        [f"Zed-{n}" for n in range(seats)], options, f"a seed with blanks {number}"
    )
    bot, found = RandomBot(str(number)), set()
    for count in range(500):
        found |= set(words(msgspec.to_builtins(events)))
        if count % 9 == 0:
            found |= set(words(msgspec.json.decode(CITADELS.dump(position))))
        if CITADELS.over(position):
            break
        seat = CITADELS.awaits(position)[0]
        events = CITADELS.play(position, seat, bot.choose({}, CITADELS.offers(position, seat)))
    return found


@pytest.mark.parametrize("number", range(12))
def test_whatever_is_stored_cannot_be_the_name_of_a_seat(number):
    handles = {word for word in stored(number) if HANDLE.fullmatch(word) and not word.startswith("Zed-")}
    assert len(handles) > 100
    assert not [word for word in handles if CITADELS.vocabulary.may_be_seat(word)]


@pytest.mark.parametrize("name", ["agenda", "Players", "turn", "Hand", "seats", "Market", "or", "classic"])
def test_these_would_destroy_a_game_or_its_moves(name):
    assert not CITADELS.vocabulary.may_be_seat(name)


@pytest.mark.parametrize("name", ["Anna", "Turner", "Agenda2", "kingsley", "Former-12", "Ada-bot"])
def test_these_are_good_names(name):
    assert CITADELS.vocabulary.may_be_seat(name)
