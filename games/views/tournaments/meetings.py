"""Cross-table of a stage: how often each pair has met, and how often each entrant sat in which seat."""

from collections import defaultdict
from itertools import combinations
from typing import NamedTuple

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.tournaments.ledger.state import TournamentState
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import Round, Stage
from games.views.tournaments.context import TournamentVisit, get_visit_or_404

MOST_ENTRANTS_SHOWN = 48  # entrants: a larger cross-table would not be readable


class MeetingsRow(NamedTuple):
    """A row of the cross-table."""

    number: int
    name: str
    meetings: list[int | None]
    seat_counts: list[int]


@never_cache
@require_safe
def show_meetings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how often each pair has sat at one table, and how often each entrant sat in which seat."""
    visit = get_visit_or_404(request, slug, "tournament_meetings")
    stage = visit.get_stage_or_404(request.GET.get("stage"))
    is_small = _load_field_size(stage) <= MOST_ENTRANTS_SHOWN
    context = {
        "visit": visit,
        "stage": stage,
        "stage_name": visit.format_stage_name(stage),
        "rows": _count_meetings(visit, stage) if is_small and not stage.is_skipped else [],
        "most": MOST_ENTRANTS_SHOWN,
        "is_large": not is_small,
        "seats": range(1, stage.settings.most + 1),
    }
    return render(request, "tournaments/meetings.html", context)


def _load_field_size(stage: Stage) -> int:
    """Count the entrants of a stage without loading the whole ledger of a large tournament."""
    entries = stage.tournament.ledger_entries.filter(kind="stage").values_list("data", flat=True)
    fields = {one["stage"]: len(one["field"]) for one in map(msgspec.json.decode, entries)}
    return fields.get(stage.number, 0)


def _count_meetings(visit: TournamentVisit, stage: Stage) -> list[MeetingsRow]:
    state = load_state(visit.tournament)
    field = state.stages[stage.number].field
    seatings = _list_known_seatings(stage, state)
    met: dict[frozenset[int], int] = defaultdict(int)
    sat: dict[int, list[int]] = {entrant: [0] * stage.settings.most for entrant in field}
    for seats in seatings:
        for pair in combinations(seats, 2):
            met[frozenset(pair)] += 1
        for place, entrant in enumerate(seats):
            sat[entrant][place] += 1
    return [
        MeetingsRow(
            one,
            state.entrants[one].name,
            [None if other == one else met[frozenset((one, other))] for other in field],
            sat[one],
        )
        for one in field
    ]


def _list_known_seatings(stage: Stage, state: TournamentState) -> list[tuple[int, ...]]:
    """List the seatings of published rounds whose names are public.

    Void tables do not count; anonymous tables only once they are over.
    """
    drafted = set(stage.rounds.filter(state=Round.State.DRAFTED).values_list("number", flat=True))
    hidden = ("void", "planned", "started") if stage.settings.anonymous else ("void",)
    tables = (table for table in state.list_stage_tables(stage.number) if table.round not in drafted)
    return [table.seats for table in tables if table.state not in hidden]
