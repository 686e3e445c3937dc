"""A table's time settings in words: for forms, lists, invitations, the table and emails."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.dates import WEEKDAYS
from django.utils.formats import time_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.clock.missed_deadline_policy import MissedDeadlinePolicy
from games.clock.pace import ALL_WEEKDAYS, PRESETS, Pace
from games.text import format_duration, join_words

WORKING_DAYS, WEEKEND = frozenset(range(5)), frozenset({5, 6})


class PresetName(NamedTuple):
    """The title of a preset, and whom it suits."""

    title: object
    suits: object


PRESET_NAMES = {
    "brisk": PresetName(gettext_lazy("Brisk"), gettext_lazy("For people who check in several times a day.")),
    "daily": PresetName(gettext_lazy("Daily"), gettext_lazy("For people who check in once or twice a day.")),
    "relaxed": PresetName(gettext_lazy("Relaxed"), gettext_lazy("For busy weeks; weekends can be free.")),
    "correspondence": PresetName(
        gettext_lazy("Correspondence"), gettext_lazy("As unhurried as letters by post.")
    ),
}


def find_preset_key(pace: Pace) -> str:
    """Return the key of the preset that equals this pace, or an empty string."""
    return next((name for name, preset in PRESETS.items() if preset == pace), "")


def find_preset_title(pace: Pace) -> str:
    """Return the title of the matching preset, such as Brisk or Daily, or an empty string."""
    name = find_preset_key(pace)
    return str(PRESET_NAMES[name].title) if name else ""


def describe_pace_briefly(pace: Pace) -> str:
    """Describe in a few words how long a decision may take."""
    if pace.daily_at:
        return _("%(days)s at %(times)s, %(zone)s") % _build_schedule_context(pace)
    return _("%(time)s per decision") % {"time": format_duration(pace.hours)}


def _build_schedule_context(pace: Pace) -> dict[str, str]:
    """Return the days, times and zone of a table with fixed times, as words for a sentence."""
    times = [time_format(clock, "H:i") for clock in sorted(pace.daily_at)]
    return {
        "days": _describe_weekdays(pace.weekdays),
        "times": join_words(times),
        "zone": format_zone(pace.zone),
    }


def _describe_weekdays(weekdays: frozenset[int]) -> str:
    """Describe a set of weekdays: every day, Monday to Friday, on weekends, or a list."""
    if weekdays == ALL_WEEKDAYS:
        return _("every day")
    if weekdays == WORKING_DAYS:
        return _("Monday to Friday")
    if weekdays == WEEKEND:
        return _("on weekends")
    return join_words([str(WEEKDAYS[day]) for day in sorted(weekdays)])


def format_zone(zone: str) -> str:
    """Return the city of a time zone name."""
    return zone.rsplit("/", 1)[-1].replace("_", " ")


# --- full descriptions


def describe_preset(name: str) -> str:
    """Describe a preset for the form where it can be chosen."""
    pace = PRESETS[name]
    words = {"time": capfirst(format_duration(pace.hours)), "bank": format_duration(pace.allowance)}
    return " ".join(
        [_("%(time)s per decision, plus a time bank of %(bank)s.") % words, str(PRESET_NAMES[name].suits)]
    )


def describe_pace(pace: Pace, patience: MissedDeadlinePolicy) -> list[str]:
    """Describe all time rules that somebody should know before joining the table."""
    return [
        *_describe_time(pace),
        *_describe_bank(pace),
        *_describe_grace(pace),
        *_describe_nights(pace),
        _describe_answers(patience),
        *_describe_misses(patience),
        _describe_leave(patience),
    ]


def _describe_time(pace: Pace) -> Iterator[str]:
    if not pace.daily_at:
        yield _("%(time)s per decision.") % {"time": capfirst(format_duration(pace.hours))}
        return
    yield capfirst(
        _("Decisions are due %(days)s at %(times)s (%(zone)s time).") % _build_schedule_context(pace)
    )
    yield _("If less than %(time)s is left, the next deadline applies.") % {
        "time": format_duration(pace.hours)
    }


def _describe_bank(pace: Pace) -> Iterator[str]:
    words = {
        "bank": format_duration(pace.allowance),
        "more": format_duration(pace.increment),
        "cap": format_duration(pace.cap),
    }
    if pace.allowance:
        yield _("If you need longer, you use up your time bank: each seat starts with %(bank)s.") % words
    if pace.increment and pace.allowance:
        yield _("Each decision adds %(more)s to the time bank, up to %(cap)s.") % words
    elif pace.increment:
        yield (
            _(
                "If you need longer, you use up your time bank: each decision adds %(more)s to it, up to "
                "%(cap)s."
            )
            % words
        )


def _describe_grace(pace: Pace) -> Iterator[str]:
    if pace.grace:
        yield _("At the very end there is a grace period of %(time)s.") % {
            "time": format_duration(pace.grace)
        }


def _describe_nights(pace: Pace) -> Iterator[str]:
    """Say what quiet hours and free days move, and what that costs the others."""
    words = {"time": format_duration(pace.shift)}
    if not pace.shift:
        yield _("Deadlines do not move for nights or free days.")
    elif not pace.allows_free_days:
        yield (
            _(
                "A deadline in your quiet hours moves to an hour after they end, by at most %(time)s. Free "
                "days do not move it."
            )
            % words
        )
    else:
        yield (
            _(
                "A deadline in your quiet hours or on a free day moves to an hour after they end, by at most "
                "%(time)s."
            )
            % words
        )
        yield _("For a player with free weekends the table may wait from Friday evening to Monday morning.")


ANSWER_NAMES = {
    "minimal": gettext_lazy("a safe default move"),
    "bot": gettext_lazy("a bot"),
    "orders": gettext_lazy("your orders"),
}


def _describe_answers(patience: MissedDeadlinePolicy) -> str:
    chosen = [
        str(ANSWER_NAMES[answer])
        for answer in ANSWER_NAMES
        if answer in patience.answers or answer == "minimal"
    ]
    if len(chosen) == 1:
        return _("If you run out of time, a safe default move is played for you.")
    return _("If you run out of time, what you have chosen answers for you: %(answers)s.") % {
        "answers": join_words(chosen, _("or"))
    }


def _describe_misses(patience: MissedDeadlinePolicy) -> Iterator[str]:
    if patience.excused:
        yield ngettext(
            "The first missed deadline is forgiven.",
            "The first %(n)d missed deadlines are forgiven.",
            patience.excused,
        ) % {"n": patience.excused}
    yield _("After %(misses)s a bot takes over until the player is back.") % {
        "misses": _describe_miss_limit(patience)
    }
    if patience.stand_ins:
        yield _("Meanwhile somebody else can take the seat.")
    else:
        yield _("Nobody else can take the seat.")


def _describe_miss_limit(patience: MissedDeadlinePolicy) -> str:
    row, total = patience.in_a_row, patience.in_total
    if row == 1 or row == total:
        return ngettext("one missed deadline that counts", "%(n)d missed deadlines that count", row) % {
            "n": row
        }
    return _("%(row)d missed deadlines in a row, or %(total)d in the whole game,") % {
        "row": row,
        "total": total,
    }


def _describe_leave(patience: MissedDeadlinePolicy) -> str:
    if patience.leave == "allowed":
        return _("Booked leave stops the clock.")
    if patience.leave == "none":
        return _("Leave does not stop the clock.")
    return ngettext(
        "Booked leave stops the clock, for at most one day per game.",
        "Booked leave stops the clock, for at most %(n)d days per game.",
        patience.leave,
    ) % {"n": patience.leave}
