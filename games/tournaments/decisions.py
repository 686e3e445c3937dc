"""What a ruling says: how a table ends by it, whether that makes sense now, and what the ledger reads."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from games.models import Game
from games.play.errors import NotNow, NotPossible
from games.tournaments import banning, ledger
from games.tournaments.book import Book
from games.tournaments.ledger import Line
from games.tournaments.models import Entrant, Ruling, Table
from games.tournaments.plan import StagePlan
from games.tournaments.standings import exact

Kind = Ruling.Kind
State = Ruling.State

OF_TABLES = (Kind.RESULT, Kind.VOID, Kind.LOSS)
OF_PEOPLE = (Kind.DISQUALIFY, Kind.REINSTATE)
LONGEST_SCORE = 20


def is_of_person(ruling: Ruling) -> bool:
    """Or takes back one that is."""
    return ruling.kind in OF_PEOPLE or (ruling.of is not None and ruling.of.kind in OF_PEOPLE)


def touched(book: Book, ruling: Ruling) -> list[Table]:
    """The tables whose results it may change: of a person, all at which they sit."""
    if is_of_person(ruling):
        begun = book.tournament.tables.exclude(state=Table.State.PLANNED)
        return list(begun.filter(sittings__entrant=ruling.entrant).distinct())
    return [ruling.table] if ruling.table is not None else []


# --- how a table ends by it


def before(book: Book, wanted: Ruling) -> str:
    """How it stands without it."""
    if wanted.table is not None and not is_of_person(wanted):
        stands = book.story.tables[wanted.table.number].verdict
        return msgspec.json.encode({"seats": stands.lines, "void": stands.void} if stands else {}).decode()
    return msgspec.json.encode({"state": wanted.entrant.state} if wanted.entrant else {}).decode()


def after(book: Book, wanted: Ruling, lines: Sequence[Line] | None, until: datetime | None = None) -> str:
    if wanted.kind == Kind.RESULT:
        return written(_checked(_told(book, wanted), lines or ()))
    if wanted.kind == Kind.LOSS:
        return written(_lost(_told(book, wanted), wanted.entrant))
    if wanted.kind == Kind.BAN:
        return msgspec.json.encode({"until": banning.checked(until, book.now)}).decode()
    return "{}"


def written(lines: Iterable[Line]) -> str:
    return msgspec.json.encode({"seats": list(lines)}).decode()


def lines_of(ruling: Ruling) -> list[Line]:
    return msgspec.json.decode(ruling.after, type=dict[str, list[Line]]).get("seats", [])


def _told(book: Book, wanted: Ruling) -> ledger.Table:
    """What the ledger knows of the table."""
    if wanted.table is None:
        raise NotPossible(_("Please say which table."))
    found = book.story.tables.get(wanted.table.number)
    if found is None:  # a challenge of which nothing came
        raise NotNow(_("This table has not begun."))
    return found


def _checked(table: ledger.Table, lines: Sequence[Line]) -> list[Line]:
    """A line for everybody who sits there: scores that are numbers, places for all or for none."""
    found = {line.entrant: line for line in lines}
    if set(found) != set(table.seats) or len(lines) != len(table.seats):
        raise NotPossible(_("A result has one line for each seat of the table."))
    ordered = [found[entrant] for entrant in table.seats]
    for line in ordered:
        _must_be_number(line.score)
    unplaced = sum(line.place == 0 for line in ordered)
    if unplaced not in (0, len(ordered)) or not all(0 <= line.place <= len(ordered) for line in ordered):
        raise NotPossible(_("Give a place from 1 on to all of them, or to nobody: then the scores decide."))
    return ordered


def _must_be_number(score: str) -> None:
    if len(score) > LONGEST_SCORE:
        raise NotPossible(_("That is too long: at most %(most)d letters.") % {"most": LONGEST_SCORE})
    try:
        exact.read(score)
    except ValueError:
        words = _("“%(score)s” is not a score: please write a whole number, or two with a stroke between.")
        raise NotPossible(words % {"score": score}) from None


def _lost(table: ledger.Table, entrant: Entrant | None) -> list[Line]:
    """As it ended, but for this one for nothing; the others close ranks."""
    if table.verdict is None or table.verdict.void:
        raise NotNow(_("A game can be ruled lost once it is over, and as long as it counts."))
    lines = {line.entrant: line for line in table.verdict.lines}
    if entrant is None or entrant.number not in lines:
        raise NotPossible(_("Please say who of this table has lost it."))
    lines[entrant.number] = msgspec.structs.replace(lines[entrant.number], left=True)
    return list(lines.values())


# --- whether it makes sense


def must_make_sense(book: Book, wanted: Ruling) -> None:
    """As things stand now: asked when it is proposed, and again when it is signed."""
    if wanted.kind in OF_TABLES:
        table = _told(book, wanted)
        _table_must_fit(table, wanted)
        _must_let_somebody_through(book.story.stages[table.stage].plan, wanted)
    elif wanted.of is not None:
        _must_leave_something(book, wanted.of)
    else:
        _entrant_must_fit(wanted)


def _table_must_fit(table: ledger.Table, wanted: Ruling) -> None:
    if table.state == "planned":
        raise NotNow(_("This table has not begun."))
    stands = table.verdict
    if stands is None:
        return
    if stands.void and not stands.ruling:
        raise NotNow(_("This table was made again under another number."))
    is_void = wanted.kind == Kind.VOID
    if stands.void == is_void and (is_void or list(stands.lines) == lines_of(wanted)):
        raise NotPossible(_("That is how it stands already."))


def _must_let_somebody_through(plan: StagePlan, wanted: Ruling) -> None:
    """The rules themselves may say void: of a game that was lost there is nothing to judge."""
    if plan.format == "knock_out" and wanted.kind == Kind.VOID and not wanted.is_by_rule:
        raise NotPossible(_("From a void table of a knock-out nobody would go on. Please rule its result."))


def _entrant_must_fit(wanted: Ruling) -> None:
    if wanted.entrant is None:
        raise NotPossible(_("Please say whom it is about."))
    name = {"name": wanted.entrant.name}
    if not (wanted.entrant.sittings.exists() or wanted.entrant.is_in):
        raise NotNow(_("%(name)s has not played in this event.") % name)
    if wanted.kind == Kind.DISQUALIFY and wanted.entrant.is_out:
        raise NotNow(_("%(name)s is out of the event already.") % {"name": wanted.entrant.name})
    if wanted.kind == Kind.REINSTATE and not wanted.entrant.is_out:
        raise NotNow(_("%(name)s is not out of the event.") % {"name": wanted.entrant.name})
    if wanted.kind == Kind.BAN and wanted.entrant.user_id is None:
        raise NotPossible(_("%(name)s is nobody who could enter again.") % name)


def _must_leave_something(book: Book, of: Ruling) -> None:
    """A game that was ended for the ruling cannot go on: the table needs another result."""
    if of.state != State.IN_FORCE or of.kind == Kind.REVERSE:
        raise NotNow(_("Only a ruling that is in force can be taken back."))
    if of.kind not in OF_TABLES or of.table is None:
        return
    others = [one for one in book.story.tables[of.table.number].verdicts if one.ruling != of.pk]
    if not others and (of.table.game is None or of.table.game.state != Game.State.RUNNING):
        raise NotPossible(_("Nothing would be left of this table. Please rule another result instead."))


# --- what the ledger reads


def about(ruling: Ruling) -> dict[str, int]:
    found = {"table": ruling.table.number} if ruling.table else {}
    return found | ({"entrant": ruling.entrant.number} if ruling.entrant else {})


def entry(ruling: Ruling) -> tuple[str, dict[str, Any]]:
    """What is written once it is in force."""
    words = {"ruling": ruling.pk, **about(ruling)}
    if ruling.of is not None:
        return _undone(ruling, ruling.of, words)
    if ruling.kind in OF_TABLES:
        return "ruled", {**words, "seats": lines_of(ruling), "void": ruling.kind == Kind.VOID}
    return SAID[Kind(ruling.kind)], words


SAID = {
    Kind.WARNING: "warned",
    Kind.DISQUALIFY: "disqualified",
    Kind.REINSTATE: "reinstated",
    Kind.BAN: "banned",
}


def _undone(ruling: Ruling, of: Ruling, words: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    if of.kind == Kind.DISQUALIFY:
        return "reinstated", words
    if of.kind == Kind.REINSTATE:
        was_out = msgspec.json.decode(of.before).get("state") == Entrant.State.DISQUALIFIED
        return ("disqualified" if was_out else "withdrew"), words
    return "reversed", {"ruling": of.pk, "by": ruling.pk}
