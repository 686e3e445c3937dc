"""The drawing of a knock-out: every table, and who went where."""

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

from games.tournaments.models import Round, Stage, Table
from games.tournaments.pairing import knock_out
from games.tournaments.pairing.knock_out import Finish
from games.tournaments.pairing.lots import lot
from games.tournaments.standings.ranking import Reason, in_words
from games.tournaments.standings.tie_breaks import TieBreak
from games.views.sharing.cards import share_of_page
from games.views.tournaments.bouts import Bout, Seated, bouts
from games.views.tournaments.event import Event, event_or_404
from games.views.tournaments.told import voice

MOST_BOUTS = 32  # of one round in the drawing


class Going(NamedTuple):
    """Where somebody goes, in words; and the table, if it is drawn."""

    words: str
    table: int = 0


Line = tuple[Seated, Going | None]


class Path(NamedTuple):
    """A line from a table of one round to a table of the next, in hundredths of the height and of the gap."""

    drawn: str
    is_mine: bool


class Level(NamedTuple):
    """One round of a knock-out in the drawing."""

    name: str
    round: Round
    stage: Stage
    size: int  # tables
    lines: list[tuple[Bout, list[Line]]]  # each seat with where it goes next
    ties: list[str]  # of those who go on and those who do not, told in words
    paths: list[Path]  # from the round before


@never_cache
@require_safe
def bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Every table of a knock-out, and who went where. Of a large round only the number is told."""
    event = event_or_404(request, slug, "tournament_bracket")
    stages = [stage for stage in event.begun if stage.plan.format == "knock_out"]
    if not stages:
        raise Http404
    published = Round.objects.filter(stage__in=stages).exclude(state=Round.State.DRAFTED)
    published = published.annotate(size=Count("tables", filter=~Q(tables__state=Table.State.VOID)))
    rows = list(published.order_by("stage__number", "number"))
    tables = event.tournament.tables.exclude(state=Table.State.VOID).order_by("number")
    drawn = [row for row in rows if row.size <= MOST_BOUTS]
    by_round = defaultdict(list)
    for bout in bouts(request, event, tables.filter(round__in=drawn)):
        by_round[bout.table.round_id].append(bout)
    levels = [_level(event, rows, place, by_round) for place in range(len(rows))]
    ties = [tie for level in levels for tie in level.ties]
    context = {"event": event, "share": share_of_page(request, event), "levels": levels, "ties": ties}
    return render(request, "tournaments/bracket.html", context)


def _level(event: Event, rows: list[Any], place: int, by_round: dict[int | None, list[Bout]]) -> Level:
    row = rows[place]
    following = rows[place + 1] if place + 1 < len(rows) else None
    stage = next(one for one in event.stages if one.pk == row.stage_id)
    known = _destinations(event, following, by_round)

    def goes(seat: Seated) -> Going | None:
        return known.get(seat.number) if following else _prospect(event, stage, row, seat)

    lines = [(bout, [(seat, goes(seat)) for seat in bout.seats]) for bout in by_round[row.pk]]
    ties = [tie for bout, seats in lines for tie in _ties(bout, seats)]
    ties += _wild_cards(event.tournament.seed, lines, stage.plan.through)
    before = by_round[rows[place - 1].pk] if place else []
    paths = list(_paths(event, before, by_round[row.pk]))
    return Level(_level_name(event, stage, row), row, stage, row.size, lines, ties, paths)


def _paths(event: Event, before: Sequence[Bout], after: Sequence[Bout]) -> Iterator[Path]:
    """Who went where, table by table. All tables of a round have the same height, so that their middles are
    known here."""
    own = event.mine.number if event.mine else 0
    there = {
        seat.number: place
        for place, bout in enumerate(after)
        for seat in bout.seats
        if seat.number and not event.hides(bout.table)
    }
    ways: dict[tuple[int, int], bool] = {}
    for place, bout in enumerate(before):
        for seat in bout.seats:
            if (target := there.get(seat.number)) is not None:
                ways[place, target] = ways.get((place, target), False) or seat.number == own
    for (one, other), is_mine in sorted(ways.items(), key=lambda way: way[1]):  # the own one above the others
        start, end = (_middle(place, some) for place, some in ((one, before), (other, after)))
        yield Path(f"M0 {start}C50 {start} 50 {end} 100 {end}", is_mine)


def _middle(place: int, tables: Sequence[Bout]) -> float:
    return round(100 * (place + 0.5) / len(tables), 2)


def _ties(bout: Bout, seats: list[Line]) -> Iterator[str]:
    """Somebody has left another behind who had the same score."""
    number = bout.table.number
    for (one, goes), (other, other_goes) in pairwise(seats):
        is_close = one.score and one.score == other.score and one.place < other.place
        if is_close and goes and not other_goes:
            words = _(
                "Table %(table)d: %(one)s and %(other)s both had %(score)s. "
                "By the game’s own tie-break %(one)s comes first."
            )
            yield words % {"table": number, "one": one.name, "other": other.name, "score": one.score}


def _wild_cards(seed: str, lines: list[tuple[Bout, list[Line]]], through: int) -> Iterator[str]:
    """Who goes on although not first enough at the table, and what has parted them from the next one."""
    names = {seat.number: seat.name for bout, seats in lines for seat, _goes in seats}
    on = {seat.number for bout, seats in lines for seat, goes in seats if goes}
    finishes = [one for bout, seats in lines for one in _finishes(bout)]
    others = [one for one in knock_out.ranked(finishes, seed) if one.place > through]
    for place, one in enumerate(others):
        if one.player not in on:
            continue
        words = {"table": one.table, "name": names[one.player]}
        behind = next((other for other in others[place + 1 :] if other.player not in on), None)
        if behind is None:
            yield _("Table %(table)d: %(name)s goes on as one of the best of the others.") % words
            continue
        told = _(
            "Table %(table)d: %(name)s goes on as one of the best of the others, before %(other)s: %(why)s."
        )
        yield told % {**words, "other": names[behind.player], "why": _why(seed, one, behind)}


def _finishes(bout: Bout) -> Iterator[Finish[int]]:
    """How it ended at a table, as the draw compares it with others."""
    scores = {seat.number: max(Fraction(seat.score or 0), Fraction()) for seat in bout.seats if seat.place}
    most, all_of_it = max(scores.values(), default=Fraction()), sum(scores.values())
    for seat in bout.seats:
        if seat.number in scores:
            relative = scores[seat.number] / most if most else Fraction(1)
            share = scores[seat.number] * len(scores) / all_of_it if all_of_it else Fraction(1)
            yield Finish(seat.number, bout.table.number, seat.place, relative, share)


def _why(seed: str, one: Finish[int], other: Finish[int]) -> str:
    """The first that differs: place, part of the winner's score, share of the table, lot."""
    figures: list[tuple[TieBreak, Any, Any]] = [
        ("PLACE", Fraction(one.place), Fraction(other.place)),
        ("RELW", one.relative, other.relative),
        ("SHARE_N", one.share, other.share),
        ("LOT", lot(seed, one.player), lot(seed, other.player)),
    ]
    tie_break, better, worse = next(found for found in figures if found[1] != found[2])
    return Reason(tie_break, in_words(tie_break, better, worse)).say(voice())


def _prospect(event: Event, stage: Stage, row: Any, seat: Seated) -> Going | None:
    """Before the next round is drawn: who is sure to be in it, and who has won it all."""
    if not seat.place or seat.place > (1 if row.size == 1 else stage.plan.through):
        return None
    return Going(_("has won") if _is_final(event, stage, row) else _("goes on"))


def _is_final(event: Event, stage: Stage, row: Any) -> bool:
    return stage == event.stages[-1] and bool(row.size == 1)


def _level_name(event: Event, stage: Stage, row: Any) -> str:
    return _("Final") if _is_final(event, stage, row) else _("Round %(number)d") % {"number": row.number}


def _destinations(event: Event, following: Any, by_round: dict[int | None, list[Bout]]) -> dict[int, Going]:
    """Where people go whose next table everybody may know."""
    if following is None:
        return {}
    is_final = following.size == 1
    return {
        seat.number: Going(
            _("to the final") if is_final else _("to table %(number)d") % {"number": bout.table.number},
            bout.table.number,
        )
        for bout in by_round[following.pk]
        for seat in bout.seats
        if seat.number and not event.hides(bout.table)
    }
