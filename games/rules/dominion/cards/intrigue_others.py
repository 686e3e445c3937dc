"""Intrigue, first edition: the Attacks, and what touches others without being one."""

from collections import Counter
from collections.abc import Iterator

from ...core.agenda import Step, tell, then, together
from ...core.notation import Move, Offer, offer_cards
from ..actions import (
    HAND,
    compute_cost,
    discard,
    discard_hand,
    discard_revealed,
    draw,
    gain,
    list_others,
    list_victims,
    reveal_from_deck,
    take_from_deck,
    take_from_hand,
    trash,
    trash_loose,
)
from ..position import DominionGame, steps
from .card import ACTION, ATTACK, CARDS, INTRIGUE, TREASURE, VICTORY, define_card
from .offers import NOTHING, can_gain, offer_to_gain, offer_to_trash

ATTACK_TYPES = f"{ACTION} {ATTACK}"
MINION_HAND = 5

masquerade = define_card("masquerade", INTRIGUE, 3, ACTION, cards=2)
minion = define_card("minion", INTRIGUE, 5, ATTACK_TYPES, actions=1)
saboteur = define_card("saboteur", INTRIGUE, 5, ATTACK_TYPES)
swindler = define_card("swindler", INTRIGUE, 3, ATTACK_TYPES, coins=2)
torturer = define_card("torturer", INTRIGUE, 5, ATTACK_TYPES, cards=3)
tribute = define_card("tribute", INTRIGUE, 5, ACTION)


# --- Masquerade


@masquerade.does
def ask_all_to_pass(game: DominionGame, seat: str) -> None:
    """Everybody picks a card; all pass left at once. Then the active player may trash one."""
    asked = [other for other in (seat, *list_others(game, seat)) if game.players[other].hand]
    then(game, Step("masquerade.exchange", seat))
    if asked:
        together(game, *(Step("masquerade.pass", other) for other in asked))


@steps.ask("masquerade.pass")
def offer_to_pass(game: DominionGame, step: Step) -> Iterator[Offer]:
    for card in dict.fromkeys(game.players[step.seat].hand):
        yield Move("pass", (card,))


@offer_to_pass.answer
def seal_card(game: DominionGame, step: Step, move: Move) -> None:
    """The card stays in the hand, and unseen, until the last seat has answered."""
    game.passing[step.seat] = move.args[0]


@steps.act("masquerade.exchange")
def exchange_sealed_cards(game: DominionGame, step: Step) -> None:
    """Whoever has no card passes none and still receives (R8)."""
    givers = [seat for seat in (step.seat, *list_others(game, step.seat)) if seat in game.passing]
    for giver in givers:
        player, card = game.players[giver], game.passing[giver]
        take_from_hand(player, (card,), seen=False)
        player.passed[card] = player.passed.get(card, 0) + 1
    for giver in givers:
        card, receiver = game.passing[giver], list_others(game, giver)[0]
        game.players[receiver].hand.append(card)
        game.players[receiver].received.append(card)
        secret = {giver: {"card": card}, receiver: {"card": card}}
        tell(game, "passed", seat=giver, rival=receiver, secret=secret)
    game.passing = {}
    if game.players[step.seat].hand:
        then(game, Step("masquerade.trash", step.seat))


@steps.ask("masquerade.trash")
def offer_to_trash_one(game: DominionGame, step: Step) -> Iterator[Offer]:
    yield from offer_to_trash(game.players[step.seat].hand)
    yield NOTHING["trash"]


@offer_to_trash_one.answer
def trash_one(game: DominionGame, step: Step, move: Move) -> None:
    if move != NOTHING["trash"]:
        trash(game, step.seat, move.args)


# --- Minion


@minion.does
def ask_minion(game: DominionGame, seat: str) -> None:
    then(game, Step("minion", seat))


@steps.ask("minion")
def offer_minion(game: DominionGame, step: Step) -> Iterator[Offer]:
    yield Move("choose", ("coins",))
    yield Move("choose", ("hand",))


@offer_minion.answer
def use_minion(game: DominionGame, step: Step, move: Move) -> None:
    """Two coins; or four new cards, also for each other player with at least five."""
    tell(game, "chose", seat=step.seat, options=list(move.args))
    if move.args == ("coins",):
        game.coins += 2
        return
    _take_new_hand(game, step.seat)
    for victim in list_victims(game, step.seat):
        if len(game.players[victim].hand) >= MINION_HAND:
            _take_new_hand(game, victim)


def _take_new_hand(game: DominionGame, seat: str) -> None:
    discard_hand(game, seat)
    draw(game, seat, 4)


# --- Saboteur


@saboteur.does
def sabotage(game: DominionGame, seat: str) -> None:
    """Each victim reveals cards until one costs 3 or more, and loses it for a cheaper one."""
    asked = []
    for victim in list_victims(game, seat):
        lost = _find_card_to_sabotage(game, victim)
        if lost:
            game.players[victim].revealed.remove(lost)
            trash_loose(game, victim, [lost])
            asked.append(Step("saboteur", victim, {"most": compute_cost(game, lost) - 2}))
        else:
            discard_revealed(game, victim)
    able = [step for step in asked if can_gain(game, step.args["most"])]
    for step in asked:
        if step not in able:
            discard_revealed(game, step.seat)
    if _is_enough_for_all(game, able):
        together(game, *able)
    else:
        then(game, *(Step("saboteur.next", step.seat, step.args) for step in able))


def _find_card_to_sabotage(game: DominionGame, victim: str) -> str:
    while turned_up := take_from_deck(game, victim, 1):
        game.players[victim].revealed += turned_up
        if compute_cost(game, turned_up[0]) >= 3:
            break
    if game.players[victim].revealed:
        tell(game, "revealed", seat=victim, cards=list(game.players[victim].revealed))
    return turned_up[0] if turned_up else ""


def _is_enough_for_all(game: DominionGame, asked: list[Step]) -> bool:
    """Can no choice of one victim take anything from another (R26)?"""
    most = max((step.args["most"] for step in asked), default=0)
    return all(game.supply[move.args[0]] >= len(asked) for move in offer_to_gain(game, most))


@steps.act("saboteur.next")
def ask_next_victim(game: DominionGame, step: Step) -> None:
    if can_gain(game, step.args["most"]):
        then(game, Step("saboteur", step.seat, step.args))
    else:
        discard_revealed(game, step.seat)


@steps.ask("saboteur")
def offer_replacement(game: DominionGame, step: Step) -> Iterator[Offer]:
    yield from offer_to_gain(game, step.args["most"])
    yield NOTHING["gain"]


@offer_replacement.answer
def gain_replacement(game: DominionGame, step: Step, move: Move) -> None:
    """The gained card lies under the revealed ones (R13)."""
    if move != NOTHING["gain"]:
        gain(game, step.seat, move.args[0])
    discard_revealed(game, step.seat)


# --- Swindler


@swindler.does
def swindle(game: DominionGame, seat: str) -> None:
    """Each victim trashes the top card and gets another of the same cost, picked by the active player."""
    picks = []
    for victim in list_victims(game, seat):
        for lost in take_from_deck(game, victim, 1):
            trash_loose(game, victim, [lost])
            args = {"target": victim, "cost": compute_cost(game, lost)}
            picks.append(Step("swindler.next", seat, args))
    then(game, *picks)


@steps.act("swindler.next")
def pick_for_next_victim(game: DominionGame, step: Step) -> None:
    """A single possible kind goes by itself (N5)."""
    moves = list(_list_gifts(game, step))
    if len(moves) == 1:
        gain(game, step.args["target"], moves[0].args[1])
    elif moves:
        then(game, Step("swindler", step.seat, step.args))


def _list_gifts(game: DominionGame, step: Step) -> Iterator[Move]:
    cost = step.args["cost"]
    for move in offer_to_gain(game, cost, cost):
        yield Move("give", (step.args["target"], *move.args))


@steps.ask("swindler")
def offer_gifts(game: DominionGame, step: Step) -> Iterator[Offer]:
    return _list_gifts(game, step)


@offer_gifts.answer
def give(game: DominionGame, step: Step, move: Move) -> None:
    gain(game, step.args["target"], move.args[1])


# --- Torturer


@torturer.does
def torture(game: DominionGame, seat: str) -> None:
    """Each victim discards two cards or gains a Curse into the hand; in turn order if they are short (R9)."""
    victims = list_victims(game, seat)
    if 0 < game.supply["curse"] < len(victims):
        then(game, *(Step("torturer.next", victim) for victim in victims))
    elif asked := [victim for victim in victims if _may_be_tortured(game, victim)]:
        together(game, *(Step("torturer", victim) for victim in asked))


def _may_be_tortured(game: DominionGame, victim: str) -> bool:
    return bool(game.supply["curse"] or game.players[victim].hand)


@steps.act("torturer.next")
def torture_next(game: DominionGame, step: Step) -> None:
    if _may_be_tortured(game, step.seat):
        then(game, Step("torturer", step.seat))


@steps.ask("torturer")
def offer_torture(game: DominionGame, step: Step) -> Iterator[Offer]:
    hand = game.players[step.seat].hand
    yield Move("choose", ("curse",))
    yield _offer_two_to_discard(hand) if hand else NOTHING["discard"]


def _offer_two_to_discard(hand: list[str]) -> Offer:
    count = min(2, len(hand))
    return offer_cards("discard", hand, count, count)


@offer_torture.answer
def suffer(game: DominionGame, step: Step, move: Move) -> None:
    if move.verb == "choose":
        tell(game, "chose", seat=step.seat, options=["curse"])
        gain(game, step.seat, "curse", HAND)
    elif move != NOTHING["discard"]:
        discard(game, step.seat, move.args)


# --- Tribute


@tribute.does
def take_tribute(game: DominionGame, seat: str) -> None:
    """The left neighbour discards the top two cards: two actions, coins or cards for each of their types."""
    left = list_others(game, seat)[0]
    kinds = Counter(reveal_from_deck(game, left, 2))
    discard_revealed(game, left)
    types = [kind for card in kinds for kind in CARDS[card].types]
    game.actions += 2 * types.count(ACTION)
    game.coins += 2 * types.count(TREASURE)
    draw(game, seat, 2 * types.count(VICTORY))
