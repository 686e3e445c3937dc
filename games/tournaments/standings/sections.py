"""A section has standings of its own: it is a stage, or a group of a stage.

Mostly points and tie-breaks rank the entrants. In a knock-out it is how far they got. A ladder is recomputed
from everything that moved somebody, each table as it counts now, so that rulings change it too.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from games.rules.core.translation import mark
from games.tournaments.pairing.formats import ladder
from games.tournaments.standings.messages import InvalidTournamentData, TranslatableMessage
from games.tournaments.standings.ranking import (
    RankedEntrant,
    RankReason,
    StandingsRow,
    add_reasons,
    rank_entrants,
)
from games.tournaments.standings.results import Bye, EntrantId, FinishedTable, score_table
from games.tournaments.standings.scoring_terms import ScoringTerms
from games.tournaments.standings.tie_breaks import DISQUALIFIED

LadderChangeKind = Literal["table", "joined", "left", "back", "declined"]

GOT_FURTHER = mark("got further (round {better} vs {worse})")
HIGHER_ON_LADDER = mark("stands higher on the ladder")


class LadderChange(msgspec.Struct, frozen=True):
    """A change of the ladder: a table ended, or somebody joined, left, came back or declined a challenge."""

    kind: LadderChangeKind
    who: EntrantId = 0
    table: int = 0
    challenger: EntrantId = 0  # whose challenge was declined


class StageSection(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays in a section, and everything that its standings depend on."""

    name: str
    terms: ScoringTerms
    entrants: tuple[EntrantId, ...]
    tables: tuple[FinishedTable, ...] = ()
    byes: tuple[Bye, ...] = ()
    rounds: tuple[tuple[EntrantId, ...], ...] = ()  # of a knock-out: who was in each
    moves: tuple[LadderChange, ...] = ()  # of a ladder, from its start on

    def compute_rows(self, known: Mapping[EntrantId, RankedEntrant]) -> tuple[StandingsRow, ...]:
        """Compute the standings."""
        self._require_known_entrants(known)
        if self.moves:
            return self._rank_ladder(known)
        return self._rank_knock_out(known) if self.rounds else self._rank_field(known, self.entrants)

    def _require_known_entrants(self, known: Mapping[EntrantId, RankedEntrant]) -> None:
        """Reject entrants that are not part of the tournament or of this section."""
        here = set(self.entrants)
        in_rounds = (who for field in self.rounds for who in field)
        on_ladder = (move.who for move in self.moves if move.kind == "joined")
        strangers = [who for who in self.entrants if who not in known]
        strangers += [who for who in (*in_rounds, *on_ladder) if who not in here]
        if strangers:
            text = mark("{who} plays in “{section}” without being an entrant.")
            raise InvalidTournamentData(text, who=strangers[0], section=self.name)

    def _rank_field(
        self, known: Mapping[EntrantId, RankedEntrant], field: Collection[EntrantId]
    ) -> tuple[StandingsRow, ...]:
        """Rank these entrants by points and tie-breaks."""
        return rank_entrants(self.tables, self.byes, [known[who] for who in field], self.terms)

    # --- how far everybody got

    def _rank_knock_out(self, known: Mapping[EntrantId, RankedEntrant]) -> tuple[StandingsRow, ...]:
        """Rank from the last round back: later rounds come first. The disqualified come last."""
        parts = list(self._by_rounds(known))
        ranked: list[StandingsRow] = []
        above = 0
        for is_out in (False, True):
            for number, rows in parts:
                here = [
                    msgspec.structs.replace(row, survived=self._count_survived_rounds(row, number))
                    for row in rows
                    if (row.state == "disqualified") == is_out
                ]
                if ranked and here:
                    ranked[-1] = msgspec.structs.replace(
                        ranked[-1], reason=_find_boundary_reason(ranked[-1], here[0], above, number)
                    )
                ranked += _shift_ranks(ranked, add_reasons(here, self.terms.tie_breaks))
                above = number if here else above
        return tuple(ranked)

    def _count_survived_rounds(self, row: StandingsRow, last: int) -> int:
        """Count the rounds from which somebody went on, and the last one for whoever won its only table."""
        finals = [
            table for table in self.tables if table.round == len(self.rounds) and table.status != "void"
        ]
        has_won = last == len(self.rounds) and len(finals) == 1 and row.wins > 0
        is_final = has_won and len(finals[0].seats) == len(self.rounds[-1])
        return last if is_final else max(last - 1, 0)

    def _by_rounds(
        self, known: Mapping[EntrantId, RankedEntrant]
    ) -> Iterator[tuple[int, list[StandingsRow]]]:
        """Yield those whose last round it was, ranked by its tables; at the end those who were in none.

        Void tables do not count: somebody who never came may sit there, and was in no round."""
        counted = [table for table in self.tables if table.status != "void"]
        placed: set[EntrantId] = set()
        for number in range(len(self.rounds), -1, -1):
            field = self.rounds[number - 1] if number else self.entrants
            here = [table for table in counted if table.round == number]
            ranked = rank_entrants(here, (), [known[who] for who in field], self.terms)
            yield number, [row for row in ranked if row.entrant not in placed]
            placed |= set(field)

    # --- the order of a ladder

    def _rank_ladder(self, known: Mapping[EntrantId, RankedEntrant]) -> tuple[StandingsRow, ...]:
        """Rank by the places of the ladder; the statistics are only shown."""
        found = {row.entrant: row for row in self._rank_field(known, self.entrants)}
        order = self.list_ladder_order(
            frozenset(who for who, one in known.items() if one.state == "disqualified")
        )
        reason = RankReason(None, TranslatableMessage(HIGHER_ON_LADDER))
        return tuple(
            msgspec.structs.replace(found[who], rank=rank, reason=reason if rank < len(order) else None)
            for rank, who in enumerate(order, 1)
        )

    def list_ladder_order(self, out: frozenset[EntrantId] = frozenset()) -> tuple[EntrantId, ...]:
        """Return the order of the ladder, the top first."""
        ended = {table.number: table for table in self.tables}
        order, held = tuple[EntrantId, ...](), dict[EntrantId, int]()
        for move in self.moves:
            if move.kind == "table" and move.table in ended:
                order = self._apply_table(order, ended[move.table], out)
            elif move.kind == "joined":
                held.pop(move.who, None)
                order = ladder.add_players(order, [move.who])
            elif move.kind == "left" and move.who in order:
                held[move.who] = order.index(move.who)
                order = ladder.remove_player(order, move.who)
            elif move.kind == "back" and move.who in held:
                place = held.pop(move.who)
                order = (*order[:place], move.who, *order[place:])
            elif move.kind == "declined":
                order = ladder.apply_declined_challenge(order, move.challenger, move.who)
        return order

    def _apply_table(
        self, order: tuple[EntrantId, ...], table: FinishedTable, out: frozenset[EntrantId]
    ) -> tuple[EntrantId, ...]:
        """Apply the result of one table to the ladder."""
        outcomes = score_table(table, self.terms.scheme, out)
        gone = {seat.entrant for seat in table.seats if seat.loss or seat.kind != "self"}
        places = {one.entrant: one.place for one in outcomes if one.entrant in order}
        return ladder.apply_result(order, places, timed_out=gone & places.keys())


def _find_boundary_reason(better: StandingsRow, worse: StandingsRow, last: int, number: int) -> RankReason:
    """Explain why the last entrant of one part is above the first of the next."""
    if better.state != worse.state and worse.state == "disqualified":
        return RankReason(None, TranslatableMessage(DISQUALIFIED))
    return RankReason(None, TranslatableMessage(GOT_FURTHER, {"better": str(last), "worse": str(number)}))


def _shift_ranks(ranked: Sequence[StandingsRow], more: Sequence[StandingsRow]) -> list[StandingsRow]:
    """Shift the ranks of these rows so that they follow the rows above."""
    first = min((row.rank for row in more), default=1)
    return [msgspec.structs.replace(row, rank=len(ranked) + 1 + row.rank - first) for row in more]
