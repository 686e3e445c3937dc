"""Building a district: what may be built, how it is paid for, and what it triggers (B)."""

from collections.abc import Iterator, Sequence

import msgspec

from ..core.agenda import Step, tell, then
from ..core.notation import CardSlot, Move, Offer, PickOffer, list_distinct
from .actions import (
    charge_tax,
    check_completion,
    city_size,
    demolish,
    discard,
    give_card,
    give_gold,
    holder_of,
    is_completed,
    list_district_names,
    remove_from_hand,
    rivals_of,
)
from .characters.card import CHARACTERS
from .districts.cards import COST, NEW, TRADE, TYPE, UNIQUE
from .knowledge.memory import note_deck_search, note_look_through_deck
from .position import LONG_GOAL, SHORT_GOAL, CitadelsGame, CitadelsPlayer, steps


class BuildPlan(msgspec.Struct):
    """A parsed build move."""

    card: str
    sacrifice: str = ""  # the district destroyed instead of paying
    payment_cards: tuple[str, ...] = ()  # cards that pay for a Thieves' Den
    lender: str = ""  # whose gold the Cardinal takes
    cards_for_lender: tuple[str, ...] = ()  # the cards the Cardinal gives for that gold


def parse_build(move: Move) -> BuildPlan:
    """Parse `build CARD [by DISTRICT] [with CARD…] [from SEAT CARD…]`."""
    build = BuildPlan(move.args[0])
    words = move.args[1:]
    if words[:1] == ("by",):
        build.sacrifice = words[1]
        return build
    if "from" in words:
        place = words.index("from")
        build.lender, build.cards_for_lender = words[place + 1], words[place + 2 :]
        words = words[:place]
    build.payment_cards = words[1:]
    return build


# --- what may be built


def counts_towards_limit(game: CitadelsGame, card: str) -> bool:
    """Does building this card count towards the turn's building limit?"""
    return card != "stables" and not (game.called == "trader" and TYPE[card] == TRADE)


def compute_price(game: CitadelsGame, player: CitadelsPlayer, card: str) -> int:
    """The gold this player pays for the card; a Factory makes other unique districts cheaper."""
    full = COST[game.edition][card]
    if full and TYPE[card] == UNIQUE and card != "factory" and "factory" in player.city:
        return full - 1
    return full


def may_stand(game: CitadelsGame, player: CitadelsPlayer, card: str, leaving: str = "") -> bool:
    """May this card be added to the city? `leaving` is a district that is destroyed to pay for it."""
    if card == "secret_vault" or (card == "monument" and len(player.city) >= 5):
        return False
    if card not in player.city:
        return True
    twins = player.city.count(card) - (leaving.rstrip("+") == card)
    has_quarry = "quarry" in player.city and leaving != "quarry"
    return may_build_copy(game.edition, game.called, twins, has_quarry)


def may_build_copy(edition: str, called: str, twins: int, has_quarry: bool) -> bool:
    """May another copy be built in a city that already has `twins` copies?"""
    if not twins or called == "wizard":
        return True
    return has_quarry and (edition == NEW or twins < 2)


def list_build_offers(game: CitadelsGame, seat: str) -> Iterator[Offer]:
    """List everything the player on turn may build from their hand."""
    hand = game.players[seat].hand
    limit = CHARACTERS[game.called].limit
    if not hand or not limit:
        return
    full = game.built >= limit
    for card in list_distinct(hand):
        if not (full and counts_towards_limit(game, card)):
            yield from ways_to_build(game, seat, card, hand)


def ways_to_build(game: CitadelsGame, seat: str, card: str, hand: Sequence[str]) -> list[Offer]:
    """List every way to pay for this card. `hand` holds the cards that may pay, including the card itself."""
    player = game.players[seat]
    ways: list[Offer] = []
    if may_stand(game, player, card):
        due = compute_price(game, player, card)
        if player.gold >= due:
            ways.append(Move("build", (card,)))
        if card == "thieves_den":
            ways += _offer_card_payments(game, seat, due, _hand_without(hand, card))
        if game.called == "cardinal" and "from" not in game.used:
            ways += _offer_cardinal_builds(game, seat, card, due, _hand_without(hand, card))
    if card == "necropolis" or "framework" in player.city:
        for district in _list_sacrifices(player, card):
            if may_stand(game, player, card, leaving=district):
                ways.append(Move("build", (card, "by", district)))
    return ways


def _list_sacrifices(player: CitadelsPlayer, card: str) -> list[str]:
    """List the districts that may be destroyed instead of paying for this card."""
    names = list_district_names(player)
    return names if card == "necropolis" else [name for name in names if name.rstrip("+") == "framework"]


def _hand_without(hand: Sequence[str], card: str) -> tuple[str, ...]:
    rest = list(hand)
    if card in rest:
        rest.remove(card)
    return tuple(rest)


def _offer_card_payments(game: CitadelsGame, seat: str, due: int, spare: tuple[str, ...]) -> Iterator[Offer]:
    """Offer to pay for a Thieves' Den with hand cards, one for each gold."""
    least = max(1, due - game.players[seat].gold)
    most = min(due, len(spare))
    if least <= most:
        yield PickOffer("build", spare, ("thieves_den", "with", CardSlot(least, most, "pays")))


def _offer_cardinal_builds(
    game: CitadelsGame, seat: str, card: str, due: int, spare: tuple[str, ...]
) -> Iterator[Offer]:
    """Offer the Cardinal's builds: he takes exactly the missing gold and gives a card for each (R21)."""
    mine = game.players[seat].gold
    most_paying = due if card == "thieves_den" else 0
    for paying in range(min(most_paying, len(spare)) + 1):
        missing = due - mine - paying
        if missing <= 0 or paying + missing > len(spare):
            continue
        head: tuple[str | CardSlot, ...] = ("with", CardSlot(paying, paying, "pays")) if paying else ()
        for rival in rivals_of(game, seat):
            if game.players[rival].gold >= missing:
                yield PickOffer(
                    "build", spare, (card, *head, "from", rival, CardSlot(missing, missing, "gives"))
                )


# --- carrying it out


def build(game: CitadelsGame, seat: str, move: Move, *, origin: str, counted: bool) -> None:
    """Carry out a build move with a card from the hand of `origin` (somebody else's only for a Wizard)."""
    plan = parse_build(move)
    player = game.players[seat]
    due = compute_price(game, player, plan.card)
    remove_from_hand(game, origin, plan.card, seen_by=game.seats)
    if plan.sacrifice:
        demolish(game, seat, plan.sacrifice)
        tell(game, "built", seat=seat, card=plan.card, by=plan.sacrifice.rstrip("+"))
        _add_to_city(game, seat, seat, plan.card, counted)
        return
    gold = due - len(plan.payment_cards)
    _borrow_gold(game, seat, plan)
    discard(game, seat, plan.payment_cards)
    player.gold -= gold
    tell(game, "built", seat=seat, card=plan.card, gold=gold, cards=len(plan.payment_cards))
    if is_magistrate_asked(game, seat, plan.card):
        pending = {"builder": seat, "card": plan.card, "gold": gold, "counts": counted}
        then(game, Step("magistrate.confiscate", holder_of(game, "magistrate") or "", pending))
        return
    game.first_paid = True
    game.paid += gold
    _add_to_city(game, seat, seat, plan.card, counted)


def _borrow_gold(game: CitadelsGame, seat: str, plan: BuildPlan) -> None:
    """Take another player's gold for the Cardinal and give cards for it."""
    if not plan.lender:
        return
    give_gold(game, plan.lender, seat, len(plan.cards_for_lender))
    for card in plan.cards_for_lender:
        give_card(game, seat, plan.lender, card)
    game.used.append("from")
    cards = {"cards": list(plan.cards_for_lender)}
    tell(
        game, "borrowed", seat=seat, rival=plan.lender, gold=len(plan.cards_for_lender),
        count=len(plan.cards_for_lender),
        secret={seat: cards, plan.lender: cards},
    )  # fmt: skip


def _add_to_city(game: CitadelsGame, owner: str, builder: str, card: str, counted: bool) -> None:
    """Add the district to a city, then handle tax, completion and any question it raises (B6)."""
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


def is_magistrate_asked(game: CitadelsGame, builder: str, card: str) -> bool:
    """Is this the first paid build of a character with a warrant, signed or blank (B7, B10, L3)?"""
    if game.called not in game.warrants or game.first_paid:
        return False
    magistrate = holder_of(game, "magistrate")
    if magistrate is None or magistrate == builder:
        return False
    city = game.players[magistrate].city
    return card not in city and not (card == "monument" and len(city) >= 5)


@steps.ask("magistrate.confiscate")
def confiscation_question(game: CitadelsGame, step: Step) -> Iterator[Offer]:
    if game.warrants.get(game.called):
        yield Move("confiscate")
    yield Move("decline")


@confiscation_question.answer
def answer_confiscation(game: CitadelsGame, step: Step, move: Move) -> None:
    builder, card, gold = step.args["builder"], step.args["card"], step.args["gold"]
    game.first_paid = True
    tell(game, "considered", seat=step.seat)
    if move.verb == "decline":
        game.paid += gold
        _add_to_city(game, builder, builder, card, step.args["counts"])
        return
    game.players[builder].gold += gold
    game.warrants = {}
    tell(game, "confiscated", seat=step.seat, rival=builder, card=card, gold=gold)
    _add_to_city(game, step.seat, builder, card, step.args["counts"])


# --- questions that a new district raises (classic)


@steps.ask("lighthouse.search")
def lighthouse_question(game: CitadelsGame, step: Step) -> Iterator[Offer]:
    """Lighthouse: take any card out of the deck, then shuffle it."""
    for card in list_distinct(sorted(game.deck)):
        yield Move("search", (card,))
    yield Move("decline")


@lighthouse_question.answer
def answer_lighthouse(game: CitadelsGame, step: Step, move: Move) -> None:
    if move.verb == "decline":
        note_look_through_deck(game, step.seat)
        tell(game, "declined", seat=step.seat, what="search")
        return
    (card,) = move.args
    game.deck.remove(card)
    game.players[step.seat].hand.append(card)
    game.rng.shuffle(game.deck)
    note_deck_search(game, step.seat)
    tell(game, "searched", seat=step.seat, secret={step.seat: {"card": card}})


@steps.ask("bell_tower.announce")
def bell_tower_question(game: CitadelsGame, step: Step) -> Iterator[Offer]:
    """Bell Tower: announce that seven districts now complete a city."""
    yield Move("announce")
    yield Move("decline")


@bell_tower_question.answer
def answer_bell_tower(game: CitadelsGame, step: Step, move: Move) -> None:
    if move.verb == "decline":
        tell(game, "declined", seat=step.seat, what="announce")
        return
    game.bell = True
    game.goal = SHORT_GOAL
    tell(game, "announced", seat=step.seat)
    if not game.first_completed:
        full = [seat for seat in game.seats if is_completed(game, game.players[seat])]
        game.first_completed = full
        game.through_bell = [seat for seat in full if city_size(game.players[seat]) < LONG_GOAL]
