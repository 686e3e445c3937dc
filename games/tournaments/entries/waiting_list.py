"""Places before the start: who has one, who is next on the waiting list, and the check-in.

A free place is offered to the next on the waiting list for some hours, if there is that much time before the
check-in or the start. Later it is assigned at once: checking in, or declining, is the answer. The director
calls `promote_waiting_entrants` whenever it runs.
"""

from datetime import datetime, timedelta
from typing import Any

from django.utils import translation

from games.tournaments.entries.eligibility import list_ineligibility_reasons
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import Entrant, Tournament, TournamentNotice
from games.tournaments.models.entrant import PLACED_STATES
from games.tournaments.settings import SHORTEST_CHECK_IN_HOURS

State = Entrant.State
Phase = Tournament.State
Kind = TournamentNotice.Kind

SHORTEST_WINDOW = timedelta(hours=SHORTEST_CHECK_IN_HOURS)
SWEEP_DELAY = timedelta(minutes=10)  # the director runs from a sweep, so it may be a few minutes late
RESERVE_DIVISOR = 3  # the last third of the check-in window is reserved for those who move up


# --- Times


def compute_check_in_opening(tournament: Tournament) -> datetime | None:
    """Return when the check-in opens; None if there is none."""
    hours = tournament.plan.check_in_hours
    return tournament.starts_at - timedelta(hours=hours) if tournament.starts_at and hours else None


def compute_check_in_closing(tournament: Tournament) -> datetime | None:
    """Return when the check-in closes for those who had a place when it opened, assuming it opens in time."""
    opens, starts = compute_check_in_opening(tournament), tournament.starts_at
    return _compute_closing(opens, starts) if opens and starts else None


def compute_check_in_window(tournament: Tournament, now: datetime) -> tuple[datetime, datetime] | None:
    """Return from when until when people are asked to check in, or None if nobody is.

    A check-in that should have opened already opens now.
    """
    opens, starts = compute_check_in_opening(tournament), tournament.starts_at
    if opens is None or starts is None or starts - max(opens, now) < SHORTEST_WINDOW:
        return None
    return max(opens, now), _compute_closing(max(opens, now), starts)


def _compute_closing(now: datetime, starts: datetime) -> datetime:
    return starts - (starts - now) / RESERVE_DIVISOR


# --- Changes of state


def change_entrant_state(entrant: Entrant, state: str, **fields: Any) -> None:
    """Set the state of an entrant; clears the offer deadline and the check-in time unless given."""
    fields = {"offered_until": None, "checked_at": None} | fields
    entrant.state = state
    for name, value in fields.items():
        setattr(entrant, name, value)
    entrant.save(update_fields=["state", *fields])


def admit_entrant(
    book: TournamentTransaction, entrant: Entrant, *, kept_until: datetime | None = None, **how: Any
) -> int:
    """Give an entrant a place; return the number of the ledger entry."""
    change_entrant_state(entrant, State.ENTERED, offered_until=kept_until)
    return book.write("entered", entrant=entrant.number, name=entrant.name, **how)


def check_in_entrant(book: TournamentTransaction, entrant: Entrant) -> int:
    """Record that an entrant has checked in."""
    change_entrant_state(entrant, State.CHECKED, checked_at=book.now)
    return book.write("checked", entrant=entrant.number)


def defer_entrant(book: TournamentTransaction, entrant: Entrant, state: str) -> int:
    """Put an entrant on the waiting list, or in front of the organizer for approval."""
    change_entrant_state(entrant, state)
    return book.write(state, entrant=entrant.number, name=entrant.name)


def vacate_place(book: TournamentTransaction, entrant: Entrant, why: str) -> int:
    """Withdraw an entrant and free the place; return the number of the ledger entry.

    Somebody who never had a place is recorded as `unlisted` instead of `withdrew`.
    """
    was_in = entrant.is_in
    change_entrant_state(entrant, State.WITHDRAWN)
    return book.write("withdrew" if was_in else "unlisted", entrant=entrant.number, why=why)


def count_free_places(book: TournamentTransaction) -> int:
    """Return how many places are free; an offered place counts as taken."""
    return book.tournament.plan.most - book.tournament.entrants.filter(state__in=PLACED_STATES).count()


def list_waiting_entrants(book: TournamentTransaction) -> list[Entrant]:
    """List waiting entrants in the order in which they get places."""
    return sorted(book.entrants(State.WAITING), key=lambda one: (one.queued_at, one.number))


# --- Steps of the director


def promote_waiting_entrants(book: TournamentTransaction) -> bool:
    """Withdraw places that were not answered in time and let the waiting list move up.

    Return whether anything changed.
    """
    acted = _expire_places(book) | _recheck_eligibility(book)
    return fill_free_places(book) or acted


def _expire_places(book: TournamentTransaction) -> bool:
    """Withdraw places that were not accepted or confirmed in time."""
    asked = [State.OFFERED, State.ENTERED] if book.tournament.state == Phase.CHECK_IN else [State.OFFERED]
    late = [one for one in book.entrants(*asked) if not one.bot and _is_late(book, one)]
    for one in late:
        why = "place" if one.state == State.OFFERED else "check_in"
        entry = vacate_place(book, one, why)
        book.notify(Kind.MISSED, [one], entry, why=why)
    return bool(late)


def _is_late(book: TournamentTransaction, entrant: Entrant) -> bool:
    ends = [when for when in (entrant.offered_until, book.tournament.starts_at) if when is not None]
    return any(when <= book.now for when in ends)


def fill_free_places(book: TournamentTransaction) -> bool:
    """Give free places to the waiting list. Return whether anything changed."""
    room = count_free_places(book) if _may_still_move_up(book) else 0
    acted = False
    for one in list_waiting_entrants(book) if room > 0 else []:
        if room <= 0:
            break
        acted = True
        if not remove_if_ineligible(book, one):
            offer_place(book, one)
            room -= 1
    return acted


def _may_still_move_up(book: TournamentTransaction) -> bool:
    """Tell whether the waiting list may still move up; after the start nobody could check in any more."""
    starts = book.tournament.starts_at
    if book.tournament.state == Phase.CHECK_IN:
        return starts is None or book.now < starts
    return book.tournament.state == Phase.OPEN


def offer_place(book: TournamentTransaction, entrant: Entrant) -> None:
    """Offer a place, or assign it at once if there is no time to wait for an answer."""
    kept = book.now + timedelta(hours=book.tournament.plan.offer_hours)
    is_offer = _has_time_to_answer(book, kept)
    if is_offer:
        change_entrant_state(entrant, State.OFFERED, offered_until=kept)
        entry = book.write("offered", entrant=entrant.number, until=kept)
    else:
        entry = admit_entrant(
            book, entrant, kept_until=_compute_confirmation_deadline(book, kept), moved_up=True
        )
    book.notify(Kind.PLACE, [entrant], entry, is_offer=is_offer)


def _compute_confirmation_deadline(book: TournamentTransaction, kept: datetime) -> datetime | None:
    """Return the deadline for confirming during the check-in; before that, everybody is asked together."""
    starts = book.tournament.starts_at
    return min(kept, starts) if starts and book.tournament.state == Phase.CHECK_IN else None


def _has_time_to_answer(book: TournamentTransaction, kept: datetime) -> bool:
    ends = compute_check_in_opening(book.tournament) or book.tournament.starts_at
    return book.tournament.state == Phase.OPEN and (ends is None or kept <= ends)


# --- Check-in


def begin_check_in(book: TournamentTransaction) -> None:
    """Open the check-in and ask everybody who has a place. Places still on offer are assigned."""
    starts = book.tournament.starts_at
    if book.tournament.state != Phase.OPEN or starts is None:
        return
    for one in book.entrants(State.OFFERED):
        admit_entrant(book, one, moved_up=True)
    book.update_tournament(state=Phase.CHECK_IN)
    entry = book.write("check_in", until=_compute_closing(book.now, starts))
    if starts - book.now < SHORTEST_WINDOW - SWEEP_DELAY:
        _check_in_everybody(book)
        return
    asked = book.tournament.entrants.filter(state=State.ENTERED, bot="")
    asked.update(offered_until=_compute_closing(book.now, starts))
    book.notify(Kind.CHECK_IN, book.entrants(State.ENTERED), entry)


def _check_in_everybody(book: TournamentTransaction) -> None:
    """Check everybody in: the window is too short to answer, after an earlier start or an outage."""
    for one in book.entrants(State.ENTERED):
        check_in_entrant(book, one)


def close_check_in(book: TournamentTransaction) -> bool:
    """Withdraw those who did not check in in time and let the waiting list move up. Return whether anything
    changed.

    Those who move up have until the start; calling this again before leaves them alone.
    """
    acted = _expire_places(book)
    return fill_free_places(book) or acted


# --- Eligibility


def _recheck_eligibility(book: TournamentTransaction) -> bool:
    """Check again who is eligible, once when the check-in closes and once at the start."""
    moment = _find_due_recheck(book)
    if not moment or book.tournament.entries.filter(kind="looked_again", data__contains=moment).exists():
        return False
    for one in book.entrants(State.ENTERED, State.CHECKED):
        remove_if_ineligible(book, one)
    book.write("looked_again", when=moment)
    return True


def _find_due_recheck(book: TournamentTransaction) -> str:
    """Return which check is due; if the start is postponed, there is another one."""
    starts, closes = book.tournament.starts_at, compute_check_in_closing(book.tournament)
    if starts is None or book.now < (closes or starts):
        return ""
    return f"{'start' if book.now >= starts else 'check-in'} {starts:%Y-%m-%d %H:%M}"


def remove_if_ineligible(book: TournamentTransaction, entrant: Entrant) -> bool:
    """Remove an entrant who is not eligible and send the reasons in their language.

    Return whether they were removed.
    """
    if entrant.user is None:
        return False
    with translation.override(entrant.user.language):
        reasons = list_ineligibility_reasons(book.tournament, entrant.user)
    if reasons:
        entry = vacate_place(book, entrant, "eligibility")
        book.notify(Kind.REFUSED, [entrant], entry, reasons=reasons)
    return bool(reasons)
