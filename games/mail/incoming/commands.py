"""Read replies: find the command of each line, carry it out, and say what became of it.

A set of commands is a list of declarations (`Command`); their words are in `vocabulary/<language>.toml`.
`CommandReader` is the only loop over the lines of a reply, whatever it is about; a `ReplyContext` is what the
commands of one reply act on: a seat, an entrant, an invitation.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from django.db.transaction import atomic
from django.utils.translation import gettext as _

from games.mail.incoming.politeness import is_polite, strip_pleasantries
from games.mail.parsing import vocabulary
from games.mail.parsing.reply import Reply
from games.mail.reply_outcome import NOTHING_DONE, ReplyLine, ReplyOutcome
from games.play.errors import PlayError, describe_error
from games.rules.core.errors import RulesError

MAX_COMMAND_WORDS = 2  # “check in”


# --- what a reply acts on


class ReplyContext:
    """What the commands of one reply act on. Each set of commands has a subclass with rows of its own."""

    def __init__(self) -> None:
        self.has_acted = False  # a line has changed something
        self.has_one_line = False  # the reply is a single line
        self.wants_help = False  # the answer explains what may be written
        self.wants_rules = False  # the answer tells the rules of the game in short

    def split_lines(self, texts: Sequence[str]) -> tuple[Sequence[str], list[ReplyLine]]:
        """Return the lines to read, and those at the end that have been handled already."""
        return texts, []

    def before_command(self) -> None:
        """Finish what the lines above a command ask for."""

    def after_command(self) -> None:
        """Load again what a command may have changed."""

    def after_lines(self) -> None:
        """Finish what the last lines ask for."""

    def run_line(self, line: ReplyLine, do: Callable[[], str], *, acts: bool = True) -> None:
        """Carry out a line and keep its sentence; a refused line changes nothing, and keeps the reason."""
        try:
            with atomic():
                line.sentence = do()
        except (PlayError, RulesError) as error:
            line.sentence = describe_error(error)
            return
        line.is_done = True
        if acts:
            self.has_acted = True
            self.after_command()


# --- declarations


class CommandText(NamedTuple):
    """A line as its command reads it."""

    word: str  # the word or two of the command, as written
    rest: str  # what follows it; with all lines below if the command takes them


C = TypeVar("C", bound=ReplyContext)


class Command(msgspec.Struct, Generic[C], frozen=True):
    """A command of a reply: its words, what it does, and what the help says about it."""

    key: str  # of its words in `vocabulary/<language>.toml`
    execute: Callable[[C, CommandText], str]  # returns the answer, or raises a PlayError with it
    help: tuple[Any, ...] = ()  # lazy messages, a line each
    is_meant: Callable[[C, CommandText], bool] | None = None  # False: the line is something else after all
    acts: bool = True  # False: it only tells something
    waits: bool = True  # for what the lines above ask for; False: it is independent of them
    takes_lines_below: bool = False


def explain_commands(context: ReplyContext, _text: CommandText) -> str:
    """Carry out `help`, which every set has."""
    context.wants_help = True
    return _("What you may write is explained below.")


def stands_alone(_context: ReplyContext, text: CommandText) -> bool:
    """Is there nothing behind the command but politeness? “Rules please” asks; “Rules are rules” does not."""
    return is_polite(text.rest)


class CommandSet(Generic[C]):
    """The commands that one kind of reply may use."""

    def __init__(
        self, *commands: Command[C], other: Callable[[C, ReplyLine], None], help: tuple[Any, ...] = ()
    ) -> None:
        self.read_other, self.help = other, help  # for lines that are no commands
        self.commands = {command.key: command for command in commands}
        self.words = vocabulary.map_words("commands", self.commands)

    def find_command(self, text: str) -> tuple[Command[C] | None, CommandText]:
        """Return the command at the start of a line, if there is one, and how it reads the line."""
        for count in range(MAX_COMMAND_WORDS, 0, -1):
            words = text.split(maxsplit=count)
            if not all(map(vocabulary.normalize_word, words[:count])):  # a smiley is no part of a command
                continue
            word, rest = " ".join(words[:count]), " ".join(words[count:])
            if key := self.words.get(vocabulary.normalize_word(word)):
                return self.commands[key], CommandText(word, rest)
        return None, CommandText("", text)

    def list_help_lines(self, without: Collection[str] = (), **values: object) -> list[str]:
        """Return what may be written, in the active language; `values` fill the placeholders.

        Commands that cannot do anything here are named in `without`, by their keys."""
        commands = [command for key, command in self.commands.items() if key not in without]
        lines = [*self.help, *(line for command in commands for line in command.help)]
        return [str(line) % values for line in lines]


# --- the loop


class CommandReader(Generic[C]):
    """Carries out the lines of one reply, in their order, inside the transaction of its email."""

    def __init__(self, commands: CommandSet[C], context: C) -> None:
        self.commands, self.context = commands, context

    def execute(self, reply: Reply) -> ReplyOutcome:
        """Carry out a reply and return what to answer."""
        if reply.unreadable_reason:
            return ReplyOutcome(reason=NOTHING_DONE, unreadable_reason=reply.unreadable_reason)
        lines = self.read_lines(list(strip_pleasantries(reply.lines)))
        return ReplyOutcome(
            lines,
            reason="" if self.context.has_acted else NOTHING_DONE,
            wants_help=self.context.wants_help or not lines,
            wants_rules=self.context.wants_rules,
            is_truncated=reply.is_truncated,
        )

    def read_lines(self, texts: Sequence[str]) -> list[ReplyLine]:
        """Carry out all lines and return what became of each."""
        found = list[ReplyLine]()
        self.context.has_one_line = len(texts) == 1
        texts, handled = self.context.split_lines(texts)
        for place, text in enumerate(texts):
            found.append(ReplyLine(text))
            if self._read_line(found[-1], texts[place + 1 :]):
                break
        self.context.after_lines()
        return [*found, *handled]

    def _read_line(self, line: ReplyLine, below: Sequence[str]) -> bool:
        """Carry out one line; return whether it has taken the lines below."""
        command, text = self.commands.find_command(line.text)
        if command is None or not (command.is_meant is None or command.is_meant(self.context, text)):
            self.commands.read_other(self.context, line)
            return False
        if command.takes_lines_below:
            line.text = "\n".join([line.text, *below])
            text = text._replace(rest="\n".join([text.rest, *below]))
        if command.waits:
            self.context.before_command()
        self.context.run_line(line, lambda: command.execute(self.context, text), acts=command.acts)
        return command.takes_lines_below
