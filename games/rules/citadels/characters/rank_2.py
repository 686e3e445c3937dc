"""Rank 2: Thief, Spy, Blackmailer. (The classic Tax Collector is in rank_9.py.)"""

from collections.abc import Iterator

from ...core.agenda import Step, tell, then
from ...core.notation import Move, Offer, Pick, Some
from ..districts.table import NEW, TYPE, TYPES
from ..memory import count, learn
from ..position import Game, steps
from ..words import draw, hand_over, holder, others_of_cast, rank, rivals
from .card import after_gathering, character

thief = character("thief", 2)
spy = character("spy", 2, editions=(NEW,))
blackmailer = character("blackmailer", 2, editions=(NEW,))


def within_reach(game: Game) -> list[str]:
    """Whom rank 2 may touch: not rank 1, not the murdered, not the bewitched."""
    spared = (game.murdered, game.bewitched)
    return [one for one in others_of_cast(game) if rank(game, one) != 1 and one not in spared]


def _victims(game: Game, seat: str) -> Iterator[Offer]:
    for victim in within_reach(game):
        yield Move("rob", (victim,))


@thief.power("rob", _victims)
def rob(game: Game, seat: str, move: Move) -> None:
    """When the victim shows itself, all its gold is the Thief's."""
    game.robbed = move.args[0]
    game.robber = seat
    tell(game, "robs", seat=seat, character=game.robbed)


def _hands_and_types(game: Game, seat: str) -> Iterator[Offer]:
    for rival in rivals(game, seat):
        for kind in TYPES:
            yield Move("spy", (rival, kind))


@spy.power("spy", _hands_and_types)
def look_for(game: Game, seat: str, move: Move) -> None:
    """Look at a hand; for each card of the named type a gold from that player and a card."""
    rival, kind = move.args
    target = game.players[rival]
    found = sum(TYPE[card] == kind for card in target.hand)
    gold = min(found, target.gold)
    hand_over(game, rival, seat, gold)
    learn(game, seat, rival, target.hand, whole=True)
    count(game, rival, kind, found, unseen_by=(one for one in game.seats if one not in (seat, rival)))
    seen = {seat: {"hand": sorted(target.hand)}}
    tell(game, "spied", seat=seat, rival=rival, type=kind, gold=gold, count=found, secret=seen)
    draw(game, seat, found, "spy")


def _threats(game: Game, seat: str) -> Iterator[Offer]:
    yield Pick("threaten", tuple(within_reach(game)), (Some(1, 1, "lace"), Some(1, 1, "blank")))


@blackmailer.power("threaten", _threats)
def threaten(game: Game, seat: str, move: Move) -> None:
    """Two threats are laid, one of them with the lace; only the Blackmailer knows which."""
    lace = move.args[0]
    targets = sorted(move.args, key=game.cast.index)
    game.threats = {target: target == lace for target in targets}
    game.blackmailer = seat
    tell(game, "threatened", seat=seat, characters=targets, secret={seat: {"lace": lace}})


@after_gathering
def threat_falls_due(game: Game, seat: str) -> None:
    """The threatened player gathers first, then answers the threat (T7)."""
    if game.called in game.threats:
        then(game, Step("blackmailer.bribe", seat))


@steps.ask("blackmailer.bribe")
def bribe(game: Game, step: Step) -> Iterator[Offer]:
    yield Move("bribe")
    yield Move("refuse")


@bribe.answer
def bribe_answered(game: Game, step: Step, move: Move) -> None:
    if move.verb == "refuse":
        tell(game, "refused", seat=step.seat, rival=game.blackmailer)
        then(game, Step("blackmailer.reveal", game.blackmailer))
        return
    half = game.players[step.seat].gold // 2
    hand_over(game, step.seat, game.blackmailer, half)
    del game.threats[game.called]  # taken back unseen
    tell(game, "bribed", seat=step.seat, rival=game.blackmailer, gold=half)


@steps.ask("blackmailer.reveal")
def reveal(game: Game, step: Step) -> Iterator[Offer]:
    yield Move("reveal")
    yield Move("conceal")


@reveal.answer
def reveal_answered(game: Game, step: Step, move: Move) -> None:
    lace = game.threats.pop(game.called)
    victim = holder(game, game.called) or ""
    if move.verb == "conceal":
        tell(game, "concealed", seat=step.seat, rival=victim)
        return
    game.unmasked = True
    gold = game.players[victim].gold if lace else 0
    hand_over(game, victim, step.seat, gold)
    tell(game, "threat_shown", seat=step.seat, rival=victim, lace=lace, gold=gold)
