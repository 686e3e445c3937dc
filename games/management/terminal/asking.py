"""One line from the person: numbers, a move in free notation, or a command."""

from collections.abc import Callable, Mapping, Sequence

from games.rules.core.errors import RulesError
from games.rules.core.notation import Move

from .game import Game
from .screen import Screen

LONGEST_NUMBER = 4

Command = Callable[[str], bool]  # what stands behind the word → shall the question be shown again?
Show = Callable[[], None]
Check = Callable[[Sequence[int]], str]  # why these numbers are no answer; empty if they are one


class Back(Exception):
    """Never mind: to the list before."""


class Asker:
    """Asks until there is an answer."""

    def __init__(self, game: Game, screen: Screen, commands: Mapping[str, Command]) -> None:
        self.game = game
        self.screen = screen
        self.commands = commands

    def answer(self, show: Show, check: Check, verb: str = "") -> Move | list[int]:
        """Numbers that pass the check, or a whole move, in which `verb` may be left out."""
        show()
        while True:
            line = self.screen.ask()
            words = line.replace(",", " ").split()
            if not words or words == ["back"]:
                raise Back
            if all(map(is_number, words)):
                numbers = [int(word) for word in words]
                trouble = check(numbers)
                if not trouble:
                    return numbers
                self.screen.say(trouble)
            elif command := self._command(words[0]):
                if command(line.split(maxsplit=1)[1].strip() if len(words) > 1 else ""):
                    show()
            elif move := self._move(line, verb):
                return move

    def _command(self, word: str) -> Command | None:
        """A slash in front makes it a command even where a move begins with the same word."""
        if any(offer.verb == word.lower() for offer in self.game.offers()):
            return None
        return self.commands.get(word.lower().removeprefix("/"))

    def _move(self, line: str, verb: str) -> Move | None:
        try:
            return self.game.understood(line)
        except RulesError as error:
            trouble = error
        if verb:
            try:
                return self.game.understood(f"{verb} {line}")
            except RulesError:
                pass  # what was wrong with the line itself is the better answer
        self.screen.say(str(trouble))
        return None


def is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER
