"""Rounds: drawn, looked at, published, closed. A table that has started is never drawn again."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.play.errors import NotNow, NotPossible
from games.tournaments import constraints, copies, drawing, judging, veiling
from games.tournaments.book import DIRECTING, Book, open_book, story_of
from games.tournaments.drawing import Draw, Seating
from games.tournaments.models import Entrant, Letter, Round, Sitting, Stage, Table, Tournament
from games.tournaments.pairing.apart import together

FOR_THE_DRAW = timedelta(minutes=5)

State = Round.State


# --- drawing


def until_drawn(stage: Stage) -> timedelta:
    """What is told right before a draw waits for it, so that both are one letter."""
    comes_by_itself = not stage.plan.by_hand and stage.plan.format != "ladder"
    return FOR_THE_DRAW if comes_by_itself else timedelta(0)


def draw(tournament_id: int, now: datetime) -> bool:
    """Draw the rounds that can be drawn now. Was there any?

    That may take some seconds, and so it is done before anybody is kept waiting; if something has happened
    meanwhile, it is done once more."""
    tournament = Tournament.objects.get(pk=tournament_id)
    stage = tournament.stages.filter(state=Stage.State.RUNNING).first()
    if stage is None or tournament.state != Tournament.State.RUNNING:
        return False
    drawn = drawing.draws(story_of(tournament), stage.number, constraints.apart(tournament))
    return bool(drawn) and _lay_out_all(tournament, stage, drawn, now)


@transaction.atomic
def _lay_out_all(tournament: Tournament, stage: Stage, drawn: Sequence[Draw], now: datetime) -> bool:
    book = Book(tournament.pk, now=now)
    if book.tournament.length == tournament.length:
        for one in drawn:
            _lay_out(book, stage, one)
        if not stage.plan.by_hand:
            publish_all(book, stage)
    return True


def _lay_out(book: Book, stage: Stage, drawn: Draw) -> Round:
    """The rows of a round, and its entry in the ledger."""
    row, _new = Round.objects.get_or_create(stage=stage, number=drawn.number)
    row.tables.all().delete()
    first = book.next_number(book.tournament.tables)
    tables = [_table(book, row, first + place, one) for place, one in enumerate(drawn.tables)]
    Table.objects.bulk_create(tables)
    _seat(book, zip(tables, drawn.tables, strict=True))
    book.write(
        "drawn", stage=stage.number, round=drawn.number, tables=_as_data(tables, drawn), byes=drawn.byes
    )
    row.quality = judging.encoded(judging.of_round(book.story, stage.number, drawn.number))
    row.save(update_fields=["quality"])
    return row


def _table(book: Book, row: Round, number: int, seating: Seating) -> Table:
    return Table(
        tournament=book.tournament,
        round=row,
        number=number,
        group=seating.group,
        size=len(seating.seats),
        planned_at=book.now,
    )


def _seat(book: Book, tables: Iterable[tuple[Table, Seating]]) -> None:
    keys = dict(book.tournament.entrants.values_list("number", "pk"))
    Sitting.objects.bulk_create(
        Sitting(table=table, seat=place, entrant_id=keys[entrant])
        for table, seating in tables
        for place, entrant in enumerate(seating.seats)
    )


def _as_data(tables: Sequence[Table], drawn: Draw) -> list[dict[str, Any]]:
    return [
        {"table": table.number, "seats": seating.seats, "group": seating.group}
        for table, seating in zip(tables, drawn.tables, strict=True)
    ]


# --- the organizer looks at it


def draw_again(tournament_id: int, user: Any, round_id: int) -> Round:
    """Draw a round anew that is not published: somebody has left, or a constraint was changed.

    As any draw, before anybody is kept waiting."""
    with transaction.atomic():
        book = open_book(tournament_id, user, DIRECTING)
        row = _drafted(book, round_id)
    tournament = book.tournament
    apart = constraints.apart(tournament)
    drawn = drawing.drawn_again(story_of(tournament), row.stage.number, row.number, apart)
    return _lay_out_anew(tournament, user, round_id, drawn)


@transaction.atomic
def _lay_out_anew(tournament: Tournament, user: Any, round_id: int, drawn: Sequence[Draw]) -> Round:
    book = open_book(tournament.pk, user, DIRECTING)
    row = _drafted(book, round_id)
    if book.tournament.length != tournament.length:
        raise NotNow(_("Something has happened meanwhile. Please look at it, and draw again."))
    for anew in drawn:
        _lay_out(book, row.stage, anew)
    return Round.objects.get(pk=row.pk)


@transaction.atomic
def swap(tournament_id: int, user: Any, round_id: int, one: int, other: int) -> Round:
    """Two entrants change places, between tables or at one, in a round that is not published."""
    book = open_book(tournament_id, user, DIRECTING)
    row = _drafted(book, round_id)
    before = drawing.laid_out(book.story, row.stage.number, row.number)
    seated = {entrant for seating in before.tables for entrant in seating.seats} | set(before.byes)
    if not {one, other} <= seated or one == other:
        raise NotPossible(_("Both have to be in this round."))
    after = drawing.swapped(before, one, other)
    _must_stay_apart(book, before, after)
    return _lay_out(book, row.stage, after)


def _must_stay_apart(book: Book, before: Draw, after: Draw) -> None:
    """Nobody comes together by hand whom a draw keeps apart. Who it is, and why, is told to nobody."""
    apart = constraints.apart(book.tournament)
    were, are = (set(together([one.seats for one in draw.tables], apart)) for draw in (before, after))
    if are - were:
        raise NotPossible(str(constraints.TOGETHER))


def _drafted(book: Book, round_id: int) -> Round:
    book.must_be(Tournament.State.RUNNING, Tournament.State.PAUSED)
    row = Round.objects.select_related("stage").filter(stage__tournament=book.tournament, pk=round_id).first()
    if row is None or row.state != State.DRAFTED:
        raise NotNow(_("This round is published: its tables are not drawn again."))
    return row


@transaction.atomic
def publish(tournament_id: int, user: Any, stage_number: int) -> None:
    """The draw is good: everybody is told, and tables begin. A second click changes nothing."""
    book = open_book(tournament_id, user, DIRECTING)
    book.must_be(Tournament.State.RUNNING)
    stage = book.tournament.stages.filter(number=stage_number).first()
    if stage is None:
        raise NotPossible(_("There is no such stage."))
    publish_all(book, stage)


def publish_all(book: Book, stage: Stage) -> None:
    """All rounds of the stage that are drawn, with one letter for each entrant."""
    drafted = list(stage.rounds.filter(state=State.DRAFTED))
    if not drafted:
        return
    deadline = book.now + timedelta(days=stage.plan.round_days)
    Round.objects.filter(pk__in=[row.pk for row in drafted]).update(
        state=State.PUBLISHED, opens_at=book.now, deadline=deadline
    )
    numbers = [row.number for row in drafted]
    entry = book.write("published", stage=stage.number, rounds=numbers)
    book.tell(Letter.Kind.ROUND, _concerned(book, stage, numbers), entry, stage=stage.number, rounds=numbers)


def _concerned(book: Book, stage: Stage, rounds: Sequence[int]) -> list[Entrant]:
    """Those whom these rounds concern, and who are not out."""
    numbers = drawing.concerned(book.story, stage.number, rounds)
    return [one for one in book.entrants() if one.number in numbers and one.is_in]


# --- closing


def close_finished(book: Book, stage: Stage) -> bool:
    """Close the first round all of whose tables are done, and tell how it stands."""
    for row in stage.rounds.filter(state=State.PUBLISHED).order_by("number"):
        tables = list(row.tables.all())
        if all(table.is_done for table in tables):
            close(book, row)
            return True
    return False


def close(book: Book, row: Round) -> None:
    entry = book.write("closed", stage=row.stage.number, round=row.number)
    row.state, row.closed_at = State.CLOSED, book.now
    row.save(update_fields=["state", "closed_at"])
    veiling.lift(row)
    copies.refresh(book)
    if not drawing.is_complete(
        book.story, row.stage.number
    ):  # the last one is told with the end of the stage
        _tell_closed(book, row, entry)


def _tell_closed(book: Book, row: Round, entry: int) -> None:
    """How it stands; in a knock-out also who is in the next round."""
    told, wait = _concerned(book, row.stage, [row.number]), until_drawn(row.stage)
    about = {"stage": row.stage.number, "round": row.number}
    if row.stage.plan.format != "knock_out":
        book.tell(Letter.Kind.CLOSED, told, entry, wait=wait, **about)
        return
    through = drawing.survivors(book.story, row.stage.number, row.number)
    for goes_on in (True, False):
        some = [one for one in told if (one.number in through) == goes_on]
        book.tell(Letter.Kind.CLOSED, some, entry, wait=wait, goes_on=goes_on, **about)
