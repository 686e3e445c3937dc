"""Offers in lists of their kind: the sentence once, as the heading, and in each row only what differs."""

from collections.abc import Callable

import msgspec

from ...core.choices import ListEntry
from ...core.notation import Move
from ...core.sentences import Voice
from ...core.translation import mark
from ..building import parse_build
from ..characters.income import count_income
from ..characters.rank_8 import price_to_destroy, price_to_seize
from ..districts.cards import COST, NEW, TYPES
from ..position import CitadelsGame
from .build_labels import describe_consequences
from .choice_notes import ChoiceNotes, order_by_cost
from .move_effects import compute_build_cost
from .move_labels import LabelWriter, find_crown_gain


class ListWriter(ChoiceNotes):
    """Writes how one seat's offers read in lists of their kind."""

    def __init__(self, game: CitadelsGame, seat: str, voice: Voice) -> None:
        super().__init__(game, seat, voice)
        self.name = voice.name
        self.labels = LabelWriter(game, seat, voice, with_sums=False)

    def build_entry(self, move: Move, note: str) -> ListEntry | None:
        """Build the entry of a move in the list of its kind; None if there is no such list.

        `note` says what the move leads to; the entry of a target says all that with other words."""
        entry = ENTRIES[move.verb](self, move) if move.verb in ENTRIES else None
        if entry is None or entry.effect or entry.note_heading:
            return entry
        return msgspec.structs.replace(entry, effect=note)


EntryFunction = Callable[[ListWriter, Move], ListEntry | None]


# --- characters


def _enter_pick(w: ListWriter, move: Move) -> ListEntry | None:
    if len(move.args) > 1:
        return None
    count = len(w.reader.own["asked"][0]["cards"])
    heading = w.count("{n} character to choose from", "{n} characters to choose from", count)
    return ListEntry(heading, w.name(move.args[0]), effect=w.voice.effect(move.args[0]))


def _make_target_entry(heading: str, *, with_effect: bool = False) -> EntryFunction:
    """Make the entry of a character to aim at: who may have it, and what it does if that matters."""

    def enter(w: ListWriter, move: Move) -> ListEntry:
        (target,) = move.args
        doubt = w.doubt_target(target)
        return ListEntry(
            w.say(heading),
            w.name(target),
            "" if doubt else w.describe_holders(target),
            note_heading=w.say("who may have it"),
            doubt=doubt,
            effect=w.voice.effect(target) if with_effect else "",
        )

    return enter


# --- rivals


def _make_hand_entry(heading: str) -> EntryFunction:
    """Make the entry of a rival whose hand matters: the largest hand first."""

    def enter(w: ListWriter, move: Move) -> ListEntry:
        (rival,) = move.args
        return ListEntry(
            w.say(heading),
            rival,
            w.describe_rival(rival),
            amount=w.count_hand(rival),
            amount_heading=w.say("In hand"),
            order=-w.hand_size(rival),
        )

    return enter


def _enter_spy(w: ListWriter, move: Move) -> ListEntry:
    rival, kind = move.args
    return ListEntry(
        w.say("Look for cards of one type in a hand"),
        rival,
        w.describe_rival(rival, with_hand=True),
        doubt="" if w.hand_size(rival) else w.say("there is nothing to find"),
        column=w.name(kind),
        column_order=TYPES.index(kind),
        column_card={"type": kind, "cost": "", "tone": f"is-{kind}"},
        order=-w.hand_size(rival),
    )


def _enter_crown(w: ListWriter, move: Move) -> ListEntry:
    rival = move.args[0]
    note = w.describe_rival(rival, with_hand=True)
    if w.game.called != "emperor":  # a murdered Emperor's heir takes nothing
        return ListEntry(w.say("Crown a player"), rival, note)
    if w.game.edition != NEW:
        return ListEntry(w.say("Crown a player, who gives you 1 gold or a card"), rival, note)
    gain = find_crown_gain(w.labels, move)
    column, icon = CROWN_COLUMNS[gain]
    return ListEntry(
        w.say("Crown a player and take"),
        rival,
        note,
        column=w.say(column),
        column_order=[*CROWN_COLUMNS].index(gain),
        column_card={"icon": icon} if icon else {},
    )


CROWN_COLUMNS = {  # what an Emperor takes → the heading of its column, and its drawing
    "gold": (mark("1 gold"), "coin"),
    "card": (mark("a card"), "cards"),
    "": (mark("nothing"), ""),
}


def _enter_tithe(w: ListWriter, move: Move) -> ListEntry:
    (rival,) = move.args
    return ListEntry(w.say("Take 1 gold from one of the richest"), rival, w.describe_rival(rival))


def _enter_theater(w: ListWriter, move: Move) -> ListEntry:
    rival, *given = move.args
    note = w.describe_possible_characters(rival)
    if not given:
        return ListEntry(w.say("Exchange a character, unseen, with"), rival, note)
    return ListEntry(
        w.say("Exchange a character of yours, unseen, for one of"),
        rival,
        note,
        column=w.name(given[0]),
        column_card={"slug": given[0], "icon": given[0]},
    )


# --- cards


def _make_card_entry(heading: str, *, with_price: bool = False) -> EntryFunction:
    """Make the entry of a card that comes to the seat: drawn as a card, the cheapest first."""

    def enter(w: ListWriter, move: Move) -> ListEntry | None:
        if len(move.args) > 1 or move.args[0] not in COST[w.game.edition]:
            return None
        (card,) = move.args
        return ListEntry(
            w.say(heading),
            w.name(card),
            w.describe_card(card, with_price=with_price),
            doubt=w.doubt_card(card),
            effect=w.describe_effect(card),
            as_card=True,
            order=order_by_cost(w.game, card),
        )

    return enter


def _enter_tribute(w: ListWriter, move: Move) -> ListEntry | None:
    if move.args == ("gold",):
        return None
    (card,) = move.args
    return ListEntry(
        w.say("Give a card"),
        w.name(card),
        w.describe_card(card),
        as_card=True,
        order=order_by_cost(w.game, card),
    )


def _make_spent_card_entry(heading: str) -> EntryFunction:
    """Make the entry of a card of the own hand that is given away."""
    return lambda w, move: ListEntry(w.say(heading), w.name(move.args[0]))


def _enter_laboratory(w: ListWriter, move: Move) -> ListEntry:
    gold = 2 if w.game.edition == NEW else 1
    return ListEntry(w.say("Discard a card for {gold} gold", gold=gold), w.name(move.args[0]))


def name_builds(w: ChoiceNotes) -> str:
    """The heading of what may be built: from the own hand, or from one that a Wizard looks at."""
    is_looking = w.game.agenda[-1][0].name == "wizard.take"
    return w.say("Build one at once") if is_looking else w.say("Build")


def _enter_build(w: ListWriter, move: Move) -> ListEntry:
    heading, plan = name_builds(w), parse_build(move)
    if plan.sacrifice or plan.lender or plan.payment_cards:
        return ListEntry(heading, w.labels.label(move))
    spent = compute_build_cost(w.game, w.seat, move)
    text = mark("{card} for {gold}, and 1 tax") if spent.tax else mark("{card} for {gold}")
    price = w.say(text, card=w.name(plan.card), gold=spent.gold)
    return ListEntry(heading, price, " ".join(describe_consequences(w.labels, move)))


# --- districts


def _enter_destroy(w: ListWriter, move: Move) -> ListEntry:
    owner, district = move.args
    gold = price_to_destroy(w.game, w.game.players[owner], district)
    return ListEntry(w.say("Destroy a district"), _price_district(w, owner, district, gold))


def _enter_seize(w: ListWriter, move: Move) -> ListEntry:
    rival, district = move.args
    gold = price_to_seize(w.game, w.game.players[rival], district)
    return ListEntry(w.say("Seize a district"), _price_district(w, rival, district, gold))


def _price_district(w: ListWriter, owner: str, district: str, gold: int) -> str:
    if owner == w.seat:
        return w.say("Your own {card} for {gold}", card=w.name(district), gold=gold)
    return w.say("{rival}’s {card} for {gold}", card=w.name(district), rival=owner, gold=gold)


def _enter_armory(w: ListWriter, move: Move) -> ListEntry:
    owner, district = move.args
    heading = w.say("Destroy your Armory, and with it")
    if owner == w.seat:
        return ListEntry(heading, w.say("Your own {card}", card=w.name(district)))
    return ListEntry(heading, w.say("{rival}’s {card}", card=w.name(district), rival=owner))


def _enter_exchange(w: ListWriter, move: Move) -> ListEntry:
    rival, theirs, own = move.args
    names = {"theirs": w.name(theirs), "rival": rival, "own": w.name(own)}
    return ListEntry(w.say("Exchange a district"), w.say("{rival}’s {theirs} for your {own}", **names))


def _enter_income(w: ListWriter, move: Move) -> ListEntry | None:
    if not move.args:
        return None
    gold, cards = map(int, move.args)
    heading = w.say("Collect {n} from your districts", n=count_income(w.game, w.seat))
    parts = [w.say("{gold} gold", gold=gold)] if gold else []
    parts += [w.count("{n} card", "{n} cards", cards)] if cards else []
    return ListEntry(heading, w.voice.join_names(parts))


ENTRIES: dict[str, EntryFunction] = {
    "pick": _enter_pick,
    "murder": _make_target_entry(mark("Murder a character")),
    "bewitch": _make_target_entry(mark("Bewitch a character"), with_effect=True),
    "rob": _make_target_entry(mark("Rob a character")),
    "spy": _enter_spy,
    "swap": _make_hand_entry(mark("Exchange hands with")),
    "look": _make_hand_entry(mark("Look at a hand, then take or build one of its cards")),
    "crown": _enter_crown,
    "tithe": _enter_tithe,
    "theater": _enter_theater,
    "keep": _make_card_entry(mark("Keep one; the others go back"), with_price=True),
    "take": _make_card_entry(mark("Take one into your hand")),
    "search": _make_card_entry(mark("Take one out of the deck")),
    "tribute": _enter_tribute,
    "laboratory": _enter_laboratory,
    "museum": _make_spent_card_entry(mark("Put a card under your Museum")),
    "build": _enter_build,
    "destroy": _enter_destroy,
    "seize": _enter_seize,
    "armory": _enter_armory,
    "exchange": _enter_exchange,
    "income": _enter_income,
}
