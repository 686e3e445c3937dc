"""Rank 2: Thief, Spy, Blackmailer. (The classic Tax Collector is in rank_9.py.)"""

from collections.abc import Iterator

from ...core.agenda import Step, tell, then
from ...core.notation import CardSlot, Move, Offer, PickOffer
from ..actions import draw, give_gold, holder_of, other_characters, rank_of, rivals_of
from ..districts.cards import NEW, TYPE, TYPES
from ..knowledge.memory import learn, learn_type_count
from ..position import CitadelsGame, steps
from .card import after_gathering, define_character

thief = define_character("thief", 2)
spy = define_character("spy", 2, editions=(NEW,))
blackmailer = define_character("blackmailer", 2, editions=(NEW,))


def list_reachable_characters(game: CitadelsGame) -> list[str]:
    """List the characters that rank 2 may target: not rank 1, not the murdered, not the bewitched."""
    spared = (game.murdered, game.bewitched)
    return [one for one in other_characters(game) if rank_of(game, one) != 1 and one not in spared]


def _offer_robberies(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    for victim in list_reachable_characters(game):
        yield Move("rob", (victim,))


@thief.power("rob", _offer_robberies)
def rob(game: CitadelsGame, seat: str, move: Move) -> None:
    """When the named character is revealed, the Thief takes all gold of its player."""
    game.robbed = move.args[0]
    game.robber = seat
    tell(game, "robs", seat=seat, character=game.robbed)


def _offer_hands_to_spy_on(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    for rival in rivals_of(game, seat):
        for kind in TYPES:
            yield Move("spy", (rival, kind))


@spy.power("spy", _offer_hands_to_spy_on)
def spy_on_hand(game: CitadelsGame, seat: str, move: Move) -> None:
    """Look at a hand; for each card of the named type, take a gold from that player and draw a card."""
    rival, kind = move.args
    target = game.players[rival]
    found = sum(TYPE[card] == kind for card in target.hand)
    gold = min(found, target.gold)
    give_gold(game, rival, seat, gold)
    learn(game, seat, rival, target.hand, whole=True)
    learn_type_count(
        game, rival, kind, found, unseen_by=(one for one in game.seats if one not in (seat, rival))
    )
    seen = {seat: {"hand": sorted(target.hand)}}
    tell(game, "spied", seat=seat, rival=rival, type=kind, gold=gold, count=found, secret=seen)
    draw(game, seat, found, "spy")


def _offer_threats(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    yield PickOffer(
        "threaten", tuple(list_reachable_characters(game)), (CardSlot(1, 1, "lace"), CardSlot(1, 1, "blank"))
    )


@blackmailer.power("threaten", _offer_threats)
def threaten(game: CitadelsGame, seat: str, move: Move) -> None:
    """Place two threats, one of them with the lace; only the Blackmailer knows which."""
    lace = move.args[0]
    targets = sorted(move.args, key=game.cast.index)
    game.threats = {target: target == lace for target in targets}
    game.blackmailer = seat
    tell(game, "threatened", seat=seat, characters=targets, secret={seat: {"lace": lace}})


@after_gathering
def ask_for_bribe(game: CitadelsGame, seat: str) -> None:
    """The threatened player gathers first, then answers the threat (T7)."""
    if game.called in game.threats:
        then(game, Step("blackmailer.bribe", seat))


@steps.ask("blackmailer.bribe")
def offer_bribe(game: CitadelsGame, step: Step) -> Iterator[Offer]:
    yield Move("bribe")
    yield Move("refuse")


@offer_bribe.answer
def settle_bribe(game: CitadelsGame, step: Step, move: Move) -> None:
    if move.verb == "refuse":
        tell(game, "refused", seat=step.seat, rival=game.blackmailer)
        then(game, Step("blackmailer.reveal", game.blackmailer))
        return
    half = game.players[step.seat].gold // 2
    give_gold(game, step.seat, game.blackmailer, half)
    del game.threats[game.called]  # taken back unseen: nobody learns whether it was the lace
    tell(game, "bribed", seat=step.seat, rival=game.blackmailer, gold=half)


@steps.ask("blackmailer.reveal")
def offer_reveal(game: CitadelsGame, step: Step) -> Iterator[Offer]:
    yield Move("reveal")
    yield Move("conceal")


@offer_reveal.answer
def settle_reveal(game: CitadelsGame, step: Step, move: Move) -> None:
    lace = game.threats.pop(game.called)
    victim = holder_of(game, game.called) or ""
    if move.verb == "conceal":
        tell(game, "concealed", seat=step.seat, rival=victim)
        return
    game.unmasked = True
    gold = game.players[victim].gold if lace else 0
    give_gold(game, victim, step.seat, gold)
    tell(game, "threat_shown", seat=step.seat, rival=victim, lace=lace, gold=gold)
