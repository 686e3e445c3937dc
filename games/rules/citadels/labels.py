"""What an offer does, in words, with what follows from it: "Build Market for 2, leaves 3 gold."."""

from collections.abc import Callable, Iterator, Sequence

from ..core.notation import Deal, Move, Offer, Pick, Split
from ..core.speech import mark
from .aftermath import (
    BONUS_GOLD,
    Outlay,
    bonus_on_gathering,
    city_after,
    gold_after,
    may_be_confiscated,
    outlay,
)
from .building import Build, understood
from .characters.income import income_of
from .characters.rank_8 import exchange_price, price_to_destroy, seizing_price
from .districts.table import NEW
from .phrases import Voice
from .position import Game
from .turn import gathering
from .words import size, size_of


class Teller:
    """Everything a label needs: the game, the reader's seat, and in whose words to say it."""

    def __init__(self, game: Game, seat: str, voice: Voice) -> None:
        self.game = game
        self.seat = seat
        self.me = game.players[seat]
        self.voice = voice
        self.say, self.count = voice.speak.say, voice.speak.count
        self.name = voice.name

    def label(self, offer: Offer) -> str:
        table = SHAPES if isinstance(offer, Pick | Deal | Split) else LABELS
        return table[offer.verb](self, next(offer.moves()))

    def left(self, move: Move) -> int | None:
        """The gold that is there afterwards."""
        return gold_after(self.game, self.seat, move)

    def drawn(self, count: int) -> int:
        """A short deck gives what it has."""
        return min(count, len(self.game.deck))

    def cards(self, slugs: Sequence[str]) -> str:
        return self.voice.cards(slugs)


Label = Callable[[Teller, Move], str]


def _gold(t: Teller, move: Move) -> str:
    words = {"gold": gathering(t.game, t.seat)[0], "left": t.left(move)}
    if bonus_on_gathering(t.game, t.seat):
        merchant = t.name(t.game.called)
        return t.say(
            "Take {gold} gold, and 1 as the {character}: you will have {left}.", character=merchant, **words
        )
    return t.say("Take {gold} gold: you will have {left}.", **words)


def _cards(t: Teller, move: Move) -> str:
    _, count, keep = gathering(t.game, t.seat)
    count = t.drawn(count)
    if not count:
        return t.say("Draw no cards: the deck is empty.")
    if keep >= count:
        return t.count("Draw {n} card and keep it.", "Draw {n} cards and keep them all.", count)
    return t.count("Draw {n} card and keep {keep}.", "Draw {n} cards and keep {keep}.", count, keep=keep)


def _build(t: Teller, move: Move) -> str:
    return " ".join([_price(t, move), *_consequences(t, move)])


def _price(t: Teller, move: Move) -> str:
    """How it is paid for, and what that leaves."""
    plan, spent = understood(move), outlay(t.game, t.seat, move)
    card = t.name(plan.card)
    if plan.by:
        return _for_a_district(t, plan, spent)
    if plan.giver:
        return _with_gold_of_somebody(t, plan)
    if plan.pays:
        return _for_cards(t, plan, spent)
    if spent.tax:
        return t.say(
            "Build {card} for {gold}, and 1 tax, leaves {left} gold.",
            card=card, gold=spent.gold, left=spent.left,
        )  # fmt: skip
    return t.say("Build {card} for {gold}, leaves {left} gold.", card=card, gold=spent.gold, left=spent.left)


def _for_a_district(t: Teller, plan: Build, spent: Outlay) -> str:
    names = {"card": t.name(plan.card), "by": t.name(plan.by)}
    if spent.tax:
        return t.say(
            "Build {card} and destroy your {by} instead of paying; 1 tax leaves {left} gold.",
            left=spent.left, **names,
        )  # fmt: skip
    return t.say("Build {card} and destroy your {by} instead of paying.", **names)


def _for_cards(t: Teller, plan: Build, spent: Outlay) -> str:
    words = {"card": t.name(plan.card), "cards": ", ".join(map(t.name, plan.pays)), "left": spent.left}
    if not spent.gold:
        text = t.count(
            "Build {card} for {n} card ({cards}), leaves {left} gold.",
            "Build {card} for {n} cards ({cards}), leaves {left} gold.",
            len(plan.pays), **words,
        )  # fmt: skip
    else:
        text = t.count(
            "Build {card} for {gold} gold and {n} card ({cards}), leaves {left} gold.",
            "Build {card} for {gold} gold and {n} cards ({cards}), leaves {left} gold.",
            len(plan.pays), gold=spent.gold, **words,
        )  # fmt: skip
    return text + " " + t.say("1 gold of tax is reckoned in.") if spent.tax else text


def _with_gold_of_somebody(t: Teller, plan: Build) -> str:
    """The Cardinal takes exactly what is missing, so nothing is left."""
    names = {"card": t.name(plan.card), "rival": plan.giver, "gives": t.cards(plan.gives)}
    gold = len(plan.gives)
    if plan.pays:
        return t.say(
            "Build {card}, pay with {pays} and take {gold} gold of {rival} for {gives}; no gold is left.",
            pays=t.cards(plan.pays), gold=gold, **names,
        )  # fmt: skip
    return t.say("Build {card} with {gold} gold of {rival} for {gives}; no gold is left.", gold=gold, **names)


def _consequences(t: Teller, move: Move) -> Iterator[str]:
    if size(t.me) < t.game.goal <= size_of(city_after(t.game, t.seat, move)):
        yield t.say("This completes your city.")
    if may_be_confiscated(t.game, t.seat, move):
        yield t.say("The Magistrate may take it instead; then you have your gold back.")


def _build_with(t: Teller, move: Move) -> str:
    plan = understood(move)
    card = t.name(plan.card)
    if plan.giver and plan.pays:
        return t.count(
            "Build {card} with {n} card of your hand and gold of {rival}, for a card of yours each.",
            "Build {card} with {n} cards of your hand and gold of {rival}, for a card of yours each.",
            len(plan.pays), card=card, rival=plan.giver,
        )  # fmt: skip
    if plan.giver:
        return t.say(
            "Build {card} with gold of {rival}, for a card of yours each.", card=card, rival=plan.giver
        )
    return t.say("Build {card} and pay with cards of your hand, 1 gold each.", card=card)


def _income(t: Teller, move: Move) -> str:
    if move.args:
        return _split(t, move)
    count = income_of(t.game, t.seat)
    if t.game.called in ("patrician", "cardinal"):
        return t.count(
            "Collect {n} card from your districts.", "Collect {n} cards from your districts.", t.drawn(count)
        )
    return t.say(
        "Collect {gold} gold from your districts: you will have {left}.", gold=count, left=t.left(move)
    )


def _income_split(t: Teller, move: Move) -> str:
    count = income_of(t.game, t.seat)
    return t.say("Collect {n} from your districts, in gold or cards.", n=count)


def _bonus(t: Teller, move: Move) -> str:
    if move.args == ("cards",) or t.game.called == "architect":
        count = t.drawn(4 if move.args else 2)
        return t.count("Gain {n} card.", "Gain {n} cards.", count)
    gold = BONUS_GOLD[t.game.called]
    return t.say("Gain {gold} gold: you will have {left}.", gold=gold, left=t.left(move))


def _on_character(message: str, face_up: str = "") -> Label:
    """A sentence about a character; another one where it lies face up and nobody can hold it."""

    def label(t: Teller, move: Move) -> str:
        who = move.args[0]
        return t.say(face_up if face_up and who in t.game.faceup else message, character=t.name(who))

    return label


def _pick(t: Teller, move: Move) -> str:
    if len(move.args) == 1:
        return t.say("Choose the {character}.", character=t.name(move.args[0]))
    names = [t.name(who) for who in move.args]
    return t.say("Choose the {character} and put the {away} away.", character=names[0], away=names[1])


def _pick_two(t: Teller, move: Move) -> str:
    return t.say(
        "Name two: the one you keep, then the one you put away, as in “{line}”.", line=t.voice.line(str(move))
    )


def _theater(t: Teller, move: Move) -> str:
    rival, *given = move.args
    if not given:
        return t.say("Exchange a character with {rival}, unseen.", rival=rival)
    return t.say(
        "Give {rival} the {character} for one of the two there, unseen.",
        rival=rival,
        character=t.name(given[0]),
    )


def _on_seat(message: str) -> Label:
    return lambda t, move: t.say(message, rival=move.args[0], **_second(t, move))


def _second(t: Teller, move: Move) -> dict[str, str]:
    return {"word": t.name(move.args[1])} if len(move.args) > 1 else {}


def _on_cards(message: str) -> Label:
    return lambda t, move: t.say(message, cards=t.cards(move.args))


def _plain(message: str) -> Label:
    return lambda t, move: t.say(message)


def _swap(t: Teller, move: Move) -> str:
    mine, theirs = len(t.me.hand), len(t.game.players[move.args[0]].hand)
    return t.count(
        "Exchange hands with {rival}: your {mine} for {n} card.",
        "Exchange hands with {rival}: your {mine} for {n} cards.",
        theirs,
        rival=move.args[0],
        mine=mine,
    )


def _redraw(t: Teller, move: Move) -> str:
    """They come back in the order in which they were named (R2)."""
    if len(set(move.args)) > 1:
        return t.say("Put {cards} under the deck in this order and gain as many.", cards=t.cards(move.args))
    return t.say("Put {cards} under the deck and gain as many.", cards=t.cards(move.args))


def _decline(t: Teller, move: Move) -> str:
    step = t.game.agenda[-1][0]
    return t.say(NO[step.name], builder=step.args.get("builder", ""))


def _first_of(message: str) -> Label:
    """A sentence about a marker with a face, and the others without."""
    return lambda t, move: t.say(message, real=t.name(move.args[0]), blank=t.cards(move.args[1:]))


def _give(t: Teller, move: Move) -> str:
    pairs = zip(move.args[::2], move.args[1::2], strict=True)
    gifts = [t.say("{card} to {seat}", card=t.name(card), seat=seat) for seat, card in pairs]
    return t.say("Give {gifts}.", gifts=t.voice.listed(gifts))


def _split(t: Teller, move: Move) -> str:
    gold, cards = map(int, move.args)
    return t.count(
        "Collect {gold} gold and {n} card: you will have {left} gold.",
        "Collect {gold} gold and {n} cards: you will have {left} gold.",
        t.drawn(cards),
        gold=gold,
        left=t.left(move),
    )


def _destroy(t: Teller, move: Move) -> str:
    owner, district = move.args
    gold = price_to_destroy(t.game, t.game.players[owner], district)
    if owner == t.seat:
        return t.say(
            "Destroy your own {card} for {gold}, leaves {left} gold.",
            card=t.name(district),
            gold=gold,
            left=t.left(move),
        )
    return t.say(
        "Destroy {card} of {rival} for {gold}, leaves {left} gold.",
        card=t.name(district), rival=owner, gold=gold, left=t.left(move),
    )  # fmt: skip


def _exchange(t: Teller, move: Move) -> str:
    rival, theirs, own = move.args
    gold = exchange_price(t.game, t.me, t.game.players[rival], theirs, own)
    names = {"theirs": t.name(theirs), "rival": rival, "own": t.name(own)}
    if not gold:
        return t.say("Get {theirs} of {rival} for your {own}.", **names)
    return t.say(
        "Get {theirs} of {rival} for your {own} and {gold} gold, leaves {left}.",
        gold=gold, left=t.left(move), **names,
    )  # fmt: skip


def _seize(t: Teller, move: Move) -> str:
    rival, district = move.args
    gold = seizing_price(t.game, t.game.players[rival], district)
    return t.say(
        "Seize {card} of {rival} and pay {gold}, leaves {left} gold.",
        card=t.name(district), rival=rival, gold=gold, left=t.left(move),
    )  # fmt: skip


def _armory(t: Teller, move: Move) -> str:
    owner, district = move.args
    if owner == t.seat:
        return t.say("Destroy your Armory and your own {card}.", card=t.name(district))
    return t.say("Destroy your Armory and {card} of {rival}.", card=t.name(district), rival=owner)


def _only_thing_to_take(t: Teller, rival: str) -> str:
    """The 2016 Emperor need not say what he takes where there is no choice."""
    if t.game.edition != NEW or t.game.called != "emperor":
        return ""
    them = t.game.players[rival]
    return "gold" if them.gold else "card" if them.hand else ""


def _crown(t: Teller, move: Move) -> str:
    rival = move.args[0]
    what = move.args[1] if len(move.args) > 1 else _only_thing_to_take(t, rival)
    if what == "gold":
        return t.say("Crown {rival} and take 1 gold.", rival=rival)
    if what == "card":
        return t.say("Crown {rival} and take a card at random.", rival=rival)
    return t.say("Crown {rival}.", rival=rival)


def _bribe(t: Teller, move: Move) -> str:
    half = t.me.gold // 2
    return t.say(
        "Pay {rival} {gold} gold, leaves {left}.", rival=t.game.blackmailer, gold=half, left=t.left(move)
    )


def _laboratory(t: Teller, move: Move) -> str:
    gold = 2 if t.game.edition == NEW else 1
    return t.say(
        "Discard {card} for {gold} gold: you will have {left}.",
        card=t.name(move.args[0]),
        gold=gold,
        left=t.left(move),
    )


def _tribute(t: Teller, move: Move) -> str:
    if move.args == ("gold",):
        return t.say("Give 1 gold, leaves {left}.", left=t.left(move))
    return t.say("Give {card}.", card=t.name(move.args[0]))


def _end(t: Teller, move: Move) -> str:
    left = t.left(move)
    if left != t.me.gold:  # tax, Poor House, Alchemist
        return t.say("End your turn: you will have {left} gold.", left=left)
    return t.say("End your turn with {gold} gold.", gold=left)


def _smithy(t: Teller, move: Move) -> str:
    return t.count(
        "Pay 2 gold for {n} card, leaves {left} gold.",
        "Pay 2 gold for {n} cards, leaves {left} gold.",
        t.drawn(3),
        left=t.left(move),
    )


def _study(t: Teller, move: Move) -> str:
    return t.count("Look at {n} card and keep 1.", "Look at {n} cards and keep 1.", t.drawn(7))


def _beautify(t: Teller, move: Move) -> str:
    return t.say("Put a coin on {cards}, leaves {left} gold.", cards=t.cards(move.args), left=t.left(move))


LABELS: dict[str, Label] = {
    "gold": _gold,
    "cards": _cards,
    "build": _build,
    "income": _income,
    "bonus": _bonus,
    "pick": _pick,
    "theater": _theater,
    "thanks": _plain(mark("Say thanks.")),
    "levy": lambda t, move: t.say("Take {gold} gold of the tax token.", gold=t.game.taxes),
    "murder": _on_character(
        mark("Murder the {character}."),
        mark("Murder the {character}, who lies face up: nobody has it this round."),
    ),
    "bewitch": _on_character(
        mark("Bewitch the {character}."),
        mark("Bewitch the {character}, who lies face up: nobody has it this round."),
    ),
    "rob": _on_character(
        mark("Rob the {character}."), mark("Rob the {character}, who lies face up: nobody has it this round.")
    ),
    "spy": _on_seat(mark("Look for {word} cards in the hand of {rival}.")),
    "swap": _swap,
    "look": _on_seat(mark("Look at the hand of {rival} and take or build one of its cards.")),
    "take": _on_cards(mark("Take {cards}.")),
    "foresee": _plain(mark("Draw a card at random from every other hand, then give each a card back.")),
    "crown": _crown,
    "tribute": _tribute,
    "tithe": _on_seat(mark("Take 1 gold from {rival}, the richest.")),
    "study": _study,
    "destroy": _destroy,
    "exchange": _exchange,
    "seize": _seize,
    "smithy": _smithy,
    "laboratory": _laboratory,
    "museum": _on_cards(mark("Put {cards} under your Museum.")),
    "armory": _armory,
    "search": _on_cards(mark("Take {cards} out of the deck.")),
    "announce": _plain(mark("Ring the bell: 7 districts complete a city.")),
    "bribe": _bribe,
    "refuse": _plain(mark("Refuse to pay; the blackmailer then decides whether to show the threat.")),
    "reveal": _plain(mark("Show the threat.")),
    "conceal": _plain(mark("Take the threat back unseen.")),
    "confiscate": _plain(mark("Show the signed warrant and take the district.")),
    "recover": lambda t, move: t.say(
        "Take the destroyed district into your hand for 1 gold, leaves {left} gold.", left=t.left(move)
    ),
    "decline": _decline,
    "end": _end,
    # single moves out of an offer with something to fill in
    "keep": _on_cards(mark("Keep {cards}.")),
    "redraw": _redraw,
    "warrant": _first_of(mark("Lay the signed warrant on the {real}, blank ones on {blank}.")),
    "threaten": _first_of(mark("Lay the lace at the {real}, an empty threat at the {blank}.")),
    "beautify": _beautify,
    "give": _give,
}
NO = {  # what "no" means to each question
    "theater.exchange": mark("Leave the characters as they are."),
    "magistrate.confiscate": mark("Let {builder} build."),
    "graveyard.recover": mark("Let the destroyed card go."),
    "lighthouse.search": mark("Take no card."),
    "bell_tower.announce": mark("Leave the bell silent."),
    "hospital.gather": mark("Do not gather."),
}
SHAPES: dict[str, Label] = {  # offers with something to fill in
    "pick": _pick_two,
    "build": _build_with,
    "income": _income_split,
    "keep": _plain(mark("Choose what to keep.")),
    "redraw": _plain(mark("Put cards under the deck and gain as many.")),
    "warrant": _plain(mark("Lay three warrants: name the one that is signed, then two blanks.")),
    "threaten": _plain(mark("Lay two threats: name the one with the lace, then the empty one.")),
    "beautify": _plain(mark("Put a coin on one or two of your districts.")),
    "give": _plain(mark("Give one card to each player you took from.")),
}
