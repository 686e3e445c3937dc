"""Rank 3: Magician, Wizard, Seer."""

from collections.abc import Iterator

from ...core.agenda import Step, tell, then
from ...core.notation import Deal, Move, Offer, some
from ..building import build, ways_to_build
from ..districts.table import NEW
from ..memory import learn, swap_hands
from ..position import Game, steps
from ..words import card_to, discard, draw, rivals
from .card import character, when

magician = character("magician", 3)
wizard = character("wizard", 3)
seer = character("seer", 3, editions=(NEW,), limit=2)


def _swaps(game: Game, seat: str) -> Iterator[Offer]:
    if "redraw" in game.used:
        return
    mine = game.players[seat].hand
    for rival in rivals(game, seat):
        if mine or game.players[rival].hand:
            yield Move("swap", (rival,))


@magician.power("swap", _swaps)
def swap(game: Game, seat: str, move: Move) -> None:
    """Exchange the whole hand with another player."""
    (rival,) = move.args
    me, them = game.players[seat], game.players[rival]
    me.hand, them.hand = them.hand, me.hand
    swap_hands(game, seat, rival)
    secret = {seat: {"hand": sorted(me.hand)}, rival: {"hand": sorted(them.hand)}}
    tell(game, "swapped", seat=seat, rival=rival, gave=len(them.hand), got=len(me.hand), secret=secret)


def _redraws(game: Game, seat: str) -> Iterator[Offer]:
    hand = game.players[seat].hand
    if hand and "swap" not in game.used:
        yield some("redraw", hand, 1, len(hand), ordered=True)


@magician.power("redraw", _redraws)
def redraw(game: Game, seat: str, move: Move) -> None:
    """Cards to the bottom of the deck, as many from its top."""
    discard(game, seat, move.args)
    tell(game, "redrew", seat=seat, count=len(move.args), secret={seat: {"cards": list(move.args)}})
    draw(game, seat, len(move.args), "redraw")


def _rivals_with_cards(game: Game, seat: str) -> Iterator[Offer]:
    for rival in rivals(game, seat):
        if game.players[rival].hand:
            yield Move("look", (rival,))


@wizard.power("look", _rivals_with_cards)
def look(game: Game, seat: str, move: Move) -> None:
    """See the whole hand of a rival, then take one card out of it or build it at once."""
    (rival,) = move.args
    hand = sorted(game.players[rival].hand)
    learn(game, seat, rival, hand, whole=True)
    tell(game, "looked", seat=seat, rival=rival, secret={seat: {"hand": hand}})
    then(game, Step("wizard.take", seat, {"target": rival}))


@steps.ask("wizard.take")
def take(game: Game, step: Step) -> Iterator[Offer]:
    mine = game.players[step.seat].hand
    for card in sorted(set(game.players[step.args["target"]].hand)):  # not in the order of that hand
        yield Move("take", (card,))
        yield from ways_to_build(game, step.seat, card, [*mine, card])


@take.answer
def taken(game: Game, step: Step, move: Move) -> None:
    rival, card = step.args["target"], move.args[0]
    if move.verb == "build":
        tell(game, "took_to_build", seat=step.seat, rival=rival)
        build(game, step.seat, move, origin=rival, counted=False)  # beyond the limit, twins are allowed
        return
    card_to(game, rival, step.seat, card)
    both = {step.seat: {"card": card}, rival: {"card": card}}
    tell(game, "took", seat=step.seat, rival=rival, secret=both)


def _somebody_has_cards(game: Game, seat: str) -> bool:
    return any(game.players[rival].hand for rival in rivals(game, seat))


@seer.power("foresee", when("foresee", _somebody_has_cards))
def foresee(game: Game, seat: str, move: Move) -> None:
    """A random card from every other hand, then one card back to each."""
    sources = [rival for rival in rivals(game, seat) if game.players[rival].hand]
    for rival in sources:
        card = game.rng.choice(game.players[rival].hand)
        card_to(game, rival, seat, card)
        both = {seat: {"card": card}, rival: {"card": card}}
        tell(game, "foresaw", seat=seat, rival=rival, secret=both)
    then(game, Step("seer.give", seat, {"from": sources}))


@steps.ask("seer.give")
def give(game: Game, step: Step) -> Iterator[Offer]:
    yield Deal("give", tuple(game.players[step.seat].hand), tuple(step.args["from"]))


@give.answer
def given(game: Game, step: Step, move: Move) -> None:
    for rival, card in zip(move.args[::2], move.args[1::2], strict=True):
        card_to(game, step.seat, rival, card)
        both = {step.seat: {"card": card}, rival: {"card": card}}
        tell(game, "gave", seat=step.seat, rival=rival, secret=both)
