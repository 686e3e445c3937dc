"""The orders in which the moves of a turn may be played; the one that pays best is chosen among them."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from ...core.capabilities.whole_turn import ChosenParts
from ...core.notation import Move
from ..characters.income import count_income
from ..districts.cards import COST
from ..position import CitadelsGame

GATHER, COLLECT, POWER, BUILD, THEN = "gather", "collect", "power", "build", "then"
DRAWING_VERBS = frozenset({"smithy"})
LAST, BEFORE_BUILDING, FIRST = PLACES = ("last", "before building", "first")  # for the power
MAX_PERMUTED_BUILDS = 3  # more are tried as they are listed and from the cheapest on


class TurnMoves:
    """The chosen moves by what they are for."""

    def __init__(self, game: CitadelsGame, chosen: ChosenParts) -> None:
        self.edition = game.edition
        every = {key: [move for one in choices for move in one.moves] for key, choices in chosen.items()}
        self.gather = every.pop(GATHER, [])
        self.power = every.pop(POWER, [])
        self.builds = every.pop(BUILD, [])
        self.end = every.pop(THEN, [])
        others = [move for moves in every.values() for move in moves]
        self.income = [move for move in others if move.verb == "income"]
        # the richest must have more than the Abbot, who is poorest before anything else
        self.first = [move for move in others if move.verb == "tithe"]
        self.draws = [move for move in others if _draws_cards(game, move)]
        taken = (*self.income, *self.first, *self.draws)
        self.others = [move for move in others if move not in taken]

    def order_builds(self) -> Iterator[Sequence[Move]]:
        """The builds in every order if they are few: one of them may pay for another, or make it cheaper."""
        if len(self.builds) <= MAX_PERMUTED_BUILDS:
            yield from permutations(self.builds)
        else:
            yield self.builds
            yield sorted(self.builds, key=lambda move: COST[self.edition][move.args[0]])


def _draws_cards(game: CitadelsGame, move: Move) -> bool:
    """Does this only bring cards of the deck, which nothing else in the turn can depend on?"""
    return move.verb in DRAWING_VERBS or (
        move.verb == "bonus" and (game.called == "architect" or move.args == ("cards",))
    )


def list_sequences(game: CitadelsGame, seat: str, chosen: ChosenParts) -> Iterator[list[Move]]:
    """Every order worth trying. Cards are drawn late, so that as much as possible is sure before.

    Income comes before or after building, a power after building, before it, or before anything else."""
    moves = TurnMoves(game, chosen)
    incomes = [moves.income] if count_income(game, seat) or not moves.income else [moves.income, []]
    for income in incomes:  # what no district pays yet is left out if none is built that does
        for builds, is_late, place in product(
            list(moves.order_builds()),
            (False, True) if income else (False,),
            PLACES if moves.power else PLACES[:1],
        ):
            yield [
                *_join_stages(moves, income if not is_late else [], builds, income if is_late else [], place)
            ]


def _join_stages(
    moves: TurnMoves, early: Sequence[Move], builds: Sequence[Move], late: Sequence[Move], place: str
) -> Iterator[Move]:
    """The moves in their order, with income early or late and the power in its place."""
    power = {where: moves.power if where == place else [] for where in PLACES}
    yield from power[FIRST]
    yield from (*moves.first, *moves.gather, *moves.others, *early)
    yield from (*power[BEFORE_BUILDING], *builds, *late)
    yield from (*power[LAST], *moves.draws, *moves.end)
