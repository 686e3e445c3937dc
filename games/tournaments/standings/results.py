"""How a table ended: each seat's place and points, and whether the entrant finished in person.

The game's own places count if it gives any, else the scores. A seat that a bot finished, or that was lost by
leaving, by a ruling or by delay, drops to the end without points, and the others move up. A seat that a
stand-in finished keeps its place: the entrant who left gets nothing, the stand-in gets the credit.
"""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from fractions import Fraction
from itertools import groupby
from typing import Literal

import msgspec

from games.rules.core.translation import mark
from games.tournaments.standings.messages import InvalidTournamentData
from games.tournaments.standings.points import (
    SCORE_SYSTEMS,
    ZERO,
    PointScheme,
    PointVector,
    compute_proportions,
    compute_score_points,
    share_points,
)

EntrantId = int | str  # a number in a tournament, a name in examples
FinisherKind = Literal["self", "stand_in", "bot"]
LossReason = Literal["", "left", "forfeited", "disqualified"]
TableStatus = Literal["finished", "adjudicated", "void"]

CULPABLE_SHARE = Fraction(1, 2)  # of the time that a table spent waiting


class FinishedSeat(msgspec.Struct, frozen=True):
    """One seat of a finished table."""

    entrant: EntrantId
    score: Fraction | int | None = None
    place: int | None = None  # as the game says; None: by the score
    kind: FinisherKind = "self"  # who finished it
    loss: LossReason = ""  # why the entrant does not get the points of this seat
    stand_in: str = ""  # name of the stand-in who gets the credit
    waited: int = 0  # how long the table waited for it, in any unit


class FinishedTable(msgspec.Struct, frozen=True):
    """A table that is finished, or counts as finished."""

    number: int
    seats: tuple[FinishedSeat, ...]
    status: TableStatus = "finished"
    round: int = 0
    started: datetime | None = None
    finished: datetime | None = None


class SeatOutcome(msgspec.Struct, frozen=True, gc=False):
    """The result of a table for one seat. Scores are integers of which only the proportions matter."""

    entrant: EntrantId
    place: int
    tie_size: int  # how many seats share this place, this one included
    points: Fraction = ZERO
    is_own: bool = False  # finished by the entrant in person
    score: int = 0
    best: int = 1  # highest score at the table
    table_total: int = 1  # sum of all scores at the table
    credit: Fraction = ZERO  # points credited to the stand-in

    @property
    def is_tied(self) -> bool:
        """Does another seat share this place?"""
        return self.tie_size > 1

    @property
    def relw(self) -> Fraction:
        """The score as a fraction of the winner's."""
        return Fraction(self.score, self.best)

    @property
    def share(self) -> Fraction:
        """The score as a fraction of all scores at the table."""
        return Fraction(self.score, self.table_total)


class Bye(msgspec.Struct, frozen=True):
    """A round without a table. It is not a game: it adds no opponents, and no average includes it."""

    entrant: EntrantId
    round: int = 0
    points: Fraction | None = None  # None: the expected points of a table


def compute_delay_shares(seats: Sequence[FinishedSeat]) -> PointVector:
    """Return the fraction of the waiting time that each seat caused."""
    whole = sum(seat.waited for seat in seats)
    return tuple(Fraction(seat.waited, whole) if whole else ZERO for seat in seats)


def find_culpable(table: FinishedTable) -> frozenset[EntrantId]:
    """Return who caused at least half of the waiting time, if the table was cut off at its deadline."""
    if table.status != "adjudicated":
        return frozenset()
    parts = zip(table.seats, compute_delay_shares(table.seats), strict=True)
    return frozenset(seat.entrant for seat, part in parts if part >= CULPABLE_SHARE)


def list_counting_seats(
    table: FinishedTable, out: AbstractSet[EntrantId] = frozenset()
) -> list[FinishedSeat]:
    """List the seats that keep their place; the others have lost, whatever they scored."""
    lost = out | find_culpable(table)
    return [seat for seat in table.seats if _keeps_place(seat, lost)]


def score_table(
    table: FinishedTable, scheme: PointScheme, out: AbstractSet[EntrantId] = frozenset()
) -> tuple[SeatOutcome, ...]:
    """Compute the outcome of each seat, in seat order; `out` are disqualified entrants, who get nothing.

    A void table has no outcomes."""
    _check_seats(table)
    if table.status == "void":
        return ()
    standing = list_counting_seats(table, out)
    found = {outcome.entrant: outcome for outcome in _rank_seats(table, standing, scheme)}
    place, level = len(standing) + 1, len(table.seats) - len(standing)
    return tuple(found.get(seat.entrant) or SeatOutcome(seat.entrant, place, level) for seat in table.seats)


def _check_seats(table: FinishedTable) -> None:
    entrants = {seat.entrant for seat in table.seats}
    if len(entrants) < len(table.seats):
        raise InvalidTournamentData(mark("Somebody sits twice at table {table}."), table=table.number)
    if len(entrants) < 2:
        raise InvalidTournamentData(mark("Table {table} has fewer than two players."), table=table.number)


def _keeps_place(seat: FinishedSeat, lost: AbstractSet[EntrantId]) -> bool:
    """Does the seat keep its place? A stand-in loses nothing because the entrant left or is disqualified."""
    if seat.kind == "stand_in":
        return seat.loss in ("", "left")
    return seat.kind == "self" and not seat.loss and seat.entrant not in lost


def _rank_seats(
    table: FinishedTable, standing: Sequence[FinishedSeat], scheme: PointScheme
) -> Iterator[SeatOutcome]:
    """Yield outcomes of the seats that keep their place, the best first, with points of the full table."""
    merits = _compute_merits(table, standing)
    scores = _compute_scores(table, standing, scheme)
    by_score = compute_score_points(scheme, scores) if scheme.system in SCORE_SYSTEMS and standing else ()
    best, whole = max(scores, default=1), sum(scores)
    place = 1
    for _, level in groupby(sorted(range(len(standing)), key=merits.__getitem__), key=merits.__getitem__):
        together = list(level)
        by_place = share_points(scheme, len(table.seats), place, len(together)) if not by_score else ZERO
        for seat in together:
            points = by_score[seat] if by_score else by_place
            yield _build_outcome(standing[seat], place, len(together), points, (scores[seat], best, whole))
        place += len(together)


def _compute_merits(table: FinishedTable, standing: Sequence[FinishedSeat]) -> Sequence[Fraction | int]:
    """Return the values that decide the places; smaller is better."""
    places = [seat.place for seat in standing if seat.place is not None]
    if places and (len(places) < len(standing) or min(places) < 1):
        raise InvalidTournamentData(
            mark("At table {table} a place is missing, or less than 1."), table=table.number
        )
    return places or [-seat.score for seat in standing if seat.score is not None]


def _compute_scores(table: FinishedTable, standing: Sequence[FinishedSeat], scheme: PointScheme) -> list[int]:
    """Return the scores as proportions; in a game that has only places, all are equal."""
    scores = [seat.score for seat in standing if seat.score is not None]
    needed = scheme.system in SCORE_SYSTEMS or any(seat.place is None for seat in standing)
    if len(scores) < len(standing) and (scores or needed):
        raise InvalidTournamentData(mark("At table {table} a score is missing."), table=table.number)
    return compute_proportions(scores or [0] * len(standing))


def _build_outcome(
    seat: FinishedSeat, place: int, level: int, points: Fraction, scored: tuple[int, int, int]
) -> SeatOutcome:
    if seat.kind == "self":
        return SeatOutcome(seat.entrant, place, level, points, True, *scored)
    return SeatOutcome(seat.entrant, place, level, credit=points)


def sum_stand_in_credits(tables: Iterable[FinishedTable], scheme: PointScheme) -> dict[str, Fraction]:
    """Sum what stand-ins earned, by name. It is not part of any standings."""
    earned: dict[str, Fraction] = {}
    for table in tables:
        for seat, outcome in zip(table.seats, score_table(table, scheme), strict=False):
            if seat.kind == "stand_in":
                earned[seat.stand_in] = earned.get(seat.stand_in, ZERO) + outcome.credit
    return earned
