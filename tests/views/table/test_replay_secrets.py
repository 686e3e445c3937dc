"""Two games that differ only in what a reader cannot know have the same replay, byte for byte.

In the other one all that the reader cannot know was dealt otherwise, and the others decide otherwise
wherever nobody is told what they decided. Both are played side by side, as long as the reader is told the
same; then the pages of every moment are compared while the game runs.
"""

from typing import Any

import msgspec
import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from games.models import Game, GameLogEntry
from games.rules import registry
from games.rules.core.notation import Move
from games.rules.core.rng import Rng
from tests.helpers.citadels.random_games import Moment
from tests.helpers.citadels.worlds import other_world, twin
from tests.helpers.pages import client_of, url
from tests.helpers.played_games import Played, enter
from tests.helpers.tables import table

pytestmark = pytest.mark.django_db

CITADELS = registry.get("citadels")
TRIES = 12
MOST = 60


class World:
    """A position that is played on, and how it came to it."""

    def __init__(self, start: Any) -> None:
        self.start, self.position = CITADELS.copy(start), start
        self.made: list[Played] = []

    def play(self, seat: str, line: Move) -> None:
        self.made.append((seat, line, CITADELS.play(self.position, seat, line)))


def told(world: World, seat: str, line: Move, reader: str) -> Any:
    """All that the reader would learn of this move."""
    after = CITADELS.copy(world.position)
    events = CITADELS.play(after, seat, line)
    return [event.seen_by(reader) for event in events], CITADELS.view(after, reader)


def step(here: World, there: World, reader: str, number: int, rng: Rng) -> bool:
    """One move in both, of which the reader is told the same; False, if none was found."""
    (seat,) = CITADELS.awaits(here.position)
    for _ in range(TRIES):
        line = rng.choice(CITADELS.offers(here.position, seat)).sample(rng.below)
        other = _counterpart(Moment(here.position, seat, line, number), there, reader)
        if other and told(here, seat, line, reader) == told(there, seat, other, reader):
            here.play(seat, line)
            there.play(seat, other)
            return True
    return False


def _counterpart(moment: Moment, there: World, reader: str) -> Move | None:
    """Characters are the same until the last draft: they will be shown."""
    same = any(offer.accepts(moment.move) for offer in CITADELS.offers(there.position, moment.seat))
    if moment.seat == reader or (moment.move.verb == "pick" and moment.number < MOST // 2):
        return moment.move if same else None
    return twin(moment, there.position, reader)


def both_worlds(game: Game, reader: str) -> tuple[World, World]:
    """Not every chance leads far, or to a move that differs: the first one that does."""
    tried = (side_by_side(game, reader, f"chance {number}") for number in range(20))
    return next(both for both in tried if len(both[0].made) > 20 and lines_of(both[0]) != lines_of(both[1]))


def lines_of(world: World) -> list[Move]:
    return [line for _seat, line, _events in world.made]


def side_by_side(game: Game, reader: str, chance: str) -> tuple[World, World]:
    names = [seat.name for seat in game.seats.all()]
    start, _ = CITADELS.new(names, msgspec.json.decode(game.options), game.seed)
    other = other_world(Moment(start, names[0], Move("pick"), 0), reader, same_characters=True)
    here, there, rng = World(start), World(other), Rng(chance)
    for number in range(MOST):
        if CITADELS.over(here.position) or not step(here, there, reader, number, rng):
            break
    return here, there


def put_world(game: Game, world: World, seed: str) -> None:
    game.log_entries.filter(kind=GameLogEntry.Kind.MOVE).delete()
    Game.objects.filter(pk=game.pk).update(log_length=1, seed=seed)
    game.refresh_from_db()
    enter(game, world.position, world.made)


def pages(game: Game, client: Client) -> list[bytes]:
    last = game.log_entries.count() - 1
    numbers = [number for number in range(last + 1) if number % 3 == 0 or number > last - 8]
    found = [client.get(url(game, "replay", number)) for number in numbers]
    found.append(client.get(url(game, "gazette")))
    assert {page.status_code for page in found} == {200}
    return [page.content for page in found]


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("people", "options"),
    [(3, {"preset": "vicious_nobles"}), (4, {"edition": "classic", "preset": "random"})],
    ids=str,
)
def test_no_replay_of_a_running_game_tells_two_worlds_apart(people, options, monkeypatch):
    new = type(CITADELS).new
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False):
        game = table(people, options=options, visibility="always")
        seed, reader = game.seed, game.seats.select_related("user").last()
        here, there = both_worlds(game, reader.name)

        def dealt(rules, seats, options, wanted):
            position, events = new(rules, seats, options, seed)
            return (CITADELS.copy(there.start) if wanted == "another" else position), events

        monkeypatch.setattr(type(CITADELS), "new", dealt)
        clients = [client_of(reader.user), Client()]
        put_world(game, here, seed)
        one = [pages(game, client) for client in clients]
        put_world(game, there, "another")
        cache.clear()
        other = [pages(game, client) for client in clients]
        assert one == other
        assert one[0] != one[1]  # the player's own story is another than that of an onlooker
