"""Rank 8: Warlord, Diplomat, Marshal, who lay hands on other cities."""

from collections.abc import Iterator

from ...core.agenda import Step, tell, then
from ...core.notation import Move, Offer
from ..districts.table import MILITARY, NEW
from ..memory import lay_under, learn, museum_falls, museum_moves
from ..position import Game, Player, steps
from ..words import (
    Lot,
    bell_falls,
    check_completion,
    cost,
    demolish,
    hand_over,
    is_completed,
    is_protected,
    owner_of,
    rivals,
    standing,
    wall,
)
from .card import character
from .income import collects_gold

warlord = character("warlord", 8, income=MILITARY)
diplomat = character("diplomat", 8, income=MILITARY)
marshal = character("marshal", 8, editions=(NEW,), income=MILITARY)

for _soldier in (warlord, diplomat, marshal):
    collects_gold(_soldier)


def _is_time(game: Game) -> bool:
    """Classic: only at the end of the turn (R51); 2016: at any time."""
    return game.edition == NEW or game.gathered


def _within_reach(game: Game, player: Player) -> list[str]:
    """The districts of a city that rank 8 can touch at all."""
    return [district for district in standing(player) if district.rstrip("+") != "keep"]


# --- Warlord


def price_to_destroy(game: Game, player: Player, district: str) -> int:
    return max(0, cost(game, player, district) - 1 + wall(player, district))


def _targets(game: Game, seat: str) -> Iterator[Offer]:
    if not _is_time(game):
        return
    gold = game.players[seat].gold
    for owner in (*rivals(game, seat), seat):
        player = game.players[owner]
        spared = is_completed(game, player) and not (owner == seat and game.edition == NEW)
        if not player.city or spared or is_protected(game, owner):
            continue
        for district in _within_reach(game, player):
            if price_to_destroy(game, player, district) <= gold:
                yield Move("destroy", (owner, district))


@warlord.power("destroy", _targets)
def destroy(game: Game, seat: str, move: Move) -> None:
    """Destroy a district for one gold less than it cost."""
    owner, district = move.args
    player = game.players[owner]
    price = price_to_destroy(game, player, district)
    game.players[seat].gold -= price
    card = district.rstrip("+")
    tell(game, "destroyed", seat=seat, rival=owner, card=card, gold=price)
    grave = owner_of(game, "graveyard") if card != "graveyard" else None
    if grave is None or grave == seat or not game.players[grave].gold:
        demolish(game, owner, district)
        return
    lot = Lot(player, district)
    if lot.under:
        museum_falls(game, owner, lot.under)
    bell_falls(game, card)
    then(game, Step("graveyard.recover", grave, {"card": card}))


@steps.ask("graveyard.recover")
def graveyard(game: Game, step: Step) -> Iterator[Offer]:
    """Graveyard (classic): its owner may buy the destroyed card for one gold."""
    yield Move("recover")
    yield Move("decline")


@graveyard.answer
def recovered(game: Game, step: Step, move: Move) -> None:
    card = step.args["card"]
    if move.verb == "decline":
        lay_under(game, [card], game.seats)
        tell(game, "declined", seat=step.seat, what="recover")
        return
    game.players[step.seat].gold -= 1
    game.players[step.seat].hand.append(card)
    for watcher in rivals(game, step.seat):
        learn(game, watcher, step.seat, [card])
    tell(game, "recovered", seat=step.seat, card=card)


# --- Diplomat


def exchange_price(game: Game, me: Player, them: Player, theirs: str, own: str) -> int:
    """What the Diplomat pays the owner; never less than nothing."""
    return max(0, cost(game, them, theirs) + wall(them, theirs) - cost(game, me, own))


def _exchanges(game: Game, seat: str) -> Iterator[Offer]:
    me = game.players[seat]
    if not _is_time(game) or not me.city or is_protected(game, seat):
        return
    mine = [(district, cost(game, me, district)) for district in _within_reach(game, me)]
    for rival in rivals(game, seat):
        them = game.players[rival]
        if is_completed(game, them) or is_protected(game, rival):
            continue
        for theirs in _within_reach(game, them):
            if theirs.rstrip("+") in me.city:
                continue
            worth = cost(game, them, theirs) + wall(them, theirs)
            for own, value in mine:
                if worth - value <= me.gold and own.rstrip("+") not in them.city:
                    yield Move("exchange", (rival, theirs, own))


@diplomat.power("exchange", _exchanges)
def exchange(game: Game, seat: str, move: Move) -> None:
    """Exchange a district of one's own for a rival's and pay the difference."""
    rival, theirs, own = move.args
    me, them = game.players[seat], game.players[rival]
    price = exchange_price(game, me, them, theirs, own)
    hand_over(game, seat, rival, price)
    got, given = Lot(them, theirs), Lot(me, own)
    got.settle(me)
    given.settle(them)
    tell(game, "exchanged", seat=seat, rival=rival, got=got.card, given=given.card, gold=price)
    _uncover(game, got, rival, seat)
    _uncover(game, given, seat, rival)
    check_completion(game, seat)
    check_completion(game, rival)


def _uncover(game: Game, lot: Lot, giver: str, taker: str) -> None:
    """Who gets a Museum sees what lies under it."""
    if lot.under:
        museum_moves(game, giver, taker, lot.under)
        found = {"seat": taker, "cards": list(lot.under)}
        tell(game, "uncovered", private=True, secret={taker: found})


# --- Marshal


def seizing_price(game: Game, them: Player, district: str) -> int:
    return cost(game, them, district) + wall(them, district)


def _seizures(game: Game, seat: str) -> Iterator[Offer]:
    me = game.players[seat]
    for rival in rivals(game, seat):
        them = game.players[rival]
        if is_completed(game, them) or is_protected(game, rival):
            continue
        for district in _within_reach(game, them):
            if cost(game, them, district) > 3 or district.rstrip("+") in me.city:
                continue
            if seizing_price(game, them, district) <= me.gold:
                yield Move("seize", (rival, district))


@marshal.power("seize", _seizures)
def seize(game: Game, seat: str, move: Move) -> None:
    """Take over a district that cost 3 at most and pay its owner for it."""
    rival, district = move.args
    them = game.players[rival]
    price = seizing_price(game, them, district)
    hand_over(game, seat, rival, price)
    lot = Lot(them, district)
    lot.settle(game.players[seat])
    tell(game, "seized", seat=seat, rival=rival, card=lot.card, gold=price)
    check_completion(game, seat)
