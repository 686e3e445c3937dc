"""Who met whom, and who sat where."""

from collections import defaultdict
from itertools import combinations
from typing import NamedTuple

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.tournaments.book import story_of
from games.tournaments.ledger import Story
from games.tournaments.models import Round, Stage
from games.views.tournaments.event import Event, event_or_404

MOST_CROSSED = 48  # entrants: beyond that a square of names is no help to anybody


class Crossing(NamedTuple):
    """A row of the cross-table."""

    number: int
    name: str
    met: list[int | None]
    seats: list[int]


@never_cache
@require_safe
def cross(request: HttpRequest, slug: str) -> HttpResponse:
    """How often each pair has sat at one table, and how often each sat in which seat."""
    event = event_or_404(request, slug, "tournament_cross")
    stage = event.stage_named(request.GET.get("stage"))
    is_small = _field_size(stage) <= MOST_CROSSED
    context = {
        "event": event,
        "stage": stage,
        "stage_name": event.name_of(stage),
        "rows": _crossings(event, stage) if is_small and not stage.is_left_out else [],
        "most": MOST_CROSSED,
        "is_large": not is_small,
        "seats": range(1, stage.plan.most + 1),
    }
    return render(request, "tournaments/cross.html", context)


def _field_size(stage: Stage) -> int:
    """Without reading the whole ledger of a large event."""
    entries = stage.tournament.entries.filter(kind="stage").values_list("data", flat=True)
    fields = {one["stage"]: len(one["field"]) for one in map(msgspec.json.decode, entries)}
    return fields.get(stage.number, 0)


def _crossings(event: Event, stage: Stage) -> list[Crossing]:
    story = story_of(event.tournament)
    field = story.stages[stage.number].field
    seatings = _known_seatings(stage, story)
    met: dict[frozenset[int], int] = defaultdict(int)
    sat: dict[int, list[int]] = {entrant: [0] * stage.plan.most for entrant in field}
    for seats in seatings:
        for pair in combinations(seats, 2):
            met[frozenset(pair)] += 1
        for place, entrant in enumerate(seats):
            sat[entrant][place] += 1
    return [
        Crossing(
            one,
            story.people[one].name,
            [None if other == one else met[frozenset((one, other))] for other in field],
            sat[one],
        )
        for one in field
    ]


def _known_seatings(stage: Stage, story: Story) -> list[tuple[int, ...]]:
    """Of published rounds, where everybody may know who sits there; not of what does not count."""
    drafted = set(stage.rounds.filter(state=Round.State.DRAFTED).values_list("number", flat=True))
    hidden = ("void", "planned", "started") if stage.plan.anonymous else ("void",)
    tables = (table for table in story.of_stage(stage.number) if table.round not in drafted)
    return [table.seats for table in tables if table.state not in hidden]
