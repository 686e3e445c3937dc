"""The places of an event before it begins: who has one, who is next, and who gives one back.

A place that becomes free is offered to the next of the waiting list for some time, as long as there is that
time before the check-in or the start. Later it is theirs at once: checking in, or declining, is their answer.
What is due here the director finds, which calls `promote` whenever it looks at the event.
"""

from datetime import datetime, timedelta
from typing import Any

from django.utils import translation

from games.tournaments.book import Book
from games.tournaments.eligible import eligibility
from games.tournaments.models import Entrant, Letter, Tournament
from games.tournaments.models.entrant import PLACED
from games.tournaments.plan import SHORTEST_CHECK_IN

State = Entrant.State
Phase = Tournament.State
Kind = Letter.Kind

SHORTEST = timedelta(hours=SHORTEST_CHECK_IN)
SWEPT_LATE = timedelta(minutes=10)  # nobody looks at an event in the very moment
RESERVE = 3  # this part of the check-in window, its last one, is for those who move up


# --- when


def opens_at(tournament: Tournament) -> datetime | None:
    """From when on people check in; never, where nobody has to."""
    hours = tournament.plan.check_in_hours
    return tournament.starts_at - timedelta(hours=hours) if tournament.starts_at and hours else None


def closes_at(tournament: Tournament) -> datetime | None:
    """When the check-in closes for those who had a place when it opened, if it opens in time."""
    opens, starts = opens_at(tournament), tournament.starts_at
    return _closing(opens, starts) if opens and starts else None


def asked_between(tournament: Tournament, now: datetime) -> tuple[datetime, datetime] | None:
    """From when until when people are asked to check in, as it is told before it opens: one that should have
    opened before does so now. None: nobody is asked."""
    opens, starts = opens_at(tournament), tournament.starts_at
    if opens is None or starts is None or starts - max(opens, now) < SHORTEST:
        return None
    return max(opens, now), _closing(max(opens, now), starts)


def _closing(now: datetime, starts: datetime) -> datetime:
    return starts - (starts - now) / RESERVE


# --- how a place changes hands


def change(entrant: Entrant, state: str, **fields: Any) -> None:
    """Another state; a place that was kept, or confirmed, is so no more unless it is said."""
    fields = {"offered_until": None, "checked_at": None} | fields
    entrant.state = state
    for name, value in fields.items():
        setattr(entrant, name, value)
    entrant.save(update_fields=["state", *fields])


def admit(book: Book, entrant: Entrant, *, kept_until: datetime | None = None, **how: Any) -> int:
    """The place is theirs; returns the entry."""
    change(entrant, State.ENTERED, offered_until=kept_until)
    return book.write("entered", entrant=entrant.number, name=entrant.name, **how)


def check(book: Book, entrant: Entrant) -> int:
    """They will play."""
    change(entrant, State.CHECKED, checked_at=book.now)
    return book.write("checked", entrant=entrant.number)


def put_off(book: Book, entrant: Entrant, state: str) -> int:
    """On the waiting list, or before the organizer: not in the event yet."""
    change(entrant, state)
    return book.write(state, entrant=entrant.number, name=entrant.name)


def vacate(book: Book, entrant: Entrant, why: str) -> int:
    """Out of the event. Of somebody who was never in it the ledger tells otherwise. Returns the entry."""
    was_in = entrant.is_in
    change(entrant, State.WITHDRAWN)
    return book.write("withdrew" if was_in else "unlisted", entrant=entrant.number, why=why)


def free(book: Book) -> int:
    """How many places nobody has; one that is offered is kept."""
    return book.tournament.plan.most - book.tournament.entrants.filter(state__in=PLACED).count()


def waiting_list(book: Book) -> list[Entrant]:
    """In the order in which places are given."""
    return sorted(book.entrants(State.WAITING), key=lambda one: (one.queued_at, one.number))


# --- what is due


def promote(book: Book) -> bool:
    """Take back what was not answered in time, and let the waiting list move up. Was there anything?"""
    acted = _lapse(book) | _look_again(book)
    return fill(book) or acted


def _lapse(book: Book) -> bool:
    """Places that were not taken or confirmed as long as they were kept."""
    asked = [State.OFFERED, State.ENTERED] if book.tournament.state == Phase.CHECK_IN else [State.OFFERED]
    late = [one for one in book.entrants(*asked) if not one.bot and _is_late(book, one)]
    for one in late:
        why = "place" if one.state == State.OFFERED else "check_in"
        entry = vacate(book, one, why)
        book.tell(Kind.MISSED, [one], entry, why=why)
    return bool(late)


def _is_late(book: Book, entrant: Entrant) -> bool:
    ends = [when for when in (entrant.offered_until, book.tournament.starts_at) if when is not None]
    return any(when <= book.now for when in ends)


def fill(book: Book) -> bool:
    """Give free places to the next of the waiting list. Was there anything?"""
    room = free(book) if _still_moves(book) else 0
    acted = False
    for one in waiting_list(book) if room > 0 else []:
        if room <= 0:
            break
        acted = True
        if not refuse_unless_eligible(book, one):
            move_up(book, one)
            room -= 1
    return acted


def _still_moves(book: Book) -> bool:
    """Whoever moved up at the start could not check in any more."""
    starts = book.tournament.starts_at
    if book.tournament.state == Phase.CHECK_IN:
        return starts is None or book.now < starts
    return book.tournament.state == Phase.OPEN


def move_up(book: Book, entrant: Entrant) -> None:
    """They are offered the place, or have it at once if there is no time to wait for an answer."""
    kept = book.now + timedelta(hours=book.tournament.plan.offer_hours)
    is_offer = _has_time_until(book, kept)
    if is_offer:
        change(entrant, State.OFFERED, offered_until=kept)
        entry = book.write("offered", entrant=entrant.number, until=kept)
    else:
        entry = admit(book, entrant, kept_until=_to_confirm_until(book, kept), moved_up=True)
    book.tell(Kind.PLACE, [entrant], entry, is_offer=is_offer)


def _to_confirm_until(book: Book, kept: datetime) -> datetime | None:
    """While people check in; before that, they are asked together with everybody else."""
    starts = book.tournament.starts_at
    return min(kept, starts) if starts and book.tournament.state == Phase.CHECK_IN else None


def _has_time_until(book: Book, kept: datetime) -> bool:
    ends = opens_at(book.tournament) or book.tournament.starts_at
    return book.tournament.state == Phase.OPEN and (ends is None or kept <= ends)


# --- checking in


def begin_check_in(book: Book) -> None:
    """The window opens: everybody who has a place is asked. One that is still offered becomes theirs."""
    starts = book.tournament.starts_at
    if book.tournament.state != Phase.OPEN or starts is None:
        return
    for one in book.entrants(State.OFFERED):
        admit(book, one, moved_up=True)
    book.set(state=Phase.CHECK_IN)
    entry = book.write("check_in", until=_closing(book.now, starts))
    if starts - book.now < SHORTEST - SWEPT_LATE:
        _take_for_granted(book)
        return
    asked = book.tournament.entrants.filter(state=State.ENTERED, bot="")
    asked.update(offered_until=_closing(book.now, starts))
    book.tell(Kind.CHECK_IN, book.entrants(State.ENTERED), entry)


def _take_for_granted(book: Book) -> None:
    """Nobody could answer any more, because the start was brought forward or the house stood still."""
    for one in book.entrants(State.ENTERED):
        check(book, one)


def close_check_in(book: Book) -> bool:
    """Whoever has not checked in as long as their place was kept is out, and the waiting list moves up.

    Those who move up have until the start. Called again before it, this leaves them alone."""
    acted = _lapse(book)
    return fill(book) or acted


# --- who may play after all


def _look_again(book: Book) -> bool:
    """People become unfit to play in between: looked at when the check-in closes, and at the start."""
    moment = _due_look(book)
    if not moment or book.tournament.entries.filter(kind="looked_again", data__contains=moment).exists():
        return False
    for one in book.entrants(State.ENTERED, State.CHECKED):
        refuse_unless_eligible(book, one)
    book.write("looked_again", when=moment)
    return True


def _due_look(book: Book) -> str:
    """Which look is due; if the start is put off, there is another one."""
    starts, closes = book.tournament.starts_at, closes_at(book.tournament)
    if starts is None or book.now < (closes or starts):
        return ""
    return f"{'start' if book.now >= starts else 'check-in'} {starts:%Y-%m-%d %H:%M}"


def refuse_unless_eligible(book: Book, entrant: Entrant) -> bool:
    """Put out, with the reasons in their own language, whoever may not play. Was that so?"""
    if entrant.user is None:
        return False
    with translation.override(entrant.user.language):
        reasons = eligibility(book.tournament, entrant.user)
    if reasons:
        entry = vacate(book, entrant, "eligibility")
        book.tell(Kind.REFUSED, [entrant], entry, reasons=reasons)
    return bool(reasons)
