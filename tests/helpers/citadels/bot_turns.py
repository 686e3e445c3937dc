"""Turns of rule-based bots, and how often somebody would send a form to play them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.bots.rule_based_bot import RuleBasedBot
from games.bots.self_play import pick_awaited_seat
from games.rules.citadels.position import CitadelsGame
from games.rules.citadels.ruleset import CITADELS
from games.rules.core.capabilities.whole_turn import TurnPart
from games.rules.core.notation import Move
from games.rules.core.turns.composition import TurnComposer
from tests.helpers.random_games import NAMES

SEED = "turns"


class AskedMove(NamedTuple):
    """A move of a bot, and the position in which it was asked for it; `is_turn` if it was in its own turn."""

    position: CitadelsGame
    seat: str
    move: Move
    is_turn: bool


def play_bot_game(number: int, seats: int, options: dict[str, object]) -> Iterator[AskedMove]:
    """Every decision of a game between rule-based bots; the positions are copies."""
    names = NAMES[:seats]
    position, _events = CITADELS.new(names, options, f"{SEED} {number}")
    bots = {name: RuleBasedBot(CITADELS, f"{name} {number}") for name in names}
    while not CITADELS.over(position):
        seat = pick_awaited_seat(CITADELS, position)
        move = bots[seat].choose(CITADELS.view(position, seat), CITADELS.offers(position, seat))
        is_turn = CITADELS.orders.on_turn(position, seat)
        yield AskedMove(CITADELS.copy(position), seat, move, is_turn)
        CITADELS.play(position, seat, move)


def list_turns(game: Iterator[AskedMove]) -> list[list[AskedMove]]:
    """The own turns of a game: the moves that its player was asked for, one after the other."""
    turns: list[list[AskedMove]] = []
    for one in game:
        if not one.is_turn:
            continue
        last = turns[-1][-1] if turns else None
        if last and (last.seat, last.position.called) == (one.seat, one.position.called):
            turns[-1].append(one)
        else:
            turns.append([one])
    return turns


def make_composer(one: AskedMove) -> TurnComposer[CitadelsGame]:
    return TurnComposer(CITADELS, one.position, one.seat, SEED)


def count_sends(turn: Sequence[AskedMove]) -> int:
    """How often a form is sent for this turn, if each takes in as much of it as it can.

    The last move is none if nothing else can be done: the turn ends by itself."""
    sends, rest = 0, list(turn)
    while rest and not _ends_by_itself(rest):
        rest = rest[_count_moves_of_one_send(rest) :]
        sends += 1
    return max(sends, 1)


def count_single_sends(turn: Sequence[AskedMove]) -> int:
    """How often a form is sent for this turn, one step at a time."""
    return max(len(turn) - (len(turn) > 1 and _ends_by_itself(turn[-1:])), 1)


def _ends_by_itself(rest: Sequence[AskedMove]) -> bool:
    [only] = rest if len(rest) == 1 else [None]
    return only is not None and len(CITADELS.offers(only.position, only.seat)) == 1


def _count_moves_of_one_send(rest: Sequence[AskedMove]) -> int:
    composer = make_composer(rest[0])
    for count in range(len(rest), 1, -1):
        wanted = [one.move for one in rest[:count]]
        turn = composer.compose({part.key: _choose(part, wanted) for part in composer.parts})
        if Counter(turn.moves) == Counter(wanted):
            return count
    return 1


def _choose(part: TurnPart, wanted: Sequence[Move]) -> list[str]:
    """The choices of this part that are wanted, or else the one to do nothing."""
    found = [one.value for one in part.choices if one.moves and {*one.moves} <= {*wanted}]
    offers = [one.offer for one in part.choices if one.offer]
    found += [str(move) for move in wanted for offer in offers if offer.accepts(move)]
    return found or [one.value for one in part.choices if not (one.moves or one.offer)]
