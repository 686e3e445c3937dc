"""Places before the start: who has one, who is next on the waiting list, and the check-in.

A free place is offered to the next on the waiting list for some hours, if there is that much time before the
check-in or the start. Later it is assigned at once: checking in, or declining, is the answer. The director
calls `promote_waiting_entrants` whenever it runs.
"""

from datetime import datetime, timedelta
from typing import Any

from django.utils import translation

from games.tournaments.entries import late_entry
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
    hours = tournament.settings.check_in_hours
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
    transaction: TournamentTransaction, entrant: Entrant, *, kept_until: datetime | None = None, **how: Any
) -> int:
    """Give an entrant a place; return the number of the ledger entry."""
    change_entrant_state(entrant, State.ENTERED, offered_until=kept_until)
    return transaction.append_entry("entered", entrant=entrant.number, name=entrant.name, **how)


def check_in_entrant(transaction: TournamentTransaction, entrant: Entrant) -> int:
    """Record that an entrant has checked in."""
    change_entrant_state(entrant, State.CHECKED, checked_at=transaction.now)
    return transaction.append_entry("checked", entrant=entrant.number)


def defer_entrant(transaction: TournamentTransaction, entrant: Entrant, state: str) -> int:
    """Put an entrant on the waiting list, or in front of the organizer for approval."""
    change_entrant_state(entrant, state)
    return transaction.append_entry(state, entrant=entrant.number, name=entrant.name)


def vacate_place(transaction: TournamentTransaction, entrant: Entrant, why: str) -> int:
    """Withdraw an entrant and free the place; return the number of the ledger entry.

    Somebody who never had a place is recorded as `unlisted` instead of `withdrew`.
    """
    was_in = entrant.is_in
    change_entrant_state(entrant, State.WITHDRAWN)
    return transaction.append_entry("withdrew" if was_in else "unlisted", entrant=entrant.number, why=why)


def count_free_places(transaction: TournamentTransaction) -> int:
    """Return how many places are free; an offered place counts as taken."""
    return (
        transaction.tournament.settings.most
        - transaction.tournament.entrants.filter(state__in=PLACED_STATES).count()
    )


def list_waiting_entrants(transaction: TournamentTransaction) -> list[Entrant]:
    """List waiting entrants in the order in which they get places."""
    return sorted(transaction.entrants(State.WAITING), key=lambda one: (one.queued_at, one.number))


# --- Steps of the director


def promote_waiting_entrants(transaction: TournamentTransaction) -> bool:
    """Withdraw places that were not answered in time and let the waiting list move up.

    Return whether anything changed.
    """
    acted = _expire_places(transaction) | _recheck_eligibility(transaction)
    return fill_free_places(transaction) or acted


def offer_places_while_running(transaction: TournamentTransaction) -> bool:
    """Offer places that became free to those who wait, as long as people may enter late, and take back
    what was not answered.

    Return whether anything changed.
    """
    if not late_entry.may_be_entered_late(transaction.tournament, transaction.stages):
        return False
    asked = transaction.tournament.entrants.filter(state__in=[State.WAITING, State.OFFERED])
    if not asked.exists():
        return False
    acted = _expire_places(transaction)
    return fill_free_places(transaction) or acted


def _expire_places(transaction: TournamentTransaction) -> bool:
    """Withdraw places that were not accepted or confirmed in time."""
    asked = (
        [State.OFFERED, State.ENTERED] if transaction.tournament.state == Phase.CHECK_IN else [State.OFFERED]
    )
    late = [one for one in transaction.entrants(*asked) if not one.bot and _is_late(transaction, one)]
    for one in late:
        why = "place" if one.state == State.OFFERED else "check_in"
        entry = vacate_place(transaction, one, why)
        transaction.notify(Kind.MISSED, [one], entry, why=why)
    return bool(late)


def _is_late(transaction: TournamentTransaction, entrant: Entrant) -> bool:
    starts = None if transaction.tournament.has_begun else transaction.tournament.starts_at
    ends = [when for when in (entrant.offered_until, starts) if when is not None]
    return any(when <= transaction.now for when in ends)


def fill_free_places(transaction: TournamentTransaction) -> bool:
    """Give free places to the waiting list. Return whether anything changed."""
    room = count_free_places(transaction) if _may_still_move_up(transaction) else 0
    acted = False
    for one in list_waiting_entrants(transaction) if room > 0 else []:
        if room <= 0:
            break
        acted = True
        if not remove_if_ineligible(transaction, one):
            offer_place(transaction, one)
            room -= 1
    return acted


def _may_still_move_up(transaction: TournamentTransaction) -> bool:
    """Tell whether the waiting list may still move up; between the start and the first draw nobody can."""
    starts = transaction.tournament.starts_at
    if transaction.tournament.state == Phase.CHECK_IN:
        return starts is None or transaction.now < starts
    if transaction.tournament.state == Phase.RUNNING:
        return late_entry.find_late_entry_stage(transaction.tournament) is not None
    return transaction.tournament.state == Phase.OPEN


def offer_place(transaction: TournamentTransaction, entrant: Entrant) -> None:
    """Offer a place, or assign it at once if there is no time to wait for an answer."""
    kept = transaction.now + timedelta(hours=transaction.tournament.settings.offer_hours)
    is_offer = _has_time_to_answer(transaction, kept)
    if is_offer:
        change_entrant_state(entrant, State.OFFERED, offered_until=kept)
        entry = transaction.append_entry("offered", entrant=entrant.number, until=kept)
    else:
        entry = admit_entrant(
            transaction, entrant, kept_until=_compute_confirmation_deadline(transaction, kept), moved_up=True
        )
    transaction.notify(Kind.PLACE, [entrant], entry, is_offer=is_offer)


def _compute_confirmation_deadline(transaction: TournamentTransaction, kept: datetime) -> datetime | None:
    """Return the deadline for confirming during the check-in; before that, everybody is asked together."""
    starts = transaction.tournament.starts_at
    return min(kept, starts) if starts and transaction.tournament.state == Phase.CHECK_IN else None


def _has_time_to_answer(transaction: TournamentTransaction, kept: datetime) -> bool:
    ends = compute_check_in_opening(transaction.tournament) or transaction.tournament.starts_at
    if transaction.tournament.state == Phase.RUNNING:
        return True
    return transaction.tournament.state == Phase.OPEN and (ends is None or kept <= ends)


# --- Check-in


def begin_check_in(transaction: TournamentTransaction) -> None:
    """Open the check-in and ask everybody who has a place. Places still on offer are assigned."""
    starts = transaction.tournament.starts_at
    if transaction.tournament.state != Phase.OPEN or starts is None:
        return
    for one in transaction.entrants(State.OFFERED):
        admit_entrant(transaction, one, moved_up=True)
    transaction.update_tournament(state=Phase.CHECK_IN)
    entry = transaction.append_entry("check_in", until=_compute_closing(transaction.now, starts))
    if starts - transaction.now < SHORTEST_WINDOW - SWEEP_DELAY:
        _check_in_everybody(transaction)
        return
    asked = transaction.tournament.entrants.filter(state=State.ENTERED, bot="")
    asked.update(offered_until=_compute_closing(transaction.now, starts))
    transaction.notify(Kind.CHECK_IN, transaction.entrants(State.ENTERED), entry)


def _check_in_everybody(transaction: TournamentTransaction) -> None:
    """Check everybody in: the window is too short to answer, after an earlier start or an outage."""
    for one in transaction.entrants(State.ENTERED):
        check_in_entrant(transaction, one)


def close_check_in(transaction: TournamentTransaction) -> bool:
    """Withdraw those who did not check in in time and let the waiting list move up. Return whether anything
    changed.

    Those who move up have until the start; calling this again before leaves them alone.
    """
    acted = _expire_places(transaction)
    return fill_free_places(transaction) or acted


# --- Eligibility


def _recheck_eligibility(transaction: TournamentTransaction) -> bool:
    """Check again who is eligible, once when the check-in closes and once at the start."""
    moment = _find_due_recheck(transaction)
    if (
        not moment
        or transaction.tournament.ledger_entries.filter(kind="looked_again", data__contains=moment).exists()
    ):
        return False
    for one in transaction.entrants(State.ENTERED, State.CHECKED):
        remove_if_ineligible(transaction, one)
    transaction.append_entry("looked_again", when=moment)
    return True


def _find_due_recheck(transaction: TournamentTransaction) -> str:
    """Return which check is due; if the start is postponed, there is another one."""
    starts, closes = transaction.tournament.starts_at, compute_check_in_closing(transaction.tournament)
    if starts is None or transaction.now < (closes or starts):
        return ""
    return f"{'start' if transaction.now >= starts else 'check-in'} {starts:%Y-%m-%d %H:%M}"


def remove_if_ineligible(transaction: TournamentTransaction, entrant: Entrant) -> bool:
    """Remove an entrant who is not eligible and send the reasons in their language.

    Return whether they were removed.
    """
    if entrant.user is None:
        return False
    with translation.override(entrant.user.language):
        reasons = list_ineligibility_reasons(transaction.tournament, entrant.user)
    if reasons:
        entry = vacate_place(transaction, entrant, "eligibility")
        transaction.notify(Kind.REFUSED, [entrant], entry, reasons=reasons)
    return bool(reasons)
