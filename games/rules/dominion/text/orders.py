"""Orders as forms and sentences: what a seat may order at this table, and what its orders mean.

The forms list only what can come up: without a Torturer in the kingdom there is nothing to answer.
"""

from collections.abc import Callable, Iterator, Sequence

from ...core.order_forms import ONE, PLAN, RANKED, OrderChoice, OrderForm
from ...core.orders import FORCED, OR_SEPARATOR, PREFER
from ...core.sentences import Voice
from ...core.standing_orders import FORCED_NOTE, FORCED_QUESTION, FORCED_TEXT, list_preferred
from ...core.translation import mark
from ..buy_list import END, MOST, BuyList, Wish
from ..cards.card import ATTACKS, CARDS, VICTORIES
from ..orders import BUY, NONE, ORDER_TABLE
from ..position import DominionGame

TableCondition = Callable[[DominionGame], bool]  # can the question come up at this table?


def _is_in_kingdom(card: str) -> TableCondition:
    return lambda game: card in game.kingdom


def _is_attacked_with(card: str) -> TableCondition:
    return lambda game: card in game.kingdom and not ATTACKS.isdisjoint(game.kingdom)


PAUSE_HELP = mark(
    "“Ask me only when I hold it” saves emails, but the others can see from the pause that you hold it."
)
# kind → label, help, and whether it can come up
QUESTION_LABELS: dict[str, tuple[str, str, TableCondition]] = {
    "moat": (mark("When somebody attacks: Moat"), PAUSE_HELP, _is_attacked_with("moat")),
    "secret_chamber": (
        mark("When somebody attacks: Secret Chamber"),
        PAUSE_HELP,
        _is_attacked_with("secret_chamber"),
    ),
    "torturer": (
        mark("When the Torturer comes"),
        mark("To discard, also say below what you discard first."),
        _is_in_kingdom("torturer"),
    ),
    "treasures": (
        mark("When no Action can be played in your turn"),
        mark("With a buy list, whole turns play themselves."),
        lambda game: True,
    ),
    "end": (mark("When nothing else is left to do"), "", lambda game: True),
    "forced": (FORCED_QUESTION, FORCED_NOTE, lambda game: True),
}
# line → label of the choice, and the order as a sentence
ANSWER_TEXTS: dict[str, tuple[str, str]] = {
    "always reveal moat": (mark("Show it"), mark("You show your Moat against every Attack.")),
    "always decline moat": (
        mark("Never show it, never ask me"),
        mark("You never show a Moat, and are not asked."),
    ),
    "always decline without moat": (
        mark("Ask me only when I hold it"),
        mark("You are asked about a Moat only while you hold one."),
    ),
    "always decline secret_chamber": (
        mark("Never show it, never ask me"),
        mark("You never show a Secret Chamber, and are not asked."),
    ),
    "always decline without secret_chamber": (
        mark("Ask me only when I hold it"),
        mark("You are asked about a Secret Chamber only while you hold one."),
    ),
    "always choose curse": (mark("Gain the Curse"), mark("When the Torturer comes, you gain the Curse.")),
    "always choose discard": (
        mark("Discard by my list"),
        mark("When the Torturer comes, you discard by your list."),
    ),
    "always treasures": (
        mark("Play all Treasures"),
        mark("In your turn all Treasures are played as soon as no Action can be played."),
    ),
    "always end": (mark("End my turn"), mark("When nothing else is left to do, your turn ends.")),
    FORCED: (FORCED_TEXT.label, FORCED_TEXT.sentence),
}
# verb → label, help, whether it can come up, which cards may be listed, and the order as a sentence
LIST_LABELS: dict[str, tuple[str, str, TableCondition, Callable[[str], bool], str]] = {
    "discard": (
        mark("What you discard first"),
        mark("For the Militia, and for the Torturer if you said so above."),
        lambda game: not {"militia", "torturer"}.isdisjoint(game.kingdom),
        lambda card: True,
        mark("What you discard first: {cards}."),
    ),
    "pass": (
        mark("What you pass in a Masquerade"),
        mark("The first of these that you hold."),
        _is_in_kingdom("masquerade"),
        lambda card: True,
        mark("What you pass in a Masquerade, the first you hold: {cards}."),
    ),
    "topdeck": (
        mark("Which Victory card the Bureaucrat gets"),
        mark("The first of these that you hold."),
        _is_in_kingdom("bureaucrat"),
        VICTORIES.__contains__,
        mark("Which Victory card goes on your deck, the first you hold: {cards}."),
    ),
    "gain": (
        mark("What you gain after a Saboteur"),
        mark("The first of these that you may gain."),
        _is_in_kingdom("saboteur"),
        lambda card: True,
        mark("What you gain after a Saboteur, the first you may take: {cards}."),
    ),
    BUY: (
        mark("What you buy"),
        mark(
            "The first that you can afford, when there is nothing left to play. Typed as a line it may have "
            "limits: prefer buy province gold duchy left 4 smithy upto 2 silver end. This buys a Duchy only "
            "when at most 4 Provinces are left, a Smithy until you own 2, and ends the turn if there is "
            "nothing to buy."
        ),
        lambda game: True,
        lambda card: True,
        mark("What you buy, the first you can afford: {cards}."),
    ),
}


class DominionOrderPresenter:
    """The orders of one seat in one language."""

    def __init__(self, game: DominionGame, seat: str, voice: Voice) -> None:
        self.game = game
        self.seat = seat
        self.voice = voice
        self.say: Callable[..., str] = voice.speak.say

    # --- forms

    def forms(self) -> tuple[OrderForm, ...]:
        """What may be ordered at this table."""
        return (*self._build_choices(), *self._build_lists(), self._build_plan())

    def _build_choices(self) -> Iterator[OrderForm]:
        for kind, (label, help_text, can_come_up) in QUESTION_LABELS.items():
            if can_come_up(self.game):
                lines = [line for line, order in ORDER_TABLE.orders.items() if order.kind == kind]
                choices = tuple(OrderChoice(line, self.say(ANSWER_TEXTS[line][0])) for line in lines)
                yield OrderForm(ONE, self.say(label), choices, kind, self.say(help_text))

    def _build_lists(self) -> Iterator[OrderForm]:
        for verb, (label, help_text, can_come_up, may_list, _) in LIST_LABELS.items():
            if can_come_up(self.game):
                cards = sorted(filter(may_list, self.game.supply), key=lambda card: (-CARDS[card].cost, card))
                choices = (*self._build_card_choices(verb, cards), *self._build_last_choice(verb))
                words = f"{PREFER} {verb}"
                yield OrderForm(RANKED, self.say(label), choices, verb, self.say(help_text), words)

    def _build_card_choices(self, verb: str, cards: Sequence[str]) -> Iterator[OrderChoice]:
        listed = BuyList.parse(
            list_preferred(self.game.players[self.seat].orders, verb) if verb == BUY else []
        )
        limits = {wish.card: ", ".join(self._describe_limits(wish)) for wish in listed.wishes}
        for card in cards:
            name, cost = self.voice.name(card), str(CARDS[card].cost)
            yield OrderChoice(card, name, limits.get(card, ""), sign=cost)

    def _build_last_choice(self, verb: str) -> Iterator[OrderChoice]:
        """What may stand at the end of a list, where it is no card."""
        if verb == BUY:
            yield OrderChoice(END, self.say("End your turn"))

    def _build_plan(self) -> OrderForm:
        hand = sorted(set(self.game.players[self.seat].hand))
        lines = [f"play {card}" for card in hand if "action" in CARDS[card].types]
        lines += ["treasures", *(f"buy {card}" for card in self.game.supply), "end"]
        choices = tuple(OrderChoice(line, self.describe_plan_line([line.split()])) for line in lines)
        return OrderForm(PLAN, self.say("Your next turn"), choices)

    # --- sentences

    def describe_standing_order(self, line: str) -> str:
        if line in ANSWER_TEXTS:
            return self.say(ANSWER_TEXTS[line][1])
        _, verb, *words = line.split()
        cards = self._describe_buy_list(words) if verb == BUY else self._describe_list(words)
        return self.say(LIST_LABELS[verb][-1], cards=cards)

    def _describe_list(self, words: Sequence[str]) -> str:
        return ", ".join(self.say("nothing") if word == NONE else self.voice.name(word) for word in words)

    def _describe_buy_list(self, words: Sequence[str]) -> str:
        listed = BuyList.parse(words)
        parts = []
        for wish in listed.wishes:
            limits = list(self._describe_limits(wish))
            name = str(self.voice.name(wish.card))
            parts.append(f"{name} ({', '.join(limits)})" if limits else name)
        if listed.ends:
            parts.append(self.say("otherwise end the turn"))
        return ", ".join(parts)

    def _describe_limits(self, wish: Wish) -> Iterator[str]:
        if wish.most < MOST:
            yield self.say("at most {n}", n=wish.most)
        if wish.provinces < MOST:
            yield self.say("once {n} Provinces are left", n=wish.provinces)

    def describe_plan_line(self, choices: Sequence[Sequence[str]]) -> str:
        """A line of a plan, its alternatives with “or” between them, as its owner would type it."""
        return self.voice.line(OR_SEPARATOR.join(" ".join(words) for words in choices))
