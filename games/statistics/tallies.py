"""Counting of finished games: each is added to the totals once, and can be taken out again.

A periodic task does it, so that no move has to wait. The totals cover every game that was played to its end
and name nobody. A seat counts if a person played it at the end; its result is linked to a user only if the
same person began there.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from django.db import OperationalError, transaction
from django.db.models import Q

from games.models import CountedGame, Game, GameLogEntry, GameTally, PlayerResult
from games.rules import registry
from games.rules.core.capabilities.statistics import GameCensus
from games.rules.core.events import Event, load_events
from games.statistics import game_result
from games.statistics.game_result import GameResult, SeatResult

log = logging.getLogger(__name__)

SEAT_TRAIT = "seat"  # counted for every ruleset, besides what its rules count
_traits_decoder = msgspec.json.Decoder(dict[str, list[str]])


class SeatTotals(msgspec.Struct):
    """Totals of seats that have something in common."""

    seats: int = 0
    won: int = 0
    points: int = 0
    squares: int = 0  # of the points, for their spread

    def add(self, result: PlayerResult, sign: int = 1) -> None:
        self.seats += sign
        self.won += sign * result.has_won
        self.points += sign * result.points
        self.squares += sign * result.points**2


class TableTotals(msgspec.Struct):
    """Totals of one kind of table."""

    games: int = 0
    length: int = 0
    hours: int = 0
    whole: SeatTotals = msgspec.field(default_factory=SeatTotals)
    parts: dict[str, dict[str, SeatTotals]] = {}  # what is counted → its values

    def add(self, length: int, hours: int, results: Iterable[PlayerResult], sign: int = 1) -> None:
        self.games += sign
        self.length += sign * length
        self.hours += sign * hours
        for result in results:
            self.whole.add(result, sign)
            for kind, words in {
                SEAT_TRAIT: [str(result.number)],
                **_traits_decoder.decode(result.traits),
            }.items():
                for word in words:
                    self.parts.setdefault(kind, {}).setdefault(word, SeatTotals()).add(result, sign)


load_totals = msgspec.json.Decoder(TableTotals).decode


# --- counting


def count_due_games(secret: Q) -> int:
    """Count some of the finished games that are not counted yet; return how many were processed."""
    return process_finished_games("counted_game", secret, count_game, _mark_uncountable)


def _mark_uncountable(game_id: int) -> None:
    CountedGame.objects.get_or_create(game_id=game_id)


def count_all_games(secret: Q) -> int:
    """Count all finished games, such as those of a server that had no statistics before."""
    counted = 0
    while more := count_due_games(secret):
        counted += more
    return counted


@transaction.atomic
def count_game(game_id: int) -> bool:
    """Add a finished game to the totals; return False if it is not finished or was counted before."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.state != Game.State.OVER or CountedGame.objects.filter(game=game).exists():
        return False
    rules = registry.get(game.ruleset)
    position = rules.load(game.position)
    census = rules.statistics.census(position, _load_events(game))
    result = game_result.compute_game_result(game_id)
    with_bots = any(line.played_by == "bot" for line in result.seats)
    tally = _lock_tally(game.ruleset, rules.vocabulary.variant(position), game.size, with_bots)
    counted = CountedGame.objects.create(
        game=game, tally=tally, length=census.length, hours=_compute_hours(result)
    )
    results = [
        _build_player_result(counted, line, census) for line in result.seats if line.played_by != "bot"
    ]
    PlayerResult.objects.bulk_create(results)
    _add_to_tally(tally, counted, results)
    return True


@transaction.atomic
def uncount_game(game_id: int) -> None:
    """Take a game that was reopened out of the totals, until it ends again."""
    counted = CountedGame.objects.filter(game=game_id).first()
    if counted is None:
        return
    if counted.tally is not None:
        tally = GameTally.objects.select_for_update().get(pk=counted.tally.pk)
        _add_to_tally(tally, counted, list(counted.results.all()), sign=-1)
    counted.delete()


@transaction.atomic
def delete_all_counts() -> None:
    """Delete all totals and results, so that everything can be counted again."""
    PlayerResult.objects.all().delete()
    CountedGame.objects.all().delete()
    GameTally.objects.all().delete()


# --- rows


def _load_events(game: Game) -> list[Event]:
    moves = GameLogEntry.objects.filter(game=game, taken_back=False).order_by("number")
    return [event for events in moves.values_list("events", flat=True) for event in load_events(events)]


def _compute_hours(game: GameResult) -> int:
    if game.started_at is None or game.ended_at is None:
        return 0
    return round((game.ended_at - game.started_at).total_seconds() / 3600)


def _build_player_result(counted: CountedGame, line: SeatResult, census: GameCensus) -> PlayerResult:
    traits: Mapping[str, Any] = census.traits.get(line.name, {})
    return PlayerResult(
        counted=counted,
        user_id=line.original_user_id if line.played_by == "self" else None,
        number=line.number + 1,
        points=line.score,
        has_won=line.place == 1,
        traits=msgspec.json.encode(traits).decode(),
    )


def _lock_tally(ruleset: str, variant: str, size: int, with_bots: bool) -> GameTally:
    """Lock the totals of one kind of table, creating the row if needed."""
    kind = {"ruleset": ruleset, "variant": variant, "size": size, "with_bots": with_bots}
    GameTally.objects.bulk_create([GameTally(**kind)], ignore_conflicts=True)
    return GameTally.objects.select_for_update().get(**kind)


def _add_to_tally(tally: GameTally, counted: CountedGame, results: list[PlayerResult], sign: int = 1) -> None:
    sums = load_totals(tally.sums)
    sums.add(counted.length, counted.hours, results, sign)
    tally.sums = msgspec.json.encode(sums).decode()
    tally.save(update_fields=["sums"])


GAMES_PER_SWEEP = 50  # games handled by one task


def process_finished_games(
    row: str, secret: Q, take: Callable[[int], object], leave_out: Callable[[int], object]
) -> int:
    """Call `take` for some finished games that have no related `row` yet, oldest first.

    Games that match `secret` (results still hidden) and tutorial games are skipped. A game that fails is
    logged for the operator and passed to `leave_out`, so that it does not block the others. Returns how many
    games are done with."""
    over = Game.objects.filter(state=Game.State.OVER, is_tutorial=False, **{f"{row}__isnull": True})
    due = over.exclude(secret).order_by("ended_at", "pk")
    done = 0
    for game_id in list(due.values_list("pk", flat=True)[:GAMES_PER_SWEEP]):
        try:
            take(game_id)
        except OperationalError:  # the database is busy or gone, which is not the fault of the game
            log.warning("game %s gets its %s later", game_id, row)
            continue
        except Exception:
            log.exception("game %s cannot get its %s", game_id, row)
            leave_out(game_id)
        done += 1
    return done
