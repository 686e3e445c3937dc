"""Offers as sentences that say what a move does and leads to: "Build Market for 2, leaves 3 gold."

Where a column beside the sentence says what is left, the sentence does not: "Build Market for 2."
"""

from collections.abc import Callable, Sequence

from ...core.notation import DealOffer, Move, Offer, PickOffer, SplitOffer
from ...core.sentences import Voice
from ...core.translation import mark
from ..characters.income import count_income
from ..characters.rank_8 import price_to_destroy, price_to_exchange, price_to_seize
from ..districts.cards import NEW
from ..position import CitadelsGame
from ..turn import compute_gather_amounts
from .build_labels import label_build, label_build_choice
from .move_effects import BONUS_GOLD, gold_after, merchant_bonus_on_gathering


class LabelWriter:
    """Writes the labels of one seat's offers: holds the game, the seat and the language."""

    def __init__(self, game: CitadelsGame, seat: str, voice: Voice, *, with_sums: bool = True) -> None:
        self.game = game
        self.seat = seat
        self.me = game.players[seat]
        self.voice = voice
        self.say, self.count = voice.speak.say, voice.speak.count
        self.name = voice.name
        self.with_sums = with_sums

    def label(self, offer: Offer) -> str:
        table = CHOICE_LABELS if isinstance(offer, PickOffer | DealOffer | SplitOffer) else LABELS
        return table[offer.verb](self, next(offer.moves()))

    def say_with_sum(self, text: str, brief: str, **words: object) -> str:
        """Say the sentence with what is left, or the brief one where that stands beside it."""
        return self.say(text if self.with_sums else brief, **words)

    def gold_left(self, move: Move) -> int | None:
        """The gold that the seat has after the move."""
        return gold_after(self.game, self.seat, move)

    def count_drawable(self, count: int) -> int:
        """How many cards a draw really brings: a short deck gives what it has."""
        return min(count, len(self.game.deck))

    def cards(self, slugs: Sequence[str]) -> str:
        return self.voice.cards(slugs)


LabelFunction = Callable[[LabelWriter, Move], str]


def _label_gold(t: LabelWriter, move: Move) -> str:
    words = {"gold": compute_gather_amounts(t.game, t.seat)[0], "left": t.gold_left(move)}
    if merchant_bonus_on_gathering(t.game, t.seat):
        merchant = t.name(t.game.called)
        return t.say_with_sum(
            mark("Take {gold} gold, and 1 as the {character}: you will have {left}."),
            mark("Take {gold} gold, and 1 as the {character}."),
            character=merchant,
            **words,
        )
    return t.say_with_sum(mark("Take {gold} gold: you will have {left}."), mark("Take {gold} gold."), **words)


def _label_cards(t: LabelWriter, move: Move) -> str:
    _, count, keep = compute_gather_amounts(t.game, t.seat)
    count = t.count_drawable(count)
    if not count:
        return t.say("Draw no cards: the deck is empty.")
    if keep >= count:
        return t.count("Draw {n} card and keep it.", "Draw {n} cards and keep them all.", count)
    return t.count("Draw {n} card and keep {keep}.", "Draw {n} cards and keep {keep}.", count, keep=keep)


def _label_income(t: LabelWriter, move: Move) -> str:
    if move.args:
        return _label_split_income(t, move)
    count = count_income(t.game, t.seat)
    if t.game.called in ("patrician", "cardinal"):
        return t.count(
            "Collect {n} card from your districts.",
            "Collect {n} cards from your districts.",
            t.count_drawable(count),
        )
    return t.say_with_sum(
        mark("Collect {gold} gold from your districts: you will have {left}."),
        mark("Collect {gold} gold from your districts."),
        gold=count,
        left=t.gold_left(move),
    )


def _label_income_choice(t: LabelWriter, move: Move) -> str:
    count = count_income(t.game, t.seat)
    return t.say("Collect {n} from your districts, in gold or cards.", n=count)


def _label_bonus(t: LabelWriter, move: Move) -> str:
    if move.args == ("cards",) or t.game.called == "architect":
        count = t.count_drawable(4 if move.args else 2)
        return t.count("Gain {n} card.", "Gain {n} cards.", count)
    gold = BONUS_GOLD[t.game.called]
    return t.say_with_sum(
        mark("Gain {gold} gold: you will have {left}."),
        mark("Gain {gold} gold."),
        gold=gold,
        left=t.gold_left(move),
    )


def _make_character_label(message: str, face_up: str = "") -> LabelFunction:
    """Make a label about a character, with another sentence if it lies face up and nobody can hold it."""

    def label(t: LabelWriter, move: Move) -> str:
        who = move.args[0]
        return t.say(face_up if face_up and who in t.game.faceup else message, character=t.name(who))

    return label


def _label_pick(t: LabelWriter, move: Move) -> str:
    if len(move.args) == 1:
        return t.say("Choose the {character}.", character=t.name(move.args[0]))
    names = [t.name(who) for who in move.args]
    return t.say("Choose the {character} and put the {away} away.", character=names[0], away=names[1])


def _label_pick_choice(t: LabelWriter, move: Move) -> str:
    return t.say(
        "Name two: the one you keep, then the one you put away, as in “{line}”.", line=t.voice.line(str(move))
    )


def _label_theater(t: LabelWriter, move: Move) -> str:
    rival, *given = move.args
    if not given:
        return t.say("Exchange a character with {rival}, unseen.", rival=rival)
    return t.say(
        "Give {rival} the {character} for one of the two there, unseen.",
        rival=rival,
        character=t.name(given[0]),
    )


def _make_rival_label(message: str) -> LabelFunction:
    return lambda t, move: t.say(message, rival=move.args[0], **_second_word(t, move))


def _second_word(t: LabelWriter, move: Move) -> dict[str, str]:
    return {"word": t.name(move.args[1])} if len(move.args) > 1 else {}


def _make_cards_label(message: str) -> LabelFunction:
    return lambda t, move: t.say(message, cards=t.cards(move.args))


def _make_fixed_label(message: str) -> LabelFunction:
    return lambda t, move: t.say(message)


def _label_swap(t: LabelWriter, move: Move) -> str:
    mine, theirs = len(t.me.hand), len(t.game.players[move.args[0]].hand)
    return t.count(
        "Exchange hands with {rival}: your {mine} for {n} card.",
        "Exchange hands with {rival}: your {mine} for {n} cards.",
        theirs,
        rival=move.args[0],
        mine=mine,
    )


def _label_redraw(t: LabelWriter, move: Move) -> str:
    """Label a redraw. The order matters: cards go under the deck in the order named (R2)."""
    if len(set(move.args)) > 1:
        return t.say("Put {cards} under the deck in this order and gain as many.", cards=t.cards(move.args))
    return t.say("Put {cards} under the deck and gain as many.", cards=t.cards(move.args))


def _label_decline(t: LabelWriter, move: Move) -> str:
    step = t.game.agenda[-1][0]
    return t.say(DECLINE_LABELS[step.name], builder=step.args.get("builder", ""))


def _make_marker_label(message: str) -> LabelFunction:
    """Make a label about the real marker, which is named first, and the blank ones."""
    return lambda t, move: t.say(message, real=t.name(move.args[0]), blank=t.cards(move.args[1:]))


def _label_give(t: LabelWriter, move: Move) -> str:
    pairs = zip(move.args[::2], move.args[1::2], strict=True)
    gifts = [t.say("{card} to {seat}", card=t.name(card), seat=seat) for seat, card in pairs]
    return t.say("Give {gifts}.", gifts=t.voice.join_names(gifts))


def _label_split_income(t: LabelWriter, move: Move) -> str:
    gold, cards = map(int, move.args)
    drawn, left = t.count_drawable(cards), t.gold_left(move)
    if not t.with_sums:
        return t.count(
            "Collect {gold} gold and {n} card.", "Collect {gold} gold and {n} cards.", drawn, gold=gold
        )
    return t.count(
        "Collect {gold} gold and {n} card: you will have {left} gold.",
        "Collect {gold} gold and {n} cards: you will have {left} gold.",
        drawn,
        gold=gold,
        left=left,
    )


def _label_destroy(t: LabelWriter, move: Move) -> str:
    owner, district = move.args
    gold = price_to_destroy(t.game, t.game.players[owner], district)
    if owner == t.seat:
        return t.say_with_sum(
            mark("Destroy your own {card} for {gold}, leaves {left} gold."),
            mark("Destroy your own {card} for {gold}."),
            card=t.name(district),
            gold=gold,
            left=t.gold_left(move),
        )
    return t.say_with_sum(
        mark("Destroy {rival}’s {card} for {gold}, leaves {left} gold."),
        mark("Destroy {rival}’s {card} for {gold}."),
        card=t.name(district), rival=owner, gold=gold, left=t.gold_left(move),
    )  # fmt: skip


def _label_exchange(t: LabelWriter, move: Move) -> str:
    rival, theirs, own = move.args
    gold = price_to_exchange(t.game, t.me, t.game.players[rival], theirs, own)
    names = {"theirs": t.name(theirs), "rival": rival, "own": t.name(own)}
    if not gold:
        return t.say("Get {rival}’s {theirs} for your {own}.", **names)
    return t.say_with_sum(
        mark("Get {rival}’s {theirs} for your {own} and {gold} gold, leaves {left}."),
        mark("Get {rival}’s {theirs} for your {own} and {gold} gold."),
        gold=gold, left=t.gold_left(move), **names,
    )  # fmt: skip


def _label_seize(t: LabelWriter, move: Move) -> str:
    rival, district = move.args
    gold = price_to_seize(t.game, t.game.players[rival], district)
    return t.say_with_sum(
        mark("Seize {rival}’s {card} and pay {gold}, leaves {left} gold."),
        mark("Seize {rival}’s {card} and pay {gold}."),
        card=t.name(district), rival=rival, gold=gold, left=t.gold_left(move),
    )  # fmt: skip


def _label_armory(t: LabelWriter, move: Move) -> str:
    owner, district = move.args
    if owner == t.seat:
        return t.say("Destroy your Armory and your own {card}.", card=t.name(district))
    return t.say("Destroy your Armory and {rival}’s {card}.", card=t.name(district), rival=owner)


def find_crown_gain(t: LabelWriter, move: Move) -> str:
    """What an Emperor takes with this crowning, `gold` or `card`; empty if nothing, or not known yet.

    The 2016 move need not say it where the crowned player has only one of them."""
    rival, *chosen = move.args
    if chosen or t.game.edition != NEW or t.game.called != "emperor":
        return chosen[0] if chosen else ""
    them = t.game.players[rival]
    return "gold" if them.gold else "card" if them.hand else ""


def _label_crown(t: LabelWriter, move: Move) -> str:
    rival, what = move.args[0], find_crown_gain(t, move)
    if what == "gold":
        return t.say("Crown {rival} and take 1 gold.", rival=rival)
    if what == "card":
        return t.say("Crown {rival} and take a card at random.", rival=rival)
    return t.say("Crown {rival}.", rival=rival)


def _label_bribe(t: LabelWriter, move: Move) -> str:
    half = t.me.gold // 2
    return t.say_with_sum(
        mark("Pay {rival} {gold} gold, leaves {left}."),
        mark("Pay {rival} {gold} gold."),
        rival=t.game.blackmailer,
        gold=half,
        left=t.gold_left(move),
    )


def _label_laboratory(t: LabelWriter, move: Move) -> str:
    gold = 2 if t.game.edition == NEW else 1
    return t.say_with_sum(
        mark("Discard {card} for {gold} gold: you will have {left}."),
        mark("Discard {card} for {gold} gold."),
        card=t.name(move.args[0]),
        gold=gold,
        left=t.gold_left(move),
    )


def _label_tribute(t: LabelWriter, move: Move) -> str:
    if move.args == ("gold",):
        return t.say_with_sum(
            mark("Give 1 gold, leaves {left}."), mark("Give 1 gold."), left=t.gold_left(move)
        )
    return t.say("Give {card}.", card=t.name(move.args[0]))


def _label_end(t: LabelWriter, move: Move) -> str:
    left = t.gold_left(move)
    if not t.with_sums:
        return t.say("End your turn.")
    if left != t.me.gold:  # tax, Poor House, Alchemist
        return t.say("End your turn: you will have {left} gold.", left=left)
    return t.say("End your turn with {gold} gold.", gold=left)


def _label_smithy(t: LabelWriter, move: Move) -> str:
    if not t.with_sums:
        return t.count("Pay 2 gold for {n} card.", "Pay 2 gold for {n} cards.", t.count_drawable(3))
    return t.count(
        "Pay 2 gold for {n} card, leaves {left} gold.",
        "Pay 2 gold for {n} cards, leaves {left} gold.",
        t.count_drawable(3),
        left=t.gold_left(move),
    )


def _label_study(t: LabelWriter, move: Move) -> str:
    return t.count("Look at {n} card and keep 1.", "Look at {n} cards and keep 1.", t.count_drawable(7))


def _label_beautify(t: LabelWriter, move: Move) -> str:
    return t.say_with_sum(
        mark("Put a coin on {cards}, leaves {left} gold."),
        mark("Put a coin on {cards}."),
        cards=t.cards(move.args),
        left=t.gold_left(move),
    )


LABELS: dict[str, LabelFunction] = {
    "gold": _label_gold,
    "cards": _label_cards,
    "build": label_build,
    "income": _label_income,
    "bonus": _label_bonus,
    "pick": _label_pick,
    "theater": _label_theater,
    "thanks": _make_fixed_label(mark("Say thanks.")),
    "levy": lambda t, move: t.say("Take {gold} gold from the tax token.", gold=t.game.taxes),
    "murder": _make_character_label(
        mark("Murder the {character}."),
        mark("Murder the {character}, who lies face up: nobody has it this round."),
    ),
    "bewitch": _make_character_label(
        mark("Bewitch the {character}."),
        mark("Bewitch the {character}, who lies face up: nobody has it this round."),
    ),
    "rob": _make_character_label(
        mark("Rob the {character}."), mark("Rob the {character}, who lies face up: nobody has it this round.")
    ),
    "spy": _make_rival_label(mark("Look for {word} cards in {rival}’s hand.")),
    "swap": _label_swap,
    "look": _make_rival_label(mark("Look at {rival}’s hand and take or build one of its cards.")),
    "take": _make_cards_label(mark("Take {cards}.")),
    "foresee": _make_fixed_label(
        mark("Draw a card at random from every other hand, then give each a card back.")
    ),
    "crown": _label_crown,
    "tribute": _label_tribute,
    "tithe": _make_rival_label(mark("Take 1 gold from {rival}, the richest.")),
    "study": _label_study,
    "destroy": _label_destroy,
    "exchange": _label_exchange,
    "seize": _label_seize,
    "smithy": _label_smithy,
    "laboratory": _label_laboratory,
    "museum": _make_cards_label(mark("Put {cards} under your Museum.")),
    "armory": _label_armory,
    "search": _make_cards_label(mark("Take {cards} from the deck.")),
    "announce": _make_fixed_label(mark("Ring the bell: 7 districts complete a city.")),
    "bribe": _label_bribe,
    "refuse": _make_fixed_label(
        mark("Refuse to pay; the blackmailer then decides whether to show the threat.")
    ),
    "reveal": _make_fixed_label(mark("Show the threat.")),
    "conceal": _make_fixed_label(mark("Take back the threat unseen.")),
    "confiscate": _make_fixed_label(mark("Show the signed warrant and take the district.")),
    "recover": lambda t, move: t.say_with_sum(
        mark("Take the destroyed district into your hand for 1 gold, leaves {left} gold."),
        mark("Take the destroyed district into your hand for 1 gold."),
        left=t.gold_left(move),
    ),
    "decline": _label_decline,
    "end": _label_end,
    # single moves that come from an offer with fields to fill in
    "keep": _make_cards_label(mark("Keep {cards}.")),
    "redraw": _label_redraw,
    "warrant": _make_marker_label(mark("Lay the signed warrant on the {real}, blank ones on {blank}.")),
    "threaten": _make_marker_label(mark("Put the lace on the {real}, an empty threat on the {blank}.")),
    "beautify": _label_beautify,
    "give": _label_give,
}
DECLINE_LABELS = {  # what declining means for each question
    "theater.exchange": mark("Leave the characters as they are."),
    "magistrate.confiscate": mark("Let {builder} build."),
    "graveyard.recover": mark("Let the destroyed card go."),
    "lighthouse.search": mark("Take no card."),
    "bell_tower.announce": mark("Do not ring the bell."),
    "hospital.gather": mark("Do not gather."),
}
CHOICE_LABELS: dict[str, LabelFunction] = {  # offers with fields to fill in
    "pick": _label_pick_choice,
    "build": label_build_choice,
    "income": _label_income_choice,
    "keep": _make_fixed_label(mark("Choose what to keep.")),
    "redraw": _make_fixed_label(mark("Put cards under the deck and gain as many.")),
    "warrant": _make_fixed_label(mark("Lay three warrants: name the one that is signed, then two blanks.")),
    "threaten": _make_fixed_label(mark("Lay two threats: name the one with the lace, then the empty one.")),
    "beautify": _make_fixed_label(mark("Put a coin on one or two of your districts.")),
    "give": _make_fixed_label(mark("Give one card to each player you took from.")),
}
