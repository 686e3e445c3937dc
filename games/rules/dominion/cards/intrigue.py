"""Intrigue, first edition: the plain cards, and those from Baron to Pawn that touch only their player."""

from collections.abc import Iterator

from ...core.agenda import Step, tell, then
from ...core.notation import CardSlot, Move, Offer, PickOffer
from ..actions import (
    discard,
    draw,
    gain,
    topdeck_from_hand,
    trash_this,
)
from ..position import DominionGame, steps
from .card import ACTION, CARDS, INTRIGUE, TREASURE, VICTORY, define_card
from .offers import NOTHING, can_gain, offer_to_gain

ACTION_VICTORY = f"{ACTION} {VICTORY}"
CONSPIRATORS = 3
IRONWORKS_COST = 4

define_card("duke", INTRIGUE, 5, VICTORY)
define_card("great_hall", INTRIGUE, 3, ACTION_VICTORY, cards=1, actions=1, points=1)
define_card("harem", INTRIGUE, 6, f"{TREASURE} {VICTORY}", coins=2, points=2)

baron = define_card("baron", INTRIGUE, 4, ACTION, buys=1)
bridge = define_card("bridge", INTRIGUE, 4, ACTION, buys=1, coins=1)
conspirator = define_card("conspirator", INTRIGUE, 4, ACTION, coins=2)
coppersmith = define_card("coppersmith", INTRIGUE, 4, ACTION)
courtyard = define_card("courtyard", INTRIGUE, 2, ACTION, cards=3)
ironworks = define_card("ironworks", INTRIGUE, 4, ACTION)
mining_village = define_card("mining_village", INTRIGUE, 4, ACTION, cards=1, actions=2)
nobles = define_card("nobles", INTRIGUE, 6, ACTION_VICTORY, points=2)
pawn = define_card("pawn", INTRIGUE, 2, ACTION)


@baron.does
def ask_for_estate(game: DominionGame, seat: str) -> None:
    """Discard an Estate for 4 coins, or gain one; without one in hand nothing is asked."""
    if "estate" in game.players[seat].hand:
        then(game, Step("baron", seat))
    else:
        gain(game, seat, "estate")


@steps.ask("baron")
def offer_baron(game: DominionGame, step: Step) -> Iterator[Offer]:
    yield Move("discard", ("estate",))
    yield NOTHING["discard"]


@offer_baron.answer
def use_estate(game: DominionGame, step: Step, move: Move) -> None:
    if move == NOTHING["discard"]:
        gain(game, step.seat, "estate")
    else:
        discard(game, step.seat, move.args)
        game.coins += 4


@bridge.does
def lower_costs(game: DominionGame, seat: str) -> None:
    game.reduction += 1


@conspirator.does
def conspire(game: DominionGame, seat: str) -> None:
    """One card and one action more as at least the third Action play of the turn."""
    if game.played >= CONSPIRATORS:
        draw(game, seat, 1)
        game.actions += 1


@coppersmith.does
def raise_copper(game: DominionGame, seat: str) -> None:
    game.copper_bonus += 1


@courtyard.does
def ask_what_to_put_back(game: DominionGame, seat: str) -> None:
    if game.players[seat].hand:
        then(game, Step("courtyard", seat))


@steps.ask("courtyard")
def offer_courtyard(game: DominionGame, step: Step) -> Iterator[Offer]:
    for card in dict.fromkeys(game.players[step.seat].hand):
        yield Move("topdeck", (card,))


@offer_courtyard.answer
def put_card_back(game: DominionGame, step: Step, move: Move) -> None:
    topdeck_from_hand(game, step.seat, move.args)


@ironworks.does
def ask_what_to_cast(game: DominionGame, seat: str) -> None:
    if can_gain(game, IRONWORKS_COST):
        then(game, Step("ironworks", seat))


@steps.ask("ironworks")
def offer_ironworks(game: DominionGame, step: Step) -> Iterator[Offer]:
    return offer_to_gain(game, IRONWORKS_COST)


@offer_ironworks.answer
def gain_with_bonus(game: DominionGame, step: Step, move: Move) -> None:
    """One action, coin or card for each type of the gained card."""
    gain(game, step.seat, move.args[0])
    types = CARDS[move.args[0]].types
    game.actions += ACTION in types
    game.coins += TREASURE in types
    if VICTORY in types:
        draw(game, step.seat, 1)


@mining_village.does
def ask_about_mine(game: DominionGame, seat: str) -> None:
    if not game.gone:
        then(game, Step("mining_village", seat))


@steps.ask("mining_village")
def offer_mining_village(game: DominionGame, step: Step) -> Iterator[Offer]:
    yield Move("trash", ("mining_village",))
    yield NOTHING["trash"]


@offer_mining_village.answer
def trash_mining_village(game: DominionGame, step: Step, move: Move) -> None:
    if move != NOTHING["trash"] and trash_this(game, step.seat, "mining_village"):
        game.coins += 2


@nobles.does
def ask_nobles(game: DominionGame, seat: str) -> None:
    then(game, Step("nobles", seat))


@steps.ask("nobles")
def offer_nobles(game: DominionGame, step: Step) -> Iterator[Offer]:
    yield Move("choose", ("cards",))
    yield Move("choose", ("actions",))


@offer_nobles.answer
def use_nobles(game: DominionGame, step: Step, move: Move) -> None:
    """Three cards or two actions."""
    tell(game, "chose", seat=step.seat, options=list(move.args))
    if move.args == ("cards",):
        draw(game, step.seat, 3)
    else:
        game.actions += 2


PAWN_OFFER = PickOffer(
    "choose", ("card", "action", "buy", "coin"), (CardSlot(2, 2, "options", ordered=True),)
)


@pawn.does
def ask_pawn(game: DominionGame, seat: str) -> None:
    then(game, Step("pawn", seat))


@steps.ask("pawn")
def offer_pawn(game: DominionGame, step: Step) -> Iterator[Offer]:
    yield PAWN_OFFER


@offer_pawn.answer
def use_pawn(game: DominionGame, step: Step, move: Move) -> None:
    """Two different ones of a card, an action, a buy and a coin, in the order named."""
    tell(game, "chose", seat=step.seat, options=list(move.args))
    game.actions += "action" in move.args
    game.buys += "buy" in move.args
    game.coins += "coin" in move.args
    if "card" in move.args:
        draw(game, step.seat, 1)
