"""Tables of a tournament, for tests: drawn, started and ended by hand."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from accounts import server_time
from games.play.lobby import arranged_games
from games.play.lobby.arranged_games import Arrangement
from games.tournaments.ledger.state import VerdictLine
from games.tournaments.ledger.transaction import TournamentTransaction
from games.tournaments.models import Entrant, Round, Stage, Tournament, TournamentTable
from games.tournaments.results import standings_cache
from tests.helpers.factories import UserFactory
from tests.helpers.tournaments.factories import EntrantFactory, RoundFactory, TournamentTableFactory
from tests.helpers.tournaments.ledger import write_ledger

# --- the draw


def draw_round(
    tournament: Tournament,
    *tables: Sequence[int],
    now: datetime | None = None,
    deadline: datetime | None = None,
) -> Round:
    """The first round is published with these tables of entrants, and nobody has been asked.

    Entrants who are not there yet enter; whoever has entered and sits at no table has a bye.
    """
    with write_ledger(tournament, now) as transaction:
        for number in sorted({number for seats in tables for number in seats}):
            _require_entrant(transaction, number)
        people = {one.number: one for one in _activate_entrants(transaction)}
        stage = _begin_first_stage(transaction, sorted(people))
        drawn = RoundFactory(stage=stage, number=1, opens_at=transaction.now, deadline=deadline)
        for seats in tables:
            TournamentTableFactory(
                tournament=tournament,
                round=drawn,
                size=len(seats),
                planned_at=transaction.now,
                entrants=[people[number] for number in seats],
            )
        seated = [{"table": number, "seats": list(seats)} for number, seats in enumerate(tables, 1)]
        byes = sorted(set(people) - {number for seats in tables for number in seats})
        transaction.append_entry("drawn", stage=1, round=1, tables=seated, byes=byes)
    return drawn


def _require_entrant(transaction: TournamentTransaction, number: int) -> None:
    if not transaction.tournament.entrants.filter(number=number).exists():
        user = UserFactory(handle=f"Player{number}-{transaction.tournament.pk}")
        EntrantFactory(
            tournament=transaction.tournament,
            number=number,
            user=user,
            state=Entrant.State.ENTERED,
            queued_at=transaction.now,
        )
        transaction.append_entry("entered", entrant=number, name=f"P{number}")


def _activate_entrants(transaction: TournamentTransaction) -> list[Entrant]:
    entrants = [one for one in transaction.entrants() if one.is_in]
    for one in entrants:
        one.state = Entrant.State.ACTIVE
        one.save()
        transaction.append_entry("active", entrant=one.number)
    return entrants


def _begin_first_stage(transaction: TournamentTransaction, field: Sequence[int]) -> Stage:
    transaction.update_tournament(state=Tournament.State.RUNNING, frozen_at=transaction.now)
    stage = transaction.tournament.stages.get(number=1)
    stage.state, stage.started_at = Stage.State.RUNNING, transaction.now
    stage.save()
    transaction.append_entry("stage", stage=1, plan=stage.settings, field=field)
    return stage


# --- the games


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
    with write_ledger(tournament) as transaction:
        transaction.append_entry("started", table=number)
    return found


def play(tournament: Tournament, number: int, *scores: int) -> None:
    """It has ended with these scores, in the order of the seats."""
    with write_ledger(tournament) as transaction:
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


def refresh_standings(tournament: Tournament) -> Tournament:
    """With the copies that pages read."""
    with write_ledger(tournament) as transaction:
        standings_cache.refresh_standings(transaction)
    return Tournament.objects.get(pk=tournament.pk)
