"""Pausing a table, a round or the whole event, and giving more time.

A pause is a moment in the row of whatever is paused; when it ends, the deadlines below it move by as long as
it lasted. The games are many and each has its own lock, so they follow one by one: `Table.hold` says what is
wanted of a game until it has followed, and `settle` sees to it, again and again if need be.
"""

import logging
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.letters import NONE
from games.models import Game
from games.play import extending, votes
from games.play import referee as door
from games.play.errors import NotNow, NotPossible
from games.tournaments import impartial
from games.tournaments.book import DIRECTING, Book, open_book
from games.tournaments.deadlines import DONE, Scope, move, scope_of
from games.tournaments.models import Entrant, Letter, Round, Table, Tournament
from games.tournaments.twice import just_written
from games.tournaments.wording import required

log = logging.getLogger(__name__)

MOST_HOURS = 30 * 24  # more in one go
WISH = "tournament"
FURTHEST = timedelta(days=366)  # a deadline from now

State = Tournament.State
Hold = Table.Hold


# --- pausing


@transaction.atomic
def pause(
    tournament_id: int,
    user: Any,
    *,
    table_number: int | None = None,
    round_id: int | None = None,
    reason: str,
    now: datetime | None = None,
) -> None:
    """Stop a table, a round or the whole event, until somebody lets it go on."""
    book = open_book(tournament_id, user, DIRECTING, now)
    book.must_be(State.RUNNING, State.PAUSED)
    scope = scope_of(book, table_number, round_id)
    words = required(reason)
    if scope.row.paused_at is not None:
        return  # a double click
    _must_not_be_own(scope)
    _mark(scope, book.now)
    scope.tables.exclude(state__in=DONE).update(hold=Hold.HELD)
    entry = book.write("paused", **scope.about, reason=words)
    book.tell(Letter.Kind.NEWS, scope.entrants(), entry)


def _must_not_be_own(scope: Scope) -> None:
    """Time for a table of one's own is given by somebody else; what holds for all is given to all."""
    if isinstance(scope.row, Table):
        impartial.must_not_be_party(scope.book.by, tables=[scope.row])


def _mark(scope: Scope, paused_at: datetime | None) -> None:
    scope.row.paused_at = paused_at
    if isinstance(scope.row, Tournament):
        scope.book.set(state=State.PAUSED if paused_at else State.RUNNING, paused_at=paused_at)
    else:
        scope.row.save(update_fields=["paused_at"])


@transaction.atomic
def resume(
    tournament_id: int,
    user: Any,
    *,
    table_number: int | None = None,
    round_id: int | None = None,
    now: datetime | None = None,
) -> None:
    """Let it go on. Nobody has lost time: every deadline moves by as long as the pause has lasted."""
    book = open_book(tournament_id, user, DIRECTING, now)
    book.must_be(State.RUNNING, State.PAUSED)
    scope = scope_of(book, table_number, round_id)
    if (since := scope.row.paused_at) is None:
        return  # a double click
    until = min((one.paused_at for one in scope.around if one.paused_at), default=book.now)
    _mark(scope, None)
    if until > since:  # what lies within a pause around it is counted there
        move(scope, until - since)
        _count_once(scope, since, until)
    _release(scope)
    entry = book.write("resumed", **scope.about)
    book.tell(Letter.Kind.NEWS, scope.entrants(), entry)


def _count_once(scope: Scope, since: datetime, until: datetime) -> None:
    """What is paused by itself inside: its own pause is what lies before this one, and what comes after."""
    for one in _inside(scope, until):
        one.paused_at = until - max(since - one.paused_at, timedelta(0))
        one.save(update_fields=["paused_at"])


def _inside(scope: Scope, until: datetime) -> list[Any]:
    """Rounds and tables with a pause of their own that began before this one ends."""
    if isinstance(scope.row, Table):
        return []
    tables = list(scope.tables.filter(paused_at__lt=until))
    if isinstance(scope.row, Round):
        return tables
    return [*tables, *Round.objects.filter(stage__tournament=scope.row, paused_at__lt=until)]


def _release(scope: Scope) -> None:
    """All games but those that something else still holds."""
    if scope.book.tournament.paused_at is None:
        held = scope.tables.filter(hold=Hold.HELD, paused_at=None, round__paused_at=None)
        held.update(hold=Hold.RELEASE)


def release_all(book: Book) -> None:
    """The event holds no game any more, whatever comes of them."""
    book.set(paused_at=None)
    Round.objects.filter(stage__tournament=book.tournament).update(paused_at=None)
    book.tournament.tables.update(paused_at=None)
    book.tournament.tables.filter(hold=Hold.HELD).update(hold=Hold.RELEASE)


# --- more time


@transaction.atomic
def extend(
    tournament_id: int,
    user: Any,
    hours: int,
    *,
    table_number: int | None = None,
    round_id: int | None = None,
    reason: str,
    now: datetime | None = None,
) -> None:
    """So many hours more for a table, a round, or everything that has a deadline. At a table those who are
    asked have them on their clocks, too, as far as somebody at the table could have granted them."""
    book = open_book(tournament_id, user, DIRECTING, now)
    book.must_be(State.RUNNING, State.PAUSED)
    scope = scope_of(book, table_number, round_id)
    if not 1 <= hours <= MOST_HOURS:
        raise NotPossible(_("Please give from 1 to %(most)d hours.") % {"most": MOST_HOURS})
    about = {**scope.about, "hours": hours, "reason": required(reason)}
    if just_written(book, "extended", **about):
        return  # a double click
    _must_not_be_own(scope)
    deadlines = move(scope, timedelta(hours=hours))
    if not deadlines:
        raise NotNow(_("Nothing here has a deadline."))
    if max(deadlines) > book.now + FURTHEST:
        raise NotPossible(_("That would be more than a year from now."))
    entry = book.write("extended", **about)
    book.tell(Letter.Kind.NEWS, scope.entrants(), entry, **_on_the_clocks(scope, hours, reason, entry))


def _on_the_clocks(scope: Scope, hours: int, reason: str, entry: int) -> dict[str, Any]:
    """What the people who are asked at a table get; one that stands still gives nobody time."""
    game = scope.row.game if isinstance(scope.row, Table) else None
    if game is None or game.state != Game.State.RUNNING:
        return {}
    given = min(hours, extending.most_hours(game.pace))
    door.extend(game.pk, given, scope.book.by, reason=reason, key=f"extended/{game.pk}/{entry}")
    return {"clock": given}


# --- the games follow


def settle_all() -> int:
    """In all events, also in those that nobody directs any more; return how many games changed."""
    return sum(settle(pk) for pk in sorted(set(_behind().values_list("tournament_id", flat=True))))


def settle(tournament_id: int) -> int:
    """Pause and wake games until each is as its table wants it; return how many changed."""
    found = _behind().filter(tournament=tournament_id).order_by("game_id")
    return sum(_followed(tournament_id, pk) for pk in list(found.values_list("pk", flat=True)))


def _behind() -> QuerySet[Table]:
    """Tables whose game has not followed yet, or does not any more."""
    to_pause = Q(hold=Hold.HELD, game__state=Game.State.RUNNING)
    return Table.objects.exclude(hold=Hold.NONE).filter(to_pause | Q(hold=Hold.RELEASE))


def _followed(tournament_id: int, table_id: int) -> bool:
    """One game in trouble must not keep the others waiting; the next sweep tries again."""
    try:
        return _follow(tournament_id, table_id)
    except Exception:
        log.exception("the game of table %d does not follow a pause", table_id)
        return False


@transaction.atomic
def _follow(tournament_id: int, table_id: int) -> bool:
    """Under the lock of the event: nobody wants something else meanwhile."""
    book = Book(tournament_id)
    table = Table.objects.select_related("game").get(pk=table_id)
    wanted, state = WANTED[Hold(table.hold)]
    changed = bool(wanted) and _is_ours(table, state) and _decide(book, table, wanted)
    if table.hold == Hold.RELEASE:
        table.hold, changed = Hold.NONE, True
        table.save(update_fields=["hold"])
    return changed


WANTED = {
    Hold.NONE: ("", ""),
    Hold.HELD: (votes.Matter.PAUSE, Game.State.RUNNING),
    Hold.RELEASE: (votes.Matter.RESUME, Game.State.PAUSED),
}


def _is_ours(table: Table, state: str) -> bool:
    """A pause for which the players have voted has an end of its own, and stays theirs."""
    return table.game is not None and table.game.state == state and table.game.paused_until is None


def _decide(book: Book, table: Table, wanted: str) -> bool:
    """A pause that the players have voted away is made anew: so the key has the length of the journal."""
    assert table.game is not None  # noqa: S101 (it is ours)
    key = f"hold/{table.pk}/{wanted}/{table.game.length}"
    why = _reason(book, wanted)
    return door.decide(table.game.pk, wanted, None, reason=why, key=key, informed=_informed(table))


def _informed(table: Table) -> list[int]:
    """Who has a letter from the event about it, and needs none from each table. Whoever stands in for an
    entrant, or wants no letters about the event, has none."""
    seated = Entrant.objects.filter(sittings__table=table, user__isnull=False, is_silent=False)
    people = [one.user for one in seated.select_related("user") if one.user]
    return [user.pk for user in people if user.wants(WISH) != NONE]


def _reason(book: Book, wanted: str) -> str:
    """In the organizer's own words: what is kept with a game is read there in any language."""
    if wanted != votes.Matter.PAUSE:
        return ""
    paused = book.tournament.entries.filter(kind="paused").order_by("number").last()
    return str(msgspec.json.decode(paused.data)["reason"]) if paused else ""
