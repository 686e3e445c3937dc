"""What the players decide together: a pause, going on, abandoning the game.

A vote that does not decide yet is told to the others, who may be for it or against it. Nobody has to vote,
and who is against it stops nothing: it takes enough who are for it. A pause that players have voted for ends
by itself; one that a referee has ruled does not.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clock.pace import A_WEEK, Pace, longest_wait
from games.clock.spans import A_DAY
from games.models import Game, Move, Notice, Seat, Vote
from games.play import clocks, times
from games.play.errors import NotNow
from games.play.notices import leave
from games.play.origin import How, Origin, from_house
from games.play.store import SeatRow, show_pages
from games.play.table import Table, Wanted
from games.play.views_of import Sight

log = logging.getLogger(__name__)

Matter = Vote.Matter
PAUSE_IS_WORTH = 14  # decisions
SHORTEST_PAUSE, LONGEST_PAUSE = A_WEEK, 8 * A_WEEK  # that end by themselves
AT_A_TIME = 200
TOLD_AGAIN = A_DAY  # who takes a vote back and gives it again need not ring every time


# --- voting


@transaction.atomic
def vote(game_id: int, seat: Wanted, matter: str, origin: Origin) -> bool:
    """Be for it; the last vote that was missing carries it out. Is it decided now?"""
    table, chair = _at_the_table(game_id, seat, matter, origin)
    is_news = _is_news(table, matter)
    _stand(table, chair, matter, is_for=True, is_news=is_news)
    if _is_carried(table, matter):
        carry_out(table, matter)
        return True
    if is_news:
        leave([_notice(table, row) for row in people_of(table) if row.pk != chair.pk])
    show_pages(game_id)
    return False


@transaction.atomic
def object_to(game_id: int, seat: Wanted, matter: str, origin: Origin) -> None:
    """Be against what somebody would like; everybody at the table sees it."""
    table, chair = _at_the_table(game_id, seat, matter, origin)
    if not _in_favour(table, matter):
        raise NotNow(_("Nobody is for this at the moment."))
    _stand(table, chair, matter, is_for=False)
    show_pages(game_id)


@transaction.atomic
def take_back(game_id: int, seat: Wanted, matter: str, origin: Origin) -> None:
    """Neither for it nor against it any more."""
    chair = Table(game_id, origin).seat(seat)
    Vote.objects.filter(game_id=game_id, seat_id=chair.pk, matter=matter).update(is_for=None)
    show_pages(game_id)


def _at_the_table(game_id: int, seat: Wanted, matter: str, origin: Origin) -> tuple[Table, SeatRow]:
    table = Table(game_id, origin)
    chair = table.seat(seat)
    if Game.objects.filter(pk=table.game.id, keeps_pace=True).exists():
        raise NotNow(_("Only those who have arranged this game can pause it or end it."))
    must_be_possible(table.game.state, matter)
    if not _is_person(chair):
        raise NotNow(_("A bot plays for you at the moment. Come back first."))
    return table, chair


def _is_news(table: Table, matter: str) -> bool:
    """Is nobody for it yet, and has nobody been lately?"""
    since = table.origin.now - TOLD_AGAIN
    told = Vote.objects.filter(game_id=table.game.id, matter=matter, at__gt=since)
    return not _in_favour(table, matter) and not told.exists()


def _stand(table: Table, chair: SeatRow, matter: str, *, is_for: bool, is_news: bool = False) -> None:
    now = table.origin.now
    about = {"game_id": table.game.id, "seat_id": chair.pk, "matter": matter}
    changed = {"is_for": is_for, "at": now} if is_news else {"is_for": is_for}
    Vote.objects.update_or_create(**about, defaults=changed, create_defaults={"is_for": is_for, "at": now})


def _notice(table: Table, row: SeatRow) -> Notice:
    now = table.origin.now
    about = {"game_id": table.game.id, "seat_id": row.pk, "user_id": row.user_id}
    return Notice(kind=Notice.Kind.VOTE, number=table.game.length, created_at=now, next_try_at=now, **about)


# --- counting


def needed(people: int, matter: str) -> int:
    """More than half for a pause and for going on; a game is given up only by all."""
    return people if matter == Matter.ABANDON else people // 2 + 1


def possible(state: str) -> list[str]:
    """What can be voted on now."""
    if state == Game.State.RUNNING:
        return [Matter.PAUSE, Matter.ABANDON]
    return [Matter.RESUME, Matter.ABANDON] if state == Game.State.PAUSED else []


def must_be_possible(state: str, matter: str) -> None:
    if matter not in possible(state):
        raise NotNow(_("This cannot be voted on now."))


def people_of(table: Table) -> list[SeatRow]:
    """Who has a vote."""
    return [row for row in table.game.seats.values() if _is_person(row)]


def _is_person(row: SeatRow | Seat) -> bool:
    return row.user_id is not None and not row.bot


def _in_favour(table: Table, matter: str) -> int:
    ids = [row.pk for row in people_of(table)]
    return Vote.objects.filter(game_id=table.game.id, matter=matter, seat_id__in=ids, is_for=True).count()


def _is_carried(table: Table, matter: str) -> bool:
    return _in_favour(table, matter) >= needed(len(people_of(table)), matter)


# --- carrying it out


def carry_out(table: Table, matter: str, reason: str = "") -> None:
    """Pause, go on, or give up."""
    if matter == Matter.PAUSE:
        table.game.state = Game.State.PAUSED
        table.stop_clocks()
    elif matter == Matter.RESUME:
        table.game.state = Game.State.RUNNING
        table.start_clocks()
    else:
        table.game.state = Game.State.ABANDONED
        table.close_decisions()
    table.enter(KINDS[Matter(matter)], matter).reason = reason
    if table.game.state == Game.State.RUNNING:
        table.let_orders_answer()  # they may have been filed in the pause
    table.save()
    Game.objects.filter(pk=table.game.id).update(paused_until=_end_of_pause(table, matter))
    Vote.objects.filter(game_id=table.game.id).delete()


KINDS = {Matter.PAUSE: Move.Kind.PAUSE, Matter.RESUME: Move.Kind.RESUME, Matter.ABANDON: Move.Kind.ABANDON}


def _end_of_pause(table: Table, matter: str) -> datetime | None:
    """A referee may have to find something out first, and says when it goes on."""
    if matter != Matter.PAUSE or table.origin.how == How.REFEREE:
        return None
    return table.origin.now + longest_pause(clocks.pace_of(table.game))


def longest_pause(pace: Pace) -> timedelta:
    """As long as some decisions may take: a week at least, and eight at most."""
    return min(max(PAUSE_IS_WORTH * longest_wait(pace), SHORTEST_PAUSE), LONGEST_PAUSE)


def end_pauses() -> int:
    """Let the games go on whose pause has lasted as long as one may; return how many."""
    due = Game.objects.filter(state=Game.State.PAUSED, paused_until__lte=times.now()).order_by("paused_until")
    return sum(_ended(game_id) for game_id in due.values_list("pk", flat=True)[:AT_A_TIME])


def _ended(game_id: int) -> bool:
    """One table in trouble must not keep the others waiting."""
    try:
        return _end_pause(game_id)
    except Exception:
        log.exception("the pause of game %d could not be ended", game_id)
        return False


@transaction.atomic
def _end_pause(game_id: int) -> bool:
    """Somebody may have been faster: it is looked at again under the lock."""
    table = Table(game_id, from_house(How.CLOCK))
    until = Game.objects.values_list("paused_until", flat=True).get(pk=game_id)
    is_due = table.game.state == Game.State.PAUSED and until is not None and until <= table.origin.now
    if is_due:
        carry_out(table, Matter.RESUME)
    return is_due


# --- looking


class Standing(msgspec.Struct, frozen=True):
    """Where a vote stands, for everybody at the table to read."""

    matter: str
    key: int  # the oldest vote on it; what a link of a letter opens
    seats: list[str]  # who is for it
    against: list[str]
    needed: int
    mine: bool | None  # the reader's own vote
    may_vote: bool
    ends_after: timedelta | None = None  # a pause

    @property
    def name(self) -> str:
        return str(Matter(self.matter).label)

    @property
    def is_open(self) -> bool:
        return bool(self.seats)

    @property
    def waits_for_me(self) -> bool:
        return self.is_open and self.may_vote and self.mine is None

    @property
    def sentence(self) -> str:
        """Who would like what, and how far it is."""
        wish = WISHES[Matter(self.matter)]() % {"names": ", ".join(self.seats)}
        count = ngettext("It takes %(n)d vote", "It takes %(n)d votes", self.needed) % {"n": self.needed}
        so_far = _("%(takes)s and has %(votes)d so far.") % {"takes": count, "votes": len(self.seats)}
        against = _("Against it: %(names)s.") % {"names": ", ".join(self.against)} if self.against else ""
        return " ".join(filter(None, [wish, so_far, against, self.limit]))

    @property
    def limit(self) -> str:
        """A pause has an end."""
        if self.ends_after is None:
            return ""
        words = ngettext(
            "A pause ends by itself after %(n)d day, or when the players vote to go on.",
            "A pause ends by itself after %(n)d days, or when the players vote to go on.",
            self.ends_after.days,
        )
        return words % {"n": self.ends_after.days}


WISHES = {
    Matter.PAUSE: lambda: _("%(names)s would like to pause the game."),
    Matter.RESUME: lambda: _("%(names)s would like to go on with the game."),
    Matter.ABANDON: lambda: _("%(names)s would like to give the game up."),
}


def standings(sight: Sight) -> list[Standing]:
    """What can be voted on, who is for it and who against it, and how many it takes."""
    if sight.game.keeps_pace or not (matters := possible(sight.game.state)):
        return []
    people = [seat for seat in sight.seats if _is_person(seat)]
    cast = list(Vote.objects.filter(game=sight.game, seat__in=people).order_by("pk"))
    return [
        _standing(sight, matter, people, [one for one in cast if one.matter == matter]) for matter in matters
    ]


def _standing(sight: Sight, matter: str, people: Sequence[Seat], cast: Sequence[Vote]) -> Standing:
    stands = {one.seat_id: one.is_for for one in cast}
    own = sight.seat
    return Standing(
        matter=matter,
        key=cast[0].pk if cast else 0,
        seats=[seat.name for seat in people if stands.get(seat.pk)],
        against=[seat.name for seat in people if stands.get(seat.pk) is False],
        needed=needed(len(people), matter),
        mine=stands.get(own.pk) if own else None,
        may_vote=own in people,
        ends_after=longest_pause(sight.game.pace) if matter == Matter.PAUSE else None,
    )
