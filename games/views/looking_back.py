"""Looking back on a game: the replay, move by move, and the page of its end."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import conditional_page, require_safe

from games.models import Game
from games.play import views_of
from games.play.describing import described
from games.play.replaying import Course, Moment, Replay, Stretch, replay_of
from games.play.turning import Turn
from games.play.views_of import Sight
from games.rules.core.errors import BadRecord
from games.views.charts import Chart, Line, Sheet, drawn
from games.views.numbers import whole
from games.views.sharing.cards import share_of_table
from games.views.showing import parts_of, private, sight_or_404, verdict

LARGE = Sheet(440, 250, left=30, right=134, top=16, bottom=34)
SMALL = Sheet(320, 220, left=26, right=120, top=16, bottom=34)
MOST_TICKS = 16  # below a chart, so that they can be read on a phone

View = Callable[..., HttpResponse]


def played_again(*, after_the_end: bool = False) -> Callable[[View], View]:
    """Let a view have the game as the visitor may see it, played again; or say why that cannot be.

    What is over never changes: who has the page already is not sent it again."""

    def around(view: View) -> View:
        @require_safe
        @conditional_page
        @wraps(view)
        def found(request: HttpRequest, key: str, **more: Any) -> HttpResponse:
            sight = sight_or_404(request, key)
            if after_the_end and not sight.is_closed:
                raise Http404
            try:
                replay = replay_of(sight)
            except BadRecord as error:
                return private(cannot_be_shown(request, sight, error))
            return private(view(request, replay, **more))

        return found

    return around


def cannot_be_shown(request: HttpRequest, sight: Sight, error: BadRecord) -> HttpResponse:
    """The reason names the move that does not fit: while the game runs, that is nobody's to know."""
    reason = str(error) if sight.is_closed else ""
    page = {"game": sight.game, "sight": sight, "reason": reason}
    return render(request, "games/replay/broken.html", page, status=409)


# --- move by move


@played_again()
def replay(request: HttpRequest, replay: Replay) -> HttpResponse:
    """To a moment: the one that the slider names, else the deal; of a game that runs, how it stands."""
    wanted, course = whole(request.GET.get("move", "")), replay.course
    number = 0 if replay.sight.is_closed else course.last
    if wanted is not None:
        number = course.at(wanted)
    return redirect("moment", key=replay.sight.game.key, number=number)


@played_again()
def moment(request: HttpRequest, replay: Replay, number: int) -> HttpResponse:
    """The table after a certain move."""
    sight, course = replay.sight, replay.course
    if course.at(number) != number:
        return redirect("moment", key=sight.game.key, number=course.at(number))
    told, page = replay.moment(number)
    parts = _first_moves(course)
    context = {
        **_around(sight),
        "moment": told,
        "page": page,
        "course": course,
        "stretch": course.stretch_of(number),
        "back": course.before(number),
        "on": course.after(number),
        "part_back": next((one for one in reversed(parts) if one.begins < number), None),
        "part_on": next((one for one in parts if one.begins > number), None),
        "ticks": _ticks(course, number),
        "charts": _charts(replay, here=number),
    }
    return render(request, "games/replay/moment.html", context)


def _around(sight: Sight) -> dict[str, Any]:
    return {
        "sight": sight,
        "game": sight.game,
        "rules": described(sight.game),
        "seat": sight.seat,
        "verdict": verdict(sight),
        "share": share_of_table(sight.game, sight.seats, sight),
        "parts": parts_of(sight.game.ruleset),
    }


def _first_moves(course: Course) -> list[Stretch]:
    """The parts but the first, each with the first move that was made in it."""
    return [Stretch(one.title, course.after(one.begins) or one.begins) for one in course.stretches[1:]]


def _ticks(course: Course, number: int) -> list[dict[str, Any]]:
    """Where the parts begin along the slider, in hundredths of its length."""
    here = course.stretch_of(number)
    places = [100 * stretch.begins / max(1, course.last) for stretch in course.stretches]
    return [
        {"at": f"{place:.1f}%", "text": count, "is_here": stretch == here}
        for count, (stretch, place) in enumerate(zip(course.stretches, places, strict=True), 1)
        if stretch.title
    ]


# --- charts


def _charts(replay: Replay, here: int | None = None) -> list[dict[str, Any]]:
    """One for each thing that the game counts, with its numbers."""
    course = replay.course
    if len(course.counts) < 2:
        return []
    labels = _labels(course)
    found = []
    for place, last in enumerate(course.counts[-1].figures):
        figures = {name: [count.figures[place].of[name] for count in course.counts] for name in last.of}
        chart = _drawn(replay.sight, figures, labels, _place(course, here), SMALL if place else LARGE)
        rows = [(name, figures[name]) for name in figures]
        found.append({"title": last.title, "slug": last.slug, "chart": chart, "labels": labels, "rows": rows})
    return found


def _labels(course: Course) -> list[str]:
    """The numbers of the parts; without any, those of the moves."""
    if course.has_parts:
        return [str(place) for place in range(len(course.counts))]
    return [str(count.number) for count in course.counts]


def _place(course: Course, number: int | None) -> float | None:
    """Where a move lies between two counts."""
    if number is None:
        return None
    ends = [count.number for count in course.counts]
    place = max(place for place, end in enumerate(ends) if end <= number)
    if place == len(ends) - 1:
        return float(place)
    return place + (number - ends[place]) / (ends[place + 1] - ends[place])


def _drawn(
    sight: Sight, figures: dict[str, list[int]], labels: list[str], here: float | None, sheet: Sheet
) -> Chart:
    thick = [sight.name] if sight.seat else _winners(sight)
    lines = [Line(name, values, name in thick) for name, values in figures.items()]
    every = 1 + len(labels) // MOST_TICKS
    ticks = [label if place % every == 0 else "" for place, label in enumerate(labels)]
    return drawn(lines, ticks, sheet, here=here)


def _winners(sight: Sight) -> list[str]:
    return sight.rules.winners(sight.position) if sight.game.state == Game.State.OVER else []


# --- how it ended


@played_again(after_the_end=True)
def ending(request: HttpRequest, replay: Replay) -> HttpResponse:
    """The score explained, where the game turned, and how to check that it was dealt fairly."""
    sight, course = replay.sight, replay.course
    _told, page = replay.moment(course.last)
    context = {
        **_around(sight),
        "page": page,
        "course": course,
        "scores": views_of.scores(sight) if sight.game.state == Game.State.OVER else [],
        "turns": [_turn(course, turn, told) for turn, told in replay.turning_points()],
        "charts": _charts(replay),
    }
    return render(request, "games/replay/ending.html", context)


def _turn(course: Course, turn: Turn, told: Moment) -> dict[str, Any]:
    """In words: of all that happened then, what is told of the one whose points changed most."""
    name, gain = max(turn.gains, key=lambda gain: abs(gain[1]))
    sentence = max(
        told.sentences, key=lambda one: _names(one, name) + _names(one, str(abs(gain))), default=name
    )
    stretch = course.stretch_of(turn.number)
    return {"turn": turn, "sentence": sentence, "gains": gains(turn), "stretch": stretch}


def _names(sentence: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", sentence) is not None


def gains(turn: Turn) -> str:
    """Whose points changed by how much; the hyphen of a name stays one."""
    return ", ".join(f"{name} " + f"{gain:+d}".replace("-", "\u2212") for name, gain in turn.gains)
