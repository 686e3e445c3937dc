"""Turns of rule-based bots, and how often somebody would send a form to play them."""

from collections.abc import Iterator, Sequence

from games.rules.citadels.ruleset import CITADELS
from tests.helpers import whole_turns
from tests.helpers.whole_turns import AskedMove, choose_wanted, make_bot_player, play_game


def play_bot_game(number: int, seats: int, options: dict[str, object]) -> Iterator[AskedMove]:
    """Every decision of a game between rule-based bots; the positions are copies."""
    return play_game(CITADELS, number, seats, options, make_bot_player(CITADELS))


def list_turns(game: Iterator[AskedMove]) -> list[list[AskedMove]]:
    """The own turns of a game: the moves that its player was asked for, one after the other."""
    return whole_turns.list_turns(game, lambda one: (one.seat, one.position.called))


def count_sends(turn: Sequence[AskedMove]) -> int:
    """How often a form is sent for this turn; not for a last move if nothing else can be done."""
    rest = turn[:-1] if _ends_by_itself(turn[-1]) else turn
    return max(whole_turns.count_sends(CITADELS, rest, choose_wanted), 1)


def count_single_sends(turn: Sequence[AskedMove]) -> int:
    """How often a form is sent for this turn, one step at a time."""
    return max(len(turn) - (len(turn) > 1 and _ends_by_itself(turn[-1])), 1)


def _ends_by_itself(last: AskedMove) -> bool:
    return len(CITADELS.offers(last.position, last.seat)) == 1
