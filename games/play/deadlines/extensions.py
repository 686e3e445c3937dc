"""Extensions: a player asks the table for more time for one decision, and one other person grants it.

A request changes no clock. Granting does, under the lock of the game: if the time runs out at the same
moment, one of the two comes first and the other finds the decision settled.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.clock.pace import ONE_HOUR, Pace, compute_longest_wait
from games.models import ExtensionRequest, Game, GameLogEntry, GameNotice
from games.play import organizers
from games.play.deadlines import seat_clock
from games.play.errors import NotAllowed, NotNow, NotPossible, Stale
from games.play.transaction import notices, sql
from games.play.transaction.locked_game import LockedGame, SeatSelector
from games.play.transaction.origin import Origin
from games.play.transaction.rows import SeatRow

MAX_HOURS = 72
HOURS_PER_DAY = 24
REFEREE_PERMISSION = "games.referee"


def compute_max_hours(pace: Pace) -> int:
    """Return the most hours that may be requested: as much again as the pace gives, at most three days."""
    return max(min(compute_longest_wait(pace) // ONE_HOUR, MAX_HOURS), 1)


def compute_default_hours(pace: Pace) -> int:
    """Return the hours suggested in forms and hints: a day, or less if the pace allows less."""
    return min(compute_max_hours(pace), HOURS_PER_DAY)


# --- asking


@transaction.atomic
def request_extension(game: int | str, seat: SeatSelector, hours: int, origin: Origin) -> ExtensionRequest:
    """Ask the others at the table for more hours, once for each decision.

    The same request again returns the existing one."""
    locked_game = LockedGame(game, origin)
    seat_row = locked_game.seat(seat)
    locked_game.require_running()
    decision = _require_running_clock(seat_row)
    request = ExtensionRequest.objects.filter(seat_id=seat_row.pk, decision=decision).first()
    if request is not None and request.hours == hours:
        return request
    if request is not None:
        raise NotPossible(_("You have already asked for more time: you can do that once per decision."))
    _check_hours(hours, seat_clock.get_pace(locked_game.game))
    _notify_granters(locked_game, seat_row)
    return ExtensionRequest.objects.create(
        seat_id=seat_row.pk, decision=decision, hours=hours, asked_at=locked_game.origin.now
    )


def _require_running_clock(seat_row: SeatRow) -> int:
    """Return the open decision of the seat; refuse if there is none or its clock is not running."""
    if seat_row.bot:
        raise NotNow(_("A bot is playing for you at the moment. Come back first."))
    if seat_row.decision is None:
        raise Stale(_("You are not being asked anything at the moment: this has already been decided."))
    if seat_row.stopped_at is not None:
        raise NotNow(_("Your clock is stopped: you do not need more time."))
    return seat_row.decision


def _check_hours(hours: int, pace: Pace) -> None:
    most = compute_max_hours(pace)
    if not 1 <= hours <= most:
        text = ngettext(
            "At this table you can ask for one hour.", "At this table you can ask for 1 to %(n)d hours.", most
        )
        raise NotPossible(text % {"n": most})


def _notify_granters(locked_game: LockedGame, seat_row: SeatRow) -> None:
    readers = _find_granters(locked_game.game.id, locked_game.game.seats.values(), seat_row)
    if not readers:
        raise NotPossible(_("There is nobody at this table who could agree."))
    notices.notify_of_extension_request(locked_game, seat_row, readers)
    sql.bump_page_version(locked_game.game.id)


def _find_granters(game_id: int, seats: Any, seat_row: SeatRow) -> list[int]:
    """Find who may grant a request: the other people at the table, its creator and the organizers."""
    people = [seat.user_id for seat in seats if seat.user_id and not seat.bot]
    creator = Game.objects.filter(pk=game_id, creator__is_active=True).values_list("creator", flat=True)
    found = dict.fromkeys([*people, *creator, *organizers.find_organizers(game_id)])
    return [user_id for user_id in found if user_id != seat_row.user_id]


# --- granting


@transaction.atomic
def grant(extension_id: int, by: SeatSelector | None, origin: Origin) -> bool:
    """Grant a request. `by` is the seat of the granter, or None for the creator, an organizer or a referee.

    Returns whether it was granted now: a second grant changes nothing."""
    request = ExtensionRequest.objects.select_related("seat").get(pk=extension_id)
    locked_game = LockedGame(request.seat.game_id, origin)
    seat_row = next(seat for seat in locked_game.game.seats.values() if seat.pk == request.seat_id)
    _require_other_granter(locked_game, seat_row, by)
    request.refresh_from_db()  # it may have changed before the game was locked
    if request.granted_at is not None:
        return False
    _require_open_decision(locked_game, seat_row, request)
    _grant_hours(locked_game, seat_row, request)
    return True


def _require_other_granter(locked_game: LockedGame, seat_row: SeatRow, by: SeatSelector | None) -> None:
    granter = locked_game.seat(by) if by is not None else None
    if granter is None and not may_rule_on_game(locked_game.game.id, locked_game.origin.user_id):
        raise NotAllowed(_("Only somebody at this table, or its host, can agree to this."))
    if granter is not None and granter.bot:
        raise NotNow(_("A bot is playing for you at the moment. Come back first."))
    if granter is seat_row or locked_game.origin.user_id == seat_row.user_id:
        raise NotAllowed(_("Somebody else at the table has to agree."))


def may_rule_on_game(game_id: int, user_id: int | None) -> bool:
    """Is this user the creator of the table, an organizer of the game, or a referee?"""
    user = User.objects.filter(pk=user_id, is_active=True).first() if user_id else None
    if user is None:
        return False
    if user.has_perm(REFEREE_PERMISSION):
        return True
    creator, arranged = Game.objects.values_list("creator", "arrangement_key").get(pk=game_id)
    return creator == user.pk or (bool(arranged) and user.pk in organizers.find_organizers(game_id))


def _require_open_decision(locked_game: LockedGame, seat_row: SeatRow, request: ExtensionRequest) -> None:
    is_live = locked_game.game.state in (Game.State.RUNNING, Game.State.PAUSED)
    if not is_live or seat_row.bot or seat_row.decision != request.decision:
        raise Stale(_("It is too late: this has already been decided."))


def _grant_hours(locked_game: LockedGame, seat_row: SeatRow, request: ExtensionRequest) -> None:
    """Add the time, record it in the log for all to read, and notify the player who asked."""
    now = locked_game.origin.now
    seat_clock.add_time(locked_game.game, seat_row, request.hours, now)
    locked_game.add_log_row(
        GameLogEntry.Kind.EXTEND, f"extend {seat_row.name} {request.hours}", seat=seat_row
    )
    locked_game.changed_clocks.add(seat_row.pk)
    notices.add_notice(locked_game, seat_row, GameNotice.Kind.CHANGES)
    locked_game.save()
    request.granted_at, request.granted_by_id = now, locked_game.origin.user_id
    request.save(update_fields=["granted_at", "granted_by"])


def settle_open_requests(locked_game: LockedGame, seat_rows: Iterable[SeatRow]) -> None:
    """Mark the open requests of these seats as granted, after a referee has given them time directly."""
    asked = [Q(seat=seat_row.pk, decision=seat_row.decision) for seat_row in seat_rows if not seat_row.bot]
    if asked:
        requests = ExtensionRequest.objects.filter(reduce(or_, asked), granted_at=None)
        requests.update(granted_at=locked_game.origin.now, granted_by=locked_game.origin.user_id)


# --- display


def list_open_requests(game_id: int, user_id: int | None) -> QuerySet[ExtensionRequest]:
    """List the open requests of other players at this table."""
    found = ExtensionRequest.objects.filter(seat__game=game_id, granted_at=None, decision=F("seat__decision"))
    found = found.exclude(seat__user=user_id).filter(seat__bot="")
    return found.select_related("seat__user").order_by("asked_at")
