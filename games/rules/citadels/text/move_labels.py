"""Offers as sentences that say what a move does and leads to: "Build Market for 2, leaves 3 gold."."""

from collections.abc import Callable, Iterator, Sequence

from ...core.notation import DealOffer, Move, Offer, PickOffer, SplitOffer
from ...core.sentences import Voice
from ...core.translation import mark
from ..actions import city_size, size_of
from ..building import BuildPlan, parse_build
from ..characters.income import count_income
from ..characters.rank_8 import price_to_destroy, price_to_exchange, price_to_seize
from ..districts.cards import NEW
from ..position import CitadelsGame
from ..turn import compute_gather_amounts
from .move_effects import (
    BONUS_GOLD,
    BuildCost,
    city_after,
    compute_build_cost,
    gold_after,
    may_be_confiscated,
    merchant_bonus_on_gathering,
)


class LabelWriter:
    """Writes the labels of one seat's offers: holds the game, the seat and the language."""

    def __init__(self, game: CitadelsGame, seat: str, voice: Voice) -> None:
        self.game = game
        self.seat = seat
        self.me = game.players[seat]
        self.voice = voice
        self.say, self.count = voice.speak.say, voice.speak.count
        self.name = voice.name

    def label(self, offer: Offer) -> str:
        table = CHOICE_LABELS if isinstance(offer, PickOffer | DealOffer | SplitOffer) else LABELS
        return table[offer.verb](self, next(offer.moves()))

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
        return t.say(
            "Take {gold} gold, and 1 as the {character}: you will have {left}.", character=merchant, **words
        )
    return t.say("Take {gold} gold: you will have {left}.", **words)


def _label_cards(t: LabelWriter, move: Move) -> str:
    _, count, keep = compute_gather_amounts(t.game, t.seat)
    count = t.count_drawable(count)
    if not count:
        return t.say("Draw no cards: the deck is empty.")
    if keep >= count:
        return t.count("Draw {n} card and keep it.", "Draw {n} cards and keep them all.", count)
    return t.count("Draw {n} card and keep {keep}.", "Draw {n} cards and keep {keep}.", count, keep=keep)


def _label_build(t: LabelWriter, move: Move) -> str:
    return " ".join([_describe_build_price(t, move), *_describe_consequences(t, move)])


def _describe_build_price(t: LabelWriter, move: Move) -> str:
    """Say how the build is paid for, and how much gold that leaves."""
    plan, spent = parse_build(move), compute_build_cost(t.game, t.seat, move)
    card = t.name(plan.card)
    if plan.sacrifice:
        return _describe_build_by_sacrifice(t, plan, spent)
    if plan.lender:
        return _describe_cardinal_build(t, plan)
    if plan.payment_cards:
        return _describe_build_for_cards(t, plan, spent)
    if spent.tax:
        return t.say(
            "Build {card} for {gold}, and 1 tax, leaves {left} gold.",
            card=card, gold=spent.gold, left=spent.gold_left,
        )  # fmt: skip
    return t.say(
        "Build {card} for {gold}, leaves {left} gold.", card=card, gold=spent.gold, left=spent.gold_left
    )


def _describe_build_by_sacrifice(t: LabelWriter, plan: BuildPlan, spent: BuildCost) -> str:
    names = {"card": t.name(plan.card), "by": t.name(plan.sacrifice)}
    if spent.tax:
        return t.say(
            "Build {card} and destroy your {by} instead of paying; 1 tax leaves {left} gold.",
            left=spent.gold_left, **names,
        )  # fmt: skip
    return t.say("Build {card} and destroy your {by} instead of paying.", **names)


def _describe_build_for_cards(t: LabelWriter, plan: BuildPlan, spent: BuildCost) -> str:
    context = {
        "card": t.name(plan.card),
        "cards": ", ".join(map(t.name, plan.payment_cards)),
        "left": spent.gold_left,
    }
    if not spent.gold:
        text = t.count(
            "Build {card} for {n} card ({cards}), leaves {left} gold.",
            "Build {card} for {n} cards ({cards}), leaves {left} gold.",
            len(plan.payment_cards), **context,
        )  # fmt: skip
    else:
        text = t.count(
            "Build {card} for {gold} gold and {n} card ({cards}), leaves {left} gold.",
            "Build {card} for {gold} gold and {n} cards ({cards}), leaves {left} gold.",
            len(plan.payment_cards), gold=spent.gold, **context,
        )  # fmt: skip
    return text + " " + t.say("1 gold of tax is reckoned in.") if spent.tax else text


def _describe_cardinal_build(t: LabelWriter, plan: BuildPlan) -> str:
    """Label a Cardinal's build. He takes exactly the gold that is missing, so none is left."""
    names = {"card": t.name(plan.card), "rival": plan.lender, "gives": t.cards(plan.cards_for_lender)}
    gold = len(plan.cards_for_lender)
    if plan.payment_cards:
        return t.say(
            "Build {card}, pay with {pays} and take {gold} gold of {rival} for {gives}; no gold is left.",
            pays=t.cards(plan.payment_cards), gold=gold, **names,
        )  # fmt: skip
    return t.say("Build {card} with {gold} gold of {rival} for {gives}; no gold is left.", gold=gold, **names)


def _describe_consequences(t: LabelWriter, move: Move) -> Iterator[str]:
    """Warn of what a build may lead to: a completed city, or confiscation."""
    if city_size(t.me) < t.game.goal <= size_of(city_after(t.game, t.seat, move)):
        yield t.say("This completes your city.")
    if may_be_confiscated(t.game, t.seat, move):
        yield t.say("The Magistrate may take it instead; then you have your gold back.")


def _label_build_choice(t: LabelWriter, move: Move) -> str:
    plan = parse_build(move)
    card = t.name(plan.card)
    if plan.lender and plan.payment_cards:
        return t.count(
            "Build {card} with {n} card of your hand and gold of {rival}, for a card of yours each.",
            "Build {card} with {n} cards of your hand and gold of {rival}, for a card of yours each.",
            len(plan.payment_cards), card=card, rival=plan.lender,
        )  # fmt: skip
    if plan.lender:
        return t.say(
            "Build {card} with gold of {rival}, for a card of yours each.", card=card, rival=plan.lender
        )
    return t.say("Build {card} and pay with cards of your hand, 1 gold each.", card=card)


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
    return t.say(
        "Collect {gold} gold from your districts: you will have {left}.", gold=count, left=t.gold_left(move)
    )


def _label_income_choice(t: LabelWriter, move: Move) -> str:
    count = count_income(t.game, t.seat)
    return t.say("Collect {n} from your districts, in gold or cards.", n=count)


def _label_bonus(t: LabelWriter, move: Move) -> str:
    if move.args == ("cards",) or t.game.called == "architect":
        count = t.count_drawable(4 if move.args else 2)
        return t.count("Gain {n} card.", "Gain {n} cards.", count)
    gold = BONUS_GOLD[t.game.called]
    return t.say("Gain {gold} gold: you will have {left}.", gold=gold, left=t.gold_left(move))


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
    return t.count(
        "Collect {gold} gold and {n} card: you will have {left} gold.",
        "Collect {gold} gold and {n} cards: you will have {left} gold.",
        t.count_drawable(cards),
        gold=gold,
        left=t.gold_left(move),
    )


def _label_destroy(t: LabelWriter, move: Move) -> str:
    owner, district = move.args
    gold = price_to_destroy(t.game, t.game.players[owner], district)
    if owner == t.seat:
        return t.say(
            "Destroy your own {card} for {gold}, leaves {left} gold.",
            card=t.name(district),
            gold=gold,
            left=t.gold_left(move),
        )
    return t.say(
        "Destroy {card} of {rival} for {gold}, leaves {left} gold.",
        card=t.name(district), rival=owner, gold=gold, left=t.gold_left(move),
    )  # fmt: skip


def _label_exchange(t: LabelWriter, move: Move) -> str:
    rival, theirs, own = move.args
    gold = price_to_exchange(t.game, t.me, t.game.players[rival], theirs, own)
    names = {"theirs": t.name(theirs), "rival": rival, "own": t.name(own)}
    if not gold:
        return t.say("Get {theirs} of {rival} for your {own}.", **names)
    return t.say(
        "Get {theirs} of {rival} for your {own} and {gold} gold, leaves {left}.",
        gold=gold, left=t.gold_left(move), **names,
    )  # fmt: skip


def _label_seize(t: LabelWriter, move: Move) -> str:
    rival, district = move.args
    gold = price_to_seize(t.game, t.game.players[rival], district)
    return t.say(
        "Seize {card} of {rival} and pay {gold}, leaves {left} gold.",
        card=t.name(district), rival=rival, gold=gold, left=t.gold_left(move),
    )  # fmt: skip


def _label_armory(t: LabelWriter, move: Move) -> str:
    owner, district = move.args
    if owner == t.seat:
        return t.say("Destroy your Armory and your own {card}.", card=t.name(district))
    return t.say("Destroy your Armory and {card} of {rival}.", card=t.name(district), rival=owner)


def _find_only_thing_to_take(t: LabelWriter, rival: str) -> str:
    """What the 2016 Emperor takes from a rival when there is no choice, so the move need not say it."""
    if t.game.edition != NEW or t.game.called != "emperor":
        return ""
    them = t.game.players[rival]
    return "gold" if them.gold else "card" if them.hand else ""


def _label_crown(t: LabelWriter, move: Move) -> str:
    rival = move.args[0]
    what = move.args[1] if len(move.args) > 1 else _find_only_thing_to_take(t, rival)
    if what == "gold":
        return t.say("Crown {rival} and take 1 gold.", rival=rival)
    if what == "card":
        return t.say("Crown {rival} and take a card at random.", rival=rival)
    return t.say("Crown {rival}.", rival=rival)


def _label_bribe(t: LabelWriter, move: Move) -> str:
    half = t.me.gold // 2
    return t.say(
        "Pay {rival} {gold} gold, leaves {left}.", rival=t.game.blackmailer, gold=half, left=t.gold_left(move)
    )


def _label_laboratory(t: LabelWriter, move: Move) -> str:
    gold = 2 if t.game.edition == NEW else 1
    return t.say(
        "Discard {card} for {gold} gold: you will have {left}.",
        card=t.name(move.args[0]),
        gold=gold,
        left=t.gold_left(move),
    )


def _label_tribute(t: LabelWriter, move: Move) -> str:
    if move.args == ("gold",):
        return t.say("Give 1 gold, leaves {left}.", left=t.gold_left(move))
    return t.say("Give {card}.", card=t.name(move.args[0]))


def _label_end(t: LabelWriter, move: Move) -> str:
    left = t.gold_left(move)
    if left != t.me.gold:  # tax, Poor House, Alchemist
        return t.say("End your turn: you will have {left} gold.", left=left)
    return t.say("End your turn with {gold} gold.", gold=left)


def _label_smithy(t: LabelWriter, move: Move) -> str:
    return t.count(
        "Pay 2 gold for {n} card, leaves {left} gold.",
        "Pay 2 gold for {n} cards, leaves {left} gold.",
        t.count_drawable(3),
        left=t.gold_left(move),
    )


def _label_study(t: LabelWriter, move: Move) -> str:
    return t.count("Look at {n} card and keep 1.", "Look at {n} cards and keep 1.", t.count_drawable(7))


def _label_beautify(t: LabelWriter, move: Move) -> str:
    return t.say(
        "Put a coin on {cards}, leaves {left} gold.", cards=t.cards(move.args), left=t.gold_left(move)
    )


LABELS: dict[str, LabelFunction] = {
    "gold": _label_gold,
    "cards": _label_cards,
    "build": _label_build,
    "income": _label_income,
    "bonus": _label_bonus,
    "pick": _label_pick,
    "theater": _label_theater,
    "thanks": _make_fixed_label(mark("Say thanks.")),
    "levy": lambda t, move: t.say("Take {gold} gold of the tax token.", gold=t.game.taxes),
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
    "spy": _make_rival_label(mark("Look for {word} cards in the hand of {rival}.")),
    "swap": _label_swap,
    "look": _make_rival_label(mark("Look at the hand of {rival} and take or build one of its cards.")),
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
    "search": _make_cards_label(mark("Take {cards} out of the deck.")),
    "announce": _make_fixed_label(mark("Ring the bell: 7 districts complete a city.")),
    "bribe": _label_bribe,
    "refuse": _make_fixed_label(
        mark("Refuse to pay; the blackmailer then decides whether to show the threat.")
    ),
    "reveal": _make_fixed_label(mark("Show the threat.")),
    "conceal": _make_fixed_label(mark("Take the threat back unseen.")),
    "confiscate": _make_fixed_label(mark("Show the signed warrant and take the district.")),
    "recover": lambda t, move: t.say(
        "Take the destroyed district into your hand for 1 gold, leaves {left} gold.", left=t.gold_left(move)
    ),
    "decline": _label_decline,
    "end": _label_end,
    # single moves that come from an offer with fields to fill in
    "keep": _make_cards_label(mark("Keep {cards}.")),
    "redraw": _label_redraw,
    "warrant": _make_marker_label(mark("Lay the signed warrant on the {real}, blank ones on {blank}.")),
    "threaten": _make_marker_label(mark("Lay the lace at the {real}, an empty threat at the {blank}.")),
    "beautify": _label_beautify,
    "give": _label_give,
}
DECLINE_LABELS = {  # what declining means for each question
    "theater.exchange": mark("Leave the characters as they are."),
    "magistrate.confiscate": mark("Let {builder} build."),
    "graveyard.recover": mark("Let the destroyed card go."),
    "lighthouse.search": mark("Take no card."),
    "bell_tower.announce": mark("Leave the bell silent."),
    "hospital.gather": mark("Do not gather."),
}
CHOICE_LABELS: dict[str, LabelFunction] = {  # offers with fields to fill in
    "pick": _label_pick_choice,
    "build": _label_build_choice,
    "income": _label_income_choice,
    "keep": _make_fixed_label(mark("Choose what to keep.")),
    "redraw": _make_fixed_label(mark("Put cards under the deck and gain as many.")),
    "warrant": _make_fixed_label(mark("Lay three warrants: name the one that is signed, then two blanks.")),
    "threaten": _make_fixed_label(mark("Lay two threats: name the one with the lace, then the empty one.")),
    "beautify": _make_fixed_label(mark("Put a coin on one or two of your districts.")),
    "give": _make_fixed_label(mark("Give one card to each player you took from.")),
}
