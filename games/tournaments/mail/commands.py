"""The commands of replies to tournament emails.

“Yes” and “no” answer the email that is replied to. Withdrawing takes a second word, so that nobody leaves by
accident. Everything below the word “dispute” belongs to the dispute. A line that is not understood changes
nothing and is answered with a list of commands.
"""

import re
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import server_time
from games.mail.incoming import preference_commands
from games.mail.incoming.commands import (
    Command,
    CommandSet,
    CommandText,
    ReplyContext,
    explain_commands,
    stands_alone,
)
from games.mail.incoming.leave_command import execute_leave_command
from games.mail.incoming.subscription_commands import is_stop_meant, require_clear_stop
from games.mail.parsing.vocabulary import has_word
from games.mail.reply_outcome import ReplyLine
from games.play.errors import NotPossible
from games.tournaments.director import ladder, stages
from games.tournaments.entries import answers, questions, registration
from games.tournaments.mail import links, sections
from games.tournaments.mail.links import WITHDRAW
from games.tournaments.models import Entrant, Tournament, TournamentNotice, TournamentTable
from games.tournaments.rulings import disputes

Kind = TournamentNotice.Kind

LEADING_NUMBER = re.compile(r"#?(\d{1,9})[.:,)]?(?:\s+|$)")
# the question that a kind of notice asks
QUESTION_BY_NOTICE: dict[str, questions.QuestionKind] = {
    Kind.CHECK_IN: "check_in",
    Kind.PLACE: "place",
    Kind.THROUGH: "stage",
    Kind.ALTERNATE: "stage",
    Kind.CHALLENGE: "challenge",
}


class EntrantReply(ReplyContext):
    """The lines of one reply from one entrant."""

    def __init__(self, entrant: Entrant, answered: TournamentNotice | None, table: int | None = None) -> None:
        super().__init__()
        self.entrant, self.answered_notice, self.table = entrant, answered, table
        self.user: Any = entrant.user  # never None: replies without a user are not read
        self.awaits_confirmation = False  # “withdraw” was written, but not confirmed yet

    def after_command(self) -> None:
        self.entrant.refresh_from_db()


# --- questions


def check_in(reply: EntrantReply, _text: CommandText) -> str:
    return _answer_question(reply, "check_in", 0, yes=True)


def answer_yes(reply: EntrantReply, _text: CommandText) -> str:
    return _answer_question(reply, *_find_question(reply), yes=True)


def answer_no(reply: EntrantReply, _text: CommandText) -> str:
    return _answer_question(reply, *_find_question(reply), yes=False)


def _find_question(reply: EntrantReply) -> tuple[str, int]:
    """Return the question of the email, or if it asked nothing, the only open one."""
    if reply.awaits_confirmation:
        raise NotPossible(
            _(
                "This may belong to the line above, so we did nothing. If you want to leave, please write "
                "“withdraw yes” on one line."
            )
        )
    if reply.answered_notice is not None and reply.answered_notice.kind in QUESTION_BY_NOTICE:
        return _get_question_of_notice(reply.entrant, reply.answered_notice)
    asked = questions.list_questions(reply.entrant, server_time.now())
    if not asked:
        raise NotPossible(_("You are not being asked anything at the moment."))
    if len(asked) > 1:
        raise NotPossible(_("You are being asked several things. Please reply to the email you mean."))
    return asked[0].kind, asked[0].about


def _get_question_of_notice(entrant: Entrant, notice: TournamentNotice) -> tuple[str, int]:
    what = QUESTION_BY_NOTICE[notice.kind]
    if what == "place" and entrant.tournament.state == Tournament.State.CHECK_IN:
        return "check_in", 0
    data = sections.load_notice_data(notice)
    return what, data.get({"stage": "stage", "challenge": "table"}.get(what, ""), 0)


def _answer_question(reply: EntrantReply, what: str, about: int, *, yes: bool) -> str:
    return answers.answer_question(reply.entrant, what, about, yes=yes, by=reply.user)


# --- the entrant's own actions


def choose_seats(reply: EntrantReply, text: CommandText) -> str:
    stages.choose_seats(reply.entrant.pk, reply.user, text.rest)
    return _("Saved. Your latest choice counts.")


def challenge_entrants(reply: EntrantReply, text: CommandText) -> str:
    table = ladder.challenge_by_name(reply.entrant, text.rest)
    if table.state == TournamentTable.State.STARTED:
        return _("The table begins.")
    return _("They are being asked by email. The table begins when all have agreed.")


def sit_out(reply: EntrantReply, text: CommandText) -> str:
    plays = has_word("commands", "no", text.rest)
    return answers.answer_question(reply.entrant, "sit_out", 0, yes=not plays, by=reply.user)


def withdraw(reply: EntrantReply, text: CommandText) -> str:
    """Withdraw only with a confirming “yes”, because the word may occur in an email by accident."""
    if has_word("commands", "yes", text.rest) or has_word("commands", "accept", text.rest):
        registration.withdraw_entrant(reply.entrant.pk, reply.user)
        return _("You have withdrawn.")
    reply.awaits_confirmation = True
    raise NotPossible(
        _(
            "Nothing has changed yet. If you want to leave the tournament, please reply “withdraw yes”, "
            "or open: %(link)s"
        )
        % {"link": links.build_action_url(reply.entrant, WITHDRAW)}
    )


def book_leave(reply: EntrantReply, text: CommandText) -> str:
    return execute_leave_command(reply.user, text.rest)


def describe_status(_reply: EntrantReply, _text: CommandText) -> str:
    return _("See below for where it stands.")


def choose_language(reply: EntrantReply, text: CommandText) -> str:
    return preference_commands.choose_language(reply.user, text.rest)


def choose_quiet_hours(reply: EntrantReply, text: CommandText) -> str:
    return preference_commands.choose_quiet_hours(reply.user, text.rest)


def stop_emails(reply: EntrantReply, text: CommandText) -> str:
    require_clear_stop(reply, text)
    return unsubscribe(reply, text)


def unsubscribe(reply: EntrantReply, _text: CommandText) -> str:
    if not Entrant.objects.filter(pk=reply.entrant.pk, is_unsubscribed=False).update(is_unsubscribed=True):
        raise NotPossible(
            _("You already get no emails about this tournament. To get them again, reply “start”.")
        )
    return _(
        "You will get no more emails about this tournament. You are still in it: anything you are "
        "asked is on its page. To get emails again, reply “start”."
    )


def start_emails(reply: EntrantReply, _text: CommandText) -> str:
    if not Entrant.objects.filter(pk=reply.entrant.pk, is_unsubscribed=True).update(is_unsubscribed=False):
        raise NotPossible(_("You already get emails about this tournament."))
    return _("You will get emails about this tournament again.")


def show_rules(reply: EntrantReply, _text: CommandText) -> str:
    link = links.build_tournament_url(reply.entrant.tournament, "tournament_rules")
    return _("The rules of the tournament: %(link)s") % {"link": link}


# --- referees


def open_dispute(reply: EntrantReply, text: CommandText) -> str:
    number, words = _split_number(text.rest)
    table = reply.table if number is None else number
    dispute = disputes.open_dispute(reply.entrant.pk, table, words, receipt=False)
    return _("The referees have it as dispute %(number)d.") % {"number": dispute.number}


def appeal_ruling(reply: EntrantReply, text: CommandText) -> str:
    number, words = _split_number(text.rest)
    answered = reply.entrant.disputes.filter(state="ruled").order_by("-number")
    dispute = (answered if number is None else answered.filter(number=number)).first()
    if dispute is None:
        raise NotPossible(_("There is no answer you could appeal against."))
    disputes.appeal_dispute(dispute.pk, reply.entrant.pk, words, receipt=False)
    return _("Another referee will look at dispute %(number)d again.") % {"number": dispute.number}


def _split_number(text: str) -> tuple[int | None, str]:
    """Split off the number of a table or dispute, if the text begins with one."""
    number = LEADING_NUMBER.match(text)
    return (int(number[1]), text[number.end() :]) if number else (None, text)


def explain_referees(reply: EntrantReply, line: ReplyLine) -> None:
    reply.wants_help = True
    line.sentence = _(
        "We did not understand this. A question to the referees begins with the word “dispute”."
    )


TOURNAMENT_COMMANDS = CommandSet[EntrantReply](
    Command("check_in", check_in, help=(gettext_lazy("checkin: you will play"),)),
    Command("yes", answer_yes, help=(gettext_lazy("yes or no: your answer to what the email asks"),)),
    Command("accept", answer_yes),
    Command("no", answer_no),
    Command(
        "seats",
        choose_seats,
        help=(gettext_lazy("seats 2 1 3: the seats you would like, if you are asked; your favourite first"),),
    ),
    Command(
        "challenge",
        challenge_entrants,
        help=(
            gettext_lazy(
                "challenge Anna, Luka: on a ladder, challenge these people; you can also give their places"
            ),
        ),
    ),
    Command(
        "sit_out",
        sit_out,
        help=(gettext_lazy("sit out: you have no table in the next round; “sit out no” takes it back"),),
    ),
    Command("withdraw", withdraw, help=(gettext_lazy("withdraw yes: leave the tournament"),)),
    Command(
        "leave",
        book_leave,
        help=(gettext_lazy("leave 2027-03-01..05: be away on these days, including the last one"),),
    ),
    Command(
        "dispute",
        open_dispute,
        takes_lines_below=True,
        help=(
            gettext_lazy(
                "dispute 12 …: ask the referees about table 12; without a number, about the tournament"
            ),
        ),
    ),
    Command(
        "appeal",
        appeal_ruling,
        takes_lines_below=True,
        help=(gettext_lazy("appeal …: you disagree with the referees’ answer"),),
    ),
    Command(
        "status", describe_status, acts=False, help=(gettext_lazy("status: where the tournament stands"),)
    ),
    Command(
        "rules",
        show_rules,
        is_meant=stands_alone,
        acts=False,
        help=(gettext_lazy("rules: where to read the rules of the tournament"),),
    ),
    *preference_commands.declare_commands(choose_language, choose_quiet_hours),
    Command(
        "stop",
        stop_emails,
        is_meant=is_stop_meant,
        help=(
            gettext_lazy(
                "stop emails: get no more emails about this tournament; “start” turns them on again"
            ),
        ),
    ),
    Command("unsubscribe", unsubscribe, is_meant=is_stop_meant),
    Command("start", start_emails, is_meant=is_stop_meant),
    Command("help", explain_commands, acts=False),
    other=explain_referees,
)
