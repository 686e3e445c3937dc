"""A whole game at the terminal, from the greeting to the score."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from games.management.terminal.dialogue import MoveDialogue
from games.management.terminal.game import ShownSentence, TerminalGame, join_by_seat
from games.management.terminal.help import COMMAND_HELP, ORDER, WordHelp
from games.management.terminal.prompt import LinePrompt, TerminalCommand
from games.management.terminal.rulebook import find_chapter, show_chapter
from games.rules.core.errors import RulesError
from games.rules.core.markdown import split_chapters
from games.rules.core.translation import get_translator

from .screen import Screen

BULLET = "* "


class LeftGame(Exception):
    """The person leaves before the game is over."""


class MoveUndone(Exception):
    """A move was undone: another question is open now."""


class TerminalSession:
    """A person at a table, until the game is over or the person leaves."""

    def __init__(self, game: TerminalGame, screen: Screen, records: Path) -> None:
        self.game = game
        self.screen = screen
        self.records = records  # default path of the record
        self.record_path: Path | None = None
        self.say = get_translator(game.language).say
        self.commands: dict[str, TerminalCommand] = {
            "help": self.help,
            "?": self.help,
            "rules": self.rules,
            "table": self.table,
            "hand": self.hand,
            "log": self.log,
            "undo": self.undo,
            "order": self.order,
            "orders": self.order,
            "save": self.save,
            "quit": self.leave,
            "exit": self.leave,
            "resign": self.leave,
        }

    # --- the game

    def run(self, *, auto: bool = False) -> None:
        """Play to the end; `auto` leaves the person's own moves to a bot too."""
        self.greet(auto=auto)
        try:
            while not self.game.over:
                seat = self.game.next_seat()
                if auto or seat != self.game.me:
                    self.game.play_bot_move(seat)
                else:
                    self.decide()
            self.finish()
        except (LeftGame, EOFError, KeyboardInterrupt):
            self.goodbye()

    def greet(self, *, auto: bool) -> None:
        seats = self.game.rules.players(self.game.position)
        self.screen.title(f"{self.game.rules.slug.replace('_', ' ').title()}: {', '.join(seats)}")
        self.screen.say(self.say("The deal comes from a seed that you see at the end. Its commitment:"))
        self.screen.say(self.game.commitment)
        if not auto:
            self.screen.say(
                self.say(
                    "Answer with a number, or type the move next to it. Type rules to read how the game is "
                    "played, help to see what you can do."
                )
            )

    def decide(self) -> None:
        """Show what is new, ask, and play the answer."""
        question = self.show_news(self.game.news())
        try:
            move = MoveDialogue(LinePrompt(self.game, self.screen, self.commands), question).move()
        except MoveUndone:
            return
        self.game.play(self.game.me, move)

    def show_news(self, news: Sequence[ShownSentence]) -> str:
        """Show what is new and return the question.

        The whole table is shown if somebody else did something, else only what the person holds.
        """
        question, *table = _split_paragraphs(self.game.table(self.screen.width))
        if not self.game.plays or any(entry.seat != self.game.me for entry in news):
            self.screen.rule()
            self.recount(news)
        else:
            if news:
                self.screen.line()
            self.screen.say(" ".join(log_entry.sentence for log_entry in news))
            table = table[-1:]
        for paragraph in table:
            self.screen.line()
            self.screen.page(paragraph)
        self.screen.line()
        return " ".join(question)

    def recount(self, entries: Sequence[ShownSentence]) -> None:
        for paragraph in join_by_seat(entries):
            self.screen.say(paragraph, "  ", BULLET)

    def finish(self) -> None:
        self.screen.rule()
        self.recount(self.game.news())
        self.screen.line()
        self.screen.page(self.game.table(self.screen.width))
        self.screen.line()
        self.screen.page(self.game.rules.presentation.score_text(self.game.position, self.game.language))
        self.screen.line()
        self.reveal()

    def goodbye(self) -> None:
        self.screen.line()
        self.screen.say(self.say("You leave the table; the game stays unfinished."))
        self.reveal()

    def reveal(self) -> None:
        """Show the seed, which is no longer secret, and complete the record so that it can be verified."""
        self.screen.say(self.say("Seed: {seed}", seed=self.game.seed))
        self.screen.say(self.say("Commitment: {commitment}", commitment=self.game.commitment))
        if self.record_path:
            self.screen.say(self._write_record(self.record_path, reveal=True))

    # --- commands; each returns whether to show the question again

    def help(self, about: str) -> bool:
        helper = WordHelp(self.game.rules, self.game.position, self.game.language)
        if about:
            self._explain(helper.about(about), about)
            return False
        for word, meaning in helper.on_offer(self.game.offers()):
            self.screen.say(f"{word}: {meaning}", "    ", "  ")
        self.screen.line()
        for word, meaning in COMMAND_HELP.items():
            if word != ORDER or self.game.rules.orders.offered:
                self.screen.say(f"{word}: {self.say(meaning)}", "    ", "  ")
        self.screen.line()
        return True

    def _explain(self, found: Sequence[tuple[str, str]], about: str) -> None:
        if not found:
            self.screen.say(self.say("Nothing here is called “{word}”.", word=about[:40]))
        for word, meaning in found:
            text = meaning or self.say("there is nothing special about it.")
            self.screen.say(f"{word}: {text}", "    ", "  ")

    def rules(self, about: str) -> bool:
        try:
            book = split_chapters(self.game.rules.reference.rulebook(self.game.language))
        except RulesError as error:
            self.screen.say(str(error))
            return False
        title = find_chapter(list(book), about) if about else None
        if title:
            show_chapter(self.screen, title, book[title])
            self.screen.line()
            return True
        self.screen.say(self.say("The chapters; type rules and a number to read one:"))
        for number, title in enumerate(book, 1):
            self.screen.entry(number, title)
        return False

    def table(self, _: str) -> bool:
        self.screen.line()
        self.screen.page(self.game.table(self.screen.width))
        self.screen.line()
        return True

    def hand(self, _: str) -> bool:
        self.screen.page(_split_paragraphs(self.game.table(self.screen.width))[-1])
        return False

    def log(self, _: str) -> bool:
        self.recount(self.game.all_sentences())
        self.screen.line()
        return True

    def undo(self, _: str) -> bool:
        try:
            move = self.game.undo()
        except RulesError as error:
            self.screen.say(str(error))
            return False
        self.screen.say(self.say("Undone: {move}.", move=move))
        raise MoveUndone

    def order(self, line: str) -> bool:
        try:
            if line:
                self.screen.say(self.say("Saved: {order}.", order=self.game.order(line)))
            standing = ", ".join(self.game.orders())
            self.screen.say(self.say("Your orders: {orders}.", orders=standing or self.say("none")))
        except RulesError as error:
            self.screen.say(str(error))
        return False

    def save(self, name: str) -> bool:
        self.screen.say(self.keep_record(Path(name.strip()) if name.strip() else None))
        return False

    def keep_record(self, path: Path | None) -> str:
        """Begin a record, which is completed at the end of the game; return a message about it."""
        path = path or self.records
        try:
            if path == self.records:
                path.parent.mkdir(parents=True, exist_ok=True)
            elif path != self.record_path and path.exists():
                return self.say("There is already a file {path}; choose another name.", path=path)
        except (OSError, ValueError) as error:
            return self.say("That cannot be written: {reason}.", reason=_format_reason(error))
        return self._write_record(path, reveal=False)

    def _write_record(self, path: Path, *, reveal: bool) -> str:
        try:
            self.game.save(path, reveal=reveal)
        except (OSError, ValueError, RulesError) as error:
            return self.say("That cannot be written: {reason}.", reason=_format_reason(error))
        self.record_path = path
        shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
        if reveal:
            return self.say("The game is saved in {path}.", path=shown)
        return self.say(
            "The game will be saved to {path}; moves and seed follow when you leave it.", path=shown
        )

    def leave(self, _: str) -> bool:
        self.screen.say(self.say("Leave this game for good? Type yes, or anything else to play on."))
        if self.screen.ask().strip().casefold() in ("yes", "y"):
            raise LeftGame
        return True


def _split_paragraphs(lines: Sequence[str]) -> list[list[str]]:
    """Split lines into paragraphs at the empty ones."""
    return [list(group) for filled, group in groupby(lines, key=bool) if filled]


def _format_reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error).rstrip(".")
