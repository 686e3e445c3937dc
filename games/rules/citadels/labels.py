"""What an offer does, in words, with what follows from it: "Build Market for 2, leaves 3 gold."."""

from collections.abc import Callable, Sequence

from ..core.notation import Deal, Move, Offer, Pick, Split
from ..core.speech import mark
from .building import price, understood
from .characters.income import income_of
from .characters.rank_8 import exchange_price, price_to_destroy, seizing_price
from .districts.table import NEW
from .phrases import Voice
from .position import Game
from .turn import gathering
from .words import size


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

    def left(self, spent: int) -> int:
        return self.me.gold - spent

    def cards(self, slugs: Sequence[str]) -> str:
        return self.voice.shown(list(slugs))


Label = Callable[[Teller, Move], str]


def _gold(t: Teller, move: Move) -> str:
    gold = gathering(t.game, t.seat)[0]
    return t.say("Take {gold} gold: you will have {left}.", gold=gold, left=t.left(-gold))


def _cards(t: Teller, move: Move) -> str:
    _, count, keep = gathering(t.game, t.seat)
    if keep >= count:
        return t.say("Draw {count} cards and keep them all.", count=count)
    return t.say("Draw {count} cards and keep {keep}.", count=count, keep=keep)


def _build(t: Teller, move: Move) -> str:
    card = move.args[0]
    if "with" in move.args or "from" in move.args:
        return _paid_with_cards(t, move)
    if move.args[1:2] == ("by",):
        text = t.say(
            "Build {card} and destroy your {by} instead of paying.",
            card=t.name(card),
            by=t.name(move.args[2]),
        )
    else:
        due = price(t.game, t.me, card)
        text = t.say(
            "Build {card} for {gold}, leaves {left} gold.", card=t.name(card), gold=due, left=t.left(due)
        )
    leaving = move.args[2:3] if move.args[1:2] == ("by",) else ()
    grown = size(t.me) + _places((card,)) - _places(leaving)
    if size(t.me) < t.game.goal <= grown:
        text += " " + t.say("This completes your city.")
    return text


def _paid_with_cards(t: Teller, move: Move) -> str:
    plan = understood(move)
    name = t.name(plan.card)
    if plan.giver and plan.pays:
        return t.say(
            "Build {card}, pay with {pays} and get the rest from {rival} for {gives}.",
            card=name, pays=t.cards(plan.pays), rival=plan.giver, gives=t.cards(plan.gives),
        )  # fmt: skip
    if plan.giver:
        return t.say(
            "Build {card} with gold of {rival} for {gives}.",
            card=name, rival=plan.giver, gives=t.cards(plan.gives),
        )  # fmt: skip
    return t.say("Build {card} and pay with {pays}.", card=name, pays=t.cards(plan.pays))


def _places(cards: Sequence[str]) -> int:
    return sum(2 if card == "monument" else 1 for card in cards)


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
            "Collect {n} card from your districts.", "Collect {n} cards from your districts.", count
        )
    return t.say(
        "Collect {gold} gold from your districts: you will have {left}.", gold=count, left=t.left(-count)
    )


def _income_split(t: Teller, move: Move) -> str:
    count = income_of(t.game, t.seat)
    return t.say("Collect {n} from your districts, in gold or cards.", n=count)


def _bonus(t: Teller, move: Move) -> str:
    if move.args == ("cards",):
        return t.say("Gain 4 cards.")
    if t.game.called == "architect":
        return t.say("Gain 2 cards.")
    gold = {"merchant": 1, "queen": 3, "navigator": 4}[t.game.called]
    return t.say("Gain {gold} gold: you will have {left}.", gold=gold, left=t.left(-gold))


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
    return t.say(
        "Exchange hands with {rival}: your {mine} for {theirs} cards.",
        rival=move.args[0],
        mine=mine,
        theirs=theirs,
    )


def _decline(t: Teller, move: Move) -> str:
    step = t.game.agenda[-1][0]
    return t.say(NO[step.name], builder=step.args.get("builder", ""))


def _first_of(message: str) -> Label:
    """A sentence about a marker with a face, and the others without."""
    return lambda t, move: t.say(message, real=t.name(move.args[0]), blank=t.cards(move.args[1:]))


def _give(t: Teller, move: Move) -> str:
    pairs = zip(move.args[::2], move.args[1::2], strict=True)
    gifts = [t.say("{card} to {seat}", card=t.voice.card(card), seat=seat) for seat, card in pairs]
    return t.say("Give {gifts}.", gifts=t.voice.listed(gifts))


def _split(t: Teller, move: Move) -> str:
    return t.say("Collect {gold} gold and {cards} cards.", gold=move.args[0], cards=move.args[1])


def _destroy(t: Teller, move: Move) -> str:
    owner, district = move.args
    gold = price_to_destroy(t.game, t.game.players[owner], district)
    if owner == t.seat:
        return t.say(
            "Destroy your own {card} for {gold}, leaves {left} gold.",
            card=t.name(district),
            gold=gold,
            left=t.left(gold),
        )
    return t.say(
        "Destroy {card} of {rival} for {gold}, leaves {left} gold.",
        card=t.name(district), rival=owner, gold=gold, left=t.left(gold),
    )  # fmt: skip


def _exchange(t: Teller, move: Move) -> str:
    rival, theirs, own = move.args
    gold = exchange_price(t.game, t.me, t.game.players[rival], theirs, own)
    names = {"theirs": t.name(theirs), "rival": rival, "own": t.name(own)}
    if not gold:
        return t.say("Get {theirs} of {rival} for your {own}.", **names)
    return t.say(
        "Get {theirs} of {rival} for your {own} and {gold} gold, leaves {left}.",
        gold=gold, left=t.left(gold), **names,
    )  # fmt: skip


def _seize(t: Teller, move: Move) -> str:
    rival, district = move.args
    gold = seizing_price(t.game, t.game.players[rival], district)
    return t.say(
        "Seize {card} of {rival} and pay {gold}, leaves {left} gold.",
        card=t.name(district), rival=rival, gold=gold, left=t.left(gold),
    )  # fmt: skip


def _armory(t: Teller, move: Move) -> str:
    owner, district = move.args
    if owner == t.seat:
        return t.say("Destroy your Armory and your own {card}.", card=t.name(district))
    return t.say("Destroy your Armory and {card} of {rival}.", card=t.name(district), rival=owner)


def _crown(t: Teller, move: Move) -> str:
    rival = move.args[0]
    what = move.args[1] if len(move.args) > 1 else ""
    if what == "gold":
        return t.say("Crown {rival} and take 1 gold.", rival=rival)
    if what == "card":
        return t.say("Crown {rival} and take a card at random.", rival=rival)
    return t.say("Crown {rival}.", rival=rival)


def _bribe(t: Teller, move: Move) -> str:
    half = t.me.gold // 2
    return t.say(
        "Pay {rival} {gold} gold, leaves {left}.", rival=t.game.blackmailer, gold=half, left=t.left(half)
    )


def _laboratory(t: Teller, move: Move) -> str:
    gold = 2 if t.game.edition == NEW else 1
    return t.say(
        "Discard {card} for {gold} gold: you will have {left}.",
        card=t.name(move.args[0]),
        gold=gold,
        left=t.left(-gold),
    )


def _tribute(t: Teller, move: Move) -> str:
    if move.args == ("gold",):
        return t.say("Give 1 gold, leaves {left}.", left=t.left(1))
    return t.say("Give {card}.", card=t.name(move.args[0]))


def _end(t: Teller, move: Move) -> str:
    return t.say("End your turn with {gold} gold.", gold=t.me.gold)


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
        mark("Murder the {character}."), mark("Murder the {character}, who lies face up.")
    ),
    "bewitch": _on_character(
        mark("Bewitch the {character}."), mark("Bewitch the {character}, who lies face up.")
    ),
    "rob": _on_character(mark("Rob the {character}."), mark("Rob the {character}, who lies face up.")),
    "spy": _on_seat(mark("Look for {word} cards in the hand of {rival}.")),
    "swap": _swap,
    "look": _on_seat(mark("Look at the hand of {rival} and take or build one of its cards.")),
    "take": _on_cards(mark("Take {cards}.")),
    "foresee": _plain(mark("Draw a card at random from every other hand, then give each a card back.")),
    "crown": _crown,
    "tribute": _tribute,
    "tithe": _on_seat(mark("Take 1 gold from {rival}, the richest.")),
    "study": _plain(mark("Look at 7 cards and keep 1.")),
    "destroy": _destroy,
    "exchange": _exchange,
    "seize": _seize,
    "smithy": lambda t, move: t.say("Pay 2 gold for 3 cards, leaves {left} gold.", left=t.left(2)),
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
    "recover": _plain(mark("Take the destroyed district into your hand for 1 gold.")),
    "decline": _decline,
    "end": _end,
    # single moves out of an offer with something to fill in
    "keep": _on_cards(mark("Keep {cards}.")),
    "redraw": _on_cards(mark("Put {cards} under the deck and gain as many.")),
    "warrant": _first_of(mark("Lay the signed warrant on the {real}, blank ones on {blank}.")),
    "threaten": _first_of(mark("Lay the lace at the {real}, an empty threat at the {blank}.")),
    "beautify": _on_cards(mark("Put a coin on {cards}.")),
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
    "pick": _plain(mark("Choose a character and one to put away.")),
    "build": _build_with,
    "income": _income_split,
    "keep": _plain(mark("Choose what to keep.")),
    "redraw": _plain(mark("Put cards under the deck and gain as many.")),
    "warrant": _plain(mark("Lay three warrants: name the one that is signed, then two blanks.")),
    "threaten": _plain(mark("Lay two threats: name the one with the lace, then the empty one.")),
    "beautify": _plain(mark("Put a coin on one or two of your districts.")),
    "give": _plain(mark("Give one card to each player you took from.")),
}
