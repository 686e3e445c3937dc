"""The outbox of events: what waits in `Letter` leaves, once, in time, with what still matters.

Claimed by person and event, so that all that waits about one event goes into one letter. What is overtaken
or unwanted is dropped. Quiet hours put a letter off, and so do the person's own hours for what only tells, if
letters about tournaments are to be collected. What asks for an answer comes at once.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet

from accounts.letters import COLLECTED, NONE
from games.mail import posting, settling
from games.mail.outbox import next_hour
from games.mail.posting import Post
from games.play import times
from games.play.wake import wake
from games.tournaments import letters
from games.tournaments.book import SEND_LETTERS
from games.tournaments.letters import ASKING
from games.tournaments.models import Entrant, Letter, Qualifier, Sitting, Stage, Table, Tournament
from games.tournaments.passages.of_play import waited_for
from games.tournaments.passages.passage import data_of

MOST = 6  # things that one letter tells; the next letter has the others
WISH = "tournament"
OUT_OF_REACH = "out of reach"

Kind, Status = Letter.Kind, Letter.Status
State = Entrant.State
# what somebody who takes part no more is still told
TO_THE_LAST = (Kind.MISSED, Kind.REFUSED, Kind.OUT, Kind.ENDED, Kind.RULING, Kind.TICKET, Kind.NEWS)


def send_due(now: datetime | None = None) -> int:
    """Send what is due; return how many letters have left."""
    return posting.send_due(claim, settle, SEND_LETTERS, now)


# --- claiming


def claim(now: datetime) -> list[Sequence[Letter]]:
    """Letter by letter; nobody else writes to these people about the same event meanwhile."""
    return posting.claim(_first_of_each(now), now, lambda firsts: _together(firsts, now))


def _waiting() -> QuerySet[Letter]:
    return Letter.objects.filter(status=Status.WAITING)


def _first_of_each(now: datetime) -> QuerySet[Letter]:
    return posting.first_of_each(_waiting().filter(next_try_at__lte=now), "user", "tournament")


def _together(firsts: Sequence[Letter], now: datetime) -> list[Sequence[Letter]]:
    """All that waits for the same people about the same event, and nothing else: somebody may have claimed
    what waits for one of them about another event, and want this one.

    What was tried before and is not due is left alone: somebody may be at it."""
    pairs: dict[tuple[int, int], list[Letter]] = {(one.user_id, one.tournament_id): [] for one in firsts}
    found = _waiting().select_for_update(of=("self",)).select_related("user", "tournament__owner", "entrant")
    same = reduce(or_, (Q(user=user, tournament=event) for user, event in pairs))
    found = found.filter(Q(next_try_at__lte=now) | Q(tries=0), same)
    for one in found.order_by("pk").prefetch_related("tournament__stages"):
        pairs[one.user_id, one.tournament_id].append(one)
    return [some[:MOST] for some in pairs.values()]


# --- what becomes of it


def settle(waiting: Sequence[Letter], mail: Post, now: datetime) -> bool:
    """Send the letter, drop what needs none, or write down when to try again. Has a letter left?"""
    return settling.settled(waiting, now, lambda: _settle(waiting, mail, now))


def _settle(waiting: Sequence[Letter], mail: Post, now: datetime) -> bool:
    user = waiting[0].user
    wanted = [one for one in waiting if not _is_unwanted(one) and not _is_overtaken(one)]
    _rows([one for one in waiting if one not in wanted]).update(status=Status.DROPPED)
    if not user.is_reachable:
        _rows(wanted).update(status=Status.DROPPED, error=OUT_OF_REACH)
        return False
    if not wanted:
        return False
    if (when := _not_before(user, wanted, now)) > now:
        _rows(wanted).update(next_try_at=when, tries=0)
        return False
    try:
        letter = letters.letter(user, wanted)
    except Exception:
        if len(wanted) == 1:
            raise
        left = [settle([one], mail, now) for one in wanted]  # the one that cannot be told waits alone
        return any(left)
    mail.send(letter)
    _rows(wanted).update(status=Status.SENT, sent_at=now, error="")
    return True


def _rows(some: Sequence[Letter]) -> QuerySet[Letter]:
    return Letter.objects.filter(pk__in=[one.pk for one in some])


def _not_before(user: Any, wanted: Sequence[Letter], now: datetime) -> datetime:
    """Quiet hours; and the own hours for what only tells, if somebody wants that collected."""
    if user.wants(WISH) != COLLECTED or any(one.kind in ASKING for one in wanted):
        return user.may_ring(now)
    first = min(one.created_at for one in wanted)
    return max(now, user.may_ring(max(now, next_hour(first, user))))


def _is_unwanted(one: Letter) -> bool:
    if not one.user.is_active or not one.user.email:
        return True
    return one.user.wants(WISH) == NONE or (one.entrant is not None and one.entrant.is_silent)


# --- overtaken


def _is_overtaken(one: Letter) -> bool:
    """Has it been settled meanwhile, or has its reader nothing to do with it any more?"""
    if one.entrant is not None and one.entrant.is_out and one.kind not in TO_THE_LAST:
        return True
    check = OVERTAKEN.get(one.kind)
    return check is not None and check(one)


def _is_not(*states: str) -> Callable[[Letter], bool]:
    return lambda one: one.entrant is None or one.entrant.state not in states


def _has_answered(one: Letter) -> bool:
    """An offer was taken; or a place that was theirs at once is confirmed."""
    return _is_not(State.OFFERED if data_of(one).get("is_offer") else State.ENTERED)(one)


def _is_checked(one: Letter) -> bool:
    return one.tournament.state != Tournament.State.CHECK_IN or _is_not(State.ENTERED)(one)


def _stage_goes_on(one: Letter) -> bool:
    return not _stages(one).filter(state=Stage.State.RUNNING).exists()


def _stages(one: Letter) -> QuerySet[Stage]:
    return Stage.objects.filter(tournament=one.tournament, number=data_of(one)["stage"])


def _all_played(one: Letter) -> bool:
    data = data_of(one)
    tables = Table.objects.filter(sittings__entrant=one.entrant, round__number__in=data["rounds"])
    here = tables.filter(round__stage__in=_stages(one))
    return here.exists() and all(table.is_done for table in here)


def _place_is_settled(one: Letter) -> bool:
    planned = _stages(one).filter(state=Stage.State.PLANNED)
    theirs = Qualifier.objects.filter(stage__in=planned, entrant=one.entrant)
    kept = theirs.filter(state__in=[Qualifier.State.OFFERED, Qualifier.State.ACCEPTED])
    return not kept.exists()


def _challenge_is_settled(one: Letter) -> bool:
    asked = Sitting.objects.filter(entrant=one.entrant, has_agreed=False, table__tournament=one.tournament)
    return not asked.filter(table__number=data_of(one)["table"], table__state=Table.State.PLANNED).exists()


def _never_played(one: Letter) -> bool:
    """Who waited to the end, or left before the beginning, is told that it is called off, and no results."""
    if one.entrant is None or one.tournament.state == Tournament.State.CANCELLED:
        return one.entrant is not None and one.entrant.is_out
    return one.entrant.state != State.ACTIVE and not one.entrant.sittings.exists()


def _has_no_role(one: Letter) -> bool:
    named = data_of(one).get("role", "")
    return bool(named) and not one.tournament.roles.filter(user=one.user, kind=named).exists()


OVERTAKEN: dict[str, Callable[[Letter], bool]] = {
    Kind.WAITING: _is_not(State.WAITING, State.PENDING),
    Kind.PLACE: _has_answered,
    Kind.CHECK_IN: _is_checked,
    Kind.STARTED: _stage_goes_on,
    Kind.ROUND: _all_played,
    Kind.THROUGH: _place_is_settled,
    Kind.ALTERNATE: _place_is_settled,
    Kind.CHALLENGE: _challenge_is_settled,
    Kind.ENDED: _never_played,
    Kind.NUDGE: lambda one: waited_for(one, data_of(one)["table"]) is None,
    Kind.ROLE: _has_no_role,
}


# --- once more


def reached(user: Any) -> None:
    """Letters reach this person again: what came up meanwhile is sent, unless it is overtaken."""
    lost = Letter.objects.filter(user=user, status=Status.DROPPED, error=OUT_OF_REACH)
    if lost.update(status=Status.WAITING, tries=0, next_try_at=times.now(), error=""):
        wake(SEND_LETTERS)
