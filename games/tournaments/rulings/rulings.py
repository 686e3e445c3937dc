"""Rulings by referees, and their signatures.

A ruling that changes who advances needs a second referee, even if it follows from the rules at a deadline. No
stage ends while such a proposal is open; proposals expire. A ruling is a row with its reason and signatures;
its effect on the standings is a ledger entry, and a reversal is another one. Nobody rules at their own table
or about themselves.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
from django.db.models import Q, QuerySet
from django.db.transaction import atomic
from django.utils.translation import gettext as _

from games.play.errors import NotAllowed, NotNow, NotPossible
from games.play.referee import end_game
from games.play.transaction.origin import DOUBLE_CLICK_WINDOW
from games.tournaments.entries import waiting_list
from games.tournaments.ledger import lookups, state
from games.tournaments.ledger.state import TournamentState, VerdictLine
from games.tournaments.ledger.transaction import TournamentTransaction, open_transaction
from games.tournaments.models import Entrant, Role, Ruling, Tournament, TournamentNotice, TournamentTable
from games.tournaments.pairing import next_round
from games.tournaments.results import standings_cache
from games.tournaments.rulings import effects
from games.tournaments.staff import bans, conflicts
from games.tournaments.staff.permissions import REFEREE_ROLES, find_role
from games.tournaments.standings import from_state
from games.tournaments.text import require_text

Kind = Ruling.Kind
State = Ruling.State

SIGNATURE_WINDOW = timedelta(days=3)
STARTED_STATES = (Tournament.State.RUNNING, Tournament.State.PAUSED, Tournament.State.FINISHED)


# --- Proposals


@atomic
def propose_ruling(
    tournament_id: int,
    referee: Any,
    kind: str,
    *,
    table_number: int | None = None,
    entrant_number: int | None = None,
    lines: Sequence[VerdictLine] | None = None,
    until: datetime | None = None,
    reason: str,
    now: datetime | None = None,
) -> Ruling:
    """Make a ruling.

    It takes effect at once, unless it changes who advances: then a second referee has to sign.
    """
    transaction = open_transaction(tournament_id, referee, REFEREE_ROLES, now)
    transaction.require_state(*STARTED_STATES)
    wanted = _build_ruling(transaction, referee, kind, table_number, entrant_number, lines, until, reason)
    return _find_recent_ruling(transaction, wanted) or _check_and_issue(transaction, wanted)


def _build_ruling(
    transaction: TournamentTransaction,
    referee: Any,
    kind: str,
    table_number: int | None,
    entrant_number: int | None,
    lines: Sequence[VerdictLine] | None,
    until: datetime | None,
    reason: str,
) -> Ruling:
    wanted = Ruling(
        tournament=transaction.tournament,
        kind=_check_kind(kind),
        table=None if table_number is None else lookups.get_table(transaction, table_number),
        entrant=None if entrant_number is None else lookups.get_entrant(transaction, entrant_number),
        reason=require_text(reason),
        by=referee,
    )
    wanted.after = effects.dump_after(transaction, wanted, lines, until)
    return wanted


def _check_kind(kind: str) -> str:
    if kind not in Kind.values or kind == Kind.REVERSE:
        raise NotPossible(_("There is no such ruling."))
    return kind


def _find_recent_ruling(transaction: TournamentTransaction, wanted: Ruling) -> Ruling | None:
    """Find the same ruling by the same referee within the double-click window."""
    fields = ("kind", "table", "entrant", "reversed_ruling", "reason", "after", "by")
    same = {name: getattr(wanted, name) for name in fields}
    lately = transaction.tournament.rulings.filter(**same, at__gt=transaction.now - DOUBLE_CLICK_WINDOW)
    return lately.exclude(state__in=[State.REFUSED, State.REVERSED, State.LAPSED]).first()


def _check_and_issue(transaction: TournamentTransaction, wanted: Ruling) -> Ruling:
    """Check a ruling and issue it."""
    require_impartial_referee(transaction, transaction.by, wanted)
    effects.check_ruling(transaction, wanted)
    _require_no_open_proposal(wanted)
    return issue_ruling(transaction, wanted)


def require_impartial_referee(transaction: TournamentTransaction, user: Any, ruling: Ruling) -> None:
    """Raise if the ruling concerns the user or a table they are involved in."""
    about = [ruling.entrant] if ruling.entrant else []
    conflicts.require_impartial(
        user, tables=effects.list_affected_tables(transaction, ruling), entrants=about
    )


def _require_no_open_proposal(wanted: Ruling) -> None:
    """Refuse a second proposal about the same table or entrant while one is open."""
    waiting = Ruling.objects.filter(state=State.PROPOSED)
    if effects.concerns_entrant(wanted):
        of_people = Q(kind__in=effects.ENTRANT_RULINGS) | Q(reversed_ruling__kind__in=effects.ENTRANT_RULINGS)
        waiting = waiting.filter(of_people, entrant=wanted.entrant)
    else:
        waiting = waiting.filter(table=wanted.table).exclude(table=None)
    if waiting.exists():
        raise NotNow(_("A proposal about this is waiting for a signature. Please sign or refuse it first."))


@atomic
def reverse_ruling(ruling_id: int, referee: Any, reason: str, *, now: datetime | None = None) -> Ruling:
    """Reverse a ruling: what held before counts again. A reversal is a ruling itself."""
    transaction, of = _open_for_referee(ruling_id, referee, now)
    if of.state == State.REVERSED and (done := of.reversals.filter(state=State.IN_FORCE).first()):
        return done  # a double click
    about: dict[str, Any] = {"table": of.table, "entrant": of.entrant}
    wanted = Ruling(
        kind=Kind.REVERSE, reversed_ruling=of, reason=require_text(reason), by=referee, after="{}", **about
    )
    return _find_recent_ruling(transaction, wanted) or _check_and_issue(transaction, wanted)


# --- Signatures


def issue_ruling(transaction: TournamentTransaction, wanted: Ruling) -> Ruling:
    """Save a ruling, and put it in force if one signature is enough.

    Without a referee the rules themselves decide.
    """
    wanted.tournament, wanted.at, wanted.state = transaction.tournament, transaction.now, State.PROPOSED
    wanted.before = effects.dump_before(transaction, wanted)
    wanted.save()
    if _needs_second_signature(transaction, wanted):
        _request_signature(transaction, wanted, "proposed")
    else:
        _put_in_force(transaction, wanted)
    return wanted


def _request_signature(transaction: TournamentTransaction, ruling: Ruling, kind: str) -> None:
    number = transaction.append_entry(
        kind, ruling=ruling.pk, what=ruling.kind, **effects.build_subject_data(ruling)
    )
    transaction.notify_staff(TournamentNotice.Kind.RULING, number, ruling=ruling.pk)


def _needs_second_signature(transaction: TournamentTransaction, wanted: Ruling) -> bool:
    """Tell whether a ruling needs a second signature: it changes who advances, or bans somebody from later
    tournaments without being the owner's."""
    if wanted.kind == Kind.BAN:
        return find_role(transaction.tournament, wanted.by) != Role.Kind.OWNER
    kind, _data = effects.build_ledger_entry(wanted)
    if kind not in state.ENTRY_HANDLERS:
        return False
    after = _preview_state(transaction, wanted)
    if effects.concerns_entrant(wanted):  # an entrant who is out has no later round to make up for it
        return changes_advancement(transaction.state, after)
    decided = [
        number for number in transaction.state.stages if next_round.is_decisive(transaction.state, number)
    ]
    return changes_advancement(transaction.state, after, decided)


def _preview_state(transaction: TournamentTransaction, wanted: Ruling) -> TournamentState:
    """Return the state as it would be with this ruling in force."""
    kind, data = effects.build_ledger_entry(wanted)
    entry = state.EntryData(kind, msgspec.to_builtins(data), at=transaction.now.isoformat())
    return state.preview_state(transaction.state, entry)


class RankChange(NamedTuple):
    """Where somebody stands now, and where with a ruling."""

    entrant: int
    stage: int
    rank: int
    points: Fraction
    rank_after: int
    points_after: Fraction


class RulingPreview(NamedTuple):
    """What a ruling would change, before anybody makes it."""

    changes: list[RankChange]
    needs_second: bool


def preview_ruling(
    tournament_id: int,
    referee: Any,
    kind: str,
    *,
    table_number: int | None = None,
    entrant_number: int | None = None,
    lines: Sequence[VerdictLine] | None = None,
    until: datetime | None = None,
    reason: str = "",
) -> RulingPreview:
    """Compute what a ruling would change. Nothing is saved, and nobody is told."""
    with atomic():
        transaction = open_transaction(tournament_id, referee, REFEREE_ROLES)
        transaction.require_state(*STARTED_STATES)
        wanted = _build_ruling(
            transaction, referee, kind, table_number, entrant_number, lines, until, reason or "?"
        )
        require_impartial_referee(transaction, referee, wanted)
        effects.check_ruling(transaction, wanted)
        needs_second = _needs_second_signature(transaction, wanted)
        kind, _data = effects.build_ledger_entry(wanted)
        has_effect = kind in state.ENTRY_HANDLERS
        changes = _compare_ranks(transaction.state, _preview_state(transaction, wanted)) if has_effect else []
    return RulingPreview(changes, needs_second)


def _compare_ranks(before: TournamentState, after: TournamentState) -> list[RankChange]:
    """List everybody whose rank or points differ, stage by stage."""
    found = []
    for number in before.stages:
        now = {row.entrant: row for row in from_state.compute_standing_rows(before, number)}
        then = {row.entrant: row for row in from_state.compute_standing_rows(after, number)}
        for who, row in now.items():
            other = then[who]
            if (row.rank, row.points, row.state) != (other.rank, other.points, other.state):
                found.append(RankChange(int(who), number, row.rank, row.points, other.rank, other.points))
    return found


def changes_advancement(
    before: TournamentState, after: TournamentState, stages: Iterable[int] | None = None
) -> bool:
    """Tell whether two states differ in who advances, in any of these stages; finished stages count too."""
    looked_at = before.stages if stages is None else stages
    return any(
        next_round.compute_advancement(before, number) != next_round.compute_advancement(after, number)
        for number in looked_at
    )


def find_unsigned_rulings(tournament: Tournament) -> QuerySet[Ruling]:
    """Find proposed rulings that lack a signature, oldest first."""
    found = tournament.rulings.filter(state=State.PROPOSED).select_related("table__game")
    return found.defer("table__game__position").order_by("at", "pk")


def has_open_rulings(tournament: Tournament) -> bool:
    """Tell whether a proposal is open that may change who advances; a ban holds up nothing."""
    return tournament.rulings.filter(state=State.PROPOSED).exclude(kind=Kind.BAN).exists()


def compute_expiry(one: Ruling) -> datetime | None:
    """Return when a proposal expires.

    None if it never does, because the table has no other result and its game cannot continue.
    """
    table = one.table
    stays = table is None or table.is_done or (table.game is not None and table.game.is_live)
    return one.at + SIGNATURE_WINDOW if stays else None


def expire_unsigned_rulings(transaction: TournamentTransaction) -> bool:
    """Expire proposals that nobody signed in time: nothing changes, and the tournament continues."""
    late = [
        one
        for one in find_unsigned_rulings(transaction.tournament)
        if (compute_expiry(one) or transaction.now) < transaction.now
    ]
    for one in late:
        one.state, one.settled_at = State.LAPSED, transaction.now
        one.save(update_fields=["state", "settled_at"])
        number = transaction.append_entry(
            "lapsed", ruling=one.pk, what=one.kind, **effects.build_subject_data(one)
        )
        transaction.notify_staff(TournamentNotice.Kind.RULING, number, ruling=one.pk)
    return bool(late)


@atomic
def sign_ruling(ruling_id: int, referee: Any, *, now: datetime | None = None) -> Ruling:
    """Sign a proposal. The second signature puts it in force; a ruling by the rules needs two signatures."""
    transaction, ruling = _open_for_referee(ruling_id, referee, now)
    if ruling.state == State.IN_FORCE and ruling.second_by_id == referee.pk:
        return ruling  # a double click
    _require_proposed(ruling)
    if ruling.by_id == referee.pk:
        raise NotAllowed(_("You proposed it, so somebody else must sign."))
    require_impartial_referee(transaction, referee, ruling)
    effects.check_ruling(transaction, ruling)
    if ruling.by_id is None:
        ruling.by = referee
        ruling.save(update_fields=["by"])
        _request_signature(transaction, ruling, "signed")
    else:
        ruling.second_by = referee
        _put_in_force(transaction, ruling)
    return ruling


@atomic
def refuse_ruling(ruling_id: int, referee: Any, reason: str, *, now: datetime | None = None) -> Ruling:
    """Refuse a proposal, or withdraw one's own: nothing changes."""
    transaction, ruling = _open_for_referee(ruling_id, referee, now)
    if ruling.state == State.REFUSED:
        return ruling  # a double click
    _require_proposed(ruling)
    require_impartial_referee(transaction, referee, ruling)
    ruling.state, ruling.settled_at = State.REFUSED, transaction.now
    ruling.second_by, ruling.objection = referee, require_text(reason)
    ruling.save(update_fields=["state", "settled_at", "second_by", "objection"])
    number = transaction.append_entry("objected", ruling=ruling.pk)
    transaction.notify_staff(TournamentNotice.Kind.RULING, number, ruling=ruling.pk)
    return ruling


def _open_for_referee(
    ruling_id: int, referee: Any, now: datetime | None
) -> tuple[TournamentTransaction, Ruling]:
    """Open a transaction for a referee and load the ruling under its lock."""
    tournament_id = Ruling.objects.filter(pk=ruling_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise NotPossible(_("There is no such ruling."))
    transaction = open_transaction(tournament_id, referee, REFEREE_ROLES, now)
    return transaction, Ruling.objects.select_related(
        "table__game", "entrant", "reversed_ruling__table__game"
    ).get(pk=ruling_id)


def _require_proposed(ruling: Ruling) -> None:
    if ruling.state != State.PROPOSED:
        text = _("This ruling is not waiting for a signature: it is %(state)s.")
        raise NotNow(text % {"state": State(ruling.state).label})


# --- Taking effect


def _put_in_force(transaction: TournamentTransaction, ruling: Ruling) -> None:
    """Record the ruling in the ledger, update the rows, and notify everybody concerned."""
    ruling.state, ruling.settled_at = State.IN_FORCE, transaction.now
    ruling.save(update_fields=["state", "settled_at", "second_by"])
    kind, data = effects.build_ledger_entry(ruling)
    number = transaction.append_entry(kind, **data)
    _apply_effects(ruling, kind, transaction.now)
    touched = effects.list_affected_tables(transaction, ruling)
    standings_cache.sync_tables(transaction, [table.number for table in touched])
    if transaction.tournament.is_over:  # the director no longer refreshes it
        standings_cache.refresh_standings(transaction)
    transaction.notify(
        TournamentNotice.Kind.RULING,
        _list_concerned_entrants(transaction, ruling, touched),
        number,
        ruling=ruling.pk,
    )
    if ruling.second_by_id and ruling.by_id:
        transaction.notify_users(TournamentNotice.Kind.RULING, [ruling.by_id], number, ruling=ruling.pk)


def _apply_effects(ruling: Ruling, kind: str, now: datetime) -> None:
    """Apply what is outside the ledger: the entrant's state, the end of a game, a ban, a reversed ruling."""
    if kind in ENTRANT_STATES and ruling.entrant is not None:
        waiting_list.change_entrant_state(ruling.entrant, ENTRANT_STATES[kind])
    if kind == "ruled" and ruling.table is not None:
        _end_game(ruling.table, ruling)
    if ruling.kind == Kind.BAN:
        bans.start_ban(ruling, now)
    if ruling.reversed_ruling is not None:
        bans.lift_ban(ruling.reversed_ruling)
        ruling.reversed_ruling.state = State.REVERSED
        ruling.reversed_ruling.save(update_fields=["state"])


ENTRANT_STATES = {
    "disqualified": Entrant.State.DISQUALIFIED,
    "withdrew": Entrant.State.WITHDRAWN,
    "reinstated": Entrant.State.ACTIVE,
}


def _end_game(table: TournamentTable, ruling: Ruling) -> None:
    if table.game is not None and table.game.is_live:
        end_game(table.game.pk, ruling.by, reason=ruling.reason, key=f"ruling/{ruling.pk}")


def _list_concerned_entrants(
    transaction: TournamentTransaction, ruling: Ruling, touched: Sequence[TournamentTable]
) -> list[Entrant]:
    """List whom a ruling concerns: everybody at its tables, but for a warning only the entrant."""
    about = Q(pk=ruling.entrant.pk) if ruling.entrant else Q(pk__in=[])
    if Kind.WARNING in (ruling.kind, ruling.reversed_ruling.kind if ruling.reversed_ruling else ""):
        touched = []
    return list(transaction.tournament.entrants.filter(about | Q(table_seats__table__in=touched)).distinct())
