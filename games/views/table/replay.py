"""The replay of a game, move by move, and the final page with scores, turning points and charts."""

import re
from collections.abc import Callable, Sequence
from functools import wraps
from hashlib import blake2b
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import quote_etag
from django.views.decorators.http import conditional_page, require_safe

from games.models import Game
from games.queries import scores
from games.queries.game_view import GameView
from games.queries.rematch import find_rematch_offer
from games.queries.replay import Replay, ReplayOutline, ReplaySection, ReplayStep, load_replay_or_end
from games.queries.table_summary import describe_rules
from games.queries.turning_points import TurningPoint
from games.rules.core.errors import BadRecord
from games.views.charts import Chart, ChartLayout, ChartLine, draw_chart
from games.views.params import parse_whole_number
from games.views.social_cards.content import build_table_tags
from games.views.table.context import (
    describe_verdict,
    get_game_view_or_404,
    list_part_templates,
    make_private,
)

LARGE_CHART = ChartLayout(480, 250, left=30, right=174, top=16, bottom=34)
SMALL_CHART = ChartLayout(360, 220, left=26, right=160, top=16, bottom=34)
TICK_WIDTH = 17  # below a chart: two digits, and some air on a phone
NARROW_GAP, WIDE_GAP = 6.5, 3.0  # per cent of the slider that a number needs on a phone, and on a wide screen

CSRF_FIELD = re.compile(rb'(name="csrfmiddlewaretoken" value=)"[^"]*"')

ViewFunction = Callable[..., HttpResponse]


def require_replay(*, after_the_end: bool = False) -> Callable[[ViewFunction], ViewFunction]:
    """Decorate a view so that it gets the replay the visitor may see.

    Replays hardly change, so the response has an ETag and is not sent twice to the same browser."""

    def around(view: ViewFunction) -> ViewFunction:
        @require_safe
        @conditional_page
        @wraps(view)
        def found(request: HttpRequest, key: str, **more: Any) -> HttpResponse:
            game_view = get_game_view_or_404(request, key)
            if after_the_end and not game_view.is_closed:
                raise Http404
            replay = load_replay_or_end(game_view)
            return add_etag(request, make_private(view(request, replay, **more)))

        return found

    return around


def add_etag(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Add an ETag of what is on a page. The token of a form differs each time: only its secret counts."""
    if response.status_code != HTTPStatus.OK:
        return response
    secret = str(request.META.get("CSRF_COOKIE", "")).encode()
    page = CSRF_FIELD.sub(rb"\1", response.content)
    response.headers["ETag"] = quote_etag(blake2b(page + secret, digest_size=16).hexdigest())
    return response


def render_broken_record(request: HttpRequest, view: GameView, error: BadRecord) -> HttpResponse:
    """Say that the record cannot be replayed; why is said after the game, since it could reveal moves."""
    reason = str(error) if view.is_closed else ""
    page = {"game": view.game, "view": view, "reason": reason}
    return render(request, "games/table/replay/unavailable.html", page, status=409)


# --- move by move


@require_replay()
def open_replay(request: HttpRequest, replay: Replay) -> HttpResponse:
    """Redirect to the step chosen with the slider; else to the deal, or to the latest of a running game."""
    wanted, course = parse_whole_number(request.GET.get("move", "")), replay.outline
    number = 0 if replay.view.is_closed else course.last
    if wanted is not None:
        number = course.at(wanted)
    return redirect("replay_step", key=replay.view.game.key, number=number)


@require_replay()
def show_replay_step(request: HttpRequest, replay: Replay, number: int) -> HttpResponse:
    """Show the table after a certain move."""
    view, course = replay.view, replay.outline
    if course.at(number) != number:
        return redirect("replay_step", key=view.game.key, number=course.at(number))
    step, page = replay.load_step(number)
    parts = _list_section_starts(course)
    context = {
        **_build_context(view),
        "is_complete": replay.is_complete,
        "moment": step,
        "page": page,
        "course": course,
        "stretch": course.find_section(number),
        "back": course.before(number),
        "on": course.after(number),
        "part_back": next((one for one in reversed(parts) if one.starts_after < number), None),
        "part_on": next((one for one in parts if one.starts_after > number), None),
        "ticks": _build_ticks(course, number),
        "charts": _build_charts(replay, here=number),
    }
    return render(request, "games/table/replay/step.html", context)


def _build_context(view: GameView) -> dict[str, Any]:
    return {
        "view": view,
        "game": view.game,
        "rules": describe_rules(view.game),
        "seat": view.seat,
        "verdict": describe_verdict(view),
        "share": build_table_tags(view.game, view.seats, view),
        "parts": list_part_templates(view.game.ruleset),
    }


def _list_section_starts(course: ReplayOutline) -> list[ReplaySection]:
    """List all sections but the first, each starting at the first move made in it."""
    return [
        ReplaySection(one.title, course.after(one.starts_after) or one.starts_after)
        for one in course.sections[1:]
    ]


def _build_ticks(course: ReplayOutline, number: int) -> list[dict[str, Any]]:
    """List where the sections begin along the slider, in per cent of its length."""
    here = course.sections.index(course.find_section(number))
    places = [100 * stretch.starts_after / max(1, course.last) for stretch in course.sections]
    numbered, narrow = (choose_numbered_places(places, here, gap) for gap in (WIDE_GAP, NARROW_GAP))
    return [
        {
            "at": f"{place:.1f}%",
            "text": index + 1 if index in numbered else "",
            "is_here": index == here,
            "is_close": index not in narrow,
        }
        for index, place in enumerate(places)
        if course.sections[index].title
    ]


def choose_numbered_places(places: Sequence[float], here: int, gap: float) -> set[int]:
    """Which places have room for a number: that of this moment in any case, then from the left."""
    chosen = {here}
    for index, place in enumerate(places):
        if all(abs(place - places[other]) >= gap for other in chosen):
            chosen.add(index)
    return chosen


# --- charts


def _build_charts(replay: Replay, here: int | None = None) -> list[dict[str, Any]]:
    """Build a chart and its table of numbers for each figure that the game counts."""
    course = replay.outline
    if len(course.counts) < 2:
        return []
    labels = _list_labels(course)
    found = []
    for place, last in enumerate(course.counts[-1].figures):
        figures = {
            name: [count.figures[place].by_seat[name] for count in course.counts] for name in last.by_seat
        }
        chart = _draw_figures(
            replay.view,
            figures,
            labels,
            _find_place_on_chart(course, here),
            SMALL_CHART if place else LARGE_CHART,
        )
        rows = [(replay.view.call_seat(name), figures[name]) for name in figures]
        found.append({"title": last.title, "slug": last.slug, "chart": chart, "labels": labels, "rows": rows})
    return found


def _list_labels(course: ReplayOutline) -> list[str]:
    """Number the sections; in a game without sections, use the numbers of the moves."""
    if course.has_parts:
        return [str(place) for place in range(len(course.counts))]
    return [str(count.number) for count in course.counts]


def _find_place_on_chart(course: ReplayOutline, number: int | None) -> float | None:
    """Compute where a move lies on the x axis, between two counts."""
    if number is None:
        return None
    ends = [count.number for count in course.counts]
    place = max(place for place, end in enumerate(ends) if end <= number)
    if place == len(ends) - 1:
        return float(place)
    return place + (number - ends[place]) / (ends[place + 1] - ends[place])


def _draw_figures(
    view: GameView, figures: dict[str, list[int]], labels: list[str], here: float | None, sheet: ChartLayout
) -> Chart:
    thick = [view.name] if view.seat else _find_winners(view)
    lines = [ChartLine(view.call_seat(name), values, name in thick) for name, values in figures.items()]
    every = 1 + len(labels) * TICK_WIDTH // (sheet.width - sheet.left - sheet.right)
    ticks = [label if place % every == 0 else "" for place, label in enumerate(labels)]
    return draw_chart(lines, ticks, sheet, here=here)


def _find_winners(view: GameView) -> list[str]:
    return view.rules.winners(view.position) if view.game.state == Game.State.OVER else []


# --- the final page


@require_replay(after_the_end=True)
def show_final_page(request: HttpRequest, replay: Replay) -> HttpResponse:
    """Show the scores explained, the turning points, and how to check that the deal was fair."""
    view, course = replay.view, replay.outline
    _told, page = replay.load_step(course.last)
    context = {
        **_build_context(view),
        "page": page,
        "course": course,
        "rematch": find_rematch_offer(view),
        "scores": scores.list_scores(view),
        "turns": [_describe_turning_point(replay, turn, step) for turn, step in replay.turning_points()],
        "charts": _build_charts(replay),
    }
    return render(request, "games/table/replay/final_page.html", context)


def _describe_turning_point(replay: Replay, turn: TurningPoint, step: ReplayStep) -> dict[str, Any]:
    """Describe a turning point by the sentence about the player whose points changed most."""
    name, gain = max(turn.gains, key=lambda gain: abs(gain[1]))
    sentence = max(
        step.sentences,
        key=lambda one: _mentions_word(one, name) + _mentions_word(one, str(abs(gain))),
        default=name,
    )
    view = replay.view
    return {
        "turn": turn,
        "sentence": sentence,
        "gains": format_gains(turn, view.call_seat),
        "is_own_lead": turn.takes_lead == view.name,
        "stretch": replay.outline.find_section(turn.number),
    }


def _mentions_word(sentence: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", sentence) is not None


def format_gains(turn: TurningPoint, call_seat: Callable[[str], str] = str) -> str:
    """List whose points changed by how much, with real minus signs; hyphens in names stay as they are."""
    return ", ".join(f"{call_seat(name)} " + f"{gain:+d}".replace("-", "\u2212") for name, gain in turn.gains)
