"""The bracket of a knock-out stage: every table, who advanced where, and which ties were close."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.tournaments.models import Round, Stage, TournamentTable
from games.tournaments.pairing.formats import knock_out
from games.tournaments.pairing.formats.knock_out import PlayerFinish
from games.tournaments.pairing.lots import compute_lot
from games.tournaments.standings.ranking import RankReason, describe_reason
from games.tournaments.standings.tie_breaks import TieBreak
from games.views.tournaments.context import TournamentVisit, get_visit_or_404
from games.views.tournaments.facts import get_reader_translator
from games.views.tournaments.social_card import build_tournament_page_tags
from games.views.tournaments.table_list import ListedSeat, ListedTable, list_tables

MOST_TABLES_DRAWN = 32  # tables of one round; a larger round is shown as a number only


class Destination(NamedTuple):
    """Where somebody plays next, as text, with the table number once that round is paired."""

    label: str
    table: int = 0


SeatDestination = tuple[ListedSeat, Destination | None]


class BracketPath(NamedTuple):
    """An SVG path from a table of one round to a table of the next.

    Coordinates are percentages: x of the gap between the rounds, y of the height of the bracket.
    """

    svg_path: str
    is_mine: bool


class BracketRound(NamedTuple):
    """One round as a column of the bracket."""

    name: str
    round: Round
    stage: Stage
    size: int  # tables
    seats_by_table: list[tuple[ListedTable, list[SeatDestination]]]  # each seat with its next table
    ties: list[str]  # sentences about who advanced by a tie-break or as a wild card
    paths: list[BracketPath]  # from the previous round


@never_cache
@require_safe
def show_bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the bracket of all knock-out stages. Of a large round it gives only the number of tables."""
    visit = get_visit_or_404(request, slug, "tournament_bracket")
    stages = [stage for stage in visit.begun_stages if stage.settings.format == "knock_out"]
    if not stages:
        raise Http404
    published = Round.objects.filter(stage__in=stages).exclude(state=Round.State.DRAFTED)
    published = published.annotate(size=Count("tables", filter=~Q(tables__state=TournamentTable.State.VOID)))
    rows = list(published.order_by("stage__number", "number"))
    tables = visit.tournament.tables.exclude(state=TournamentTable.State.VOID).order_by("number")
    drawn = [row for row in rows if row.size <= MOST_TABLES_DRAWN]
    by_round = defaultdict(list)
    for listed_table in list_tables(request, visit, tables.filter(round__in=drawn)):
        by_round[listed_table.table.round_id].append(listed_table)
    levels = [_build_bracket_round(visit, rows, place, by_round) for place in range(len(rows))]
    ties = [tie for level in levels for tie in level.ties]
    context = {
        "visit": visit,
        "share": build_tournament_page_tags(request, visit),
        "levels": levels,
        "ties": ties,
    }
    return render(request, "tournaments/bracket.html", context)


def _build_bracket_round(
    visit: TournamentVisit, rows: list[Any], place: int, by_round: dict[int | None, list[ListedTable]]
) -> BracketRound:
    row = rows[place]
    following = rows[place + 1] if place + 1 < len(rows) else None
    stage = next(one for one in visit.stages if one.pk == row.stage_id)
    known = _find_destinations(visit, following, by_round)

    def goes(seat: ListedSeat) -> Destination | None:
        return known.get(seat.number) if following else _predict_destination(visit, stage, row, seat)

    lines = [(bout, [(seat, goes(seat)) for seat in bout.seats]) for bout in by_round[row.pk]]
    ties = [tie for listed_table, seats in lines for tie in _describe_ties(listed_table, seats)]
    ties += _describe_wild_cards(visit.tournament.seed, lines, stage.settings.through)
    before = by_round[rows[place - 1].pk] if place else []
    paths = list(_build_paths(visit, before, by_round[row.pk]))
    return BracketRound(_format_round_name(visit, stage, row), row, stage, row.size, lines, ties, paths)


def _build_paths(
    visit: TournamentVisit, before: Sequence[ListedTable], after: Sequence[ListedTable]
) -> Iterator[BracketPath]:
    """Draw a path between two tables for each step that somebody advanced.

    All tables of a round have the same height, so their middles can be computed here.
    """
    own = visit.own_entrant.number if visit.own_entrant else 0
    there = {
        seat.number: place
        for place, bout in enumerate(after)
        for seat in bout.seats
        if seat.number and not visit.hides_names(bout.table)
    }
    ways: dict[tuple[int, int], bool] = {}
    for place, listed_table in enumerate(before):
        for seat in listed_table.seats:
            if (target := there.get(seat.number)) is not None:
                ways[place, target] = ways.get((place, target), False) or seat.number == own
    for (one, other), is_mine in sorted(ways.items(), key=lambda way: way[1]):  # own path last: on top
        start, end = (_compute_middle(place, some) for place, some in ((one, before), (other, after)))
        yield BracketPath(f"M0 {start}C50 {start} 50 {end} 100 {end}", is_mine)


def _compute_middle(place: int, tables: Sequence[ListedTable]) -> float:
    return round(100 * (place + 0.5) / len(tables), 2)


def _describe_ties(listed_table: ListedTable, seats: list[SeatDestination]) -> Iterator[str]:
    """Name pairs with equal scores of whom only one advances."""
    number = listed_table.table.number
    for (one, goes), (other, other_goes) in pairwise(seats):
        is_close = one.score and one.score == other.score and one.place < other.place
        if is_close and goes and not other_goes:
            text = _(
                "Table %(table)d: %(one)s and %(other)s both had %(score)s. "
                "By the game’s own tie-break %(one)s comes first."
            )
            yield text % {"table": number, "one": one.name, "other": other.name, "score": one.score}


def _describe_wild_cards(
    seed: str, lines: list[tuple[ListedTable, list[SeatDestination]]], through: int
) -> Iterator[str]:
    """Name those who advance as best of the rest, and why they come before the next one."""
    names = {seat.number: seat.name for bout, seats in lines for seat, _goes in seats}
    on = {seat.number for bout, seats in lines for seat, goes in seats if goes}
    finishes = [one for listed_table, seats in lines for one in _compute_finishes(listed_table)]
    others = [one for one in knock_out.rank_finishes(finishes, seed) if one.place > through]
    for place, one in enumerate(others):
        if one.player not in on:
            continue
        context = {"table": one.table, "name": names[one.player]}
        behind = next((other for other in others[place + 1 :] if other.player not in on), None)
        if behind is None:
            yield _("Table %(table)d: %(name)s advances as one of the best runners-up.") % context
            continue
        text = _(
            "Table %(table)d: %(name)s advances as one of the best runners-up, ahead of %(other)s: %(why)s."
        )
        yield text % {**context, "other": names[behind.player], "why": _explain_order(seed, one, behind)}


def _compute_finishes(listed_table: ListedTable) -> Iterator[PlayerFinish[int]]:
    """Compute the results of a table in the form in which the pairing compares different tables."""
    scores = {
        seat.number: max(Fraction(seat.score or 0), Fraction()) for seat in listed_table.seats if seat.place
    }
    most, all_of_it = max(scores.values(), default=Fraction()), sum(scores.values())
    for seat in listed_table.seats:
        if seat.number in scores:
            relative = scores[seat.number] / most if most else Fraction(1)
            share = scores[seat.number] * len(scores) / all_of_it if all_of_it else Fraction(1)
            yield PlayerFinish(seat.number, listed_table.table.number, seat.place, relative, share)


def _explain_order(seed: str, one: PlayerFinish[int], other: PlayerFinish[int]) -> str:
    """Say which criterion separates two wild cards.

    It is the first that differs: place, score relative to the winner, share of the table, random draw.
    """
    figures: list[tuple[TieBreak, Any, Any]] = [
        ("PLACE", Fraction(one.place), Fraction(other.place)),
        ("RELW", one.relative, other.relative),
        ("SHARE_N", one.share, other.share),
        ("LOT", compute_lot(seed, one.player), compute_lot(seed, other.player)),
    ]
    tie_break, better, worse = next(found for found in figures if found[1] != found[2])
    return RankReason(tie_break, describe_reason(tie_break, better, worse)).say(get_reader_translator())


def _predict_destination(
    visit: TournamentVisit, stage: Stage, row: Any, seat: ListedSeat
) -> Destination | None:
    """Before the next round is paired: tell whether this seat surely advances or has won the tournament."""
    if not seat.place or seat.place > (1 if row.size == 1 else stage.settings.through):
        return None
    return Destination(_("has won") if _is_final(visit, stage, row) else _("goes on"))


def _is_final(visit: TournamentVisit, stage: Stage, row: Any) -> bool:
    return stage == visit.stages[-1] and bool(row.size == 1)


def _format_round_name(visit: TournamentVisit, stage: Stage, row: Any) -> str:
    return _("Final") if _is_final(visit, stage, row) else _("Round %(number)d") % {"number": row.number}


def _find_destinations(
    visit: TournamentVisit, following: Any, by_round: dict[int | None, list[ListedTable]]
) -> dict[int, Destination]:
    """Map entrants to their table in the following round, unless its names are hidden."""
    if following is None:
        return {}
    is_final = following.size == 1
    return {
        seat.number: Destination(
            _("to the final")
            if is_final
            else _("to table %(number)d") % {"number": listed_table.table.number},
            listed_table.table.number,
        )
        for listed_table in by_round[following.pk]
        for seat in listed_table.seats
        if seat.number and not visit.hides_names(listed_table.table)
    }
