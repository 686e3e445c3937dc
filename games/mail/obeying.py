"""What the lines of a reply mean, and what becomes of each.

A line is a word of the house (`say`, `undo`, `help`, `status`, and about time `extend`, `grant`, `leave`,
`back`), an order (`prefer …`, `always …`, `plan …`, `cancel …`), the number of an option, or a move. Moves
that follow each other are one turn: they are played as far as they go, and nothing below a line that could
not be played is. Nothing is guessed.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import TypeVar

import msgspec
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.clock.spans import A_DAY
from games.links.tokens import Place
from games.mail.options import Listing
from games.mail.reading.replies import LONGEST_LINE
from games.models import Extension, Game, Incoming, Seat
from games.play import absence, away, extending, ordering, service, talk, times, views_of
from games.play.errors import DoorError, NotNow, NotPossible, NotYours, Stale
from games.play.origin import How, Origin
from games.play.service import Played
from games.play.views_of import Sight
from games.rules.core import orders
from games.rules.core.errors import RulesError, printable
from games.rules.core.lexicon import plain

# plain spellings: no accents, no capitals
WORDS = {
    "say": {"say", "talk", "mondd", "mondom", "uzenet", "reci", "kazi", "poruka"},
    "undo": {"undo", "takeback", "visszavonas", "visszavon", "vissza", "ponisti", "vrati"},
    "help": {"help", "segitseg", "sugo", "pomoc"},
    "status": {"status", "allas", "helyzet", "stanje"},
    "extend": {"extend", "hosszabbitas", "hosszabbits", "produzi", "produljenje"},
    "grant": {"grant", "yes", "engedem", "megadom", "igen", "odobri", "odobravam", "da"},
    "leave": {"leave", "vacation", "szabadsag", "odmor", "dopust"},
    "back": {"back", "visszajottem", "visszatertem", "natrag", "vratio", "vratila"},
}
# what people write around their moves, out of habit
GREETINGS = {
    *("hi", "hello", "hey", "dear"),
    *("szia", "sziasztok", "szevasz", "kedves", "udv"),
    *("bok", "cao", "pozdrav", "dragi", "draga"),
}
FAREWELLS = {
    *("thanks", "thank", "cheers", "regards", "best", "yours", "bye"),
    *("koszi", "koszonom", "udv", "udvozlettel"),
    *("hvala", "pozdrav", "pozdravi", "lp", "srdacno"),
}
NUMBER = re.compile(r"#?(\d{1,3})[.)]?")
HOURS = re.compile(r"(\d{1,4})\s*([^\W\d]*)\.?")
UNITS = {"", "h", "hour", "hours", "ora", "oraval", "orat", "sat", "sata", "sati"}
MOST_POLITE = 4  # words of a line that is only polite


AnySeat = TypeVar("AnySeat", bound=Place)


class Line(msgspec.Struct):
    """A line that somebody wrote, and what became of it."""

    text: str
    sentence: str = ""
    is_done: bool = False


class Reader:
    """Reads the lines of one letter from one seat. The letter's transaction is around it."""

    def __init__(self, seat: Seat, letter: Incoming, decision: int | None, language: str) -> None:
        self.seat, self.letter, self.language = seat, letter, language
        self.person, self.lock = seat.user_id, seat.key  # as long as these are the seat's, it may be obeyed
        self.decision = decision  # the question that the letter answers; None if it did not say
        self.wants_help = False
        self.turn: list[Line] = []  # moves that are yet to be played together
        self.stopped = False  # a move could not be played: those below it are not tried
        self.requests = 0
        self.has_acted = False  # something was played, said or filed
        self.look()
        self.start = self.sight.game.length
        self.options = self._listed()

    def look(self) -> None:
        game, seats = views_of.seated(self.seat.game_id)
        self.seat = next(seat for seat in seats if seat.pk == self.seat.pk)
        self.sight = Sight(game, seats, self.seat, self.language)

    def _listed(self) -> dict[int, str]:
        """The lines of the options by the numbers of the letter; a form has a number and no line."""
        if not self.sight.offers or not self._is_current():
            return {}
        found = Listing(self.sight, self.seat).options()
        return {one.number: "" if one.is_form else one.line for one in found}

    def read(self, lines: Iterable[str]) -> list[Line]:
        found = [Line(text) for text in spoken(lines)]
        for line in found:
            self._take(line)
        self._play()
        return found

    def _take(self, line: Line) -> None:
        word, _space, rest = line.text.partition(" ")
        match meaning(word):
            case "say":
                self._try(line, lambda: self._to_the_table(rest))
            case "undo":
                self._play()
                self._try(line, self._take_back)
            case "help":
                self.wants_help, line.is_done = True, True
                line.sentence = _("What you may write is explained below.")
            case "status":
                line.is_done, line.sentence = True, _("The table as it stands is below.")
            case "extend":
                self._play()
                self._try(line, lambda: self._ask_for_time(rest))
            case "leave":
                self._play()
                self._try(line, lambda: self._book(rest))
            case "back":
                self._play()
                self._try(line, self._come_back)
            case "grant" if wishes := self._wishes(rest):
                self._play()
                self._try(line, lambda: self._grant(wishes))
            case _ if orders.is_order(self.sight.rules, line.text):
                self._play()
                self._try(line, lambda: self._file(line.text))
            case _:
                self.turn.append(line)

    # --- moves

    def _play(self) -> None:
        """Play what has gathered as one turn, as far as it goes."""
        turn, self.turn = self.turn, []
        made, trouble = ((), "") if self.stopped else self._made(turn)
        for line, move in zip(turn, made, strict=False):
            line.is_done = self.has_acted = True
            line.sentence = _("Played: %(move)s") % {"move": move}
        for line in turn[len(made) :]:
            line.sentence = trouble or _("Not played, because a line above it was not.")
            self.stopped, trouble = True, ""

    def _made(self, turn: list[Line]) -> tuple[Sequence[str], str]:
        """The moves that were made, and why it went no further."""
        lines, trouble = self._in_words(turn)
        if not lines:
            return (), trouble
        try:
            played = self._at_the_door(lines)
        except (DoorError, RulesError) as error:
            return (), str(error)
        return played.moves, played.trouble or trouble

    def _in_words(self, turn: list[Line]) -> tuple[list[str], str]:
        """The lines as moves, up to a number that names no option; and what is wrong with that one."""
        lines: list[str] = []
        for line in turn:
            number = NUMBER.fullmatch(line.text)
            # a number out of an old letter is left to the door, which says that the question is another now
            if number is None or not self._is_current():
                lines.append(line.text)
                continue
            option, trouble = self._option(int(number[1]))
            if trouble:
                return lines, trouble
            lines.append(option)
        return lines, ""

    def _option(self, number: int) -> tuple[str, str]:
        """The line of this option, or why there is none."""
        if number not in self.options:
            return "", _("There is no option %(number)d in the letter.") % {"number": number}
        if not (line := self.options[number]):
            words = _("Option %(number)d needs more than its number: please write the line.")
            return "", words % {"number": number}
        return line, ""

    def _is_current(self) -> bool:
        return self.decision is None or self.decision == self.seat.decision

    def _at_the_door(self, lines: list[str]) -> Played:
        self.look()
        if self.sight.game.state == Game.State.OPEN:
            raise NotNow(_("The game has not begun."))
        if self.seat.bot:
            raise NotNow(_("A bot plays for you at the moment. To play yourself again, write “back” first."))
        decision = self.decision if self.decision is not None else self._asked_before_the_letter()
        played = service.play(
            self.sight.game.pk,
            self._mine,
            lines,
            self._origin(),
            decision=decision or 0,
            language=self.language,
        )
        self.look()
        self.decision = self.seat.decision  # what follows in the same letter answers what is asked now
        return played

    def _asked_before_the_letter(self) -> int | None:
        """A letter that names no question answers the one that was open when it was written."""
        if self.seat.asked_at is None:
            raise Stale(_("You are not asked anything at the moment."))
        if self.seat.asked_at > self.letter.received_at:
            raise Stale(_("You were asked only after this letter had come."))
        return self.seat.decision

    def _take_back(self) -> str:
        service.undo(self.sight.game.pk, self._mine, self._origin())
        self.look()
        self.decision = self.seat.decision
        return _("Taken back.")

    # --- the rest

    def _to_the_table(self, text: str) -> str:
        own = Seat.objects.select_for_update(no_key=True).filter(pk=self.seat.pk)
        if self._mine(own) is None:
            raise NotYours(_("Somebody else sits there now."))
        talk.say(self.sight.game, self.seat, text, key=self._origin().key)
        return _("Said at the table.")

    def _file(self, text: str) -> str:
        filed = ordering.file(self.sight.game.pk, self._mine, text, self._origin(), language=self.language)
        self.look()
        self.decision = self.seat.decision if filed.moves else self.decision
        told = [self._filed(filed.line)]
        if filed.moves:
            told.append(_("It has answered at once: %(moves)s") % {"moves": ", ".join(filed.moves)} + ".")
        return " ".join(filter(None, [*told, filed.trouble]))

    def _filed(self, line: str) -> str:
        """What stands or is cancelled, exactly; and in words what is to happen."""
        if line.startswith("cancelled"):
            return _("Cancelled: %(order)s") % {"order": line.partition(": ")[2]} + "."
        kept = line.removeprefix(f"{orders.PLAN} ")
        text = self.sight.rules.order_text(self.sight.position, self.seat.name, kept, self.language)
        exactly = _("Your order stands: %(order)s") % {"order": line} + "."
        return f"{exactly} {text}" if text != kept else exactly

    # --- time

    def _ask_for_time(self, rest: str) -> str:
        found = HOURS.fullmatch(rest.strip())
        if found is None or plain(found[2]) not in UNITS:
            raise NotPossible(_("How many hours? Please write a number, as in “extend 24”."))
        wish = extending.ask(self.sight.game.pk, self._mine, int(found[1]), self._origin())
        words = ngettext(
            "You have asked the table for one hour more. The clock runs on until somebody grants it.",
            "You have asked the table for %(n)d hours more. The clock runs on until somebody grants it.",
            wish.hours,
        )
        return words % {"n": wish.hours}

    def _wishes(self, rest: str) -> list[Extension]:
        """What others ask for; behind the word there may be the name of one of them, and nothing else."""
        name = plain(rest)
        wishes = extending.open_wishes(self.sight.game.pk, self.person)
        return [wish for wish in wishes if name in ("", plain(wish.seat.name))]

    def _grant(self, wishes: list[Extension]) -> str:
        if len(wishes) > 1:
            names = ", ".join(wish.seat.name for wish in wishes)
            raise NotPossible(
                _("Several have asked for more time: %(names)s. Please write whom you mean.")
                % {"names": names}
            )
        [wish] = wishes
        extending.grant(wish.pk, self._mine, self._origin())
        words = ngettext("%(name)s has one hour more.", "%(name)s has %(n)d hours more.", wish.hours)
        return words % {"name": wish.seat.name, "n": wish.hours}

    def _book(self, rest: str) -> str:
        """The first day and the last one; one day alone is both."""
        first, last = self._days(rest)
        away.book(self._user(), first, last + A_DAY, times.now())
        days = {"first": date_format(first), "last": date_format(last)}
        if first == last:
            return _("You are on leave on %(first)s.") % days
        return _("You are on leave from %(first)s to %(last)s, both days included.") % days

    def _days(self, rest: str) -> tuple[date, date]:
        try:
            days = [date.fromisoformat(word.strip(".,;")) for word in rest.split()]
        except ValueError:
            days = []
        if len(days) not in (1, 2):
            raise NotPossible(
                _("Please write the first and the last day, as in “leave 2026-12-20 2027-01-03”.")
            )
        return days[0], days[-1]

    def _user(self) -> User:
        """The person of the seat, as long as it is in the same hands."""
        self.look()
        if self._mine([self.seat]) is None or self.seat.user is None:
            raise NotYours(_("Somebody else sits there now."))
        return self.seat.user

    def _come_back(self) -> str:
        is_back = absence.come_back(self.sight.game.pk, self._mine, self._origin())
        self.look()
        self.decision = self.seat.decision
        self.options = self._listed()
        return _("Welcome back: you play yourself again.") if is_back else _("You play yourself already.")

    def _try(self, line: Line, do: Callable[[], str]) -> None:
        try:
            line.sentence = do()
            line.is_done = self.has_acted = True
        except (DoorError, RulesError) as error:
            line.sentence = str(error)

    def _mine(self, seats: Iterable[AnySeat]) -> AnySeat | None:
        """The seat, if it is still in the same hands: it may be given on while a letter is read."""
        wanted = (self.seat.pk, self.lock, self.person)
        return next((seat for seat in seats if (seat.pk, seat.key, seat.user_id) == wanted), None)

    def _origin(self) -> Origin:
        """Each request of a letter has its own key: the same letter never does the same thing twice."""
        self.requests += 1
        return Origin(How.REPLY, f"reply/{self.letter.pk}/{self.requests}", times.now(), self.person)


# --- lines as people write them


def meaning(word: str) -> str:
    """Which word of the house this is, in any of our languages."""
    spelt = plain(word)
    return next((meant for meant, spellings in WORDS.items() if spelt in spellings), "")


def spoken(lines: Iterable[str]) -> Iterator[str]:
    """The lines without what is only polite: a greeting at the top, thanks and a name at the bottom."""
    has_begun = False
    for text in lines:
        words = plain(text).split()
        if not words:
            continue
        if not has_begun and words[0] in GREETINGS and _is_bare(text):
            continue
        if has_begun and words[0] in FAREWELLS and len(words) <= MOST_POLITE:
            return
        has_begun = True
        yield printable(text, LONGEST_LINE)


def _is_bare(text: str) -> bool:
    """A greeting and nothing behind its comma: “Hi Ann,” but not “Hi, build market”."""
    greeting, _comma, rest = text.partition(",")
    return len(greeting.split()) <= MOST_POLITE and not rest.strip()
