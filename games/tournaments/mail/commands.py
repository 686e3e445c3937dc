"""Commands in replies to tournament emails. Each line is parsed separately, in any language, and answered.

“Yes” and “no” answer the email that is replied to. Withdrawing takes a second word, so that nobody leaves by
accident. Everything below the word “dispute” belongs to the dispute. A line that is not understood changes
nothing and is answered with a list of commands.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from django.core.mail import EmailMessage
from django.db.transaction import atomic
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts import server_time, users
from games.mail import addresses
from games.mail.addresses import Address
from games.mail.content import render, reply_answer
from games.mail.incoming import leave_command, processor, vocabulary
from games.mail.incoming.commands import NOTHING_DONE, ReplyLine, ReplyOutcome
from games.mail.incoming.vocabulary import strip_pleasantries
from games.mail.parsing.reply import Reply
from games.models import IncomingMail, Seat
from games.play.errors import NotPossible, PlayError
from games.rules import registry
from games.rules.core.lexicon import normalize_text
from games.tournaments.director import ladder, stages
from games.tournaments.entries import answers, questions, registration
from games.tournaments.mail import email, links, sections
from games.tournaments.mail.email import TEMPLATE_FOLDER, UNSUBSCRIBE_SUFFIX
from games.tournaments.mail.links import WITHDRAW
from games.tournaments.models import Entrant, Tournament, TournamentNotice, TournamentTable
from games.tournaments.rulings import disputes

Kind = TournamentNotice.Kind

# normalized: no accents, no capitals, two words joined
COMMAND_WORDS = {
    "check_in": {"checkin", "bejelentkezem", "jovok", "ittvagyok", "prijavljujem", "dolazim", "tusam"},
    "withdraw": {"withdraw", "visszalepek", "visszalepes", "kilepek", "odustajem", "povlacimse", "povlacim"},
    "dispute": {"dispute", "vita", "panasz", "ovas", "spor", "prigovor", "prituzba"},
    "appeal": {"appeal", "fellebbezes", "fellebbezek", "zalba", "zalimse"},
    "seats": {"seats", "seat", "helyek", "hely", "mjesta", "mjesto", "sjedala"},
    "challenge": {"challenge", "kihivom", "kihivas", "izazivam", "izazov"},
    "leave": vocabulary.COMMAND_WORDS["leave"],
    "help": vocabulary.COMMAND_WORDS["help"],
    "status": vocabulary.COMMAND_WORDS["status"],
    "yes": vocabulary.ACCEPT_WORDS,
    "no": vocabulary.DECLINE_WORDS,
}
REFEREE_COMMANDS = ("dispute", "appeal")
LEADING_NUMBER = re.compile(r"#?(\d{1,9})[.:,)]?(?:\s+|$)")
# the question that a kind of notice asks
QUESTION_BY_NOTICE: dict[str, questions.QuestionKind] = {
    Kind.CHECK_IN: "check_in",
    Kind.PLACE: "place",
    Kind.THROUGH: "stage",
    Kind.ALTERNATE: "stage",
    Kind.CHALLENGE: "challenge",
}


# --- Sender


def is_known_key(key: str) -> bool:
    """Tell whether a reply key belongs to an entrant."""
    return Entrant.objects.filter(reply_key=key).exists()


def process_reply(email: IncomingMail, address: Address, reply: Reply) -> ReplyOutcome | str:
    """Process a reply inside the caller's transaction.

    Return what to answer, or as a string, why nothing is answered.
    """
    entrant = _find_entrant(address)
    if entrant is None or entrant.user is None or not entrant.user.is_active:
        return "nobody enters by it"
    email.user = entrant.user
    theirs = IncomingMail.objects.filter(
        user=entrant.user, recipient__startswith=f"{address.kind}+{address.key}"
    )
    if refusal := processor.find_refusal(entrant.user, reply):
        return processor.warn_unless_often(refusal, theirs)
    if address.suffix == UNSUBSCRIBE_SUFFIX:
        Entrant.objects.filter(pk=entrant.pk).update(is_unsubscribed=True)
        return "unsubscribed"
    users.lock_user(entrant.user.pk)  # a reply may withdraw and book leave: lock users before tournaments
    with translation.override(entrant.user.language), timezone.override(entrant.user.zone):
        reader = TournamentCommandReader(entrant, _find_answered_notice(entrant, address))
        lines = reader.read(list(strip_pleasantries(reply.lines)))
    why = "" if reader.has_acted else NOTHING_DONE
    outcome = ReplyOutcome(
        lines, why, wants_help=reader.wants_help or not lines, is_truncated=reply.is_truncated
    )
    return processor.answer_unless_often(outcome, theirs)


def _find_entrant(address: Address | None) -> Entrant | None:
    found = Entrant.objects.select_related("user", "tournament__owner")
    return found.filter(reply_key=address.key).first() if address else None


def _find_answered_notice(entrant: Entrant, address: Address) -> TournamentNotice | None:
    """Find the notice that is replied to, if the address contains its id."""
    number = address.suffix
    return entrant.notices.filter(pk=int(number)).first() if number.isdecimal() else None


def handle_table_reply(seat: Seat, texts: Sequence[str]) -> ReplyLine | None:
    """Handle a dispute or appeal sent as a reply to an email of the game that it is about."""
    if parse_command(texts[0])[0] not in REFEREE_COMMANDS:
        return None
    found = TournamentTable.objects.filter(game=seat.game_id).values_list("tournament_id", "number").first()
    entrants = Entrant.objects.select_related("user", "tournament").filter(user=seat.user_id)
    entrant = entrants.filter(tournament=found[0]).first() if found and seat.user_id else None
    if found is None or entrant is None:
        return None
    [line] = TournamentCommandReader(entrant, None, found[1]).read(texts)
    return line


# --- Commands


def parse_command(text: str) -> tuple[str, str]:
    """Return the command at the start of a line, and the rest of the line."""
    words = text.split(maxsplit=2)
    for number in (2, 1):
        spelt = "".join(normalize_text(word) for word in words[:number]).replace(" ", "")
        if found := next((meant for meant, known in COMMAND_WORDS.items() if spelt in known), ""):
            return found, " ".join(words[number:])
    return "", text


class TournamentCommandReader:
    """Parses and executes the lines of one reply from one entrant."""

    def __init__(self, entrant: Entrant, answered: TournamentNotice | None, table: int | None = None) -> None:
        self.entrant, self.answered_notice, self.table = entrant, answered, table
        self.user: Any = entrant.user  # never None: replies without a user are not read
        self.wants_help = False
        self.has_acted = False
        self.awaits_confirmation = False  # “withdraw” was written, but not confirmed yet

    def read(self, texts: Sequence[str]) -> list[ReplyLine]:
        """Execute all lines in order and return them with their answers."""
        found: list[ReplyLine] = []
        for place, text in enumerate(texts):
            line = ReplyLine(text)
            found.append(line)
            meant, rest = parse_command(text)
            if meant in REFEREE_COMMANDS:  # everything below belongs to it
                line.text = "\n".join(texts[place:])
                self._send_to_referees(line, meant, "\n".join([rest, *texts[place + 1 :]]))
                break
            self._execute_line(line, meant, rest)
        return found

    def _execute_line(self, line: ReplyLine, meant: str, rest: str) -> None:
        match meant:
            case "check_in":
                self._run_safely(line, lambda: self._answer("check_in", 0, yes=True))
            case "yes" | "no" if self.awaits_confirmation:
                line.sentence = _(
                    "This may be meant for the line above, so nothing was done. "
                    "If you want to leave, please write “withdraw yes” in one line."
                )
            case "yes" | "no":
                self._run_safely(line, lambda: self._answer_open_question(yes=meant == "yes"))
            case "withdraw":
                self._withdraw(line, rest)
            case "seats":
                self._run_safely(line, lambda: self._choose(rest))
            case "challenge":
                self._run_safely(line, lambda: self._challenge(rest))
            case "leave":
                self._run_safely(
                    line, lambda: leave_command.execute_leave_command(self.user, rest, self._rules())
                )
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

    # --- Questions

    def _answer_open_question(self, *, yes: bool) -> str:
        what, about = self._question()
        return self._answer(what, about, yes=yes)

    def _question(self) -> tuple[str, int]:
        """Return the question of the email, or if it asked nothing, the only open one."""
        if self.answered_notice is not None and self.answered_notice.kind in QUESTION_BY_NOTICE:
            return self._question_of_notice(self.answered_notice)
        asked = questions.list_questions(self.entrant, server_time.now())
        if not asked:
            raise NotPossible(_("You are not asked anything at the moment."))
        if len(asked) > 1:
            raise NotPossible(_("You are asked several things. Please reply to the letter that you mean."))
        return asked[0].kind, asked[0].about

    def _question_of_notice(self, notice: TournamentNotice) -> tuple[str, int]:
        what = QUESTION_BY_NOTICE[notice.kind]
        if what == "place" and self.entrant.tournament.state == Tournament.State.CHECK_IN:
            return "check_in", 0
        data = sections.load_notice_data(notice)
        return what, data.get({"stage": "stage", "challenge": "table"}.get(what, ""), 0)

    def _answer(self, what: str, about: int, *, yes: bool) -> str:
        return answers.answer_question(self.entrant, what, about, yes=yes, by=self.user)

    def _choose(self, rest: str) -> str:
        stages.choose_seats(self.entrant.pk, self.user, rest)
        return _("Your wish is kept. What was said last holds.")

    def _challenge(self, rest: str) -> str:
        table = ladder.challenge_by_name(self.entrant, rest)
        if table.state == TournamentTable.State.STARTED:
            return _("The table begins.")
        return _("They are asked by mail. The table begins when all have agreed.")

    # --- Withdrawal

    def _withdraw(self, line: ReplyLine, rest: str) -> None:
        """Withdraw only with a confirming “yes”, because the word may occur in an email by accident."""
        if normalize_text(rest) in vocabulary.ACCEPT_WORDS:
            self._run_safely(line, self._leave)
            return
        self.awaits_confirmation = True
        line.sentence = _(
            "Nothing has changed yet. If you want to leave the tournament, please reply “withdraw yes”, "
            "or open: %(link)s"
        ) % {"link": links.build_action_url(self.entrant, WITHDRAW)}

    def _leave(self) -> str:
        registration.withdraw_entrant(self.entrant.pk, self.user)
        return _("You have withdrawn.")

    def _rules(self) -> Any:
        return registry.get(self.entrant.tournament.ruleset)

    # --- Referees

    def _send_to_referees(self, line: ReplyLine, meant: str, text: str) -> None:
        self._run_safely(line, lambda: self._dispute(text) if meant == "dispute" else self._appeal(text))

    def _dispute(self, text: str) -> str:
        number = LEADING_NUMBER.match(text)
        phrase = text[number.end() :] if number else text
        table = int(number[1]) if number else self.table
        dispute = disputes.open_dispute(self.entrant.pk, table, phrase, receipt=False)
        return _("The referees have it, as dispute %(number)d.") % {"number": dispute.number}

    def _appeal(self, text: str) -> str:
        number = LEADING_NUMBER.match(text)
        answered = self.entrant.disputes.filter(state="ruled").order_by("-number")
        dispute = (answered.filter(number=int(number[1])) if number else answered).first()
        if dispute is None:
            raise NotPossible(_("There is no answer that you could appeal against."))
        phrase = text[number.end() :] if number else text
        disputes.appeal_dispute(dispute.pk, self.entrant.pk, phrase, receipt=False)
        return _("Another referee looks at dispute %(number)d again.") % {"number": dispute.number}

    def _run_safely(self, line: ReplyLine, do: Callable[[], str]) -> None:
        try:
            with atomic():
                line.sentence = do()
            line.is_done = self.has_acted = True
            self.entrant.refresh_from_db()
        except PlayError as error:
            line.sentence = str(error)


# --- Answer


def build_answer_email(incoming_mail: IncomingMail, outcome: ReplyOutcome) -> EmailMessage | None:
    """Build the answer email when it is sent, so that it shows the current status.

    None if there is no recipient.
    """
    entrant = _find_entrant(addresses.parse_address(incoming_mail.recipient))
    user: Any = entrant.user if entrant else None
    if entrant is None or user is None or user.pk != incoming_mail.user_id or not user.is_active:
        return None
    about = TournamentNotice(tournament=entrant.tournament, entrant=entrant, user=user)
    with translation.override(user.language), timezone.override(user.zone):
        context = {
            **email.build_context(about),
            **reply_answer.build_outcome_context(outcome, _list_help_lines()),
        }
        context |= {
            "heading": _("Your letter"),
            **email.build_section_context([sections.describe_status(entrant, server_time.now())]),
        }
        headers = email.build_headers(about) | reply_answer.build_answer_headers(incoming_mail)
        message = render.render_email(
            "answer", context, headers, to=user.email, language=user.language, folder=TEMPLATE_FOLDER
        )
    return render.set_return_path(message, addresses.build_bounce_address(incoming_mail, user.email))


def _list_help_lines() -> list[str]:
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
