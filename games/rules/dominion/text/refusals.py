"""Why a move is illegal, where the rules can say more than "not now".

An explanation may use only what the seat can see: its own hand and open information.
"""

from collections.abc import Sequence

from ...core.agenda import list_questions
from ...core.notation import Move
from ...core.sentences import Voice
from ..actions import compute_cost
from ..cards.basic import compute_coins
from ..cards.card import ACTIONS, CARDS, TREASURES
from ..position import ACTION_PHASE, DominionGame

FROM_HAND = ("discard", "trash", "pass", "topdeck")


def explain_refusal(game: DominionGame, seat: str, move: Move, voice: Voice) -> str | None:
    """Explain to one player in a sentence why a move is illegal; None if there is nothing to add."""
    asked = list_questions(game, seat)
    if asked and asked[0].name == "react":
        return _explain_in_window(game, seat, move, asked[0].args.get("shown", ()), voice)
    cards = [word for word in move.args if word in CARDS]
    if not asked or not cards:
        return _explain_without_card(game, asked[0].name if asked else "", move, voice)
    if asked[0].name == "main":
        return _explain_in_turn(game, seat, move.verb, cards[0], voice)
    if asked[0].name == "scout" and move.verb == "topdeck":
        return _explain_scouted(game.players[seat].revealed, voice)
    if move.verb in FROM_HAND and asked[0].name not in ("scout", "thief.trash"):
        return _explain_missing(game, seat, cards, voice)
    if move.verb == "gain" and not game.supply.get(cards[0]):
        return _explain_no_pile(game, cards[0], voice)
    if move.verb == "gain" and "most" in asked[0].args:
        return _explain_too_dear(game, cards[0], asked[0].args["most"], voice)
    return None


def _explain_without_card(game: DominionGame, asked: str, move: Move, voice: Voice) -> str | None:
    if asked == "main" and move.verb == "treasures" and game.bought:
        return voice.speak.say("Treasures are played before the first buy of a turn.")
    if asked == "main" and move.verb == "treasures":
        return voice.speak.say("You have no Treasure in hand.")
    return None


def _explain_in_turn(game: DominionGame, seat: str, verb: str, card: str, voice: Voice) -> str | None:
    hand, say, name = game.players[seat].hand, voice.speak.say, voice.name(card)
    if verb == "buy":
        return _explain_no_buy(game, seat, card, voice)
    if verb not in ("play", "treasures"):
        return None
    if card not in hand:
        return say("You do not hold {card}.", card=name)
    if verb == "play" and card in TREASURES and card not in ACTIONS:
        return say("Treasures are played with “{verb}”.", verb=voice.line("treasures"))
    if verb == "play" and card not in ACTIONS:
        return say("{card} is not an Action.", card=name)
    if verb == "play" and game.phase != ACTION_PHASE:
        return say("Your action phase is over: you have played Treasures or bought.")
    if verb == "play":
        return say("You have no action left.")
    if card not in TREASURES:
        return say("{card} is not a Treasure.", card=name)
    return say("Treasures are played before the first buy of a turn.") if game.bought else None


def _explain_no_buy(game: DominionGame, seat: str, card: str, voice: Voice) -> str | None:
    if not game.supply.get(card):
        return _explain_no_pile(game, card, voice)
    if not game.buys:
        return voice.speak.say("You have no buy left.")
    treasures = [] if game.bought else [held for held in game.players[seat].hand if held in TREASURES]
    if treasures:
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
            "First the Attack is answered: show a Reaction, or write “{line}”. "
            "What it asks of you comes then.",
            line=voice.line("decline"),
        )
    if not cards:
        return None
    if cards[0] in shown:
        return voice.speak.say(
            "You have shown {card} against this Attack already.", card=voice.name(cards[0])
        )
    return _explain_missing(game, seat, cards[:1], voice)


def _explain_scouted(cards: Sequence[str], voice: Voice) -> str:
    left = voice.speak.join_words([voice.name(card) for card in cards])
    return voice.speak.say("Name all cards that go back, the top one first: {cards}.", cards=left)


def _explain_missing(game: DominionGame, seat: str, cards: list[str], voice: Voice) -> str | None:
    hand = game.players[seat].hand
    missing = next((card for card in cards if cards.count(card) > hand.count(card)), None)
    if missing is None:
        return None
    if missing in hand:
        return voice.speak.say("You do not hold so many of these: {card}.", card=voice.name(missing))
    return voice.speak.say("You do not hold {card}.", card=voice.name(missing))
