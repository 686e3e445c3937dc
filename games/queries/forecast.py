"""Forecasts: how long a game will probably take, and when a seat will probably be asked next.

Both are computed only from what everybody at a table can see: who was asked when, and when the answer came.
Moves and hidden cards play no part.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache as cache_locally
from hashlib import blake2s
from itertools import groupby, pairwise
from math import log
from operator import itemgetter
from statistics import fmean, median_low
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import ngettext

from games.clock import forecast
from games.clock.forecast import ForecastInterval, count_sittings
from games.clock.pace import PRESETS, Pace, compute_longest_wait, dump_pace
from games.models import Game, GameLogEntry, Seat
from games.models.game import parse_pace
from games.play.transaction.origin import How
from games.rules import registry
from games.rules.core.ruleset import Ruleset

MIN_GAMES = 20  # finished games needed before they replace the counts from bot games
MAX_GAMES = 60  # newest games that are counted
MIN_ANSWERS = 30  # answers at this pace needed before they replace the simulation
MIN_TABLE_ANSWERS = 10  # answers of one table needed before they replace those of all tables
RECENT_GAMES = 300  # newest games searched for similar ones
MAX_ANSWERS = 500
CACHE_SECONDS = 60 * 60  # seconds for which a forecast is cached
SAME_SITTING_WITHIN = timedelta(
    minutes=30
)  # an answer this soon after the own last one is part of the same visit
WEEKS_FROM_DAYS = 60  # days; longer games are described in weeks

# Waits as shares of the time for a decision: the means of the ten deciles, shortest first; and by what share
# of the mean tables differ from each other. Measured for each preset by `manage.py pace --mode none
# --options '{"preset": "random"}' --preset …`, whose last line prints both: without orders, and with people
# who check their mail as often as such a table expects.
SIMULATED_ANSWER_SHARES = {
    "brisk": (0.02, 0.08, 0.15, 0.24, 0.37, 0.56, 0.80, 1.04, 1.34, 3.07),
    "daily": (0.01, 0.04, 0.08, 0.13, 0.19, 0.28, 0.36, 0.47, 0.61, 1.51),
    "relaxed": (0.01, 0.04, 0.06, 0.10, 0.14, 0.19, 0.24, 0.31, 0.42, 1.07),
    "correspondence": (0.01, 0.03, 0.05, 0.07, 0.10, 0.12, 0.16, 0.23, 0.37, 0.82),
}
TABLE_VARIATION = 0.17


class GameLength(NamedTuple):
    """The expected length of a game, in days."""

    median: float
    ninetieth: float  # nine out of ten games are over by then
    worst: float  # if everybody always uses all their time


class TimedMove(NamedTuple):
    """What the forecast needs to know of a move in the log."""

    game_id: int
    seat_id: int
    at: datetime
    asked_at: datetime


class TableWait(NamedTuple):
    """A time in which a table waited for a seat, from the question to the (last) answer."""

    seat_id: int
    asked_at: datetime
    at: datetime

    @property
    def length(self) -> timedelta:
        return self.at - self.asked_at


# --- the length of a game


def forecast_game_length(
    ruleset: str, options: Mapping[str, Any], size: int, pace: Pace, *, bots: int = 0
) -> GameLength | None:
    """Forecast how long such a game takes; None if there are no counts of such games."""
    rules = registry.get(ruleset)
    usual = rules.statistics.usual_waits(size, options)
    # only what changes the length of a game goes into the key, so that all card sets of an edition share it
    key = _build_cache_key("length", ruleset, usual, size, bots, dump_pace(pace))
    if (found := cache.get(key)) is None:
        found = _compute_game_length(rules, usual, size, pace, size - bots) or ()
        cache.set(key, tuple(found), CACHE_SECONDS)
    return GameLength(*found) if found else None


def _build_cache_key(*parts: Any) -> str:
    return f"forecast:{blake2s(json.dumps(parts).encode(), digest_size=16).hexdigest()}"


def _compute_game_length(
    rules: Ruleset[Any], usual: list[int], size: int, pace: Pace, people: int
) -> GameLength | None:
    counts = scale_waits(people, _load_wait_counts(rules, usual, size), size)
    length = forecast.forecast_length(counts, _load_answer_times(pace), between=TABLE_VARIATION)
    if length is None:
        return None
    return GameLength(
        length.median,
        length.ninetieth_percentile,
        forecast.compute_longest_length(counts, pace, seats=people),
    )


def scale_waits(people: int, counts: Sequence[int], size: int) -> list[int]:
    """Scale the wait counts of games among people to games where only some of the seats are people.

    The factor is a little less than their share of the seats: somebody who is asked again after only bots
    have moved is still there. Measured in bot games of 4, 5 and 7 seats, it is accurate to 0.03."""
    return [max(round(count * _compute_people_share(people, size)), 1) for count in counts]


def _compute_people_share(people: int, size: int) -> float:
    if not people:
        return 0.0
    return (people - 1 / people) / (size - 1 / size) if people < size else 1.0


def _load_wait_counts(rules: Ruleset[Any], usual: list[int], size: int) -> list[int]:
    """Load the number of waits of whole games: as played on this server, else as the rules estimate it."""
    key = _build_cache_key("counts", rules.slug, usual, size)
    if (found := cache.get(key)) is None:
        found = _count_played_waits(rules, usual, size) or usual
        cache.set(key, found, CACHE_SECONDS)
    return list(found)


def _count_played_waits(rules: Ruleset[Any], usual: list[int], size: int) -> list[int]:
    """Count the waits of the last games of this kind without bots; empty if there are too few games."""
    bots = GameLogEntry.objects.filter(game=OuterRef("pk"), how=How.BOT)
    games = Game.objects.filter(~Exists(bots), ruleset=rules.slug, size=size, state=Game.State.OVER)
    found = games.order_by("-ended_at").values_list("pk", "options")[:RECENT_GAMES]
    alike = [pk for pk, options in found if rules.statistics.usual_waits(size, json.loads(options)) == usual]
    if len(alike) < MIN_GAMES:
        return []
    return [len(waits) for waits in _load_waits(alike[:MAX_GAMES])]


def _load_answer_times(pace: Pace) -> list[timedelta]:
    """Load how long people take to answer at this pace: measured lately, or else simulated."""
    key = _build_cache_key("answers", dump_pace(pace))
    if (seconds := cache.get(key)) is None:
        seconds = [
            answer.total_seconds()
            for answer in _find_recent_answer_times(pace) or simulate_answer_times(pace)
        ]
        cache.set(key, seconds, CACHE_SECONDS)
    return [timedelta(seconds=number) for number in seconds]


def _find_recent_answer_times(pace: Pace) -> list[timedelta]:
    """Return the latest answer times at tables that give as much time; empty if there are too few."""
    begun = Game.objects.filter(started_at__isnull=False, is_tutorial=False).order_by("-changed_at")
    recent = begun.values_list("pk", "pace_data")[:RECENT_GAMES]
    alike = [
        pk for pk, text in recent if compute_longest_wait(parse_pace(text)) == compute_longest_wait(pace)
    ]
    waits = [wait for waits in _load_waits(alike[:MAX_GAMES]) for wait in waits]
    last = sorted(waits, key=lambda wait: wait.at)[-MAX_ANSWERS:]
    return [wait.length for wait in last] if len(last) >= MIN_ANSWERS else []


def simulate_answer_times(pace: Pace) -> list[timedelta]:
    """Return the answer times that were simulated for the preset nearest to this pace."""
    time = compute_longest_wait(pace)
    nearest = min(PRESETS, key=lambda name: abs(log(time / compute_longest_wait(PRESETS[name]))))
    return [share * time for share in SIMULATED_ANSWER_SHARES[nearest]]


def describe_length(length: GameLength) -> str:
    """Describe a length like this: about 12 days, nine of ten games within 20."""
    in_weeks = length.ninetieth >= WEEKS_FROM_DAYS
    usual, most = (round(days / 7 if in_weeks else days) for days in length[:2])
    words = {"n": max(usual, 1), "most": max(usual, most, 1)}
    text = _weeks_text(words["n"]) if in_weeks else _days_text(words["n"])
    return text % words


def _days_text(number: int) -> str:
    return ngettext(
        "about a day; nine games in ten within %(most)d",
        "about %(n)d days; nine games in ten within %(most)d",
        number,
    )


def _weeks_text(number: int) -> str:
    return ngettext(
        "about a week; nine games in ten within %(most)d",
        "about %(n)d weeks; nine games in ten within %(most)d",
        number,
    )


# --- running games


class EndForecast(NamedTuple):
    """When a running game will probably end."""

    expected_end: datetime  # at its present speed
    ninetieth_end: datetime  # nine out of ten such games are over by then


def forecast_ends(games: Sequence[Game], people: Mapping[int, int], now: datetime) -> dict[int, EndForecast]:
    """Forecast when each of these games will end, from its progress and speed.

    `people` maps a game to the number of its seats that are people. The number of queries does not grow with
    the number of games."""
    made, stood = _count_sittings_by_game(games), _sum_pauses(games, now)
    load_counts, load_answers = cache_locally(_load_counts_of_kind), cache_locally(_load_answer_times)
    found = {}
    for game in games:
        counts = load_counts(game.ruleset, game.size, game.options)
        if counts and game.started_at is not None:
            here = GameProgress(game.size, people.get(game.pk, 0), counts, made.get(game.pk, 0))
            pause = stood.get(game.pk, timedelta(0))
            found[game.pk] = _forecast_end(here, game.started_at, pause, load_answers(game.pace), now)
    return found


def _load_counts_of_kind(ruleset: str, size: int, options: str) -> list[int]:
    """Load the number of waits of whole games with these options, as they are stored."""
    rules = registry.get(ruleset)
    return _load_wait_counts(rules, rules.statistics.usual_waits(size, json.loads(options)), size)


class GameProgress(NamedTuple):
    """How far a running game is."""

    size: int
    people: int
    counts: Sequence[int]  # waits of whole games of this kind if all players were people
    waits_so_far: int  # waits so far, counted in the same way


def _forecast_end(
    game: GameProgress, begun: datetime, pause: timedelta, answers: Sequence[timedelta], now: datetime
) -> EndForecast:
    """Forecast the end of one game. Bots answer at once.

    At first the table is taken to be as fast as others; its own speed, the open wait included, gains weight
    with each answer."""
    if not game.people:
        return EndForecast(now, now)
    share, mean = _compute_people_share(game.people, game.size), sum(answers, timedelta(0)) / len(answers)
    left = share * fmean(
        [count - game.waits_so_far for count in game.counts if count > game.waits_so_far] or [1]
    )
    each = (MIN_TABLE_ANSWERS * mean + (now - begun - pause)) / (
        MIN_TABLE_ANSWERS + share * game.waits_so_far
    )
    usual = forecast.forecast_length(
        scale_waits(game.people, game.counts, game.size), answers, between=TABLE_VARIATION
    )
    days = timedelta(days=usual.ninetieth_percentile) if usual else timedelta(0)
    return EndForecast(now + left * each, begun + pause + days)


def _count_sittings_by_game(games: Iterable[Game]) -> dict[int, int]:
    """Count the waits of each game so far in the way of whole games, bots and orders included."""
    moves = GameLogEntry.objects.filter(game__in=list(games), kind=GameLogEntry.Kind.MOVE, taken_back=False)
    rows = moves.order_by("game_id", "number").values_list("game_id", "seat_id", "decision")
    return {
        game: count_sittings((seat, decision) for _game, seat, decision in answers)
        for game, answers in groupby(rows, itemgetter(0))
    }


def _sum_pauses(games: Iterable[Game], now: datetime) -> dict[int, timedelta]:
    """Sum up for how long each game was paused."""
    kinds = [GameLogEntry.Kind.PAUSE, GameLogEntry.Kind.RESUME]
    entries = GameLogEntry.objects.filter(game__in=list(games), kind__in=kinds).order_by("game_id", "number")
    found: dict[int, timedelta] = {}
    since: dict[int, datetime] = {}
    for game, kind, at in entries.values_list("game_id", "kind", "at"):
        if kind == GameLogEntry.Kind.PAUSE:
            since[game] = at
        elif game in since:
            found[game] = found.get(game, timedelta(0)) + (at - since.pop(game))
    for game, at in since.items():
        found[game] = found.get(game, timedelta(0)) + (now - at)
    return found


# --- when a seat is asked next


RECENT_ENTRIES = 300  # log entries: the page of a long game costs no more than that of a short one


def forecast_next_turn(game: Game, seat: Seat, now: datetime) -> ForecastInterval | None:
    """Forecast when this seat will be asked again; None if it is asked now or the game is not running."""
    if game.state != Game.State.RUNNING or seat.bot or seat.is_awaited:
        return None
    waits = next(_load_waits([game.pk], after=game.log_length - RECENT_ENTRIES), [])
    here = [wait.length for wait in waits]
    answers = forecast.compute_quartiles(
        here if len(here) >= MIN_TABLE_ANSWERS else _load_answer_times(game.pace)
    )
    if answers is None:
        return None
    since = max((wait.at for wait in waits), default=game.started_at or now)
    found = forecast.forecast_turn(since, count_waits_before(seat.pk, waits, game.size), answers)
    return ForecastInterval(*(max(at, now) for at in (found.early, found.around, found.late)))


def count_waits_before(seat_id: int, waits: Sequence[TableWait], size: int) -> int:
    """Count the waits before this seat's next one.

    The usual number between two of its own, less those since its last; at least one, because somebody else is
    asked now."""
    own = [place for place, wait in enumerate(waits) if wait.seat_id == seat_id]
    between = [later - earlier - 1 for earlier, later in pairwise(own)]
    usual = median_low(between) if between else size - 1
    since = len(waits) - own[-1] - 1 if own else len(waits)
    return max(usual - since, 1)


# --- waits from the log


def _load_waits(games: Iterable[int], *, after: int = 0) -> Iterator[list[TableWait]]:
    """Load the waits of each of these games that has moves after this number."""
    for _game, entries in groupby(_select_moves(games).filter(number__gt=after), itemgetter(0)):
        yield list(extract_waits(TimedMove(*entry) for entry in entries))


def _select_moves(games: Iterable[int]) -> QuerySet[Any, Any]:
    """Select the moves of people that were not undone, in order. Nobody waits for a bot."""
    moves = GameLogEntry.objects.not_undone().filter(game__in=list(games))
    people = moves.filter(seat__isnull=False, asked_at__isnull=False).exclude(how=How.BOT)
    return people.order_by("game_id", "number").values_list("game_id", "seat_id", "at", "asked_at")


def extract_waits(entries: Iterable[TimedMove]) -> Iterator[TableWait]:
    """Extract the times in which a table waited, one after the other.

    An answer at the moment of the question (by an order, say) is no wait, nor is the next question to
    somebody who has just answered and is still there. A question to several seats is one wait."""
    last: TableWait | None = None
    moved: dict[int, datetime] = {}
    for _game, seat_id, at, asked_at in entries:
        stayed = moved.get(seat_id) == asked_at and at - asked_at < SAME_SITTING_WITHIN
        moved[seat_id] = at
        if at <= asked_at or stayed:
            continue
        if last and last.asked_at == asked_at:
            last = TableWait(seat_id, asked_at, at)
            continue
        if last:
            yield last
        last = TableWait(seat_id, asked_at, at)
    if last:
        yield last
