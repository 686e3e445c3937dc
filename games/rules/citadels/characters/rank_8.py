"""Rank 8: Warlord, Diplomat, Marshal, who attack other cities."""

from collections.abc import Iterator

from ...core.agenda import Step, tell, then
from ...core.notation import Move, Offer
from ..actions import (
    DistrictInTransit,
    check_completion,
    cost_of,
    demolish,
    give_gold,
    great_wall_surcharge,
    handle_bell_tower_loss,
    is_completed,
    is_protected,
    list_district_names,
    owner_of,
    rivals_of,
)
from ..districts.cards import MILITARY, NEW
from ..knowledge.memory import learn, note_museum_transfer, put_under_deck, return_museum_cards
from ..position import CitadelsGame, CitadelsPlayer, steps
from .card import define_character
from .income import add_gold_income

warlord = define_character("warlord", 8, income=MILITARY)
diplomat = define_character("diplomat", 8, income=MILITARY)
marshal = define_character("marshal", 8, editions=(NEW,), income=MILITARY)

for _soldier in (warlord, diplomat, marshal):
    add_gold_income(_soldier)


def _may_attack_now(game: CitadelsGame) -> bool:
    """Classic: only once the player has gathered (R51); 2016: at any time in the turn."""
    return game.edition == NEW or game.gathered


def _list_vulnerable_districts(game: CitadelsGame, player: CitadelsPlayer) -> list[str]:
    """List the districts of a city that rank 8 may target: all but the Keep."""
    return [district for district in list_district_names(player) if district.rstrip("+") != "keep"]


# --- Warlord


def price_to_destroy(game: CitadelsGame, player: CitadelsPlayer, district: str) -> int:
    return max(0, cost_of(game, player, district) - 1 + great_wall_surcharge(player, district))


def _offer_destructions(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    if not _may_attack_now(game):
        return
    gold = game.players[seat].gold
    for owner in (*rivals_of(game, seat), seat):
        player = game.players[owner]
        spared = is_completed(game, player) and not (owner == seat and game.edition == NEW)
        if not player.city or spared or is_protected(game, owner):
            continue
        for district in _list_vulnerable_districts(game, player):
            if price_to_destroy(game, player, district) <= gold:
                yield Move("destroy", (owner, district))


@warlord.power("destroy", _offer_destructions)
def destroy(game: CitadelsGame, seat: str, move: Move) -> None:
    """Destroy a district for one gold less than its cost."""
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
    lot = DistrictInTransit(player, district)
    if lot.under:
        return_museum_cards(game, owner, lot.under)
    handle_bell_tower_loss(game, card)
    then(game, Step("graveyard.recover", grave, {"card": card}))


@steps.ask("graveyard.recover")
def offer_recovery(game: CitadelsGame, step: Step) -> Iterator[Offer]:
    """Graveyard (classic): its owner may buy the destroyed card for one gold."""
    yield Move("recover")
    yield Move("decline")


@offer_recovery.answer
def recover_card(game: CitadelsGame, step: Step, move: Move) -> None:
    card = step.args["card"]
    if move.verb == "decline":
        put_under_deck(game, [card], game.seats)
        tell(game, "declined", seat=step.seat, what="recover")
        return
    game.players[step.seat].gold -= 1
    game.players[step.seat].hand.append(card)
    for watcher in rivals_of(game, step.seat):
        learn(game, watcher, step.seat, [card])
    tell(game, "recovered", seat=step.seat, card=card)


# --- Diplomat


def price_to_exchange(
    game: CitadelsGame, me: CitadelsPlayer, them: CitadelsPlayer, theirs: str, own: str
) -> int:
    """What the Diplomat pays the other player: the difference in cost, never less than zero."""
    return max(0, cost_of(game, them, theirs) + great_wall_surcharge(them, theirs) - cost_of(game, me, own))


def _offer_exchanges(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    me = game.players[seat]
    if not _may_attack_now(game) or not me.city or is_protected(game, seat):
        return
    mine = [(district, cost_of(game, me, district)) for district in _list_vulnerable_districts(game, me)]
    for rival in rivals_of(game, seat):
        them = game.players[rival]
        if is_completed(game, them) or is_protected(game, rival):
            continue
        for theirs in _list_vulnerable_districts(game, them):
            if theirs.rstrip("+") in me.city:
                continue
            worth = cost_of(game, them, theirs) + great_wall_surcharge(them, theirs)
            for own, value in mine:
                if worth - value <= me.gold and own.rstrip("+") not in them.city:
                    yield Move("exchange", (rival, theirs, own))


@diplomat.power("exchange", _offer_exchanges)
def exchange(game: CitadelsGame, seat: str, move: Move) -> None:
    """Exchange a district of one's own for a rival's and pay the difference."""
    rival, theirs, own = move.args
    me, them = game.players[seat], game.players[rival]
    price = price_to_exchange(game, me, them, theirs, own)
    give_gold(game, seat, rival, price)
    got, given = DistrictInTransit(them, theirs), DistrictInTransit(me, own)
    got.settle(me)
    given.settle(them)
    tell(game, "exchanged", seat=seat, rival=rival, got=got.card, given=given.card, gold=price)
    _show_museum_cards(game, got, rival, seat)
    _show_museum_cards(game, given, seat, rival)
    check_completion(game, seat)
    check_completion(game, rival)


def _show_museum_cards(game: CitadelsGame, lot: DistrictInTransit, giver: str, taker: str) -> None:
    """Show the new owner of a Museum the cards under it."""
    if lot.under:
        note_museum_transfer(game, giver, taker, lot.under)
        found = {"seat": taker, "cards": list(lot.under)}
        tell(game, "uncovered", private=True, secret={taker: found})


# --- Marshal


def price_to_seize(game: CitadelsGame, them: CitadelsPlayer, district: str) -> int:
    return cost_of(game, them, district) + great_wall_surcharge(them, district)


def _offer_seizures(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    me = game.players[seat]
    for rival in rivals_of(game, seat):
        them = game.players[rival]
        if is_completed(game, them) or is_protected(game, rival):
            continue
        for district in _list_vulnerable_districts(game, them):
            if cost_of(game, them, district) > 3 or district.rstrip("+") in me.city:
                continue
            if price_to_seize(game, them, district) <= me.gold:
                yield Move("seize", (rival, district))


@marshal.power("seize", _offer_seizures)
def seize(game: CitadelsGame, seat: str, move: Move) -> None:
    """Take over a district that costs 3 at most and pay its owner for it."""
    rival, district = move.args
    them = game.players[rival]
    price = price_to_seize(game, them, district)
    give_gold(game, seat, rival, price)
    lot = DistrictInTransit(them, district)
    lot.settle(game.players[seat])
    tell(game, "seized", seat=seat, rival=rival, card=lot.card, gold=price)
    check_completion(game, seat)
