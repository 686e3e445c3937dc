"""Replies to tournament emails: whose they are, what becomes of them, and the email that answers them."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django.core.mail import EmailMessage
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts import server_time
from games.mail import addresses
from games.mail.addresses import Address
from games.mail.content import render
from games.mail.content.section import Section
from games.mail.content.sections.answers import (
    announce_silence,
    build_help_section,
    describe_outcome,
    describe_unproven_sender,
    find_refusal,
)
from games.mail.incoming import reply_answer, reply_policy
from games.mail.incoming.commands import CommandReader
from games.mail.incoming.subscription_commands import UNSUBSCRIBE_LINE
from games.mail.parsing.reply import Reply
from games.mail.reply_outcome import ReplyLine, ReplyOutcome
from games.models import IncomingMail, Seat
from games.tournaments.mail import email, sections
from games.tournaments.mail.commands import TOURNAMENT_COMMANDS, EntrantReply
from games.tournaments.mail.email import UNSUBSCRIBE_SUFFIX
from games.tournaments.models import Entrant, TournamentNotice, TournamentTable


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
    if refusal := reply_policy.find_refusal(entrant.user, reply):
        return reply_policy.warn_unless_often(refusal, theirs)
    if address.suffix == UNSUBSCRIBE_SUFFIX:  # whatever a mail program writes in it
        reply = msgspec.structs.replace(reply, lines=(UNSUBSCRIBE_LINE,), unreadable_reason="")
    context = EntrantReply(entrant, _find_answered_notice(entrant, address))
    reader = CommandReader(TOURNAMENT_COMMANDS, context)
    return reply_policy.execute_for_user(entrant.user, theirs, lambda: reader.execute(reply))


def _find_entrant(address: Address | None) -> Entrant | None:
    found = Entrant.objects.select_related("user", "tournament__owner")
    return found.filter(reply_key=address.key).first() if address else None


def _find_answered_notice(entrant: Entrant, address: Address) -> TournamentNotice | None:
    """Find the notice that is replied to, if the address contains its id."""
    number = address.suffix
    return entrant.notices.filter(pk=int(number)).first() if number.isdecimal() else None


def handle_table_reply(seat: Seat, texts: Sequence[str]) -> ReplyLine | None:
    """Handle a dispute or appeal sent as a reply to an email of the game that it is about."""
    command, _text = TOURNAMENT_COMMANDS.find_command(texts[0])
    if command is None or not command.takes_lines_below:
        return None
    found = TournamentTable.objects.filter(game=seat.game_id).values_list("tournament_id", "number").first()
    entrants = Entrant.objects.select_related("user", "tournament").filter(user=seat.user_id)
    entrant = entrants.filter(tournament=found[0]).first() if found and seat.user_id else None
    if found is None or entrant is None:
        return None
    [line] = CommandReader(TOURNAMENT_COMMANDS, EntrantReply(entrant, None, found[1])).read_lines(texts)
    return line


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
        status = sections.describe_status(entrant, server_time.now())
        content = email.build_content(
            about,
            _("Your email"),
            [status],
            preview=_build_preview(outcome),
            answer=_describe_outcome(outcome),
        )
        headers = reply_answer.continue_thread(
            email.build_headers(about), reply_answer.build_answer_headers(incoming_mail)
        )
        message = render.render_email(content, headers, to=user.email, language=user.language)
    return render.set_return_path(message, addresses.build_bounce_address(incoming_mail, user.email))


def _build_preview(outcome: ReplyOutcome) -> str:
    if refusal := find_refusal(outcome):
        return _describe_refusal(refusal)
    return " ".join(line.sentence for line in outcome.lines)


def _describe_outcome(outcome: ReplyOutcome) -> list[Section]:
    if refusal := find_refusal(outcome):
        return [Section(paragraphs=[_describe_refusal(refusal), *announce_silence(outcome)])]
    help_lines = TOURNAMENT_COMMANDS.list_help_lines()
    return [*describe_outcome(outcome), *build_help_section(outcome, help_lines)]


def _describe_refusal(refusal: str) -> str:
    if refusal != "foreign":
        return describe_unproven_sender()
    return _(
        "We received an email about your place in this tournament from an address that is not yours, "
        "so we did nothing. If it was you, please write from the address at which you receive this "
        "email, or sign in and change your address."
    )
