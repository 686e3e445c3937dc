"""Handles: names of people and seats. A handle is one word of the game notation, and belongs to one person.

A handle that was given up stays reserved for a while: emails and game records still mention it, and a
stranger who took it at once could be mistaken for its former owner.
"""

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from accounts import server_time

if TYPE_CHECKING:
    from accounts.models import User

MAX_HANDLE_LENGTH = 20
RESERVATION_TIME = timedelta(days=90)  # how long a handle that was given up stays reserved
MAX_CHANGES = 3  # within that time; otherwise one person could reserve any number of names

validate_handle = RegexValidator(
    rf"\A[A-Za-z][A-Za-z0-9_-]{{1,{MAX_HANDLE_LENGTH - 1}}}\Z",
    _("A handle starts with a letter, continues with letters, digits, - or _, and has 2 to 20 characters."),
)

validators = [validate_handle]  # named by the setting ACCOUNT_USERNAME_VALIDATORS

# names of staff and of the site, of nobody in particular, and keywords beside names in the notation
RESERVED_WORDS = """
    admin administrator moderator operator staff support help info security system server house
    post postmaster postroom mailer webmaster hostmaster abuse noreply no-reply citadels official
    referee director organizer deputy bot bots robot computer
    you your me my mine we us our they them he she it
    nobody somebody someone anybody anyone everybody everyone all any none other others
    null nil undefined unknown anonymous deleted closed former seat table
    and by from or to upto with gold card cards end pass plan cancel always
"""
RESERVED_HANDLES = frozenset(RESERVED_WORDS.split())
RESERVED_PATTERN = re.compile(r"(former|bot|seat|deputy)[-_]?\d*", re.IGNORECASE)


def is_reserved(handle: str) -> bool:
    return handle.lower() in RESERVED_HANDLES or RESERVED_PATTERN.fullmatch(handle) is not None


def is_taken(handle: str, owner: "User | None" = None) -> bool:
    """Does another person have this handle, or had it until recently?"""
    from accounts.models import FormerHandle, User

    mine = (owner and owner.pk) or 0
    if User.objects.filter(handle__lower=handle.lower()).exclude(pk=mine).exists():
        return True
    lately = FormerHandle.objects.filter(
        handle__lower=handle.lower(), until__gt=server_time.now() - RESERVATION_TIME
    )
    return lately.exclude(user_id=mine).exists()


def check_available(handle: str, owner: "User | None" = None) -> None:
    """Raise ValidationError unless this person may take this handle: for sign-up, profile, guests and admin.

    The message is the same for everybody; otherwise it would reveal which address belongs to which handle.
    """
    if is_reserved(handle):
        raise ValidationError(_("This name cannot be used here. Please choose another."), code="reserved")
    if is_taken(handle, owner):
        raise ValidationError(
            _("This name is taken. If it is yours, please sign in with your email address."), code="taken"
        )


def check_change(user: "User", handle: str) -> None:
    """Raise ValidationError unless this person may change to this handle today."""
    if handle.lower() == user.handle.lower():
        return
    check_available(handle, user)
    if user.former_handles.filter(until__gt=server_time.now() - RESERVATION_TIME).count() >= MAX_CHANGES:
        raise ValidationError(
            _("You have changed your handle three times in 90 days. Please keep this one for a while."),
            code="often",
        )


def find_free_handle(wanted: str) -> str:
    """Return this handle, or the first free one like it: Ann, Ann2, Ann3 …"""
    number, handle = 1, wanted
    while is_reserved(handle) or is_taken(handle):
        number += 1
        handle = f"{wanted[: MAX_HANDLE_LENGTH - len(str(number))]}{number}"
    return handle


def suggest_handle(address: str) -> str:
    """Return a free handle that resembles the address of a newcomer."""
    letters = re.sub(r"[^A-Za-z0-9_-]", "", address.partition("@")[0].partition("+")[0])
    word = re.sub(r"^[^A-Za-z]+", "", letters)[:MAX_HANDLE_LENGTH]
    return find_free_handle(word if len(word) > 1 else "Newcomer")
