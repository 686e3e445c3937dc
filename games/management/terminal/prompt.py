"""One line from the person: numbers, a move in free notation, or a command."""

from collections.abc import Callable, Mapping, Sequence

from games.management.terminal.game import TerminalGame
from games.management.terminal.screen import Screen
from games.rules.core.errors import RulesError
from games.rules.core.notation import Move

LONGEST_NUMBER = 4

TerminalCommand = Callable[[str], bool]  # the text after the command's word → show the question again?
ShowFunction = Callable[[], None]
NumberCheck = Callable[[Sequence[int]], str]  # why these numbers are no answer; empty if they are one


class GoBack(Exception):
    """The person wants to return to the previous list."""


class LinePrompt:
    """Reads lines until one of them is an answer."""

    def __init__(self, game: TerminalGame, screen: Screen, commands: Mapping[str, TerminalCommand]) -> None:
        self.game = game
        self.screen = screen
        self.commands = commands

    def answer(self, show: ShowFunction, check: NumberCheck, verb: str = "") -> Move | list[int]:
        """Return numbers that pass the check, or a whole move, in which `verb` may be left out."""
        show()
        while True:
            line = self.screen.ask()
            words = line.replace(",", " ").split()
            if not words or words == ["back"]:
                raise GoBack
            if all(map(is_number, words)):
                numbers = [int(word) for word in words]
                error = check(numbers)
                if not error:
                    return numbers
                self.screen.say(error)
            elif command := self._command(words[0]):
                if command(line.split(maxsplit=1)[1].strip() if len(words) > 1 else ""):
                    show()
            elif move := self._move(line, verb):
                return move

    def _command(self, word: str) -> TerminalCommand | None:
        """Find a command; a slash in front makes it one even where a move begins with the same word."""
        if any(offer.verb == word.lower() for offer in self.game.offers()):
            return None
        return self.commands.get(word.lower().removeprefix("/"))

    def _move(self, line: str, verb: str) -> Move | None:
        try:
            return self.game.parse_move(line)
        except RulesError as error:
            trouble = error
        if verb:
            try:
                return self.game.parse_move(f"{verb} {line}")
            except RulesError:
                pass  # what was wrong with the line itself is the better answer
        self.screen.say(str(trouble))
        return None


def is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER
