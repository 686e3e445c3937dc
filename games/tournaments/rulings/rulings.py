"""Rulings by referees, and their signatures.

A ruling that changes who advances needs a second referee, even if it follows from the rules at a deadline. No
stage ends while such a proposal is open; proposals expire. A ruling is a row with its reason and signatures;
its effect on the standings is a ledger entry, and a reversal is another one. Nobody rules at their own table
or about themselves.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.play import referee as door
from games.play.errors import NotAllowed, NotNow, NotPossible
from games.tournaments.entries import waiting_list
from games.tournaments.ledger import lookups, state
from games.tournaments.ledger.state import TournamentState, VerdictLine
from games.tournaments.ledger.transaction import DOUBLE_CLICK_WINDOW, TournamentTransaction, open_transaction
from games.tournaments.models import Entrant, Ruling, Tournament, TournamentNotice, TournamentTable
from games.tournaments.pairing import next_round
from games.tournaments.results import standings_cache
from games.tournaments.rulings import effects
from games.tournaments.staff import bans, conflicts
from games.tournaments.staff.permissions import REFEREE_ROLES
from games.tournaments.text import require_text

Kind = Ruling.Kind
State = Ruling.State

SIGNATURE_WINDOW = timedelta(days=3)
STARTED_STATES = (Tournament.State.RUNNING, Tournament.State.PAUSED, Tournament.State.FINISHED)


# --- Proposals


@transaction.atomic
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
    book = open_transaction(tournament_id, referee, REFEREE_ROLES, now)
    book.require_state(*STARTED_STATES)
    wanted = Ruling(
        kind=_check_kind(kind),
        table=None if table_number is None else lookups.get_table(book, table_number),
        entrant=None if entrant_number is None else lookups.get_entrant(book, entrant_number),
        reason=require_text(reason),
        by=referee,
    )
    wanted.after = effects.dump_after(book, wanted, lines, until)
    return _find_recent_ruling(book, wanted) or _check_and_issue(book, wanted)


def _check_kind(kind: str) -> str:
    if kind not in Kind.values or kind == Kind.REVERSE:
        raise NotPossible(_("There is no such ruling."))
    return kind


def _find_recent_ruling(book: TournamentTransaction, wanted: Ruling) -> Ruling | None:
    """Find the same ruling by the same referee within the double-click window."""
    fields = ("kind", "table", "entrant", "of", "reason", "after", "by")
    same = {name: getattr(wanted, name) for name in fields}
    lately = book.tournament.rulings.filter(**same, at__gt=book.now - DOUBLE_CLICK_WINDOW)
    return lately.exclude(state__in=[State.REFUSED, State.REVERSED, State.LAPSED]).first()


def _check_and_issue(book: TournamentTransaction, wanted: Ruling) -> Ruling:
    """Check a ruling and issue it."""
    require_impartial_referee(book, book.by, wanted)
    effects.check_ruling(book, wanted)
    _require_no_open_proposal(wanted)
    return issue_ruling(book, wanted)


def require_impartial_referee(book: TournamentTransaction, user: Any, ruling: Ruling) -> None:
    """Raise if the ruling concerns the user or a table they are involved in."""
    about = [ruling.entrant] if ruling.entrant else []
    conflicts.require_impartial(user, tables=effects.list_affected_tables(book, ruling), entrants=about)


def _require_no_open_proposal(wanted: Ruling) -> None:
    """Refuse a second proposal about the same table or entrant while one is open."""
    waiting = Ruling.objects.filter(state=State.PROPOSED)
    if effects.concerns_entrant(wanted):
        of_people = Q(kind__in=effects.ENTRANT_RULINGS) | Q(of__kind__in=effects.ENTRANT_RULINGS)
        waiting = waiting.filter(of_people, entrant=wanted.entrant)
    else:
        waiting = waiting.filter(table=wanted.table).exclude(table=None)
    if waiting.exists():
        raise NotNow(_("A proposal about this waits for a signature. Please sign or refuse it first."))


@transaction.atomic
def reverse_ruling(ruling_id: int, referee: Any, reason: str, *, now: datetime | None = None) -> Ruling:
    """Reverse a ruling: what held before counts again. A reversal is a ruling itself."""
    book, of = _open_for_referee(ruling_id, referee, now)
    if of.state == State.REVERSED and (done := of.reversals.filter(state=State.IN_FORCE).first()):
        return done  # a double click
    about: dict[str, Any] = {"table": of.table, "entrant": of.entrant}
    wanted = Ruling(kind=Kind.REVERSE, of=of, reason=require_text(reason), by=referee, after="{}", **about)
    return _find_recent_ruling(book, wanted) or _check_and_issue(book, wanted)


# --- Signatures


def issue_ruling(book: TournamentTransaction, wanted: Ruling) -> Ruling:
    """Save a ruling, and put it in force if one signature is enough.

    Without a referee the rules themselves decide.
    """
    wanted.tournament, wanted.at, wanted.state = book.tournament, book.now, State.PROPOSED
    wanted.before = effects.dump_before(book, wanted)
    wanted.save()
    if _needs_second_signature(book, wanted):
        _request_signature(book, wanted, "proposed")
    else:
        _put_in_force(book, wanted)
    return wanted


def _request_signature(book: TournamentTransaction, ruling: Ruling, kind: str) -> None:
    number = book.write(kind, ruling=ruling.pk, what=ruling.kind, **effects.build_subject_data(ruling))
    book.notify_staff(TournamentNotice.Kind.RULING, number, ruling=ruling.pk)


def _needs_second_signature(book: TournamentTransaction, wanted: Ruling) -> bool:
    """Tell whether the ruling changes who advances and so needs a second signature."""
    kind, data = effects.build_ledger_entry(wanted)
    if kind not in state.ENTRY_HANDLERS:
        return False
    entry = state.EntryData(kind, msgspec.to_builtins(data), at=book.now.isoformat())
    after = state.preview_state(book.state, entry)
    if effects.concerns_entrant(wanted):  # an entrant who is out has no later round to make up for it
        return changes_advancement(book.state, after)
    decided = [number for number in book.state.stages if next_round.is_decisive(book.state, number)]
    return changes_advancement(book.state, after, decided)


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


def compute_expiry(one: Ruling) -> datetime | None:
    """Return when a proposal expires.

    None if it never does, because the table has no other result and its game cannot continue.
    """
    table = one.table
    stays = table is None or table.is_done or (table.game is not None and table.game.is_live)
    return one.at + SIGNATURE_WINDOW if stays else None


def expire_unsigned_rulings(book: TournamentTransaction) -> bool:
    """Expire proposals that nobody signed in time: nothing changes, and the tournament continues."""
    late = [
        one for one in find_unsigned_rulings(book.tournament) if (compute_expiry(one) or book.now) < book.now
    ]
    for one in late:
        one.state, one.settled_at = State.LAPSED, book.now
        one.save(update_fields=["state", "settled_at"])
        number = book.write("lapsed", ruling=one.pk, what=one.kind, **effects.build_subject_data(one))
        book.notify_staff(TournamentNotice.Kind.RULING, number, ruling=one.pk)
    return bool(late)


@transaction.atomic
def sign_ruling(ruling_id: int, referee: Any, *, now: datetime | None = None) -> Ruling:
    """Sign a proposal. The second signature puts it in force; a ruling by the rules needs two signatures."""
    book, ruling = _open_for_referee(ruling_id, referee, now)
    if ruling.state == State.IN_FORCE and ruling.second_by_id == referee.pk:
        return ruling  # a double click
    _require_proposed(ruling)
    if ruling.by_id == referee.pk:
        raise NotAllowed(_("Your name is below it: somebody else must sign."))
    require_impartial_referee(book, referee, ruling)
    effects.check_ruling(book, ruling)
    if ruling.by_id is None:
        ruling.by = referee
        ruling.save(update_fields=["by"])
        _request_signature(book, ruling, "signed")
    else:
        ruling.second_by = referee
        _put_in_force(book, ruling)
    return ruling


@transaction.atomic
def refuse_ruling(ruling_id: int, referee: Any, reason: str, *, now: datetime | None = None) -> Ruling:
    """Refuse a proposal, or withdraw one's own: nothing changes."""
    book, ruling = _open_for_referee(ruling_id, referee, now)
    if ruling.state == State.REFUSED:
        return ruling  # a double click
    _require_proposed(ruling)
    require_impartial_referee(book, referee, ruling)
    ruling.state, ruling.settled_at = State.REFUSED, book.now
    ruling.second_by, ruling.objection = referee, require_text(reason)
    ruling.save(update_fields=["state", "settled_at", "second_by", "objection"])
    number = book.write("objected", ruling=ruling.pk)
    book.notify_staff(TournamentNotice.Kind.RULING, number, ruling=ruling.pk)
    return ruling


def _open_for_referee(
    ruling_id: int, referee: Any, now: datetime | None
) -> tuple[TournamentTransaction, Ruling]:
    """Open a transaction for a referee and load the ruling under its lock."""
    tournament_id = Ruling.objects.filter(pk=ruling_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise NotPossible(_("There is no such ruling."))
    book = open_transaction(tournament_id, referee, REFEREE_ROLES, now)
    return book, Ruling.objects.select_related("table__game", "entrant", "of__table__game").get(pk=ruling_id)


def _require_proposed(ruling: Ruling) -> None:
    if ruling.state != State.PROPOSED:
        words = _("This ruling does not wait for a signature: it is %(state)s.")
        raise NotNow(words % {"state": State(ruling.state).label})


# --- Taking effect


def _put_in_force(book: TournamentTransaction, ruling: Ruling) -> None:
    """Record the ruling in the ledger, update the rows, and notify everybody concerned."""
    ruling.state, ruling.settled_at = State.IN_FORCE, book.now
    ruling.save(update_fields=["state", "settled_at", "second_by"])
    kind, data = effects.build_ledger_entry(ruling)
    number = book.write(kind, **data)
    _apply_effects(ruling, kind, book.now)
    touched = effects.list_affected_tables(book, ruling)
    standings_cache.sync_tables(book, [table.number for table in touched])
    if book.tournament.is_over:  # the director no longer refreshes it
        standings_cache.refresh_standings(book)
    book.notify(
        TournamentNotice.Kind.RULING,
        _list_concerned_entrants(book, ruling, touched),
        number,
        ruling=ruling.pk,
    )
    if ruling.second_by_id and ruling.by_id:
        book.notify_users(TournamentNotice.Kind.RULING, [ruling.by_id], number, ruling=ruling.pk)


def _apply_effects(ruling: Ruling, kind: str, now: datetime) -> None:
    """Apply what is outside the ledger: the entrant's state, the end of a game, a ban, a reversed ruling."""
    if kind in ENTRANT_STATES and ruling.entrant is not None:
        waiting_list.change_entrant_state(ruling.entrant, ENTRANT_STATES[kind])
    if kind == "ruled" and ruling.table is not None:
        _end_game(ruling.table, ruling)
    if ruling.kind == Kind.BAN:
        bans.start_ban(ruling, now)
    if ruling.of is not None:
        bans.lift_ban(ruling.of)
        ruling.of.state = State.REVERSED
        ruling.of.save(update_fields=["state"])


ENTRANT_STATES = {
    "disqualified": Entrant.State.DISQUALIFIED,
    "withdrew": Entrant.State.WITHDRAWN,
    "reinstated": Entrant.State.ACTIVE,
}


def _end_game(table: TournamentTable, ruling: Ruling) -> None:
    if table.game is not None and table.game.is_live:
        door.end_game(table.game.pk, ruling.by, reason=ruling.reason, key=f"ruling/{ruling.pk}")


def _list_concerned_entrants(
    book: TournamentTransaction, ruling: Ruling, touched: Sequence[TournamentTable]
) -> list[Entrant]:
    """List whom a ruling concerns: everybody at its tables, but for a warning only the entrant."""
    about = Q(pk=ruling.entrant.pk) if ruling.entrant else Q(pk__in=[])
    if Kind.WARNING in (ruling.kind, ruling.of.kind if ruling.of else ""):
        touched = []
    return list(book.tournament.entrants.filter(about | Q(sittings__table__in=touched)).distinct())
