"""More time for one decision: whoever is asked asks the table, and one other grants it.

Asking changes no clock. Granting does, under the game's lock: if the time runs out at the same moment, one of
the two comes first and the other finds it done.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.clock.pace import AN_HOUR, Pace, longest_wait
from games.models import Extension, Game, Move, Notice, Seat
from games.play import clocks, hosts, store
from games.play.errors import NotNow, NotPossible, NotYours, Stale
from games.play.notices import leave
from games.play.origin import Origin
from games.play.store import SeatRow
from games.play.table import Table, Wanted
from games.play.views_of import Sight

MOST_HOURS = 72
A_DAYS_HOURS = 24
REFEREE = "games.referee"


def most_hours(pace: Pace) -> int:
    """What may be asked for at once: as much again as the table gives, and never more than three days."""
    return max(min(longest_wait(pace) // AN_HOUR, MOST_HOURS), 1)


def usual_hours(pace: Pace) -> int:
    """What is offered at first, and what the hints name: a day, if there may be so much."""
    return min(most_hours(pace), A_DAYS_HOURS)


# --- asking


@transaction.atomic
def ask(game: int | str, seat: Wanted, hours: int, origin: Origin) -> Extension:
    """Ask the others for so many hours more, once a decision. The same again is the same wish."""
    table = Table(game, origin)
    chair = table.seat(seat)
    table.must_run()
    decision = _open_decision(chair)
    wish = Extension.objects.filter(seat_id=chair.pk, decision=decision).first()
    if wish is not None and wish.hours == hours:
        return wish
    if wish is not None:
        raise NotPossible(_("You have asked for more time already: once for each decision."))
    _must_be_allowed(hours, clocks.pace_of(table.game))
    _tell_the_others(table, chair)
    return Extension.objects.create(
        seat_id=chair.pk, decision=decision, hours=hours, asked_at=table.origin.now
    )


def _open_decision(chair: SeatRow) -> int:
    """What more time is asked for; it must have a clock that runs."""
    if chair.bot:
        raise NotNow(_("A bot plays for you at the moment. Come back first."))
    if chair.decision is None:
        raise Stale(_("You are not asked anything at the moment: this has been decided already."))
    if chair.stopped_at is not None:
        raise NotNow(_("Your clock stands still: you do not need more time."))
    return chair.decision


def _must_be_allowed(hours: int, pace: Pace) -> None:
    most = most_hours(pace)
    if not 1 <= hours <= most:
        words = ngettext(
            "At this table you can ask for one hour.", "At this table you can ask for 1 to %(n)d hours.", most
        )
        raise NotPossible(words % {"n": most})


def _tell_the_others(table: Table, chair: SeatRow) -> None:
    readers = _readers(table.game.id, table.game.seats.values(), chair)
    if not readers:
        raise NotPossible(_("There is nobody at this table who could grant it."))
    leave([_notice(table, chair, user_id) for user_id in readers])
    store.show_pages(table.game.id)


def _readers(game_id: int, seats: Any, chair: SeatRow) -> list[int]:
    """Who may grant it: the other people at the table, whoever has opened it, and who runs its event."""
    people = [seat.user_id for seat in seats if seat.user_id and not seat.bot]
    creator = Game.objects.filter(pk=game_id, creator__is_active=True).values_list("creator", flat=True)
    found = dict.fromkeys([*people, *creator, *hosts.of(game_id)])
    return [user_id for user_id in found if user_id != chair.user_id]


def _notice(table: Table, chair: SeatRow, user_id: int) -> Notice:
    about = {"game_id": table.game.id, "seat_id": chair.pk, "number": table.game.length}
    when = {"created_at": table.origin.now, "next_try_at": table.origin.now}
    return Notice(user_id=user_id, kind=Notice.Kind.MORE_TIME, **about, **when)


# --- granting


@transaction.atomic
def grant(extension_id: int, by: Wanted | None, origin: Origin) -> bool:
    """Give what was asked for. `by` is the seat of whoever grants; None is the creator, a host or a referee.

    Was it granted just now? Granting twice is one grant."""
    wish = Extension.objects.select_related("seat").get(pk=extension_id)
    table = Table(wish.seat.game_id, origin)
    chair = next(seat for seat in table.game.seats.values() if seat.pk == wish.seat_id)
    _must_be_another(table, chair, by)
    wish.refresh_from_db()  # as it stands now that the game is locked
    if wish.granted_at is not None:
        return False
    _must_be_open(table, chair, wish)
    _give(table, chair, wish)
    return True


def _must_be_another(table: Table, chair: SeatRow, by: Wanted | None) -> None:
    granter = table.seat(by) if by is not None else None
    if granter is None and not may_rule(table.game.id, table.origin.user_id):
        raise NotYours(_("Only somebody at this table may grant it, or whoever has opened it."))
    if granter is not None and granter.bot:
        raise NotNow(_("A bot plays for you at the moment. Come back first."))
    if granter is chair or table.origin.user_id == chair.user_id:
        raise NotYours(_("Somebody else at the table has to grant it."))


def may_rule(game_id: int, user_id: int | None) -> bool:
    """Has this person opened the table, or runs its event, or may rule at all tables?"""
    user = User.objects.filter(pk=user_id, is_active=True).first() if user_id else None
    if user is None:
        return False
    if user.has_perm(REFEREE):
        return True
    creator, arranged = Game.objects.values_list("creator", "arranged").get(pk=game_id)
    return creator == user.pk or (bool(arranged) and user.pk in hosts.of(game_id))


def _must_be_open(table: Table, chair: SeatRow, wish: Extension) -> None:
    is_live = table.game.state in (Game.State.RUNNING, Game.State.PAUSED)
    if not is_live or chair.bot or chair.decision != wish.decision:
        raise Stale(_("It is too late: this has been decided meanwhile."))


def _give(table: Table, chair: SeatRow, wish: Extension) -> None:
    """Write it down, for all to read, and tell whoever has asked."""
    now = table.origin.now
    clocks.give(table.game, chair, wish.hours, now)
    table.enter(Move.Kind.EXTEND, f"extend {chair.name} {wish.hours}", seat=chair)
    table.touched.add(chair.pk)
    table.told.append((chair, Notice.Kind.CHANGES, now))
    table.save()
    wish.granted_at, wish.granted_by_id = now, table.origin.user_id
    wish.save(update_fields=["granted_at", "granted_by"])


def settle(table: Table, chairs: Iterable[SeatRow]) -> None:
    """A referee has given these seats time by another way: what they have asked for is answered with it."""
    asked = [Q(seat=chair.pk, decision=chair.decision) for chair in chairs if not chair.bot]
    if asked:
        wishes = Extension.objects.filter(reduce(or_, asked), granted_at=None)
        wishes.update(granted_at=table.origin.now, granted_by=table.origin.user_id)


# --- looking


def open_wishes(game_id: int, user_id: int | None) -> QuerySet[Extension]:
    """What others ask for at this table, and this person may grant."""
    found = Extension.objects.filter(seat__game=game_id, granted_at=None, decision=F("seat__decision"))
    return found.exclude(seat__user=user_id).filter(seat__bot="").select_related("seat").order_by("asked_at")


class Asking(msgspec.Struct, frozen=True):
    """What a page shows about more time."""

    most: int = 0  # hours that its reader may ask for; none, if that cannot be done now
    own: Extension | None = None  # what the reader has asked for
    others: list[Extension] = []  # what the reader may grant

    @property
    def usual(self) -> int:
        """What stands in the form at first: a day, if there may be so much."""
        return min(self.most, A_DAYS_HOURS)


def at_table(sight: Sight, user_id: int | None) -> Asking:
    """For somebody who looks at this table: what may be asked and what granted."""
    game, seat = sight.game, sight.seat
    sits = seat is not None and not seat.bot
    if not game.is_live or not (sits or (seat is None and may_rule(game.pk, user_id))):
        return Asking()
    reader = seat.user_id if seat else user_id
    others = list(open_wishes(game.pk, reader))
    if seat is None or seat.decision is None or seat.deadline is None:
        return Asking(others=others)
    own = Extension.objects.filter(seat=seat, decision=seat.decision).first()
    return Asking(0 if own or not _others(sight, seat) else most_hours(game.pace), own, others)


def _others(sight: Sight, own: Seat) -> bool:
    """Is there anybody who could grant something to this seat?"""
    people = [seat for seat in sight.seats if seat != own and seat.user_id and not seat.bot]
    if people or sight.game.creator_id not in (None, own.user_id):
        return True
    return bool(sight.game.arranged and hosts.of(sight.game.pk))
