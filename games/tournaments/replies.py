"""Replies to letters about events: each line is read for itself, in any of our languages, and answered.

“Yes” and “no” answer the letter that is replied to. Withdrawing takes a second word, so that nobody leaves by
accident. All that stands below the word “dispute” belongs to it. What is not understood changes nothing, and
is answered with what may be written.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts import people
from games.mail import addresses, answers, incoming, leave, posting, wording
from games.mail import letters as post
from games.mail.addresses import Address
from games.mail.answers import IDLE, Outcome
from games.mail.obeying import Line
from games.mail.reading.replies import Reply
from games.mail.wording import spoken
from games.models import Incoming, Seat
from games.play import times
from games.play.errors import DoorError, NotPossible
from games.rules import registry
from games.rules.core.lexicon import plain
from games.tournaments import (
    advancing,
    answering,
    enrolling,
    laddering,
    letters,
    links,
    passages,
    questions,
    tickets,
)
from games.tournaments.letters import FOLDER, STOP
from games.tournaments.links import WITHDRAW
from games.tournaments.models import Entrant, Letter, Table, Tournament

Kind = Letter.Kind

# plain spellings: no accents, no capitals, two words as one
WORDS = {
    "check_in": {"checkin", "bejelentkezem", "jovok", "ittvagyok", "prijavljujem", "dolazim", "tusam"},
    "withdraw": {"withdraw", "visszalepek", "visszalepes", "kilepek", "odustajem", "povlacimse", "povlacim"},
    "dispute": {"dispute", "vita", "panasz", "ovas", "spor", "prigovor", "prituzba"},
    "appeal": {"appeal", "fellebbezes", "fellebbezek", "zalba", "zalimse"},
    "seats": {"seats", "seat", "helyek", "hely", "mjesta", "mjesto", "sjedala"},
    "challenge": {"challenge", "kihivom", "kihivas", "izazivam", "izazov"},
    "leave": wording.WORDS["leave"],
    "help": wording.WORDS["help"],
    "status": wording.WORDS["status"],
    "yes": incoming.YES,
    "no": incoming.NO,
}
FOR_REFEREES = ("dispute", "appeal")
NUMBER = re.compile(r"#?(\d{1,9})[.:,)]?(?:\s+|$)")
# which question a letter has put
ASKED_BY: dict[str, questions.What] = {
    Kind.CHECK_IN: "check_in",
    Kind.PLACE: "place",
    Kind.THROUGH: "stage",
    Kind.ALTERNATE: "stage",
    Kind.CHALLENGE: "challenge",
}


# --- who writes


def leads_somewhere(key: str) -> bool:
    return Entrant.objects.filter(post_key=key).exists()


def obey(letter: Incoming, address: Address, reply: Reply) -> Outcome | str:
    """What is to be answered; or, as a word, why nothing is. The letter's transaction is around it."""
    entrant = _entrant(address)
    if entrant is None or entrant.user is None or not entrant.user.is_active:
        return "nobody enters by it"
    letter.user = entrant.user
    theirs = Incoming.objects.filter(user=entrant.user, recipient__startswith=f"{address.kind}+{address.key}")
    if refusal := incoming.refusal_of(entrant.user, reply):
        return incoming.warned(refusal, theirs)
    if address.rest == STOP:
        Entrant.objects.filter(pk=entrant.pk).update(is_silent=True)
        return "no more letters"
    people.locked(entrant.user.pk)  # a letter may withdraw and then book leave: people come before events
    with translation.override(entrant.user.language), timezone.override(entrant.user.zone):
        reader = Reader(entrant, _answered(entrant, address))
        lines = reader.read(list(spoken(reply.lines)))
    why = "" if reader.has_acted else IDLE
    outcome = Outcome(lines, why, wants_help=reader.wants_help or not lines, is_cut=reply.is_cut)
    return incoming.unless_often(outcome, theirs)


def _entrant(address: Address | None) -> Entrant | None:
    found = Entrant.objects.select_related("user", "tournament__owner")
    return found.filter(post_key=address.key).first() if address else None


def _answered(entrant: Entrant, address: Address) -> Letter | None:
    """The letter that is replied to, if the address says which."""
    number = address.rest
    return entrant.letters.filter(pk=int(number)).first() if number.isdecimal() else None


def from_table(seat: Seat, texts: Sequence[str]) -> Line | None:
    """A dispute or an appeal may also answer a letter of the table that it is about."""
    if meaning(texts[0])[0] not in FOR_REFEREES:
        return None
    found = Table.objects.filter(game=seat.game_id).values_list("tournament_id", "number").first()
    entrants = Entrant.objects.select_related("user", "tournament").filter(user=seat.user_id)
    entrant = entrants.filter(tournament=found[0]).first() if found and seat.user_id else None
    if found is None or entrant is None:
        return None
    [line] = Reader(entrant, None, found[1]).read(texts)
    return line


# --- what the lines mean


def meaning(text: str) -> tuple[str, str]:
    """Which word of the house a line begins with, and what stands behind it."""
    words = text.split(maxsplit=2)
    for number in (2, 1):
        spelt = "".join(plain(word) for word in words[:number]).replace(" ", "")
        if found := next((meant for meant, known in WORDS.items() if spelt in known), ""):
            return found, " ".join(words[number:])
    return "", text


class Reader:
    """Reads the lines of one letter from one entrant."""

    def __init__(self, entrant: Entrant, answered: Letter | None, table: int | None = None) -> None:
        self.entrant, self.answered, self.table = entrant, answered, table
        self.user: Any = entrant.user  # there is one, or the letter would not be read
        self.wants_help = False
        self.has_acted = False
        self.may_leave = False  # has written “withdraw” and not yet that it is meant

    def read(self, texts: Sequence[str]) -> list[Line]:
        found: list[Line] = []
        for place, text in enumerate(texts):
            line = Line(text)
            found.append(line)
            meant, rest = meaning(text)
            if meant in FOR_REFEREES:  # all that follows belongs to it
                line.text = "\n".join(texts[place:])
                self._write(line, meant, "\n".join([rest, *texts[place + 1 :]]))
                break
            self._take(line, meant, rest)
        return found

    def _take(self, line: Line, meant: str, rest: str) -> None:
        match meant:
            case "check_in":
                self._try(line, lambda: self._answer("check_in", 0, yes=True))
            case "yes" | "no" if self.may_leave:
                line.sentence = _(
                    "This may be meant for the line above, so nothing was done. "
                    "If you want to leave, please write “withdraw yes” in one line."
                )
            case "yes" | "no":
                self._try(line, lambda: self._say(yes=meant == "yes"))
            case "withdraw":
                self._withdraw(line, rest)
            case "seats":
                self._try(line, lambda: self._choose(rest))
            case "challenge":
                self._try(line, lambda: self._challenge(rest))
            case "leave":
                self._try(line, lambda: leave.obeyed(self.user, rest, self._rules()))
            case "status":
                line.is_done, line.sentence = True, _("How it stands is told below.")
            case "help":
                self.wants_help = line.is_done = True
                line.sentence = _("What you may write is explained below.")
            case _:
                self.wants_help = True
                line.sentence = _(
                    "This was not understood. A question to the referees begins with the word “dispute”."
                )

    # --- questions

    def _say(self, *, yes: bool) -> str:
        what, about = self._question()
        return self._answer(what, about, yes=yes)

    def _question(self) -> tuple[str, int]:
        """What the letter has asked; if it has asked nothing, the one thing that is asked now."""
        if self.answered is not None and self.answered.kind in ASKED_BY:
            return self._of_letter(self.answered)
        asked = questions.asked(self.entrant, times.now())
        if not asked:
            raise NotPossible(_("You are not asked anything at the moment."))
        if len(asked) > 1:
            raise NotPossible(_("You are asked several things. Please reply to the letter that you mean."))
        return asked[0].what, asked[0].about

    def _of_letter(self, letter: Letter) -> tuple[str, int]:
        what = ASKED_BY[letter.kind]
        if what == "place" and self.entrant.tournament.state == Tournament.State.CHECK_IN:
            return "check_in", 0
        data = passages.data_of(letter)
        return what, data.get({"stage": "stage", "challenge": "table"}.get(what, ""), 0)

    def _answer(self, what: str, about: int, *, yes: bool) -> str:
        return answering.answer(self.entrant, what, about, yes=yes, by=self.user)

    def _choose(self, rest: str) -> str:
        advancing.choose_seats(self.entrant.pk, self.user, rest)
        return _("Your wish is kept. What was said last holds.")

    def _challenge(self, rest: str) -> str:
        table = laddering.challenge_by_name(self.entrant, rest)
        if table.state == Table.State.STARTED:
            return _("The table begins.")
        return _("They are asked by mail. The table begins when all have agreed.")

    # --- leaving

    def _withdraw(self, line: Line, rest: str) -> None:
        """Once is not enough: the word may stand in a letter by accident."""
        if plain(rest) in incoming.YES:
            self._try(line, self._leave)
            return
        self.may_leave = True
        line.sentence = _(
            "Nothing has changed yet. If you want to leave the tournament, please reply “withdraw yes”, "
            "or open: %(link)s"
        ) % {"link": links.matter(self.entrant, WITHDRAW)}

    def _leave(self) -> str:
        enrolling.withdraw(self.entrant.pk, self.user)
        return _("You have withdrawn.")

    def _rules(self) -> Any:
        return registry.get(self.entrant.tournament.ruleset)

    # --- the referees

    def _write(self, line: Line, meant: str, text: str) -> None:
        self._try(line, lambda: self._dispute(text) if meant == "dispute" else self._appeal(text))

    def _dispute(self, text: str) -> str:
        number = NUMBER.match(text)
        words = text[number.end() :] if number else text
        table = int(number[1]) if number else self.table
        ticket = tickets.open_ticket(self.entrant.pk, table, words, receipt=False)
        return _("The referees have it, as dispute %(number)d.") % {"number": ticket.number}

    def _appeal(self, text: str) -> str:
        number = NUMBER.match(text)
        answered = self.entrant.tickets.filter(state="ruled").order_by("-number")
        ticket = (answered.filter(number=int(number[1])) if number else answered).first()
        if ticket is None:
            raise NotPossible(_("There is no answer that you could appeal against."))
        words = text[number.end() :] if number else text
        tickets.appeal(ticket.pk, self.entrant.pk, words, receipt=False)
        return _("Another referee looks at dispute %(number)d again.") % {"number": ticket.number}

    def _try(self, line: Line, do: Callable[[], str]) -> None:
        try:
            with transaction.atomic():
                line.sentence = do()
            line.is_done = self.has_acted = True
            self.entrant.refresh_from_db()
        except DoorError as error:
            line.sentence = str(error)


# --- the answer


def answer(letter: Incoming, outcome: Outcome) -> EmailMessage | None:
    """Written when it leaves: how things stand then. None if it is for nobody."""
    entrant = _entrant(addresses.read(letter.recipient))
    user: Any = entrant.user if entrant else None
    if entrant is None or user is None or user.pk != letter.user_id or not user.is_active:
        return None
    about = Letter(tournament=entrant.tournament, entrant=entrant, user=user)
    with translation.override(user.language), timezone.override(user.zone):
        words = {**letters.context(about), **answers.words_of(outcome, _help())}
        words |= {"heading": _("Your letter"), **letters.telling([passages.status(entrant, times.now())])}
        headers = letters.headers(about) | answers.headers_of(letter)
        message = post.written("answer", words, headers, to=user.email, language=user.language, folder=FOLDER)
    return posting.with_way_back(message, addresses.way_back(letter, user.email))


def _help() -> list[str]:
    return [
        _("checkin: you will play"),
        _("yes or no: to what the letter asks"),
        _("seats 2 1 3: where you would like to sit, if you are asked; the favourite first"),
        _("challenge Anna, Luka: on a ladder, ask these people to a table; their places will do, too"),
        _("withdraw yes: leave the tournament"),
        _("leave 2027-03-01..05: be away on these days, the last one included"),
        _("dispute 12 …: ask the referees about table 12; without a number, about the tournament"),
        _("appeal …: you do not agree with what the referees have answered"),
        _("status: how it stands"),
    ]
