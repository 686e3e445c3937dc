"""Tables that are late: who made them wait, what they would end with, and what is done at the deadline.

The referees are told some time before. At the deadline a table that is nearly through, and where nobody has
made the others wait, gets a week more, once. Any other one is frozen: whoever took half of all its waiting
time is last with nothing, the others stand as their scores stood. Where that changes who goes on, two
referees have to agree.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import DateTimeField, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from games.models import Game
from games.play import reckoning as door
from games.play import referee as house
from games.play import times
from games.play.errors import NotNow
from games.tournaments import decisions, finding, gathering, impartial, ruling
from games.tournaments.book import RULING, Book, open_book
from games.tournaments.deadlines import deadline_of
from games.tournaments.ledger import Line
from games.tournaments.models import Entrant, Letter, Ruling, Stage, Table, Tournament
from games.tournaments.standings import results
from games.tournaments.twice import A_MOMENT
from games.tournaments.wording import required

A_WEEK = timedelta(days=7)
NEARLY_THROUGH = 0.2  # of the game may still be to come


@dataclass(frozen=True, slots=True)
class Delay:
    """One seat of a late table."""

    entrant: Entrant
    waited: timedelta
    share: Fraction  # of all the time that the table has waited
    is_culpable: bool
    score: int  # as it stands: for those who rule, it may rest on hidden cards
    place: int

    @property
    def percent(self) -> int:
        return round(100 * self.share)


@dataclass(frozen=True, slots=True)
class Late:
    """A table near its deadline or past it."""

    table: Table
    deadline: datetime
    state: str  # of its game
    delays: tuple[Delay, ...]
    left: float | None  # of the game; none, if nobody can know

    @property
    def is_nearly_through(self) -> bool:
        return self.left is not None and self.left <= NEARLY_THROUGH

    @property
    def culpable(self) -> list[Entrant]:
        return [one.entrant for one in self.delays if one.is_culpable]


# --- looking


def begun(tournament: Tournament) -> QuerySet[Any]:
    """Tables that are played, with the deadline that holds for each: its own, of its round, of its stage."""
    due = Coalesce("deadline", "round__deadline", "round__stage__deadline", output_field=DateTimeField())
    found = tournament.tables.filter(state=Table.State.STARTED)
    return found.annotate(due=due).select_related("game", "round__stage").order_by("due", "number")


def running(tournament: Tournament) -> QuerySet[Any]:
    """Those of them that no pause holds."""
    return begun(tournament).filter(hold=Table.Hold.NONE)


def late_tables(tournament: Tournament, now: datetime) -> QuerySet[Table]:
    """Past the moment at which referees should look, the latest first."""
    stage = tournament.stages.filter(state=Stage.State.RUNNING).first()
    if stage is None:
        return running(tournament).none()
    of_stage = Q(round__stage=stage) | Q(round=None)
    return running(tournament).filter(of_stage, due__lte=now + timedelta(hours=stage.plan.grace_hours))


def late(
    tournament: Tournament, viewer: Any = None, now: datetime | None = None, *, most: int | None = None
) -> list[Late]:
    """Late tables with their numbers, for people who rule; not those at which the viewer sits, nor those of
    which a proposal waits for a signature."""
    now = now or times.now()
    waits = tournament.rulings.filter(state=Ruling.State.PROPOSED, table__isnull=False).values("table")
    tables = late_tables(tournament, now).exclude(pk__in=waits)
    tables = tables if viewer is None else tables.filter(~impartial.own(viewer))
    return [look(one, now) for one in tables[:most]]


def look(table: Table, now: datetime) -> Late:
    """How a table stands: who was waited for, the scores, and how much is still to come."""
    if table.game is None:
        return Late(table, deadline_of(table) or now, "", (), None)
    found = door.reckon(table.game.pk, now=now)
    seated = {one.seat: one.entrant for one in table.sittings.select_related("entrant")}
    seats = tuple(
        results.Seat(seated[line.number].number, waited=_seconds(line.waited)) for line in found.lines
    )
    culpable = results.culpable(results.Table(table.number, seats, status="adjudicated"))
    delays = tuple(
        Delay(
            entrant=(entrant := seated[line.number]),
            waited=line.waited,
            share=share,
            is_culpable=entrant.number in culpable,
            score=line.score,
            place=line.place,
        )
        for line, share in zip(found.lines, results.delays(seats), strict=True)
    )
    return Late(table, deadline_of(table) or now, found.state, delays, found.left)


def _seconds(time: timedelta) -> int:
    return int(time.total_seconds())


def proposal(table: Table, now: datetime | None = None) -> tuple[Line, ...]:
    """How it would end if it were frozen now."""
    out = {one.number for one in look(table, now or times.now()).culpable}
    return tuple(
        msgspec.structs.replace(line, left=True) if line.entrant in out else line
        for line in gathering.lines_of(table)
    )


# --- deciding


@transaction.atomic
def adjudicate(
    tournament_id: int, referee: Any, table_number: int, reason: str, *, now: datetime | None = None
) -> Ruling:
    """Freeze a table by hand: the game ends as it stands, and the rule says how."""
    book = open_book(tournament_id, referee, RULING, now)
    table = finding.table(book, table_number)
    if earlier := _just_decided(book, table):
        return earlier  # a double click
    finding.hold(table)
    _must_be_undecided(table)
    _must_be_late(book, table)
    impartial.must_not_be_party(referee, tables=[table])
    return _freeze(book, table, required(reason), by=referee)


def _just_decided(book: Book, table: Table) -> Ruling | None:
    lately = table.rulings.filter(kind=Ruling.Kind.RESULT, by=book.by, at__gt=book.now - A_MOMENT)
    return lately.filter(state__in=[Ruling.State.PROPOSED, Ruling.State.IN_FORCE]).first()


def _must_be_undecided(table: Table) -> None:
    if table.state != Table.State.STARTED or _is_over(table):
        raise NotNow(_("This table is not being played any more."))
    if table.rulings.filter(state=Ruling.State.PROPOSED).exists():
        raise NotNow(_("A proposal about this waits for a signature. Please sign or refuse it first."))


def _must_be_late(book: Book, table: Table) -> None:
    """Its game ends before anybody else has signed, and for good: not one that has time left."""
    if not late_tables(book.tournament, book.now).filter(pk=table.pk).exists():
        raise NotNow(_("This table is not late. You can rule on its result instead."))


def _freeze(book: Book, table: Table, reason: str, by: Any = None) -> Ruling:
    """The game is over for good before it is judged: nobody moves meanwhile."""
    wanted = Ruling(table=table, reason=reason, by=by, is_by_rule=by is None)
    if table.game is None:  # lost: nothing to judge
        wanted.kind = Ruling.Kind.VOID
        return ruling.rule(book, wanted)
    house.end(table.game.pk, by, reason=reason, key=f"adjudicated/{table.pk}")
    table.game.refresh_from_db()
    wanted.kind, wanted.after = Ruling.Kind.RESULT, decisions.written(proposal(table, book.now))
    return ruling.rule(book, wanted)


# --- a week more


@transaction.atomic
def extend_once(tournament_id: int, referee: Any, table_number: int, *, now: datetime | None = None) -> Table:
    """Give a table that is nearly through its one week more."""
    book = open_book(tournament_id, referee, RULING, now)
    table = finding.table(book, table_number)
    if table.prolonged_at is not None and book.now < (table.deadline or book.now):
        return table  # a double click
    impartial.must_not_be_party(referee, tables=[table])
    _must_be_undecided(table)
    if not _may_be_prolonged(table, look(table, book.now)):
        raise NotNow(
            _("Only a table that is nearly through, and where nobody is at fault, gets more time, once.")
        )
    _prolong(book, table)
    return table


def _may_be_prolonged(table: Table, found: Late) -> bool:
    """Not a game that was given up, however little was missing."""
    is_live = found.state in (Game.State.RUNNING, Game.State.PAUSED)
    return is_live and table.prolonged_at is None and found.is_nearly_through and not found.culpable


def _prolong(book: Book, table: Table) -> None:
    table.deadline = max(deadline_of(table) or book.now, book.now) + A_WEEK
    table.prolonged_at, table.digested_at = book.now, None
    table.save(update_fields=["deadline", "prolonged_at", "digested_at"])
    entry = book.write("prolonged", table=table.number, until=table.deadline)
    seated = [one.entrant for one in table.sittings.select_related("entrant")]
    book.tell(Letter.Kind.NEWS, seated, entry)


# --- what the director does


def director_step(book: Book) -> bool:
    """Tell the referees of late tables; at the deadline, extend or decide the next one."""
    tables = list(late_tables(book.tournament, book.now))
    return _tell_referees(book, [*tables, *gathering.given_up(book)]) or _decide_next(book, tables)


def _tell_referees(book: Book, tables: list[Table]) -> bool:
    """Once for each deadline of a table, and once for a game that was given up; all in one letter."""
    fresh = {table.pk: table.number for table in tables if table.digested_at is None}
    if not fresh:
        return False
    Table.objects.filter(pk__in=fresh).update(digested_at=book.now)
    entry = book.write("late", tables=sorted(fresh.values()))
    book.tell_staff(Letter.Kind.DIGEST, entry, tables=sorted(fresh.values()))
    return True


def _decide_next(book: Book, tables: list[Table]) -> bool:
    """What a referee has refused to sign is for people to decide."""
    for table in tables:
        if (deadline_of(table) or book.now) > book.now or _is_over(table) or _is_with_people(table):
            continue
        _decide(book, table)
        return True
    return False


def _is_over(table: Table) -> bool:
    return table.game is not None and table.game.state == Game.State.OVER


def _is_with_people(table: Table) -> bool:
    return table.rulings.filter(state__in=[Ruling.State.PROPOSED, Ruling.State.REFUSED]).exists()


def _decide(book: Book, table: Table) -> None:
    finding.hold(table)
    if _is_over(table):  # the last move was made a moment ago: it counts as it was played
        return
    found = look(table, book.now)
    if _may_be_prolonged(table, found):
        _prolong(book, table)
    else:
        _freeze(book, table, _why(table, found.culpable))


def _why(table: Table, culpable: list[Entrant]) -> str:
    """Without names, where the game calls nobody by theirs: this stands in its journal."""
    if not culpable:
        return _("The deadline has passed. The scores count as they stood.")
    if table.game is not None and table.game.is_anonymous:
        return _("The deadline has passed. The table has waited for one player most of the time.")
    words = _(
        "The deadline has passed. The table has waited for %(names)s most of the time; "
        "the others stand as their scores stood."
    )
    return words % {"names": ", ".join(one.name for one in culpable)}
