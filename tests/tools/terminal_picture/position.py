"""A moment of a real game, as `make play` shows it.

A bot types moves in the person's place. When a position comes up that is worth a picture, it stops, and what
the screen shows then is kept.
"""

from pathlib import Path

import msgspec

from games.bots.bot import Bot
from games.bots.rule_based_bot import RuleBasedBot
from games.management.terminal.game import TerminalGame, list_seat_names
from games.management.terminal.screen import PROMPT, WIDEST, Screen
from games.management.terminal.session import TerminalSession
from games.rules import registry

SEED = "375"
ROUND = 5  # the middle of a game: there are cities to look at
LEAST_BUILD_OFFERS = 2  # and there is something to choose
ROWS = 48  # of the window; what is above has scrolled away


class TerminalMoment(msgspec.Struct, frozen=True):
    """A game that waits for the person, and the rows of the window, with the codes for bold and dim."""

    game: TerminalGame
    rows: list[str]

    @property
    def command(self) -> str:
        """The command that starts this game."""
        return f'make play ARGS="--seed {self.game.seed}"'


class MomentNotFound(RuntimeError):
    """The game ended before a suitable moment came."""


class MomentReached(Exception):
    """Raised to stop the game: this is the moment."""


class CapturingScreen(Screen):
    """A screen at which a bot types until the moment comes."""

    def __init__(self, game: TerminalGame, bot: Bot) -> None:
        super().__init__(out=None, width=WIDEST, colour=True)
        self.game = game
        self.bot = bot
        self.lines: list[str] = []

    def line(self, text: str = "") -> None:
        self.lines.append(text)

    def rule(self) -> None:
        self.lines.clear()  # what is above belongs to earlier answers

    def ask(self) -> str:
        view = self.game.rules.view(self.game.position, self.game.me)
        offers = self.game.offers()
        if view["round"] >= ROUND and sum(offer.verb == "build" for offer in offers) >= LEAST_BUILD_OFFERS:
            raise MomentReached
        typed = str(self.bot.choose(view, offers))
        self.line(PROMPT + typed)
        return typed


def capture_moment(seed: str = SEED) -> TerminalMoment:
    """Play the game with this seed until the person's turn has something to show."""
    rules = registry.get("citadels")
    game = TerminalGame(rules, list_seat_names("Guest", 4), {}, seed, "en")
    camera = CapturingScreen(game, RuleBasedBot(rules, f"{seed}/{game.me}"))
    try:
        TerminalSession(game, camera, records=Path()).run()
    except MomentReached:
        return TerminalMoment(game, crop_to_window([*camera.lines, PROMPT]))
    raise MomentNotFound(
        f"The game with the seed {seed} is over before the moment comes: choose another seed."
    )


def crop_to_window(lines: list[str]) -> list[str]:
    """Return the last lines that fit into the window, beginning with a whole paragraph."""
    starts = [place for place, line in enumerate(lines) if line and (not place or not lines[place - 1])]
    return lines[next(start for start in starts if len(lines) - start <= ROWS) :]
