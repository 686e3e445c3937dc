"""What has standings of its own: a stage, or a group of it.

Mostly points and tie-breaks rank people. In a knock-out it is how far they got. On a ladder everything that
moved somebody is gone through again, each table as it counts now: so rulings move people, too.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from games.rules.core.speech import mark
from games.tournaments.pairing import ladder
from games.tournaments.standings.ranking import Entrant, Reason, Row, explained, standings
from games.tournaments.standings.results import Bye, Table, Who, judged
from games.tournaments.standings.terms import Terms
from games.tournaments.standings.tie_breaks import DISQUALIFIED
from games.tournaments.standings.words import Sentence, Unfit

MoveKind = Literal["table", "joined", "left", "back", "declined"]

FURTHER = mark("got further (round {better} vs {worse})")
HIGHER = mark("stands higher on the ladder")


class Move(msgspec.Struct, frozen=True):
    """What changes places on a ladder: a table that ended, or somebody who comes, goes or declines."""

    kind: MoveKind
    who: Who = 0
    table: int = 0
    challenger: Who = 0  # to whom it was declined


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays in it, and what has happened."""

    name: str
    terms: Terms
    entrants: tuple[Who, ...]
    tables: tuple[Table, ...] = ()
    byes: tuple[Bye, ...] = ()
    rounds: tuple[tuple[Who, ...], ...] = ()  # of a knock-out: who was in each
    moves: tuple[Move, ...] = ()  # of a ladder, from its first day on

    def rows(self, known: Mapping[Who, Entrant]) -> tuple[Row, ...]:
        """Its standings."""
        self._must_be_known(known)
        if self.moves:
            return self._of_ladder(known)
        return self._of_knock_out(known) if self.rounds else self._of_field(known, self.entrants)

    def _must_be_known(self, known: Mapping[Who, Entrant]) -> None:
        here = set(self.entrants)
        in_rounds = (who for field in self.rounds for who in field)
        on_ladder = (move.who for move in self.moves if move.kind == "joined")
        strangers = [who for who in self.entrants if who not in known]
        strangers += [who for who in (*in_rounds, *on_ladder) if who not in here]
        if strangers:
            words = mark("{who} plays in “{section}” without being an entrant.")
            raise Unfit(words, who=strangers[0], section=self.name)

    def _of_field(self, known: Mapping[Who, Entrant], field: Collection[Who]) -> tuple[Row, ...]:
        return standings(self.tables, self.byes, [known[who] for who in field], self.terms)

    # --- how far everybody got

    def _of_knock_out(self, known: Mapping[Who, Entrant]) -> tuple[Row, ...]:
        """From the last round back: who was in it stands above who was not. The disqualified come last."""
        parts = list(self._by_rounds(known))
        told: list[Row] = []
        above = 0
        for is_out in (False, True):
            for number, rows in parts:
                here = [row for row in rows if (row.state == "disqualified") == is_out]
                if told and here:
                    told[-1] = msgspec.structs.replace(
                        told[-1], reason=_above(told[-1], here[0], above, number)
                    )
                told += _below(told, explained(here, self.terms.tie_breaks))
                above = number if here else above
        return tuple(told)

    def _by_rounds(self, known: Mapping[Who, Entrant]) -> Iterator[tuple[int, list[Row]]]:
        """Those whose last round it was, by how it ended; at the end those who were in none. At a table that
        does not count somebody may sit who never came, and was in no round."""
        counted = [table for table in self.tables if table.status != "void"]
        placed: set[Who] = set()
        for number in range(len(self.rounds), -1, -1):
            field = self.rounds[number - 1] if number else self.entrants
            here = [table for table in counted if table.round == number]
            ranked = standings(here, (), [known[who] for who in field], self.terms)
            yield number, [row for row in ranked if row.entrant not in placed]
            placed |= set(field)

    # --- places of a ladder

    def _of_ladder(self, known: Mapping[Who, Entrant]) -> tuple[Row, ...]:
        """The places are the order; the numbers stand beside it."""
        found = {row.entrant: row for row in self._of_field(known, self.entrants)}
        order = self.ladder(frozenset(who for who, one in known.items() if one.state == "disqualified"))
        reason = Reason(None, Sentence(HIGHER))
        return tuple(
            msgspec.structs.replace(found[who], rank=rank, reason=reason if rank < len(order) else None)
            for rank, who in enumerate(order, 1)
        )

    def ladder(self, out: frozenset[Who] = frozenset()) -> tuple[Who, ...]:
        """Who stands where, the first one on top."""
        ended = {table.number: table for table in self.tables}
        order, held = tuple[Who, ...](), dict[Who, int]()
        for move in self.moves:
            if move.kind == "table" and move.table in ended:
                order = self._after(order, ended[move.table], out)
            elif move.kind == "joined":
                held.pop(move.who, None)
                order = ladder.joined(order, [move.who])
            elif move.kind == "left" and move.who in order:
                held[move.who] = order.index(move.who)
                order = ladder.left(order, move.who)
            elif move.kind == "back" and move.who in held:
                place = held.pop(move.who)
                order = (*order[:place], move.who, *order[place:])
            elif move.kind == "declined":
                order = ladder.lost_by_declining(order, move.challenger, move.who)
        return order

    def _after(self, order: tuple[Who, ...], table: Table, out: frozenset[Who]) -> tuple[Who, ...]:
        outcomes = judged(table, self.terms.scheme, out)
        gone = {seat.entrant for seat in table.seats if seat.loss or seat.kind != "self"}
        places = {one.entrant: one.place for one in outcomes if one.entrant in order}
        return ladder.reordered(order, places, timed_out=gone & places.keys())


def _above(better: Row, worse: Row, last: int, number: int) -> Reason:
    """Why the last one of a part is above the first one of the next."""
    if better.state != worse.state and worse.state == "disqualified":
        return Reason(None, Sentence(DISQUALIFIED))
    return Reason(None, Sentence(FURTHER, {"better": str(last), "worse": str(number)}))


def _below(told: Sequence[Row], more: Sequence[Row]) -> list[Row]:
    """These with the ranks that come after those."""
    first = min((row.rank for row in more), default=1)
    return [msgspec.structs.replace(row, rank=len(told) + 1 + row.rank - first) for row in more]
