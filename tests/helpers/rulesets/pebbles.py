"""Pebbles: a game of one page for the tools that work with every game.

It can be written down at any moment, and some of its moves may be taken back. On your
turn you put pebbles of your bag in your row, draw new ones out of the supply, and end.
Who has five in the row when the turn ends has won.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from games.rules.core.agenda import Position, Step, StepRegistry, run, tell, then
from games.rules.core.capabilities.position_notation import PositionNotation
from games.rules.core.capabilities.setup import GameSetup
from games.rules.core.capabilities.vocabulary import Vocabulary
from games.rules.core.errors import BadOptions
from games.rules.core.events import Event
from games.rules.core.lexicon import Lexicon
from games.rules.core.notation import Move, Namer, Offer, list_distinct, offer_cards
from games.rules.core.rng import Rng
from games.rules.core.ruleset import Ruleset, ScoreLine
from games.rules.core.storage import PositionStore

ALL = ["red", "green", "blue"] * 8
GOAL = 5

steps: StepRegistry["Pebbles"] = StepRegistry()


class Pebbles(Position):
    seats: list[str]
    supply: list[str]
    bag: dict[str, list[str]]
    row: dict[str, list[str]]
    turn: str = ""
    over: bool = False


@steps.ask("turn")
def turn(game: Pebbles, step: Step) -> Iterator[Offer]:
    bag = game.bag[step.seat]
    for pebble in list_distinct(bag):
        yield Move("put", (pebble,))
    if len(bag) > 1:
        yield offer_cards("lay", bag, 2, len(bag))
    if game.supply and len(bag) < 4:
        yield Move("draw")
    yield Move("end")


@turn.answer
def turned(game: Pebbles, step: Step, move: Move) -> None:
    seat = step.seat
    if move.verb == "end":
        tell(game, "ended", seat=seat)
        _end_turn(game, seat)
        return
    if move.verb == "draw":
        drawn = game.supply.pop(game.rng.below(len(game.supply)))
        game.bag[seat].append(drawn)
        tell(game, "drew", seat=seat, secret={seat: {"pebble": drawn}})
    for pebble in move.args:
        game.bag[seat].remove(pebble)
        game.row[seat].append(pebble)
        tell(game, "put", seat=seat, pebble=pebble)
    then(game, step)


def _end_turn(game: Pebbles, seat: str) -> None:
    if len(game.row[seat]) >= GOAL:
        game.over = True
        return
    game.turn = game.seats[(game.seats.index(seat) + 1) % len(game.seats)]
    then(game, Step("turn", game.turn))


class PebblesSetup(GameSetup[Pebbles]):
    def clean(self, seats: int, options: Mapping[str, Any], seed: str) -> dict[str, Any]:
        if (
            seats not in self.rules.seats
            or set(options) - {"bag"}
            or options.get("bag") not in (None, 1, 2, 3)
        ):
            raise BadOptions("Pebbles is for 2 to 4 seats with 1 to 3 in the bag.")
        return {"bag": options.get("bag", 2)}

    def sample(self, rng: Rng) -> tuple[int, dict[str, Any]]:
        return rng.choice(self.rules.seats), {"bag": 1 + rng.below(3)}


class PebblesNotation(PositionNotation[Pebbles]):
    hidden = (*PositionNotation.hidden, "agenda")

    def open_question(self, position: Pebbles) -> None:
        if not position.over:
            then(position, Step("turn", position.turn))


class PebblesVocabulary(Vocabulary[Pebbles]):
    def namer(self, position: Pebbles, language: str = "en") -> Namer:
        return str.title


class PebblesRules(Ruleset[Pebbles]):
    slug = "pebbles"
    seats = range(2, 5)
    steps = steps
    store = PositionStore(Pebbles, 1, {})
    lexicon = Lexicon(Path(__file__).parent / "pebbles_texts")
    quiet = frozenset({"put"})

    def __init__(self) -> None:
        super().__init__()
        self.setup = PebblesSetup(self)
        self.notation = PebblesNotation(self)
        self.vocabulary = PebblesVocabulary(self)

    def new(self, seats: Sequence[str], options: Mapping[str, Any], seed: str) -> tuple[Pebbles, list[Event]]:
        bags = self.setup.clean(len(seats), options, seed)["bag"]
        rng, supply = Rng(seed), list(ALL)
        rng.shuffle(supply)
        game = Pebbles(version=1, rng=rng, seats=list(seats), supply=supply, bag={}, row={})
        for seat in seats:
            game.bag[seat] = [supply.pop() for _ in range(bags)]
            game.row[seat] = []
        game.turn = seats[0]
        then(game, Step("turn", seats[0]))
        return game, run(steps, game)

    def over(self, position: Pebbles) -> bool:
        return position.over

    def scores(self, position: Pebbles) -> dict[str, list[ScoreLine]]:
        return {seat: [ScoreLine("row", len(row))] for seat, row in position.row.items()}

    def winners(self, position: Pebbles) -> list[str]:
        return [position.turn]

    def players(self, position: Pebbles) -> list[str]:
        return position.seats

    def label(self, position: Pebbles, seat: str, offer: Offer, language: str = "en") -> str:
        return f"Let {seat} {offer.verb}."

    def phrase(
        self, position: Pebbles, seen: Mapping[str, Any], seat: str | None, language: str = "en"
    ) -> str:
        return f"{seen['seat']} {seen['kind']} {seen.get('pebble', 'something')}."

    def view(self, position: Pebbles, seat: str | None) -> dict[str, Any]:
        mine = sorted(position.bag.get(seat or "", []))
        return {"row": {who: list(row) for who, row in position.row.items()}, "bag": mine}

    def table_text(
        self, position: Pebbles, seat: str | None, language: str = "en", width: int = 72
    ) -> list[str]:
        rows = [f"{who}: {' '.join(row)}" for who, row in position.row.items()]
        return [*rows, " ".join(self.view(position, seat)["bag"])]

    def fallback(self, position: Pebbles, seat: str) -> Move:
        return Move("end")

    def deal_again(self, position: Pebbles, seat: str, rng: Rng) -> Pebbles:
        world = self.copy(position)
        hidden = [*world.supply, *(one for who, bag in world.bag.items() if who != seat for one in bag)]
        rng.shuffle(hidden)
        for other in world.seats:
            if other != seat:
                world.bag[other] = [hidden.pop() for _ in world.bag[other]]
        world.supply, world.rng = hidden, rng
        return world

    def audit(self, position: Pebbles) -> None:
        piles = [position.supply, *position.bag.values(), *position.row.values()]
        assert Counter(one for pile in piles for one in pile) == Counter(ALL), "pebbles were made or lost"


PEBBLES = PebblesRules()
