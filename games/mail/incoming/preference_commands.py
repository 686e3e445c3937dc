"""What a person may choose by a reply, whatever it is about: the language, and the quiet hours."""

import re
from collections.abc import Callable
from datetime import time
from typing import TypeVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import personal_data
from accounts.models import User
from accounts.users import lock_user
from games.mail.incoming.commands import Command, CommandText, ReplyContext
from games.mail.parsing.vocabulary import get_words, has_word, load_vocabulary, normalize_word
from games.play.errors import NotPossible
from games.rules.core.lexicon import normalize_text

MAX_LANGUAGE_WORDS = 2  # “language Hungarian, please”; more of them say something about languages
TIME_OF_DAY = re.compile(r"(\d{1,2})(?:[:.h](\d\d))?(?![\d:])\s*([^\W\d]+(?:\.[^\W\d]+\.)?)?")
HOURS_OF_HALF_DAY = 12

C = TypeVar("C", bound=ReplyContext)
CommandFunction = Callable[[C, CommandText], str]


def declare_commands(
    choose_language: CommandFunction[C], choose_quiet_hours: CommandFunction[C]
) -> tuple[Command[C], Command[C]]:
    """The commands of every set that lets its writer choose these."""
    return (
        Command(
            "language",
            choose_language,
            is_meant=is_language_meant,
            help=(gettext_lazy("language hu: the language in which we write to you"),),
        ),
        Command(
            "quiet",
            choose_quiet_hours,
            is_meant=is_quiet_meant,
            help=(gettext_lazy("quiet 22-7: your quiet hours; “quiet off” ends them"),),
        ),
    )


# --- the language


def is_language_meant(_context: ReplyContext, text: CommandText) -> bool:
    return len(text.rest.split()) <= MAX_LANGUAGE_WORDS


def choose_language(user: User, rest: str) -> str:
    """Switch to the language that is named; the answer is in it."""
    named = [code for code in dict(settings.LANGUAGES) for word in rest.split() if _is_name_of(word, code)]
    if len(named) != 1:
        names = ", ".join(f"{code} ({name})" for code, name in settings.LANGUAGES)
        raise NotPossible(
            _("Our languages are: %(names)s. Please pick one, as in “language en”.") % {"names": names}
        )
    User.objects.filter(pk=user.pk).update(language=named[0])
    translation.activate(named[0])  # until the email is read: whoever reads it has set a language for that
    return _("From now on we write to you in English.")


def _is_name_of(word: str, code: str) -> bool:
    languages = load_vocabulary()["languages"]
    return normalize_word(word) == code or (code in languages and has_word("languages", code, word))


# --- quiet hours


def is_quiet_meant(_context: ReplyContext, text: CommandText) -> bool:
    """Tell “quiet 22-7” and “quiet off” from “Quiet round, this one.”"""
    return not text.rest or any(sign.isdigit() for sign in text.rest) or _means_off(text.rest)


def choose_quiet_hours(user: User, rest: str) -> str:
    """Set the quiet hours, or switch them off; deadlines and reminders move accordingly."""
    start, end = (None, None) if _means_off(rest) else _parse_hours(rest)
    found = lock_user(user.pk)
    found.quiet_from, found.quiet_until = start, end
    try:
        found.clean_quiet_hours()
    except ValidationError as error:
        raise NotPossible(" ".join(error.messages)) from error
    found.save(update_fields=["quiet_from", "quiet_until"])
    personal_data.notify_hours_changed(found)
    return _describe_quiet_hours(found)


def _describe_quiet_hours(user: User) -> str:
    if user.quiet_from is None or user.quiet_until is None:
        return _("You have no quiet hours now: deadlines can fall at any hour.")
    context = {
        "start": f"{user.quiet_from:%H:%M}",
        "end": f"{user.quiet_until:%H:%M}",
        "zone": user.time_zone,
    }
    if user.holds_email:
        text = _(
            "Your quiet hours are from %(start)s to %(end)s (%(zone)s): no deadlines during these hours "
            "where the table allows it, and we hold your email until they are over."
        )
    else:
        text = _(
            "Your quiet hours are from %(start)s to %(end)s (%(zone)s): no deadlines during these hours "
            "where the table allows it."
        )
    return text % context


def _means_off(rest: str) -> bool:
    return has_word("quiet", "off", rest)


def _parse_hours(rest: str) -> tuple[time, time]:
    """Read two times of day: “22-7”, “from 22:30 to 6:30”, “10 pm – 7 am”, “22-től 7-ig”, “od 22 do 7”."""
    times = [_parse_time(*match.groups(default="")) for match in TIME_OF_DAY.finditer(rest.lower())]
    others = normalize_text(re.sub(r"\d+", " ", rest)).split()
    match times:
        case [time() as start, time() as end] if all(map(_is_word_of_hours, others)):
            return start, end
    raise NotPossible(_("From when to when? Please write something like “quiet 22-7”, or “quiet off”."))


def _parse_time(hour: str, minute: str, half: str) -> time | None:
    hours, minutes = int(hour) % 24 if int(hour) <= 24 else 24, int(minute or 0)
    if has_word("quiet", "after_noon", half) and 0 < hours < HOURS_OF_HALF_DAY:
        hours += HOURS_OF_HALF_DAY
    elif has_word("quiet", "before_noon", half) and hours == HOURS_OF_HALF_DAY:
        hours = 0
    return time(hours, minutes) if hours < 24 and minutes < 60 else None


def _is_word_of_hours(word: str) -> bool:
    sections = [("days", "to"), ("days", "around"), ("hours", "units"), ("sentences", "around")]
    sections += [("quiet", "before_noon"), ("quiet", "after_noon")]
    return any(word in get_words(section, key) for section, key in sections)
