"""How a table ended: who has which place, which points, and whether it was their own doing.

The game's own places count if it gives any, else the scores. A seat that a bot has finished, or that was lost
by leaving, by a ruling or by delay, goes to the end for nothing, and the others close ranks. What a stand-in
has finished keeps its place: the leaver gets nothing, the stand-in the credit.
"""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime
from fractions import Fraction
from itertools import groupby
from typing import Literal

import msgspec

from games.rules.core.speech import mark
from games.tournaments.standings.points import (
    BY_SCORE,
    NOTHING,
    Scheme,
    Vector,
    of_scores,
    proportions,
    shared,
)
from games.tournaments.standings.words import Unfit

Who = int | str  # a number in an event, a name in an example
Kind = Literal["self", "stand_in", "bot"]
Loss = Literal["", "left", "forfeited", "disqualified"]
Status = Literal["finished", "adjudicated", "void"]

CULPABLE = Fraction(1, 2)  # of the time that a table has waited


class Seat(msgspec.Struct, frozen=True):
    """One seat of a table that is over."""

    entrant: Who
    score: Fraction | int | None = None
    place: int | None = None  # as the game says; none: by the score
    kind: Kind = "self"  # who has finished it
    loss: Loss = ""  # why the entrant does not get what it brought
    stand_in: str = ""  # who gets the credit
    waited: int = 0  # how long the table waited for it, in whatever unit


class Table(msgspec.Struct, frozen=True):
    """A table that is over, or counts as if it were."""

    number: int
    seats: tuple[Seat, ...]
    status: Status = "finished"
    round: int = 0
    started: datetime | None = None
    finished: datetime | None = None


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """What a table is for one of its seats. Scores are whole numbers, of which only the proportion counts."""

    entrant: Who
    place: int
    level: int  # how many share this place and the next ones, with this seat
    points: Fraction = NOTHING
    own: bool = False  # finished by the entrant itself
    score: int = 0
    best: int = 1  # of the table
    whole: int = 1  # all that was scored
    credit: Fraction = NOTHING  # of the stand-in

    @property
    def tied(self) -> bool:
        return self.level > 1

    @property
    def relw(self) -> Fraction:
        """The score as a part of the winner's."""
        return Fraction(self.score, self.best)

    @property
    def share(self) -> Fraction:
        """The score as a part of all scores."""
        return Fraction(self.score, self.whole)


class Bye(msgspec.Struct, frozen=True):
    """A round without a table. It is no game: nobody is met, nothing is averaged."""

    entrant: Who
    round: int = 0
    points: Fraction | None = None  # none: what one can expect of a table


def delays(seats: Sequence[Seat]) -> Vector:
    """Which part of its waiting time the table has waited for each seat."""
    whole = sum(seat.waited for seat in seats)
    return tuple(Fraction(seat.waited, whole) if whole else NOTHING for seat in seats)


def culpable(table: Table) -> frozenset[Who]:
    """For whom a table that was cut off had waited half of its time or more."""
    if table.status != "adjudicated":
        return frozenset()
    parts = zip(table.seats, delays(table.seats), strict=True)
    return frozenset(seat.entrant for seat, part in parts if part >= CULPABLE)


def keeping(table: Table, out: AbstractSet[Who] = frozenset()) -> list[Seat]:
    """The seats that keep their place; the others are lost, whatever they have scored."""
    lost = out | culpable(table)
    return [seat for seat in table.seats if _stands(seat, lost)]


def judged(table: Table, scheme: Scheme, out: AbstractSet[Who] = frozenset()) -> tuple[Outcome, ...]:
    """The outcome of each seat, in the order of the seats. Of who is out (disqualified) nothing stands."""
    _check(table)
    if table.status == "void":
        return ()
    standing = keeping(table, out)
    found = {outcome.entrant: outcome for outcome in _in_order(table, standing, scheme)}
    place, level = len(standing) + 1, len(table.seats) - len(standing)
    return tuple(found.get(seat.entrant) or Outcome(seat.entrant, place, level) for seat in table.seats)


def _check(table: Table) -> None:
    entrants = {seat.entrant for seat in table.seats}
    if len(entrants) < len(table.seats):
        raise Unfit(mark("Somebody sits twice at table {table}."), table=table.number)
    if len(entrants) < 2:
        raise Unfit(mark("Table {table} has fewer than two players."), table=table.number)


def _stands(seat: Seat, lost: AbstractSet[Who]) -> bool:
    """Does the seat keep its place? That an entrant left or is out takes nothing from a stand-in."""
    if seat.kind == "stand_in":
        return seat.loss in ("", "left")
    return seat.kind == "self" and not seat.loss and seat.entrant not in lost


def _in_order(table: Table, standing: Sequence[Seat], scheme: Scheme) -> Iterator[Outcome]:
    """Those who stand, the best first. The points are those of the full table."""
    merits = _merits(table, standing)
    scores = _scores(table, standing, scheme)
    by_score = of_scores(scheme, scores) if scheme.system in BY_SCORE and standing else ()
    best, whole = max(scores, default=1), sum(scores)
    place = 1
    for _, level in groupby(sorted(range(len(standing)), key=merits.__getitem__), key=merits.__getitem__):
        together = list(level)
        by_place = shared(scheme, len(table.seats), place, len(together)) if not by_score else NOTHING
        for seat in together:
            points = by_score[seat] if by_score else by_place
            yield _outcome(standing[seat], place, len(together), points, (scores[seat], best, whole))
        place += len(together)


def _merits(table: Table, standing: Sequence[Seat]) -> Sequence[Fraction | int]:
    """What the places hang on; the smaller, the better."""
    places = [seat.place for seat in standing if seat.place is not None]
    if places and (len(places) < len(standing) or min(places) < 1):
        raise Unfit(mark("At table {table} a place is missing, or less than 1."), table=table.number)
    return places or [-seat.score for seat in standing if seat.score is not None]


def _scores(table: Table, standing: Sequence[Seat], scheme: Scheme) -> list[int]:
    """All of them; or none, in a game that has only places: then all count the same."""
    scores = [seat.score for seat in standing if seat.score is not None]
    needed = scheme.system in BY_SCORE or any(seat.place is None for seat in standing)
    if len(scores) < len(standing) and (scores or needed):
        raise Unfit(mark("At table {table} a score is missing."), table=table.number)
    return proportions(scores or [0] * len(standing))


def _outcome(seat: Seat, place: int, level: int, points: Fraction, scored: tuple[int, int, int]) -> Outcome:
    if seat.kind == "self":
        return Outcome(seat.entrant, place, level, points, True, *scored)
    return Outcome(seat.entrant, place, level, credit=points)


def credited(tables: Iterable[Table], scheme: Scheme) -> dict[str, Fraction]:
    """What stand-ins have earned, by name. It is no part of any standings."""
    earned: dict[str, Fraction] = {}
    for table in tables:
        for seat, outcome in zip(table.seats, judged(table, scheme), strict=False):
            if seat.kind == "stand_in":
                earned[seat.stand_in] = earned.get(seat.stand_in, NOTHING) + outcome.credit
    return earned
