"""An event that is being played, for tests of those who run it: a Swiss whose first round is drawn."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from accounts import server_time
from accounts.models import User
from games.models import Game
from games.play.lobby import arranged_games
from games.play.lobby.arranged_games import Arrangement
from games.tournaments.ledger.state import VerdictLine
from games.tournaments.models import (
    CachedStanding,
    Entrant,
    Role,
    Round,
    Stage,
    TableSeat,
    Tournament,
    TournamentNotice,
    TournamentTable,
)
from games.tournaments.results import standings_cache
from games.tournaments.settings import StageSettings
from games.tournaments.standings.from_state import GroupStandings
from games.tournaments.standings.ranking import RankedEntrant, rank_entrants
from games.tournaments.standings.results import FinishedSeat, FinishedTable
from games.tournaments.standings.scoring_terms import ScoringTerms
from tests.helpers.factories import UserFactory
from tests.helpers.tournaments.open_tournament import START, event
from tests.helpers.tournaments.open_tournament import booked as opened

TABLES = ((1, 2, 3, 4), (5, 6, 7, 8))
SWISS = StageSettings(format="swiss", size=4, least=3, most=4, rounds=3, go_on=4, grace_hours=24)
FINAL = StageSettings(format="knock_out", size=4, least=3, most=4)
ONE_ROUND = msgspec.structs.replace(SWISS, rounds=1)


def booked(tournament: Tournament) -> opened:
    """The book, now."""
    return opened(tournament, server_time.now())


def cup(*tables: Sequence[int], stages: Sequence[StageSettings] = (SWISS, FINAL), **plan: Any) -> Tournament:
    """It runs, everybody is in, and these tables of its first round are published."""
    found = event(*stages, state=Tournament.State.RUNNING, **plan)
    drawn = tables or TABLES
    with booked(found) as transaction:
        transaction.update_tournament(frozen_at=transaction.now)
        numbers = sorted({number for table in drawn for number in table})
        for number in numbers:
            _enter(transaction, number)
        stage = found.stages.get(number=1)
        transaction.append_entry("stage", stage=1, plan=stage.settings, field=numbers)
        Stage.objects.filter(pk=stage.pk).update(state=Stage.State.RUNNING, started_at=transaction.now)
        _draw(transaction, stage, drawn)
    return Tournament.objects.get(pk=found.pk)


def last_round() -> Tournament:
    """The same, but no other round follows: this one decides who goes on."""
    return cup(stages=(ONE_ROUND, FINAL))


def _enter(book: Any, number: int) -> None:
    Entrant.objects.create(
        tournament=book.tournament,
        number=number,
        user=UserFactory(handle=f"Player{number}-{book.tournament.pk}"),
        name=f"P{number}",
        state=Entrant.State.ACTIVE,
        queued_at=book.now,
    )
    book.append_entry("entered", entrant=number, name=f"P{number}")
    book.append_entry("active", entrant=number)


def _draw(book: Any, stage: Stage, drawn: Sequence[Sequence[int]]) -> None:
    row = Round.objects.create(stage=stage, number=1, state=Round.State.PUBLISHED, opens_at=book.now)
    people = {one.number: one for one in book.entrants()}
    for number, seats in enumerate(drawn, 1):
        table = TournamentTable.objects.create(
            tournament=book.tournament, round=row, number=number, size=len(seats), planned_at=book.now
        )
        for place, entrant in enumerate(seats):
            TableSeat.objects.create(table=table, seat=place, entrant=people[entrant])
    tables = [{"table": number, "seats": list(seats)} for number, seats in enumerate(drawn, 1)]
    book.append_entry("drawn", stage=1, round=1, tables=tables, byes=[])


# --- tables


def table(tournament: Tournament, number: int = 1) -> TournamentTable:
    return tournament.tables.select_related("game", "round__stage").get(number=number)


def start(tournament: Tournament, number: int = 1, **arranged: Any) -> TournamentTable:
    """Its game has begun."""
    found = table(tournament, number)
    seats = [one.entrant.user_id for one in found.seats.select_related("entrant").order_by("seat")]
    wanted = Arrangement(
        key=f"{tournament.pk}/{number}", name="Cup", ruleset="citadels", seats=seats, **arranged
    )
    found.game, found.state, found.started_at = (
        arranged_games.start_arranged_game(wanted),
        TournamentTable.State.STARTED,
        server_time.now(),
    )
    found.save()
    with booked(tournament) as transaction:
        transaction.append_entry("started", table=number)
    return found


def play(tournament: Tournament, number: int, *scores: int) -> None:
    """It has ended with these scores, in the order of the seats."""
    with booked(tournament) as transaction:
        seats = transaction.state.tables[number].seats
        if transaction.state.tables[number].state == "planned":
            transaction.append_entry("started", table=number)
        transaction.append_entry("finished", table=number, seats=lines(dict(zip(seats, scores, strict=True))))
        standings_cache.sync_tables(transaction, [number])


def lines(scores: dict[int, int]) -> list[VerdictLine]:
    return [VerdictLine(entrant, str(score)) for entrant, score in scores.items()]


def places(tournament: Tournament, number: int) -> dict[int, int | None]:
    """Who has which place in the rows that pages read."""
    found = table(tournament, number).seats.select_related("entrant").order_by("seat")
    return {one.entrant.number: one.place for one in found}


# --- rows alone, of which nothing is written in the book


def running(tournament: Tournament, *people: Entrant) -> Round:
    """The first stage runs, and its first round is published, with one table."""
    stage = tournament.stages.get(number=1)
    stage.state = Stage.State.RUNNING
    stage.save()
    tournament.entrants.update(state=Entrant.State.ACTIVE)
    Tournament.objects.filter(pk=tournament.pk).update(
        state=Tournament.State.RUNNING, frozen_at=server_time.now()
    )
    row = Round.objects.create(stage=stage, number=1, state=Round.State.PUBLISHED, deadline=START)
    drawn = TournamentTable.objects.create(
        tournament=tournament, round=row, number=1, size=len(people), planned_at=server_time.now()
    )
    for place, one in enumerate(people):
        TableSeat.objects.create(table=drawn, seat=place, entrant=one)
    return row


def reckoned(tournament: Tournament, *scores: int) -> None:
    """Standings of the first stage, as they are kept: entrants 1, 2, 3 … with these scores at one table."""
    seats = tuple(FinishedSeat(number, Fraction(score)) for number, score in enumerate(scores, 1))
    people = [RankedEntrant(seat.entrant) for seat in seats]
    rows = rank_entrants([FinishedTable(1, seats)], [], people, ScoringTerms(seed="demo"))
    data = standings_cache.dump_standings([GroupStandings(rows)])
    CachedStanding.objects.create(stage=tournament.stages.get(number=1), number=1, data=data)


def at_table(tournament: Tournament, game: Game) -> TournamentTable:
    """A table of the event at which this game is played."""
    return TournamentTable.objects.create(
        tournament=tournament,
        number=1,
        size=3,
        game=game,
        state=TournamentTable.State.STARTED,
        planned_at=server_time.now(),
    )


# --- people


def helper(tournament: Tournament, kind: str = Role.Kind.REFEREE, user: User | None = None) -> User:
    found = user or UserFactory()
    Role.objects.create(tournament=tournament, user=found, kind=kind)
    return found


def entrant(tournament: Tournament, number: int) -> Entrant:
    return tournament.entrants.select_related("user").get(number=number)


def person(tournament: Tournament, number: int) -> User:
    found = entrant(tournament, number).user
    assert found is not None
    return found


# --- what was written


def entries(tournament: Tournament, *kinds: str) -> list[dict[str, Any]]:
    """The data of the entries of these kinds."""
    found = tournament.ledger_entries.filter(kind__in=kinds).order_by("number").values_list("data", flat=True)
    return [msgspec.json.decode(data) for data in found]


def told(tournament: Tournament, kind: str) -> set[int]:
    """The people to whom an email of this kind goes."""
    return set(
        TournamentNotice.objects.filter(tournament=tournament, kind=kind).values_list("user_id", flat=True)
    )


def count_notices(tournament: Tournament, kind: str) -> int:
    return TournamentNotice.objects.filter(tournament=tournament, kind=kind).count()
