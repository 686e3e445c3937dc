"""The clock of a seat as pages and emails show it: to its own player, and to those who wait.

Everybody may see how much time is in the bank and how many deadlines were missed. What answers for a seat
when its time runs out, and its quiet hours, are shown to its own player only.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

import msgspec
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.clock.quiet_hours import QuietHours, find_first_awake
from games.models import ExtensionRequest, Game, GameLogEntry, Seat
from games.play import organizers
from games.play.deadlines import leave, seat_clock
from games.play.deadlines.extensions import (
    HOURS_PER_DAY,
    compute_max_hours,
    list_open_requests,
    may_rule_on_game,
)
from games.play.transaction import rows
from games.queries.game_view import GameView
from games.text import format_duration, format_short_duration

ONE_MINUTE = timedelta(minutes=1)


class ClockDisplay(msgspec.Struct, frozen=True):
    """The clock of a seat, as anybody at the table may read it."""

    seat: Any
    is_late: bool  # the deadline has passed: the bank or the grace period is running
    is_stopped: bool  # the clock is stopped because emails do not reach the player
    away_until: date | None  # first day back from leave
    facts: str  # time in the bank, misses, who plays in the meantime

    @property
    def name(self) -> str:
        return str(self.seat.name)


def build_clock_display(game: Game, seat: Seat, now: datetime) -> ClockDisplay:
    return ClockDisplay(
        seat=seat,
        is_late=seat.deadline is not None and seat.deadline <= now,
        is_stopped=_is_stopped(game, seat),
        away_until=_find_return_date(game, seat, now),
        facts=", ".join(_list_facts(game, seat, now)),
    )


def _is_stopped(game: Game, seat: Seat) -> bool:
    return seat.stopped_at is not None and game.state == Game.State.RUNNING


def _find_return_date(game: Game, seat: Seat, now: datetime) -> date | None:
    if seat.user is None or seat.bot or game.patience.leave == "none":
        return None
    return leave.find_return_date(seat.user, now)


def _list_facts(game: Game, seat: Seat, now: datetime) -> list[str]:
    if seat.bot and not seat.is_absent:
        return [_("a bot, without a clock")]
    found = [_describe_bank_left(compute_bank_left(game, seat, now))] if has_bank(game) else []
    if seat.excused_count:
        found.append(
            ngettext("excused once", "excused %(n)d times", seat.excused_count) % {"n": seat.excused_count}
        )
    if seat.missed_count:
        found.append(_("missed %(n)d") % {"n": seat.missed_count})
    if seat.is_absent:
        found.append(_("away, a bot plays meanwhile"))
    elif until := _find_return_date(game, seat, now):
        found.append(_("on leave, back on %(day)s") % {"day": date_format(until, "MONTH_DAY_FORMAT")})
    return found


def _describe_bank_left(left: timedelta) -> str:
    if left < ONE_MINUTE:
        return _("nothing in the bank")
    return _("%(time)s in the bank") % {"time": format_short_duration(left)}


def has_bank(game: Game) -> bool:
    return bool(game.pace.allowance or game.pace.increment)


def compute_bank_left(game: Game, seat: Seat, now: datetime) -> timedelta:
    """Return what would be left in the bank if the seat answered at this moment."""
    is_late = seat.due_at is not None and seat.due_at < now and seat.user is not None
    preferences = rows.load_waiting_preferences(seat.user) if is_late else None
    return timedelta(seconds=seat.bank_seconds) - seat_clock.compute_bank_use(game, seat, preferences, now)


# --- for its own player


class OwnClockDisplay(msgspec.Struct, frozen=True):
    """What only the player of a seat sees about its clock."""

    bank: str  # the time left in the bank
    consequence: str  # what happens when all time has run out
    shift_reasons: list[str]  # why the deadline is later than the pace alone would set it


TIME_OUT_CONSEQUENCES = {
    "minimal": gettext_lazy("the harmless move is played for you"),
    "bot": gettext_lazy("the careful bot answers for you"),
    "orders": gettext_lazy("your orders answer for you, and the harmless move where they do not"),
}
SHIFT_SENTENCES = {
    "outage": gettext_lazy("This site, or its post, stood still for a while: that has moved this deadline."),
    "pause": gettext_lazy("The game was paused: that has moved this deadline."),
    "unreachable": gettext_lazy("Letters did not reach you for a while: that has moved this deadline."),
    "leave": gettext_lazy("Your leave has moved this deadline."),
    "night": gettext_lazy("It was moved out of your quiet hours or a free day."),
}


def build_own_clock_display(game: Game, seat: Seat, now: datetime) -> OwnClockDisplay:
    return OwnClockDisplay(
        bank=describe_own_bank(game, seat, now),
        consequence=describe_consequence(game, seat),
        shift_reasons=list(list_shift_reasons(game, seat)),
    )


def describe_consequence(game: Game, seat: Seat) -> str:
    return str(TIME_OUT_CONSEQUENCES[get_time_out_answer(game, seat)])


def get_time_out_answer(game: Game, seat: Seat) -> str:
    return seat_clock.get_time_out_answer(game, seat, seat.user)


def describe_own_bank(game: Game, seat: Seat, now: datetime) -> str:
    left = compute_bank_left(game, seat, now)
    is_late = seat.due_at is not None and seat.due_at <= now
    if left < ONE_MINUTE:
        return _("Your bank is empty.") if has_bank(game) else ""
    words = {"time": format_short_duration(left)}
    if is_late:
        return _("Your bank runs: %(time)s left in it.") % words
    return _("After that you have %(time)s in the bank.") % words


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
            "The table has given you one hour more.", "The table has given you %(n)d hours more.", hours
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
    is_night = find_first_awake(due, quiet_hours) != due
    if not is_night and is_moved:
        yield str(SHIFT_SENTENCES["night"])
    elif is_night and game.pace.shift:
        yield _(
            "It still falls into your quiet hours or on a free day: they move a deadline by at most "
            "%(time)s at this table."
        ) % {"time": format_duration(game.pace.shift)}
    elif is_night:
        yield _("It falls into your quiet hours or on a free day: at this table they do not move a deadline.")


class ExtensionOptions(msgspec.Struct, frozen=True):
    """What a table page shows its reader about more time."""

    max_hours: int = 0  # hours that the reader may request; 0 if none can be requested now
    own_request: ExtensionRequest | None = None  # the reader's own request
    open_requests: list[ExtensionRequest] = []  # requests that the reader may grant

    @property
    def default_hours(self) -> int:
        """The initial value of the form: a day, or less if less is allowed."""
        return min(self.max_hours, HOURS_PER_DAY)


def build_extension_options(view: GameView, user_id: int | None) -> ExtensionOptions:
    """Collect what the reader of this page may request, has requested and may grant."""
    game, seat = view.game, view.seat
    sits = seat is not None and not seat.bot
    if not game.is_live or not (sits or (seat is None and may_rule_on_game(game.pk, user_id))):
        return ExtensionOptions()
    reader = seat.user_id if seat else user_id
    others = list(list_open_requests(game.pk, reader))
    if seat is None or seat.decision is None or seat.deadline is None:
        return ExtensionOptions(open_requests=others)
    own = ExtensionRequest.objects.filter(seat=seat, decision=seat.decision).first()
    return ExtensionOptions(
        0 if own or not _has_granters(view, seat) else compute_max_hours(game.pace), own, others
    )


def _has_granters(view: GameView, own: Seat) -> bool:
    """Is there anybody who could grant a request of this seat?"""
    people = [seat for seat in view.seats if seat != own and seat.user_id and not seat.bot]
    if people or view.game.creator_id not in (None, own.user_id):
        return True
    return bool(view.game.arrangement_key and organizers.find_organizers(view.game.pk))
