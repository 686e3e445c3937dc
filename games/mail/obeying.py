"""What the lines of a reply mean, and what becomes of each.

A line is a word of the house (`say`, `undo`, `help`, `status`, `orders`; about time `extend`, `grant`,
`leave`, `back`; about the game itself `vote`, `agree`, `object`), an order (`prefer …`, `always …`,
`plan …`, `cancel …`), the number of an option, or a move. Moves that follow each other are one turn: they are
played as far as they go, and nothing below a line that could not be played is. Nothing is guessed.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.links.tokens import Place
from games.mail import correspondence, leave
from games.mail.options import Listing
from games.mail.wording import YES, matters_in, meaning, spoken
from games.models import Extension, Game, Incoming, Seat, Vote
from games.play import absence, extending, ordering, service, talk, times, views_of, votes
from games.play.errors import DoorError, NotNow, NotPossible, NotYours, Stale, reason_of
from games.play.origin import How, Origin
from games.play.service import Played
from games.play.views_of import Sight
from games.rules.core import orders
from games.rules.core.errors import RulesError
from games.rules.core.lexicon import plain

NUMBER = re.compile(r"#?(\d{1,3})[.)]?")
HOURS = re.compile(r"(?:kérek\s+|kerek\s+|molim\s+)?(\d{1,9})\s*([^\W\d]*)\.?", re.IGNORECASE)
UNITS = {"", "h", "hour", "hours", "ora", "oraval", "orat", "sat", "sata", "sati"}


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
        """What goes elsewhere goes first: whoever looks after many tables is locked before any of them."""
        texts = list(spoken(lines))
        found = [Line(text) for text in texts]
        for place in range(len(texts)):
            if (elsewhere := correspondence.from_table(self.seat, texts[place:])) is not None:
                found[place:] = [elsewhere]
                self.has_acted = elsewhere.is_done
                break
        for line in found:
            if not line.sentence:
                self._take(line)
        self._play()
        return found

    def _take(self, line: Line) -> None:
        word, _space, rest = line.text.partition(" ")
        match meaning(word):
            case "say":
                self._try(line, lambda: self._to_the_table(rest))
            case "help":
                self.wants_help, line.is_done = True, True
                line.sentence = _("What you may write is explained below.")
            case "status":
                line.is_done, line.sentence = True, _("The table as it stands is below.")
            case "orders":
                self._play()
                line.is_done, line.sentence = True, self._orders()
            case _ if act := self._act(word, rest, line.text):
                self._play()
                self._try(line, act)
            case _:
                self.turn.append(line)

    def _act(self, word: str, rest: str, text: str) -> Callable[[], str] | None:
        """What this line does at once, after the moves above it; nothing, if it is a move itself."""
        acts: dict[str, Callable[[], str]] = {
            "undo": self._take_back,
            "extend": partial(self._ask_for_time, rest),
            "leave": partial(self._leave, rest),
            "back": self._come_back,
            **{how: partial(self._vote, how, rest) for how in ("vote", "agree", "object")},
        }
        meant = meaning(word)
        if meant in acts and not (meant == "undo" and rest and self.sight.rules.lexicon.takes(word)):
            return acts[meant]  # “poništi” alone takes a move back; “poništi plan” is a word of the game
        if meant == "grant":
            return self._consent(word, rest)
        return partial(self._file, text) if orders.is_order(self.sight.rules, text) else None

    def _consent(self, word: str, rest: str) -> Callable[[], str] | None:
        """Yes to more time, or to a vote; without either it is read as a move."""
        wishes, is_open = self._wishes(rest), plain(word) in YES and bool(self._open_votes(rest))
        if wishes:
            return partial(self._grant, wishes, is_plain=not is_open)
        return partial(self._vote, "agree", rest) if is_open else None

    # --- moves

    def _play(self) -> None:
        """Play what has gathered as one turn, as far as it goes."""
        turn, self.turn = self.turn, []
        made, trouble = ((), "") if self.stopped else self._made(turn)
        for line, move in zip(turn, made, strict=False):
            line.is_done = self.has_acted = True
            line.sentence = _("Played: %(move)s") % {"move": self._written(move)}
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
            return (), reason_of(error)
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
            told.append(
                _("It has answered at once: %(moves)s") % {"moves": self._written(*filed.moves)} + "."
            )
        elif filed.line.startswith(f"{orders.PLAN} ") and not filed.trouble:
            told.append(self._doubt())
        return " ".join(filter(None, [*told, filed.trouble]))

    def _doubt(self) -> str:
        """Why the plan, as it stands now, is sure to stop."""
        rules, position = self.sight.rules, self.sight.position
        plan = orders.plan(rules, position, self.seat.name)
        return rules.plan_doubt(position, self.seat.name, plan, self.language)

    def _filed(self, line: str) -> str:
        """What stands or is cancelled, exactly; and in words what is to happen."""
        if line.startswith("cancelled"):
            return (
                _("Cancelled: %(order)s") % {"order": self._written(*line.partition(": ")[2].split(", "))}
                + "."
            )
        return _("Your order stands: %(order)s") % {"order": self._explained(line)}

    def _explained(self, line: str) -> str:
        """An order as it is written, and what it means where that says more."""
        kept = line.removeprefix(f"{orders.PLAN} ")
        text = self.sight.rules.order_text(self.sight.position, self.seat.name, kept, self.language)
        return f"{self._written(line)}. {text}" if text != kept else f"{self._written(line)}."

    def _written(self, *lines: str) -> str:
        """Lines of the notation in the reader's words."""
        return ", ".join(map(self.sight.rules.writer(self.sight.position, self.language), lines))

    def _orders(self) -> str:
        """All that stand, a plan last."""
        if not self.sight.game.has_begun:
            return _("The game has not begun.")
        rules, position = self.sight.rules, self.sight.position
        lines = list(rules.orders(position, self.seat.name)) if rules.knows_orders else []
        standing = [line for line in lines if rules.kind_of_order(line)]
        plan = [f"{orders.PLAN} {line}" for line in lines if not rules.kind_of_order(line)]
        if not lines:
            return _("No order stands: you are asked about everything.")
        return " ".join(self._explained(line) for line in (*standing, *plan))

    # --- time

    def _ask_for_time(self, rest: str) -> str:
        found = HOURS.fullmatch(rest.strip())
        if found is None or plain(found[2]) not in UNITS:
            usual = extending.usual_hours(self.sight.game.pace)
            raise NotPossible(
                _("How many hours? Please write a number, as in “extend %(hours)d”.") % {"hours": usual}
            )
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

    def _grant(self, wishes: list[Extension], *, is_plain: bool) -> str:
        if not is_plain:
            raise NotPossible(
                _("Somebody asks for more time, and there is a vote: please write “grant” or “agree”.")
            )
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

    def _leave(self, rest: str) -> str:
        return leave.obeyed(self._user(), rest, self.sight.rules)

    def _user(self) -> User:
        """The person of the seat, as long as it is in the same hands."""
        self.look()
        if self._mine([self.seat]) is None or self.seat.user is None:
            raise NotYours(_("Somebody else sits there now."))
        return self.seat.user

    # --- votes

    def _vote(self, how: str, rest: str) -> str:
        matter = self._matter(how, rest)
        if how == "object":
            votes.object_to(self.sight.game.pk, self._mine, matter, self._origin())
        elif votes.vote(self.sight.game.pk, self._mine, matter, self._origin()):
            self.look()
            return views_of.CHANGES[votes.KINDS[Vote.Matter(matter)]]()
        self.look()
        standing = next(one for one in votes.standings(self.sight) if one.matter == matter)
        return _("Your vote counts. %(standing)s") % {"standing": standing.sentence}

    def _matter(self, how: str, rest: str) -> str:
        """What is voted on: what is named, or the one vote that is open."""
        found = matters_in(rest) if how == "vote" else self._open_votes(rest)
        if how == "vote" and len(found) != 1:
            raise NotPossible(_("On what? Please write “vote pause”, “vote resume” or “vote abandon”."))
        if not found:
            raise NotPossible(_("There is no such vote at this table at the moment."))
        if len(found) > 1:
            raise NotPossible(_("Several votes are open: please write which you mean, as in “agree pause”."))
        return found[0]

    def _open_votes(self, rest: str) -> list[str]:
        """What somebody is for; behind the word it may be named."""
        named = matters_in(rest)
        opened = [one.matter for one in votes.standings(self.sight) if one.is_open]
        return [matter for matter in opened if matter in named or not named]

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
            line.sentence = reason_of(error)

    def _mine(self, seats: Iterable[AnySeat]) -> AnySeat | None:
        """The seat, if it is still in the same hands: it may be given on while a letter is read."""
        wanted = (self.seat.pk, self.lock, self.person)
        return next((seat for seat in seats if (seat.pk, seat.key, seat.user_id) == wanted), None)

    def _origin(self) -> Origin:
        """Each request of a letter has its own key: the same letter never does the same thing twice."""
        self.requests += 1
        return Origin(How.REPLY, f"reply/{self.letter.pk}/{self.requests}", times.now(), self.person)
