"""A ladder: people challenge those a little above, and places change by how a table ends."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.play.errors import NotNow, NotPossible, NotYours
from games.rules.core.lexicon import plain
from games.tournaments import constraints, reckoning, seating
from games.tournaments.book import Book
from games.tournaments.models import Entrant, Letter, Sitting, Stage, Table, Tournament
from games.tournaments.pairing import ladder, seats, starting
from games.tournaments.pairing.apart import together
from games.tournaments.pairing.ladder import Refusal

HOURS = 72  # to answer a challenge
MOST_A_DAY = 10  # challenges of one person
MOST_NAMED = 12  # whom somebody may challenge, in a sentence
A_DAY = timedelta(days=1)
OPEN = [Table.State.PLANNED, Table.State.STARTED]
GONE = [Entrant.State.WITHDRAWN, Entrant.State.DISQUALIFIED]


# --- challenging


@transaction.atomic
def challenge(
    tournament_id: int, user: Any, opponents: Sequence[int], *, now: datetime | None = None
) -> Table:
    """Ask these to a table. The same people asked twice are asked once."""
    book = Book(tournament_id, user, now)
    stage = _ladder(book)
    me = book.tournament.entrants.filter(user=user).first()
    if me is None or me.state != Entrant.State.ACTIVE:
        raise NotYours(_("You are not on this ladder."))
    wanted = [me.number, *opponents]
    if (earlier := _same(book, wanted)) is not None:
        return earlier
    _must_be_allowed(book, stage, me.number, opponents)
    _must_not_ask_often(book)
    return _laid(book, stage, wanted, me)


@transaction.atomic
def challenge_by_name(entrant: Entrant, words: str, *, now: datetime | None = None) -> Table:
    """The same by a line of a letter: names, or places on the ladder, with commas or blanks between."""
    book = Book(entrant.tournament_id, entrant.user, now)
    stage = _ladder(book)
    order = reckoning.ladder(book.story, stage.number)
    known = {plain(book.story.people[number].name): number for number in order}
    known |= {str(place): number for place, number in enumerate(order, 1)}
    wanted = words.replace(",", " ").split()
    strangers = [word for word in wanted if plain(word) not in known]
    if strangers or not wanted:
        raise NotPossible(_who_else(book, stage, entrant, order, strangers))
    return challenge(book.tournament.pk, entrant.user, [known[plain(word)] for word in wanted], now=now)


def _who_else(
    book: Book, stage: Stage, entrant: Entrant, order: Sequence[int], strangers: Sequence[str]
) -> str:
    """Nobody of that name is there; whom the reader may challenge instead."""
    reach = within_reach(stage, entrant, order)[:MOST_NAMED]
    near = [f"{order.index(number) + 1} {book.story.people[number].name}" for number in reach]
    told = [_("Nobody on the ladder is called “%(name)s”.") % {"name": name} for name in strangers[:1]]
    may = _("You may challenge: %(names)s.") % {"names": ", ".join(near)}
    return " ".join([*told, *([may] if near else [])]) or _("Please choose whom you challenge.")


def _ladder(book: Book) -> Stage:
    stage = book.stage
    if stage is None or stage.plan.format != "ladder" or book.tournament.state != Tournament.State.RUNNING:
        raise NotNow(_("Nobody can be challenged at the moment."))
    return stage


def _same(book: Book, wanted: Sequence[int]) -> Table | None:
    """A table of the very same people that is open or runs."""
    for table in book.tournament.tables.filter(state__in=OPEN).prefetch_related("sittings__entrant"):
        if {one.entrant.number for one in table.sittings.all()} == set(wanted):
            return table
    return None


def _must_be_allowed(book: Book, stage: Stage, me: int, opponents: Sequence[int]) -> None:
    order = reckoning.ladder(book.story, stage.number)
    refusal = ladder.refusal(order, me, opponents, reach=stage.plan.reach)
    if refusal is not None:
        raise NotPossible(_refused(refusal, stage.plan.reach))
    if not stage.plan.least <= len(opponents) + 1 <= stage.plan.most:
        words = _("A table has %(least)d to %(most)d seats.")
        raise NotPossible(words % {"least": stage.plan.least, "most": stage.plan.most})
    _must_have_time(book, stage, [me, *opponents])
    if together([[me, *opponents]], constraints.households(book.tournament)):
        raise NotPossible(str(constraints.TOGETHER))


def _must_have_time(book: Book, stage: Stage, people: Sequence[int]) -> None:
    """Fewer tables than anybody may have, or than they wish for."""
    busy, caps = Counter(_busy(book)), seating.caps(book)
    full = [number for number in people if busy[number] >= starting.most(number, stage.plan.cap, caps)]
    if full:
        names = ", ".join(book.story.people[number].name for number in full)
        raise NotPossible(_("These have as many tables as they may: %(names)s.") % {"names": names})


def _must_not_ask_often(book: Book) -> None:
    """Each challenge costs its opponents a letter, and whoever takes it back could ask again and again."""
    lately = book.tournament.entries.filter(kind="challenged", by=book.by, at__gt=book.now - A_DAY)
    if lately.count() >= MOST_A_DAY:
        raise NotNow(_("That is many challenges for one day. Please go on tomorrow."))


def _refused(refusal: Refusal, reach: int) -> str:
    words = {
        "not on the ladder": _("Somebody of them is not on the ladder."),
        "twice": _("Everybody sits at a table once."),
        "alone": _("Please choose whom you challenge."),
        "too far above": ngettext(
            "You can challenge people one place above you.",
            "You can challenge people up to %(n)d places above you.",
            reach,
        )
        % {"n": reach},
    }
    return words[refusal]


def _busy(book: Book) -> list[int]:
    found = Sitting.objects.filter(table__tournament=book.tournament, table__state__in=OPEN)
    return list(found.values_list("entrant__number", flat=True))


def _laid(book: Book, stage: Stage, wanted: Sequence[int], me: Entrant) -> Table:
    """The table waits until everybody has agreed; who sits where evens out what was before."""
    past = [(table.seats,) for table in book.story.of_stage(stage.number) if table.counts]
    [order] = seats.seat_all([wanted], past)
    people = {one.number: one for one in book.entrants() if one.number in set(wanted)}
    table = Table.objects.create(
        tournament=book.tournament,
        number=book.next_number(book.tournament.tables),
        size=len(order),
        planned_at=book.now,
        deadline=book.now + timedelta(hours=HOURS),
    )
    Sitting.objects.bulk_create(
        Sitting(table=table, seat=place, entrant=people[number], has_agreed=_agrees(people[number], me))
        for place, number in enumerate(order)
    )
    entry = book.write("challenged", stage=stage.number, table=table.number, seats=order, by=me.number)
    asked = [one for one in people.values() if not _agrees(one, me)]
    book.tell(Letter.Kind.CHALLENGE, asked, entry, table=table.number)
    _begin_if_all_agree(book, stage, table)
    return table


def _agrees(entrant: Entrant, challenger: Entrant) -> bool:
    """A bot always plays."""
    return entrant.pk == challenger.pk or bool(entrant.bot)


# --- answering


@transaction.atomic
def answer(
    tournament_id: int,
    entrant_id: int,
    table_number: int,
    *,
    yes: bool,
    by: Any = None,
    now: datetime | None = None,
) -> Table:
    """Play a challenge, or not. The same answer twice is one."""
    book = Book(tournament_id, by, now)
    stage = _ladder(book)
    table = book.tournament.tables.filter(number=table_number, round=None).first()
    sitting = table.sittings.filter(entrant=entrant_id).first() if table else None
    if table is None or sitting is None:
        raise NotYours(_("You are not asked this."))
    if table.state != Table.State.PLANNED:
        if yes == (table.state != Table.State.VOID):
            return table  # a double click
        raise NotNow(_("This challenge is settled."))
    if _with_leavers(Table.objects.filter(pk=table.pk)).exists():
        raise NotNow(_("Somebody of this table is out of the tournament: no table comes of it."))
    if yes:
        _agree(book, stage, table, sitting)
    else:
        _decline(book, stage, table, [sitting])
    return table


def _with_leavers(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Whoever is out plays nowhere, and the others do not have to play with a bot instead."""
    return tables.filter(sittings__entrant__state__in=GONE)


def _agree(book: Book, stage: Stage, table: Table, sitting: Sitting) -> None:
    sitting.has_agreed = True
    sitting.save(update_fields=["has_agreed"])
    Entrant.objects.filter(pk=sitting.entrant_id).update(declined=0)
    book.write("agreed", table=table.number, entrant=sitting.entrant.number)
    _begin_if_all_agree(book, stage, table)


def _begin_if_all_agree(book: Book, stage: Stage, table: Table) -> None:
    if not table.sittings.filter(has_agreed=False).exists():
        seating.begin(book, stage, table)


def _decline(book: Book, stage: Stage, table: Table, sittings: Sequence[Sitting]) -> None:
    """No table comes of it, and the others are told. Whoever declines again and again has lost to the
    challenger."""
    entry = _strike(book, stage, table, sittings)
    others = table.sittings.exclude(pk__in=[one.pk for one in sittings]).select_related("entrant")
    book.tell(Letter.Kind.NEWS, [one.entrant for one in others if not one.entrant.is_out], entry)
    challenger = _challenger(book.tournament, table) if sittings else 0
    for sitting in sittings:
        if sitting.entrant.number != challenger and not avoids(sitting):
            _count(book, stage, sitting.entrant_id, challenger)


def _strike(book: Book, stage: Stage, table: Table, by: Sequence[Sitting] = ()) -> int:
    """There is no such table; returns the entry."""
    table.state, table.ended_at = Table.State.VOID, book.now
    table.save(update_fields=["state", "ended_at"])
    numbers = [one.entrant.number for one in by]
    return book.write("struck", table=table.number, stage=stage.number, by=numbers)


def avoids(sitting: Sitting) -> bool:
    """Whoever would rather not sit with somebody here may decline for nothing. A challenge that is refused
    for this reason would tell it, and so it is not."""
    others = Entrant.objects.filter(sittings__table=sitting.table_id)
    return sitting.entrant.blocks.filter(other__in=others).exists()


def _count(book: Book, stage: Stage, entrant_id: int, challenger: int) -> None:
    entrant = Entrant.objects.get(pk=entrant_id)
    entrant.declined += 1
    if ladder.has_lost(entrant.declined):
        entrant.declined = 0
        book.write("reordered", stage=stage.number, declined=entrant.number, challenger=challenger)
    entrant.save(update_fields=["declined"])


def _challenger(tournament: Tournament, table: Table) -> int:
    entries = tournament.entries.filter(kind="challenged", data__contains=f'"table":{table.number},')
    return int(msgspec.json.decode(entries.get().data)["by"])


def unanswered(tournament: Tournament, entrant: Entrant) -> list[Table]:
    """Tables to which they have challenged, and not all have answered."""
    agreed = tournament.tables.filter(sittings__entrant=entrant, sittings__has_agreed=True)
    found = agreed.filter(round=None, state=Table.State.PLANNED).prefetch_related("sittings__entrant")
    return [table for table in found if _challenger(tournament, table) == entrant.number]


# --- a step of the director


def lapse(book: Book) -> bool:
    """A challenge that nobody has answered in time counts as declined; one with somebody who has left since
    comes to nothing."""
    stage = book.stage
    if stage is None or stage.plan.format != "ladder":
        return False
    waiting = book.tournament.tables.filter(round=None, state=Table.State.PLANNED).order_by("number")
    if (table := _with_leavers(waiting).first()) is not None:
        _decline(book, stage, table, [])  # nobody has declined
        return True
    table = waiting.filter(deadline__lte=book.now, hold=Table.Hold.NONE).first()
    if table is None:
        return False
    silent = list(table.sittings.filter(has_agreed=False).select_related("entrant"))
    _decline(book, stage, table, silent)
    return True


def let_go(book: Book, stage: Stage) -> None:
    """The ladder ends: no table comes of challenges that are open."""
    for table in book.tournament.tables.filter(round=None, state=Table.State.PLANNED).order_by("number"):
        _strike(book, stage, table)


# --- for pages


def within_reach(stage: Stage, entrant: Entrant, order: Sequence[int]) -> list[int]:
    """Whom somebody may challenge, from the top."""
    if entrant.number not in order:
        return []
    return list(ladder.within_reach(order, entrant.number, reach=stage.plan.reach))
