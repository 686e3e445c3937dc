"""Standing orders by table: which question each answers, how, and what it is called.

A line of the table is an order in exact notation (`always lowest`); an order with a number word may be
followed by a number (`always highest upto 2`). A game that also has lists, what is preferred first, extends
`ListOrderTable`; one that has more than these extends `OrderTable`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from typing import Any, ClassVar, Generic, NamedTuple

from .agenda import P
from .capabilities.orders import OrderRules
from .errors import NotUnderstood
from .lexicon import ANY_LANGUAGE, Lexicon
from .move_parser import Spellings, parse_words, tidy_line
from .notation import Move, Offer
from .order_forms import ONE, OrderChoice, OrderForm
from .orders import ALWAYS, PREFER, normalize_plan_line
from .translation import LANGUAGES, InflectedName, get_translator, mark

OrderAnswer = Callable[[P, str, int], Move | None]  # position, seat, number in the order
NO_LIMIT = {"upto": 10**6, "from": 0}


class StandingOrder(NamedTuple, Generic[P]):
    """A kind of standing order. A seat has one order of each kind; a later one replaces it."""

    kind: str
    questions: tuple[str, ...]
    number_word: str  # the word before an optional number
    answer: OrderAnswer[P]
    only_if_nothing_else: bool = False  # answers only when nothing else can be done


def answer_always(verb: str) -> OrderAnswer[Any]:
    """An answer that is this verb alone, whatever the position is."""
    return lambda position, seat, number: Move(verb)


class OrderTable(Generic[P]):
    """The standing orders of a game, read from text and carried out."""

    refusal: ClassVar[str] = mark("“{line}” is not an order. Orders are: {orders}.")
    unit: ClassVar[str] = ""  # a word that may follow a number: `upto 2 coins`

    def __init__(self, lexicon: Lexicon, orders: Mapping[str, StandingOrder[P]]) -> None:
        self.lexicon = lexicon
        self.orders = orders
        self.vocabulary = {
            word for order, one in orders.items() for word in (*order.split(), one.number_word) if word
        }

    # --- reading

    def parse(self, line: str, variant: str = "") -> str:
        """Parse a line in any language into exact notation, or raise an error that lists the orders."""
        order, number = self.split(self.parse_words(line))
        if order is None:
            order, number = self.split(self.parse_words(line, self._spell_without_amount))
        if order is None:
            raise NotUnderstood(self.refusal, line=line, orders=self._name_all(variant))
        return order if number is None else f"{order} {self.orders[order].number_word} {number}"

    def parse_written(self, line: str, variant: str = "") -> str:
        """Parse an order in a written position: a standing order or a line of a plan, in exact notation."""
        line = tidy_line(line)
        if line.split()[0].lower() in (ALWAYS, PREFER):
            return self.parse(line, variant)
        return normalize_plan_line(self.lexicon, line.removeprefix("plan "))

    def parse_words(self, line: str, spellings: Spellings | None = None) -> list[str]:
        """The line as words of the orders; empty if one is unknown."""
        return parse_words(line, list(self.list_words()), spellings or self._spell) or []

    def list_words(self) -> Collection[str]:
        """All words that an order may be made of."""
        return self.vocabulary | {self.unit} if self.unit else self.vocabulary

    def _spell(self, word: str) -> Set[str]:
        return self.lexicon.spellings(word, ANY_LANGUAGE)

    def _spell_without_amount(self, word: str) -> set[str]:
        """Spellings without a number: in “upto 2 coins” the 2 is the limit, not part of “take 2 coins”."""
        return {spelling for spelling in self._spell(word) if not spelling[0].isdigit()}

    def _name_all(self, variant: str) -> InflectedName:
        """All standing orders, in the language of whoever reads the error."""
        data = {language: self._list_in(language, variant) for language in LANGUAGES}
        return InflectedName(data["en"], data)

    def _list_in(self, language: str, variant: str) -> str:
        return ", ".join(self.lexicon.translate_line(order, language, variant) for order in self.orders)

    def split(self, words: Sequence[str]) -> tuple[str | None, int | None]:
        """Split words into an order and its number, if it has one; the unit may follow the number."""
        if (whole := " ".join(words)) in self.orders:
            return whole, None
        limit = words[:-1] if self.unit and words[-1:] == [self.unit] else words
        *order, word, number = ["", "", *limit]
        named = " ".join(order).strip()
        expected = self.orders[named].number_word if named in self.orders else ""
        if expected and word == expected and number.isdecimal() and len(number) < 6:
            return named, int(number)
        return None, None

    # --- answering

    def kind(self, line: str) -> str:
        """The kind of question the order answers; empty for a line of a plan."""
        order, _ = self.split(line.split())
        return self.orders[order].kind if order else ""

    def answer(self, position: P, seat: str, line: str, offers: Sequence[Offer]) -> Move | None:
        """The move that the order makes now; None if it is for another question or not legal as written."""
        order, number = self.split(line.split())
        if order is None:
            return None
        standing = self.orders[order]
        if not _is_asked(position, seat, standing.questions):
            return None
        if standing.only_if_nothing_else and len(offers) > 1:
            return None
        limit = NO_LIMIT.get(standing.number_word, 0) if number is None else number
        move = standing.answer(position, seat, limit)
        return move if move and any(offer.accepts(move) for offer in offers) else None


class ListOrderTable(OrderTable[P]):
    """Standing orders, and lists for some verbs: `prefer catch fox mouse`, the favourite first."""

    verbs: ClassVar[Collection[str]]  # that may have a list
    example: ClassVar[str]  # an error that shows how a list is written

    def parse(self, line: str, variant: str = "") -> str:
        words = self.parse_words(line)
        if words[:1] != [PREFER]:
            return super().parse(line, variant)
        if len(words) < 3 or words[1] not in self.verbs:
            raise NotUnderstood(self.example)
        return " ".join((PREFER, words[1], *self.parse_list(words[1], words[2:])))

    def parse_list(self, verb: str, words: Sequence[str]) -> Sequence[str]:
        """The words of a list for this verb, each once, or an error about one that it cannot name."""
        raise NotImplementedError

    def kind(self, line: str) -> str:
        words = line.split()
        if words[:1] == [PREFER] and len(words) > 2 and words[1] in self.verbs:
            return words[1]
        return super().kind(line)

    def answer(self, position: P, seat: str, line: str, offers: Sequence[Offer]) -> Move | None:
        words = line.split()
        if words[0] != PREFER:
            return super().answer(position, seat, line, offers)
        return self.answer_by_list(position, seat, words[1], words[2:], offers)

    def answer_by_list(
        self, position: P, seat: str, verb: str, listed: Sequence[str], offers: Sequence[Offer]
    ) -> Move | None:
        """The move that the list makes now; None if it is for another question or names too little."""
        raise NotImplementedError


def list_preferred(orders: Sequence[str], verb: str) -> list[str]:
    """The words of the list for this verb among these orders; empty if there is none."""
    start = f"{PREFER} {verb} "
    return next((line.removeprefix(start).split() for line in orders if line.startswith(start)), [])


def _is_asked(position: P, seat: str, questions: Collection[str]) -> bool:
    """Is one of these questions open for the seat?"""
    return any(step.name in questions and step.seat == seat for step in position.agenda[-1])


class OrderText(NamedTuple):
    """An order in words: the label of the choice, and the order as a sentence."""

    label: str
    sentence: str
    asks: str = ""  # the question that a number answers
    with_number: str = ""  # the sentence with the number {n}


# for every game with questions that hide whether there is a choice; the server answers them, not the table
FORCED_ORDER: StandingOrder[Any] = StandingOrder("forced", (), "", lambda position, seat, number: None)
FORCED_QUESTION = mark("When only one answer is possible")
FORCED_NOTE = mark("You are asked so that nobody can tell. We give the answer for you at a random time.")
FORCED_TEXT = OrderText(
    mark("Answer for me"), mark("When only one answer is possible, we give it for you after a while.")
)


class StandingOrders(OrderRules[P], Generic[P]):
    """The capability of orders, from a table and its texts. A game says where the lines are stored."""

    offered = True
    table: ClassVar[OrderTable[Any]]
    questions: ClassVar[Mapping[str, str]] = {}  # kind → label of its form
    notes: ClassVar[Mapping[str, str]] = {}  # kind → what else its form says
    texts: ClassVar[Mapping[str, OrderText]] = {}  # order → its words

    def parse(self, position: P, seat: str, line: str) -> str:
        return self.table.parse(line, self.rules.vocabulary.variant(position))

    def kind(self, line: str) -> str:
        return self.table.kind(line)

    def answer(self, position: P, seat: str, line: str) -> Move | None:
        return self.table.answer(position, seat, line, self.rules.offers(position, seat))

    def forms(self, position: P, seat: str, language: str = "en") -> tuple[OrderForm, ...]:
        asked = [kind for kind in self.questions if self.comes_up(position, kind)]
        return tuple(self._build_form(kind, language) for kind in asked)

    def comes_up(self, position: P, kind: str) -> bool:
        """Can this kind of question come up at this table? Only then is there a form for it."""
        return True

    def _build_form(self, kind: str, language: str) -> OrderForm:
        lines = [line for line, order in self.table.orders.items() if order.kind == kind]
        choices = tuple(self._build_choice(line, language) for line in lines)
        say = get_translator(language).say
        return OrderForm(ONE, say(self.questions[kind]), choices, kind, say(self.notes.get(kind, "")))

    def _build_choice(self, line: str, language: str) -> OrderChoice:
        say, text = get_translator(language).say, self.texts[line]
        word = self.table.orders[line].number_word
        return OrderChoice(line, say(text.label), word=word, asks=say(text.asks))

    def describe(self, position: P, seat: str, line: str, language: str = "en") -> str:
        say = get_translator(language).say
        order, number = self.table.split(line.split())
        if order is None:
            return line
        text = self.texts[order]
        return say(text.sentence) if number is None else say(text.with_number, n=number)
