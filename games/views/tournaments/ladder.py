"""Challenges on the page of a ladder: whom the reader may challenge, and which challenges are unanswered."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from games.tournaments.director import ladder
from games.tournaments.models import Entrant, TableSeat, TournamentTable
from games.tournaments.pairing import start_order
from games.tournaments.standings.from_state import GroupStandings
from games.views.tournaments.context import TournamentVisit

MOST_SHOWN_BELOW = 12  # opponents shown below the reader's own place


class LadderOpponent(NamedTuple):
    """Somebody whom the reader may challenge."""

    place: int
    number: int
    name: str
    is_full: bool  # already plays at as many tables as allowed, or as they want


class OpenChallenge(NamedTuple):
    """A challenge by the reader that not everybody has answered yet."""

    number: int  # of the table
    names: list[str]


class LadderChallenges(NamedTuple):
    """What the reader can do on the ladder."""

    opponents: list[LadderOpponent]
    open_challenges: list[OpenChallenge]
    fewest_opponents: int  # opponents
    most_opponents: int


def build_ladder_challenges(
    visit: TournamentVisit, sections: Sequence[GroupStandings]
) -> LadderChallenges | None:
    """List possible opponents and open challenges. None unless the reader plays on a running ladder."""
    stage, me = visit.running_stage, visit.own_entrant
    if stage is None or stage.settings.format != "ladder" or me is None or me.state != Entrant.State.ACTIVE:
        return None
    order = [int(row.entrant) for section in sections for row in section.rows]
    reach = ladder.list_possible_opponents(stage, me, order)
    above = [number for number in reach if order.index(number) < order.index(me.number)]
    shown = reach[: len(above) + MOST_SHOWN_BELOW]
    full = _find_full_entrants(visit, stage.settings.cap)
    rungs = [
        LadderOpponent(order.index(one) + 1, one, visit.entrant_names.get(one, ""), one in full)
        for one in shown
    ]
    return LadderChallenges(
        rungs, _list_open_challenges(visit, me), stage.settings.least - 1, stage.settings.most - 1
    )


def _list_open_challenges(visit: TournamentVisit, me: Entrant) -> list[OpenChallenge]:
    return [
        OpenChallenge(
            table.number, [one.entrant.name for one in table.seats.all() if one.entrant_id != me.pk]
        )
        for table in ladder.list_unanswered_challenges(visit.tournament, me)
    ]


def _find_full_entrants(visit: TournamentVisit, cap: int) -> set[int]:
    """Find the entrants who already have as many open tables as they may or want to have."""
    open_ = [TournamentTable.State.PLANNED, TournamentTable.State.STARTED]
    found = TableSeat.objects.filter(table__tournament=visit.tournament, table__state__in=open_)
    seats = list(found.values_list("entrant__number", "entrant__cap"))
    caps = {number: cap for number, cap in seats if cap is not None}
    busy = Counter(number for number, _wish in seats)
    return {number for number in busy if busy[number] >= start_order.compute_player_cap(number, cap, caps)}
