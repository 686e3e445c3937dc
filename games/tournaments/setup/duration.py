"""Estimate how long a tournament takes, from its pace and from the length of real games.

If rounds wait for each other, games follow each other as often as there are rounds; if all tables may start,
as often as an entrant's games divided by the table cap. A factor accounts for the slowest table of a round.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple

from django.utils.translation import ngettext

from games.queries import forecast
from games.tournaments import display
from games.tournaments.pairing import next_round
from games.tournaments.settings import FIXED_SCHEDULE_FORMATS, GROUP_FORMATS, StageSettings
from games.tournaments.setup.validation import MOST_DAYS, Problem

SLOWEST_TABLE_FACTOR = 1.5  # duration of a round's slowest table relative to a typical one
ONE_DAY = timedelta(days=1)
HOURS_PER_DAY = 24  # per day


class StageLength(NamedTuple):
    """The estimate for one stage; durations are in days."""

    entrants: int
    rounds: int
    tables: int  # in total
    games: int  # per entrant
    games_in_a_row: int
    game: float  # duration of a typical game
    days: float
    ends_by_deadline: bool  # round deadlines end the stage, rather than the games

    @property
    def rounded_days(self) -> int:
        return _round_days(self.days)

    @property
    def rounded_game_days(self) -> int:
        return _round_days(self.game)

    @property
    def slowest(self) -> int:
        """Duration of the last table of a round, in whole days."""
        return _round_days(self.game * SLOWEST_TABLE_FACTOR)


def _round_days(days: float) -> int:
    """Round to whole days, at least one."""
    return max(round(days), 1)


def find_too_short_rounds(ruleset: str, stages: Sequence[StageSettings]) -> Iterator[Problem]:
    """Find stages whose rounds are too short for even a typical game."""
    for number, stage in enumerate(stages, 1):
        game = _estimate_game_days(ruleset, stage)
        if not 1 <= stage.round_days < game:
            continue
        phrase = ngettext(
            "At this pace a typical game takes a day, and the slowest in a round %(slowest)d.",
            "At this pace a typical game takes %(game)d days, and the slowest in a round %(slowest)d.",
            ceil(game),
        )
        text = phrase % {"game": ceil(game), "slowest": ceil(game * SLOWEST_TABLE_FACTOR)}
        fits = ceil(game) <= MOST_DAYS
        yield Problem(
            f"stage {number}", "round_days" if fits else "pace", text, str(ceil(game)) if fits else ""
        )


class Estimate(NamedTuple):
    """The estimate for a whole tournament."""

    stages: tuple[StageLength, ...]
    days: float
    ends: datetime | None

    @property
    def tables(self) -> int:
        return sum(stage.tables for stage in self.stages)


def estimate_tournament(
    ruleset: str, stages: Sequence[StageSettings], entrants: int, starts: datetime | None
) -> Estimate:
    """Estimate the duration for a number of entrants, including time to confirm places between stages.

    A ladder has no end, so no end date is given.
    """
    rows: list[StageLength] = []
    there = entrants
    for stage in stages:
        rows.append(estimate_stage(ruleset, stage, there))
        there = min(stage.go_on, there) if stage.go_on else there
    answering = sum(stage.check_in_hours for stage in stages[1:]) / HOURS_PER_DAY
    days = sum(stage.days for stage in rows) + answering
    is_endless = any(stage.format == "ladder" for stage in stages)
    return Estimate(tuple(rows), days, starts + days * ONE_DAY if starts and not is_endless else None)


def estimate_stage(ruleset: str, stage: StageSettings, entrants: int) -> StageLength:
    """Estimate one stage."""
    rounds, tables, games = _count_rounds_and_tables(stage, entrants)
    cap = max(stage.cap, 1)
    in_a_row = (
        ceil(games / cap) if stage.format in FIXED_SCHEDULE_FORMATS else rounds * ceil(games / rounds / cap)
    )
    game = _estimate_game_days(ruleset, stage)
    usual, most = in_a_row * game * SLOWEST_TABLE_FACTOR, in_a_row * stage.round_days
    return StageLength(entrants, rounds, tables, games, in_a_row, game, min(usual, most), usual > most)


def _count_rounds_and_tables(stage: StageSettings, entrants: int) -> tuple[int, int, int]:
    """Return the number of rounds, of tables in total, and of tables per entrant."""
    shape = next_round.build_table_shape(stage)
    here = len(shape.split(entrants).tables)
    if stage.format == "knock_out":
        fields = next_round.compute_knock_out_fields(stage, entrants)
        return len(fields), sum(len(shape.split(field).tables) for field in fields), len(fields)
    if stage.format in GROUP_FORMATS:
        groups = next_round.plan_groups(stage, entrants)
        return 1, sum(group.tables for group in groups), max(group.games for group in groups)
    rounds = next_round.count_rounds(stage, entrants)
    each = stage.at_once if stage.format == "swiss" else 1
    return rounds, rounds * here * each, rounds * each


def _estimate_game_days(ruleset: str, stage: StageSettings) -> float:
    """Estimate the days of a typical game; without any data, a whole round."""
    found = forecast.forecast_game_length(ruleset, stage.options, stage.size, display.load_pace(stage))
    return found.median if found else float(stage.round_days)
