"""Rounds and their tables, standings, and the card of one entrant."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
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

from games.tournaments import archiving, badges, reckoning, veiling
from games.tournaments.models import Entrant, Round, Sitting, Stage, Table
from games.tournaments.models.table import DONE
from games.tournaments.reckoning import Section
from games.tournaments.standings import exact
from games.views.charts import Chart
from games.views.sharing.cards import share_of_page
from games.views.tournaments import charts, sheets, told
from games.views.tournaments.bouts import Bout, Shown, bouts, byes, measures, shown_rounds
from games.views.tournaments.event import Event, event_or_404

MOST_CROSSED = 48  # entrants: beyond that a square of names is no help to anybody
TABLES_AT_ONCE = 60
FRAMED = {"frame-ancestors": ["*"], "script-src": ["'none'"], "form-action": ["'none'"]}
FEW_TABLES = 12  # so many stand below the standings
MOST_BOUTS = 32  # of one round in the drawing
BY_TABLES = ("league", "pyramid")  # all tables are one round


# --- tables


@never_cache
@require_safe
def rounds(request: HttpRequest, slug: str) -> HttpResponse:
    """The rounds of a stage, the newest first, as many as fit on a page; of a large one, a part."""
    event = event_or_404(request, slug, "tournament_rounds")
    stage = event.stage_named(request.GET.get("stage"))
    context = {
        "event": event,
        "stage": stage,
        "stage_name": event.name_of(stage),
        "share": share_of_page(request, event),
    }
    if stage.plan.format == "ladder":
        return render(request, "tournaments/ladder_tables.html", context | _ladder_tables(request, event))
    published = _published(event, stage)[::-1]
    wanted = _wanted(published, request.GET.get("round", ""))
    context |= {"rounds": [], "numbers": [row.number for row in reversed(published)]}
    if len(wanted) == 1 and wanted[0].size > TABLES_AT_ONCE:
        context |= _part_of_round(request, event, wanted[0])
    else:
        context["rounds"] = shown_rounds(request, event, stage, wanted)
    return render(request, "tournaments/rounds.html", context)


def _published(event: Event, stage: Stage) -> list[Any]:
    """Its rounds with how many tables each has; and which of them are not told yet, asked together."""
    left = Count("tables", filter=~Q(tables__state__in=DONE))
    found = stage.rounds.exclude(state=Round.State.DRAFTED).annotate(size=Count("tables"), left=left)
    rows = list(found.order_by("number"))
    event.veiled_rounds = {row.pk for row in rows if veiling.is_kept(event.tournament, stage, row, row.left)}
    return rows


def _wanted(published: Sequence[Any], number: str) -> list[Any]:
    """The round that the address asks for, or the newest ones that fit together."""
    if number:
        return [row for row in published if str(row.number) == number] or _no_round()
    fitting, tables = list(published[:1]), sum(row.size for row in published[:1])
    for row in published[1:]:
        tables += row.size
        if tables > TABLES_AT_ONCE:
            break
        fitting.append(row)
    return fitting


def _no_round() -> Any:
    raise Http404


def _part_of_round(request: HttpRequest, event: Event, row: Any) -> dict[str, Any]:
    """A page of its tables; where the reader sits stands first."""
    tables = event.tournament.tables.filter(round=row).order_by("number")
    pages = Paginator(tables, TABLES_AT_ONCE)
    pages.count = row.size  # came with the round
    page = pages.get_page(request.GET.get("page"))
    mine = tables.filter(sittings__entrant=event.mine) if event.mine else tables.none()
    own = bouts(request, event, mine)
    event.played_rounds = {row.pk} if own and all(bout.table.is_done for bout in own) else set()
    shown = Shown(
        row,
        bouts(request, event, cast("QuerySet[Table]", page.object_list)),
        [event.names.get(number, "") for number in byes(row.stage).get(row.number, [])],
        measures(row),
    )
    return {
        "rounds": [shown],
        "page": page,
        "own": own,
        "more": f"round={row.number}&",
    }


def _ladder_tables(request: HttpRequest, event: Event) -> dict[str, Any]:
    """Challenges and games, the newest first."""
    tables = event.tournament.tables.filter(round=None).order_by("-number")
    page = Paginator(tables, TABLES_AT_ONCE).get_page(request.GET.get("page"))
    listed = bouts(request, event, cast("QuerySet[Table]", page.object_list))
    return {"page": page, "bouts": listed, "more": ""}


# --- standings


@never_cache
@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_or_404(request, slug, "tournament_standings")
    stage = event.stage_named(request.GET.get("stage"))
    sections = sheets.sections_of(stage)
    page = sheets.page_of(sections, request.GET.get("page"))
    own = event.mine.number if event.mine else 0
    rows = _published(event, stage)
    context = {
        "event": event,
        "stage": stage,
        "stage_name": event.name_of(stage),
        "share": share_of_page(request, event),
        "sheets": sheets.sheets(event, stage, sections, page.object_list[0]),
        "is_untouched": sheets.is_untouched(sections),
        "kept": [row.number for row in rows if row.pk in event.veiled_rounds],
        "frame": request.build_absolute_uri(reverse("tournament_embed", args=[slug])),
        "page": page,
        "own_page": sheets.page_with(sections, own) if own and page.paginator.num_pages > 1 else 0,
        "more": f"stage={stage.number}&",
        "tie_breaks": sheets.tie_breaks(stage),
        "measures": measures(rows[-1]) if rows else [],
        "chart": _chart(event, stage, sections, rows, own),
        "is_by_tables": stage.plan.format in BY_TABLES,
        "tables": _few_tables(request, event, rows),
        "legend": told.legend(stage.plan),
        "has_trf": archiving.is_of_two(event.tournament, stage),
        "stood_in": [
            (name, told.points(earned))
            for name, earned in archiving.credits(event.tournament, stage.number).items()
        ],
    }
    return render(request, "tournaments/standings.html", context)


def _few_tables(request: HttpRequest, event: Event, rows: Sequence[Any]) -> list[Bout]:
    """All tables of a small stage."""
    if not rows or sum(row.size for row in rows) > FEW_TABLES:
        return []
    return bouts(request, event, event.tournament.tables.filter(round__in=rows).order_by("number"))


def _chart(
    event: Event, stage: Stage, sections: Sequence[Section], rows: Sequence[Round], own: int
) -> Chart | None:
    """Of a stage where all results count: the first of its standings, and the reader. Of several groups it is
    the reader's, or the first one."""
    if not sections or stage.plan.best or stage.plan.format not in ("swiss", "pods", *BY_TABLES):
        return None
    groups = [[int(row.entrant) for row in section.rows] for section in sections]
    ranked = next((group for group in groups if own in group), groups[0])
    shown = ranked[: charts.MOST_LINES] + ([own] if own in ranked[charts.MOST_LINES :] else [])
    if stage.plan.format in BY_TABLES:
        return charts.points_over_rounds(_by_tables(event, stage, shown), event.names, own)
    closed = [row.number for row in rows if row.state == Round.State.CLOSED]
    return charts.points_over_rounds(_gained(stage, shown, closed), event.names, own)


def _by_tables(event: Event, stage: Stage, entrants: Sequence[int]) -> dict[int, list[Fraction]]:
    """What each of these got at each of their tables, in the order in which they ended: in a league all are
    one long round."""
    known = Sitting.objects.filter(table__round__stage=stage, entrant__number__in=entrants)
    known = known.exclude(points="").exclude(table__round__in=event.veiled_rounds)
    found: dict[int, list[Fraction]] = {entrant: [] for entrant in entrants}
    ended = known.order_by("table__ended_at", "table__number").values_list("entrant__number", "points")
    for entrant, points in ended:
        found[entrant].append(exact.read(points))
    return found


def _gained(stage: Stage, entrants: Sequence[int], closed: Sequence[int]) -> dict[int, list[Fraction]]:
    """What each of these got in each closed round, by the copies of what the ledger says."""
    if len(closed) < 2:
        return {}
    found = {entrant: dict.fromkeys(closed, Fraction()) for entrant in entrants}
    played = list(_played(stage, entrants))
    is_whole = len({(entrant, number) for entrant, number, _points in played}) == len(entrants) * len(closed)
    for entrant, number, points in played if is_whole else [*played, *_sat_out(stage)]:
        if entrant in found and number in found[entrant]:
            found[entrant][number] += points
    return {entrant: list(points.values()) for entrant, points in found.items()}


def _played(stage: Stage, entrants: Sequence[int]) -> Iterator[tuple[int, int, Fraction]]:
    closed = Sitting.objects.filter(table__round__stage=stage, table__round__state=Round.State.CLOSED)
    sittings = closed.filter(entrant__number__in=entrants)
    rows = sittings.exclude(points="").values_list("entrant__number", "table__round__number", "points")
    return ((entrant, number, exact.read(points)) for entrant, number, points in rows)


def _sat_out(stage: Stage) -> Iterator[tuple[int, int, Fraction]]:
    neutral = reckoning.terms(stage.plan, "").neutral
    return ((entrant, number, neutral) for number, people in byes(stage).items() for entrant in people)


@never_cache
@require_safe
@xframe_options_exempt
@csp_replace(FRAMED)  # type: ignore[arg-type] # it knows no views with arguments
def embed(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings alone, to be framed by any page: no script, no form, the same for everybody."""
    request.user = AnonymousUser()
    event = event_or_404(request, slug, "tournament_standings")
    stage = event.stage_named(request.GET.get("stage"))
    sections = sheets.sections_of(stage)
    page = sheets.page_of(sections, request.GET.get("page"))
    context = {
        "event": event,
        "stage_name": event.name_of(stage),
        "sheets": sheets.sheets(event, stage, sections, page.object_list[0]),
        "page": page,
        "more": f"stage={stage.number}&",
    }
    return render(request, "tournaments/embed.html", context)


# --- one entrant


@never_cache
@require_safe
def card(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """All tables of one entrant, with opponents, seats and points."""
    event = event_or_404(request, slug, "tournament_entrants")
    entrant = event.tournament.entrants.select_related("user").filter(number=number).first()
    if entrant is None:
        raise Http404
    published = Round.objects.filter(stage__tournament=event.tournament).exclude(state=Round.State.DRAFTED)
    tables = event.tournament.tables.filter(Q(round__in=published) | Q(round=None), sittings__entrant=entrant)
    is_mine = event.mine is not None and event.mine.pk == entrant.pk
    listed = bouts(request, event, tables.order_by("number"))
    known = [bout for bout in listed if is_mine or not event.hides(bout.table)]
    context = {
        "event": event,
        "entrant": entrant,
        "bouts": [(bout, _sitting(bout, entrant)) for bout in known],
        "met": _met(known, number),
        "ranks": _ranks(event, number),
        "badges": badges.of_entrant(entrant) if event.tournament.is_over else [],
    }
    return render(request, "tournaments/card.html", context)


def _sitting(bout: Bout, entrant: Entrant) -> Sitting:
    return next(one for one in bout.table.sittings.all() if one.entrant_id == entrant.pk)


def _met(known: Sequence[Bout], number: int) -> list[tuple[int, str, int]]:
    """Whom somebody has met, most often first."""
    found: dict[int, tuple[int, str]] = {}
    for bout in known:
        for seat in bout.seats if bout.table.state != Table.State.VOID else []:
            if seat.number not in (0, number):
                found[seat.number] = (found.get(seat.number, (0, ""))[0] + 1, seat.name)
    ordered = sorted(found.items(), key=lambda one: (-one[1][0], one[1][1]))
    return [(other, name, times) for other, (times, name) in ordered]


def _ranks(event: Event, number: int) -> list[tuple[str, int, str]]:
    """The place in each stage."""
    return [
        (event.name_of(stage), row.rank, told.points(row.points))
        for stage in event.begun
        for section in sheets.sections_of(stage)
        for row in section.rows
        if row.entrant == number
    ]
