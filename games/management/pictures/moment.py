"""A moment of a real game, as `make play` shows it.

A bot sits in the person's place and types its moves at the terminal game. When the moment comes
that we are waiting for, it does not answer, and what the screen shows is kept.
"""

from pathlib import Path

import msgspec

from games.bots.player import Bot
from games.bots.rules_of_thumb import RulesOfThumbBot
from games.management.terminal.game import Game, table_for
from games.management.terminal.screen import PROMPT, WIDEST, Screen
from games.management.terminal.session import Session
from games.rules import registry

SEED = "375"
ROUND = 5  # the middle of a game: there are cities to look at
TO_BUILD = 2  # and there is something to choose
ROWS = 48  # of the window; what is above has scrolled away


class Moment(msgspec.Struct, frozen=True):
    """A game that waits for the person, and the rows of the window, with the codes for bold and dim."""

    game: Game
    rows: list[str]

    @property
    def command(self) -> str:
        """How to sit down at this table."""
        return f'make play ARGS="--seed {self.game.seed}"'


class NoSuchMoment(RuntimeError):
    """The game was over before it came."""


class Taken(Exception):
    """This is the moment."""


class Camera(Screen):
    """A terminal at which a bot types, until the moment comes."""

    def __init__(self, game: Game, bot: Bot) -> None:
        super().__init__(out=None, width=WIDEST, colour=True)
        self.game = game
        self.bot = bot
        self.lines: list[str] = []

    def line(self, text: str = "") -> None:
        self.lines.append(text)

    def rule(self) -> None:
        self.lines.clear()  # above it is what the person had answered before

    def ask(self) -> str:
        view = self.game.rules.view(self.game.position, self.game.me)
        offers = self.game.offers()
        if view["round"] >= ROUND and sum(offer.verb == "build" for offer in offers) >= TO_BUILD:
            raise Taken
        typed = str(self.bot.choose(view, offers))
        self.line(PROMPT + typed)
        return typed


def moment(seed: str = SEED) -> Moment:
    """Play the game with this seed until the person's turn has something to show."""
    rules = registry.get("citadels")
    game = Game(rules, table_for("Guest", 4), {}, seed, "en")
    camera = Camera(game, RulesOfThumbBot(rules, f"{seed}/{game.me}"))
    try:
        Session(game, camera, records=Path()).run()
    except Taken:
        return Moment(game, window([*camera.lines, PROMPT]))
    raise NoSuchMoment(f"The game with the seed {seed} is over before the moment comes: choose another seed.")


def window(lines: list[str]) -> list[str]:
    """The last lines, from the first paragraph on that fits into the window."""
    starts = [place for place, line in enumerate(lines) if line and (not place or not lines[place - 1])]
    return lines[next(start for start in starts if len(lines) - start <= ROWS) :]
