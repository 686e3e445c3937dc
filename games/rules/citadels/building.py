"""Building a district: what may be built, how it is paid for, and what follows (B)."""

from collections.abc import Iterator, Sequence

import msgspec

from ..core.agenda import Step, tell, then
from ..core.notation import Move, Offer, Pick, Some, distinct
from .characters.card import CHARACTERS
from .districts.table import COST, NEW, TRADE, TYPE, UNIQUE
from .memory import found, looked_through
from .position import LONG_GOAL, SHORT_GOAL, Game, Player, steps
from .words import (
    card_to,
    charge_tax,
    check_completion,
    demolish,
    discard,
    from_hand,
    hand_over,
    holder,
    is_completed,
    rivals,
    size,
    standing,
)


class Build(msgspec.Struct):
    """A build move, taken apart."""

    card: str
    by: str = ""
    pays: tuple[str, ...] = ()  # cards for a Thieves' Den
    giver: str = ""
    gives: tuple[str, ...] = ()  # a Cardinal's cards for the giver


def understood(move: Move) -> Build:
    """`build CARD [by DISTRICT] [with CARD…] [from SEAT CARD…]`"""
    build = Build(move.args[0])
    words = move.args[1:]
    if words[:1] == ("by",):
        build.by = words[1]
        return build
    if "from" in words:
        place = words.index("from")
        build.giver, build.gives = words[place + 1], words[place + 2 :]
        words = words[:place]
    build.pays = words[1:]
    return build


# --- what may be built


def counts(game: Game, card: str) -> bool:
    """Does building this card use up a place in the building limit?"""
    return card != "stables" and not (game.called == "trader" and TYPE[card] == TRADE)


def price(game: Game, player: Player, card: str) -> int:
    """What the builder pays: a Factory makes the other unique districts cheaper."""
    full = COST[game.edition][card]
    if full and TYPE[card] == UNIQUE and card != "factory" and "factory" in player.city:
        return full - 1
    return full


def may_stand(game: Game, player: Player, card: str, leaving: str = "") -> bool:
    """May this card be added to the city? `leaving` is a district destroyed to pay for it."""
    if card == "secret_vault" or (card == "monument" and len(player.city) >= 5):
        return False
    if card not in player.city:
        return True
    twins = player.city.count(card) - (leaving.rstrip("+") == card)
    has_quarry = "quarry" in player.city and leaving != "quarry"
    return may_be_doubled(game.edition, game.called, twins, has_quarry)


def may_be_doubled(edition: str, called: str, twins: int, has_quarry: bool) -> bool:
    """May one more be built where so many like it stand?"""
    if not twins or called == "wizard":
        return True
    return has_quarry and (edition == NEW or twins < 2)


def build_offers(game: Game, seat: str) -> Iterator[Offer]:
    """All that the player on turn may build from the hand."""
    hand = game.players[seat].hand
    limit = CHARACTERS[game.called].limit
    if not hand or not limit:
        return
    full = game.built >= limit
    for card in distinct(hand):
        if not (full and counts(game, card)):
            yield from ways_to_build(game, seat, card, hand)


def ways_to_build(game: Game, seat: str, card: str, hand: Sequence[str]) -> list[Offer]:
    """Every way to pay for this card; `hand` holds the cards that may pay, the card itself included."""
    player = game.players[seat]
    ways: list[Offer] = []
    if may_stand(game, player, card):
        due = price(game, player, card)
        if player.gold >= due:
            ways.append(Move("build", (card,)))
        if card == "thieves_den":
            ways += _with_cards(game, seat, due, _without(hand, card))
        if game.called == "cardinal" and "from" not in game.used:
            ways += _from_somebody(game, seat, card, due, _without(hand, card))
    if card == "necropolis" or "framework" in player.city:
        for district in _sacrifices(player, card):
            if may_stand(game, player, card, leaving=district):
                ways.append(Move("build", (card, "by", district)))
    return ways


def _sacrifices(player: Player, card: str) -> list[str]:
    """The districts that may be destroyed instead of paying."""
    names = standing(player)
    return names if card == "necropolis" else [name for name in names if name.rstrip("+") == "framework"]


def _without(hand: Sequence[str], card: str) -> tuple[str, ...]:
    rest = list(hand)
    if card in rest:
        rest.remove(card)
    return tuple(rest)


def _with_cards(game: Game, seat: str, due: int, spare: tuple[str, ...]) -> Iterator[Offer]:
    least = max(1, due - game.players[seat].gold)
    most = min(due, len(spare))
    if least <= most:
        yield Pick("build", spare, ("thieves_den", "with", Some(least, most, "pays")))


def _from_somebody(game: Game, seat: str, card: str, due: int, spare: tuple[str, ...]) -> Iterator[Offer]:
    """The Cardinal takes exactly what is missing and gives a card for each gold (R21)."""
    mine = game.players[seat].gold
    most_paying = due if card == "thieves_den" else 0
    for paying in range(min(most_paying, len(spare)) + 1):
        missing = due - mine - paying
        if missing <= 0 or paying + missing > len(spare):
            continue
        head: tuple[str | Some, ...] = ("with", Some(paying, paying, "pays")) if paying else ()
        for rival in rivals(game, seat):
            if game.players[rival].gold >= missing:
                yield Pick("build", spare, (card, *head, "from", rival, Some(missing, missing, "gives")))


# --- carrying it out


def build(game: Game, seat: str, move: Move, *, origin: str, counted: bool) -> None:
    """Build out of the hand of `origin` (the builder's own, except for a Wizard)."""
    plan = understood(move)
    player = game.players[seat]
    due = price(game, player, plan.card)
    from_hand(game, origin, plan.card, seen_by=game.seats)
    if plan.by:
        demolish(game, seat, plan.by)
        tell(game, "built", seat=seat, card=plan.card, by=plan.by.rstrip("+"))
        _enters(game, seat, seat, plan.card, counted)
        return
    gold = due - len(plan.pays)
    _borrow(game, seat, plan)
    discard(game, seat, plan.pays)
    player.gold -= gold
    tell(game, "built", seat=seat, card=plan.card, gold=gold, cards=len(plan.pays))
    if magistrate_is_asked(game, seat, plan.card):
        pending = {"builder": seat, "card": plan.card, "gold": gold, "counts": counted}
        then(game, Step("magistrate.confiscate", holder(game, "magistrate") or "", pending))
        return
    game.first_paid = True
    game.paid += gold
    _enters(game, seat, seat, plan.card, counted)


def _borrow(game: Game, seat: str, plan: Build) -> None:
    if not plan.giver:
        return
    hand_over(game, plan.giver, seat, len(plan.gives))
    for card in plan.gives:
        card_to(game, seat, plan.giver, card)
    game.used.append("from")
    cards = {"cards": list(plan.gives)}
    tell(
        game, "borrowed", seat=seat, rival=plan.giver, gold=len(plan.gives), count=len(plan.gives),
        secret={seat: cards, plan.giver: cards},
    )  # fmt: skip


def _enters(game: Game, owner: str, builder: str, card: str, counted: bool) -> None:
    """The district comes to stand: tax, completion, and what it asks on being built (B6)."""
    player = game.players[owner]
    player.city.append(card)
    player.built_this_round.append(card)
    game.built += counted
    charge_tax(game, owner, builder)
    check_completion(game, owner)
    if card == "lighthouse" and game.deck:
        then(game, Step("lighthouse.search", owner))
    if card == "bell_tower" and not game.short and not game.bell:
        then(game, Step("bell_tower.announce", owner))


# --- confiscation


def magistrate_is_asked(game: Game, builder: str, card: str) -> bool:
    """For the first paid build of a warranted character, signed or blank alike (B7, B10, L3)."""
    if game.called not in game.warrants or game.first_paid:
        return False
    magistrate = holder(game, "magistrate")
    if magistrate is None or magistrate == builder:
        return False
    city = game.players[magistrate].city
    return card not in city and not (card == "monument" and len(city) >= 5)


@steps.ask("magistrate.confiscate")
def confiscation(game: Game, step: Step) -> Iterator[Offer]:
    if game.warrants.get(game.called):
        yield Move("confiscate")
    yield Move("decline")


@confiscation.answer
def confiscation_answered(game: Game, step: Step, move: Move) -> None:
    builder, card, gold = step.args["builder"], step.args["card"], step.args["gold"]
    game.first_paid = True
    tell(game, "considered", seat=step.seat)
    if move.verb == "decline":
        game.paid += gold
        _enters(game, builder, builder, card, step.args["counts"])
        return
    game.players[builder].gold += gold
    game.warrants = {}
    tell(game, "confiscated", seat=step.seat, rival=builder, card=card, gold=gold)
    _enters(game, step.seat, builder, card, step.args["counts"])


# --- questions of a new district (classic)


@steps.ask("lighthouse.search")
def lighthouse(game: Game, step: Step) -> Iterator[Offer]:
    """Lighthouse: search the deck for a card, then shuffle it."""
    for card in distinct(sorted(game.deck)):
        yield Move("search", (card,))
    yield Move("decline")


@lighthouse.answer
def searched(game: Game, step: Step, move: Move) -> None:
    if move.verb == "decline":
        looked_through(game, step.seat)
        tell(game, "declined", seat=step.seat, what="search")
        return
    (card,) = move.args
    game.deck.remove(card)
    game.players[step.seat].hand.append(card)
    game.rng.shuffle(game.deck)
    found(game, step.seat)
    tell(game, "searched", seat=step.seat, secret={step.seat: {"card": card}})


@steps.ask("bell_tower.announce")
def bell_tower(game: Game, step: Step) -> Iterator[Offer]:
    """Bell Tower: seven districts are enough from now on."""
    yield Move("announce")
    yield Move("decline")


@bell_tower.answer
def announced(game: Game, step: Step, move: Move) -> None:
    if move.verb == "decline":
        tell(game, "declined", seat=step.seat, what="announce")
        return
    game.bell = True
    game.goal = SHORT_GOAL
    tell(game, "announced", seat=step.seat)
    if not game.first_completed:
        full = [seat for seat in game.seats if is_completed(game, game.players[seat])]
        game.first_completed = full
        game.through_bell = [seat for seat in full if size(game.players[seat]) < LONG_GOAL]
