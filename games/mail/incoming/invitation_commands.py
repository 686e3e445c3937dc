"""The commands of replies to an invitation: `yes`, with a name for the seat, and `no`, with a message."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.mail.content import game_links, invitation_email
from games.mail.incoming.commands import Command, CommandSet, CommandText, ReplyContext, stands_alone
from games.mail.incoming.politeness import is_polite
from games.mail.outgoing import game_outbox
from games.mail.parsing.vocabulary import has_word
from games.mail.reply_outcome import ReplyLine
from games.models import IncomingMail, Invitation
from games.play.errors import NotPossible
from games.play.lobby import invitations


class InvitationReply(ReplyContext):
    """The lines of one reply to an invitation; only the first is read."""

    def __init__(self, invitation: Invitation, email: IncomingMail) -> None:
        super().__init__()
        self.invitation, self.email = invitation, email

    def split_lines(self, texts: Sequence[str]) -> tuple[Sequence[str], list[ReplyLine]]:
        others = [ReplyLine(text, _("Only “yes” or “no” counts here.")) for text in texts[1:]]
        return texts[:1] or [""], others


def accept_invitation(reply: InvitationReply, text: CommandText) -> str:
    seat = invitations.accept(
        reply.invitation.pk,
        handle=find_name(text) or invitation_email.find_or_suggest_handle(reply.invitation.address),
    )
    reply.email.seat, reply.email.user = seat, seat.user
    game_outbox.drop_pending_turn_notices(seat)
    return _("You are at the table as %(name)s.") % {"name": seat.shown_name}


def find_name(text: CommandText) -> str:
    """Return the name in “yes Eve”, “Yes, Égon” and “igen, Anna Mária”; empty for “Yes, gladly”.

    Behind a comma, and if there are several words, a name is told from a remark by its capitals."""
    name = text.rest.strip(" ,.!:;-–—")
    words = name.split()
    if not words or has_word("politeness", "please", name) or any(map(is_polite, words)):
        return ""
    may_be_remark = not text.word[-1:].isalpha() or len(words) > 1
    return "" if may_be_remark and any(word[0].islower() for word in words) else name


def decline_invitation(reply: InvitationReply, text: CommandText) -> str:
    invitations.decline(reply.invitation.pk, text.rest)
    return _("You have declined. Your host can see it at the table.")


def show_rules(reply: InvitationReply, _text: CommandText) -> str:
    link = game_links.find_rulebook_link(reply.invitation.game.ruleset)
    if not link:
        raise NotPossible(_("Nobody has written down the rules of this game yet."))
    return _("The rules of the game: %(link)s") % {"link": link}


def ask_for_yes_or_no(_reply: InvitationReply, line: ReplyLine) -> None:
    line.sentence = _("Please answer with “yes” or “no” in the first line.")


INVITATION_COMMANDS = CommandSet[InvitationReply](
    Command("yes", accept_invitation),
    Command("accept", accept_invitation),
    Command("no", decline_invitation),
    Command("rules", show_rules, is_meant=stands_alone, acts=False),
    other=ask_for_yes_or_no,
)
