"""The page of a table: one context, from which the whole page and each of its parts are made."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.functional import SimpleLazyObject

from accounts import languages
from games.models import Game, Seat
from games.play import faces, forecasting, lessons, paces, subscriptions, times, views_of, votes
from games.play import seats as chairs
from games.play.describing import described
from games.play.origin import fresh_key
from games.play.views_of import Sight, Told
from games.rules.core.ahead import Ahead
from games.tournaments import finding
from games.views.composing import form_of
from games.views.numbers import whole
from games.views.sharing.cards import share_of_table
from games.views.visitor import person, table_or_404

PARTS = ("styles", "script", "tabs", "lead", "board", "mark", "after", "moment", "glance")
SPOKEN = 12  # entries of the journal that a screen reader says at once


def sight_or_404(request: HttpRequest, key: str) -> Sight:
    """The table as the visitor may see it, once its game has begun."""
    game, seats, seat = table_or_404(request, key)
    if not game.has_begun:
        raise Http404
    return Sight(game, seats, seat, languages.spoken())


def show_table(request: HttpRequest, sight: Sight, *, status: int = 200, **more: Any) -> HttpResponse:
    """The whole page; for htmx only what stands inside it."""
    template = "games/table/_table.html" if request.htmx else "games/table.html"  # type: ignore[attr-defined]
    response = render(request, template, context(request, sight, **more), status=status)
    is_step = request.method == "GET" or "plan" in request.POST
    tell_address(request, response, sight.game, more.get("ahead"), is_step=is_step)
    return answer(response, sight.game)


def tell_address(
    request: HttpRequest,
    response: HttpResponse,
    game: Game,
    ahead: Ahead[Any] | None = None,
    *,
    is_step: bool = False,
) -> None:
    """A plan is nothing but its address: htmx names it, so that Back and a reload lead to what is seen."""
    shown = _address(game, [one.line for one in ahead.planned] if ahead else [])
    if request.htmx and request.htmx.current_url_abs_path != shown:  # type: ignore[attr-defined]
        response["HX-Push-Url" if is_step else "HX-Replace-Url"] = shown


def answer(response: HttpResponse, game: Game) -> HttpResponse:
    """With the stamp of what it shows: the script leaves out one that is overtaken when it arrives."""
    response["X-Stamp"] = stamp(game)
    return private(response)


def private(response: HttpResponse) -> HttpResponse:
    """A page made for one seat is kept by nobody in between, and its inside is not taken for the whole."""
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["HX-Request"])
    return response


def context(
    request: HttpRequest,
    sight: Sight,
    *,
    chosen: QueryDict | None = None,
    ahead: Ahead[Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """All that the templates of a table need. `chosen` is what was filled in before, `ahead` a plan."""
    entries = views_of.newest(sight)
    log, older = views_of.told_of(sight, entries)
    game = sight.game
    return {
        "sight": sight,
        "game": game,
        "rules": described(game),
        "seat": sight.seat,
        "page": sight.page,
        "parts": parts_of(game.ruleset),
        "log": log,
        "older": older,
        "meanwhile": views_of.meanwhile(sight, entries, log) if asked(sight) else [],
        "talk": views_of.talk(sight),
        "matters": votes.standings(sight),
        "scores": views_of.scores(sight) if game.state == Game.State.OVER else [],
        "verdict": verdict(sight),
        "may_give": may_give(request, sight),
        "follows": subscriptions.follows(game, sight.seat, request.user),
        "stamp": stamp(game),
        "tournament": SimpleLazyObject(lambda: finding.event_of(game)),
        "share": SimpleLazyObject(lambda: share_of_table(game, sight.seats, sight)),  # a part has no head
        "asked": asked(sight),
        "key": fresh_key(),
        "lessons": lessons.shown(sight),
        "soon": waits_for_bots(sight),
        **_clocks(sight),
        **_decision(sight, chosen, ahead),
        **more,
    }


def parts_of(ruleset: str) -> dict[str, list[str]]:
    """What a game may draw by itself: its own template for each part, or the plain one of all games."""
    return {part: [f"games/{ruleset}/_{part}.html", f"games/table/plain/_{part}.html"] for part in PARTS}


def verdict(sight: Sight) -> list[str]:
    if sight.game.state != Game.State.OVER:
        return []
    rules, position, language = sight.rules, sight.position, sight.language
    return [*rules.verdict(position, language), *rules.ties(position, language)]


# --- the decision


def _decision(sight: Sight, chosen: QueryDict | None, ahead: Ahead[Any] | None) -> dict[str, Any]:
    form = form_of(sight, chosen, ahead)
    return {**form, "shorter": _shorter(sight.game, ahead)} if ahead and ahead.planned else form


def _shorter(game: Game, ahead: Ahead[Any]) -> str:
    """The address of the plan without its last line."""
    return _address(game, [one.line for one in ahead.planned[:-1]])


def _address(game: Game, lines: Sequence[str]) -> str:
    """Of the table with these lines of a plan."""
    return turn_url(game.key, lines) if lines else reverse("table", kwargs={"key": game.key})


def turn_url(key: str, lines: Sequence[str]) -> str:
    """A plan is nothing but its address: nothing of it is stored."""
    return f"{reverse('turn', kwargs={'key': key})}?{urlencode({'then': lines}, doseq=True)}"


def asked(sight: Sight) -> int:
    """The number of the question that the page asks now, 0 if it asks none."""
    return sight.seat.decision or 0 if sight.seat and sight.offers else 0


# --- the clocks


def _clocks(sight: Sight) -> dict[str, Any]:
    """Who has how much time; what happens when the reader's has run out, or when the reader will be asked."""
    game, seat, now = sight.game, sight.seat, times.now()
    faces_of = {one.pk: faces.face(game, one, now) for one in sight.seats}
    is_asked = seat is not None and seat.is_awaited
    return {
        "clocks": list(faces_of.values()),
        "awaited": [faces_of[one.pk] for one in sight.awaited],
        "clock": faces_of[seat.pk] if seat else None,
        "own": faces.own(game, seat, now) if seat and is_asked else None,
        "called": _called(sight, now) if seat and not is_asked else None,
        "pace": paces.sentences(game.pace, game.patience),
        "time_out": faces.IF_OUT[faces.answer_of(game, seat)] if seat and seat.user else "",
    }


def _called(sight: Sight, now: datetime) -> datetime | None:
    """When the reader will probably be asked next."""
    if sight.seat is None or sight.seat.bot or sight.game.state != Game.State.RUNNING:
        return None
    found = forecasting.called(sight.game, sight.seat, now)
    return found.around if found else None


# --- what is around the game


def waits_for_bots(sight: Sight) -> bool:
    """Then there is news in a moment, and the page looks for it sooner."""
    awaited = sight.awaited if sight.game.state == Game.State.RUNNING else []
    return bool(awaited) and all(seat.bot for seat in awaited)


def stamp(game: Game) -> str:
    """Another one as soon as there is anything new on the page."""
    return f"{game.length}-{game.said}"


def happened(sight: Sight, number: str, *, most: int = SPOKEN) -> list[Told]:
    """What has happened since this entry, which a page names; as much of it as one listens to."""
    entry = whole(number)
    return [] if entry is None else views_of.since(sight, entry, most=most)


def may_give(request: HttpRequest, sight: Sight) -> list[Seat]:
    """The seats that the visitor may give to somebody else."""
    user = person(request, sight.seat)
    if user is None:
        return []
    return [seat for seat in sight.seats if chairs.may_offer(sight.game, seat, user)]
