"""Rulings: a referee decides, and where that changes who goes on, a second one has to agree. What the rules
decide at a deadline needs two as well, if it changes that. No stage ends while such a proposal is open, and
it is not open for ever.

A ruling is a row with its reason and its signatures; what it means for the standings is an entry of the
ledger, and another one takes it back. Nobody rules where they sit, or about themselves.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.play import referee as door
from games.play.errors import NotNow, NotPossible, NotYours
from games.tournaments import banning, copies, decisions, drawing, finding, impartial, ledger, places
from games.tournaments.book import RULING, Book, open_book
from games.tournaments.ledger import Line, Story
from games.tournaments.models import Entrant, Letter, Ruling, Table, Tournament
from games.tournaments.twice import A_MOMENT
from games.tournaments.wording import required

Kind = Ruling.Kind
State = Ruling.State

SIGNED_WITHIN = timedelta(days=3)
BEGUN = (Tournament.State.RUNNING, Tournament.State.PAUSED, Tournament.State.FINISHED)


# --- proposing


@transaction.atomic
def propose(
    tournament_id: int,
    referee: Any,
    kind: str,
    *,
    table_number: int | None = None,
    entrant_number: int | None = None,
    lines: Sequence[Line] | None = None,
    until: datetime | None = None,
    reason: str,
    now: datetime | None = None,
) -> Ruling:
    """Rule. It is in force at once, unless somebody else goes on because of it: then another one signs."""
    book = open_book(tournament_id, referee, RULING, now)
    book.must_be(*BEGUN)
    wanted = Ruling(
        kind=_known(kind),
        table=None if table_number is None else finding.table(book, table_number),
        entrant=None if entrant_number is None else finding.entrant(book, entrant_number),
        reason=required(reason),
        by=referee,
    )
    wanted.after = decisions.after(book, wanted, lines, until)
    return _just_ruled(book, wanted) or _checked(book, wanted)


def _known(kind: str) -> str:
    if kind not in Kind.values or kind == Kind.REVERSE:
        raise NotPossible(_("There is no such ruling."))
    return kind


def _just_ruled(book: Book, wanted: Ruling) -> Ruling | None:
    """A second click."""
    fields = ("kind", "table", "entrant", "of", "reason", "after", "by")
    same = {name: getattr(wanted, name) for name in fields}
    lately = book.tournament.rulings.filter(**same, at__gt=book.now - A_MOMENT)
    return lately.exclude(state__in=[State.REFUSED, State.REVERSED, State.LAPSED]).first()


def _checked(book: Book, wanted: Ruling) -> Ruling:
    must_be_impartial(book, book.by, wanted)
    decisions.must_make_sense(book, wanted)
    _must_be_alone(wanted)
    return rule(book, wanted)


def must_be_impartial(book: Book, user: Any, ruling: Ruling) -> None:
    about = [ruling.entrant] if ruling.entrant else []
    impartial.must_not_be_party(user, tables=decisions.touched(book, ruling), entrants=about)


def _must_be_alone(wanted: Ruling) -> None:
    """Two proposals about the same table would be signed one against the other."""
    waiting = Ruling.objects.filter(state=State.PROPOSED)
    if decisions.is_of_person(wanted):
        of_people = Q(kind__in=decisions.OF_PEOPLE) | Q(of__kind__in=decisions.OF_PEOPLE)
        waiting = waiting.filter(of_people, entrant=wanted.entrant)
    else:
        waiting = waiting.filter(table=wanted.table).exclude(table=None)
    if waiting.exists():
        raise NotNow(_("A proposal about this waits for a signature. Please sign or refuse it first."))


@transaction.atomic
def reverse(ruling_id: int, referee: Any, reason: str, *, now: datetime | None = None) -> Ruling:
    """Take a ruling back: what was there before it counts again. That is a ruling, too."""
    book, of = _opened(ruling_id, referee, now)
    if of.state == State.REVERSED and (done := of.reversals.filter(state=State.IN_FORCE).first()):
        return done  # a double click
    about: dict[str, Any] = {"table": of.table, "entrant": of.entrant}
    wanted = Ruling(kind=Kind.REVERSE, of=of, reason=required(reason), by=referee, after="{}", **about)
    return _just_ruled(book, wanted) or _checked(book, wanted)


# --- two signatures


def rule(book: Book, wanted: Ruling) -> Ruling:
    """Keep it, and put it in force if one signature is enough. Without anybody it is the house that rules."""
    wanted.tournament, wanted.at, wanted.state = book.tournament, book.now, State.PROPOSED
    wanted.before = decisions.before(book, wanted)
    wanted.save()
    if _needs_two(book, wanted):
        _ask_for_signature(book, wanted, "proposed")
    else:
        _put_in_force(book, wanted)
    return wanted


def _ask_for_signature(book: Book, ruling: Ruling, kind: str) -> None:
    number = book.write(kind, ruling=ruling.pk, what=ruling.kind, **decisions.about(ruling))
    book.tell_staff(Letter.Kind.RULING, number, ruling=ruling.pk)


def _needs_two(book: Book, wanted: Ruling) -> bool:
    kind, data = decisions.entry(wanted)
    if kind not in ledger.READ:
        return False
    entry = ledger.Entry(kind, msgspec.to_builtins(data), at=book.now.isoformat())
    after = ledger.foretold(book.story, entry)
    if decisions.is_of_person(wanted):  # whoever is out has no later round to make up for it
        return changes_who_goes_on(book.story, after)
    decided = [number for number in book.story.stages if drawing.decides(book.story, number)]
    return changes_who_goes_on(book.story, after, decided)


def changes_who_goes_on(before: Story, after: Story, stages: Iterable[int] | None = None) -> bool:
    """In any of these stages: of a finished one too, even though its places are given."""
    looked_at = before.stages if stages is None else stages
    return any(drawing.fates(before, number) != drawing.fates(after, number) for number in looked_at)


def waiting(tournament: Tournament) -> QuerySet[Ruling]:
    """Each of them changes who goes on, and lacks a signature."""
    found = tournament.rulings.filter(state=State.PROPOSED).select_related("table__game")
    return found.defer("table__game__position").order_by("at", "pk")


def lapses_at(one: Ruling) -> datetime | None:
    """So long it waits for a signature. None: as long as it takes, for its table has no other result and its
    game cannot go on."""
    table = one.table
    stays = table is None or table.is_done or (table.game is not None and table.game.is_live)
    return one.at + SIGNED_WITHIN if stays else None


def lapse(book: Book) -> bool:
    """Let go what nobody has signed in time: things stay as they are, and the event goes on."""
    late = [one for one in waiting(book.tournament) if (lapses_at(one) or book.now) < book.now]
    for one in late:
        one.state, one.settled_at = State.LAPSED, book.now
        one.save(update_fields=["state", "settled_at"])
        number = book.write("lapsed", ruling=one.pk, what=one.kind, **decisions.about(one))
        book.tell_staff(Letter.Kind.RULING, number, ruling=one.pk)
    return bool(late)


@transaction.atomic
def sign(ruling_id: int, referee: Any, *, now: datetime | None = None) -> Ruling:
    """The second signature puts it in force. What only the rules have proposed needs a first one, too."""
    book, ruling = _opened(ruling_id, referee, now)
    if ruling.state == State.IN_FORCE and ruling.second_by_id == referee.pk:
        return ruling  # a double click
    _must_wait(ruling)
    if ruling.by_id == referee.pk:
        raise NotYours(_("Your name is below it: somebody else must sign."))
    must_be_impartial(book, referee, ruling)
    decisions.must_make_sense(book, ruling)
    if ruling.by_id is None:
        ruling.by = referee
        ruling.save(update_fields=["by"])
        _ask_for_signature(book, ruling, "signed")
    else:
        ruling.second_by = referee
        _put_in_force(book, ruling)
    return ruling


@transaction.atomic
def refuse(ruling_id: int, referee: Any, reason: str, *, now: datetime | None = None) -> Ruling:
    """The second referee does not agree, or the first one thinks better of it: things stay as they are."""
    book, ruling = _opened(ruling_id, referee, now)
    if ruling.state == State.REFUSED:
        return ruling  # a double click
    _must_wait(ruling)
    must_be_impartial(book, referee, ruling)
    ruling.state, ruling.settled_at = State.REFUSED, book.now
    ruling.second_by, ruling.objection = referee, required(reason)
    ruling.save(update_fields=["state", "settled_at", "second_by", "objection"])
    number = book.write("objected", ruling=ruling.pk)
    book.tell_staff(Letter.Kind.RULING, number, ruling=ruling.pk)
    return ruling


def _opened(ruling_id: int, referee: Any, now: datetime | None) -> tuple[Book, Ruling]:
    """The ruling as it is once nobody else changes the event."""
    tournament_id = Ruling.objects.filter(pk=ruling_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise NotPossible(_("There is no such ruling."))
    book = open_book(tournament_id, referee, RULING, now)
    return book, Ruling.objects.select_related("table__game", "entrant", "of__table__game").get(pk=ruling_id)


def _must_wait(ruling: Ruling) -> None:
    if ruling.state != State.PROPOSED:
        words = _("This ruling does not wait for a signature: it is %(state)s.")
        raise NotNow(words % {"state": State(ruling.state).label})


# --- in force


def _put_in_force(book: Book, ruling: Ruling) -> None:
    """The ledger says it, the rows follow, and whom it concerns is told."""
    ruling.state, ruling.settled_at = State.IN_FORCE, book.now
    ruling.save(update_fields=["state", "settled_at", "second_by"])
    kind, data = decisions.entry(ruling)
    number = book.write(kind, **data)
    _carry_out(ruling, kind, book.now)
    touched = decisions.touched(book, ruling)
    copies.reflect(book, [table.number for table in touched])
    if book.tournament.is_over:  # the director looks at it no more
        copies.refresh(book)
    book.tell(Letter.Kind.RULING, _concerned(book, ruling, touched), number, ruling=ruling.pk)
    if ruling.second_by_id and ruling.by_id:
        book.tell_people(Letter.Kind.RULING, [ruling.by_id], number, ruling=ruling.pk)


def _carry_out(ruling: Ruling, kind: str, now: datetime) -> None:
    """What else is another now: the state of a person, a game that need not be played any more."""
    if kind in STATES and ruling.entrant is not None:
        places.change(ruling.entrant, STATES[kind])
    if kind == "ruled" and ruling.table is not None:
        _end_game(ruling.table, ruling)
    if ruling.kind == Kind.BAN:
        banning.begin(ruling, now)
    if ruling.of is not None:
        banning.end(ruling.of)
        ruling.of.state = State.REVERSED
        ruling.of.save(update_fields=["state"])


STATES = {
    "disqualified": Entrant.State.DISQUALIFIED,
    "withdrew": Entrant.State.WITHDRAWN,
    "reinstated": Entrant.State.ACTIVE,
}


def _end_game(table: Table, ruling: Ruling) -> None:
    if table.game is not None and table.game.is_live:
        door.end(table.game.pk, ruling.by, reason=ruling.reason, key=f"ruling/{ruling.pk}")


def _concerned(book: Book, ruling: Ruling, touched: Sequence[Table]) -> list[Entrant]:
    """A warning is between two; a result concerns all who sat there."""
    about = Q(pk=ruling.entrant.pk) if ruling.entrant else Q(pk__in=[])
    if Kind.WARNING in (ruling.kind, ruling.of.kind if ruling.of else ""):
        touched = []
    return list(book.tournament.entrants.filter(about | Q(sittings__table__in=touched)).distinct())
