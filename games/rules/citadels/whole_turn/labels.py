"""The words of a turn's form. The heading of a part has the verb, so a choice says only what differs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...core.notation import Move
from ...core.sentences import Voice
from ...core.translation import mark
from ..building import BuildPlan, parse_build
from ..characters.income import count_income
from ..characters.rank_8 import price_to_destroy, price_to_seize
from ..position import CitadelsGame
from ..text.build_labels import describe_consequences
from ..text.lexicon import LEXICON
from ..text.move_effects import BONUS_GOLD, compute_build_cost
from ..text.move_labels import LabelWriter
from ..turn import compute_gather_amounts

CARD_INCOME = ("patrician", "cardinal")


class TurnLabels:
    """Writes the words of one seat's form: holds a position of the turn, the seat and the language."""

    def __init__(self, game: CitadelsGame, seat: str, voice: Voice) -> None:
        self.game = game
        self.seat = seat
        self.voice = voice
        self.say, self.count, self.name = voice.speak.say, voice.speak.count, voice.name
        self.writer = LabelWriter(game, seat, voice, with_sums=False)

    def question(self) -> str:
        """Whose turn it is: what is still to be done in it stands in the parts of the form."""
        name = self.name(self.game.called)
        if self.game.called in self.game.players[self.seat].characters:
            return self.say("Your turn: you are the {character}.", character=name)
        return self.say("You continue as the {character}.", character=name)

    def label(self, move: Move) -> str:
        """What differs between this move and the others of its part."""
        if move.verb in SHORT_LABELS:
            return SHORT_LABELS[move.verb](self, move)
        return self.writer.label(move).removesuffix(".")

    def note(self, move: Move) -> str:
        """What is good to know of a way to gather, or of what building may lead to."""
        if move.verb == "cards":
            return self._describe_kept_cards()
        return " ".join(describe_consequences(self.writer, move)) if move.verb == "build" else ""

    def _describe_kept_cards(self) -> str:
        _, count, keep = compute_gather_amounts(self.game, self.seat)
        count = self.writer.count_drawable(count)
        if keep >= count:
            return self.say("you keep them all")
        return self.say("you keep {keep}", keep=keep)

    def title(self, moves: Sequence[Move]) -> str:
        """The heading of a part with these moves: what their common verb does."""
        verbs = {move.verb for move in moves}
        if len(verbs) > 1:
            return self.say("Your power")
        known: Mapping[str, Any] = LEXICON.texts(self.voice.speak.language).get("verbs", {})
        entry = known.get(verbs.pop(), {})
        text = str(entry.get("help", "")) if isinstance(entry, Mapping) else ""
        return text[:1].upper() + text[1:] or self.say("Your power")


def _label_gold(t: TurnLabels, move: Move) -> str:
    return t.say("Take {gold} gold", gold=compute_gather_amounts(t.game, t.seat)[0])


def _label_cards(t: TurnLabels, move: Move) -> str:
    count = t.writer.count_drawable(compute_gather_amounts(t.game, t.seat)[1])
    return t.count("Draw {n} card", "Draw {n} cards", count)


def _label_income(t: TurnLabels, move: Move) -> str:
    if move.args:
        gold, cards = map(int, move.args)
        drawn = t.writer.count_drawable(cards)
        return t.count("{gold} gold, {n} card", "{gold} gold, {n} cards", drawn, gold=gold)
    count = count_income(t.game, t.seat)
    if not count:
        return t.say("Income")
    if t.game.called in CARD_INCOME:
        return t.count("Income: {n} card", "Income: {n} cards", t.writer.count_drawable(count))
    return t.say("Income: {gold} gold", gold=count)


def _label_bonus(t: TurnLabels, move: Move) -> str:
    if move.args == ("cards",) or t.game.called == "architect":
        count = t.writer.count_drawable(4 if move.args else 2)
        return t.count("Bonus: {n} card", "Bonus: {n} cards", count)
    return t.say("Bonus: {gold} gold", gold=BONUS_GOLD[t.game.called])


def _label_build(t: TurnLabels, move: Move) -> str:
    plan, spent = parse_build(move), compute_build_cost(t.game, t.seat, move)
    if plan.lender or plan.payment_cards:
        return _label_build_by_cards(t, plan, spent.gold)
    if plan.sacrifice:
        return t.say("{card} for your {by}", card=t.name(plan.card), by=t.name(plan.sacrifice))
    if spent.tax:
        return t.say("{card} for {gold} and 1 tax", card=t.name(plan.card), gold=spent.gold)
    return t.say("{card} for {gold}", card=t.name(plan.card), gold=spent.gold)


def _label_build_by_cards(t: TurnLabels, plan: BuildPlan, gold: int) -> str:
    """A build that cards of the hand pay for, or the Cardinal with gold of somebody else."""
    cards = t.voice.cards([*plan.payment_cards, *plan.cards_for_lender])
    names = {"card": t.name(plan.card), "cards": cards}
    if plan.lender:
        return t.say("{card} with gold from {rival} for {cards}", rival=plan.lender, **names)
    if gold:
        return t.say("{card} for {gold} gold and {cards}", gold=gold, **names)
    return t.say("{card} for {cards}", **names)


def _label_destroy(t: TurnLabels, move: Move) -> str:
    owner, district = move.args
    price = price_to_destroy(t.game, t.game.players[owner], district)
    return _label_district_of(t, owner, district, price)


def _label_seize(t: TurnLabels, move: Move) -> str:
    owner, district = move.args
    return _label_district_of(t, owner, district, price_to_seize(t.game, t.game.players[owner], district))


def _label_district_of(t: TurnLabels, owner: str, district: str, gold: int) -> str:
    if owner == t.seat:
        return t.say("Your own {card} for {gold}", card=t.name(district), gold=gold)
    return t.say("{rival}’s {card} for {gold}", card=t.name(district), rival=owner, gold=gold)


def _label_first_name(t: TurnLabels, move: Move) -> str:
    return t.name(move.args[0])


def _make_label(message: str) -> Callable[[TurnLabels, Move], str]:
    return lambda t, move: t.say(message)


SHORT_LABELS: dict[str, Callable[[TurnLabels, Move], str]] = {
    "gold": _label_gold,
    "cards": _label_cards,
    "income": _label_income,
    "bonus": _label_bonus,
    "levy": lambda t, move: t.say("Taxes: {gold} gold", gold=t.game.taxes),
    "tithe": lambda t, move: t.say("1 gold from {rival}", rival=move.args[0]),
    "build": _label_build,
    "destroy": _label_destroy,
    "seize": _label_seize,
    "murder": _label_first_name,
    "bewitch": _label_first_name,
    "rob": _label_first_name,
    "look": lambda t, move: move.args[0],
    "laboratory": _label_first_name,
    "museum": _label_first_name,
    "smithy": _make_label(mark("Use it")),
    "end": _make_label(mark("End my turn")),
}
