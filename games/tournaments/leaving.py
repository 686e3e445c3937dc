"""Who does not come, who stays away, and who is out: what becomes of them and of their tables.

Whoever has not made a single move although the table waited long enough was never there: the table is made
again without them. Whoever leaves so many tables to others is out of the event. And whoever is out, for
whatever reason, plays on nowhere: a bot has their seats, and what was played stands.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.models import Game, Move, Seat
from games.play import absence
from games.play import reckoning as door
from games.play import referee as house
from games.play.lobby import BOT
from games.play.seats import go_away
from games.play.table import BY_PLAYER
from games.tournaments import constraints, copies, enrolling, finding, places
from games.tournaments.book import Book
from games.tournaments.models import Entrant, Letter, Ruling, Sitting, Stage, Table

NO_SHOW, LEFT = "no_show", "left"  # why somebody is out


def _seats(book: Book) -> QuerySet[Seat]:
    """Of the games that are played in the event."""
    tables = book.tournament.tables.filter(state=Table.State.STARTED, hold=Table.Hold.NONE)
    live = [Game.State.RUNNING, Game.State.PAUSED]
    seats = Seat.objects.filter(game__tournament_table__in=tables, game__state__in=live)
    return seats.select_related("game").defer("game__position").order_by("game_id", "place")


def _put_out(book: Book, entrant: Entrant, why: str) -> None:
    entry = places.vacate(book, entrant, why)
    book.tell(Letter.Kind.OUT, [entrant], entry, why=why)


# --- those who never came


def no_shows(book: Book) -> bool:
    """Make the next table again at which somebody has not come. Was there one?"""
    for table in _tables(book, _silent(book)):
        finding.hold(table)
        if missing := _missing(book, table):
            _make_again(book, table, missing)
            return True
    return False


def _silent(book: Book, **of: Any) -> list[Seat]:
    """Without a move of their own, and waited for so long at most that a closer look is worth it."""
    time = timedelta(hours=book.tournament.plan.no_show_hours)
    if not time:
        return []
    since = Q(game__tournament_table__started_at__lte=book.now - time)
    here = _seats(book).filter(user=F("namesake"), game__state=Game.State.RUNNING, **of)
    found = here.filter(~_has_moved(), since)
    return [seat for seat in found if seat.bot or _longest(book, seat) >= time]


def _has_moved() -> Exists:
    """Of a seat: its own player, once at least."""
    own = Move.objects.filter(seat=OuterRef("pk"), by=OuterRef("namesake"), how__in=BY_PLAYER)
    return Exists(own)


def _longest(book: Book, seat: Seat) -> timedelta:
    """So long the table has waited at most: nights, leave and pauses are not taken off here."""
    now_open = book.now - seat.asked_at if seat.asked_at else timedelta(0)
    return timedelta(seconds=seat.waited) + now_open


def _tables(book: Book, seats: Sequence[Seat]) -> list[Table]:
    games = {seat.game_id for seat in seats}
    found = book.tournament.tables.filter(game__in=games).select_related("round__stage", "game")
    return list(found.order_by("number"))


def _missing(book: Book, table: Table) -> list[Entrant]:
    """Who is not there: a bot had to take over before their first move, or the time for that is up."""
    silent = {seat.pk for seat in _silent(book, game=table.game_id)}
    time = timedelta(hours=book.tournament.plan.no_show_hours)
    seated = {one.seat: one.entrant for one in table.sittings.select_related("entrant__user")}
    lines = door.reckon(table.game_id or 0, now=book.now).lines
    return [
        seated[line.number]
        for line in lines
        if line.seat_id in silent and (line.by == "bot" or line.waited >= time) and seated[line.number].is_in
    ]


def _why(table: Table, missing: Sequence[Entrant]) -> str:
    """Without names, where nobody is to know who sits there."""
    if table.round is not None and table.round.stage.plan.anonymous:
        return _("Somebody did not come. The table is made again.")
    names = ", ".join(one.name for one in missing)
    return _("%(names)s did not come. The table is made again.") % {"names": names}


def _make_again(book: Book, table: Table, missing: Sequence[Entrant]) -> None:
    """The game is void. Those who came get another, one smaller, or with somebody in the empty seat."""
    house.end(table.game_id or 0, None, reason=_why(table, missing), key=f"no-show/{table.pk}")
    for one in missing:
        _put_out(book, one, NO_SHOW)
    before = [one.entrant for one in table.sittings.select_related("entrant__user").order_by("seat")]
    seats = _seats_anew(book, table, before)
    anew = {"new": _laid(book, table, seats).number, "seats": [one.number for one in seats]} if seats else {}
    entry = book.write("remade", table=table.number, **anew)
    copies.reflect(book, [table.number])
    book.tell(Letter.Kind.NEWS, [one for one in seats or before if not one.is_out], entry)


def _seats_anew(book: Book, table: Table, before: Sequence[Entrant]) -> Sequence[Entrant]:
    """In the same order. Where a seat has to stay and nobody waits, whoever is out keeps it: a bot plays. But
    nobody has challenged a bot: for too few there is no other table."""
    there = [one for one in before if not one.is_out]
    stage = table.round.stage if table.round else book.stage
    if stage is None or len(there) >= stage.plan.least:
        return there
    if table.round is None:
        return []
    fresh = _from_the_queue(book, table, stage, there)
    return [next(fresh, one) if one.is_out else one for one in before]


def _from_the_queue(book: Book, table: Table, stage: Stage, there: Sequence[Entrant]) -> Iterator[Entrant]:
    """Whoever waits for a place, in order: only while nothing is lost yet by coming late."""
    groups = book.story.stages[stage.number].groups
    is_first = stage.number == book.stages[0].number and table.round is not None and table.round.number == 1
    if not is_first or len(groups) > 1:
        return
    apart = constraints.apart(book.tournament)
    here = {one.number for one in there}
    for one in places.waiting_list(book):
        if here & apart.get(one.number, set()) or places.refuse_unless_eligible(book, one):
            continue
        enrolling.join(book, one, stage)
        here.add(one.number)
        yield one


def _laid(book: Book, old: Table, seats: Sequence[Entrant]) -> Table:
    new = Table.objects.create(
        tournament=book.tournament,
        round=old.round,
        number=book.next_number(book.tournament.tables),
        group=old.group,
        size=len(seats),
        planned_at=book.now,
    )
    Sitting.objects.bulk_create(
        Sitting(table=new, seat=place, entrant=entrant) for place, entrant in enumerate(seats)
    )
    return new


# --- those who leave one table after the other


def leavers(book: Book) -> bool:
    """Put out whoever has left so many tables to others; not those whom referees have taken in again."""
    most = book.tournament.plan.games_lost
    if not most:
        return False
    lost = _left_behind(book) + _left_now(book)
    forgiven = book.tournament.rulings.filter(kind=Ruling.Kind.REINSTATE, state=Ruling.State.IN_FORCE)
    kept = set(forgiven.values_list("entrant_id", flat=True))
    playing = book.entrants(Entrant.State.ACTIVE) if lost else []
    gone = [one for one in playing if lost[one.number] >= most and one.pk not in kept]
    for one in gone:
        _put_out(book, one, LEFT)
    return bool(gone)


def _left_behind(book: Book) -> Counter[int]:
    """Tables that somebody else, or a bot, has finished for them."""
    lost: Counter[int] = Counter()
    for table in book.story.tables.values():
        if table.counts and table.verdict is not None:
            lost.update(line.entrant for line in table.verdict.lines if line.left and line.kind != "self")
    return lost


def _left_now(book: Book) -> Counter[int]:
    """Tables that run, and where somebody else plays on for them at the moment."""
    elsewhere = ~Q(bot="") | Q(user=None) | ~Q(user=F("namesake"))
    left = _seats(book).filter(_has_moved(), elsewhere).values_list("namesake_id", flat=True)
    numbers = dict(book.tournament.entrants.filter(user__isnull=False).values_list("user_id", "number"))
    return Counter(numbers[user] for user in left if user in numbers)


# --- those who are out


def empty_seats(book: Book) -> bool:
    """Give the next seat of somebody who is out to a bot, and to whoever would stand in. Was there one?"""
    out = book.tournament.entrants.filter(state__in=[Entrant.State.WITHDRAWN, Entrant.State.DISQUALIFIED])
    seat = _seats(book).filter(user__in=out.filter(user__isnull=False).values("user_id")).first()
    if seat is None:
        return False
    is_new = _vacate(seat, by_will=_has_withdrawn(book, out.get(user=seat.user_id)))
    if is_new:
        absence.offer(seat.game_id, seat.pk)
    return is_new


def _vacate(seat: Seat, *, by_will: bool) -> bool:
    """Whoever goes by their own will has left this game, and their figures tell so; whom the house sends away
    has not."""
    how: dict[str, Any] = {"bot": BOT, "reason": _("This player is out of the tournament.")}
    how["key"] = f"out/{seat.pk}/{seat.game.length}"
    if by_will:
        return go_away(seat.game_id, seat.pk, seat.user, **how)
    return house.replace(seat.game_id, seat.pk, None, **how)


def _has_withdrawn(book: Book, entrant: Entrant) -> bool:
    """By themselves, and not by an organizer, a ruling or the rules."""
    if entrant.state != Entrant.State.WITHDRAWN:
        return False
    about = f'"entrant":{entrant.number},'
    last = book.tournament.entries.filter(kind="withdrew", data__contains=about).order_by("number").last()
    return last is not None and f'"why":"{enrolling.BY_THEMSELVES}"' in last.data
