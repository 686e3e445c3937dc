"""Rank 3: Magician, Wizard, Seer."""

from collections.abc import Iterator

from ...core.agenda import Step, tell, then
from ...core.notation import DealOffer, Move, Offer, offer_cards
from ..actions import discard, draw, give_card, rivals_of
from ..building import build, ways_to_build
from ..districts.cards import NEW
from ..knowledge.memory import learn, note_hand_swap
from ..position import CitadelsGame, steps
from .card import define_character, offer_when

magician = define_character("magician", 3)
wizard = define_character("wizard", 3)
seer = define_character("seer", 3, editions=(NEW,), limit=2)


def _offer_swaps(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    if "redraw" in game.used:
        return
    mine = game.players[seat].hand
    for rival in rivals_of(game, seat):
        if mine or game.players[rival].hand:
            yield Move("swap", (rival,))


@magician.power("swap", _offer_swaps)
def swap(game: CitadelsGame, seat: str, move: Move) -> None:
    """Exchange the whole hand with another player."""
    (rival,) = move.args
    me, them = game.players[seat], game.players[rival]
    me.hand, them.hand = them.hand, me.hand
    note_hand_swap(game, seat, rival)
    secret = {seat: {"hand": sorted(me.hand)}, rival: {"hand": sorted(them.hand)}}
    tell(game, "swapped", seat=seat, rival=rival, gave=len(them.hand), got=len(me.hand), secret=secret)


def _offer_redraws(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    hand = game.players[seat].hand
    if hand and "swap" not in game.used:
        yield offer_cards("redraw", hand, 1, len(hand), ordered=True)


@magician.power("redraw", _offer_redraws)
def redraw(game: CitadelsGame, seat: str, move: Move) -> None:
    """Put cards under the deck and draw as many from its top."""
    discard(game, seat, move.args)
    tell(game, "redrew", seat=seat, count=len(move.args), secret={seat: {"cards": list(move.args)}})
    draw(game, seat, len(move.args), "redraw")


def _offer_hands_to_look_at(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    for rival in rivals_of(game, seat):
        if game.players[rival].hand:
            yield Move("look", (rival,))


@wizard.power("look", _offer_hands_to_look_at)
def look(game: CitadelsGame, seat: str, move: Move) -> None:
    """See the whole hand of a rival, then take one card out of it or build it at once."""
    (rival,) = move.args
    hand = sorted(game.players[rival].hand)
    learn(game, seat, rival, hand, whole=True)
    tell(game, "looked", seat=seat, rival=rival, secret={seat: {"hand": hand}})
    then(game, Step("wizard.take", seat, {"target": rival}))


@steps.ask("wizard.take")
def offer_cards_to_take(game: CitadelsGame, step: Step) -> Iterator[Offer]:
    mine = game.players[step.seat].hand
    for card in sorted(set(game.players[step.args["target"]].hand)):  # sorted: its order stays hidden
        yield Move("take", (card,))
        yield from ways_to_build(game, step.seat, card, [*mine, card])


@offer_cards_to_take.answer
def take_or_build_card(game: CitadelsGame, step: Step, move: Move) -> None:
    rival, card = step.args["target"], move.args[0]
    if move.verb == "build":
        tell(game, "took_to_build", seat=step.seat, rival=rival)
        build(game, step.seat, move, origin=rival, counted=False)  # beyond the limit, twins are allowed
        return
    give_card(game, rival, step.seat, card)
    both = {step.seat: {"card": card}, rival: {"card": card}}
    tell(game, "took", seat=step.seat, rival=rival, secret=both)


def _any_rival_has_cards(game: CitadelsGame, seat: str) -> bool:
    return any(game.players[rival].hand for rival in rivals_of(game, seat))


@seer.power("foresee", offer_when("foresee", _any_rival_has_cards))
def foresee(game: CitadelsGame, seat: str, move: Move) -> None:
    """Take a random card from every other hand, then give one card back to each."""
    sources = [rival for rival in rivals_of(game, seat) if game.players[rival].hand]
    for rival in sources:
        card = game.rng.choice(game.players[rival].hand)
        give_card(game, rival, seat, card)
        both = {seat: {"card": card}, rival: {"card": card}}
        tell(game, "foresaw", seat=seat, rival=rival, secret=both)
    then(game, Step("seer.give", seat, {"from": sources}))


@steps.ask("seer.give")
def offer_cards_to_give(game: CitadelsGame, step: Step) -> Iterator[Offer]:
    yield DealOffer("give", tuple(game.players[step.seat].hand), tuple(step.args["from"]))


@offer_cards_to_give.answer
def give_cards(game: CitadelsGame, step: Step, move: Move) -> None:
    for rival, card in zip(move.args[::2], move.args[1::2], strict=True):
        give_card(game, step.seat, rival, card)
        both = {step.seat: {"card": card}, rival: {"card": card}}
        tell(game, "gave", seat=step.seat, rival=rival, secret=both)
