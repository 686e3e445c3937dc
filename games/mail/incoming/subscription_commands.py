"""The commands that stop the emails about a table or a tournament, and let them come again."""

from django.utils.translation import gettext as _

from games.mail.content.sections.sentences import confirm_stopped_emails
from games.mail.incoming.commands import CommandText, ReplyContext
from games.mail.incoming.game_reply import GameReply
from games.mail.incoming.politeness import is_polite
from games.mail.parsing.vocabulary import get_words
from games.play import seat_emails
from games.play.errors import NotPossible
from games.rules.core.lexicon import normalize_text

UNSUBSCRIBE_LINE = "unsubscribe"  # what an email to an address for unsubscribing says, whatever is in it


def names_emails(rest: str) -> bool:
    """Is this “emails”, perhaps with politeness around it?"""
    words = normalize_text(rest).split()
    named = [word for word in words if word in get_words("emails", "emails")]
    return bool(named) and all(is_polite(word) for word in words if word not in named)


def is_stop_meant(_context: ReplyContext, text: CommandText) -> bool:
    """Tell “stop”, “stop emails, please” from “Stop teasing me!”"""
    return is_polite(text.rest) or names_emails(text.rest)


def require_clear_stop(context: ReplyContext, text: CommandText) -> None:
    """Raise NotPossible for a bare “stop” among other lines: below a move it may mean the end of a turn."""
    if not (context.has_one_line or names_emails(text.rest)):
        raise NotPossible(
            _("Do you want no more emails about this? Then please write “stop emails”. Nothing has changed.")
        )


# --- at a table


def is_table_stop_meant(reply: GameReply, text: CommandText) -> bool:
    """In a game that has the word among its own, only “stop emails” is meant for us."""
    is_own_word = reply.game_view.rules.lexicon.has_spelling(text.word)
    return names_emails(text.rest) if is_own_word else is_stop_meant(reply, text)


def stop_table_emails(reply: GameReply, text: CommandText) -> str:
    require_clear_stop(reply, text)
    return unsubscribe_from_table(reply, text)


def unsubscribe_from_table(reply: GameReply, _text: CommandText) -> str:
    if not seat_emails.stop_seat_emails(reply.seat, reply.require_user()):
        raise NotPossible(_("You already get no emails about this table. To get them again, reply “start”."))
    return confirm_stopped_emails(reply.game_view.game)


def start_table_emails(reply: GameReply, _text: CommandText) -> str:
    if not seat_emails.resume_seat_emails(reply.seat, reply.require_user()):
        raise NotPossible(_("You already get emails about this table."))
    return _("You will get emails about this table again.")
