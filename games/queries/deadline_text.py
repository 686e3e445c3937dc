"""Sentences about a player's own deadline: the bank behind it, what has shifted it, what a miss means.

They are the same in emails, links and at the table.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import server_time
from games.clock.deadlines import limit_quiet_hours
from games.clock.missed_deadline_policy import (
    MissCount,
    MissedDeadlinePolicy,
    count_miss,
    has_missed_too_many,
)
from games.clock.quiet_hours import QuietHours, find_first_awake
from games.models import Game, GameLogEntry, Seat
from games.play.deadlines import seat_clock
from games.play.transaction import rows
from games.text import format_duration, format_short_duration

ONE_MINUTE = timedelta(minutes=1)
TIME_OUT_CONSEQUENCES = {
    "minimal": gettext_lazy("a safe default move is played for you"),
    "bot": gettext_lazy("a bot answers for you"),
    "orders": gettext_lazy(
        "your orders answer for you, and where you have none a safe default move is played"
    ),
}
SHIFT_SENTENCES = {
    "outage": gettext_lazy("This site, or its email, was down for a while, so this deadline was moved."),
    "pause": gettext_lazy("The game was paused, so this deadline was moved."),
    "unreachable": gettext_lazy("Our emails did not reach you for a while, so this deadline was moved."),
    "leave": gettext_lazy("Your leave has moved this deadline."),
    "night": gettext_lazy("Moved out of your quiet hours or a free day."),
}


def describe_deadline(game: Game, seat: Seat) -> str:
    """Describe the deadline of the open decision and what follows it, in the active time zone.

    Empty if the seat has no clock."""
    if not seat.is_awaited or seat.bot:
        return ""
    if seat.stopped_at is not None:
        return _describe_stopped_clock(game, seat)
    if seat.answer_at is not None:
        return _(
            "Only one answer is possible: you are asked so that nobody can tell. We answer for you within "
            "the next few hours, or you can send it now."
        )
    if seat.final_at is None:
        return ""
    consequence = describe_consequence(game, seat)
    words = {"when": _format_moment(seat.final_at), "what": consequence}
    end = _("If you have not answered by %(when)s, %(what)s.") % words
    bank = describe_own_bank(game, seat, server_time.now())
    return " ".join(filter(None, [bank, end, describe_next_miss(game, seat)]))


def describe_deadline_shifts(game: Game, seat: Seat) -> str:
    """Explain what has shifted the deadline of the open decision; empty if only the pace has set it."""
    if seat.deadline is None or seat.bot:
        return ""
    return " ".join(list_shift_reasons(game, seat))


def _describe_stopped_clock(game: Game, seat: Seat) -> str:
    since = seat.user.unreachable_since if seat.user else None
    if since is None or game.state != Game.State.RUNNING:
        return _("The clock is stopped until the game resumes.")
    text = _(
        "Your clock is stopped, because our emails to you bounce. If they still do on %(when)s, a bot "
        "plays for you until you are back."
    )
    return text % {"when": _format_moment(seat.alarm_at or server_time.now())}


def _format_moment(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "WEEKDAY_DATETIME")


# --- the bank, and what answers when it is empty


def describe_consequence(game: Game, seat: Seat) -> str:
    return str(TIME_OUT_CONSEQUENCES[get_time_out_answer(game, seat)])


def get_time_out_answer(game: Game, seat: Seat) -> str:
    return seat_clock.get_time_out_answer(game, seat, seat.user)


def has_bank(game: Game) -> bool:
    return bool(game.pace.allowance or game.pace.increment)


def compute_bank_left(game: Game, seat: Seat, now: datetime) -> timedelta:
    """Return what would be left in the bank if the seat answered at this moment."""
    is_late = seat.due_at is not None and seat.due_at < now and seat.user is not None
    preferences = rows.load_waiting_preferences(seat.user) if is_late else None
    return timedelta(seconds=seat.bank_seconds) - seat_clock.compute_bank_use(game, seat, preferences, now)


def describe_own_bank(game: Game, seat: Seat, now: datetime) -> str:
    left = compute_bank_left(game, seat, now)
    is_late = seat.due_at is not None and seat.due_at <= now
    if left < ONE_MINUTE:
        return _("Your time bank is empty.") if has_bank(game) else ""
    words = {"time": format_short_duration(left)}
    if is_late:
        return _("Your time bank is running: %(time)s left.") % words
    return _("After that you have %(time)s in your time bank.") % words


# --- why a deadline is where it is


def list_shift_reasons(game: Game, seat: Seat) -> Iterator[str]:
    """Explain what has shifted the deadline of the open decision, and what has not."""
    if seat.user is None or seat.due_at is None:
        return
    reasons = seat.delay_reasons.split()
    for reason in reasons:
        if reason == "unreachable" and _was_paused(game, seat):
            yield str(SHIFT_SENTENCES["pause"])
        elif reason != "night":
            yield str(SHIFT_SENTENCES[reason])
    if hours := seat.extra_seconds // 3600:
        text = ngettext(
            "The others have given you one more hour.", "The others have given you %(n)d more hours.", hours
        )
        yield text % {"n": hours}
    quiet_hours = seat_clock.get_quiet_hours(rows.load_waiting_preferences(seat.user))
    yield from _describe_night_shift(game, quiet_hours, seat.due_at, is_moved="night" in reasons)


def _was_paused(game: Game, seat: Seat) -> bool:
    """Was the game paused since the decision was asked?

    The stops of a seat do not say whether a pause or undeliverable email caused them."""
    return GameLogEntry.objects.filter(
        game=game, kind=GameLogEntry.Kind.RESUME, at__gt=seat.asked_at
    ).exists()


def _describe_night_shift(
    game: Game, quiet_hours: QuietHours, due: datetime, *, is_moved: bool
) -> Iterator[str]:
    """Explain how quiet hours have shifted the deadline: a table moves it only so far, or not at all."""
    is_night = find_first_awake(due, limit_quiet_hours(quiet_hours, game.pace)) != due
    is_free_day = not is_night and find_first_awake(due, quiet_hours) != due
    if not is_night and is_moved:
        yield str(SHIFT_SENTENCES["night"])
    elif is_free_day and game.pace.shift:
        yield _("This falls on a free day; at this table only quiet hours move deadlines.")
    elif is_night and game.pace.shift:
        yield _(
            "This still falls in your quiet hours or on a free day: at this table they move a deadline by "
            "at most %(time)s."
        ) % {"time": format_duration(game.pace.shift)}
    elif is_night or is_free_day:
        yield _("This falls in your quiet hours or on a free day, which do not move deadlines at this table.")


# --- what a miss means


def describe_next_miss(game: Game, seat: Seat) -> str:
    """Describe what one more missed deadline would mean for this seat."""
    patience, so_far = game.patience, seat_clock.get_misses(seat)
    after = count_miss(so_far, patience)
    if after.excused > so_far.excused:
        return describe_excuses_left(patience.excused - so_far.excused)
    return (
        describe_bot_takeover(patience)
        if has_missed_too_many(after, patience)
        else describe_misses_left(after, patience)
    )


def describe_miss(game: Game, seat: Seat, *, is_excused: bool) -> str:
    """Describe the consequence of a deadline that was missed."""
    patience = game.patience
    if seat.is_absent:
        if not patience.stand_ins:
            return _("A bot is playing for you now, until you are back.")
        return _(
            "A bot is playing for you now, until you are back. Somebody else can take your seat meanwhile."
        )
    if not is_excused:
        return describe_misses_left(seat_clock.get_misses(seat), patience)
    left = patience.excused - seat.excused_count
    if left <= 0:
        return _("This miss is forgiven. The next one counts.")
    return " ".join([_("This miss is forgiven."), describe_excuses_left(left)])


def describe_excuses_left(left: int) -> str:
    """Say how many more misses are excused."""
    text = ngettext(
        "One more missed deadline will be forgiven.", "%(n)d more missed deadlines will be forgiven.", left
    )
    return text % {"n": left}


def describe_bot_takeover(patience: MissedDeadlinePolicy) -> str:
    if patience.stand_ins:
        return _("Then a bot plays for you until you are back, and somebody else can take your seat.")
    return _("Then a bot plays for you until you are back.")


def describe_misses_left(misses: MissCount, patience: MissedDeadlinePolicy) -> str:
    """Say how many more misses it takes until a bot takes over."""
    left = min(patience.in_a_row - misses.in_a_row, patience.in_total - misses.counted)
    text = ngettext(
        "It counts as missed: after one more, a bot plays for you.",
        "It counts as missed: after %(n)d more, a bot plays for you.",
        left,
    )
    return text % {"n": left}
