"""Orders as forms and sentences: what a seat may order at this table, and what its orders mean."""

from collections.abc import Callable, Iterator, Sequence

from ...core.chain_offer import ChainOffer
from ...core.notation import list_moves
from ...core.order_forms import ONE, PLAN, RANKED, OrderChoice, OrderForm
from ...core.orders import FORCED, OR_SEPARATOR, PREFER
from ...core.sentences import Voice
from ...core.standing_orders import FORCED_NOTE, FORCED_QUESTION, FORCED_TEXT
from ...core.translation import mark
from ..cards.card import BUILDING, card_set
from ..district import reading_order
from ..numbers import ADVANCED, COLOURS
from ..offers import DRAW_MOVES, GATHER, RECRUIT_MOVES, TWO
from ..orders import ALWAYS_ENDURE, ORDER_TABLE
from ..placement import offer_to_place
from ..position import CELLS, TournayGame
from ..town_crier import DAMAGE_CARDS, LAY

QUESTION_LABELS: dict[str, tuple[str, str]] = {  # kind → label and help
    "event": (
        mark("When an event strikes and you hold an event card"),
        mark("What an event takes by your choice is asked all the same, unless you say it below."),
    ),
    "last_card": (mark("When everybody may place one last card"), ""),
    "forced": (FORCED_QUESTION, FORCED_NOTE),
}
ANSWER_TEXTS: dict[str, tuple[str, str]] = {  # line → label of the choice, and the order as a sentence
    "always rampart": (
        mark("Lay a rampart every time"),
        mark("You lay a rampart against every event, of your event cards the first by alphabet."),
    ),
    "always rampart hurt": (
        mark("Lay a rampart if the event costs me something"),
        mark("You lay a rampart against every event that costs you something, and endure the others."),
    ),
    ALWAYS_ENDURE: (mark("Never lay one"), mark("You lay no ramparts and endure every event.")),
    "always skip": (mark("Place none"), mark("You place no last card.")),
    FORCED: (FORCED_TEXT.label, FORCED_TEXT.sentence),
}
# verb → label, help, and the order as a sentence
LIST_LABELS: dict[str, tuple[str, str, str]] = {
    LAY: (
        mark("Whom you lay down first when you may choose"),
        mark("This answers while you hold no event card, or never lay one."),
        mark("Whom you lay down when you may choose, the first ones first: {words}."),
    ),
    DAMAGE_CARDS: (
        mark("What is damaged first when you may choose"),
        mark("The first of these that can be damaged; you are asked if they are too few."),
        mark("What is damaged when you may choose, the first ones first: {words}."),
    ),
}


class TournayOrderPresenter:
    """The orders of one seat in one language."""

    def __init__(self, game: TournayGame, seat: str, voice: Voice) -> None:
        self.game = game
        self.seat = seat
        self.player = game.players[seat]
        self.voice = voice
        self.say: Callable[..., str] = voice.speak.say

    # --- forms

    def forms(self) -> tuple[OrderForm, ...]:
        """What may be ordered at this table."""
        return (*self._build_choices(), *self._build_lists(), self._build_plan())

    def _build_choices(self) -> Iterator[OrderForm]:
        for kind, (label, help_text) in QUESTION_LABELS.items():
            lines = [line for line, order in ORDER_TABLE.orders.items() if order.kind == kind]
            choices = tuple(OrderChoice(line, self.say(ANSWER_TEXTS[line][0])) for line in lines)
            yield OrderForm(ONE, self.say(label), choices, kind, self.say(help_text))

    def _build_lists(self) -> Iterator[OrderForm]:
        yield self._build_list(LAY, [OrderChoice(colour, self._name_citizen(colour)) for colour in COLOURS])
        cells = sorted(self.player.district, key=reading_order) or [*CELLS]
        yield self._build_list(DAMAGE_CARDS, [OrderChoice(cell, self._name_cell(cell)) for cell in cells])

    def _build_list(self, verb: str, choices: Sequence[OrderChoice]) -> OrderForm:
        label, help_text, _ = LIST_LABELS[verb]
        return OrderForm(
            RANKED, self.say(label), tuple(choices), verb, self.say(help_text), f"{PREFER} {verb}"
        )

    def _build_plan(self) -> OrderForm:
        choices = tuple(OrderChoice(line, self.voice.line(line)) for line in self._list_plan_lines())
        return OrderForm(PLAN, self.say("Your next turn"), choices)

    def _list_plan_lines(self) -> Iterator[str]:
        """What may make sense in the next turn: what could be placed now, every own building, the actions."""
        for offer in offer_to_place(self.game, self.seat):
            if isinstance(offer, ChainOffer):
                yield from (str(move) for move in list_moves([offer]) if len(move.args) == 2)
        cards = card_set(self.game).cards
        for cell in sorted(self.player.district, key=reading_order):
            slug = self.player.district[cell].cards[0]
            if cards[slug].kind == BUILDING:
                yield f"activate {slug} {cell}"
        yield from (str(DRAW_MOVES[deck, TWO]) for deck, cards_left in self.game.decks.items() if cards_left)
        yield from (f"fight {queued.event} with 2" for queued in self.game.queue)
        yield from (f"tax {colour} 2" for colour in COLOURS)
        if self.game.mode == ADVANCED:
            yield from map(str, RECRUIT_MOVES.values())
        yield str(GATHER)

    # --- sentences

    def describe_standing_order(self, line: str) -> str:
        if line in ANSWER_TEXTS:
            return self.say(ANSWER_TEXTS[line][1])
        _, verb, *words = line.split()
        write = self._name_citizen if verb == LAY else self._name_cell
        return self.say(LIST_LABELS[verb][-1], words=", ".join(map(write, words)))

    def _name_citizen(self, colour: str) -> str:
        return str(self.voice.name(f"{colour}_citizen"))

    def _name_cell(self, cell: str) -> str:
        """The cell with what lies there."""
        space = self.player.district.get(cell)
        return f"{cell}: {self.voice.name(space.cards[0])}" if space else cell

    def describe_plan_line(self, choices: Sequence[Sequence[str]]) -> str:
        """A line of a plan, its alternatives with “or” between them, as its owner would type it."""
        return self.voice.line(OR_SEPARATOR.join(" ".join(words) for words in choices))
