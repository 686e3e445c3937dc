"""How long an event will take, from the pace of its tables and from real decision counts.

A stage whose rounds wait for each other takes as many games one after the other as it has rounds; one whose
tables may all begin takes as many as somebody plays, divided by how many at a time. The slowest table of a
round decides: that is reckoned with by a factor.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple

from django.utils.translation import ngettext

from games.play import forecasting
from games.tournaments import drawing, naming
from games.tournaments.feasible import MOST_DAYS, Problem
from games.tournaments.plan import IN_ONE_GO, StagePlan

SLOW_TAIL = 1.5  # the slowest table of a round, against a middling one
A_DAY = timedelta(days=1)
HOURS = 24  # of a day


class StageLength(NamedTuple):
    """Of one stage, in days where it is a time."""

    entrants: int
    rounds: int
    tables: int  # that are begun in all
    games: int  # that one entrant plays
    one_after_the_other: int
    game: float  # a middling one
    days: float
    is_cut: bool  # the deadlines of the rounds end it, rather than the games

    @property
    def about(self) -> int:
        return _about(self.days)

    @property
    def about_a_game(self) -> int:
        return _about(self.game)

    @property
    def slowest(self) -> int:
        """What the last table of a round takes."""
        return _about(self.game * SLOW_TAIL)


def _about(days: float) -> int:
    """As it is said: whole days, and not none."""
    return max(round(days), 1)


def too_short(ruleset: str, stages: Sequence[StagePlan]) -> Iterator[Problem]:
    """Rounds in which not even a middling game would come to its end."""
    for number, stage in enumerate(stages, 1):
        game = _game(ruleset, stage)
        if not 1 <= stage.round_days < game:
            continue
        words = ngettext(
            "At this pace a middling game takes a day, and the slowest of a round %(slowest)d.",
            "At this pace a middling game takes %(game)d days, and the slowest of a round %(slowest)d.",
            ceil(game),
        )
        told = words % {"game": ceil(game), "slowest": ceil(game * SLOW_TAIL)}
        fits = ceil(game) <= MOST_DAYS
        yield Problem(
            f"stage {number}", "round_days" if fits else "pace", told, str(ceil(game)) if fits else ""
        )


class Estimate(NamedTuple):
    stages: tuple[StageLength, ...]
    days: float
    ends: datetime | None

    @property
    def tables(self) -> int:
        return sum(stage.tables for stage in self.stages)


def estimate(ruleset: str, stages: Sequence[StagePlan], entrants: int, starts: datetime | None) -> Estimate:
    """With so many entrants. Before a later stage those who go on may have time to say whether they come. A
    ladder has no end, so none is foretold."""
    told: list[StageLength] = []
    there = entrants
    for stage in stages:
        told.append(length(ruleset, stage, there))
        there = min(stage.go_on, there) if stage.go_on else there
    answering = sum(stage.check_in_hours for stage in stages[1:]) / HOURS
    days = sum(stage.days for stage in told) + answering
    is_endless = any(stage.format == "ladder" for stage in stages)
    return Estimate(tuple(told), days, starts + days * A_DAY if starts and not is_endless else None)


def length(ruleset: str, stage: StagePlan, entrants: int) -> StageLength:
    rounds, tables, games = _amounts(stage, entrants)
    cap = max(stage.cap, 1)
    in_a_row = ceil(games / cap) if stage.format in IN_ONE_GO else rounds * ceil(games / rounds / cap)
    game = _game(ruleset, stage)
    usual, most = in_a_row * game * SLOW_TAIL, in_a_row * stage.round_days
    return StageLength(entrants, rounds, tables, games, in_a_row, game, min(usual, most), usual > most)


def _amounts(stage: StagePlan, entrants: int) -> tuple[int, int, int]:
    """Rounds, tables in all, and tables of each entrant."""
    shape = drawing.shape(stage)
    here = len(shape.split(entrants).tables)
    if stage.format == "knock_out":
        fields = drawing.knock_out_fields(stage, entrants)
        return len(fields), sum(len(shape.split(field).tables) for field in fields), len(fields)
    if stage.format in ("league", "pyramid"):
        sizes = drawing.group_sizes(stage, entrants)
        return 1, sum(drawing.tables_of_group(stage, size) for size in sizes), stage.size
    rounds = drawing.rounds_of(stage, entrants)
    each = stage.at_once if stage.format == "swiss" else 1
    return rounds, rounds * here * each, rounds * each


def _game(ruleset: str, stage: StagePlan) -> float:
    """Days of a middling game."""
    found = forecasting.game_length(ruleset, stage.options, stage.size, naming.pace_of(stage))
    return found.median if found else float(stage.round_days)
