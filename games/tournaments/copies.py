"""Copies of what the ledger says, for pages and lists: standings by stage, how tables ended, final places."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

import msgspec

from games.models import Game, Seat
from games.play import reckoning as door
from games.tournaments import ledger, reporting, veiling
from games.tournaments.book import Book
from games.tournaments.models import Entrant, Sitting, Stage, Standing, Table, Tournament
from games.tournaments.models.table import DONE
from games.tournaments.reckoning import Section, outcomes, sections
from games.tournaments.standings import exact
from games.tournaments.standings.results import Outcome

# --- standings


@cache
def _decoder() -> msgspec.json.Decoder[list[Section]]:
    return msgspec.json.Decoder(list[Section], dec_hook=lambda kind, value: exact.read(value))


def encoded(found: Sequence[Section]) -> str:
    return msgspec.json.encode(found, enc_hook=exact.written).decode()


def decoded(data: str) -> list[Section]:
    return _decoder().decode(data)


def refresh(book: Book) -> None:
    """Reckon anew what the ledger has changed, as far as everybody may know it. Standings that are right
    already are left alone."""
    begun = [stage for stage in book.stages if stage.state != Stage.State.PLANNED]
    fresh = Standing.objects.filter(stage__in=begun, number=book.tournament.length)
    known = set(fresh.values_list("stage_id", flat=True))
    story = veiling.public(book.story)
    for stage in begun:
        if stage.pk not in known and stage.number in story.stages:  # one that was left out is not there
            data = encoded(sections(story, stage.number))
            Standing.objects.update_or_create(
                stage=stage, defaults={"number": book.tournament.length, "data": data}
            )
    if book.tournament.state == Tournament.State.FINISHED:
        _honour(book)


# --- tables


def reflect(book: Book, numbers: Iterable[int]) -> None:
    """Bring the rows of these tables in line with the ledger, for pages and lists."""
    for row in book.tournament.tables.filter(number__in=list(numbers)).prefetch_related("sittings__entrant"):
        told = book.story.tables[row.number]
        row.state = told.state
        row.ended_at = row.ended_at or (book.now if row.is_done else None)
        row.save(update_fields=["state", "ended_at"])
        _reflect_seats(row, told, outcomes(book.story, row.number))


def _reflect_seats(row: Table, told: ledger.Table, found: dict[int, Outcome]) -> None:
    lines = {line.entrant: line for line in told.verdict.lines} if told.verdict else {}
    for sitting in row.sittings.all():
        line, outcome = lines.get(sitting.entrant.number), found.get(sitting.entrant.number)
        sitting.score = exact.short(line.exactly) if line else ""
        sitting.kind = line.kind if line else Sitting.Kind.SELF
        sitting.place = outcome.place if outcome else None
        sitting.points = exact.written(outcome.points) if outcome else ""
        sitting.save(update_fields=["score", "kind", "place", "points"])


# --- the end


def _honour(book: Book) -> None:
    """Everybody's place, and who was punctual; a ruling after the end changes both."""
    places = reporting.places(book.story)
    punctual = reporting.punctual(book.story, _seats(book))
    changed = []
    for one in book.tournament.entrants.all():
        found = places.get(one.number), one.number in punctual
        if (one.place, one.is_punctual) != found:
            one.place, one.is_punctual = found
            changed.append(one)
    Entrant.objects.bulk_update(changed, ["place", "is_punctual"], batch_size=500)


def _seats(book: Book) -> Iterator[reporting.Seated]:
    """Whether somebody has kept their seats, of every table that is done and had a game."""
    games = Game.objects.filter(tournament_table__tournament=book.tournament)
    late = door.who_missed(games)
    kept = set(Seat.objects.filter(game__in=games, bot="").values_list("game", "place", "user"))
    sat = Sitting.objects.filter(table__tournament=book.tournament, table__game__isnull=False)
    sat = sat.filter(table__state__in=DONE, entrant__user__isnull=False)
    for game, seat, number, user in sat.values_list(
        "table__game", "seat", "entrant__number", "entrant__user"
    ):
        here = (game, seat, user)
        yield reporting.Seated(number, here in kept and here not in late)
