"""Mail preferences: each kind of email comes at once, in a digest at hours of the person's choice, or not at
all.

Emails about the account itself (codes, a changed address, a new passkey) are not optional. Where a person has
not chosen, the default of the kind applies, so that a new kind needs no migration.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

NOW, COLLECTED, NONE = "now", "collected", "none"
WHEN_CHOICES: "list[tuple[str, StrPromise]]" = [
    (NOW, pgettext_lazy("a letter comes", "at once")),
    (COLLECTED, pgettext_lazy("a letter comes", "in the daily digest")),
    (NONE, pgettext_lazy("a letter comes", "never")),
]


class MailKind(NamedTuple):
    """A kind of email, and its default for people who have not chosen."""

    slug: str
    default: str
    label: "StrPromise"
    explanation: "StrPromise"
    warning_if_none: "StrPromise | None" = None  # shown to people who have switched it off
    is_urgent: bool = False  # never in a digest

    @property
    def choices(self) -> "list[tuple[str, StrPromise]]":
        """Return the choices for this kind."""
        return [(word, label) for word, label in WHEN_CHOICES if word != COLLECTED or not self.is_urgent]


MAIL_KINDS: dict[str, MailKind] = {
    kind.slug: kind
    for kind in [
        MailKind("invitation", NOW, _("Invitations"), _("Somebody invites you to a table.")),
        MailKind("started", NOW, _("A game begins"), _("The table is full and the cards are dealt.")),
        MailKind(
            "your_turn",
            NOW,
            _("Your turn"),
            _("What happened, the table, your options and your deadline."),
            _(
                "If you turn this off, only the site tells you that it is your turn. The clock runs all the "
                "same."
            ),
        ),
        MailKind("reminder", NOW, _("Reminders"), _("Once per turn, before your time runs out.")),
        MailKind(
            "missed",
            NOW,
            _("Out of time"),
            _("What was played for you when you ran out of time, and how to come back."),
            _("If you turn this off, only the site tells you that a bot is playing for you."),
            is_urgent=True,
        ),
        MailKind(
            "alone",
            NOW,
            _("Only you"),
            _("Everybody else has answered, and the table is waiting only for you."),
        ),
        MailKind(
            "orders", COLLECTED, _("Your orders"), _("What your orders have answered for you, or could not.")
        ),
        MailKind("talk", COLLECTED, _("Table talk"), _("What others write at your tables.")),
        MailKind(
            "gazette",
            COLLECTED,
            _("The gazette"),
            _("A report of each finished round at tables you play at or follow."),
        ),
        MailKind("over", NOW, _("A game is over"), _("The result, and how the game unfolded.")),
        MailKind("changes", NOW, _("Changes at a table"), _("A pause, a vote, a new player, new deadlines.")),
        MailKind(
            "tournament",
            NOW,
            _("Tournaments"),
            _(
                "Your place, your tables, standings and news. Emails that need an answer are never held for "
                "the digest."
            ),
            _(
                "If you turn this off, only the site asks you to check in, and you lose your place if you do "
                "not confirm it."
            ),
        ),
    ]
}


def list_defaults() -> dict[str, str]:
    return {slug: kind.default for slug, kind in MAIL_KINDS.items()}


def mail_preference(mail: dict[str, str], kind: str) -> str:
    """Return when an email of this kind should come: `now`, `collected` or `none`."""
    return mail.get(kind, MAIL_KINDS[kind].default)


def validate_mail_preferences(mail: Any) -> None:
    """Accept known kinds, each with one of its choices."""
    if not isinstance(mail, dict):
        raise ValidationError(gettext("Email preferences are a list of kinds of email."))
    for kind, when in mail.items():
        if kind not in MAIL_KINDS or when not in dict(MAIL_KINDS[kind].choices):
            raise ValidationError(
                gettext("“%(kind)s: %(when)s” is not an email preference."),
                params={"kind": kind, "when": when},
            )


REMINDER_CHOICES: "list[tuple[int, StrPromise]]" = [  # percent of the time that has passed
    (50, _("when half of my time has passed")),
    (75, _("when a quarter of my time is left")),
    (90, _("when a tenth of my time is left")),
]
HOUR_CHOICES = [(hour, f"{hour}:00") for hour in range(24)]


def default_digest_hours() -> list[int]:
    """The default digest hours."""
    return [8]


def validate_digest_hours(hours: Any) -> None:
    """Accept one or more hours of the day."""
    if not isinstance(hours, list) or not hours or not all(hour in range(24) for hour in hours):
        raise ValidationError(gettext("The digest needs one or more hours from 0 to 23."))
