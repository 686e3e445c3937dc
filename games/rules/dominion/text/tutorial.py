"""The tutorial: short lessons for a new player, each shown when its subject first comes up.

First comes the goal of the game, then what the current question asks, then what has happened. Nothing here
depends on what the seat cannot see.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...core.agenda import list_questions
from ...core.capabilities.tutorial import LessonTable
from ...core.translation import mark
from ..cards.card import ACTIONS, BASIC, CARDS, TREASURES
from ..position import ACTION_PHASE, DominionGame
from ..scoring import EMPTY_PILES_TO_END
from ..setup.kingdoms import build_supply
from ..setup.options import SET
from .lexicon import LEXICON

FIRST_KINGDOM = "victory_dance"
FEW_PROVINCES = 4  # left: time to think of the end

# key → title, text
LESSON_TEXTS = {
    "goal": (
        mark("How to win"),
        mark(
            "You build a deck of cards. It starts with 7 Coppers and 3 Estates; each turn you draw five "
            "cards, use them and buy better ones. When the Provinces are gone, or any {piles} piles, the "
            "player with the most points wins."
        ),
    ),
    "treasures": (
        mark("Treasures"),
        mark(
            "Your Treasures pay for what you buy. Play them all at once; they are not lost, but come back "
            "with the rest of your deck."
        ),
    ),
    "buy": (
        mark("Buying"),
        mark(
            "Take one card that costs no more than your coins. It goes on your discard pile and comes "
            "into your hand after the next shuffle. Silver is never a bad buy in the first turns, nor is "
            "Gold once you have 6 coins."
        ),
    ),
    "end": (
        mark("The end of your turn"),
        mark(
            "When you end your turn, everything you played and what is left in your hand goes on your "
            "discard pile, and you draw five new cards. Nothing can be saved for later."
        ),
    ),
    "action": (
        mark("Actions"),
        mark(
            "You may play one Action before your Treasures. “+1 action” on a card lets you play another"
            " one after it, “+1 card” draws at once. Play cards with “+1 action” first."
        ),
    ),
    "held": (
        mark("In your hand: {card}"),
        mark("What it does: {effect}"),
    ),
    "choices": (
        mark("A card that asks"),
        mark("This card gives you a choice. What you choose happens at once, before you play anything else."),
    ),
    "ironworks": (
        mark("Gaining a card"),
        mark(
            "Gaining is like buying, but free. The card goes on your discard pile, and here you get"
            " something at once for each of its types."
        ),
    ),
    "pass": (
        mark("A card to the left"),
        mark(
            "Everybody passes a card to the left, including you, and nobody sees what is coming before "
            "giving. Most people part with a Copper or an Estate; a Curse is even better."
        ),
    ),
    "trash": (
        mark("Trashing"),
        mark(
            "What you trash is out of the game. That can be good: with fewer Coppers and Estates you draw"
            " your best cards more often."
        ),
    ),
    "upgrade": (
        mark("One step up"),
        mark("For the card you have trashed you gain one that costs exactly 1 more, at its current cost."),
    ),
    "order": (
        mark("Back on the deck"),
        mark("You decide in which order these cards go back; the first one you name is drawn first."),
    ),
    "shuffled": (
        mark("The deck is shuffled"),
        mark(
            "Your deck was empty, so your discard pile was shuffled to make a new one. Whatever you "
            "bought is in there now."
        ),
    ),
    "costs": (
        mark("Cheaper for a while"),
        mark(
            "A Bridge makes every card cost 1 less until the end of that turn, wherever it is. With more "
            "than one buy that pays off twice."
        ),
    ),
    "gone": (
        mark("Trashed"),
        mark(
            "Somebody has put a card out of the game. Weak cards are trashed on purpose, to make the deck"
            " better."
        ),
    ),
    "points": (
        mark("When to buy points"),
        mark(
            "The first Province is bought. Victory cards clog your hand, so few people buy Duchies early;"
            " once the Provinces run low every point counts."
        ),
    ),
    "near": (
        mark("Nearly over"),
        mark(
            "Few Provinces are left. The game ends with the turn in which the last one goes, so this is "
            "the time for Duchies, and even Estates if you cannot afford a Province."
        ),
    ),
    "empty": (
        mark("An empty pile"),
        mark(
            "One pile has run out. When any {piles} piles are empty the game ends, even with Provinces left."
        ),
    ),
    "over": (
        mark("The score"),
        mark(
            "All decks are open now. Every card with points counts, wherever it was. If two players are "
            "tied, whoever had fewer turns wins."
        ),
    ),
}
LESSON_BY_QUESTION = {
    "pawn": "choices",
    "nobles": "choices",
    "ironworks": "ironworks",
    "masquerade.pass": "pass",
    "masquerade.trash": "trash",
    "upgrade.trash": "trash",
    "upgrade.gain": "upgrade",
    "scout": "order",
}
LESSON_BY_EVENT = {"trashed": "gone"}


class DominionTutorial(LessonTable[DominionGame]):
    """A first game for three, and what is explained in it."""

    texts = LESSON_TEXTS
    before_all = {"dealt": "goal"}
    by_question = LESSON_BY_QUESTION
    by_event = LESSON_BY_EVENT
    at_end = "over"

    def first_game(self) -> tuple[int, dict[str, Any]]:
        return 3, {SET: FIRST_KINGDOM}

    def list_asked(self, position: DominionGame, seat: str) -> list[str]:
        """A turn explains what can be done next, the cards in hand, and how far the game is."""
        if not any(step.name == "main" for step in list_questions(position, seat)):
            return super().list_asked(position, seat)
        return [*_list_turn_lessons(position, seat), *_list_supply_lessons(position)]

    def build_words(self, position: DominionGame, key: str, language: str) -> Mapping[str, object]:
        card = key.partition("-")[2]
        return {
            "piles": EMPTY_PILES_TO_END[len(position.seats)],
            "card": LEXICON.name(card, language) if card else "",
            "effect": LEXICON.effect(card, language) if card else "",
        }


def _list_turn_lessons(game: DominionGame, seat: str) -> Iterator[str]:
    """Yield the lessons about what the seat may do in the rest of its turn, which is sent as a whole."""
    hand = game.players[seat].hand
    if game.phase == ACTION_PHASE and game.actions and not ACTIONS.isdisjoint(hand):
        yield "action"
        yield from _list_card_lessons(hand)
    if game.buys and not game.bought:
        yield "buy"
    if not game.bought and not TREASURES.isdisjoint(hand):
        yield "treasures"
    yield "end"
    if game.reduction:
        yield "costs"
    if game.players[seat].turns > 1 and not game.players[seat].discard:
        yield "shuffled"
    yield from _list_card_lessons(hand)


def _list_card_lessons(hand: Sequence[str]) -> Iterator[str]:
    return (f"held-{card}" for card in sorted(set(hand)) if CARDS[card].box != BASIC)


def _list_supply_lessons(game: DominionGame) -> Iterator[str]:
    """Yield the lessons about how near the end is."""
    provinces = game.supply["province"]
    if provinces <= FEW_PROVINCES:
        yield "near"
    elif provinces < build_supply(len(game.seats), ())["province"]:
        yield "points"
    if 0 in game.supply.values():
        yield "empty"
