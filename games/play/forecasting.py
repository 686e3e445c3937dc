"""How long a game will probably take, and when a seat will probably be called.

Both are reckoned from what everybody at a table can see: who was asked when, and when the answer came. What
was answered, and what anybody holds, is not looked at.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
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
from games.clock.forecast import Called
from games.clock.pace import PRESETS, Pace, as_dict, longest_wait
from games.models import Game, Move, Seat
from games.models.game import read_pace
from games.play.origin import How
from games.play.reckoning import sittings
from games.rules import registry
from games.rules.core.ruleset import Ruleset

ENOUGH_GAMES = 20  # finished ones, before they say more than games among bots
MOST_GAMES = 60  # that are looked at, the last ones
ENOUGH_ANSWERS = 30  # of the house at this pace, before they say more than the simulation
ENOUGH_HERE = 10  # of one table, before they say more than those of the house
RECENT = 300  # games among which those of the same pace are sought
MOST_ANSWERS = 500
AN_HOUR = 60 * 60  # so many seconds a forecast is kept
SITTING = timedelta(minutes=30)  # who is asked again at once and answers so soon has not gone away
WEEKS_FROM = 60  # days; a longer game is told in weeks

# What part of the time for a decision a wait takes: the means of ten tenths, from the shortest waits on; and
# by what part of the mean tables differ from each other. Measured for each preset by `manage.py pace --mode
# none --options '{"preset": "random"}' --preset …`, whose last line has both: without orders, and with people
# who look at their mail as often as such a table asks for.
ANSWERS = {
    "brisk": (0.02, 0.08, 0.15, 0.24, 0.37, 0.56, 0.80, 1.04, 1.34, 3.07),
    "daily": (0.01, 0.04, 0.08, 0.13, 0.19, 0.28, 0.36, 0.47, 0.61, 1.51),
    "relaxed": (0.01, 0.04, 0.06, 0.10, 0.14, 0.19, 0.24, 0.31, 0.42, 1.07),
    "correspondence": (0.01, 0.03, 0.05, 0.07, 0.10, 0.12, 0.16, 0.23, 0.37, 0.82),
}
BETWEEN_TABLES = 0.17


class GameLength(NamedTuple):
    """In days."""

    median: float
    ninetieth: float  # nine games of ten are over by then
    worst: float  # if everybody always takes all the time there is


class Entry(NamedTuple):
    """What the forecast needs of a move in the journal."""

    game_id: int
    seat_id: int
    at: datetime
    asked_at: datetime


class Wait(NamedTuple):
    """A time in which a table waited: from the question to the (last) answer."""

    seat_id: int
    asked_at: datetime
    at: datetime

    @property
    def length(self) -> timedelta:
        return self.at - self.asked_at


# --- the length of a game


def game_length(
    ruleset: str, options: Mapping[str, Any], size: int, pace: Pace, *, bots: int = 0
) -> GameLength | None:
    """How long such a game takes; nothing, if no such game was ever played or counted."""
    rules = registry.get(ruleset)
    usual = rules.usual_waits(size, options)
    # of the options only what makes a game longer or shorter: all sets of one edition share a forecast
    key = _key("length", ruleset, usual, size, bots, as_dict(pace))
    if (found := cache.get(key)) is None:
        found = _game_length(rules, usual, size, pace, size - bots) or ()
        cache.set(key, tuple(found), AN_HOUR)
    return GameLength(*found) if found else None


def _key(*parts: Any) -> str:
    return f"forecast:{blake2s(json.dumps(parts).encode(), digest_size=16).hexdigest()}"


def _game_length(
    rules: Ruleset[Any], usual: list[int], size: int, pace: Pace, people: int
) -> GameLength | None:
    counts = waits_for(people, _counts(rules, usual, size), size)
    length = forecast.length(counts, _answers_at(pace), between=BETWEEN_TABLES)
    if length is None:
        return None
    return GameLength(length.median, length.ninetieth, forecast.worst(counts, pace, seats=people))


def waits_for(people: int, counts: Sequence[int], size: int) -> list[int]:
    """The waits of such games where only so many of the seats are people.

    A little less than their share: who is asked again after nobody but bots has moved is still there. Counted
    in games among bots of 4, 5 and 7 seats, of which some were taken for people, this is right to 0.03."""
    return [max(round(count * _share(people, size)), 1) for count in counts]


def _share(people: int, size: int) -> float:
    if not people:
        return 0.0
    return (people - 1 / people) / (size - 1 / size) if people < size else 1.0


def _counts(rules: Ruleset[Any], usual: list[int], size: int) -> list[int]:
    """The waits of whole games: as they were played here, or as they were counted."""
    key = _key("counts", rules.slug, usual, size)
    if (found := cache.get(key)) is None:
        found = _played(rules, usual, size) or usual
        cache.set(key, found, AN_HOUR)
    return list(found)


def _played(rules: Ruleset[Any], usual: list[int], size: int) -> list[int]:
    """The waits of each of the last games of this kind, if there are enough; not of those with bots."""
    bots = Move.objects.filter(game=OuterRef("pk"), how=How.BOT)
    games = Game.objects.filter(~Exists(bots), ruleset=rules.slug, size=size, state=Game.State.OVER)
    found = games.order_by("-ended_at").values_list("pk", "options")[:RECENT]
    alike = [pk for pk, options in found if rules.usual_waits(size, json.loads(options)) == usual]
    if len(alike) < ENOUGH_GAMES:
        return []
    return [len(waits) for waits in _waits_of(alike[:MOST_GAMES])]


def _answers_at(pace: Pace) -> list[timedelta]:
    """How long people take to answer at tables of this pace: as they did lately, or as simulated ones do."""
    key = _key("answers", as_dict(pace))
    if (seconds := cache.get(key)) is None:
        seconds = [answer.total_seconds() for answer in _seen_at(pace) or simulated(pace)]
        cache.set(key, seconds, AN_HOUR)
    return [timedelta(seconds=number) for number in seconds]


def _seen_at(pace: Pace) -> list[timedelta]:
    """The last answers at tables that give as much time, if there are enough."""
    begun = Game.objects.filter(started_at__isnull=False, is_lesson=False).order_by("-changed_at")
    recent = begun.values_list("pk", "pace_data")[:RECENT]
    alike = [pk for pk, text in recent if longest_wait(read_pace(text)) == longest_wait(pace)]
    waits = [wait for waits in _waits_of(alike[:MOST_GAMES]) for wait in waits]
    last = sorted(waits, key=lambda wait: wait.at)[-MOST_ANSWERS:]
    return [wait.length for wait in last] if len(last) >= ENOUGH_ANSWERS else []


def simulated(pace: Pace) -> list[timedelta]:
    """What simulated people take at the preset that is nearest to this pace."""
    time = longest_wait(pace)
    nearest = min(PRESETS, key=lambda name: abs(log(time / longest_wait(PRESETS[name]))))
    return [share * time for share in ANSWERS[nearest]]


def in_words(length: GameLength) -> str:
    """As in: about 12 days, nine of ten games within 20."""
    in_weeks = length.ninetieth >= WEEKS_FROM
    usual, most = (round(days / 7 if in_weeks else days) for days in length[:2])
    words = {"n": max(usual, 1), "most": max(usual, most, 1)}
    text = _weeks(words["n"]) if in_weeks else _days(words["n"])
    return text % words


def _days(number: int) -> str:
    return ngettext(
        "about a day, nine of ten games within %(most)d",
        "about %(n)d days, nine of ten games within %(most)d",
        number,
    )


def _weeks(number: int) -> str:
    return ngettext(
        "about a week, nine of ten games within %(most)d",
        "about %(n)d weeks, nine of ten games within %(most)d",
        number,
    )


# --- games that run


class Foreseen(NamedTuple):
    """Of a game that runs."""

    ends: datetime  # if it goes on as it does
    usual: datetime  # nine of ten such games are over by then


def foreseen(games: Sequence[Game], people: Mapping[int, int], now: datetime) -> dict[int, Foreseen]:
    """When each of these games will probably end, by how far it is and how fast it goes; so many of its seats
    are people. Few statements, however many games there are."""
    made, stood = _sittings(games), _stood_still(games, now)
    found = {}
    for game in games:
        rules = registry.get(game.ruleset)
        counts = _counts(rules, rules.usual_waits(game.size, json.loads(game.options)), game.size)
        if counts and game.started_at is not None:
            here = Underway(game.size, people.get(game.pk, 0), counts, made.get(game.pk, 0))
            pause = stood.get(game.pk, timedelta(0))
            found[game.pk] = _foreseen(here, game.started_at, pause, _answers_at(game.pace), now)
    return found


class Underway(NamedTuple):
    """What is known of a game that runs."""

    size: int
    people: int
    counts: Sequence[int]  # waits of whole games of this kind, if all were people
    made: int  # of these, so far


def _foreseen(
    game: Underway, begun: datetime, pause: timedelta, answers: Sequence[timedelta], now: datetime
) -> Foreseen:
    """Bots answer at once. At first a table is taken to be as fast as others are; then its own pace, with the
    wait that is still open, says more and more."""
    if not game.people:
        return Foreseen(now, now)
    share, mean = _share(game.people, game.size), sum(answers, timedelta(0)) / len(answers)
    left = share * fmean([count - game.made for count in game.counts if count > game.made] or [1])
    each = (ENOUGH_HERE * mean + (now - begun - pause)) / (ENOUGH_HERE + share * game.made)
    usual = forecast.length(waits_for(game.people, game.counts, game.size), answers, between=BETWEEN_TABLES)
    days = timedelta(days=usual.ninetieth) if usual else timedelta(0)
    return Foreseen(now + left * each, begun + pause + days)


def _sittings(games: Iterable[Game]) -> dict[int, int]:
    """How far each is: counted as the waits of whole games are, bots and orders included."""
    moves = Move.objects.filter(game__in=list(games), kind=Move.Kind.MOVE, taken_back=False)
    rows = moves.order_by("game_id", "number").values_list("game_id", "seat_id", "decision")
    return {
        game: sittings((seat, decision) for _game, seat, decision in answers)
        for game, answers in groupby(rows, itemgetter(0))
    }


def _stood_still(games: Iterable[Game], now: datetime) -> dict[int, timedelta]:
    """For how long each was paused."""
    kinds = [Move.Kind.PAUSE, Move.Kind.RESUME]
    entries = Move.objects.filter(game__in=list(games), kind__in=kinds).order_by("game_id", "number")
    found: dict[int, timedelta] = {}
    since: dict[int, datetime] = {}
    for game, kind, at in entries.values_list("game_id", "kind", "at"):
        if kind == Move.Kind.PAUSE:
            since[game] = at
        elif game in since:
            found[game] = found.get(game, timedelta(0)) + (at - since.pop(game))
    for game, at in since.items():
        found[game] = found.get(game, timedelta(0)) + (now - at)
    return found


# --- when a seat is called


LATELY = 300  # entries of the journal: a page of a long game costs no more than one of a short game


def called(game: Game, seat: Seat, now: datetime) -> Called | None:
    """When this seat will probably be asked again; nothing, if it is asked now or nobody is waited for."""
    if game.state != Game.State.RUNNING or seat.bot or seat.is_awaited:
        return None
    waits = next(_waits_of([game.pk], after=game.length - LATELY), [])
    here = [wait.length for wait in waits]
    answers = forecast.quartiles(here if len(here) >= ENOUGH_HERE else _answers_at(game.pace))
    if answers is None:
        return None
    since = max((wait.at for wait in waits), default=game.started_at or now)
    found = forecast.called_around(since, waits_before(seat.pk, waits, game.size), answers)
    return Called(*(max(at, now) for at in (found.early, found.around, found.late)))


def waits_before(seat_id: int, waits: Sequence[Wait], size: int) -> int:
    """How many waits come before this seat's next: as many as usual between two of its own, less those since.

    One at least: now somebody else is asked."""
    own = [place for place, wait in enumerate(waits) if wait.seat_id == seat_id]
    between = [later - earlier - 1 for earlier, later in pairwise(own)]
    usual = median_low(between) if between else size - 1
    since = len(waits) - own[-1] - 1 if own else len(waits)
    return max(usual - since, 1)


# --- waits, out of the journal


def _waits_of(games: Iterable[int], *, after: int = 0) -> Iterator[list[Wait]]:
    """Of each of these games that has any moves after this one."""
    for _game, entries in groupby(_entries(games).filter(number__gt=after), itemgetter(0)):
        yield list(waits_in(Entry(*entry) for entry in entries))


def _entries(games: Iterable[int]) -> QuerySet[Any, Any]:
    """The moves that stand, in order. A bot is not waited for."""
    moves = Move.objects.standing().filter(game__in=list(games))
    people = moves.filter(seat__isnull=False, asked_at__isnull=False).exclude(how=How.BOT)
    return people.order_by("game_id", "number").values_list("game_id", "seat_id", "at", "asked_at")


def waits_in(entries: Iterable[Entry]) -> Iterator[Wait]:
    """The times in which a table waited, one after the other.

    What is answered in the moment of the question (by an order, say) is no wait, nor what somebody is asked
    again who has just answered and is still there; and what was put to several is one."""
    last: Wait | None = None
    moved: dict[int, datetime] = {}
    for _game, seat_id, at, asked_at in entries:
        stayed = moved.get(seat_id) == asked_at and at - asked_at < SITTING
        moved[seat_id] = at
        if at <= asked_at or stayed:
            continue
        if last and last.asked_at == asked_at:
            last = Wait(seat_id, asked_at, at)
            continue
        if last:
            yield last
        last = Wait(seat_id, asked_at, at)
    if last:
        yield last
