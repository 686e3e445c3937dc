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
    met: list[int | None]
    seats: list[int]


@never_cache
@require_safe
def show_meetings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show how often each pair has sat at one table, and how often each entrant sat in which seat."""
    event = get_visit_or_404(request, slug, "tournament_meetings")
    stage = event.get_stage_or_404(request.GET.get("stage"))
    is_small = _load_field_size(stage) <= MOST_ENTRANTS_SHOWN
    context = {
        "event": event,
        "stage": stage,
        "stage_name": event.format_stage_name(stage),
        "rows": _count_meetings(event, stage) if is_small and not stage.is_left_out else [],
        "most": MOST_ENTRANTS_SHOWN,
        "is_large": not is_small,
        "seats": range(1, stage.plan.most + 1),
    }
    return render(request, "tournaments/meetings.html", context)


def _load_field_size(stage: Stage) -> int:
    """Count the entrants of a stage without loading the whole ledger of a large tournament."""
    entries = stage.tournament.entries.filter(kind="stage").values_list("data", flat=True)
    fields = {one["stage"]: len(one["field"]) for one in map(msgspec.json.decode, entries)}
    return fields.get(stage.number, 0)


def _count_meetings(event: TournamentVisit, stage: Stage) -> list[MeetingsRow]:
    story = load_state(event.tournament)
    field = story.stages[stage.number].field
    seatings = _list_known_seatings(stage, story)
    met: dict[frozenset[int], int] = defaultdict(int)
    sat: dict[int, list[int]] = {entrant: [0] * stage.plan.most for entrant in field}
    for seats in seatings:
        for pair in combinations(seats, 2):
            met[frozenset(pair)] += 1
        for place, entrant in enumerate(seats):
            sat[entrant][place] += 1
    return [
        MeetingsRow(
            one,
            story.entrants[one].name,
            [None if other == one else met[frozenset((one, other))] for other in field],
            sat[one],
        )
        for one in field
    ]


def _list_known_seatings(stage: Stage, story: TournamentState) -> list[tuple[int, ...]]:
    """List the seatings of published rounds whose names are public.

    Void tables do not count; anonymous tables only once they are over.
    """
    drafted = set(stage.rounds.filter(state=Round.State.DRAFTED).values_list("number", flat=True))
    hidden = ("void", "planned", "started") if stage.plan.anonymous else ("void",)
    tables = (table for table in story.list_stage_tables(stage.number) if table.round not in drafted)
    return [table.seats for table in tables if table.state not in hidden]
