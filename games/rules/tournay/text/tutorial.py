"""The tutorial: short lessons for a new player, each shown when its subject first comes up.

First comes the goal of the game, then what the current question asks, then what has happened. Nothing here
depends on what the seat cannot see.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.agenda import list_questions
from ...core.capabilities.tutorial import LessonTable
from ...core.translation import mark
from ..cards.card import BUILDING, PRESTIGE, card_set
from ..cards.effects import DRAW, EVENTS, FIGHT, OTHER
from ..district import is_free
from ..numbers import (
    BASIC,
    BORROWED_CITIZEN,
    CRIERS_TO_END,
    HAND_LIMIT,
    PRESTIGE_LIMIT,
    SPACES,
)
from ..position import PLACE, TournayGame, TournayPlayer
from ..scoring import find_titles
from ..setup.options import MODE
from .lexicon import LEXICON

FEW_CITIZENS = 2  # ready: time to think of gathering
FEW_SPACES = 3  # left: time to think of the end

# key → title, text
LESSON_TEXTS = {
    "goal": (
        mark("How to win"),
        mark(
            "You fill nine spaces with cards. In the end the points printed on them count, and the prestige"
            " buildings: each of those scores for everybody, but best for whoever has it."
        ),
    ),
    "draw": (
        mark("Your first card"),
        mark(
            "A turn has one action, and to draw is one. It takes citizens of the colour of the deck: one for"
            " level I, two for level II, three for level III. You look at two cards and keep one. Yellow"
            " cards bring money, white ones get your citizens back on their feet, red ones fight and guard."
        ),
    ),
    "place": (
        mark("Placing a card"),
        mark(
            "Before your action you may place one card. Level I costs 1 denier, level II 3. It lies next to"
            " another card, and your district is at most three wide and three high. Think of the rows and"
            " columns: characters help the cards in theirs."
        ),
    ),
    "action": (
        mark("Your action"),
        mark(
            "You have placed a card; now take one action. A building that you have just placed can be"
            " activated at once, if a citizen of its colour is ready."
        ),
    ),
    "activate": (
        mark("A building at work"),
        mark(
            "To activate a building put a citizen of its colour on it. It works once and is occupied until"
            " you gather, so use the others first."
        ),
    ),
    "gather": (
        mark("Time to gather"),
        mark(
            "Few of your citizens are ready. To gather takes your whole action: all of them stand up, those"
            " on buildings come back, and damage is repaired."
        ),
    ),
    "borrow": (
        mark("Helping hands"),
        mark(
            "To draw, activate or fight you may use ready citizens of other players, for {lent} deniers each,"
            " which their owner gets. The others may do the same with yours."
        ),
    ),
    "prestige": (
        mark("A prestige building in your hand"),
        mark(
            "Prestige buildings score at the end, and two of them have to be in sight to end the game. Look"
            " at the price: it may be money, a card that you give away, or a citizen. Nobody gets more than"
            " {limit} points for one title."
        ),
    ),
    "held": (
        mark("In your hand: {card}"),
        mark("What it does: {effect}"),
    ),
    "keep": (
        mark("One of two cards"),
        mark(
            "You keep one of these. The other goes back on its deck face up, where anybody can take it: do"
            " not leave the others what they are waiting for."
        ),
    ),
    "drop": (
        mark("Too much in your hand"),
        mark(
            "At the end of your turn you may hold {hand} cards, events included. What you drop goes under its"
            " deck."
        ),
    ),
    "choice": (
        mark("A building that asks"),
        mark(
            "This effect can be carried out in more than one way, so you choose; or you skip it. If there is"
            " only one way it happens by itself."
        ),
    ),
    "suffer": (
        mark("An event strikes you"),
        mark(
            "You may lay an event card from your hand as a rampart: then this event does not touch you,"
            " however many coins lie on it. Otherwise it does what it says once for each coin."
        ),
    ),
    "last_card": (
        mark("One last card"),
        mark(
            "The game is over, but everybody may still place one card and pay for it. Its points count, and"
            " if it is a prestige building, its title too."
        ),
    ),
    "titles": (
        mark("Points for everybody"),
        mark(
            "A prestige building is in sight now. Everybody scores for its title in their own district; who"
            " has it themselves gets more. So what the others build is worth a look."
        ),
    ),
    "near": (
        mark("Nearly full"),
        mark(
            "Somebody has few spaces left. Once all nine are filled, with two prestige buildings in sight,"
            " the last round begins if {criers} town criers have come. To make room for something better,"
            " cover a card by another one of its colour."
        ),
    ),
    "crier": (
        mark("A town crier"),
        mark(
            "Every deck has one. A coin is put on each event, then all of them strike everybody, once for"
            " each coin on them. To fight an event takes it off the queue, and you keep it for points or for"
            " a rampart."
        ),
    ),
    "damage": (
        mark("Damage"),
        mark("A damaged card does nothing until its owner gathers. It still counts for points."),
    ),
    "fought": (
        mark("An event is won"),
        mark(
            "An event card in the hand is worth points at the end, and as a rampart it wards off one event"
            " that strikes. Built or not, it keeps its points."
        ),
    ),
    "last_round": (
        mark("The last round"),
        mark("Everybody has one more turn, then one last card may be placed. Nothing is worth saving now."),
    ),
    "over": (
        mark("The score"),
        mark(
            "Printed points, events and titles are added up; covered cards keep their points. If two have"
            " the same number, whoever has more deniers wins."
        ),
    ),
}
LESSON_BY_QUESTION = {
    "keep": "keep",
    "drop": "drop",
    "suffer": "suffer",
    "last_card": "last_card",
    **dict.fromkeys((DRAW, FIGHT, OTHER, EVENTS), "choice"),
}
LESSON_BY_EVENT = {"last_round": "last_round", "crier": "crier", "damaged": "damage", "fought": "fought"}


class TournayTutorial(LessonTable[TournayGame]):
    """A basic game for two, and what is explained in it."""

    texts = LESSON_TEXTS
    before_all = {"dealt": "goal"}
    by_question = LESSON_BY_QUESTION
    by_event = LESSON_BY_EVENT
    at_end = "over"

    def first_game(self) -> tuple[int, dict[str, Any]]:
        return 2, {MODE: BASIC}

    def list_asked(self, position: TournayGame, seat: str) -> list[str]:
        """A turn explains what can be done next, the cards in hand, and how far the game is."""
        if not any(step.name == "turn" for step in list_questions(position, seat)):
            return super().list_asked(position, seat)
        return [*_list_turn_lessons(position, seat), *_list_table_lessons(position)]

    def build_words(self, position: TournayGame, key: str, language: str) -> Mapping[str, object]:
        card = key.partition("-")[2]
        return {
            "lent": BORROWED_CITIZEN,
            "limit": PRESTIGE_LIMIT,
            "hand": HAND_LIMIT,
            "criers": CRIERS_TO_END[len(position.seats)],
            "card": LEXICON.name(card, language) if card else "",
            "effect": LEXICON.effect(card, language) if card else "",
        }


def _list_turn_lessons(game: TournayGame, seat: str) -> Iterator[str]:
    """Yield the lessons about what the seat may do now, and about the cards that it holds."""
    player, cards = game.players[seat], card_set(game).cards
    if game.step != PLACE:
        yield "action"
    elif player.hand:
        yield "place"
    else:
        yield "draw"
    if _has_free_building(game, player):
        yield "activate"
    if sum(player.plaza.values()) <= FEW_CITIZENS:
        yield "gather"
        if player.deniers >= BORROWED_CITIZEN:
            yield "borrow"
    held = sorted(set(player.hand))
    if any(cards[card].kind == PRESTIGE for card in held):
        yield "prestige"
    yield from (f"held-{card}" for card in held)


def _has_free_building(game: TournayGame, player: TournayPlayer) -> bool:
    cards = card_set(game).cards
    return any(
        cards[space.cards[0]].kind == BUILDING and is_free(space) for space in player.district.values()
    )


def _list_table_lessons(game: TournayGame) -> Iterator[str]:
    """Yield the lessons about what has been built, and how near the end is."""
    if find_titles(game):
        yield "titles"
    if any(SPACES - len(player.district) <= FEW_SPACES for player in game.players.values()):
        yield "near"
