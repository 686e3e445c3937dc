"""What those who run an event tell the others: announcements, and a word to whom a table waits for."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, Seat
from games.play.errors import NotNow, NotPossible
from games.tournaments import finding
from games.tournaments.book import RULING, TELLING, Book, open_book
from games.tournaments.models import Entrant, Letter, Sitting, Table, Tournament
from games.tournaments.twice import A_MOMENT, just_written
from games.tournaments.wording import required

LONGEST_SUBJECT = 120
LONGEST_TEXT = 4000
MOST_A_DAY = 12  # announcements of one event
MOST_TO_MANY = 4  # of them to more than one table
A_DAY = timedelta(days=1)
NUDGES_REST = timedelta(hours=12)

State = Entrant.State
QUEUED = (State.PENDING, State.WAITING, State.OFFERED)
AT_TABLE = "table:"
LONGEST_NUMBER = 10


# --- announcements


@transaction.atomic
def announce(
    tournament_id: int,
    user: Any,
    *,
    subject: str,
    text: str,
    to: str = "all",
    now: datetime | None = None,
) -> int:
    """Write to all, to those of the stage that runs, to a table, or to the waiting list; returns how many."""
    book = open_book(tournament_id, user, TELLING, now)
    if book.tournament.state in (Tournament.State.DRAFT, Tournament.State.CANCELLED):
        raise NotNow(_("There is nobody to tell anything yet, or not any more."))
    about = {"to": to, "subject": _line(subject), "text": required(text, LONGEST_TEXT)}
    people, others = _recipients(book, to)
    if just_written(book, "announced", **about) is None:
        _must_not_flood(book, to)
        entry = book.write("announced", **about)
        book.tell(Letter.Kind.NEWS, people, entry)
        book.tell_people(Letter.Kind.NEWS, others, entry)
    return len(people) + len(others)


def _line(subject: str) -> str:
    return required(" ".join(subject.split()), LONGEST_SUBJECT)


def _recipients(book: Book, to: str) -> tuple[list[Entrant], list[int]]:
    """Entrants, and people who stand in at a table."""
    everybody = [one for one in book.entrants() if not one.is_out and one.user_id]
    if to == "all":
        return everybody, []
    if to == "waiting":
        return [one for one in everybody if one.state in QUEUED], []
    if to == "stage":
        field = _field(book)
        return [one for one in everybody if one.number in field], []
    if to.startswith(AT_TABLE):
        return _at_table(_named(book, to.removeprefix(AT_TABLE)))
    raise NotPossible(_("Please choose whom to write to."))


def _field(book: Book) -> set[int]:
    if book.stage is None:
        raise NotNow(_("No stage is running."))
    return set(book.story.stages[book.stage.number].field)


def _named(book: Book, number: str) -> Table:
    return finding.table(book, int(number) if number.isdecimal() and len(number) < LONGEST_NUMBER else 0)


def _at_table(table: Table) -> tuple[list[Entrant], list[int]]:
    """Whoever plays there: the entrants, and those who took a seat over."""
    sittings = list(table.sittings.select_related("entrant"))
    seated = [
        sitting.entrant for sitting in sittings if not sitting.entrant.is_out and sitting.entrant.user_id
    ]
    known = {entrant.user_id for entrant in seated}
    playing = Seat.objects.filter(game=table.game_id, user__isnull=False, bot="").exclude(user__in=known)
    return seated, list(playing.values_list("user_id", flat=True)) if table.game_id else []


def _must_not_flood(book: Book, to: str) -> None:
    """A letter to a thousand people is soon written, and long read."""
    lately = book.tournament.entries.filter(kind="announced", at__gt=book.now - A_DAY)
    to_many = lately.exclude(data__startswith=f'{{"to":"{AT_TABLE}')
    is_many = not to.startswith(AT_TABLE)
    if lately.count() >= MOST_A_DAY or (is_many and to_many.count() >= MOST_TO_MANY):
        raise NotNow(_("That is many letters for one day. Please go on tomorrow."))


# --- a word to whoever is waited for


@transaction.atomic
def nudge(tournament_id: int, user: Any, table_number: int, *, now: datetime | None = None) -> list[str]:
    """Write to those for whom a table waits; returns their names. Not again before half a day is over."""
    book = open_book(tournament_id, user, TELLING | RULING, now)
    table = finding.table(book, table_number)
    awaited = _awaited(table)
    if table.nudged_at is not None and book.now - table.nudged_at < A_MOMENT:
        return [name for name, _user in awaited]  # a double click
    if table.nudged_at is not None and book.now - table.nudged_at < NUDGES_REST:
        raise NotNow(_("They were written to less than half a day ago."))
    if not awaited:
        raise NotNow(_("This table waits for nobody."))
    table.nudged_at = book.now
    table.save(update_fields=["nudged_at"])
    _tell(book, table, [user_id for _name, user_id in awaited])
    return [name for name, _user in awaited]


def _awaited(table: Table) -> list[tuple[str, int]]:
    """Names in the game, and people; none while the game stands still."""
    if table.game is None or table.game.state != Game.State.RUNNING:
        return []
    asked = Seat.objects.filter(game=table.game, decision__isnull=False, user__isnull=False, bot="")
    return [(seat.name, seat.user_id) for seat in asked if seat.user_id is not None]


def _tell(book: Book, table: Table, users: list[int]) -> None:
    entry = book.write("nudged", table=table.number)
    sittings = Sitting.objects.filter(table=table, entrant__user__in=users).select_related("entrant")
    entrants = [sitting.entrant for sitting in sittings]
    book.tell(Letter.Kind.NUDGE, entrants, entry, table=table.number)
    others = set(users) - {entrant.user_id for entrant in entrants}
    book.tell_people(Letter.Kind.NUDGE, sorted(others), entry, table=table.number)
