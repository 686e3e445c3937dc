"""Games that are over become results."""

from django.db.models import F, Q

from games.models import Game
from games.play import reckoning as door
from games.tournaments import copies
from games.tournaments.book import Book
from games.tournaments.ledger import Kind, Line
from games.tournaments.models import Entrant, Table

AT_ONCE = 25  # games of one transaction


def gather(book: Book) -> bool:
    """Write down how finished games ended; one that was given up is for the referees."""
    over = book.tournament.tables.filter(state=Table.State.STARTED, game__state=Game.State.OVER)
    tables = list(over.select_related("game").order_by("game__ended_at", "number")[:AT_ONCE])
    for table in tables:
        _write_down(book, table)
    copies.reflect(book, [table.number for table in tables])
    return bool(tables)


def _write_down(book: Book, table: Table) -> None:
    found = door.reckon(table.game_id or 0)
    book.write("finished", table=table.number, seats=_lines(table, found))
    _name_stand_ins(table, found)
    table.state, table.ended_at = Table.State.FINISHED, found.ended_at
    table.save(update_fields=["state", "ended_at"])


def _name_stand_ins(table: Table, found: door.Reckoning) -> None:
    """Who has the credit for a seat that its entrant has left."""
    for line in found.lines:
        if line.by == "stand_in":
            table.sittings.filter(seat=line.number).update(stand_in=line.finisher)


def lines_of(table: Table) -> list[Line]:
    """How each seat ended, in the words of the ledger. Whoever did not finish it has left."""
    return _lines(table, door.reckon(table.game_id or 0))


def _lines(table: Table, found: door.Reckoning) -> list[Line]:
    seated = {sitting.seat: sitting.entrant for sitting in table.sittings.select_related("entrant")}
    return [_line(seated[line.number], line) for line in found.lines]


def _line(entrant: Entrant, line: door.Line) -> Line:
    """A bot that was drawn as an entrant plays for itself; one in the seat of a person does not."""
    kind: Kind = "self" if entrant.bot else line.by if line.original is not None else "bot"
    return Line(entrant.number, str(line.score), line.place, kind, left=kind != "self")


def given_up(book: Book) -> list[Table]:
    """Tables whose game ended without a result: somebody has to rule."""
    ended = Q(game__state=Game.State.ABANDONED) | Q(game__isnull=True)
    return list(book.tournament.tables.filter(ended, state=Table.State.STARTED).order_by(F("number")))
