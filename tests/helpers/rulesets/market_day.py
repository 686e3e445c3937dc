"""Market Day, a made-up game that is nothing like Citadels, to see what the core knows of games.

Every seat holds fruit. In each round all seats secretly lay one down at the same time. The seat with
the rarest fruit leads: it shares three coins between its purse and the charity box, gives one of the
laid fruits to each other seat, and stacks some of its own hand on the deck or rests.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from games.rules.core.agenda import Position, Step, StepRegistry, run, tell, then, together
from games.rules.core.capabilities.position_notation import PositionNotation
from games.rules.core.capabilities.setup import GameSetup
from games.rules.core.errors import BadOptions, BadPosition
from games.rules.core.events import Event
from games.rules.core.lexicon import Lexicon
from games.rules.core.notation import (
    DealOffer,
    LooseMove,
    Move,
    Offer,
    SplitOffer,
    list_distinct,
    offer_cards,
)
from games.rules.core.rng import Rng
from games.rules.core.ruleset import Ruleset, ScoreLine
from games.rules.core.storage import PositionStore
from games.rules.core.translation import get_translator

VERSION = 3
FRUIT = ["apple"] * 9 + ["pear"] * 6 + ["plum"] * 4 + ["dragon_fruit"] * 2  # the commonest first
RARITY = {fruit: place for place, fruit in enumerate(list_distinct(FRUIT))}


class Stall(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One seat: its coins, its fruit, and what it has laid down face down."""

    coins: int = 0
    hand: list[str] = []
    laid: str | None = None


class Market(Position):
    """A position of Market Day."""

    seats: list[str]
    stalls: dict[str, Stall]
    deck: list[str] = []
    table: list[str] = []  # fruits that lie open
    box: int = 0
    round: int = 0
    rounds: int = 3


steps: StepRegistry[Market] = StepRegistry()


# --- a round


@steps.act("round")
def begin_round(market: Market, step: Step) -> None:
    if market.round == market.rounds:
        tell(market, "closed")
        return
    market.round += 1
    then(market, Step("reveal"), Step("round"))
    together(market, *(Step("show", seat) for seat in market.seats if market.stalls[seat].hand))


@steps.ask("show")
def may_show(market: Market, step: Step) -> Iterator[Offer]:
    for fruit in list_distinct(market.stalls[step.seat].hand):
        yield Move("show", (fruit,))


@may_show.answer
def show(market: Market, step: Step, move: Move) -> None:
    stall = market.stalls[step.seat]
    stall.laid = move.args[0]
    stall.hand.remove(stall.laid)
    tell(market, "laid", seat=step.seat, secret={step.seat: {"fruit": stall.laid}})


@steps.act("reveal")
def reveal(market: Market, step: Step) -> None:
    laid = {seat: stall.laid for seat, stall in market.stalls.items() if stall.laid}
    if not laid:
        return
    market.table = list(laid.values())
    for stall in market.stalls.values():
        stall.laid = None
    leader = max(laid, key=lambda seat: (RARITY[laid[seat]], -market.seats.index(seat)))
    tell(market, "revealed", seat=leader, fruits=laid)
    others = [seat for seat in laid if seat != leader]
    then(market, Step("share", leader), Step("give", leader, {"to": others}), Step("stack", leader))
    then(market, Step("refill"))


@steps.act("refill")
def refill(market: Market, step: Step) -> None:
    for seat in market.seats[: len(market.deck)]:
        market.stalls[seat].hand.append(market.deck.pop(0))


@steps.ask("share")
def may_share(market: Market, step: Step) -> Iterator[Offer]:
    yield SplitOffer("share", 3, ("purse", "box"), (1, 0))


@may_share.answer
def share(market: Market, step: Step, move: Move) -> None:
    purse, box = map(int, move.args)
    market.stalls[step.seat].coins += purse
    market.box += box
    tell(market, "shared", seat=step.seat, purse=purse, box=box)


@steps.ask("give")
def may_give(market: Market, step: Step) -> Iterator[Offer]:
    yield DealOffer("give", tuple(market.table), tuple(step.args["to"]))


@may_give.answer
def give(market: Market, step: Step, move: Move) -> None:
    for seat, fruit in zip(move.args[::2], move.args[1::2], strict=True):
        market.table.remove(fruit)
        market.stalls[seat].hand.append(fruit)
    market.deck += market.table
    market.table = []


@steps.ask("stack")
def may_stack(market: Market, step: Step) -> Iterator[Offer]:
    hand = market.stalls[step.seat].hand
    if hand:
        yield offer_cards("stack", hand, 1, 2, ordered=True)
    yield LooseMove(Move("rest"), "now")


@may_stack.answer
def stack(market: Market, step: Step, move: Move) -> None:
    if move.verb == "stack":
        for fruit in move.args:
            market.stalls[step.seat].hand.remove(fruit)
        market.deck[:0] = move.args


# --- the ruleset


def _older_coins(data: dict[str, Any]) -> None:
    """Version 1 kept the coins of all stalls in one mapping."""
    for seat, coins in data.pop("coins", {}).items():
        data["stalls"][seat]["coins"] = coins


def _older_box(data: dict[str, Any]) -> None:
    """Version 2 called the box `charity`."""
    data["box"] = data.pop("charity", 0)


class MarketSetup(GameSetup[Market]):
    def clean(self, seats: int, options: Mapping[str, Any], seed: str) -> dict[str, Any]:
        rounds = options.get("rounds", 3)
        if set(options) - {"rounds"} or rounds not in range(1, 6) or seats not in self.rules.seats:
            raise BadOptions("Market Day is for 2 to 4 seats and 1 to 5 rounds.")
        return {"rounds": rounds}

    def sample(self, rng: Rng) -> tuple[int, dict[str, Any]]:
        return rng.choice(self.rules.seats), {"rounds": 1 + rng.below(5)}


class MarketNotation(PositionNotation[Market]):
    def load(self, written: Mapping[str, Any], options: Mapping[str, Any]) -> Market:
        rounds = self.rules.setup.clean(2, options, "")["rounds"]
        try:
            data = {"version": VERSION, "rng": {"seed": "written"}, "rounds": rounds, **written}
            market = msgspec.convert({**data, "seats": list(written["stalls"])}, Market)
        except (msgspec.ValidationError, LookupError) as error:
            raise BadPosition(f"This is not a market: {error}.") from error
        then(market, Step("round"))
        run(steps, market)
        return market

    def dump(self, position: Market) -> dict[str, Any]:
        hidden = {"version", "rng", "agenda", "rounds", "seats"}
        written = msgspec.to_builtins(position)
        return {field: value for field, value in written.items() if field not in hidden}

    def dump_full(self, position: Market) -> dict[str, Any]:
        return {"deck": position.deck, "table": position.table, "box": position.box} | {
            seat: msgspec.structs.asdict(stall) for seat, stall in position.stalls.items()
        }


class MarketDay(Ruleset[Market]):
    slug = "market_day"
    seats = range(2, 5)
    steps = steps
    store = PositionStore(Market, VERSION, {1: _older_coins, 2: _older_box})
    lexicon = Lexicon(Path(__file__).parent / "market_day_texts")

    def __init__(self) -> None:
        super().__init__()
        self.setup = MarketSetup(self)
        self.notation = MarketNotation(self)

    def new(self, seats: Sequence[str], options: Mapping[str, Any], seed: str) -> tuple[Market, list[Event]]:
        chosen, rng, deck = self.setup.clean(len(seats), options, seed), Rng(seed), FRUIT.copy()
        rng.shuffle(deck)
        stalls = {seat: Stall(hand=[deck.pop() for _ in range(3)]) for seat in seats}
        market = Market(version=VERSION, rng=rng, seats=list(seats), stalls=stalls, deck=deck, **chosen)
        then(market, Step("round"))
        return market, run(steps, market)

    def over(self, position: Market) -> bool:
        return not position.agenda

    def scores(self, position: Market) -> dict[str, list[ScoreLine]]:
        return {seat: [ScoreLine("coins", stall.coins)] for seat, stall in position.stalls.items()}

    def winners(self, position: Market) -> list[str]:
        best = max(stall.coins for stall in position.stalls.values())
        return [seat for seat in position.seats if position.stalls[seat].coins == best]

    def players(self, position: Market) -> list[str]:
        return position.seats

    def label(self, position: Market, seat: str, offer: Offer, language: str = "en") -> str:
        return offer.form(self.vocabulary.namer(position, language)).label

    def phrase(
        self, position: Market, seen: Mapping[str, Any], seat: str | None, language: str = "en"
    ) -> str:
        say = get_translator(language).say
        if seen["kind"] == "laid":
            if "fruit" in seen:
                return say("You lay down: {fruit}.", fruit=self.lexicon.name(seen["fruit"], language))
            return say("{seat} lays down a fruit.", seat=seen["seat"])
        return say("{seat} leads.", seat=seen["seat"]) if seen["kind"] == "revealed" else ""

    def view(self, position: Market, seat: str | None) -> dict[str, Any]:
        stalls = {
            name: {"coins": stall.coins, "fruits": len(stall.hand), "laid": stall.laid is not None}
            for name, stall in position.stalls.items()
        }
        seen = {"stalls": stalls, "table": position.table, "box": position.box, "round": position.round}
        if seat is None:
            return seen
        own = position.stalls[seat]
        return {**seen, "hand": sorted(own.hand), "laid": own.laid}

    def table_text(
        self, position: Market, seat: str | None, language: str = "en", width: int = 72
    ) -> list[str]:
        seen = self.view(position, seat)
        stalls = [f"{name}: {stall['coins']} coins" for name, stall in seen["stalls"].items()]
        return ["\n".join(stalls), f"You hold: {', '.join(seen['hand'])}" if seat else "You watch."]

    def fallback(self, position: Market, seat: str) -> Move:
        return next(self.offers(position, seat)[-1].moves())

    def deal_again(self, position: Market, seat: str, rng: Rng) -> Market:
        market = self.copy(position)
        others = [stall for name, stall in market.stalls.items() if name != seat]
        pool = market.deck + [fruit for stall in others for fruit in stall.hand]
        pool += [stall.laid for stall in others if stall.laid]
        rng.shuffle(pool)
        for stall in others:
            stall.laid = stall.laid and pool.pop()
            stall.hand = [pool.pop() for _ in stall.hand]
        market.deck, market.rng = pool, rng
        return market

    def audit(self, position: Market) -> None:
        stalls = position.stalls.values()
        laid = [stall.laid for stall in stalls if stall.laid]
        hands = [fruit for stall in stalls for fruit in stall.hand]
        assert Counter([*position.deck, *position.table, *hands, *laid]) == Counter(FRUIT)
        assert min(stall.coins for stall in stalls) >= 0
        assert bool(position.agenda) != self.over(position)


MARKET_DAY = MarketDay()
