"""The base game, first edition: the five Attacks."""

from collections.abc import Iterator

from ...core.agenda import Step, tell, then, together
from ...core.notation import Move, Offer, offer_cards
from ..actions import (
    DECK,
    DISCARD,
    discard,
    discard_revealed,
    gain,
    list_victims,
    place_gained,
    put_on_deck,
    return_revealed,
    reveal_from_deck,
    take_from_hand,
    trash_loose,
)
from ..position import ALL_KNOW, DominionGame, steps
from .card import ACTION, ATTACK, BASE, TREASURES, VICTORIES, define_card
from .offers import NOTHING

ATTACK_TYPES = f"{ACTION} {ATTACK}"
MILITIA_HAND = 3

bureaucrat = define_card("bureaucrat", BASE, 4, ATTACK_TYPES)
militia = define_card("militia", BASE, 4, ATTACK_TYPES, coins=2)
spy = define_card("spy", BASE, 4, ATTACK_TYPES, cards=1, actions=1)
thief = define_card("thief", BASE, 4, ATTACK_TYPES)
witch = define_card("witch", BASE, 5, ATTACK_TYPES, cards=2)


@bureaucrat.does
def collect_victory_cards(game: DominionGame, seat: str) -> None:
    """Gain a Silver onto the deck; the others put a Victory card on theirs, or show a hand without one."""
    gain(game, seat, "silver", DECK)
    asked = []
    for victim in list_victims(game, seat):
        player = game.players[victim]
        if VICTORIES.isdisjoint(player.hand):
            if player.hand:
                player.shown = list(player.hand)
                tell(game, "showed_hand", seat=victim, cards=sorted(player.hand))
        else:
            asked.append(Step("bureaucrat", victim))
    if asked:
        together(game, *asked)


@steps.ask("bureaucrat")
def offer_victory_cards(game: DominionGame, step: Step) -> Iterator[Offer]:
    for card in sorted(VICTORIES.intersection(game.players[step.seat].hand)):
        yield Move("topdeck", (card,))


@offer_victory_cards.answer
def put_victory_card_back(game: DominionGame, step: Step, move: Move) -> None:
    take_from_hand(game.players[step.seat], move.args, seen=True)
    put_on_deck(game, step.seat, move.args, ALL_KNOW, told=False)
    tell(game, "put_back", seat=step.seat, card=move.args[0])


@militia.does
def call_militia(game: DominionGame, seat: str) -> None:
    """Each other player discards down to three cards."""
    asked = [other for other in list_victims(game, seat) if len(game.players[other].hand) > MILITIA_HAND]
    if asked:
        together(game, *(Step("militia", other) for other in asked))


@steps.ask("militia")
def offer_to_discard_down(game: DominionGame, step: Step) -> Iterator[Offer]:
    hand = game.players[step.seat].hand
    count = len(hand) - MILITIA_HAND
    yield offer_cards("discard", hand, count, count)


@offer_to_discard_down.answer
def discard_down(game: DominionGame, step: Step, move: Move) -> None:
    discard(game, step.seat, move.args)


@spy.does
def spy_on_all(game: DominionGame, seat: str) -> None:
    """Everybody, the active player included, reveals the top card; the active player judges each (R25)."""
    spied = [other for other in (seat, *list_victims(game, seat)) if reveal_from_deck(game, other, 1)]
    then(game, *(Step("spy", seat, {"target": other}) for other in spied))


@steps.ask("spy")
def offer_to_judge(game: DominionGame, step: Step) -> Iterator[Offer]:
    yield Move("discard", (step.args["target"],))
    yield Move("keep", (step.args["target"],))


@offer_to_judge.answer
def judge(game: DominionGame, step: Step, move: Move) -> None:
    target = step.args["target"]
    if move.verb == "discard":
        discard_revealed(game, target)
    else:
        return_revealed(game, target, game.players[target].revealed[0])


@thief.does
def steal_treasures(game: DominionGame, seat: str) -> None:
    """Of the top two cards of each other player a Treasure is trashed; the thief may gain those."""
    robbed = [other for other in list_victims(game, seat) if reveal_from_deck(game, other, 2)]
    then(game, *(Step("thief.look", seat, {"target": other}) for other in robbed), Step("thief.loot", seat))


@steps.act("thief.look")
def look_at_treasures(game: DominionGame, step: Step) -> None:
    """Ask only where two different Treasures lie; one kind is trashed unasked (N5)."""
    target = step.args["target"]
    kinds = sorted(TREASURES.intersection(game.players[target].revealed))
    if len(kinds) > 1:
        then(game, Step("thief.trash", step.seat, {"target": target}))
    else:
        _trash_treasure(game, target, kinds)


def _trash_treasure(game: DominionGame, target: str, cards: list[str]) -> None:
    """Trash the card and remember it for the thief; the other revealed cards are discarded."""
    if cards:
        game.players[target].revealed.remove(cards[0])
        trash_loose(game, target, cards)
        loot = next(group for group in reversed(game.agenda) if group[0].name == "thief.loot")
        loot[0] = Step("thief.loot", loot[0].seat, {"cards": [*loot[0].args.get("cards", ()), *cards]})
    discard_revealed(game, target)


@steps.ask("thief.trash")
def offer_treasures_to_steal(game: DominionGame, step: Step) -> Iterator[Offer]:
    target = step.args["target"]
    for card in sorted(TREASURES.intersection(game.players[target].revealed)):
        yield Move("trash", (target, card))


@offer_treasures_to_steal.answer
def trash_chosen_treasure(game: DominionGame, step: Step, move: Move) -> None:
    _trash_treasure(game, step.args["target"], [move.args[1]])


@steps.act("thief.loot")
def ask_about_loot(game: DominionGame, step: Step) -> None:
    if cards := step.args.get("cards"):
        then(game, Step("thief.gain", step.seat, {"cards": cards}))


@steps.ask("thief.gain")
def offer_loot(game: DominionGame, step: Step) -> Iterator[Offer]:
    cards = step.args["cards"]
    yield NOTHING["gain"]
    yield offer_cards("gain", cards, 1, len(cards))


@offer_loot.answer
def gain_loot(game: DominionGame, step: Step, move: Move) -> None:
    """Gain any of the cards trashed just now; the first named lies on top."""
    if move == NOTHING["gain"]:
        return
    for card in reversed(move.args):
        game.trash.remove(card)
        place_gained(game, step.seat, card, DISCARD)
    for card in move.args:
        tell(game, "gained", seat=step.seat, card=card, to=DISCARD)


@witch.does
def curse_all(game: DominionGame, seat: str) -> None:
    for victim in list_victims(game, seat):
        gain(game, victim, "curse")
