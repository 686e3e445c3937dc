"""The effects of a ruling: the result it gives a table, whether it makes sense now, and its ledger entry."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.models import Game
from games.play.errors import NotNow, NotPossible
from games.tournaments.ledger import state
from games.tournaments.ledger.state import VerdictLine
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import Entrant, Ruling, TournamentTable
from games.tournaments.settings import StageSettings
from games.tournaments.staff import bans
from games.tournaments.standings import exact

Kind = Ruling.Kind
State = Ruling.State

TABLE_RULINGS = (Kind.RESULT, Kind.VOID, Kind.LOSS)
ENTRANT_RULINGS = (Kind.DISQUALIFY, Kind.REINSTATE)
LONGEST_SCORE = 20


def concerns_entrant(ruling: Ruling) -> bool:
    """Tell whether a ruling disqualifies or reinstates an entrant, or reverses such a ruling."""
    return ruling.kind in ENTRANT_RULINGS or (
        ruling.reversed_ruling is not None and ruling.reversed_ruling.kind in ENTRANT_RULINGS
    )


def list_affected_tables(transaction: TournamentTransaction, ruling: Ruling) -> list[TournamentTable]:
    """List the tables whose results a ruling may change; for a disqualification all tables of the entrant."""
    if concerns_entrant(ruling):
        begun = transaction.tournament.tables.exclude(state=TournamentTable.State.PLANNED)
        return list(begun.filter(seats__entrant=ruling.entrant).distinct())
    return [ruling.table] if ruling.table is not None else []


# --- Results given by a ruling


def dump_before(transaction: TournamentTransaction, wanted: Ruling) -> str:
    """Dump what holds without the ruling: the result of the table, or the state of the entrant."""
    if wanted.table is not None and not concerns_entrant(wanted):
        stands = transaction.state.tables[wanted.table.number].verdict
        return msgspec.json.encode({"seats": stands.lines, "void": stands.void} if stands else {}).decode()
    return msgspec.json.encode({"state": wanted.entrant.state} if wanted.entrant else {}).decode()


def dump_after(
    transaction: TournamentTransaction,
    wanted: Ruling,
    lines: Sequence[VerdictLine] | None,
    until: datetime | None = None,
) -> str:
    """Dump what the ruling changes: a result, a lost game, or the end of a ban."""
    if wanted.kind == Kind.RESULT:
        return dump_lines(_check_lines(_require_table(transaction, wanted), lines or ()))
    if wanted.kind == Kind.LOSS:
        return dump_lines(_build_loss_lines(_require_table(transaction, wanted), wanted.entrant))
    if wanted.kind == Kind.BAN:
        return msgspec.json.encode({"until": bans.check_end_date(until, transaction.now)}).decode()
    return "{}"


def dump_lines(lines: Iterable[VerdictLine]) -> str:
    return msgspec.json.encode({"seats": list(lines)}).decode()


def parse_lines(ruling: Ruling) -> list[VerdictLine]:
    return msgspec.json.decode(ruling.after, type=dict[str, list[VerdictLine]]).get("seats", [])


def _require_table(transaction: TournamentTransaction, wanted: Ruling) -> state.LedgerTable:
    """Return the table as the ledger knows it, or raise."""
    if wanted.table is None:
        raise NotPossible(_("Please say which table."))
    found = transaction.state.tables.get(wanted.table.number)
    if found is None:  # a challenge that was declined or expired
        raise NotNow(_("This table has not begun."))
    return found


def _check_lines(table: state.LedgerTable, lines: Sequence[VerdictLine]) -> list[VerdictLine]:
    """Check that each seat has a line, that scores are numbers, and that all or none have a place."""
    found = {line.entrant: line for line in lines}
    if set(found) != set(table.seats) or len(lines) != len(table.seats):
        raise NotPossible(_("A result needs one line for each seat at the table."))
    ordered = [found[entrant] for entrant in table.seats]
    for line in ordered:
        _require_number(line.score)
    unplaced = sum(line.place == 0 for line in ordered)
    if unplaced not in (0, len(ordered)) or not all(0 <= line.place <= len(ordered) for line in ordered):
        raise NotPossible(_("Give places from 1 on to all of them, or to nobody: then the scores decide."))
    return ordered


def _require_number(score: str) -> None:
    if len(score) > LONGEST_SCORE:
        raise NotPossible(_("That is too long: at most %(most)d characters.") % {"most": LONGEST_SCORE})
    try:
        exact.parse_fraction(score)
    except ValueError:
        text = _("“%(score)s” is not a score: please write a whole number, or two with a slash between.")
        raise NotPossible(text % {"score": score}) from None


def _build_loss_lines(table: state.LedgerTable, entrant: Entrant | None) -> list[VerdictLine]:
    """Return the result with this entrant counted as having left; the others move up."""
    if table.verdict is None or table.verdict.void:
        raise NotNow(_("A game can be ruled lost only once it is over, and as long as it counts."))
    lines = {line.entrant: line for line in table.verdict.lines}
    if entrant is None or entrant.number not in lines:
        raise NotPossible(_("Please say who at this table has lost."))
    lines[entrant.number] = msgspec.structs.replace(lines[entrant.number], left=True)
    return list(lines.values())


# --- Checks


def check_ruling(transaction: TournamentTransaction, wanted: Ruling) -> None:
    """Check that a ruling is possible now; called when it is proposed and again when it is signed."""
    if wanted.kind in TABLE_RULINGS:
        table = _require_table(transaction, wanted)
        _check_table(table, wanted)
        _require_someone_advances(transaction.state.stages[table.stage].settings, wanted)
    elif wanted.reversed_ruling is not None:
        _require_remaining_result(transaction, wanted.reversed_ruling)
    else:
        _check_entrant(wanted)


def _check_table(table: state.LedgerTable, wanted: Ruling) -> None:
    if table.state == "planned":
        raise NotNow(_("This table has not begun."))
    stands = table.verdict
    if stands is None:
        return
    if stands.void and not stands.ruling:
        raise NotNow(_("This table has been redrawn under another number."))
    is_void = wanted.kind == Kind.VOID
    if stands.void == is_void and (is_void or list(stands.lines) == parse_lines(wanted)):
        raise NotPossible(_("That is already the case."))


def _require_someone_advances(plan: StageSettings, wanted: Ruling) -> None:
    """Refuse to void a knock-out table by hand; only a table whose game was deleted may be void, by rule."""
    if plan.format == "knock_out" and wanted.kind == Kind.VOID and not wanted.is_automatic:
        raise NotPossible(
            _("Nobody would advance from a void table in a knock-out. Please rule on its result instead.")
        )


def _check_entrant(wanted: Ruling) -> None:
    if wanted.entrant is None:
        raise NotPossible(_("Please say whom it is about."))
    name = {"name": wanted.entrant.name}
    if not (wanted.entrant.table_seats.exists() or wanted.entrant.is_in):
        raise NotNow(_("%(name)s has not played in this tournament.") % name)
    if wanted.kind == Kind.DISQUALIFY and wanted.entrant.is_out:
        raise NotNow(_("%(name)s is already out of the tournament.") % {"name": wanted.entrant.name})
    if wanted.kind == Kind.REINSTATE and not wanted.entrant.is_out:
        raise NotNow(_("%(name)s is not out of the tournament.") % {"name": wanted.entrant.name})
    if wanted.kind == Kind.BAN and wanted.entrant.user_id is None:
        raise NotPossible(_("%(name)s cannot be readmitted.") % name)


def _require_remaining_result(transaction: TournamentTransaction, of: Ruling) -> None:
    """Refuse to reverse a ruling if the table would have no result and its game cannot continue."""
    if of.state != State.IN_FORCE or of.kind == Kind.REVERSE:
        raise NotNow(_("Only a ruling in force can be withdrawn."))
    if of.kind not in TABLE_RULINGS or of.table is None:
        return
    others = [one for one in transaction.state.tables[of.table.number].verdicts if one.ruling != of.pk]
    if not others and (of.table.game is None or of.table.game.state != Game.State.RUNNING):
        raise NotPossible(_("Nothing would be left of this table. Please rule a different result instead."))


# --- Ledger entries


def build_subject_data(ruling: Ruling) -> dict[str, int]:
    """Return the table and entrant numbers of a ruling, as fields of a ledger entry."""
    found = {"table": ruling.table.number} if ruling.table else {}
    return found | ({"entrant": ruling.entrant.number} if ruling.entrant else {})


def build_ledger_entry(ruling: Ruling) -> tuple[str, dict[str, Any]]:
    """Return kind and data of the ledger entry to be written when the ruling comes into force."""
    words = {"ruling": ruling.pk, **build_subject_data(ruling)}
    if ruling.reversed_ruling is not None:
        return _build_reversal_entry(ruling, ruling.reversed_ruling, words)
    if ruling.kind in TABLE_RULINGS:
        return "ruled", {**words, "seats": parse_lines(ruling), "void": ruling.kind == Kind.VOID}
    return ENTRY_KINDS[Kind(ruling.kind)], words


ENTRY_KINDS = {
    Kind.WARNING: "warned",
    Kind.DISQUALIFY: "disqualified",
    Kind.REINSTATE: "reinstated",
    Kind.BAN: "banned",
}


def _build_reversal_entry(ruling: Ruling, of: Ruling, context: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the ledger entry that reverses a ruling."""
    if of.kind == Kind.DISQUALIFY:
        return "reinstated", context
    if of.kind == Kind.REINSTATE:
        was_out = msgspec.json.decode(of.before).get("state") == Entrant.State.DISQUALIFIED
        return ("disqualified" if was_out else "withdrew"), context
    return "reversed", {"ruling": of.pk, "by": ruling.pk}
