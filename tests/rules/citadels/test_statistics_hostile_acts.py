"""Who has turned against whom: read from the events alone, the same as from the moves and the positions."""

import pytest

from games.rules.citadels.actions import holder_of
from games.rules.citadels.position import CitadelsGame
from games.rules.citadels.ruleset import CITADELS
from games.rules.core.events import Event
from games.rules.core.notation import Move
from games.rules.core.rng import Rng
from tests.helpers.citadels.random_games import NAMES, any_set_up

AT_CHARACTERS = ("murder", "rob", "bewitch")
AT_RIVALS = ("armory", "destroy", "exchange", "look", "seize", "spy", "swap")


def meant(game: CitadelsGame, seat: str, move: Move) -> str | None:
    """Whom this move hits, by the position in which it is made."""
    if move.verb in AT_CHARACTERS:
        return holder_of(game, move.args[0])
    if move.verb in AT_RIVALS:
        return move.args[0]
    if move.verb == "confiscate":
        return game.agenda[-1][-1].args["builder"]
    if move.verb == "reveal" and game.threats[game.called]:
        return holder_of(game, game.called)
    return None


def played(seed: str) -> tuple[list[tuple[str, str]], list[Event]]:
    """What the moves of a random game mean, and all its events."""
    seats, options = any_set_up(seed)
    game, events = CITADELS.new(NAMES[:seats], options, seed)
    rng, wanted = Rng(f"hostile {seed}"), []
    while not CITADELS.over(game):
        (seat,) = CITADELS.awaits(game)
        move = rng.choice(CITADELS.offers(game, seat)).sample(rng.below)
        against = meant(game, seat, move)
        if against not in (None, seat):
            wanted.append((seat, against))
        events += CITADELS.play(game, seat, move)
    return wanted, events


@pytest.mark.parametrize("seed", range(30))
def test_the_events_of_a_game_tell_who_turned_against_whom(seed):
    wanted, events = played(f"hostile {seed}")
    assert [(one.by, one.against) for one in CITADELS.statistics.hostile(events)] == wanted


def test_each_blow_says_in_which_event_it_was_decided():
    _wanted, events = played("hostile place")
    blows = CITADELS.statistics.hostile(events)
    assert blows
    assert all(events[one.place].open["seat"] == one.by for one in blows)
