"""What an offer does, in words, with what follows from it: "Build Market for 2, leaves 3 gold."."""

from collections.abc import Callable

from ..core.notation import Deal, Move, Namer, Offer, Pick, Split
from ..core.speech import Tongue, tongue
from .building import price
from .characters.income import districts_of
from .characters.rank_8 import exchange_price, price_to_destroy, seizing_price
from .districts.table import MILITARY, NEW, NOBLE, RELIGIOUS, TRADE
from .position import Game
from .turn import gathering
from .words import size


class Teller:
    """Everything a label needs: the game, the reader's seat, language and names."""

    def __init__(self, game: Game, seat: str, language: str, name: Namer) -> None:
        self.game = game
        self.seat = seat
        self.me = game.players[seat]
        self.say: Tongue = tongue(language)
        self.name = name

    def label(self, offer: Offer) -> str:
        table = SHAPES if isinstance(offer, Pick | Deal | Split) else LABELS
        return table[offer.verb](self, next(offer.moves()))

    def left(self, spent: int) -> int:
        return self.me.gold - spent


Label = Callable[[Teller, Move], str]
INCOME_TYPE = {"king": NOBLE, "emperor": NOBLE, "patrician": NOBLE, "bishop": RELIGIOUS, "abbot": RELIGIOUS,
               "cardinal": RELIGIOUS, "merchant": TRADE, "trader": TRADE, "warlord": MILITARY,
               "diplomat": MILITARY, "marshal": MILITARY}  # fmt: skip


def _gold(t: Teller, move: Move) -> str:
    gold = gathering(t.game, t.seat)[0]
    return t.say.say("Take {gold} gold: you will have {left}.", gold=gold, left=t.left(-gold))


def _cards(t: Teller, move: Move) -> str:
    _, count, keep = gathering(t.game, t.seat)
    if keep >= count:
        return t.say.say("Draw {count} cards and keep them all.", count=count)
    return t.say.say("Draw {count} cards and keep {keep}.", count=count, keep=keep)


def _build(t: Teller, move: Move) -> str:
    card = move.args[0]
    if move.args[1:2] == ("by",):
        text = t.say.say(
            "Build {card} and destroy your {by} instead of paying.",
            card=t.name(card),
            by=t.name(move.args[2]),
        )
    else:
        due = price(t.game, t.me, card)
        text = t.say.say(
            "Build {card} for {gold}, leaves {left} gold.", card=t.name(card), gold=due, left=t.left(due)
        )
    grown = size(t.me) + (2 if card == "monument" else 1) - (move.args[1:2] == ("by",))
    if size(t.me) < t.game.goal <= grown:
        text += " " + t.say.say("This completes your city.")
    return text


def _build_with(t: Teller, move: Move) -> str:
    if "from" in move.args:
        giver = move.args[move.args.index("from") + 1]
        return t.say.say(
            "Build {card} with gold of {rival}, for a card of yours each.",
            card=t.name(move.args[0]),
            rival=giver,
        )
    return t.say.say("Build {card} and pay with cards of your hand, 1 gold each.", card=t.name(move.args[0]))


def _income(t: Teller, move: Move) -> str:
    count = districts_of(t.game, t.seat, INCOME_TYPE[t.game.called])
    if t.game.called in ("patrician", "cardinal"):
        return t.say.count(
            "Collect {n} card from your districts.", "Collect {n} cards from your districts.", count
        )
    return t.say.say(
        "Collect {gold} gold from your districts: you will have {left}.", gold=count, left=t.left(-count)
    )


def _income_split(t: Teller, move: Move) -> str:
    count = districts_of(t.game, t.seat, RELIGIOUS)
    return t.say.say("Collect {n} from your districts, in gold or cards.", n=count)


def _bonus(t: Teller, move: Move) -> str:
    if move.args == ("cards",):
        return t.say.say("Gain 4 cards.")
    if t.game.called == "architect":
        return t.say.say("Gain 2 cards.")
    gold = {"merchant": 1, "queen": 3, "navigator": 4}[t.game.called]
    return t.say.say("Gain {gold} gold: you will have {left}.", gold=gold, left=t.left(-gold))


def _on_character(message: str) -> Label:
    return lambda t, move: t.say.say(message, character=t.name(move.args[0]))


def _on_seat(message: str) -> Label:
    return lambda t, move: t.say.say(message, rival=move.args[0], **_second(t, move))


def _second(t: Teller, move: Move) -> dict[str, str]:
    return {"word": t.name(move.args[1])} if len(move.args) > 1 else {}


def _on_card(message: str) -> Label:
    return lambda t, move: t.say.say(message, card=t.name(move.args[0]))


def _plain(message: str) -> Label:
    return lambda t, move: t.say.say(message)


def _destroy(t: Teller, move: Move) -> str:
    owner, district = move.args
    gold = price_to_destroy(t.game, t.game.players[owner], district)
    if owner == t.seat:
        return t.say.say(
            "Destroy your own {card} for {gold}, leaves {left} gold.",
            card=t.name(district),
            gold=gold,
            left=t.left(gold),
        )
    return t.say.say(
        "Destroy {card} of {rival} for {gold}, leaves {left} gold.",
        card=t.name(district), rival=owner, gold=gold, left=t.left(gold),
    )  # fmt: skip


def _exchange(t: Teller, move: Move) -> str:
    rival, theirs, own = move.args
    gold = exchange_price(t.game, t.me, t.game.players[rival], theirs, own)
    return t.say.say(
        "Get {theirs} of {rival} for your {own} and {gold} gold, leaves {left}.",
        theirs=t.name(theirs), rival=rival, own=t.name(own), gold=gold, left=t.left(gold),
    )  # fmt: skip


def _seize(t: Teller, move: Move) -> str:
    rival, district = move.args
    gold = seizing_price(t.game, t.game.players[rival], district)
    return t.say.say(
        "Seize {card} of {rival} and pay {gold}, leaves {left} gold.",
        card=t.name(district), rival=rival, gold=gold, left=t.left(gold),
    )  # fmt: skip


def _armory(t: Teller, move: Move) -> str:
    owner, district = move.args
    return t.say.say("Destroy your Armory and {card} of {rival}.", card=t.name(district), rival=owner)


def _crown(t: Teller, move: Move) -> str:
    rival = move.args[0]
    what = move.args[1] if len(move.args) > 1 else ""
    if what == "gold":
        return t.say.say("Crown {rival} and take 1 gold.", rival=rival)
    if what == "card":
        return t.say.say("Crown {rival} and take a card at random.", rival=rival)
    return t.say.say("Crown {rival}.", rival=rival)


def _bribe(t: Teller, move: Move) -> str:
    half = t.me.gold // 2
    return t.say.say("Pay {gold} gold, leaves {left}.", gold=half, left=t.left(half))


def _laboratory(t: Teller, move: Move) -> str:
    gold = 2 if t.game.edition == NEW else 1
    return t.say.say(
        "Discard {card} for {gold} gold: you will have {left}.",
        card=t.name(move.args[0]),
        gold=gold,
        left=t.left(-gold),
    )


def _tribute(t: Teller, move: Move) -> str:
    if move.args == ("gold",):
        return t.say.say("Give 1 gold, leaves {left}.", left=t.left(1))
    return t.say.say("Give {card}.", card=t.name(move.args[0]))


def _end(t: Teller, move: Move) -> str:
    return t.say.say("End your turn with {gold} gold.", gold=t.me.gold)


LABELS: dict[str, Label] = {
    "gold": _gold,
    "cards": _cards,
    "build": _build,
    "income": _income,
    "bonus": _bonus,
    "pick": _on_character("Choose the {character}."),
    "theater": _on_seat("Exchange a character with {rival}, unseen."),
    "thanks": _plain("Say thanks."),
    "levy": lambda t, move: t.say.say("Take {gold} gold of the tax token.", gold=t.game.taxes),
    "murder": _on_character("Murder the {character}."),
    "bewitch": _on_character("Bewitch the {character}."),
    "rob": _on_character("Rob the {character}."),
    "spy": _on_seat("Look for {word} cards in the hand of {rival}."),
    "swap": _on_seat("Exchange hands with {rival}."),
    "look": _on_seat("Look at the hand of {rival}, then take or build a card of it."),
    "take": _on_card("Take {card}."),
    "foresee": _plain("Draw a card at random from every other hand, then give each a card back."),
    "crown": _crown,
    "tribute": _tribute,
    "tithe": _on_seat("Take 1 gold from {rival}, the richest."),
    "study": _plain("Look at 7 cards and keep 1."),
    "destroy": _destroy,
    "exchange": _exchange,
    "seize": _seize,
    "smithy": lambda t, move: t.say.say("Pay 2 gold for 3 cards, leaves {left} gold.", left=t.left(2)),
    "laboratory": _laboratory,
    "museum": _on_card("Put {card} under your Museum."),
    "armory": _armory,
    "search": _on_card("Take {card} out of the deck."),
    "announce": _plain("Ring the bell: 7 districts complete a city."),
    "bribe": _bribe,
    "refuse": _plain("Refuse to pay; the blackmailer then decides whether to show the threat."),
    "reveal": _plain("Show the threat."),
    "conceal": _plain("Take the threat back unseen."),
    "confiscate": _plain("Show the signed warrant and take the district."),
    "recover": _plain("Take the destroyed district into your hand for 1 gold."),
    "decline": _plain("Say no."),
    "end": _end,
}
SHAPES: dict[str, Label] = {  # offers with something to fill in
    "pick": _plain("Choose a character and one to put away."),
    "build": _build_with,
    "income": _income_split,
    "keep": _plain("Choose what to keep."),
    "redraw": _plain("Put cards under the deck and gain as many."),
    "warrant": _plain("Lay three warrants: name the one that is signed, then two blanks."),
    "threaten": _plain("Lay two threats: name the one with the lace, then the empty one."),
    "beautify": _plain("Put a coin on one or two of your districts."),
    "give": _plain("Give one card to each player you took from."),
}
