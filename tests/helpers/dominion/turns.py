"""Turns of a simple player, and how often somebody would send a form to play them.

The player plays whatever Action comes first, then all Treasures, and buys what is dear; other questions it
answers at random. Its games reach positions with long turns, which a random player does not."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.rules.core.capabilities.whole_turn import TurnPart
from games.rules.core.notation import Move
from games.rules.core.rng import Rng
from games.rules.core.turns.composition import TurnComposer
from games.rules.dominion.cards.card import CARDS, COST
from games.rules.dominion.position import DominionGame
from games.rules.dominion.ruleset import DOMINION
from tests.helpers.random_games import NAMES

SEED = "turns"
MAX_MOVES = 600


class AskedMove(NamedTuple):
    """A move of the player, and the position in which it was asked for it."""

    position: DominionGame
    seat: str
    move: Move

    @property
    def is_turn(self) -> bool:
        return DOMINION.orders.on_turn(self.position, self.seat)

    @property
    def turn(self) -> tuple[str, int]:
        return self.seat, self.position.players[self.seat].turns


def play_game(number: int, seats: int, options: Mapping[str, object]) -> Iterator[AskedMove]:
    """The decisions of a game, or of its first part if it is long; the positions are copies."""
    rng = Rng(f"{SEED} {number}")
    position, _events = DOMINION.new(NAMES[:seats], options, f"{SEED} {number}")
    for _ in range(MAX_MOVES):
        if DOMINION.over(position):
            return
        seat = DOMINION.awaits(position)[0]
        move = _choose(position, seat, rng)
        yield AskedMove(DOMINION.copy(position), seat, move)
        DOMINION.play(position, seat, move)


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
    turns: dict[tuple[str, int], list[AskedMove]] = {}
    for one in game:
        if one.is_turn:
            turns.setdefault(one.turn, []).append(one)
    return list(turns.values())


def make_composer(one: AskedMove) -> TurnComposer[DominionGame]:
    return TurnComposer(DOMINION, one.position, one.seat, SEED)


def count_sends(turn: Sequence[AskedMove]) -> int:
    """How often a form is sent for this turn, if each takes in as much of it as it can."""
    sends, rest = 0, list(turn)
    while rest:
        rest = rest[_count_moves_of_one_send(rest) :]
        sends += 1
    return sends


def _count_moves_of_one_send(rest: Sequence[AskedMove]) -> int:
    composer = make_composer(rest[0])
    for count in range(len(rest), 1, -1):
        wanted = [one.move for one in rest[:count]]
        turn = composer.compose({part.key: _choose_values(part, wanted) for part in composer.parts})
        if Counter(turn.moves) == Counter(wanted):
            return count
    return 1


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
