"""The clock of a seat as pages and emails show it: to its own player, and to those who wait.

Everybody may see how much time is in the bank and how many deadlines were missed. What answers for a seat
when its time runs out, and its quiet hours, are shown to its own player only.
"""

from datetime import date, datetime, timedelta
from typing import Any

import msgspec
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import ExtensionRequest, Game, Seat
from games.play import organizers
from games.play.deadlines import leave
from games.play.deadlines.extensions import (
    HOURS_PER_DAY,
    compute_max_hours,
    list_open_requests,
    may_rule_on_game,
)
from games.queries.deadline_text import (
    ONE_MINUTE,
    compute_bank_left,
    describe_consequence,
    describe_own_bank,
    has_bank,
    list_shift_reasons,
)
from games.queries.game_view import GameView
from games.text import format_short_duration


class ClockDisplay(msgspec.Struct, frozen=True):
    """The clock of a seat, as anybody at the table may read it."""

    seat: Any
    is_late: bool  # the deadline has passed: the bank or the grace period is running
    is_stopped: bool  # the clock is stopped because emails do not reach the player
    away_until: date | None  # first day back from leave
    has_emails_off: bool  # the player has stopped the emails about this table; the clock runs all the same
    facts: str  # time in the bank, misses, who plays in the meantime

    @property
    def name(self) -> str:
        return str(self.seat.shown_name)


def build_clock_display(game: Game, seat: Seat, now: datetime) -> ClockDisplay:
    return ClockDisplay(
        seat=seat,
        is_late=seat.deadline is not None and seat.deadline <= now,
        is_stopped=_is_stopped(game, seat),
        away_until=_find_return_date(game, seat, now),
        has_emails_off=_has_emails_off(game, seat),
        facts=", ".join(_list_facts(game, seat, now)),
    )


def _is_stopped(game: Game, seat: Seat) -> bool:
    return seat.stopped_at is not None and game.state == Game.State.RUNNING


def _has_emails_off(game: Game, seat: Seat) -> bool:
    """Has a person who plays here stopped the emails? A first game has none for anybody."""
    return seat.has_emails_off and seat.user_id is not None and not seat.bot and not game.is_tutorial


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
            ngettext("forgiven once", "forgiven %(n)d times", seat.excused_count) % {"n": seat.excused_count}
        )
    if seat.missed_count:
        found.append(_("missed %(n)d") % {"n": seat.missed_count})
    if seat.is_absent:
        found.append(_("away, a bot is playing"))
    elif until := _find_return_date(game, seat, now):
        found.append(_("on leave, back on %(day)s") % {"day": date_format(until, "MONTH_DAY_FORMAT")})
    return found


def _describe_bank_left(left: timedelta) -> str:
    if left < ONE_MINUTE:
        return _("time bank empty")
    return _("%(time)s banked") % {"time": format_short_duration(left)}


# --- for its own player


class OwnClockDisplay(msgspec.Struct, frozen=True):
    """What only the player of a seat sees about its clock."""

    bank: str  # the time left in the bank
    consequence: str  # what happens when all time has run out
    shift_reasons: list[str]  # why the deadline is later than the pace alone would set it


def build_own_clock_display(game: Game, seat: Seat, now: datetime) -> OwnClockDisplay:
    return OwnClockDisplay(
        bank=describe_own_bank(game, seat, now),
        consequence=describe_consequence(game, seat),
        shift_reasons=list(list_shift_reasons(game, seat)),
    )


# --- more time


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
