"""Why a move is illegal, where the rules can say more than "not now".

An explanation may use only what the seat can see: its own hand and open information.
"""

from collections.abc import Sequence

from ...core.agenda import Step, list_questions
from ...core.notation import CardSlot, Move, PickOffer
from ...core.sentences import Voice
from ..actions import compute_cost
from ..cards.basic import compute_coins
from ..cards.card import ACTIONS, CARDS, TREASURES
from ..position import ACTION_PHASE, DominionGame, steps

FROM_HAND = ("discard", "trash", "pass", "topdeck")


def explain_refusal(game: DominionGame, seat: str, move: Move, voice: Voice) -> str | None:
    """Explain to one player in a sentence why a move is illegal; None if there is nothing to add."""
    asked = list_questions(game, seat)
    if asked and asked[0].name == "react":
        return _explain_in_window(game, seat, move, asked[0].args.get("shown", ()), voice)
    if not asked:
        return None
    if move.verb == "reveal":
        return voice.speak.say("A Reaction is shown when somebody else plays an Attack.")
    cards = [word for word in move.args if word in CARDS]
    if asked[0].name == "scout" and move.verb == "topdeck":
        return _explain_scouted(game.players[seat].revealed, voice)
    if not cards:
        return _explain_without_card(game, asked[0], move, voice)
    if asked[0].name == "main":
        return _explain_in_turn(game, seat, move.verb, cards, voice)
    if move.verb in FROM_HAND and asked[0].name not in ("scout", "thief.trash"):
        missing = _explain_missing(game, seat, cards, voice)
        return missing or _explain_number(game, asked[0], move.verb, len(cards), voice)
    if move.verb == "gain" and not game.supply.get(cards[0]):
        return _explain_no_pile(game, cards[0], voice)
    if move.verb == "gain" and "most" in asked[0].args:
        return _explain_too_dear(game, cards[0], asked[0].args["most"], voice)
    return None


def _explain_without_card(game: DominionGame, asked: Step, move: Move, voice: Voice) -> str | None:
    if asked.name != "main":
        return _explain_number(game, asked, move.verb, 0, voice)
    if move.verb == "treasures" and game.bought:
        return voice.speak.say("Treasures have to be played before the first buy of a turn.")
    if move.verb == "treasures":
        return voice.speak.say("You have no Treasure in hand.")
    return None


def _explain_number(game: DominionGame, asked: Step, verb: str, count: int, voice: Voice) -> str | None:
    """How many cards are to be named, if that is what is wrong."""
    for offer in steps.asks[asked.name].offers(game, asked):
        if offer.verb == verb and isinstance(offer, PickOffer):
            slot = next(part for part in offer.parts if isinstance(part, CardSlot))
            if not slot.least <= count <= slot.most:
                return _describe_number(slot, voice)
    return None


def _describe_number(slot: CardSlot, voice: Voice) -> str:
    if slot.least < slot.most:
        return voice.speak.count("Name at most {n} card.", "Name at most {n} cards.", slot.most)
    if slot.ordered:
        return voice.speak.count(
            "Name {n} card of your hand.",
            "Name {n} cards of your hand, the one that goes on top first.",
            slot.most,
        )
    return voice.speak.count("Name {n} card.", "Name {n} cards.", slot.most)


def _explain_in_turn(
    game: DominionGame, seat: str, verb: str, cards: Sequence[str], voice: Voice
) -> str | None:
    if verb == "buy":
        return _explain_no_buy(game, seat, cards, voice)
    if verb not in ("play", "treasures"):
        return None
    if cards[0] not in game.players[seat].hand:
        return voice.speak.say("You do not hold {card}.", card=voice.name(cards[0]))
    if verb == "play":
        return _explain_no_play(game, cards[0], voice)
    return _explain_no_treasures(game, seat, cards, voice)


def _explain_no_play(game: DominionGame, card: str, voice: Voice) -> str:
    say = voice.speak.say
    if card in TREASURES and card not in ACTIONS:
        return say("To play Treasures, write “{verb}”.", verb=voice.line("treasures"))
    if card not in ACTIONS:
        return say("{card} is not an Action.", card=voice.name(card))
    if game.phase != ACTION_PHASE:
        return say("Your action phase is over: you have played Treasures or bought.")
    return say("You have no actions left.")


def _explain_no_treasures(game: DominionGame, seat: str, cards: Sequence[str], voice: Voice) -> str | None:
    if other := next((card for card in cards if card not in TREASURES), None):
        return voice.speak.say("{card} is not a Treasure.", card=voice.name(other))
    if game.bought:
        return voice.speak.say("Treasures have to be played before the first buy of a turn.")
    return _explain_missing(game, seat, cards, voice)


def _explain_single_buys(game: DominionGame, seat: str, cards: Sequence[str], voice: Voice) -> str:
    """A line buys one card; the Treasures come first."""
    start = ["treasures"] if _list_unplayed_treasures(game, seat) else []
    line = ", ".join(voice.line(part) for part in (*start, *(f"buy {card}" for card in cards)))
    return voice.speak.say("Each card is bought by itself: “{line}”.", line=line)


def _list_unplayed_treasures(game: DominionGame, seat: str) -> list[str]:
    """The Treasures in hand that may still be played."""
    return [] if game.bought else [card for card in game.players[seat].hand if card in TREASURES]


def _explain_no_buy(game: DominionGame, seat: str, cards: Sequence[str], voice: Voice) -> str | None:
    card = cards[0]
    if len(cards) > 1 and game.buys:
        return _explain_single_buys(game, seat, cards, voice)
    if not game.supply.get(card):
        return _explain_no_pile(game, card, voice)
    if not game.buys:
        return voice.speak.say("You have no buys left.")
    if treasures := _list_unplayed_treasures(game, seat):
        return _explain_unplayed_treasures(game, card, game.coins + compute_coins(game, treasures), voice)
    say, cost = voice.speak.say, compute_cost(game, card)
    return say(
        "{card} costs {cost}, and you have {coins}.", card=voice.name(card), cost=cost, coins=game.coins
    )


def _explain_unplayed_treasures(game: DominionGame, card: str, coins: int, voice: Voice) -> str:
    """Who names only what to buy means the Treasures as well, so say how both are written."""
    say, name, cost = voice.speak.say, voice.name(card), compute_cost(game, card)
    if coins < cost:
        return say(
            "{card} costs {cost}, and with all your Treasures you have {coins}.",
            card=name,
            cost=cost,
            coins=coins,
        )
    line = f"{voice.line('treasures')}, {voice.line(f'buy {card}')}"
    return say("{card} costs {cost}: play your Treasures first, “{line}”.", card=name, cost=cost, line=line)


def _explain_no_pile(game: DominionGame, card: str, voice: Voice) -> str:
    if card in game.supply:
        return voice.speak.say("The pile is empty: {card}.", card=voice.name(card))
    return voice.speak.say("{card} is not in this game.", card=voice.name(card))


def _explain_too_dear(game: DominionGame, card: str, most: int, voice: Voice) -> str | None:
    cost = compute_cost(game, card)
    if cost <= most:
        return None
    return voice.speak.say(
        "{card} costs {cost}; at most {most} is allowed.", card=voice.name(card), cost=cost, most=most
    )


def _explain_in_window(
    game: DominionGame, seat: str, move: Move, shown: Sequence[str], voice: Voice
) -> str | None:
    cards = [word for word in (move.verb, *move.args) if word in CARDS]
    if move.verb not in CARDS and move.verb != "reveal":
        return voice.speak.say(
            "First answer the Attack: reveal a Reaction, or write “{line}”. What it asks of you comes "
            "after that.",
            line=voice.line("decline"),
        )
    if not cards:
        return None
    if cards[0] in shown:
        return voice.speak.say(
            "You have already revealed {card} against this Attack.", card=voice.name(cards[0])
        )
    return _explain_missing(game, seat, cards[:1], voice)


def _explain_scouted(cards: Sequence[str], voice: Voice) -> str:
    left = voice.speak.join_words([voice.name(card) for card in cards])
    return voice.speak.say("Name all the cards that go back, the top one first: {cards}.", cards=left)


def _explain_missing(game: DominionGame, seat: str, cards: Sequence[str], voice: Voice) -> str | None:
    hand = game.players[seat].hand
    missing = next((card for card in cards if cards.count(card) > hand.count(card)), None)
    if missing is None:
        return None
    if missing in hand:
        return voice.speak.say(
            "You do not have that many of these in hand: {card}.", card=voice.name(missing)
        )
    return voice.speak.say("You do not hold {card}.", card=voice.name(missing))
