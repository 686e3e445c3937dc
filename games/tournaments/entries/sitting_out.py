"""Rounds of a Swiss that somebody sits out at their own wish, or because they are on leave.

The wish is an entry in the ledger, for the next round that is not drawn yet. What a missed round counts is a
setting of the stage.
"""

from datetime import datetime
from typing import Any

from django.db.transaction import atomic
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clock.leave import is_on_leave
from games.play.deadlines.leave import load_bookings
from games.play.errors import NotAllowed, NotNow
from games.tournaments.ledger.state import LedgerStage, TournamentState
from games.tournaments.ledger.transaction import TournamentTransaction, load_state
from games.tournaments.models import Entrant, Stage
from games.tournaments.pairing import next_round

MOST_SHARE = 2  # at most one round of so many may be missed


def find_next_round(state: TournamentState, entrant_number: int) -> tuple[LedgerStage, int] | None:
    """Find the round that an entrant may ask to sit out: the next one of a Swiss that is not drawn."""
    person = state.entrants.get(entrant_number)
    stage = next((one for one in state.stages.values() if not one.is_over), None)
    if person is None or person.is_out or stage is None or stage.settings.format != "swiss":
        return None
    number = len(stage.rounds) + 1
    is_there = number <= next_round.count_rounds(stage.settings, len(stage.field))
    return (stage, number) if is_there and entrant_number in stage.field else None


def find_asked_round(entrant: Entrant) -> tuple[int, bool] | None:
    """Return the round that may be sat out, and whether the entrant has asked for it; for pages and links."""
    running = entrant.tournament.stages.filter(state=Stage.State.RUNNING).first()
    if entrant.state != Entrant.State.ACTIVE or running is None or running.settings.format != "swiss":
        return None
    found = find_next_round(load_state(entrant.tournament), entrant.number)
    if found is None:
        return None
    stage, number = found
    return number, entrant.number in stage.sit_out_requests.get(number, ())


@atomic
def sit_out(
    entrant_id: int,
    by: Any,
    *,
    round_number: int | None = None,
    plays: bool = False,
    now: datetime | None = None,
) -> int:
    """Sit out the next round, or play it after all. Return its number. Repeating it has no effect."""
    entrant = Entrant.objects.filter(pk=entrant_id, user=by).exclude(user=None).first()
    if entrant is None:
        raise NotAllowed(_("This place is somebody else’s."))
    transaction = TournamentTransaction(entrant.tournament_id, by, now)
    found = find_next_round(transaction.state, entrant.number)
    if found is None or (round_number is not None and found[1] != round_number):
        raise NotNow(_("There is no round any more that you could sit out, or it has been drawn."))
    stage, number = found
    asked = entrant.number in stage.sit_out_requests.get(number, ())
    if asked == plays:
        if not plays:
            _require_rounds_left(stage, entrant.number)
        _save_request(transaction, stage, number, entrant.number, plays=plays)
    return number


def _save_request(
    transaction: TournamentTransaction, stage: LedgerStage, number: int, entrant: int, *, plays: bool
) -> None:
    kind = "sits_in" if plays else "sits_out"
    transaction.append_entry(kind, entrant=entrant, stage=stage.number, round=number)


def _require_rounds_left(stage: LedgerStage, entrant: int) -> None:
    most = _count_most_missed(stage)
    if _count_missed(stage, entrant) >= most:
        text = ngettext("You can sit out one round.", "You can sit out %(n)d rounds.", most)
        raise NotNow(text % {"n": most})


def _count_most_missed(stage: LedgerStage) -> int:
    return max(1, next_round.count_rounds(stage.settings, len(stage.field)) // MOST_SHARE)


def _count_missed(stage: LedgerStage, entrant: int) -> int:
    return sum(entrant in drawn.sat_out for drawn in stage.rounds.values()) + len(
        stage.missed.get(entrant, ())
    )


def sit_out_those_on_leave(transaction: TournamentTransaction) -> bool:
    """Let those who wished so sit out while they are on leave, before the next round is drawn.

    Return whether anybody does."""
    stage = transaction.running_stage
    if stage is None or stage.settings.format != "swiss":
        return False
    here = transaction.state.stages[stage.number]
    if any(not drawn.is_closed for drawn in here.rounds.values()):
        return False
    wishing = transaction.tournament.entrants.filter(sits_out_on_leave=True, state=Entrant.State.ACTIVE)
    acted = False
    for one in wishing.select_related("user"):
        found = find_next_round(transaction.state, one.number)
        if found is None or one.user is None or one.number in here.sit_out_requests.get(found[1], ()):
            continue
        away = is_on_leave(transaction.now, load_bookings(one.user), one.user.zone)
        if away and _count_missed(here, one.number) < _count_most_missed(here):
            _save_request(transaction, here, found[1], one.number, plays=False)
            acted = True
    return acted
