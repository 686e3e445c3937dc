"""A handle names a person and a seat, so it has to be one word of the notation, and nobody else's.

Whoever changes it keeps the old one for a while: letters and records out there still name it, and a stranger
who took it at once would answer for somebody else.
"""

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models import User

LONGEST = 20
KEPT = timedelta(days=90)  # for so long nobody else may take a handle that was given up
CHANGES = 3  # within that time; otherwise one person could keep any number of names from the others

validate_handle = RegexValidator(
    rf"\A[A-Za-z][A-Za-z0-9_-]{{1,{LONGEST - 1}}}\Z",
    _("A handle starts with a letter, goes on with letters, digits, - or _, and has 2 to 20 characters."),
)

validators = [validate_handle]  # the form in which allauth asks for it

# who speaks for the house, who is nobody in particular, and what stands beside names in the notation
HOUSE_WORDS = """
    admin administrator moderator operator staff support help info security system server house
    post postmaster postroom mailer webmaster hostmaster abuse noreply no-reply citadels official
    referee director organizer deputy bot bots robot computer
    you your me my mine we us our they them he she it
    nobody somebody someone anybody anyone everybody everyone all any none other others
    null nil undefined unknown anonymous deleted closed former seat table
    and by from or to upto with gold card cards end pass plan cancel always
"""
RESERVED = frozenset(HOUSE_WORDS.split())
NUMBERED = re.compile(r"(former|bot|seat|deputy)[-_]?\d*", re.IGNORECASE)


def is_reserved(handle: str) -> bool:
    return handle.lower() in RESERVED or NUMBERED.fullmatch(handle) is not None


def is_taken(handle: str, owner: "User | None" = None) -> bool:
    """Is somebody else called so, or was until lately?"""
    from accounts.models import FormerHandle, User

    mine = (owner and owner.pk) or 0
    if User.objects.filter(handle__lower=handle.lower()).exclude(pk=mine).exists():
        return True
    lately = FormerHandle.objects.filter(handle__lower=handle.lower(), until__gt=timezone.now() - KEPT)
    return lately.exclude(user_id=mine).exists()


def check_free(handle: str, owner: "User | None" = None) -> None:
    """May this person be called so? The one place that is asked: by sign-up, profile, guests and admin.

    The sentence is the same whoever asks: otherwise it would tell whose address goes with which handle.
    """
    if is_reserved(handle):
        raise ValidationError(
            _("“%(handle)s” is a word of the house. Please choose another handle."),
            code="reserved",
            params={"handle": handle},
        )
    if is_taken(handle, owner):
        raise ValidationError(
            _("This handle is taken. If it is your own, please sign in with your address."), code="taken"
        )


def check_change(user: "User", handle: str) -> None:
    """May this person change to that handle today?"""
    if handle.lower() == user.handle.lower():
        return
    check_free(handle, user)
    if user.former_handles.filter(until__gt=timezone.now() - KEPT).count() >= CHANGES:
        raise ValidationError(
            _("You have changed your handle three times in 90 days. Please keep this one for a while."),
            code="often",
        )


def free_handle(wish: str) -> str:
    """The wish, or the first free handle that looks like it: Ann, Ann2, Ann3 …"""
    number, handle = 1, wish
    while is_reserved(handle) or is_taken(handle):
        number += 1
        handle = f"{wish[: LONGEST - len(str(number))]}{number}"
    return handle


def handle_like(address: str) -> str:
    """A free handle that looks like an address of somebody whom we do not know yet."""
    letters = re.sub(r"[^A-Za-z0-9_-]", "", address.partition("@")[0].partition("+")[0])
    word = re.sub(r"^[^A-Za-z]+", "", letters)[:LONGEST]
    return free_handle(word if len(word) > 1 else "Newcomer")
