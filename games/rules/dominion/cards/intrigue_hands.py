"""Intrigue, first edition: the cards from Scout to Wishing Well that touch only their player."""

from collections.abc import Iterator

from ...core.agenda import Step, tell, then
from ...core.notation import CardSlot, Move, Offer, PickOffer, offer_cards
from ..actions import (
    HAND,
    compute_cost,
    discard,
    draw,
    gain,
    put_on_deck,
    return_revealed,
    reveal_from_deck,
    trash,
)
from ..position import ORDER_HIDDEN, DominionGame, steps
from .card import ACTION, ACTIONS, CARDS, INTRIGUE, REACTION, VICTORIES, define_card
from .offers import NOTHING, can_gain, offer_to_gain, offer_to_trash

scout = define_card("scout", INTRIGUE, 4, ACTION, actions=1)
secret_chamber = define_card("secret_chamber", INTRIGUE, 2, f"{ACTION} {REACTION}")
shanty_town = define_card("shanty_town", INTRIGUE, 3, ACTION, actions=2)
steward = define_card("steward", INTRIGUE, 3, ACTION)
trading_post = define_card("trading_post", INTRIGUE, 5, ACTION)
upgrade = define_card("upgrade", INTRIGUE, 5, ACTION, cards=1, actions=1)
wishing_well = define_card("wishing_well", INTRIGUE, 3, ACTION, cards=1, actions=1)


@scout.does
def scout_ahead(game: DominionGame, seat: str) -> None:
    """Of the top four cards the Victory cards go to the hand, the others back in any order, unseen."""
    player = game.players[seat]
    found = [card for card in reveal_from_deck(game, seat, 4) if card in VICTORIES]
    for card in found:
        player.revealed.remove(card)
    if found:
        player.hand += found
        player.shown += found
        tell(game, "took", seat=seat, cards=found)
    if len(set(player.revealed)) > 1:
        then(game, Step("scout", seat))
    elif player.revealed:
        _put_scouted_back(game, seat, player.revealed)


@steps.ask("scout")
def offer_scout(game: DominionGame, step: Step) -> Iterator[Offer]:
    revealed = game.players[step.seat].revealed
    yield offer_cards("topdeck", revealed, len(revealed), len(revealed), ordered=True)


@offer_scout.answer
def order_scouted(game: DominionGame, step: Step, move: Move) -> None:
    _put_scouted_back(game, step.seat, list(move.args))


def _put_scouted_back(game: DominionGame, seat: str, cards: list[str]) -> None:
    put_on_deck(game, seat, cards, ORDER_HIDDEN, told=False)
    game.players[seat].revealed = []
    secret = {seat: {"order": cards}}
    tell(game, "scouted", seat=seat, cards=sorted(cards), secret=secret)


@secret_chamber.does
def ask_what_to_sell(game: DominionGame, seat: str) -> None:
    if game.players[seat].hand:
        then(game, Step("secret_chamber", seat))


@steps.ask("secret_chamber")
def offer_secret_chamber(game: DominionGame, step: Step) -> Iterator[Offer]:
    hand = game.players[step.seat].hand
    yield NOTHING["discard"]
    yield offer_cards("discard", hand, 1, len(hand))


@offer_secret_chamber.answer
def sell_cards(game: DominionGame, step: Step, move: Move) -> None:
    """A coin for each discarded card."""
    if move != NOTHING["discard"]:
        discard(game, step.seat, move.args)
        game.coins += len(move.args)


@shanty_town.does
def show_hand(game: DominionGame, seat: str) -> None:
    """Show the hand; two cards if there is no Action in it."""
    player = game.players[seat]
    if player.hand:
        player.shown = list(player.hand)
        tell(game, "showed_hand", seat=seat, cards=sorted(player.hand))
    if ACTIONS.isdisjoint(player.hand):
        draw(game, seat, 2)


@steward.does
def ask_steward(game: DominionGame, seat: str) -> None:
    then(game, Step("steward", seat))


@steps.ask("steward")
def offer_steward(game: DominionGame, step: Step) -> Iterator[Offer]:
    yield Move("choose", ("cards",))
    yield Move("choose", ("coins",))
    yield _offer_two_to_trash(game, step.seat) or NOTHING["trash"]


def _offer_two_to_trash(game: DominionGame, seat: str) -> Offer | None:
    """Two cards of the hand, or the only one."""
    hand = game.players[seat].hand
    count = min(2, len(hand))
    return offer_cards("trash", hand, count, count) if hand else None


@offer_steward.answer
def use_steward(game: DominionGame, step: Step, move: Move) -> None:
    """Two cards, two coins, or two cards of the hand trashed."""
    if move.verb == "trash":
        trash(game, step.seat, () if move == NOTHING["trash"] else move.args)
        return
    tell(game, "chose", seat=step.seat, options=list(move.args))
    if move.args == ("cards",):
        draw(game, step.seat, 2)
    else:
        game.coins += 2


@trading_post.does
def ask_what_to_trade(game: DominionGame, seat: str) -> None:
    if game.players[seat].hand:
        then(game, Step("trading_post", seat))


@steps.ask("trading_post")
def offer_trading_post(game: DominionGame, step: Step) -> Iterator[Offer]:
    if offer := _offer_two_to_trash(game, step.seat):
        yield offer


@offer_trading_post.answer
def trade(game: DominionGame, step: Step, move: Move) -> None:
    """Two trashed cards bring a Silver into the hand, a single one nothing."""
    trash(game, step.seat, move.args)
    if len(move.args) == 2:
        gain(game, step.seat, "silver", HAND)


@upgrade.does
def ask_what_to_upgrade(game: DominionGame, seat: str) -> None:
    if game.players[seat].hand:
        then(game, Step("upgrade.trash", seat))


@steps.ask("upgrade.trash")
def offer_hand_to_upgrade(game: DominionGame, step: Step) -> Iterator[Offer]:
    return offer_to_trash(game.players[step.seat].hand)


@offer_hand_to_upgrade.answer
def trash_for_upgrade(game: DominionGame, step: Step, move: Move) -> None:
    """What is gained costs exactly one more, both as they cost now."""
    trash(game, step.seat, move.args)
    cost = compute_cost(game, move.args[0]) + 1
    if can_gain(game, cost, cost):
        then(game, Step("upgrade.gain", step.seat, {"cost": cost}))


@steps.ask("upgrade.gain")
def offer_upgrade(game: DominionGame, step: Step) -> Iterator[Offer]:
    return offer_to_gain(game, step.args["cost"], step.args["cost"])


@offer_upgrade.answer
def gain_upgraded(game: DominionGame, step: Step, move: Move) -> None:
    gain(game, step.seat, move.args[0])


@wishing_well.does
def ask_for_wish(game: DominionGame, seat: str) -> None:
    then(game, Step("wishing_well", seat))


@steps.ask("wishing_well")
def offer_names(game: DominionGame, step: Step) -> Iterator[Offer]:
    """Any card of both boxes may be named, those of this game first, but also one that is not in it (R12)."""
    yield PickOffer("name", tuple(dict.fromkeys((*game.supply, *CARDS))), (CardSlot(1, 1, "card"),))


@offer_names.answer
def wish(game: DominionGame, step: Step, move: Move) -> None:
    seat, card = step.seat, move.args[0]
    tell(game, "named", seat=seat, card=card)
    for found in reveal_from_deck(game, seat, 1):
        if found != card:
            return_revealed(game, seat, found)
            return
        player = game.players[seat]
        player.revealed.remove(found)
        player.hand.append(found)
        player.shown.append(found)
        tell(game, "took", seat=seat, cards=[found])
