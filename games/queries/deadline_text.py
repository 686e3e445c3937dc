"""Sentences about what happens if a player misses a deadline: the same in emails, links and at the table."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import server_time
from games.clock.missed_deadline_policy import (
    MissCount,
    MissedDeadlinePolicy,
    count_miss,
    has_missed_too_many,
)
from games.models import Game, Seat
from games.play.deadlines import seat_clock
from games.queries import clock_display


def describe_deadline(game: Game, seat: Seat) -> str:
    """Describe the deadline of the open decision and what follows it, in the active time zone.

    Empty if the seat has no clock."""
    if not seat.is_awaited or seat.bot:
        return ""
    if seat.stopped_at is not None:
        return _describe_stopped_clock(game, seat)
    if seat.final_at is None:
        return ""
    consequence = clock_display.describe_consequence(game, seat)
    words = {"when": _format_moment(seat.final_at), "what": consequence}
    end = _("If you have not answered by %(when)s, %(what)s.") % words
    bank = clock_display.describe_own_bank(game, seat, server_time.now())
    return " ".join(filter(None, [bank, end, describe_next_miss(game, seat)]))


def describe_deadline_shifts(game: Game, seat: Seat) -> str:
    """Explain what has shifted the deadline of the open decision; empty if only the pace has set it."""
    if seat.deadline is None or seat.bot:
        return ""
    return " ".join(clock_display.list_shift_reasons(game, seat))


def _describe_stopped_clock(game: Game, seat: Seat) -> str:
    since = seat.user.unreachable_since if seat.user else None
    if since is None or game.state != Game.State.RUNNING:
        return _("The clock stands still until the game goes on.")
    text = _(
        "The clock stands still, because letters do not reach you. If they still do not on %(when)s, "
        "a bot plays for you until you are back."
    )
    return text % {"when": _format_moment(seat.alarm_at or server_time.now())}


def _format_moment(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "WEEKDAY_DATETIME")


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
            return _("A bot plays for you now, until you are back.")
        return _("A bot plays for you now, until you are back. Somebody else may take your seat meanwhile.")
    if not is_excused:
        return describe_misses_left(seat_clock.get_misses(seat), patience)
    left = patience.excused - seat.excused_count
    if left <= 0:
        return _("It is excused. The next one counts.")
    return " ".join([_("It is excused."), describe_excuses_left(left)])


def describe_excuses_left(left: int) -> str:
    """Say how many more misses are excused."""
    text = ngettext("You have one excused miss left.", "You have %(n)d excused misses left.", left)
    return text % {"n": left}


def describe_bot_takeover(patience: MissedDeadlinePolicy) -> str:
    if patience.stand_ins:
        return _("Then a bot plays for you until you are back, and somebody else may take your seat.")
    return _("Then a bot plays for you until you are back.")


def describe_misses_left(misses: MissCount, patience: MissedDeadlinePolicy) -> str:
    """Say how many more misses it takes until a bot takes over."""
    left = min(patience.in_a_row - misses.in_a_row, patience.in_total - misses.counted)
    text = ngettext(
        "It counts as missed: after one more a bot plays for you.",
        "It counts as missed: after %(n)d more a bot plays for you.",
        left,
    )
    return text % {"n": left}
