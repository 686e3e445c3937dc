"""Fair: a whole game in one module, written from docs/new-ruleset.md alone.

Everybody holds the same five animals. In each of five rounds a prize lies open, all seats bid an animal in
secret at the same time, and the strongest animal that nobody else has bid wins the prize.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from games.rules.core.agenda import Position, Step, StepRegistry, run, tell, then, together
from games.rules.core.capabilities.advice import MoveAdvice
from games.rules.core.capabilities.tutorial import LessonTable
from games.rules.core.events import Event
from games.rules.core.lexicon import Lexicon
from games.rules.core.notation import Move, Offer, RandomBelow
from games.rules.core.reader import SeatReader, join_paragraphs
from games.rules.core.rng import Rng, generate_seed
from games.rules.core.ruleset import Ruleset, ScoreLine
from games.rules.core.sentences import ANY, YOU, SentenceTable
from games.rules.core.standing_orders import OrderTable, OrderText, StandingOrder, StandingOrders
from games.rules.core.storage import PositionStore

ANIMALS = ["mouse", "fox", "wolf", "bear", "lion"]  # the weakest first
PRIZES = [1, 2, 3, 4, 5]
LIMIT_TEXTS = ("of strength at most", "You bid your strongest animal of strength {n} or less.")
LEXICON = Lexicon(Path(__file__).parent / "fair_texts")
steps: StepRegistry["Fair"] = StepRegistry()


class Fair(Position):
    seats: list[str]
    prizes: list[int]  # the last one is open
    hands: dict[str, list[str]] = {}
    won: dict[str, int] = {}
    orders: dict[str, list[str]] = {}
    bids: dict[str, str] = {}


# --- a round


@steps.act("round")
def begin_round(fair: Fair, step: Step) -> None:
    if fair.prizes:
        tell(fair, "prize", points=fair.prizes[-1], round=len(PRIZES) - len(fair.prizes) + 1)
        then(fair, Step("award"), Step("round"))
        together(fair, *(Step("bid", seat) for seat in fair.seats))


@steps.ask("bid")
def may_bid(fair: Fair, step: Step) -> Iterator[Offer]:
    return (Move("bid", (animal,)) for animal in fair.hands[step.seat])


@may_bid.answer
def bid(fair: Fair, step: Step, move: Move) -> None:
    fair.bids[step.seat] = move.args[0]
    fair.hands[step.seat].remove(move.args[0])
    tell(fair, "bid", seat=step.seat, secret={step.seat: {"animal": move.args[0]}})


@steps.act("award")
def award(fair: Fair, step: Step) -> None:
    bids, prize = [*fair.bids.values()], fair.prizes.pop()
    for seat, animal in fair.bids.items():
        tell(fair, "shown", seat=seat, animal=animal)
    alone = {animal: seat for seat, animal in fair.bids.items() if bids.count(animal) == 1}
    fair.bids = {}
    if alone:
        best = max(alone, key=ANIMALS.index)
        fair.won[alone[best]] += prize
        tell(fair, "won", seat=alone[best], animal=best, points=prize)
    else:
        tell(fair, "lost", points=prize)


SENTENCES = SentenceTable(
    {
        "prize": [(ANY, "", "Round {round}: the prize is worth {points}.")],
        "bid": [(YOU, "animal", "You bid the {animal}."), (ANY, "", "{seat} has bid.")],
        "shown": [(ANY, "", "{seat} has bid the {animal}.")],
        "won": [(ANY, "", ("{seat}’s {animal} wins a point.", "{seat}’s {animal} wins {n} points."))],
        "lost": [(ANY, "", ("Nobody was alone: a point is lost.", "Nobody was alone: {n} points are lost."))],
    },
    counted={"won": "points", "lost": "points"},
)


def _bid_highest(fair: Fair, seat: str, limit: int) -> Move | None:
    hand = [animal for animal in fair.hands[seat] if ANIMALS.index(animal) < limit]
    return Move("bid", (hand[-1],)) if hand else None


class FairOrders(StandingOrders[Fair]):
    always = {
        "always lowest": StandingOrder("bid", ("bid",), "", lambda fair, seat, _: FAIR.fallback(fair, seat)),
        "always highest": StandingOrder("bid", ("bid",), "upto", _bid_highest),
    }
    table = OrderTable(LEXICON, always)
    questions = {"bid": "When a prize lies open"}
    texts = {
        "always lowest": OrderText("Bid my weakest", "You always bid your weakest animal."),
        "always highest": OrderText("Bid my strongest", "You always bid your strongest.", *LIMIT_TEXTS),
    }

    def lines(self, position: Fair, seat: str) -> list[str]:
        return position.orders[seat]


class FairTutorial(LessonTable[Fair]):
    texts = {
        "goal": ("How to win", "Win prizes with animals that nobody else bids."),
        "lost": ("Nobody won", "Two equal animals chase each other away."),
    }
    by_question = {"bid": "goal"}
    by_event = {"lost": "lost"}

    def first_game(self) -> tuple[int, dict[str, Any]]:
        return 3, {}


class FairAdvice(MoveAdvice[Fair]):
    def choose_move(self, view: Mapping[str, Any], offers: Sequence[Offer], below: RandomBelow) -> Move:
        """The animal as strong as the prize, if it is still there."""
        wanted = Move("bid", (ANIMALS[view["prize"] - 1],))
        return wanted if wanted in offers else super().choose_move(view, offers, below)


# --- the ruleset


class FairRules(Ruleset[Fair]):
    slug = "fair"
    seats = range(2, 5)
    steps = steps
    store = PositionStore(Fair, 1, {})
    lexicon = LEXICON
    sentences = SENTENCES
    stored_words = frozenset(SENTENCES.sentences)

    def __init__(self) -> None:
        super().__init__()
        self.orders = FairOrders(self)
        self.tutorial = FairTutorial(self)
        self.advice = FairAdvice(self)

    def new(self, seats: Sequence[str], options: Mapping[str, Any], seed: str) -> tuple[Fair, list[Event]]:
        self.setup.clean(len(seats), options, seed)
        rng, prizes = Rng(seed or generate_seed()), [*PRIZES]
        rng.shuffle(prizes)
        fair = Fair(version=1, rng=rng, seats=[*seats], prizes=prizes)
        for seat in seats:
            fair.hands[seat], fair.won[seat], fair.orders[seat] = [*ANIMALS], 0, []
        then(fair, Step("round"))
        return fair, run(steps, fair)

    def scores(self, position: Fair) -> dict[str, list[ScoreLine]]:
        return {seat: [ScoreLine("prizes", points)] for seat, points in position.won.items()}

    def players(self, position: Fair) -> list[str]:
        return position.seats

    def view(self, position: Fair, seat: str | None) -> dict[str, Any]:
        prize = position.prizes[-1] if position.prizes else 0
        seen: dict[str, Any] = {"seats": [*position.seats], "awaits": self.awaits(position), "prize": prize}
        if seat:
            seen["you"] = {"seat": seat, "hand": [*position.hands[seat]], "bid": position.bids.get(seat, "")}
        return seen | {"won": dict(position.won)}

    def table_text(
        self, position: Fair, seat: str | None, language: str = "en", width: int = 72
    ) -> list[str]:
        view = self.view(position, seat)
        reader = SeatReader(view, self.vocabulary.namer(position, language), language, width)
        asked = f"What do you bid for {view['prize']} points?" if seat in view["awaits"] else ""
        won = [f"{reader.name_seat(one)}: {view['won'][one]}" for one in reader.list_seats_clockwise()]
        held = reader.wrap(f"You hold: {reader.join_names(reader.own['hand'])}.") if seat else ["You watch."]
        return join_paragraphs([[asked or reader.describe_wait()], won, held])

    def fallback(self, position: Fair, seat: str) -> Move:
        return Move("bid", (position.hands[seat][0],))

    def deal_again(self, position: Fair, seat: str, rng: Rng) -> Fair:
        fair = self.copy(position)
        shown = [fair.prizes.pop()] if fair.prizes else []
        rng.shuffle(fair.prizes)
        for other in sorted(fair.bids.keys() - {seat}):
            hand = sorted([*fair.hands[other], fair.bids[other]], key=ANIMALS.index)
            fair.bids[other], fair.hands[other] = hand.pop(rng.below(len(hand))), hand
        fair.prizes, fair.rng = fair.prizes + shown, rng
        fair.orders = {one: lines if one == seat else [] for one, lines in fair.orders.items()}
        return fair

    def audit(self, position: Fair) -> None:
        for seat, hand in position.hands.items():
            assert len({*hand}) == len(position.prizes) - (seat in position.bids), "an animal was lost"


FAIR = FairRules()
