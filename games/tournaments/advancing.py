"""From stage to stage: who goes on, who takes the place of whoever does not, and the end of the event."""

import re
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _

from games.play.errors import NotNow, NotPossible
from games.tournaments import copies, drawing, halting, places, reckoning, rounds, ruling, seasons
from games.tournaments.book import Book
from games.tournaments.models import Entrant, Letter, Qualifier, Stage, Tournament

State = Qualifier.State


# --- a stage begins


def begin_stage(book: Book, stage: Stage, field: list[int]) -> None:
    """These play in it, the first of them seeded first."""
    people = {one.number: one for one in book.entrants()}
    division = seasons.divided(book, stage, field)
    placed = division.placed(field)
    entry = book.write(
        "stage",
        stage=stage.number,
        plan=_settled(stage, len(placed)),
        field=placed,
        groups=division.groups,
        tiers=division.tiers,
        wishes=_wishes(stage, [people[number] for number in placed]),
        seats=_seats(stage),
    )
    stage.state, stage.started_at = Stage.State.RUNNING, book.now
    stage.save(update_fields=["state", "started_at"])
    wait = rounds.until_drawn(stage)
    book.tell(
        Letter.Kind.STARTED, [people[number] for number in placed], entry, wait=wait, stage=stage.number
    )
    for number in field:
        if number not in placed:
            waits = places.put_off(book, people[number], Entrant.State.WAITING)
            book.tell(Letter.Kind.WAITING, [people[number]], waits)


def _settled(stage: Stage, entrants: int) -> dict[str, Any]:
    """All of it, what is usual included: what is usual later must not change what counted then."""
    plan = stage.plan
    rounds = drawing.rounds_of(plan, entrants) if plan.format in ("swiss", "pods", "heats") else plan.rounds
    return {
        **msgspec.structs.asdict(plan),
        "rounds": rounds,
        "tie_breaks": reckoning.terms(plan, "").tie_breaks,
    }


def _wishes(stage: Stage, field: list[Entrant]) -> dict[int, int]:
    """Who wants fewer heats than there are."""
    if stage.plan.format != "heats":
        return {}
    rounds = drawing.rounds_of(stage.plan, len(field))
    return {one.number: one.heats for one in field if one.heats and one.heats < rounds}


def _seats(stage: Stage) -> dict[int, list[int]]:
    """Who would like to sit where, from 0 as in the ledger."""
    wanting = stage.qualifiers.exclude(seats="").values_list("entrant__number", "seats")
    told = {number: msgspec.json.decode(seats, type=list[int]) for number, seats in wanting}
    return {number: [seat - 1 for seat in seats] for number, seats in told.items()}


# --- a stage ends


def end_stage(book: Book, stage: Stage) -> None:
    """Who goes on is decided by the standings; the others of the stage stand in line behind them."""
    ranked = [number for number in reckoning.order(book.story, stage.number) if _plays(book, number)]
    following = book.tournament.stages.filter(number=stage.number + 1).first()
    through = ranked[: stage.plan.go_on] if following else []
    entry = book.write("stage_over", stage=stage.number, through=through)
    stage.state, stage.ended_at = Stage.State.FINISHED, book.now
    stage.save(update_fields=["state", "ended_at"])
    copies.refresh(book)
    if following:
        _line_up(book, following, ranked, len(through), entry)


def _plays(book: Book, number: int) -> bool:
    return not book.story.people[number].is_out


def _line_up(book: Book, stage: Stage, ranked: list[int], places: int, entry: int) -> None:
    """Those who go on are asked whether they come, if the stage wants that; behind them wait the others."""
    people = {one.number: one for one in book.entrants()}
    through = [people[number] for number in ranked[:places]]
    offers = [_offer(book, stage, one) for one in through]
    others = [(State.ALTERNATE, None)] * (len(ranked) - places)
    Qualifier.objects.bulk_create(
        Qualifier(stage=stage, entrant=people[number], rank=rank, state=state, until=until)
        for rank, (number, (state, until)) in enumerate(zip(ranked, [*offers, *others], strict=True), 1)
    )
    book.tell(Letter.Kind.THROUGH, through, entry, stage=stage.number, until=_until(book, stage))
    out = [people[number] for number in ranked[places:]]
    book.tell(Letter.Kind.CLOSED, out, entry, stage=stage.number - 1, out=True)


def _until(book: Book, stage: Stage) -> datetime | None:
    """How long they have to say whether they come; whoever is not asked comes."""
    hours = stage.plan.check_in_hours
    return book.now + timedelta(hours=hours) if hours else None


def _offer(book: Book, stage: Stage, entrant: Entrant) -> tuple[str, datetime | None]:
    """In which state their place is, and until when. A bot is always there."""
    until = _until(book, stage)
    return (State.OFFERED if until and not entrant.bot else State.ACCEPTED), until


# --- whether they come


@transaction.atomic
def answer(
    tournament_id: int, entrant_id: int, stage_number: int, *, comes: bool, by: Any = None, seats: str = ""
) -> Qualifier:
    """Somebody who goes on says whether they come, and where they would like to sit. The same answer twice is
    one."""
    book = Book(tournament_id, by)
    place = _place(book, entrant_id, stage_number)
    wanted = State.ACCEPTED if comes else State.DECLINED
    if place is None or place.state == State.ALTERNATE:
        raise NotNow(_("You are not asked this at the moment."))
    if place.state != wanted:
        book.must_be(Tournament.State.RUNNING, Tournament.State.PAUSED)
        if _is_lost(book, place):
            raise NotNow(_("The place is not kept for you any more."))
        if place.stage.state != Stage.State.PLANNED or place.state == State.DECLINED:
            raise NotNow(_("The place has been given to somebody else meanwhile."))
        _settle(book, place, wanted)
    if comes and seats.strip():
        _choose(place, seats)
    return place


def _place(book: Book, entrant_id: int, stage_number: int) -> Qualifier | None:
    found = Qualifier.objects.select_related("entrant", "stage").filter(
        stage__tournament=book.tournament, stage__number=stage_number, entrant=entrant_id
    )
    return found.first()


def _settle(book: Book, place: Qualifier, state: str) -> None:
    place.state = state
    place.save(update_fields=["state"])
    kind = "comes" if state == State.ACCEPTED else "declined"
    book.write(kind, entrant=place.entrant.number, stage=place.stage.number)


# --- where they sit


@transaction.atomic
def choose_seats(entrant_id: int, by: Any, seats: str) -> Qualifier:
    """Seats at the last table, the favourite first, until it begins; what was said last holds."""
    entrant = Entrant.objects.get(pk=entrant_id)
    book = Book(entrant.tournament_id, by)
    keeps = [State.OFFERED, State.ACCEPTED]
    found = entrant.qualifications.filter(stage__state=Stage.State.PLANNED, state__in=keeps)
    place = found.select_related("entrant", "stage").order_by("stage__number").first()
    if place is None or not place.stage.plan.seats_are_chosen or _is_lost(book, place):
        raise NotNow(_("You are not asked about seats at the moment."))
    _choose(place, seats)
    return place


def _choose(place: Qualifier, seats: str) -> None:
    if not place.stage.plan.seats_are_chosen:
        raise NotNow(_("You are not asked about seats at the moment."))
    wanted = msgspec.json.encode(_read(seats, places_in(place.stage))).decode()
    if place.seats == wanted:
        return  # a double click
    if place.stage.state != Stage.State.PLANNED:
        raise NotNow(_("You are not asked about seats at the moment."))
    place.seats = wanted
    place.save(update_fields=["seats"])


def places_in(stage: Stage) -> int:
    """How many come into a stage from the one before, if all come."""
    before = Stage.objects.filter(tournament=stage.tournament_id, number=stage.number - 1).first()
    return before.plan.go_on if before else 0


def _read(seats: str, most: int) -> list[int]:
    """“2 1 4”, “2, 1, 4” or “2>1>4”: numbers of seats, each once."""
    found = [int(word) for word in re.findall(r"[0-9]{1,3}", seats)]
    if not found or len(set(found)) < len(found) or not all(1 <= one <= most for one in found):
        words = _("Please write numbers of seats from 1 to %(most)d, each once, the best one first: “2 1 3”.")
        raise NotPossible(words % {"most": most})
    return found


def begin_next(book: Book) -> bool:
    """Begin the next stage once every place is taken, or nobody is left to be asked, and no ruling about it
    is open."""
    stage = book.tournament.stages.filter(state=Stage.State.PLANNED).order_by("number").first()
    if stage is None:
        return False
    if _ranked_anew(book, stage):
        return True
    places = list(stage.qualifiers.select_related("entrant", "stage"))
    if late := next((one for one in places if _is_lost(book, one)), None):
        _settle(book, late, State.DECLINED)
        return True
    if _move_up(book, stage, places):
        return True
    if any(one.state == State.OFFERED for one in places) or ruling.waiting(book.tournament).exists():
        return False
    field = [one.entrant.number for one in places if one.state == State.ACCEPTED]
    if len(field) < stage.plan.least:
        _skip(book, stage, len(field))
    else:
        begin_stage(book, stage, field)
    return True


def _skip(book: Book, stage: Stage, there: int) -> None:
    """Too few come: there is no such stage, and those who run it are told."""
    entry = book.write("skipped", stage=stage.number, there=there)
    stage.state, stage.ended_at = Stage.State.FINISHED, book.now
    stage.save(update_fields=["state", "ended_at"])
    book.tell_staff(Letter.Kind.DIGEST, entry, there=there, least=stage.plan.least)


def _ranked_anew(book: Book, stage: Stage) -> bool:
    """A ruling may have changed the stage before after it was over: then the line is another one.

    Whoever has moved into a place is asked; whoever has lost it stands in line again. Answers stand."""
    if stage.number - 1 not in book.story.stages:
        return False  # it was left out
    ranked = [number for number in reckoning.order(book.story, stage.number - 1) if _plays(book, number)]
    rows = {one.entrant.number: one for one in stage.qualifiers.select_related("entrant")}
    known = [number for number in ranked if number in rows]
    if known == [one.entrant.number for one in rows.values() if one.entrant.number in set(known)]:
        return False
    places = book.tournament.stages.get(number=stage.number - 1).plan.go_on
    through = known[:places]
    entry = book.write("requalified", stage=stage.number - 1, through=through)
    for rank, number in enumerate(known, 1):
        _move(book, stage, rows[number], rank, inside=number in through, entry=entry)
    return True


def _move(book: Book, stage: Stage, place: Qualifier, rank: int, *, inside: bool, entry: int) -> None:
    place.rank = rank
    if inside and place.state == State.ALTERNATE:
        place.state, place.until = _offer(book, stage, place.entrant)
        book.tell(Letter.Kind.THROUGH, [place.entrant], entry, stage=stage.number, until=place.until)
    elif not inside and place.state in (State.OFFERED, State.ACCEPTED):
        place.state, place.until = State.ALTERNATE, None
        book.tell(Letter.Kind.CLOSED, [place.entrant], entry, stage=stage.number - 1, out=True)
    place.save()


def _is_lost(book: Book, place: Qualifier) -> bool:
    """Has somebody not answered in time, or left the event?"""
    if place.state not in (State.OFFERED, State.ACCEPTED):
        return False
    is_late = place.state == State.OFFERED and place.until is not None and place.until <= book.now
    return is_late or place.entrant.is_out


def _move_up(book: Book, stage: Stage, places: list[Qualifier]) -> bool:
    """Ask the next in line, if a place has become free."""
    before = book.tournament.stages.get(number=stage.number - 1)
    held = sum(one.state in (State.OFFERED, State.ACCEPTED) for one in places)
    waiting = (one for one in places if one.state == State.ALTERNATE and not one.entrant.is_out)
    if held >= before.plan.go_on or (place := next(waiting, None)) is None:
        return False
    place.state, place.until = _offer(book, stage, place.entrant)
    place.save(update_fields=["state", "until"])
    entry = book.write("alternate", entrant=place.entrant.number, stage=stage.number)
    book.tell(Letter.Kind.ALTERNATE, [place.entrant], entry, stage=stage.number, until=place.until)
    return True


# --- the end


def end_event(book: Book) -> None:
    """The last stage is over: everybody is told how it ended."""
    entry = book.write("ended", order=reckoning.final_order(book.story))
    book.set(state=Tournament.State.FINISHED, ended_at=book.now)
    halting.release_all(book)  # tables of a ladder may still be played
    copies.refresh(book)
    book.tell(Letter.Kind.ENDED, book.entrants(), entry)
    book.tell_staff(Letter.Kind.ENDED, entry)
