"""Which letters a person wants: each kind at once, collected at hours of the person's own, or not at all.

Letters about the account itself (codes, a changed address, a new passkey) are no kind: they always come.
A kind that a person has never chosen about follows its default, so that a new kind needs no migration.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

NOW, COLLECTED, NONE = "now", "collected", "none"
WHEN: "list[tuple[str, StrPromise]]" = [
    (NOW, pgettext_lazy("a letter comes", "at once")),
    (COLLECTED, pgettext_lazy("a letter comes", "collected")),
    (NONE, pgettext_lazy("a letter comes", "not at all")),
]


class Kind(NamedTuple):
    """A kind of letter, and when it comes to somebody who has not chosen."""

    slug: str
    default: str
    label: "StrPromise"
    explanation: "StrPromise"
    if_none: "StrPromise | None" = None  # what it means to have none of these
    is_pressing: bool = False  # it comes at once or not at all

    @property
    def when(self) -> "list[tuple[str, StrPromise]]":
        """What may be chosen."""
        return [(word, label) for word, label in WHEN if word != COLLECTED or not self.is_pressing]


KINDS: dict[str, Kind] = {
    kind.slug: kind
    for kind in [
        Kind("invitation", NOW, _("Invitations"), _("Somebody would like you at a table.")),
        Kind("started", NOW, _("A game begins"), _("The table is full and the cards are dealt.")),
        Kind(
            "your_turn",
            NOW,
            _("Your turn"),
            _("What happened, the table, your options and your deadline."),
            _("Without it only this site tells you that it is your turn. The clock runs all the same."),
        ),
        Kind("reminder", NOW, _("Reminders"), _("Once in a turn, before your time runs out.")),
        Kind(
            "missed",
            NOW,
            _("Out of time"),
            _("What was played for you when your time had run out, and how to come back."),
            _("Without it only this site tells you that a bot plays for you."),
            is_pressing=True,
        ),
        Kind("alone", NOW, _("Only you"), _("Everybody else has answered: the table waits only for you.")),
        Kind("orders", COLLECTED, _("Your orders"), _("What your orders have answered, or could not.")),
        Kind("talk", COLLECTED, _("Table talk"), _("What the others write at your tables.")),
        Kind(
            "gazette",
            COLLECTED,
            _("The gazette"),
            _("Each round when it is over, of tables that you play or follow."),
        ),
        Kind("over", NOW, _("A game is over"), _("The result, and how it came about.")),
        Kind("changes", NOW, _("Changes at a table"), _("A pause, a vote, a new player, another clock.")),
        Kind(
            "tournament",
            NOW,
            _("Tournaments"),
            _("Your place, your tables, standings, news. What asks you for an answer is never collected."),
            _("Without it only this site asks you to check in, and a place that is not confirmed is lost."),
        ),
    ]
}


def defaults() -> dict[str, str]:
    return {slug: kind.default for slug, kind in KINDS.items()}


def wish(mail: dict[str, str], kind: str) -> str:
    """When a letter of this kind should come: `now`, `collected` or `none`."""
    return mail.get(kind, KINDS[kind].default)


def validate_mail(mail: Any) -> None:
    """Known kinds, each with a word that it may have."""
    if not isinstance(mail, dict):
        raise ValidationError(gettext("Mail preferences are a list of kinds of letters."))
    for kind, when in mail.items():
        if kind not in KINDS or when not in dict(KINDS[kind].when):
            raise ValidationError(
                gettext("“%(kind)s: %(when)s” is not a mail preference."), params={"kind": kind, "when": when}
            )


REMINDERS: "list[tuple[int, StrPromise]]" = [  # percent of the time that have passed
    (50, _("when half of my time has passed")),
    (75, _("when a quarter of my time is left")),
    (90, _("when a tenth of my time is left")),
]
HOURS = [(hour, f"{hour}:00") for hour in range(24)]


def in_the_morning() -> list[int]:
    """When collected letters come to somebody who has not chosen."""
    return [8]


def validate_hours(hours: Any) -> None:
    """One or more hours of the day."""
    if not isinstance(hours, list) or not hours or not all(hour in range(24) for hour in hours):
        raise ValidationError(gettext("Collected letters come at one or more hours from 0 to 23."))


def marks(language: str) -> dict[str, str]:
    """Headers of every letter: a machine has written it, so that no machine answers, and in this language."""
    return {
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "Content-Language": language,
    }
