"""Turns of a simple player, and how often somebody would send a form to play them.

The player plays whatever Action comes first, then all Treasures, and buys what is dear; other questions it
answers at random. Its games reach positions with long turns, which a random player does not."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from games.rules.core.capabilities.whole_turn import TurnPart
from games.rules.core.notation import Move
from games.rules.core.rng import Rng
from games.rules.dominion.cards.card import CARDS, COST
from games.rules.dominion.position import DominionGame
from games.rules.dominion.ruleset import DOMINION
from tests.helpers import whole_turns
from tests.helpers.whole_turns import AskedMove, Player

MAX_MOVES = 600


def play_game(number: int, seats: int, options: Mapping[str, object]) -> Iterator[AskedMove]:
    """The decisions of a game, or of its first part if it is long; the positions are copies."""
    return islice(whole_turns.play_game(DOMINION, number, seats, options, make_simple_player), MAX_MOVES)


def make_simple_player(seed: str) -> Player:
    rng = Rng(seed)
    return lambda position, seat: _choose(position, seat, rng)


def _choose(position: DominionGame, seat: str, rng: Rng) -> Move:
    offers = DOMINION.offers(position, seat)
    if position.agenda[-1][0].name != "main":
        return rng.choice(offers).sample(rng.below)
    moves = [offer for offer in offers if isinstance(offer, Move)]
    actions = sorted((move for move in moves if move.verb == "play"), key=_rank_action)
    if actions:
        return actions[0]
    if Move("treasures") in moves:
        return Move("treasures")
    buys = [move for move in moves if move.verb == "buy" and COST[move.args[0]] > 2]
    dearest = max((COST[move.args[0]] for move in buys), default=0)
    best = [move for move in buys if COST[move.args[0]] >= dearest - 1]
    return rng.choice(best) if best else Move("end")


def _rank_action(move: Move) -> tuple[int, int]:
    card = CARDS[move.args[0]]
    return -card.actions, -card.cost


def list_turns(game: Iterator[AskedMove]) -> list[list[AskedMove]]:
    """The moves that the player was asked for in its own turns, turn by turn."""
    return whole_turns.list_turns(game, lambda one: (one.seat, one.position.players[one.seat].turns))


def count_sends(turn: Sequence[AskedMove]) -> int:
    """How often a form is sent for this turn, if each takes in as much of it as it can."""
    return whole_turns.count_sends(DOMINION, turn, _choose_values)


def _choose_values(part: TurnPart, wanted: Sequence[Move]) -> list[str]:
    """The values of this part that mean the wanted moves; none if nothing of it is wanted."""
    found = []
    for place in range(len(wanted)):
        for choice in part.choices:
            if choice.moves and tuple(wanted[place : place + len(choice.moves)]) == choice.moves:
                found.append(choice.value)
                break
    if part.key == "then" and found:
        return ["end"]
    nothing = [choice.value for choice in part.choices if not choice.moves]
    return found or ([] if part.takes_several else nothing[:1] or ["show"])
