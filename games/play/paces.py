"""A table's pace in words: for the form, the lists, the invitation, the table and the letters."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import NamedTuple

from django.utils.dates import WEEKDAYS
from django.utils.formats import time_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.clock.pace import EVERY_DAY, PRESETS, Pace
from games.clock.patience import Patience

NOTHING = timedelta(0)
A_DAY = timedelta(days=1)
WORKING_DAYS, WEEKEND = frozenset(range(5)), frozenset({5, 6})


class Named(NamedTuple):
    """What a preset is called, and for whom it is."""

    title: object
    suits: object


NAMES = {
    "brisk": Named(gettext_lazy("Brisk"), gettext_lazy("For people who look in several times a day.")),
    "daily": Named(gettext_lazy("Daily"), gettext_lazy("For people who look in once or twice a day.")),
    "relaxed": Named(gettext_lazy("Relaxed"), gettext_lazy("For busy weeks; weekends can be free.")),
    "correspondence": Named(gettext_lazy("Correspondence"), gettext_lazy("As unhurried as real letters.")),
}


def name_of(pace: Pace) -> str:
    """What this pace is called, if it has a name."""
    return next((name for name, preset in PRESETS.items() if preset == pace), "")


def title(pace: Pace) -> str:
    """The same as people read it: Brisk, Daily, or nothing."""
    name = name_of(pace)
    return str(NAMES[name].title) if name else ""


def short(pace: Pace) -> str:
    """In a few words: how long a decision may take."""
    if pace.daily_at:
        return _("%(days)s at %(times)s, %(zone)s") % _fixed(pace)
    return _("%(time)s for a decision") % {"time": length(pace.hours)}


def _fixed(pace: Pace) -> dict[str, str]:
    """Days and times, in the table's zone."""
    times = [time_format(clock, "H:i") for clock in sorted(pace.daily_at)]
    return {"days": _days(pace.weekdays), "times": listed(times), "zone": place(pace.zone)}


def _days(weekdays: frozenset[int]) -> str:
    """The days of a week as people call them together."""
    if weekdays == EVERY_DAY:
        return _("every day")
    if weekdays == WORKING_DAYS:
        return _("Monday to Friday")
    if weekdays == WEEKEND:
        return _("on weekends")
    return listed([str(WEEKDAYS[day]) for day in sorted(weekdays)])


def listed(words: Sequence[str], last: str | None = None) -> str:
    """One, two and three. Django's own `get_text_list` leaves out the space after a Croatian comma."""
    *most, end = words or [""]
    return " ".join([", ".join(most), _("and") if last is None else last, end]) if most else end


def place(zone: str) -> str:
    """A zone as people say it: the city."""
    return zone.rsplit("/", 1)[-1].replace("_", " ")


def length(time: timedelta) -> str:
    """In days where it is whole days, in hours otherwise."""
    if time and time % A_DAY == NOTHING:
        return ngettext("a day", "%(n)d days", time.days) % {"n": time.days}
    hours, minutes = divmod(int(time.total_seconds()) // 60, 60)
    if minutes:
        return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
    return ngettext("an hour", "%(n)d hours", hours) % {"n": hours}


def amount(time: timedelta) -> str:
    """What is left of something, in the two figures that matter: 1 day 3 h, 5 h 20 min."""
    minutes = int(time.total_seconds()) // 60
    hours, days = minutes // 60 % 24, minutes // (60 * 24)
    parts = [ngettext("%(n)d day", "%(n)d days", days) % {"n": days}] if days else []
    parts += [_("%(n)d h") % {"n": hours}] if hours else []
    parts += [_("%(n)d min") % {"n": minutes % 60}] if not days and (minutes % 60 or not hours) else []
    return " ".join(parts)


# --- the whole of it


def offer(name: str) -> str:
    """A preset in a sentence, before anybody has chosen it."""
    pace = PRESETS[name]
    words = {"time": capfirst(length(pace.hours)), "bank": length(pace.allowance)}
    return " ".join([_("%(time)s for each decision, %(bank)s in the bank.") % words, str(NAMES[name].suits)])


def sentences(pace: Pace, patience: Patience) -> list[str]:
    """All that somebody should know before joining."""
    return [
        *_time(pace),
        *_bank(pace),
        *_grace(pace),
        _nights(pace),
        _answers(patience),
        *_misses(patience),
        _leave(patience),
    ]


def _time(pace: Pace) -> Iterator[str]:
    if not pace.daily_at:
        yield _("%(time)s for each decision.") % {"time": capfirst(length(pace.hours))}
        return
    yield capfirst(_("%(days)s at %(times)s (%(zone)s time) the decisions are due.") % _fixed(pace))
    yield _("Whoever is asked less than %(time)s before has until the time after it.") % {
        "time": length(pace.hours)
    }


def _bank(pace: Pace) -> Iterator[str]:
    words = {"bank": length(pace.allowance), "more": length(pace.increment), "cap": length(pace.cap)}
    if pace.allowance:
        yield _("Who needs longer uses up the bank: each seat begins with %(bank)s in it.") % words
    if pace.increment and pace.allowance:
        yield _("Each decision adds %(more)s to the bank, up to %(cap)s.") % words
    elif pace.increment:
        yield (
            _("Who needs longer uses up the bank: each decision adds %(more)s to it, up to %(cap)s.") % words
        )


def _grace(pace: Pace) -> Iterator[str]:
    if pace.grace:
        yield _("At the very end there is a grace of %(time)s.") % {"time": length(pace.grace)}


def _nights(pace: Pace) -> str:
    if not pace.shift:
        return _("Deadlines do not move for nights or free days.")
    return _(
        "A deadline in your quiet hours or on a free day moves to an hour after you are up, "
        "by at most %(time)s."
    ) % {"time": length(pace.shift)}


ANSWERS = {
    "minimal": gettext_lazy("the harmless move"),
    "bot": gettext_lazy("the careful bot"),
    "orders": gettext_lazy("your orders"),
}


def _answers(patience: Patience) -> str:
    chosen = [str(ANSWERS[answer]) for answer in ANSWERS if answer in patience.answers or answer == "minimal"]
    if len(chosen) == 1:
        return _("When your time has run out, the harmless move is played for you.")
    return _("When your time has run out, what you have chosen answers for you: %(answers)s.") % {
        "answers": listed(chosen, _("or"))
    }


def _misses(patience: Patience) -> Iterator[str]:
    if patience.excused:
        yield ngettext(
            "The first time is excused.", "The first %(n)d times are excused.", patience.excused
        ) % {"n": patience.excused}
    yield _("After %(misses)s a bot plays for whoever stays away, until they are back.") % {
        "misses": _enough(patience)
    }
    if patience.stand_ins:
        yield _("Meanwhile somebody else may take the seat.")
    else:
        yield _("Nobody else may take the seat.")


def _enough(patience: Patience) -> str:
    row, total = patience.in_a_row, patience.in_total
    if row == 1 or row == total:
        return ngettext("a miss that counts", "%(n)d misses that count", row) % {"n": row}
    return _("%(row)d misses in a row, or %(total)d in the whole game,") % {"row": row, "total": total}


def _leave(patience: Patience) -> str:
    if patience.leave == "allowed":
        return _("Booked leave stops the clock.")
    if patience.leave == "none":
        return _("Leave does not stop the clock.")
    return ngettext(
        "Booked leave stops the clock, for at most a day in the whole game.",
        "Booked leave stops the clock, for at most %(n)d days in the whole game.",
        patience.leave,
    ) % {"n": patience.leave}
