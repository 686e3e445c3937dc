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
    (COLLECTED, pgettext_lazy("a letter comes", "collected")),
    (NONE, pgettext_lazy("a letter comes", "not at all")),
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
        MailKind("invitation", NOW, _("Invitations"), _("Somebody would like you at a table.")),
        MailKind("started", NOW, _("A game begins"), _("The table is full and the cards are dealt.")),
        MailKind(
            "your_turn",
            NOW,
            _("Your turn"),
            _("What happened, the table, your options and your deadline."),
            _("Without it only this site tells you that it is your turn. The clock runs all the same."),
        ),
        MailKind("reminder", NOW, _("Reminders"), _("Once in a turn, before your time runs out.")),
        MailKind(
            "missed",
            NOW,
            _("Out of time"),
            _("What was played for you when your time had run out, and how to come back."),
            _("Without it only this site tells you that a bot plays for you."),
            is_urgent=True,
        ),
        MailKind(
            "alone", NOW, _("Only you"), _("Everybody else has answered: the table waits only for you.")
        ),
        MailKind("orders", COLLECTED, _("Your orders"), _("What your orders have answered, or could not.")),
        MailKind("talk", COLLECTED, _("Table talk"), _("What the others write at your tables.")),
        MailKind(
            "gazette",
            COLLECTED,
            _("The gazette"),
            _("Each round when it is over, of tables that you play or follow."),
        ),
        MailKind("over", NOW, _("A game is over"), _("The result, and how it came about.")),
        MailKind("changes", NOW, _("Changes at a table"), _("A pause, a vote, a new player, another clock.")),
        MailKind(
            "tournament",
            NOW,
            _("Tournaments"),
            _("Your place, your tables, standings, news. What asks you for an answer is never collected."),
            _("Without it only this site asks you to check in, and a place that is not confirmed is lost."),
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
        raise ValidationError(gettext("Mail preferences are a list of kinds of letters."))
    for kind, when in mail.items():
        if kind not in MAIL_KINDS or when not in dict(MAIL_KINDS[kind].choices):
            raise ValidationError(
                gettext("“%(kind)s: %(when)s” is not a mail preference."), params={"kind": kind, "when": when}
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
        raise ValidationError(gettext("Collected letters come at one or more hours from 0 to 23."))
