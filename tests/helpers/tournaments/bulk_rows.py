"""Rounds of a thousand, made of bulk rows: for pages that must not ask the database for each of them."""

from datetime import timedelta
from typing import Any

import msgspec

from accounts.models import User
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import (
    CachedStanding,
    Entrant,
    LedgerEntry,
    Round,
    Stage,
    TableSeat,
    Tournament,
    TournamentTable,
)
from games.tournaments.pairing import round_quality
from games.tournaments.results import standings_cache
from games.tournaments.standings import exact, from_state
from tests.helpers.tournaments.dates import LONG_BEFORE
from tests.helpers.tournaments.factories import RoundFactory

SIZE = 4


def play_rounds(found: Tournament, people: int, rounds: int) -> None:
    """So many people in the first stage, so many rounds of which are played; another one runs."""
    Stage.objects.filter(tournament=found).update(state=Stage.State.RUNNING)
    Tournament.objects.filter(pk=found.pk).update(frozen_at=LONG_BEFORE, state=Tournament.State.RUNNING)
    stage, entrants = found.stages.get(), _enter(found, people)
    entries = [("entered", {"entrant": one.number, "name": one.name}) for one in entrants]
    numbers = [one.number for one in entrants]
    entries.append(("stage", {"stage": 1, "plan": stage.settings, "field": numbers}))
    for number in range(1, rounds + 2):
        entries += _round(found, stage, entrants, number, is_played=number <= rounds)
    _write(found, entries)
    _copied(stage)


def _enter(found: Tournament, people: int) -> list[Entrant]:
    users = User.objects.bulk_create(
        User(handle=f"Big{number}", email=f"big{number}@example.org") for number in range(1, people + 1)
    )
    return Entrant.objects.bulk_create(
        Entrant(
            tournament=found,
            number=number,
            user=user,
            name=user.handle,
            state=Entrant.State.ACTIVE,
            queued_at=LONG_BEFORE,
        )
        for number, user in enumerate(users, 1)
    )


def _round(found: Tournament, stage: Stage, entrants: list[Entrant], number: int, *, is_played: bool) -> Any:
    """Everybody once, in an order that is another one in each round."""
    state = Round.State.CLOSED if is_played else Round.State.PUBLISHED
    row = RoundFactory(stage=stage, number=number, state=state, opens_at=LONG_BEFORE)
    order = sorted(entrants, key=lambda one: (one.number * (7 * number + 4)) % 1009)
    seatings = [order[place : place + SIZE] for place in range(0, len(order), SIZE)]
    first = found.tables.count() + 1
    tables = TournamentTable.objects.bulk_create(
        TournamentTable(
            tournament=found,
            round=row,
            number=first + place,
            size=SIZE,
            planned_at=LONG_BEFORE,
            state=TournamentTable.State.FINISHED if is_played else TournamentTable.State.PLANNED,
        )
        for place in range(len(seatings))
    )
    TableSeat.objects.bulk_create(
        TableSeat(table=table, seat=seat, entrant=one)
        for table, seating in zip(tables, seatings, strict=True)
        for seat, one in enumerate(seating)
    )
    drawn = [
        {"table": table.number, "seats": [one.number for one in seating]}
        for table, seating in zip(tables, seatings, strict=True)
    ]
    yield "drawn", {"stage": 1, "round": number, "tables": drawn, "byes": []}
    if is_played:
        for one in drawn:
            lines = [{"entrant": who, "score": str(20 + (who * 13) % 17)} for who in one["seats"]]
            yield "started", {"table": one["table"]}
            yield "finished", {"table": one["table"], "seats": lines}
        yield "closed", {"stage": 1, "round": number}


def _write(found: Tournament, entries: list[tuple[str, Any]]) -> None:
    start = found.ledger_entries.count() + 1
    LedgerEntry.objects.bulk_create(
        LedgerEntry(
            tournament=found,
            number=number,
            at=LONG_BEFORE + timedelta(seconds=number),
            kind=kind,
            data=msgspec.json.encode(data).decode(),
        )
        for number, (kind, data) in enumerate(entries, start)
    )
    Tournament.objects.filter(pk=found.pk).update(ledger_length=start + len(entries) - 1)


def _copied(stage: Stage) -> None:
    """Rows as the director would have left them."""
    found = Tournament.objects.get(pk=stage.tournament_id)
    state = load_state(found)
    sections = from_state.compute_standings(state, 1)
    CachedStanding.objects.create(
        stage=stage, number=found.ledger_length, data=standings_cache.dump_standings(sections)
    )
    for row in stage.rounds.all():
        row.quality = round_quality.dump_quality(round_quality.compute_round_quality(state, 1, row.number))
        row.save(update_fields=["quality"])
    judged = {number: from_state.compute_outcomes(state, number) for number in state.tables}
    sittings = list(TableSeat.objects.filter(table__tournament=found).select_related("table", "entrant"))
    for one in sittings:
        outcome = judged[one.table.number].get(one.entrant.number)
        if outcome is not None:
            one.score, one.place, one.points = (
                str(outcome.score),
                outcome.place,
                exact.dump_fraction(outcome.points),
            )
    TableSeat.objects.bulk_update(sittings, ["score", "place", "points"], batch_size=500)
