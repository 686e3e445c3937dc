"""Sections that begin the answer to a reply: what was understood and done, and what may be written."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.mail.content.section import Section, join_in_one_cell
from games.mail.content.sections.sentences import format_moment, get_zone_name
from games.mail.parsing.protected_mail import ENCRYPTED, SEALED
from games.mail.reply_outcome import NOTHING_DONE, ReplyOutcome


def find_refusal(outcome: ReplyOutcome) -> str:
    """Return why a reply was not read; empty if it was."""
    return outcome.reason if outcome.reason != NOTHING_DONE else ""


def describe_outcome(outcome: ReplyOutcome) -> list[Section]:
    """List the lines that were read, each with what was done about it; or say why none was."""
    if refusal := find_refusal(outcome):
        return [Section(paragraphs=[_describe_refusal(refusal), *announce_silence(outcome)])]
    nothing = [] if outcome.lines else [_describe_empty_reply(outcome.unreadable_reason)]
    cut = _("Your email was very long, so we read only part of it.")
    read = Section(heading=_("What we understood"), paragraphs=nothing, understood=outcome.lines)
    notes = [*([cut] if outcome.is_truncated else []), *announce_silence(outcome)]
    return join_in_one_cell([read, *(Section(is_tight=True, paragraphs=[note]) for note in notes)])


def announce_silence(outcome: ReplyOutcome) -> list[str]:
    """Say until when there are no more answers like this one, if it is the last for a while."""
    if outcome.silent_until is None:
        return []
    context = {"when": format_moment(outcome.silent_until), "zone": get_zone_name()}
    if find_refusal(outcome):
        text = _("We will not report more such emails before %(when)s (%(zone)s).")
    else:
        text = _(
            "Many of your emails in the last hour had no effect, so we will not answer such emails again "
            "before %(when)s (%(zone)s). Emails that do something are always answered."
        )
    return [text % context]


def _describe_empty_reply(unreadable_reason: str) -> str:
    """Say why no line was read."""
    if unreadable_reason == ENCRYPTED:
        return _(
            "Your email is encrypted, and we have no key to open it. Please send it again without "
            "encryption. You may still sign it."
        )
    if unreadable_reason == SEALED:
        return _(
            "Your mail program has wrapped your email in a signature that we cannot open. Please send it "
            "again without the signature."
        )
    return _("We could not read a single line of your email.")


def _describe_refusal(refusal: str) -> str:
    if refusal == "foreign":
        return _(
            "We received an email for your seat from an address that is not yours, so we did nothing. If "
            "it was you, please write from the address at which you receive this email, or sign in and "
            "change your address."
        )
    if refusal == "unproven":
        return describe_unproven_sender()
    return _(
        "Replies for this seat are switched off at the moment, because somebody else has used its "
        "links. Please sign in at the table to continue."
    )


def describe_unproven_sender() -> str:
    return _(
        "We received an email in your name, but its mail server does not vouch for it, so we did "
        "nothing. If it was you, please use a link from an email instead, or try once more."
    )


def build_help_section(outcome: ReplyOutcome, help: Sequence[str]) -> list[Section]:
    """List what may be written, for somebody who asked for it or was not understood."""
    return [Section(heading=_("What you can write"), lines=list(help))] if outcome.wants_help else []
