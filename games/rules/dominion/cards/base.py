"""The base game, first edition: all kingdom cards but the Attacks."""

from collections.abc import Iterator

from ...core.agenda import Step, tell, then
from ...core.notation import Move, Offer, offer_cards
from ..actions import (
    HAND,
    compute_cost,
    discard,
    discard_revealed,
    draw,
    gain,
    list_others,
    reveal_from_deck,
    trash,
    trash_this,
)
from ..card_play import play_from_hand
from ..position import DominionGame, steps
from .card import ACTION, ACTIONS, BASE, REACTION, TREASURES, VICTORY, define_card
from .offers import NOTHING, can_gain, offer_to_gain, offer_to_trash

LIBRARY_HAND = 7

# cost, types, and the numbers: all that these cards do
PLAIN = {
    "festival": (5, ACTION, {"actions": 2, "buys": 1, "coins": 2}),
    "gardens": (4, VICTORY, {}),
    "laboratory": (5, ACTION, {"cards": 2, "actions": 1}),
    "market": (5, ACTION, {"cards": 1, "actions": 1, "buys": 1, "coins": 1}),
    "moat": (2, f"{ACTION} {REACTION}", {"cards": 2}),
    "smithy": (4, ACTION, {"cards": 3}),
    "village": (3, ACTION, {"cards": 1, "actions": 2}),
    "woodcutter": (3, ACTION, {"buys": 1, "coins": 2}),
}
for _slug, (_cost, _types, _gives) in PLAIN.items():
    define_card(_slug, BASE, _cost, _types, **_gives)

adventurer = define_card("adventurer", BASE, 6, ACTION)
cellar = define_card("cellar", BASE, 2, ACTION, actions=1)
chancellor = define_card("chancellor", BASE, 3, ACTION, coins=2)
chapel = define_card("chapel", BASE, 2, ACTION)
council_room = define_card("council_room", BASE, 5, ACTION, cards=4, buys=1)
feast = define_card("feast", BASE, 4, ACTION)
library = define_card("library", BASE, 5, ACTION)
mine = define_card("mine", BASE, 5, ACTION)
moneylender = define_card("moneylender", BASE, 4, ACTION)
remodel = define_card("remodel", BASE, 4, ACTION)
throne_room = define_card("throne_room", BASE, 4, ACTION)
workshop = define_card("workshop", BASE, 3, ACTION)


@adventurer.does
def find_two_treasures(game: DominionGame, seat: str) -> None:
    """Reveal cards until two Treasures are found; these to the hand, the rest discarded."""
    player, found = game.players[seat], list[str]()
    while len(found) < 2 and (turned_up := reveal_from_deck(game, seat, 1)):
        found += [card for card in turned_up if card in TREASURES]
    for card in found:
        player.revealed.remove(card)
    player.hand += found
    player.shown += found
    if found:
        tell(game, "took", seat=seat, cards=found)
    discard_revealed(game, seat)


@cellar.does
def ask_what_to_exchange(game: DominionGame, seat: str) -> None:
    if game.players[seat].hand:
        then(game, Step("cellar", seat))


@steps.ask("cellar")
def offer_cellar(game: DominionGame, step: Step) -> Iterator[Offer]:
    hand = game.players[step.seat].hand
    yield NOTHING["discard"]
    yield offer_cards("discard", hand, 1, len(hand))


@offer_cellar.answer
def exchange_cards(game: DominionGame, step: Step, move: Move) -> None:
    """Discard any number of cards, then draw as many."""
    if move != NOTHING["discard"]:
        discard(game, step.seat, move.args)
        draw(game, step.seat, len(move.args))


@chancellor.does
def ask_about_deck(game: DominionGame, seat: str) -> None:
    if game.players[seat].deck:
        then(game, Step("chancellor", seat))


@steps.ask("chancellor")
def offer_to_discard_deck(game: DominionGame, step: Step) -> Iterator[Offer]:
    yield Move("choose", ("discard",))
    yield Move("choose", ("keep",))


@offer_to_discard_deck.answer
def discard_deck(game: DominionGame, step: Step, move: Move) -> None:
    """The deck may be turned over onto the discard pile: its bottom card lies on top."""
    tell(game, "chose", seat=step.seat, options=list(move.args))
    if move.args == ("discard",):
        player = game.players[step.seat]
        player.discard += reversed(player.deck)
        player.deck, player.known = [], ""
        tell(game, "discarded_deck", seat=step.seat, top=player.discard[-1])


@chapel.does
def ask_what_to_trash(game: DominionGame, seat: str) -> None:
    if game.players[seat].hand:
        then(game, Step("chapel", seat))


@steps.ask("chapel")
def offer_chapel(game: DominionGame, step: Step) -> Iterator[Offer]:
    hand = game.players[step.seat].hand
    yield NOTHING["trash"]
    yield offer_cards("trash", hand, 1, min(4, len(hand)))


@offer_chapel.answer
def trash_up_to_four(game: DominionGame, step: Step, move: Move) -> None:
    if move != NOTHING["trash"]:
        trash(game, step.seat, move.args)


@council_room.does
def let_others_draw(game: DominionGame, seat: str) -> None:
    for other in list_others(game, seat):
        draw(game, other, 1)


@feast.does
def trash_feast(game: DominionGame, seat: str) -> None:
    """Trash this card and gain one costing up to 5."""
    trash_this(game, seat, "feast")
    if can_gain(game, 5):
        then(game, Step("feast", seat))


@steps.ask("feast")
def offer_feast(game: DominionGame, step: Step) -> Iterator[Offer]:
    return offer_to_gain(game, 5)


@workshop.does
def ask_what_to_make(game: DominionGame, seat: str) -> None:
    if can_gain(game, 4):
        then(game, Step("workshop", seat))


@steps.ask("workshop")
def offer_workshop(game: DominionGame, step: Step) -> Iterator[Offer]:
    return offer_to_gain(game, 4)


@offer_feast.answer
@offer_workshop.answer
def gain_chosen(game: DominionGame, step: Step, move: Move) -> None:
    gain(game, step.seat, move.args[0])


@library.does
def begin_reading(game: DominionGame, seat: str) -> None:
    then(game, Step("library.draw", seat))


@steps.act("library.draw")
def draw_to_seven(game: DominionGame, step: Step) -> None:
    """Draw one card at a time; an Action may be set aside at once. In the end those are discarded."""
    player, seat = game.players[step.seat], step.seat
    while len(player.hand) < LIBRARY_HAND:
        before = len(player.hand)
        draw(game, seat, 1)
        if len(player.hand) == before:
            break
        if player.hand[-1] in ACTIONS:
            then(game, Step("library", seat), step)
            return
    if player.set_aside:
        player.discard += player.set_aside
        tell(game, "discarded_aside", seat=seat, cards=player.set_aside)
        player.set_aside = []


@steps.ask("library")
def offer_to_set_aside(game: DominionGame, step: Step) -> Iterator[Offer]:
    yield Move("choose", ("aside",))
    yield Move("choose", ("keep",))


@offer_to_set_aside.answer
def set_aside(game: DominionGame, step: Step, move: Move) -> None:
    """That a card may be set aside shows that an Action was drawn; which one shows only if it is."""
    if move.args == ("aside",):
        player = game.players[step.seat]
        card = player.hand.pop()  # it was drawn last
        if card in player.shown:
            player.shown.remove(card)
        player.set_aside.append(card)
        tell(game, "set_aside", seat=step.seat, card=card)


@mine.does
def ask_for_treasure(game: DominionGame, seat: str) -> None:
    if not TREASURES.isdisjoint(game.players[seat].hand):
        then(game, Step("mine.trash", seat))


@steps.ask("mine.trash")
def offer_treasures_to_trash(game: DominionGame, step: Step) -> Iterator[Offer]:
    return offer_to_trash([card for card in game.players[step.seat].hand if card in TREASURES])


@offer_treasures_to_trash.answer
def trash_treasure(game: DominionGame, step: Step, move: Move) -> None:
    trash(game, step.seat, move.args)
    most = compute_cost(game, move.args[0]) + 3
    if can_gain(game, most, treasures=True):
        then(game, Step("mine.gain", step.seat, {"most": most}))


@steps.ask("mine.gain")
def offer_mine(game: DominionGame, step: Step) -> Iterator[Offer]:
    return offer_to_gain(game, step.args["most"], treasures=True)


@offer_mine.answer
def gain_treasure(game: DominionGame, step: Step, move: Move) -> None:
    gain(game, step.seat, move.args[0], HAND)


@moneylender.does
def lend_money(game: DominionGame, seat: str) -> None:
    """A Copper of the hand must be trashed if there is one."""
    if "copper" in game.players[seat].hand:
        trash(game, seat, ("copper",))
        game.coins += 3


@remodel.does
def ask_what_to_remodel(game: DominionGame, seat: str) -> None:
    if game.players[seat].hand:
        then(game, Step("remodel.trash", seat))


@steps.ask("remodel.trash")
def offer_hand_to_remodel(game: DominionGame, step: Step) -> Iterator[Offer]:
    return offer_to_trash(game.players[step.seat].hand)


@offer_hand_to_remodel.answer
def trash_for_remodel(game: DominionGame, step: Step, move: Move) -> None:
    trash(game, step.seat, move.args)
    most = compute_cost(game, move.args[0]) + 2
    if can_gain(game, most):
        then(game, Step("remodel.gain", step.seat, {"most": most}))


@steps.ask("remodel.gain")
def offer_remodel(game: DominionGame, step: Step) -> Iterator[Offer]:
    return offer_to_gain(game, step.args["most"])


offer_remodel.answer(gain_chosen)


@throne_room.does
def ask_what_to_play_twice(game: DominionGame, seat: str) -> None:
    if not ACTIONS.isdisjoint(game.players[seat].hand):
        then(game, Step("throne_room", seat))


@steps.ask("throne_room")
def offer_actions_to_double(game: DominionGame, step: Step) -> Iterator[Offer]:
    for card in sorted(ACTIONS.intersection(game.players[step.seat].hand)):
        yield Move("play", (card,))


@offer_actions_to_double.answer
def play_twice(game: DominionGame, step: Step, move: Move) -> None:
    play_from_hand(game, step.seat, move.args[0], times=2)
