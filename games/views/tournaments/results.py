"""Results of a tournament: rounds with their tables, standings, and the page of one entrant."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, cast

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.tournaments.export import files
from games.tournaments.ledger.transaction import load_state
from games.tournaments.models import Entrant, Round, Stage, TableSeat, TournamentTable
from games.tournaments.models.table import DONE_STATES
from games.tournaments.results import badges, hidden_results
from games.tournaments.settings import GROUP_FORMATS
from games.tournaments.standings import exact, from_state
from games.tournaments.standings.from_state import GroupStandings
from games.views.charts import Chart, ChartLayout, ChartLine, draw_chart
from games.views.tournaments import facts, standings_table
from games.views.tournaments.context import TournamentVisit, get_visit_or_404
from games.views.tournaments.social_card import build_tournament_page_tags
from games.views.tournaments.table_list import (
    ListedRound,
    ListedTable,
    describe_round_quality,
    list_rounds,
    list_tables,
    load_byes,
)

TABLES_PER_PAGE = 60
EMBED_POLICY = {"frame-ancestors": ["*"], "script-src": ["'none'"], "form-action": ["'none'"]}
MOST_TABLES_BELOW = 12  # up to this many tables are listed below the standings
SINGLE_ROUND_FORMATS = GROUP_FORMATS  # all their tables belong to one round
CHART_LAYOUT = ChartLayout(440, 280, left=30, right=140)
MOST_LINES = 8  # of the chart; the reader's own line comes on top
DASH_STYLES = 8


# --- tables


@never_cache
@require_safe
def show_rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """List the rounds of a stage, the newest first, as many as fit on a page; a large round is paginated."""
    visit = get_visit_or_404(request, slug, "tournament_rounds")
    stage = visit.get_stage_or_404(request.GET.get("stage"))
    context = {
        "visit": visit,
        "stage": stage,
        "stage_name": visit.format_stage_name(stage),
        "share": build_tournament_page_tags(request, visit),
    }
    if stage.settings.format == "ladder":
        return render(request, "tournaments/ladder_tables.html", context | _build_ladder_page(request, visit))
    published = _list_published_rounds(visit, stage)[::-1]
    wanted = _select_rounds(published, request.GET.get("round", ""))
    context |= {"rounds": [], "numbers": [row.number for row in reversed(published)]}
    if len(wanted) == 1 and wanted[0].size > TABLES_PER_PAGE:
        context |= _build_round_page(request, visit, wanted[0])
    else:
        context["rounds"] = list_rounds(request, visit, stage, wanted)
    return render(request, "tournaments/rounds.html", context)


def _list_published_rounds(visit: TournamentVisit, stage: Stage) -> list[Any]:
    """Load the published rounds with the number of their tables.

    The same query tells which rounds still hide their results, and stores that on the visit.
    """
    left = Count("tables", filter=~Q(tables__state__in=DONE_STATES))
    found = stage.rounds.exclude(state=Round.State.DRAFTED).annotate(size=Count("tables"), left=left)
    rows = list(found.order_by("number"))
    visit.hidden_rounds = {
        row.pk for row in rows if hidden_results.is_round_hidden(visit.tournament, stage, row, row.left)
    }
    return rows


def _select_rounds(published: Sequence[Any], number: str) -> list[Any]:
    """Pick the round that the query string asks for, or the newest rounds that fit on one page."""
    if number:
        return [row for row in published if str(row.number) == number] or _raise_404()
    fitting, tables = list(published[:1]), sum(row.size for row in published[:1])
    for row in published[1:]:
        tables += row.size
        if tables > TABLES_PER_PAGE:
            break
        fitting.append(row)
    return fitting


def _raise_404() -> Any:
    raise Http404


def _build_round_page(request: HttpRequest, visit: TournamentVisit, row: Any) -> dict[str, Any]:
    """Build one page of the tables of a large round, with the reader's own tables above."""
    tables = visit.tournament.tables.filter(round=row).order_by("number")
    pages = Paginator(tables, TABLES_PER_PAGE)
    pages.count = row.size  # loaded with the round; saves a query
    page = pages.get_page(request.GET.get("page"))
    mine = tables.filter(seats__entrant=visit.own_entrant) if visit.own_entrant else tables.none()
    own = list_tables(request, visit, mine)
    visit.finished_rounds = (
        {row.pk} if own and all(listed_table.table.is_done for listed_table in own) else set()
    )
    shown = ListedRound(
        row,
        list_tables(request, visit, cast("QuerySet[TournamentTable]", page.object_list)),
        [visit.entrant_names.get(number, "") for number in load_byes(row.stage).get(row.number, [])],
        describe_round_quality(row),
    )
    return {
        "rounds": [shown],
        "page": page,
        "own": own,
        "more": f"round={row.number}&",
    }


def _build_ladder_page(request: HttpRequest, visit: TournamentVisit) -> dict[str, Any]:
    """Build one page of the challenges and tables of a ladder, the newest first."""
    tables = visit.tournament.tables.filter(round=None).order_by("-number")
    page = Paginator(tables, TABLES_PER_PAGE).get_page(request.GET.get("page"))
    listed = list_tables(request, visit, cast("QuerySet[TournamentTable]", page.object_list))
    return {"page": page, "bouts": listed, "more": ""}


# --- standings


@never_cache
@require_safe
def show_standings(request: HttpRequest, slug: str) -> HttpResponse:
    visit = get_visit_or_404(request, slug, "tournament_standings")
    stage = visit.get_stage_or_404(request.GET.get("stage"))
    sections = standings_table.load_sections(stage)
    page = standings_table.get_page(sections, request.GET.get("page"))
    own = visit.own_entrant.number if visit.own_entrant else 0
    rows = _list_published_rounds(visit, stage)
    context = {
        "visit": visit,
        "stage": stage,
        "stage_name": visit.format_stage_name(stage),
        "share": build_tournament_page_tags(request, visit),
        "sheets": standings_table.build_standings_tables(visit, stage, sections, page.object_list[0]),
        "is_untouched": standings_table.has_no_results(sections),
        "kept": [row.number for row in rows if row.pk in visit.hidden_rounds],
        "frame": request.build_absolute_uri(reverse("tournament_embed", args=[slug])),
        "page": page,
        "own_page": standings_table.find_page_of_entrant(sections, own)
        if own and page.paginator.num_pages > 1
        else 0,
        "more": f"stage={stage.number}&",
        "tie_breaks": standings_table.describe_tie_breaks(stage),
        "measures": describe_round_quality(rows[-1]) if rows else [],
        "chart": _build_chart(visit, stage, sections, rows, own),
        "is_by_tables": stage.settings.format in SINGLE_ROUND_FORMATS,
        "tables": _list_small_stage_tables(request, visit, rows),
        "legend": facts.describe_score_columns(stage.settings),
        "has_trf": files.has_only_tables_of_two(visit.tournament, stage),
        "stood_in": [
            (name, facts.format_points(earned))
            for name, earned in files.compute_stand_in_credits(visit.tournament, stage.number).items()
        ],
    }
    return render(request, "tournaments/standings.html", context)


def _list_small_stage_tables(
    request: HttpRequest, visit: TournamentVisit, rows: Sequence[Any]
) -> list[ListedTable]:
    """List all tables of a small stage, to be shown below its standings."""
    if not rows or sum(row.size for row in rows) > MOST_TABLES_BELOW:
        return []
    return list_tables(request, visit, visit.tournament.tables.filter(round__in=rows).order_by("number"))


def _build_chart(
    visit: TournamentVisit, stage: Stage, sections: Sequence[GroupStandings], rows: Sequence[Round], own: int
) -> Chart | None:
    """Draw the points of the first in the standings and of the reader, where all results count.

    Of several groups it shows the reader's own, or else the first one.
    """
    if (
        not sections
        or stage.settings.best
        or stage.settings.format not in ("swiss", "pods", *SINGLE_ROUND_FORMATS)
    ):
        return None
    groups = [[int(row.entrant) for row in section.rows] for section in sections]
    ranked = next((group for group in groups if own in group), groups[0])
    shown = ranked[:MOST_LINES] + ([own] if own in ranked[MOST_LINES:] else [])
    if stage.settings.format in SINGLE_ROUND_FORMATS:
        return build_points_chart(_load_points_by_table(visit, stage, shown), visit.entrant_names, own)
    closed = [row.number for row in rows if row.state == Round.State.CLOSED]
    return build_points_chart(_load_points_by_round(stage, shown, closed), visit.entrant_names, own)


def _load_points_by_table(
    visit: TournamentVisit, stage: Stage, entrants: Sequence[int]
) -> dict[int, list[Fraction]]:
    """Load the points of each entrant table by table, in the order in which the tables ended."""
    known = TableSeat.objects.filter(table__round__stage=stage, entrant__number__in=entrants)
    known = known.exclude(points="").exclude(table__round__in=visit.hidden_rounds)
    found: dict[int, list[Fraction]] = {entrant: [] for entrant in entrants}
    ended = known.order_by("table__ended_at", "table__number").values_list("entrant__number", "points")
    for entrant, points in ended:
        found[entrant].append(exact.parse_fraction(points))
    return found


def _load_points_by_round(
    stage: Stage, entrants: Sequence[int], closed: Sequence[int]
) -> dict[int, list[Fraction]]:
    """Load the points of each entrant in each closed round, byes included, from the stored seats."""
    if len(closed) < 2:
        return {}
    found = {entrant: dict.fromkeys(closed, Fraction()) for entrant in entrants}
    played = list(_load_table_points(stage, entrants))
    is_whole = len({(entrant, number) for entrant, number, _points in played}) == len(entrants) * len(closed)
    for entrant, number, points in played if is_whole else [*played, *_list_bye_points(stage)]:
        if entrant in found and number in found[entrant]:
            found[entrant][number] += points
    return {entrant: list(points.values()) for entrant, points in found.items()}


def _load_table_points(stage: Stage, entrants: Sequence[int]) -> Iterator[tuple[int, int, Fraction]]:
    closed = TableSeat.objects.filter(table__round__stage=stage, table__round__state=Round.State.CLOSED)
    sittings = closed.filter(entrant__number__in=entrants)
    rows = sittings.exclude(points="").values_list("entrant__number", "table__round__number", "points")
    return ((entrant, number, exact.parse_fraction(points)) for entrant, number, points in rows)


def _list_bye_points(stage: Stage) -> Iterator[tuple[int, int, Fraction]]:
    neutral = from_state.build_terms(stage.settings, "").neutral
    known = load_state(stage.tournament).stages[stage.number]
    return (
        (int(bye.entrant), bye.round, neutral if bye.points is None else bye.points)
        for bye in from_state.list_byes(known, known.field)
    )


@never_cache
@require_safe
@xframe_options_exempt
@csp_replace(EMBED_POLICY)  # type: ignore[arg-type] # it knows no views with arguments
def show_embedded_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show only the standings, for a frame on any other site: no script, no form, the same for everybody."""
    request.user = AnonymousUser()
    visit = get_visit_or_404(request, slug, "tournament_standings")
    stage = visit.get_stage_or_404(request.GET.get("stage"))
    sections = standings_table.load_sections(stage)
    page = standings_table.get_page(sections, request.GET.get("page"))
    context = {
        "visit": visit,
        "stage_name": visit.format_stage_name(stage),
        "sheets": standings_table.build_standings_tables(visit, stage, sections, page.object_list[0]),
        "page": page,
        "more": f"stage={stage.number}&",
    }
    return render(request, "tournaments/embed.html", context)


# --- one entrant


@never_cache
@require_safe
def show_entrant(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one entrant: tables with seats and points, opponents, ranks and badges."""
    visit = get_visit_or_404(request, slug, "tournament_entrants")
    entrant = visit.tournament.entrants.select_related("user").filter(number=number).first()
    if entrant is None:
        raise Http404
    published = Round.objects.filter(stage__tournament=visit.tournament).exclude(state=Round.State.DRAFTED)
    tables = visit.tournament.tables.filter(Q(round__in=published) | Q(round=None), seats__entrant=entrant)
    is_mine = visit.own_entrant is not None and visit.own_entrant.pk == entrant.pk
    listed = list_tables(request, visit, tables.order_by("number"))
    known = [bout for bout in listed if is_mine or not visit.hides_names(bout.table)]
    context = {
        "visit": visit,
        "entrant": entrant,
        "bouts": [(listed_table, _find_own_seat(listed_table, entrant)) for listed_table in known],
        "met": _count_opponents(known, number),
        "ranks": _list_ranks(visit, number),
        "badges": badges.list_entrant_badges(entrant) if visit.tournament.is_over else [],
    }
    return render(request, "tournaments/entrant.html", context)


def _find_own_seat(listed_table: ListedTable, entrant: Entrant) -> TableSeat:
    return next(one for one in listed_table.table.seats.all() if one.entrant_id == entrant.pk)


def _count_opponents(known: Sequence[ListedTable], number: int) -> list[tuple[int, str, int]]:
    """Count how often an entrant has met each opponent, the most frequent first."""
    found: dict[int, tuple[int, str]] = {}
    for listed_table in known:
        for seat in listed_table.seats if listed_table.table.state != TournamentTable.State.VOID else []:
            if seat.number not in (0, number):
                found[seat.number] = (found.get(seat.number, (0, ""))[0] + 1, seat.name)
    ordered = sorted(found.items(), key=lambda one: (-one[1][0], one[1][1]))
    return [(other, name, times) for other, (times, name) in ordered]


def _list_ranks(visit: TournamentVisit, number: int) -> list[tuple[str, int, str]]:
    """List the entrant's rank and points in each stage."""
    return [
        (visit.format_stage_name(stage), row.rank, facts.format_points(row.points))
        for stage in visit.begun_stages
        for section in standings_table.load_sections(stage)
        for row in section.rows
        if row.entrant == number
    ]


def build_points_chart(
    gained: Mapping[int, Sequence[Fraction]], names: Mapping[int, str], own: int = 0
) -> Chart | None:
    """Draw the accumulated points of each entrant, in the order of the standings; None before two rounds.

    In a league each step is a table: the line of somebody who has played fewer stays level at the end.
    """
    rounds = max(map(len, gained.values()), default=0)
    if rounds < 2:
        return None
    lines = [
        ChartLine(
            names.get(entrant, ""),
            [Fraction(0), *accumulate(_pad_with_zeros(points, rounds))],
            entrant == own,
        )
        for entrant, points in gained.items()
    ]
    return draw_chart(lines, ["", *map(str, range(1, rounds + 1))], CHART_LAYOUT, dashes=DASH_STYLES)


def _pad_with_zeros(points: Sequence[Fraction], rounds: int) -> list[Fraction]:
    return [*points, *[Fraction(0)] * (rounds - len(points))]
