"""The tutorial: short lessons for a new player, each shown when its subject first comes up.

First comes the goal of the game, then what the current question asks, then what has happened. Nothing here
depends on what the seat cannot see.
"""

from collections.abc import Mapping
from typing import Any

from ...core.agenda import list_questions
from ...core.capabilities.tutorial import LessonTable
from ...core.translation import mark
from ..position import CitadelsGame
from ..setup.options import FIRST_GAME
from .events import build_voice

# key → title, text
LESSON_TEXTS = {
    "goal": (
        mark("How to win"),
        mark(
            "You are building a city. Every district you build is worth as many points as it cost. When "
            "somebody has {goal} of them the round is played to its end, and the best city wins."
        ),
    ),
    "draft": (
        mark("The draft"),
        mark(
            "Each round begins in secret: one after the other, everybody chooses a character from those "
            "left and passes the rest on. A card lying face up belongs to nobody this round; one more "
            "lies face down. A character is yours for this round only, so choose what helps you now."
        ),
    ),
    "call": (
        mark("The call"),
        mark(
            "Now the characters are called, from rank 1 up. Whoever has the one that is called reveals it "
            "and takes a turn. A low rank moves early; a high one knows more when it moves."
        ),
    ),
    "silent": (
        mark("Called, and no answer"),
        mark(
            "Perhaps nobody has this character, perhaps whoever does was murdered. The table does not tell."
        ),
    ),
    "gather": (
        mark("Gather"),
        mark(
            "A turn begins with taking: two gold, or two cards of which you keep one. Gold pays for "
            "districts, and you can only build cards from your hand."
        ),
    ),
    "keep": (
        mark("Keep a card"),
        mark(
            "You have drawn more cards than you may keep. The others go under the deck, unseen by your "
            "rivals."
        ),
    ),
    "build": (
        mark("Build"),
        mark(
            "Once per turn you may build a district from your hand by paying its cost. A city cannot have "
            "the same district twice. You keep what you do not spend, so saving up for an expensive one "
            "is a plan too."
        ),
    ),
    "as": (
        mark("You are the {character}"),
        mark("{effect} You find its uses among your choices, before and after building."),
    ),
    "murdered": (
        mark("Murder"),
        mark(
            "The Assassin names a character, not a person: nobody knows yet who is hit. Whoever has it "
            "stays silent when it is called, and loses this round’s turn."
        ),
    ),
    "robs": (
        mark("Theft"),
        mark(
            "The Thief names a character too. When it is called, the Thief takes all the gold of whoever "
            "has it, before that turn begins. The best protection is to spend your gold early."
        ),
    ),
    "swapped": (
        mark("Hands are swapped"),
        mark("The Magician has exchanged a whole hand with somebody. A big hand makes you a target."),
    ),
    "redrew": (
        mark("New cards"),
        mark("The Magician has put cards back and drawn as many new ones, instead of swapping hands."),
    ),
    "crown": (
        mark("The crown"),
        mark(
            "Whoever has the crown chooses first in the next draft. The King takes it when called, and "
            "keeps it until there is another King."
        ),
    ),
    "destroyed": (
        mark("Torn down"),
        mark(
            "The Warlord pays one gold less than a district cost and destroys it. Complete cities are "
            "safe, and so is the Bishop’s city; a cheap district is easy prey."
        ),
    ),
    "completed": (
        mark("The last round"),
        mark(
            "A city is complete. Everybody still to come this round takes a turn, then the game is over. "
            "The first complete city scores 4 extra points, every other one 2."
        ),
    ),
    "over": (
        mark("The score"),
        mark(
            "Every district scores what it cost. There are 3 points for a city with all five types, "
            "points for a complete one, and whatever some unique districts add. You find it all here, "
            "line by line."
        ),
    ),
}
LESSON_BY_QUESTION = {"draft.pick": "draft", "turn.keep": "keep"}
LESSON_BY_EVENT = {  # kind of event → lesson key, most important first
    "completed": "completed",
    "revealed": "call",
    "murdered": "murdered",
    "robs": "robs",
    "crowned": "crown",
    "swapped": "swapped",
    "redrew": "redrew",
    "destroyed": "destroyed",
    "silent": "silent",
}


class CitadelsTutorial(LessonTable[CitadelsGame]):
    """A first game for four, and what is explained in it."""

    texts = LESSON_TEXTS
    before_all = {"dealt": "goal"}
    by_question = LESSON_BY_QUESTION
    by_event = LESSON_BY_EVENT
    at_end = "over"

    def first_game(self) -> tuple[int, dict[str, Any]]:
        return 4, {"preset": FIRST_GAME}

    def list_asked(self, position: CitadelsGame, seat: str) -> list[str]:
        """A turn explains its character, and first gathering, then building."""
        if not any(step.name == "turn" for step in list_questions(position, seat)):
            return super().list_asked(position, seat)
        called = f"as-{position.called}"
        return ["build", called] if position.gathered else [called, "gather"]

    def build_words(self, position: CitadelsGame, key: str, language: str) -> Mapping[str, object]:
        character, voice = key.partition("-")[2], build_voice(position.edition, language)
        return {"goal": position.goal, "character": voice.name(character), "effect": voice.effect(character)}
