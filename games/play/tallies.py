"""Finished games are counted once, and can be counted out again: by a sweep, so that no move waits for it.

In the sums is every game that came to its end, at tables of all kinds: they name nobody. Of its seats those
count that a person has played in the end. A result has a name only if the same person began there.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Q

from games.models import Counted, Game, Move, Result, Tally
from games.play import afterwards, reckoning
from games.play.reckoning import Line, Reckoning
from games.rules import registry
from games.rules.core.events import Event, read_events
from games.rules.core.ruleset import Census

SEAT = "seat"  # what is counted of every game, whatever its rules count besides
_traits = msgspec.json.Decoder(dict[str, list[str]])


class Sum(msgspec.Struct):
    """Of seats that have something in common."""

    seats: int = 0
    won: int = 0
    points: int = 0
    squares: int = 0  # of the points: how far they are spread

    def add(self, result: Result, sign: int = 1) -> None:
        self.seats += sign
        self.won += sign * result.has_won
        self.points += sign * result.points
        self.squares += sign * result.points**2


class Sums(msgspec.Struct):
    """Of one kind of table."""

    games: int = 0
    length: int = 0
    hours: int = 0
    whole: Sum = msgspec.field(default_factory=Sum)
    parts: dict[str, dict[str, Sum]] = {}  # what is counted → its words

    def add(self, length: int, hours: int, results: Iterable[Result], sign: int = 1) -> None:
        self.games += sign
        self.length += sign * length
        self.hours += sign * hours
        for result in results:
            self.whole.add(result, sign)
            for kind, words in {SEAT: [str(result.number)], **_traits.decode(result.traits)}.items():
                for word in words:
                    self.parts.setdefault(kind, {}).setdefault(word, Sum()).add(result, sign)


read_sums = msgspec.json.Decoder(Sums).decode


# --- the sweep


def count_due(secret: Q) -> int:
    """Count some of the games that have ended since; return how many were done with."""
    return afterwards.each_due("counted", secret, count, _leave_out)


def _leave_out(game_id: int) -> None:
    Counted.objects.get_or_create(game_id=game_id)


def count_all(secret: Q) -> int:
    """Count until nothing is left: old games of a house that did not count before."""
    counted = 0
    while more := count_due(secret):
        counted += more
    return counted


@transaction.atomic
def count(game_id: int) -> bool:
    """Take a finished game into the sums. Was it done now, and not before?"""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.state != Game.State.OVER or Counted.objects.filter(game=game).exists():
        return False
    rules = registry.get(game.ruleset)
    position = rules.load(game.position)
    census = rules.census(position, _told(game))
    reckoned = reckoning.reckon(game_id)
    with_bots = any(line.by == "bot" for line in reckoned.lines)
    tally = _locked(game.ruleset, rules.variant(position), game.size, with_bots)
    counted = Counted.objects.create(game=game, tally=tally, length=census.length, hours=_hours(reckoned))
    results = [_result(counted, line, census) for line in reckoned.lines if line.by != "bot"]
    Result.objects.bulk_create(results)
    _add(tally, counted, results)
    return True


@transaction.atomic
def count_out(game_id: int) -> None:
    """A game that goes on after all is taken out of the sums, until it ends again."""
    counted = Counted.objects.filter(game=game_id).first()
    if counted is None:
        return
    if counted.tally is not None:
        tally = Tally.objects.select_for_update().get(pk=counted.tally.pk)
        _add(tally, counted, list(counted.results.all()), sign=-1)
    counted.delete()


@transaction.atomic
def forget_all() -> None:
    """So that everything can be counted anew, by rules that count something else."""
    Result.objects.all().delete()
    Counted.objects.all().delete()
    Tally.objects.all().delete()


# --- rows


def _told(game: Game) -> list[Event]:
    moves = Move.objects.filter(game=game, taken_back=False).order_by("number")
    return [event for events in moves.values_list("events", flat=True) for event in read_events(events)]


def _hours(game: Reckoning) -> int:
    if game.started_at is None or game.ended_at is None:
        return 0
    return round((game.ended_at - game.started_at).total_seconds() / 3600)


def _result(counted: Counted, line: Line, census: Census) -> Result:
    traits: Mapping[str, Any] = census.traits.get(line.name, {})
    return Result(
        counted=counted,
        user_id=line.original if line.by == "self" else None,
        number=line.number + 1,
        points=line.score,
        has_won=line.place == 1,
        traits=msgspec.json.encode(traits).decode(),
    )


def _locked(ruleset: str, variant: str, size: int, with_bots: bool) -> Tally:
    """One at a time adds to the sums of a kind of table."""
    kind = {"ruleset": ruleset, "variant": variant, "size": size, "with_bots": with_bots}
    Tally.objects.bulk_create([Tally(**kind)], ignore_conflicts=True)
    return Tally.objects.select_for_update().get(**kind)


def _add(tally: Tally, counted: Counted, results: list[Result], sign: int = 1) -> None:
    sums = read_sums(tally.sums)
    sums.add(counted.length, counted.hours, results, sign)
    tally.sums = msgspec.json.encode(sums).decode()
    tally.save(update_fields=["sums"])
