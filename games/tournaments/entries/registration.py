"""What entrants do before and around play: register, accept a place, check in, withdraw.

Each action is one tournament transaction, and repeating it has no further effect.
"""

from datetime import datetime
from typing import Any, Literal

from django.db.models import Q
from django.db.transaction import atomic
from django.utils.translation import gettext as _

from games.play.errors import NotAllowed, NotNow, NotPossible, PlayError, Stale
from games.play.lobby import arranged_games
from games.play.lobby.tables import DEFAULT_BOT
from games.text import tidy_text
from games.tournaments.director.seed_order import compute_seed_order, seed_by_hand
from games.tournaments.entries import eligibility, preferences, waiting_list
from games.tournaments.entries.eligibility import list_ineligibility_reasons
from games.tournaments.entries.late_entry import find_late_entry_stage
from games.tournaments.entries.preferences import add_avoidance, change_preferences, remove_avoidance
from games.tournaments.entries.questions import list_entered_tournaments
from games.tournaments.entries.waiting_list import begin_check_in, close_check_in, promote_waiting_entrants
from games.tournaments.ledger import state
from games.tournaments.ledger.transaction import TournamentTransaction, open_transaction
from games.tournaments.models import Entrant, Stage, Tournament, TournamentNotice
from games.tournaments.rulings.rulings import changes_advancement
from games.tournaments.staff import conflicts
from games.tournaments.staff.permissions import DIRECTOR_ROLES, find_role

__all__ = [
    "add_avoidance",
    "add_bots",
    "approve_entrant",
    "begin_check_in",
    "change_preferences",
    "check_in",
    "close_check_in",
    "compute_seed_order",
    "decline_place",
    "find_late_entry_stage",
    "join_running_stage",
    "list_entered_tournaments",
    "list_ineligibility_reasons",
    "predict_entry",
    "promote_waiting_entrants",
    "refuse_entrant",
    "register_entrant",
    "remove_avoidance",
    "seed_by_hand",
    "take_place",
    "withdraw_entrant",
]

WITHDRAWN_BY_ENTRANT, WITHDRAWN_BY_ORGANIZER = "own", "organizer"  # who withdrew an entrant

State = Entrant.State
Phase = Tournament.State
Kind = TournamentNotice.Kind

REPLACEABLE_BOTS = Q(state__in=[State.ENTERED, State.CHECKED]) & ~Q(bot="")  # replaced by people


class NotEligible(NotPossible):
    """The user does not meet the entry conditions. Pages list the reasons one by one; emails join them."""

    def __init__(self, reasons: list[str]) -> None:
        self.reasons = reasons
        super().__init__(" ".join(reasons))


# --- Registration


@atomic
def register_entrant(
    tournament_id: int,
    user: Any,
    *,
    household: str = "",
    cap: int | None = None,
    heats: int | None = None,
    sits_out_on_leave: bool = False,
    join_key: str = "",
    now: datetime | None = None,
) -> Entrant:
    """Register a user: they get a place or go on the waiting list.

    If they are registered already, nothing changes.
    """
    fields = preferences.check_preferences(
        household=household, cap=cap, heats=heats, sits_out_on_leave=sits_out_on_leave
    )
    transaction = TournamentTransaction(tournament_id, user, now)
    mine = transaction.tournament.entrants.filter(user=user).first()
    if mine is not None and not mine.is_out:
        return mine
    stage = _require_open_registration(transaction)
    _require_welcome(transaction, user, mine, join_key)
    entrant = _create_or_reuse_entrant(transaction, user, mine, fields)
    if transaction.tournament.settings.approval:
        _defer_entrant(transaction, entrant, State.PENDING)
    else:
        _assign_place(transaction, entrant, stage, is_here=True)
    return entrant


def _require_open_registration(transaction: TournamentTransaction) -> Stage | None:
    """Raise unless registration is open; return the running stage that a late entrant would join, if any."""
    if transaction.tournament.is_open:
        return None
    if transaction.tournament.state != Phase.RUNNING:
        raise NotNow(_("Nobody can enter this tournament at the moment."))
    stage = find_late_entry_stage(transaction.tournament)
    if stage is None:
        raise NotNow(_("It is too late to enter: the tournament is under way."))
    if waiting_list.count_free_places(transaction) <= len(waiting_list.list_waiting_entrants(transaction)):
        raise NotPossible(_("All places are taken."))  # whoever waits comes first
    return stage


def _require_welcome(
    transaction: TournamentTransaction, user: Any, mine: Entrant | None, join_key: str
) -> None:
    if mine is None and not eligibility.is_invited(transaction.tournament, join_key):
        raise NotAllowed(_("This tournament is by invitation. Please use the link in your invitation."))
    if mine is not None and _was_refused(transaction, mine):
        raise NotPossible(_("The organizers have not accepted your entry. Only they can change that."))
    if reasons := list_ineligibility_reasons(transaction.tournament, user):
        raise NotEligible(reasons)


def _was_refused(transaction: TournamentTransaction, entrant: Entrant) -> bool:
    """Tell whether the last decision about this entrant was a refusal or removal by the organizers."""
    kinds = ["refused", "withdrew", "unlisted", "entered", "waiting", "pending"]
    about = transaction.tournament.ledger_entries.filter(
        kind__in=kinds, data__contains=f'"entrant":{entrant.number},'
    )
    last = about.order_by("-number").first()
    return last is not None and (last.kind == "refused" or f'"why":"{WITHDRAWN_BY_ORGANIZER}"' in last.data)


def _create_or_reuse_entrant(
    transaction: TournamentTransaction, user: Any, mine: Entrant | None, fields: dict[str, Any]
) -> Entrant:
    """Create the entrant, or reuse the row of somebody who returns: same number, end of the queue."""
    if mine is None:
        return Entrant.objects.create(
            tournament=transaction.tournament,
            number=transaction.next_number(transaction.tournament.entrants),
            user=user,
            name=_find_free_name(transaction, user.handle),
            state=State.WITHDRAWN,  # replaced below by the real state
            queued_at=transaction.now,
            **fields,
        )
    for name, value in (fields | {"queued_at": transaction.now, "is_unsubscribed": False}).items():
        setattr(mine, name, value)
    mine.save()
    return mine


def _find_free_name(transaction: TournamentTransaction, handle: str) -> str:
    """Return the handle, with a number appended if another entrant registered under that name."""
    taken = {name.lower() for name in transaction.tournament.entrants.values_list("name", flat=True)}
    name, number = handle, 2
    while name.lower() in taken:
        name, number = f"{handle}-{number}", number + 1
    return name


def _assign_place(
    transaction: TournamentTransaction, entrant: Entrant, stage: Stage | None, *, is_here: bool
) -> None:
    """Give the entrant a place if there is one, else put them on the waiting list.

    Registering during the check-in counts as checking in, but being approved then (`is_here` False) does not.
    """
    if stage is not None:
        join_running_stage(transaction, entrant, stage)
    elif waiting_list.count_free_places(transaction) <= 0 and not _replace_bot(transaction):
        _defer_entrant(transaction, entrant, State.WAITING)
    elif transaction.tournament.state == Phase.CHECK_IN and not is_here:
        waiting_list.offer_place(transaction, entrant)
    else:
        _admit_entrant(transaction, entrant)


def _admit_entrant(transaction: TournamentTransaction, entrant: Entrant) -> None:
    entry = waiting_list.admit_entrant(transaction, entrant)
    if transaction.tournament.state == Phase.CHECK_IN:
        waiting_list.check_in_entrant(transaction, entrant)
    transaction.notify(Kind.ENTERED, [entrant], entry)


def _defer_entrant(transaction: TournamentTransaction, entrant: Entrant, state: str) -> None:
    entry = waiting_list.defer_entrant(transaction, entrant, state)
    transaction.notify(Kind.WAITING, [entrant], entry)


def _replace_bot(transaction: TournamentTransaction) -> bool:
    """Remove one bot to free its place. Return whether there was one."""
    bots = list(transaction.tournament.entrants.filter(REPLACEABLE_BOTS))
    if bots:
        waiting_list.vacate_place(transaction, bots[-1], "room")
    return bool(bots)


EntryProspect = Literal["place", "place of a bot", "looked at", "waiting", "none"]


def predict_entry(tournament: Tournament, *, taken: int, bots: int) -> EntryProspect:
    """Predict what registering would lead to now, given the number of taken places and of bots among them."""
    is_full = taken >= tournament.settings.most
    if is_full and not tournament.is_open:
        return "none"
    if tournament.settings.approval:
        return "looked at"
    if not is_full:
        return "place"
    return "place of a bot" if bots else "waiting"


def join_running_stage(
    transaction: TournamentTransaction, entrant: Entrant, stage: Stage, *, instead: Entrant | None = None
) -> None:
    """Add an entrant to a running stage; they are paired from its next round on.

    Whoever plays `instead` of an entrant who never came takes over their group and their tables.
    """
    entry = waiting_list.admit_entrant(transaction, entrant, stage=stage.number)
    more: dict[str, Any] = {"instead": instead.number} if instead else {}
    if missed := _list_missed_rounds(transaction, stage, plays_last=instead is not None):
        more["missed"] = missed
    transaction.append_entry("joined", entrant=entrant.number, stage=stage.number, **more)
    waiting_list.change_entrant_state(entrant, State.ACTIVE)
    transaction.append_entry("active", entrant=entrant.number)
    transaction.notify(Kind.ENTERED, [entrant], entry)
    _remove_as_stand_in(transaction, entrant)


def _list_missed_rounds(transaction: TournamentTransaction, stage: Stage, *, plays_last: bool) -> list[int]:
    """List the rounds of a Swiss that were drawn before somebody came."""
    if stage.settings.format != "swiss":
        return []
    rounds = sorted(transaction.state.stages[stage.number].rounds)
    return rounds[:-1] if plays_last else rounds


def _remove_as_stand_in(transaction: TournamentTransaction, entrant: Entrant) -> None:
    """Remove a new entrant from the possible stand-ins of this tournament's games."""
    games = transaction.tournament.tables.exclude(game=None).values_list("game_id", flat=True)
    if entrant.user_id is not None:
        arranged_games.exclude_candidate(entrant.user_id, games)


# --- Decisions of the organizer


@atomic
def approve_entrant(
    tournament_id: int, organizer: Any, entrant_id: int, now: datetime | None = None
) -> Entrant:
    """Admit somebody who asked to enter, or was refused before. Repeating it has no effect."""
    transaction = open_transaction(tournament_id, organizer, DIRECTOR_ROLES, now)
    entrant = _get_entrant(transaction, entrant_id)
    if entrant.state == State.PENDING or (
        entrant.state == State.WITHDRAWN and _was_refused(transaction, entrant)
    ):
        _assign_place(transaction, entrant, _require_open_registration(transaction), is_here=False)
    return entrant


@atomic
def refuse_entrant(
    tournament_id: int, organizer: Any, entrant_id: int, reason: str = "", now: datetime | None = None
) -> Entrant:
    """Refuse an applicant. The reason is sent to them only and is not recorded in the ledger."""
    transaction = open_transaction(tournament_id, organizer, DIRECTOR_ROLES, now)
    entrant = _get_entrant(transaction, entrant_id)
    if entrant.state in (State.PENDING, State.WAITING, State.OFFERED):
        waiting_list.change_entrant_state(entrant, State.WITHDRAWN)
        entry = transaction.append_entry("refused", entrant=entrant.number, name=entrant.name)
        transaction.notify(
            Kind.REFUSED, [entrant], entry, reasons=[text] if (text := tidy_text(reason)) else []
        )
        waiting_list.fill_free_places(transaction)
    elif not entrant.is_out:
        raise NotNow(_("They are already in. You can take them out of the tournament."))
    return entrant


@atomic
def add_bots(tournament_id: int, organizer: Any, upto: int, now: datetime | None = None) -> int:
    """Add bots until `upto` places are taken; return how many were added.

    People who register later replace them.
    """
    transaction = open_transaction(tournament_id, organizer, DIRECTOR_ROLES, now)
    transaction.require_state(Phase.OPEN, Phase.CHECK_IN)
    most = transaction.tournament.settings.most
    wanted = min(upto, most) - (most - waiting_list.count_free_places(transaction))
    for _number in range(wanted):
        number = transaction.next_number(transaction.tournament.entrants)
        entrant = Entrant.objects.create(
            tournament=transaction.tournament,
            number=number,
            bot=DEFAULT_BOT,
            name=f"Bot-{number}",
            queued_at=transaction.now,
        )
        waiting_list.admit_entrant(transaction, entrant)
        waiting_list.check_in_entrant(transaction, entrant)
    return max(wanted, 0)


# --- Offered places


@atomic
def take_place(entrant_id: int, by: Any, now: datetime | None = None) -> Entrant:
    """Accept an offered place."""
    transaction, entrant = _open_for_user(entrant_id, by, now)
    if entrant.is_in:
        return entrant
    if entrant.state != State.OFFERED or not _is_place_reserved(transaction, entrant):
        raise Stale(_("This place is no longer kept for you."))
    if not transaction.tournament.has_begun:
        waiting_list.admit_entrant(transaction, entrant, moved_up=True)
    elif (stage := find_late_entry_stage(transaction.tournament)) is not None:
        join_running_stage(transaction, entrant, stage)
    else:
        raise NotNow(_("It is too late to enter: the tournament is under way."))
    return entrant


def _is_place_reserved(transaction: TournamentTransaction, entrant: Entrant) -> bool:
    return entrant.offered_until is None or entrant.offered_until > transaction.now


@atomic
def decline_place(entrant_id: int, by: Any, now: datetime | None = None) -> Entrant:
    """Decline a place, whether it was offered or assigned at once.

    Refused once the tournament has begun: a late “no” to an old email must not remove somebody who plays.
    """
    transaction, entrant = _open_for_user(entrant_id, by, now)
    may_decline = entrant.state == State.OFFERED or transaction.tournament.is_open
    if not entrant.is_out and not (entrant.has_place and may_decline):
        raise Stale(_("This question is no longer open, so nothing has changed. To leave, please withdraw."))
    return withdraw_entrant(entrant_id, by, now)


# --- Check-in


@atomic
def check_in(entrant_id: int, by: Any, now: datetime | None = None) -> Entrant:
    """Confirm that the entrant will play."""
    transaction, entrant = _open_for_user(entrant_id, by, now)
    if entrant.state in (State.CHECKED, State.ACTIVE):
        return entrant
    if trouble := _find_check_in_error(transaction, entrant):
        raise trouble
    if entrant.state == State.OFFERED:
        waiting_list.admit_entrant(transaction, entrant, moved_up=True)
    waiting_list.check_in_entrant(transaction, entrant)
    return entrant


def _find_check_in_error(transaction: TournamentTransaction, entrant: Entrant) -> PlayError | None:
    """Return the error that says why this entrant cannot check in now, or None."""
    if entrant.is_out:
        return Stale(_("You are no longer taking part, so there is nothing to check in for."))
    if entrant.state in (State.WAITING, State.PENDING):
        return NotNow(_("You do not have a place yet. We will ask you if one becomes free."))
    if transaction.tournament.state != Phase.CHECK_IN:
        return NotNow(_("Nobody has to check in at the moment."))
    return None if _is_place_reserved(transaction, entrant) else Stale(_("Check-in is closed."))


# --- Withdrawal


@atomic
def withdraw_entrant(entrant_id: int, by: Any, now: datetime | None = None) -> Entrant:
    """Withdraw an entrant, on their own request or the organizer's. The director handles running games."""
    transaction, entrant = _open_for_user(entrant_id, by, now, or_directing=True)
    if entrant.state == State.WITHDRAWN:
        return entrant
    if entrant.state == State.DISQUALIFIED or transaction.tournament.is_over:
        raise NotNow(_("There is nothing left to withdraw from."))
    why = WITHDRAWN_BY_ENTRANT if entrant.user_id == by.pk else WITHDRAWN_BY_ORGANIZER
    if why == WITHDRAWN_BY_ORGANIZER and transaction.tournament.has_begun:
        _require_fair_removal(transaction, entrant)
    entry = waiting_list.vacate_place(transaction, entrant, why)
    if why == WITHDRAWN_BY_ORGANIZER:
        transaction.notify(Kind.OUT, [entrant], entry, why=why)
    if not transaction.tournament.has_begun:
        waiting_list.fill_free_places(transaction)
    return entrant


def _require_fair_removal(transaction: TournamentTransaction, entrant: Entrant) -> None:
    """Apply the rules for rulings when an organizer removes a playing entrant.

    The organizer must not sit at one of their tables, and must not single-handedly change who advances.
    """
    tables = transaction.tournament.tables.filter(seats__entrant=entrant)
    conflicts.require_impartial(transaction.by, tables=tables)
    if not entrant.is_in:  # an entrant without a place is not in the ledger's state
        return
    without = state.preview_state(transaction.state, state.EntryData("withdrew", {"entrant": entrant.number}))
    if changes_advancement(transaction.state, without):
        raise NotPossible(
            _("Somebody else would advance because of this: please let the referees make a ruling.")
        )


# --- Access


def _open_for_user(
    entrant_id: int, by: Any, now: datetime | None, *, or_directing: bool = False
) -> tuple[TournamentTransaction, Entrant]:
    """Open a transaction for the entrant's own user or, with `or_directing`, for directors."""
    found = Entrant.objects.filter(pk=entrant_id).values_list("tournament_id", flat=True).first()
    if found is None:
        raise NotAllowed(_("This place is somebody else’s."))
    transaction = TournamentTransaction(found, by, now)
    entrant = _get_entrant(transaction, entrant_id)
    is_own = entrant.user_id is not None and entrant.user_id == by.pk
    if not is_own and not (or_directing and find_role(transaction.tournament, by) in DIRECTOR_ROLES):
        raise NotAllowed(_("This place is somebody else’s."))
    return transaction, entrant


def _get_entrant(transaction: TournamentTransaction, entrant_id: int) -> Entrant:
    found = transaction.tournament.entrants.select_related("user").filter(pk=entrant_id).first()
    if found is None:
        raise NotPossible(_("There is no such entrant."))
    return found
